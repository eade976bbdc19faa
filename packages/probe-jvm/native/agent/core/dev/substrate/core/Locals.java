package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the methods that a program is in for good hold in variables: a main method that waits, or goes round its loop, is often all that holds a scheduler, a
 * server or a connection. Only methods at the bottom of a thread, with none but the application's below them; what a pool's thread is doing comes and goes.
 */
final class Locals {
  private static final class Held {
    final String address;
    final String name;
    final WeakReference<Object> object;

    Held(String address, String name, Object object) {
      this.address = address;
      this.name = name;
      this.object = new WeakReference<Object>(object);
    }
  }

  private static final int MOST = 40;
  private static final int SHARE = 400;

  private final AppClasses classes;
  private final Kinds kinds;
  private final Fields fields;
  private final Budget budget = new Budget(null, 0);
  private List<Held> held = new ArrayList<Held>();

  Locals(AppClasses classes, Kinds kinds, Fields fields) {
    this.classes = classes;
    this.kinds = kinds;
    this.fields = fields;
  }

  /** Chooses among what a walk of the heap found. */
  void keep(List<NativeHeap.Local> found, Set<String> types) {
    List<Held> now = new ArrayList<Held>();
    Set<String> bottom = found.isEmpty() ? null : bottom();
    for (NativeHeap.Local local : found) {
      if (now.size() >= MOST || !bottom.contains(local.owner.getName() + "." + local.method) || !classes.isApp(local.owner)) continue;
      Object inner = Leaf.of(local.object, budget) != Leaf.NOT ? null : Shapes.unwrap(local.object, fields);
      if (inner == null || inner == Shapes.NOTHING || Leaf.of(inner, budget) != Leaf.NOT || isArguments(local)) continue;
      Kinds.Kind kind = kinds.of(inner);
      if (kind != Kinds.Kind.FOREIGN && kind != Kinds.Kind.LIST && kind != Kinds.Kind.MAP) continue;
      String variable = ParameterNames.local(local.owner, local.method, local.signature, local.slot, local.at);
      String name = variable != null ? variable : Statics.simpleName(inner.getClass());
      now.add(new Held("local:" + local.owner.getName() + "." + local.method + "." + name, name, inner));
      types.add(inner.getClass().getName());
    }
    held = now;
  }

  /** How the program was started is told elsewhere. */
  private static boolean isArguments(NativeHeap.Local local) {
    return local.object instanceof String[] && local.slot == 0 && local.signature.equals("([Ljava/lang/String;)V");
  }

  private Set<String> bottom() {
    Set<String> out = new HashSet<String>();
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      int at = stack.length - 1;
      // A thread begins in the JDK, a main method perhaps in a launcher that calls it by reflection.
      while (at >= 0 && (stack[at].getClassName().equals("java.lang.Thread") || stack[at].getClassName().contains("reflect."))) at--;
      for (; at >= 0 && isApp(stack[at].getClassName()); at--) out.add(stack[at].getClassName() + "." + stack[at].getMethodName());
    }
    return out;
  }

  private boolean isApp(String name) {
    return classes.hasPrefix(name) || name.equals(classes.mainClass) || name.indexOf('.') < 0;
  }

  void clear() {
    held.clear();
  }

  void read(Capture capture) {
    for (Held each : held) {
      Object object = each.object.get();
      if (object == null) continue;
      Node root = capture.root(each.address, "task", each.name);
      if (!capture.reader.root(root, object, SHARE)) capture.roots.remove(root);
    }
  }
}
