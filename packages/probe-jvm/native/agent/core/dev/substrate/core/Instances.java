package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Objects that nothing static holds: found by one walk of the heap at discovery, kept by weak references. The walk stops the application,
 * so it is made only when it is expected to be short, and never for a poll; where it would be long, they are looked for while the application goes on. Of all that is found, those become roots that no other
 * application object holds.
 */
final class Instances {
  private static final int MAX_OF_A_CLASS = 60;
  private static final int MAX_ROOTS = 80;
  private static final int MAX_ROOTS_OF_A_CLASS = 20;
  /** More than this many of a class, none with an identity, are machinery. */
  private static final int MAX_NAMELESS = 3;
  /** An application that publishes this many attributes says itself what matters: of the rest only what keeps several things is told. */
  private static final int MANAGED = 40;

  /** Nodes for all, and how many a root may have whatever the number of roots. */
  static final int ALL_SHARE = 2500;
  private static final int LEAST_SHARE = 200;

  private final Fields fields;
  private final AppClasses classes;
  private final Holdings holdings;
  private final Pause pause = new Pause();
  private final MethodActions methods;
  private final Opener opener;
  /** A search that is under way. */
  private Roam roaming;
  /** Whether the last one was one: a program as large as that has started before it is over, and it costs much. */
  private boolean roamed;
  private List<WeakReference<Object>> roots = new ArrayList<WeakReference<Object>>();
  /** The only ones of their class, which keep several things: shown if nothing else led to them. */
  private List<WeakReference<Object>> spare = new ArrayList<WeakReference<Object>>();
  /** Those that others of these hold: shown there, where those are told as far as that. */
  private List<WeakReference<Object>> parts = new ArrayList<WeakReference<Object>>();
  private List<WeakReference<Object>> springContexts = new ArrayList<WeakReference<Object>>();
  private List<WeakReference<Object>> servletContexts = new ArrayList<WeakReference<Object>>();
  /** Found by the last walk on the stacks of threads alone, and there still when it was looked last; how often it is looked again. */
  private List<WeakReference<Object>> doubted = new ArrayList<WeakReference<Object>>();
  private int doubtsLeft;
  private static final int MOST_DOUBTS = 6;
  /** Whether the last walk's objects hold others of the same classes that came after it: what it found may be what those took the place of. */
  private boolean moving;
  /** How many captures ago that was seen. */
  private int movedFor;
  private static final int EACH_GONE = 8;
  private static final int MOST_GONE = 256;
  /** Of a class that has more, it is not known which are gone. */
  private static final int MOST_ASKED_FOR = 1000;
  /** Of stacks that hold more not all is told. */
  private static final int MOST_LOCALS = 500;
  private String state = "none";
  private Set<String> names = new LinkedHashSet<String>();
  private boolean triedKnown;
  private static final int MOST_TRIES = 4;
  /** Classes of roots that an earlier visit found and this one has not. */
  private Set<String> awaited = new HashSet<String>();
  private int triesLeft;
  private static final int MOST_SETTLED = 2;
  /** A large program that has started loads a class now and then, one in so many: it never stands still. */
  private static final int STRAY = 64;
  /** How many classes the application had at work at the last walk, and at the last look. */
  private int walkedAt;
  private int seenAt;
  private int settledLeft = MOST_SETTLED;
  /** How often in a row hardly any class had come, and how often that is when a program has started. */
  private int still;
  private static final int STARTED = 3;

  Instances(Fields fields, AppClasses classes, Kinds kinds, Evidence evidence, MethodActions methods, Opener opener) {
    this.opener = opener;
    this.fields = fields;
    this.classes = classes;
    this.methods = methods;
    holdings = new Holdings(kinds, fields, evidence);
  }

  String state() {
    return state;
  }

  /** Whether more may be found with the next captures. */
  boolean isSearching() {
    return roaming != null;
  }

  /** Or what was found is to be looked at again with the next. */
  boolean isUnsure() {
    return isSearching() || moving && movedFor <= EACH_GONE || !doubted.isEmpty() && doubtsLeft == MOST_DOUBTS;
  }

  List<String> classNames() {
    return new ArrayList<String>(names);
  }

