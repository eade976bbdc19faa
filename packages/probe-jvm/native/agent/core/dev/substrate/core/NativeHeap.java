package dev.substrate.core;

import java.io.File;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The JVMTI library: instances by class, class status, module walls. Everything works without it, with less found. */
final class NativeHeap {
  private static boolean ready;
  private static String missing = "the native library was not built for this system";

  private NativeHeap() {}

  /**
   * The library registers its methods on this class as it is loaded. A path can be loaded by one class loader only, and an earlier core's
   * may still wait to be collected: each core loads a copy of its own, which is deleted at once.
   */
  static synchronized void load(String library, Opener opener) {
    if (ready || !new File(library).exists()) return;
    String path = library + "." + Long.toHexString(System.nanoTime());
    try {
      Files.copy(Paths.get(library), Paths.get(path));
      bind(path, opener);
    } catch (Throwable e) {
      Throwable cause = e.getCause() != null ? e.getCause() : e;
      missing = "the native library could not be loaded: " + cause.getMessage();
    } finally {
      new File(path).delete();
    }
  }

  private static void bind(String path, Opener opener) throws Throwable {
    // System.load warns from 24 on; what it calls does not.
    try {
      Method load0 = Runtime.class.getDeclaredMethod("load0", Class.class, String.class);
      if (opener.open(load0, Runtime.class)) {
        load0.invoke(Runtime.getRuntime(), NativeHeap.class, path);
        ready = available();
        return;
      }
    } catch (NoSuchMethodException older) {
      // Not every version has it; those that warn do.
    }
    System.load(path);
    ready = available();
  }

  static boolean isReady() {
    return ready;
  }

  static String whyNot() {
    return missing;
  }

  /** What a running method holds in a variable, and where it was. */
  static final class Local {
    final Object object;
    final Class<?> owner;
    final String method;
    final String signature;
    final int slot;
    final int at;

    Local(Object object, Class<?> owner, String method, String signature, int slot, int at) {
      this.object = object;
      this.owner = owner;
      this.method = method;
      this.signature = signature;
      this.slot = slot;
      this.at = at;
    }
  }

  /**
   * Reachable instances of exactly these classes, not by weak references alone, at most max of each; stops the application for the length of the walk. With a limit it gives
   * up after so many milliseconds, and a null at the end says so. What nothing but the stack of a thread led to is put into `fleeting` as well.
   */
  static Object[] find(Class<?>[] classes, int max, int limitMs, List<Object> fleeting) {
    if (!ready || classes.length == 0) return new Object[0];
    List<Class<?>> weak = new ArrayList<Class<?>>();
    List<Class<?>> bare = new ArrayList<Class<?>>();
    for (Class<?> type : classes()) if (Reference.class.isAssignableFrom(type) && !SoftReference.class.isAssignableFrom(type)) (isBare(type) ? bare : weak).add(type);
    Object[] found = instances(classes, weak.toArray(new Class<?>[0]), bare.toArray(new Class<?>[0]), max, limitMs);
    if (found == null || found[0] == null || found[1] == null) return new Object[0];
    fleeting.addAll(Arrays.asList((Object[]) found[1]));
    return (Object[]) found[0];
  }

  /** Whether references of this class hold nothing, but for others of their kind. */
  private static boolean isBare(Class<?> reference) {
    try {
      for (Class<?> type = reference; type != Reference.class; type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive() && !Reference.class.isAssignableFrom(field.getType())) return false;
      }
      return true;
    } catch (LinkageError missing) {
      return false;
    }
  }

  /** What the methods of these threads hold: their stacks are looked at, the heap is not walked. */
  static List<Local> locals(Thread[] threads) {
    List<Local> out = new ArrayList<Local>();
    Object[] found = ready && threads.length > 0 ? variables(threads) : null;
    if (found == null) return out;
    Object[] held = (Object[]) found[0];
    Class<?>[] owners = (Class<?>[]) found[1];
    String[] names = (String[]) found[2];
    int[] places = (int[]) found[3];
    for (int i = 0; i < held.length; i++) {
      if (held[i] != null && owners[i] != null) out.add(new Local(held[i], owners[i], names[2 * i], names[2 * i + 1], places[2 * i], places[2 * i + 1]));
    }
    return out;
  }

  /** Whether giving up ends the pause: before 21 the JVM goes over the whole heap once more after a walk, however short. */
  static boolean canBeCut() {
    String version = System.getProperty("java.specification.version", "");
    return version.indexOf('.') < 0 && version.length() >= 2 && version.compareTo("21") >= 0;
  }

  static Class<?>[] classes() {
    return ready ? loadedClasses() : new Class<?>[0];
  }

  static boolean openModule(Object module, String pack, Object to) {
    return ready && addOpens(module, pack, to);
  }

  /** The entries of a class's constant pool, as in its class file; null where they cannot be had. */
  static byte[] constants(Class<?> type) {
    return ready ? constants0(type) : null;
  }

  /** What each thread that can run code of Java's has had of a processor, in nanoseconds; null where nobody tells. */
  static Map<Thread, Long> worked() {
    Object[] found = ready ? times() : null;
    if (found == null) return null;
    Map<Thread, Long> worked = new IdentityHashMap<Thread, Long>();
    for (int i = 0; i < ((Thread[]) found[0]).length; i++) worked.put(((Thread[]) found[0])[i], ((long[]) found[1])[i]);
    return worked;
  }

  private static native Object[] times();

  private static native byte[] constants0(Class<?> type);

  private static native boolean available();

  private static native Object[] instances(Class<?>[] classes, Class<?>[] weak, Class<?>[] bare, int max, int limitMs);

  private static native Object[] variables(Thread[] threads);

  private static native Class<?>[] loadedClasses();

  private static native boolean addOpens(Object module, String pack, Object to);

  /** Whether reading a static field of it would run its initialiser: answered without running it. */
  private static native boolean initialized(Class<?> type);

  static boolean isInitialized(Class<?> type) {
    return initialized(type);
  }
}
