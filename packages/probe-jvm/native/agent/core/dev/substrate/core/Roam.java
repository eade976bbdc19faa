package dev.substrate.core;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Looks for objects where a walk of the heap would stop the application for too long: from threads, what their methods hold (from 21 on, where that does not cost a walk) and statics along fields, while the application goes on, a slice
 * with each capture until everything was seen once. Of a class that there are very many of, only the first are gone through. Between slices nothing is kept
 * alive; what was seen is known by a bit each, so that one in some hundred may be passed over.
 */
class Roam {
  /** Objects that one slice goes through: some milliseconds of a processor. */
  private static final int SLICE = 15000;
  private static final int MAX_OF_APP_CLASS = 1000;
  private static final int MAX_OF_A_CLASS = 5000;
  private static final int MAX_WAITING = 200000;
  private static final int MAX_ELEMENTS = 200;
  private static final int BITS = 25;

  private final Fields fields;
  private final AppClasses classes;
  private final Opener opener;
  private final int mostOfEach;
  private final Map<Class<?>, List<WeakReference<Object>>> wanted = new WeakHashMap<Class<?>, List<WeakReference<Object>>>();
  private final Map<Class<?>, int[]> counts = new WeakHashMap<Class<?>, int[]>();
  private final Map<Class<?>, WeakReference<Field[]>> references = new WeakHashMap<Class<?>, WeakReference<Field[]>>();
  private final long[] seen = new long[1 << BITS - 6];
  private ArrayDeque<Object> queue = new ArrayDeque<Object>();
  private List<WeakReference<Object>> waiting = new ArrayList<WeakReference<Object>>();
  private int visited;

  Roam(List<Class<?>> looked, Class<?>[] loaded, int mostOfEach, Fields fields, AppClasses classes, Opener opener) {
    this.fields = fields;
    this.classes = classes;
    this.opener = opener;
    this.mostOfEach = mostOfEach;
    for (Class<?> type : looked) wanted.put(type, new ArrayList<WeakReference<Object>>());
    for (Class<?> type : loaded) {
      // Statics of the JDK hold nothing that threads or the application's own do not hold too.
      if (!AppClasses.isJdk(type) && !type.isArray() && !type.isInterface() && !isOurs(type)) waiting.add(new WeakReference<Object>(type));
    }
    List<Thread> threads = threads();
    for (Thread thread : threads) waiting.add(new WeakReference<Object>(thread));
    if (!NativeHeap.canBeCut()) return;
    for (NativeHeap.Local local : NativeHeap.locals(threads.toArray(new Thread[0]))) meet(local.object);
  }