  List<Object> contexts() {
    List<Object> alive = new ArrayList<Object>();
    for (WeakReference<Object> context : springContexts) if (context.get() != null) alive.add(context.get());
    return alive;
  }

  void clear() {
    roaming = null;
    roots.clear();
    spare.clear();
    parts.clear();
    doubted.clear();
    springContexts.clear();
    servletContexts.clear();
  }

  /** One that was too long to make may be shorter now; one that was made is made again when there is more to find. */
  void walk(List<Class<?>> appClasses, Reader reader, boolean heap, boolean more, Capture capture) {
    if (!heap && !more && (state.equals("done") || roaming != null)) return;
    search(candidates(appClasses), appClasses, reader, heap ? Pause.MOST_WHEN_ASKED_MS : Pause.MOST_MS, capture);
  }

  /**
   * An earlier discovery found roots by a walk. It takes as long whatever is looked for, and who holds whom is known of all objects or of none: looking
   * for those roots' classes alone, others would stand for themselves.
   */
  void walkKnown(Set<String> known, List<Class<?>> appClasses, Reader reader, Capture capture) {
    if (triedKnown || known.isEmpty()) return;
    triedKnown = true;
    search(candidates(appClasses), appClasses, reader, Pause.MOST_MS, capture);
    awaited = new HashSet<String>(known);
    triesLeft = MOST_TRIES;
  }

  /** A known program that is met while it starts has not made all that is known of it: looked for again when its classes are listed anew, a few times. */
  void walkAwaited(List<Class<?>> appClasses, Reader reader, Capture capture) {
    awaited.removeAll(names);
    if (awaited.isEmpty() || triesLeft == 0 || roaming != null) return;
    boolean loaded = false;
    for (Class<?> type : appClasses) loaded |= awaited.contains(type.getName());
    if (!loaded) return;
    triesLeft--;
    search(candidates(appClasses), appClasses, reader, Pause.MOST_MS, capture);
  }

  /**
   * A program that was walked while it started was seen with what its methods held just then, and that is gone when they have returned: once hardly any more classes
   * come, it is walked again. One that stood still since it was walked has started: what comes later, with a second window, is not looked for.
   */
  void walkSettled(List<Class<?>> appClasses, Reader reader, Capture capture) {
    int now = classes.atWork(appClasses);
    boolean steady = now - seenAt <= seenAt / STRAY;
    seenAt = now;
    still = steady ? still + 1 : 0;
    if (!steady || settledLeft == 0 || !state.equals("done")) return;
    if (seenAt - walkedAt <= (settledLeft == MOST_SETTLED && !roamed ? 0 : walkedAt / STRAY)) {
      if (still >= STARTED) settledLeft = 0;
      return;
    }
    settledLeft--;
    still = 0;
    search(candidates(appClasses), appClasses, reader, Pause.MOST_MS, capture);
    capture.grown = true;
  }

  private void search(List<Class<?>> wanted, List<Class<?>> appClasses, Reader reader, int maxPauseMs, Capture capture) {
    walkedAt = seenAt = classes.atWork(appClasses);
    roamed = false;
    movedFor = 0;
    if (!NativeHeap.isReady()) {
      addContexts(wanted);
      roam(wanted);
      return;
    }
    pause.look(capture.liveMb);
    capture.timings.put("walk, estimated", pause.estimateMs() * 1000);
    addContexts(wanted);
    if (!pause.isWorthIt(maxPauseMs)) {
      roam(wanted);
      return;
    }
    long start = System.nanoTime();
    long before = Pause.worked();
    List<Object> fleeting = new ArrayList<Object>();
    Object[] found = NativeHeap.find(wanted.toArray(new Class<?>[0]), MAX_OF_A_CLASS, pause.limitMs(maxPauseMs), fleeting);
    long took = System.nanoTime() - start;
    capture.timings.put("walk", took / 1000);
    if (found.length > 0 && found[found.length - 1] == null) {
      found = Arrays.copyOf(found, found.length - 1);
      roam(wanted);
    } else {
      pause.learn((Pause.worked() - before) / 1e6);
      state = "done";
      roaming = null;
    }
    keep(found, reader);
    doubted = new ArrayList<WeakReference<Object>>();
    for (Object each : fleeting) doubted.add(new WeakReference<Object>(each));
    doubtsLeft = MOST_DOUBTS;
    capture.timings.put("choosing of " + found.length, (System.nanoTime() - start - took) / 1000);
  }

