package dev.substrate.core;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Makes fields and methods readable, through module walls where there are any (9 and later). Written for 8: modules by reflection. */
final class Opener {
  private final Instrumentation instrumentation;
  private final Set<String> opened = new HashSet<String>();

  Opener(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** False when it stays closed. */
  boolean open(AccessibleObject member, Class<?> owner) {
    try {
      // 9 to 16 would let us in, but print a warning: the JDK's own packages are opened first.
      if (AppClasses.isJdk(owner)) openPackage(owner);
    } catch (Throwable older) {
      // 8 has no modules.
    }
    try {
      member.setAccessible(true);
      return true;
    } catch (RuntimeException closed) {
      try {
        if (!openPackage(owner)) return false;
        member.setAccessible(true);
        return true;
      } catch (Throwable stillClosed) {
        return false;
      }
    } catch (Throwable other) {
      return false;
    }
  }

  synchronized boolean openPackage(Class<?> owner) throws Exception {
    String name = owner.getName();
    int dot = name.lastIndexOf('.');
    if (dot < 0) return false;
    String pack = name.substring(0, dot);
    Method getModule = Class.class.getMethod("getModule");
    Object theirs = getModule.invoke(owner);
    Object ours = getModule.invoke(Opener.class);
    if (!opened.add(System.identityHashCode(theirs) + pack)) return false;
    if (instrumentation == null) return NativeHeap.openModule(theirs, pack, ours);
    Class<?> module = Class.forName("java.lang.Module");
    Map<String, Set<?>> opens = new HashMap<String, Set<?>>();
    opens.put(pack, Collections.singleton(ours));
    Instrumentation.class
        .getMethod("redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class)
        .invoke(instrumentation, theirs, Collections.emptySet(), Collections.emptyMap(), opens, Collections.emptySet(), Collections.emptyMap());
    return true;
  }
}
