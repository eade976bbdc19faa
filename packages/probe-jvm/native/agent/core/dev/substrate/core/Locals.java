package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * What the methods that a program is in for good hold in variables: a main method that waits, or goes round its loop, is often all that holds a scheduler, a
 * server or a connection. Only methods at the bottom of a thread, with none but the application's below them; what a pool's thread is doing comes and goes.
 */
final class Locals {
  private static final class Held {
    final String address;
    final String name;
    /** As it is held: what it stands for may be another at another time. */
    final WeakReference<Object> object;

    Held(String address, String name, Object object) {
      this.address = address;
      this.name = name;
      this.object = new WeakReference<Object>(object);
    }
  }

  static final String PREFIX = "local:";
  private static final int MOST = 40;
  /** How often threads that go on are followed: one that never comes to rest is not looked at for good. */
  private static final int MOST_LOOKS = 30;
  /** Where there are more, threads are too many to ask each where it is at every reading. */
  private static final int MOST_FOLLOWED = 16;
  private static final int SHARE = 400;

  private final AppClasses classes;
  private final Kinds kinds;
  private final Fields fields;
  private final Budget budget = new Budget(null, 0);
  private List<Held> held = new ArrayList<Held>();
  /** The threads that were looked at, by where they were. */
  private Map<Thread, List<String>> seen = new WeakHashMap<Thread, List<String>>();
  private int looksLeft;
  /** The classes whose methods those threads are in. */
  Set<String> running = new HashSet<String>();

  Locals(AppClasses classes, Kinds kinds, Fields fields) {
    this.classes = classes;
    this.kinds = kinds;
    this.fields = fields;
  }

  void look() {
    looksLeft = MOST_LOOKS;
    choose();
  }

  /** Looks again where the threads have gone on since: a main method that was met on its way holds more once it waits. True when it did. */
  boolean follow() {
    if (looksLeft == 0 || seen.size() > MOST_FOLLOWED || !haveMoved()) return false;
    looksLeft--;
    choose();
    return true;
  }

  private boolean haveMoved() {
    for (Map.Entry<Thread, List<String>> thread : seen.entrySet()) {
      if (!bottom(thread.getKey().getStackTrace()).equals(thread.getValue())) return true;
    }
    return false;
  }

  private void choose() {
    List<Held> now = new ArrayList<Held>();
    Set<String> methods = new HashSet<String>();
    seen = new WeakHashMap<Thread, List<String>>();
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      List<String> bottom = bottom(thread.getValue());
      if (bottom.isEmpty()) continue;
      seen.put(thread.getKey(), bottom);
      for (String place : bottom) methods.add(place.substring(0, place.lastIndexOf(':')));
    }
    List<NativeHeap.Local> all = NativeHeap.locals(seen.keySet().toArray(new Thread[0]));
    // In the order in which a method declares them.
    Collections.sort(all, new Comparator<NativeHeap.Local>() {
      @Override
      public int compare(NativeHeap.Local a, NativeHeap.Local b) {
        return a.slot - b.slot;
      }
    });
    Map<String, Integer> alike = new HashMap<String, Integer>();
    Map<Object, Boolean> met = new IdentityHashMap<Object, Boolean>();
    for (NativeHeap.Local local : all) {
      if (now.size() >= MOST || !methods.contains(local.owner.getName() + "." + local.method) || !classes.isApp(local.owner)) continue;
      Object inner = Leaf.of(local.object, budget) != Leaf.NOT ? null : Shapes.unwrap(local.object, fields);
      if (inner == null || inner == Shapes.NOTHING || Leaf.of(inner, budget) != Leaf.NOT || isArguments(local)) continue;
      Kinds.Kind kind = kinds.of(inner);
      if (kind != Kinds.Kind.FOREIGN && kind != Kinds.Kind.LIST && kind != Kinds.Kind.MAP) continue;
      String variable = ParameterNames.local(local.owner, local.method, local.signature, local.slot, local.at);
      if (met.put(inner, Boolean.TRUE) != null) continue;
      String name = variable != null ? variable : Statics.simpleName(local.object.getClass());
      String address = PREFIX + local.owner.getName() + "." + local.method + "." + name;
      Integer before = alike.put(address, alike.containsKey(address) ? alike.get(address) + 1 : 1);
      // Those without names of their own go by their number among their like.
      String number = before == null ? "" : String.valueOf(before + 1);
      now.add(new Held(before == null ? address : address + "[" + number + "]", (name + " " + number).trim(), local.object));
    }
    held = now;
    running = new HashSet<String>();
    for (String method : methods) running.add(method.substring(0, method.lastIndexOf('.')));
  }

  /** How the program was started is told elsewhere. */
  private static boolean isArguments(NativeHeap.Local local) {
    return local.object instanceof String[] && local.slot == 0 && local.signature.equals("([Ljava/lang/String;)V");
  }

  /** The methods of the application's that a thread begins in, and the line that each is at. */
  private List<String> bottom(StackTraceElement[] stack) {
    List<String> out = new ArrayList<String>();
    int at = stack.length - 1;
    // A thread begins in the JDK, a main method perhaps in a launcher that calls it by reflection.
    while (at >= 0 && (stack[at].getClassName().equals("java.lang.Thread") || stack[at].getClassName().contains("reflect."))) at--;
    for (; at >= 0 && isApp(stack[at].getClassName()); at--) out.add(stack[at].getClassName() + "." + stack[at].getMethodName() + ":" + stack[at].getLineNumber());
    return out;
  }

  private boolean isApp(String name) {
    return classes.hasPrefix(name) || name.equals(classes.mainClass) || name.indexOf('.') < 0;
  }

  void clear() {
    held.clear();
    seen.clear();
    looksLeft = 0;
  }

  void read(Capture capture) {
    for (Held each : held) {
      Object object = each.object.get();
      Object inner = object == null ? null : Shapes.unwrap(object, fields);
      if (inner == null || inner == Shapes.NOTHING || Leaf.of(inner, budget) != Leaf.NOT) continue;
      Node root = capture.root(each.address, "task", each.name);
      if (!capture.reader.root(root, inner, SHARE)) capture.roots.remove(root);
      else capture.reader.variables.put(root.address, object);
    }
  }
}