  /**
   * With the capture after a walk: what a method held for a moment alone is no part of the program. A method that a thread is in for good holds it still, and what is
   * below it; so does a main method that has not come to its end yet, so it is looked again when classes are listed anew. What it has let go by then may have come to be held elsewhere.
   */
  void settle(Capture capture, boolean scanned) {
    // With the next captures, then ever more rarely: a machine that is busy now is not so for good.
    if (moving && (++movedFor <= EACH_GONE || Integer.bitCount(movedFor) == 1) && (leaveGone(capture) || movedFor >= MOST_GONE)) moving = false;
    boolean first = doubtsLeft == MOST_DOUBTS;
    if (doubted.isEmpty() || doubtsLeft == 0 || !first && !scanned) return;
    doubtsLeft--;
    Map<Object, Boolean> gone = new IdentityHashMap<Object, Boolean>();
    for (WeakReference<Object> each : doubted) if (each.get() != null) gone.put(each.get(), Boolean.TRUE);
    List<NativeHeap.Local> now = NativeHeap.locals(Roam.threads().toArray(new Thread[0]));
    if (now.size() >= MOST_LOCALS) return;
    List<Object> still = new ArrayList<Object>();
    for (NativeHeap.Local local : now) if (gone.remove(local.object) != null) still.add(local.object);
    for (int i = 0; i < still.size() && !gone.isEmpty(); i++) {
      List<Object> below = new ArrayList<Object>();
      holdings.below(still.get(i), below);
      for (Object each : below) if (gone.remove(each) != null) still.add(each);
    }
    holdings.forget();
    doubted = new ArrayList<WeakReference<Object>>();
    for (Object each : still) doubted.add(new WeakReference<Object>(each));
    if (first) leave(gone);
    // What they alone held is gone, too.
    if (gone.isEmpty()) return;
    moving = true;
    movedFor = 0;
  }

  /** Who holds whom is looked at while the program goes on. Where objects were replaced meanwhile, another walk tells those that are there from those that only wait for the collector. On a busy machine it may be cut off: then a later capture makes it. */
  private boolean leaveGone(Capture capture) {
    pause.look(capture.liveMb);
    if (!pause.isWorthIt(Pause.MOST_MS)) return false;
    long start = System.nanoTime();
    Object[] found = NativeHeap.find(kinds(), MOST_ASKED_FOR, pause.limitMs(Pause.MOST_MS), new ArrayList<Object>());
    capture.timings.put("walk for what is gone", (System.nanoTime() - start) / 1000);
    Map<Object, Boolean> there = new IdentityHashMap<Object, Boolean>();
    Map<Class<?>, Integer> counts = new HashMap<Class<?>, Integer>();
    for (Object each : found) {
      if (each == null) return false;
      there.put(each, Boolean.TRUE);
      count(counts, each);
    }
    Map<Object, Boolean> gone = new IdentityHashMap<Object, Boolean>();
    for (List<WeakReference<Object>> some : Arrays.asList(roots, spare, parts)) {
      for (WeakReference<Object> each : some) {
        Object object = each.get();
        if (object == null || there.containsKey(object)) continue;
        Integer others = counts.get(object.getClass());
        if (others == null || others < MOST_ASKED_FOR) gone.put(object, Boolean.TRUE);
      }
    }
    leave(gone);
    return true;
  }

  /** Of what was found. A method of its own: what it looks at is on no stack afterwards. */
  private Class<?>[] kinds() {
    Set<Class<?>> kinds = new LinkedHashSet<Class<?>>();
    for (List<WeakReference<Object>> some : Arrays.asList(roots, spare, parts)) {
      for (WeakReference<Object> each : some) if (each.get() != null) kinds.add(each.get().getClass());
    }
    return kinds.toArray(new Class<?>[0]);
  }

  private void leave(Map<Object, Boolean> gone) {
    roots = without(gone, roots);
    spare = without(gone, spare);
    parts = without(gone, parts);
  }

  private static void count(Map<Class<?>, Integer> counts, Object object) {
    Integer count = counts.get(object.getClass());
    counts.put(object.getClass(), count == null ? 1 : count + 1);
  }