  static List<Thread> threads() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) top = top.getParent();
    Thread[] all = new Thread[top.activeCount() + 64];
    int count = top.enumerate(all, true);
    List<Thread> out = new ArrayList<Thread>();
    for (int i = 0; i < count; i++) if (!all[i].getName().startsWith("substrate-")) out.add(all[i]);
    return out;
  }

  /** Goes on for a slice. True when there is nothing left to see. */
  boolean slice(Budget budget) {
    for (WeakReference<Object> each : waiting) if (each.get() != null) queue.add(each.get());
    waiting = new ArrayList<WeakReference<Object>>();
    for (int left = SLICE; left > 0 && !queue.isEmpty() && !budget.cancelled; left--) {
      Object object = queue.poll();
      try {
        expand(object);
      } catch (Throwable unreadable) {
        // What it holds may be reached another way.
      }
    }
    for (Object each : queue) waiting.add(new WeakReference<Object>(each));
    queue = new ArrayDeque<Object>();
    return waiting.isEmpty();
  }

  int visited() {
    return visited;
  }

  Object[] found() {
    List<Object> out = new ArrayList<Object>();
    for (List<WeakReference<Object>> all : wanted.values()) for (WeakReference<Object> each : all) if (each.get() != null) out.add(each.get());
    return out.toArray();
  }

  private void expand(Object object) throws Exception {
    if (object instanceof Class) statics((Class<?>) object);
    else if (object instanceof Object[]) some(Arrays.asList((Object[]) object));
    else if (fields.elements.knows(object.getClass())) {
      boolean map = fields.elements.isMap(object.getClass());
      if (!map) some(fields.elements.of(object, 0, MAX_ELEMENTS, new Node("", 'l')));
      else for (Object[] pair : fields.elements.pairs(object, 0, MAX_ELEMENTS, new Node("", 'm'))) some(Arrays.asList(pair));
      // A subclass of the application's has fields of its own.
      if (!AppClasses.isJdk(object.getClass())) fields(object);
    } else fields(object);
  }

  private void some(List<?> elements) {
    for (int i = 0; i < Math.min(elements.size(), MAX_ELEMENTS); i++) meet(elements.get(i));
  }

  private void statics(Class<?> type) throws Exception {
    if (!isReady(type)) return;
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive() && opener.open(field, type)) meet(field.get(null));
    }
  }

  boolean isOurs(Class<?> type) {
    return type.getName().startsWith("dev.substrate.");
  }

  /** Whether reading its statics runs nothing. */
  boolean isReady(Class<?> type) {
    return classes.isInitialized(type);
  }

  private void fields(Object object) throws Exception {
    for (Field field : references(object.getClass())) meet(field.get(object));
  }

  private Field[] references(Class<?> type) {
    WeakReference<Field[]> held = references.get(type);
    Field[] known = held == null ? null : held.get();
    if (known != null) return known;
    List<Field> found = new ArrayList<Field>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      try {
        for (Field field : c.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive() && field.getType() != String.class && opener.open(field, c)) found.add(field);
        }
      } catch (Throwable missing) {
        // A field's type is not on the class path.
      }
    }
    Field[] made = found.toArray(new Field[0]);
    references.put(type, new WeakReference<Field[]>(made));
    return made;
  }

  private void meet(Object object) {
    if (object == null || isPlain(object)) return;
    Class<?> type = object.getClass();
    int bit = (System.identityHashCode(object) * 0x9e3779b1) >>> 32 - BITS;
    if ((seen[bit >> 6] & 1L << bit) != 0) return;
    seen[bit >> 6] |= 1L << bit;
    visited++;
    List<WeakReference<Object>> kept = wanted.get(type);
    if (kept != null && kept.size() < mostOfEach) kept.add(new WeakReference<Object>(object));
    int[] count = counts.get(type);
    if (count == null) counts.put(type, count = new int[1]);
    if (count[0]++ < (classes.isApp(type) ? MAX_OF_APP_CLASS : MAX_OF_A_CLASS) && queue.size() < MAX_WAITING) queue.add(object);
  }

  private static final Set<String> DULL = new HashSet<String>(Arrays.asList("java.lang.reflect", "java.lang.invoke", "java.lang.module", "java.security", "java.text", "java.time", "java.math", "java.util.regex", "java.util.jar", "java.util.zip", "java.nio.charset"));

  /** Holds nothing of the application's, or must not be followed. */
  private boolean isPlain(Object object) {
    if (object instanceof String || object instanceof Number && AppClasses.isJdk(object.getClass()) && !object.getClass().getName().startsWith("java.util.concurrent.") || object instanceof Boolean || object instanceof Character) return true;
    if (object instanceof Class || object instanceof ClassLoader || object instanceof Reference || object instanceof Enum) return true;
    Class<?> type = object.getClass();
    if (type.isArray()) return type.getComponentType().isPrimitive();
    String name = type.getName();
    if (name.startsWith("jdk.internal.") || name.startsWith("sun.security.") || name.startsWith("sun.reflect.") || isOurs(type)) return true;
    int dot = name.lastIndexOf('.');
    return dot > 0 && DULL.contains(name.substring(0, dot)) || name.startsWith("java.lang.Module");
  }
}