  /** Where a walk would stop the application for too long: while it goes on, over the next captures. */
  private void roam(List<Class<?>> wanted) {
    state = "walking";
    roamed = true;
    roaming = new Roam(wanted, classes.loaded(), MAX_OF_A_CLASS, fields, classes, opener);
  }

  /** Goes on with what takes several captures. */
  void go(Capture capture) {
    if (roaming == null) return;
    long start = System.nanoTime();
    boolean done = roaming.slice(capture.budget);
    capture.timings.put("roaming, " + roaming.visited() + " so far", (System.nanoTime() - start) / 1000);
    if (!done) {
      capture.notes.add("Objects that only other objects hold are still being looked for: " + roaming.visited() + " were seen.");
      return;
    }
    // A walk that was cut off may have found what only a stack holds.
    Map<Object, Boolean> found = new IdentityHashMap<Object, Boolean>();
    for (Object object : roaming.found()) found.put(object, Boolean.TRUE);
    for (WeakReference<Object> each : roots) if (each.get() != null) found.put(each.get(), Boolean.TRUE);
    keep(found.keySet().toArray(), capture.reader);
    roaming = null;
    state = "done";
    capture.grown = true;
  }

  /** Applications in a container of servlets. */
  List<Object> servletContexts() {
    List<Object> alive = new ArrayList<Object>();
    for (WeakReference<Object> context : servletContexts) if (context.get() != null) alive.add(context.get());
    return alive;
  }

  private void addContexts(List<Class<?>> wanted) {
    for (Class<?> type : classes.loaded()) {
      if (type.getClassLoader() != null && !type.isArray() && type.getName().contains("Context") && !wanted.contains(type) && Servlets.isContext(type)) wanted.add(type);
      if (type.getName().startsWith("org.springframework.") && !Modifier.isAbstract(type.getModifiers()) && Beans.isContext(type)) wanted.add(type);
    }
  }

  private List<Class<?>> candidates(List<Class<?>> appClasses) {
    List<Class<?>> out = new ArrayList<Class<?>>();
    for (Class<?> type : appClasses) {
      if (Kinds.isGenerated(type) || classes.runtime != null && Names.isCode(type)) continue;
      if (type.isInterface() || type.isEnum() || ClassNames.isAnonymous(type) || Modifier.isAbstract(type.getModifiers())) continue;
      if (Throwable.class.isAssignableFrom(type) || isComponent(type) || fields.worth.of(type) == Worth.CODE) continue;
      out.add(type);
    }
    return out;
  }

  private static boolean isComponent(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      String name = c.getName();
      if (name.equals("java.awt.Component") || name.equals("javafx.scene.Node") || name.equals("java.awt.MenuComponent") || name.equals("javax.swing.AbstractAction")) return true;
    }
    return false;
  }

  /** Whether it is an inner object of a component of Swing's: a part of that, which tells what it keeps. */
  private static boolean isPartOfComponent(Class<?> type) {
    try {
      for (Field field : type.getDeclaredFields()) if (field.isSynthetic() && Ui.isComponent(field.getType())) return true;
    } catch (Throwable unreadable) {
      // It stands for itself.
    }
    return false;
  }

  /** Roots are what no other one holds; of a ring that nobody else holds, the top of the tree that it is, else its rarest class. */
  private void keep(Object[] found, Reader reader) {
    springContexts = new ArrayList<WeakReference<Object>>();
    servletContexts = new ArrayList<WeakReference<Object>>();
    Map<Object, Boolean> all = new IdentityHashMap<Object, Boolean>();
    final Map<Class<?>, Integer> counts = new HashMap<Class<?>, Integer>();
    for (Object object : found) {
      if (Beans.isContext(object.getClass())) {
        springContexts.add(new WeakReference<Object>(object));
        continue;
      }
      if (Servlets.isContext(object.getClass())) {
        servletContexts.add(new WeakReference<Object>(object));
        if (!classes.isApp(object.getClass())) continue;
      }
      all.put(object, Boolean.FALSE);
      count(counts, object);
    }
    final Map<Object, String> prints = new IdentityHashMap<Object, String>();
    List<Object> order = new ArrayList<Object>();
    for (Object object : found) if (all.containsKey(object)) order.add(object);
    Collections.sort(order, new Comparator<Object>() {
      @Override
      public int compare(Object a, Object b) {
        int byWorth = fields.worth.of(b.getClass()) - fields.worth.of(a.getClass());
        if (byWorth != 0) return byWorth;
        // How many there are is another number at the next start; how large it is stays.
        int byCount = Integer.numberOfLeadingZeros(counts.get(b.getClass())) - Integer.numberOfLeadingZeros(counts.get(a.getClass()));
        if (byCount != 0) return byCount;
        int byName = a.getClass().getName().compareTo(b.getClass().getName());
        // The heap has no order of its own: those of a class go by what they hold, so that a later look numbers them alike.
        return byName != 0 ? byName : print(a).compareTo(print(b));
      }

      /** One print for the whole of the sorting. */
      private String print(Object object) {
        String print = prints.get(object);
        if (print == null) prints.put(object, print = fields.prints.of(object));
        return print;
      }
    });
    Map<Object, List<Object>> holds = holdings.among(order);
    Map<Object, Boolean> loose = holdings.loose(order, holds);
    moving |= !loose.isEmpty();
    for (List<Object> each : holds.values()) {
      for (Object below : each) {
        Integer known = all.containsKey(below) ? null : counts.get(below.getClass());
        moving |= known != null && known < MAX_OF_A_CLASS;
      }
    }
    Map<Object, Boolean> held = Holdings.held(holds);
    Map<Object, Boolean> covered = new IdentityHashMap<Object, Boolean>();
    List<Object> chosen = new ArrayList<Object>();
    for (Object object : order) if (!held.containsKey(object)) choose(object, chosen, covered, holds);
    for (Object object : order) if (!covered.containsKey(object) && !isBelowItsKind(object)) choose(object, chosen, covered, holds);
    for (Object object : order) if (!covered.containsKey(object)) choose(object, chosen, covered, holds);
    Map<Class<?>, Integer> taken = new LinkedHashMap<Class<?>, Integer>();
    List<WeakReference<Object>> kept = new ArrayList<WeakReference<Object>>();
    List<WeakReference<Object>> last = new ArrayList<WeakReference<Object>>();
    names = new LinkedHashSet<String>();
    Map<Class<?>, Integer> rivals = new HashMap<Class<?>, Integer>();
    for (Object object : chosen) count(rivals, object);
    Map<Class<?>, Boolean> nameless = new HashMap<Class<?>, Boolean>();
    for (Object object : chosen) {
      if (kept.size() + last.size() >= MAX_ROOTS) break;
      if (isPartOfComponent(object.getClass())) continue;
      // Not all of its class were found: who holds these few may just be among the others, and the next walk finds others.
      if (counts.get(object.getClass()) >= MAX_OF_A_CLASS && rivals.get(object.getClass()) <= MAX_NAMELESS) continue;
      if (rivals.get(object.getClass()) > MAX_NAMELESS) {
        Boolean verdict = nameless.get(object.getClass());
        if (verdict == null) nameless.put(object.getClass(), verdict = !differ(object.getClass(), chosen, reader));
        if (verdict) continue;
      }
      Integer before = taken.get(object.getClass());
      if (before != null && before >= MAX_ROOTS_OF_A_CLASS) continue;
      taken.put(object.getClass(), before == null ? 1 : before + 1);
      (loose.containsKey(object) ? last : kept).add(new WeakReference<Object>(object));
      names.add(object.getClass().getName());
    }
    List<Object> services = new ArrayList<Object>();
    for (Object object : order) {
      if (fields.worth.of(object.getClass()) != Worth.KEEPS || counts.get(object.getClass()) != 1 || services.size() >= MAX_ROOTS) continue;
      services.add(object);
      names.add(object.getClass().getName());
    }
    spare = new ArrayList<WeakReference<Object>>();
    parts = new ArrayList<WeakReference<Object>>();
    List<Object> tops = tops(services, holds);
    for (Object object : services) (has(tops, object) ? spare : parts).add(new WeakReference<Object>(object));
    parts.addAll(last);
    for (Object context : contexts()) names.add(context.getClass().getName());
    roots = kept;
  }

  /** Whether all of a class have identities of their own. */
  private boolean differ(Class<?> type, List<Object> objects, Reader reader) {
    Set<Object> identities = new HashSet<Object>();
    for (Object object : objects) {
      if (object.getClass() != type) continue;
      Object identity = reader.identities.of(object);
      if (identity == null || !identities.add(identity)) return false;
    }
    return true;
  }

  /** Of some objects those that no other of them leads to; of a ring, the one that holds most of them itself: a server, not a connection of its that leads back to it. */
  private static List<Object> tops(List<Object> among, Map<Object, List<Object>> holds) {
    final Map<Object, Integer> direct = new IdentityHashMap<Object, Integer>();
    for (Object each : among) {
      int count = 0;
      if (holds.get(each) != null) for (Object below : holds.get(each)) if (has(among, below)) count++;
      direct.put(each, count);
    }
    Map<Object, Boolean> below = new IdentityHashMap<Object, Boolean>();
    for (Object each : among) {
      Map<Object, Boolean> reached = new IdentityHashMap<Object, Boolean>();
      choose(each, new ArrayList<Object>(), reached, holds);
      reached.remove(each);
      below.putAll(reached);
    }
    List<Object> tops = new ArrayList<Object>();
    Map<Object, Boolean> covered = new IdentityHashMap<Object, Boolean>();
    for (Object each : among) if (!below.containsKey(each)) choose(each, tops, covered, holds);
    List<Object> rings = new ArrayList<Object>(among);
    Collections.sort(rings, new Comparator<Object>() {
      @Override
      public int compare(Object a, Object b) {
        return direct.get(b) - direct.get(a);
      }
    });
    for (Object each : rings) if (!covered.containsKey(each)) choose(each, tops, covered, holds);
    return tops;
  }

  /** Whether it points to another of its kind, as a node of a tree does to the one above it. */
  private boolean isBelowItsKind(Object object) {
    try {
      for (Fields.Slot slot : fields.of(object.getClass())) {
        Object value = Worth.isOwnKind(slot.field.getType(), object.getClass()) ? Fields.read(slot, object) : null;
        if (value != null && value != object) return true;
      }
    } catch (Throwable unreadable) {
      // It stands for itself.
    }
    return false;
  }

  private static void choose(Object root, List<Object> chosen, Map<Object, Boolean> covered, Map<Object, List<Object>> holds) {
    chosen.add(root);
    List<Object> queue = new ArrayList<Object>();
    queue.add(root);
    for (int i = 0; i < queue.size(); i++) {
      if (covered.put(queue.get(i), Boolean.TRUE) != null) continue;
      List<Object> below = holds.get(queue.get(i));
      if (below != null) queue.addAll(below);
    }
  }

  void read(Capture capture) {
    List<WeakReference<Object>> chosen = new ArrayList<WeakReference<Object>>(roots);
    // What holds them may not be told, or is gone any moment: a main method that waits lets go of its objects.
    if (capture.managed >= MANAGED) chosen.addAll(spare);
    read(capture, chosen);
  }

  /** After the others were read: what they did not lead to. */
  void readSpare(Capture capture, boolean parts) {
    List<WeakReference<Object>> left = parts ? this.parts : spare;
    for (WeakReference<Object> reference : left) if (reference.get() != null) capture.reader.forgive(reference.get());
    read(capture, left);
  }

  List<Object> found() {
    List<Object> out = new ArrayList<Object>();
    for (List<WeakReference<Object>> some : Arrays.asList(roots, spare, parts)) for (WeakReference<Object> each : some) if (each.get() != null) out.add(each.get());
    return out;
  }

  /** Those that nothing has told so far. */
  List<Object> untold(Reader reader) {
    List<Object> out = new ArrayList<Object>();
    for (List<WeakReference<Object>> some : Arrays.asList(roots, spare)) {
      for (WeakReference<Object> each : some) if (each.get() != null && !reader.isTold(each.get())) out.add(each.get());
    }
    return out;
  }

  /** What a window told is the window's: when that is closed, it is gone, whenever the collector comes. */
  void leaveToWindows(List<Object> untold, Reader reader) {
    Map<Object, Boolean> told = new IdentityHashMap<Object, Boolean>();
    for (Object each : untold) if (reader.isTold(each) && !reader.isCut(each)) told.put(each, Boolean.TRUE);
    if (told.isEmpty()) return;
    roots = without(told, roots);
    spare = without(told, spare);
  }

  private static List<WeakReference<Object>> without(Map<Object, Boolean> gone, List<WeakReference<Object>> all) {
    List<WeakReference<Object>> left = new ArrayList<WeakReference<Object>>();
    for (WeakReference<Object> each : all) if (!gone.containsKey(each.get())) left.add(each);
    return left;
  }

  private void read(Capture capture, List<WeakReference<Object>> roots) {
    Map<Class<?>, List<Object>> byClass = new LinkedHashMap<Class<?>, List<Object>>();
    for (WeakReference<Object> reference : roots) {
      Object object = reference.get();
      if (object == null || capture.managed >= MANAGED && fields.worth.of(object.getClass()) != Worth.KEEPS) continue;
      List<Object> list = byClass.get(object.getClass());
      if (list == null) byClass.put(object.getClass(), list = new ArrayList<Object>());
      if (!has(list, object)) list.add(object);
    }
    int share = Budget.part(ALL_SHARE, LEAST_SHARE, roots.size());
    for (Map.Entry<Class<?>, List<Object>> entry : byClass.entrySet()) {
      List<Object> alike = entry.getValue();
      List<String> suffixes = suffixes(alike, capture.reader);
      Map<String, Object> told = new TreeMap<String, Object>();
      for (int i = 0; i < alike.size(); i++) told.put(suffixes.get(i), alike.get(i));
      for (Map.Entry<String, Object> one : told.entrySet()) {
        String suffix = one.getKey();
        Node root = capture.root("instance:" + entry.getKey().getName() + suffix, "instance", Statics.simpleName(entry.getKey()) + suffix.replace('[', ' ').replace("]", ""));
        if (!capture.reader.root(root, one.getValue(), share)) capture.roots.remove(root);
        else methods.ofInstance(capture, root, one.getValue(), "instance");
      }
    }
  }

  private static boolean has(List<Object> list, Object object) {
    for (Object each : list) if (each == object) return true;
    return false;
  }

  /**
   * What they were called when the program had started, by the hash of their identity alone, which keeps none alive. Of the JVM, not of a visitor: who comes again
   * finds those that a second window has brought beside the first.
   */
  private static final Map<Integer, String> given = new HashMap<Integer, String>();
  private static final int MOST_GIVEN = 4096;

  private static int hash(Object object) {
    return 31 * System.identityHashCode(object) + object.getClass().getName().hashCode();
  }

  /** As `apart`, but what has been called something goes on being called so, whoever comes beside it. */
  private List<String> suffixes(List<Object> objects, Reader reader) {
    List<String> suffixes = apart(objects, reader);
    synchronized (given) {
      Set<String> kept = new HashSet<String>();
      for (Object object : objects) if (given.containsKey(hash(object))) kept.add(given.get(hash(object)));
      if (given.size() > MOST_GIVEN) given.clear();
      for (int i = 0; i < objects.size(); i++) {
        int hash = hash(objects.get(i));
        String suffix = given.get(hash);
        if (suffix == null && !kept.isEmpty()) {
          suffix = suffixes.get(i);
          for (int number = 1; suffix.isEmpty() || kept.contains(suffix); number++) suffix = "[" + number + "]";
          kept.add(suffix);
        }
        if (suffix != null) suffixes.set(i, suffix);
        if (settledLeft == 0) given.put(hash, suffixes.get(i));
      }
    }
    return suffixes;
  }

  /** What several of a class are told apart by: their identities where those differ, else numbers. One alone needs neither. */
  static List<String> apart(List<Object> objects, Reader reader) {
    List<String> suffixes = new ArrayList<String>();
    for (Object object : objects) {
      Object identity = objects.size() == 1 ? null : reader.identities.of(object);
      String suffix = "[" + identity + "]";
      if (identity != null && suffix.length() <= 62 && !suffixes.contains(suffix)) suffixes.add(suffix);
    }
    if (suffixes.size() == objects.size()) return suffixes;
    suffixes.clear();
    for (int i = 0; i < objects.size(); i++) suffixes.add(objects.size() == 1 ? "" : "[" + i + "]");
    return suffixes;
  }
}
