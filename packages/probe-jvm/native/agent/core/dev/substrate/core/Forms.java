package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;

/**
 * The forms that something of the application's may take: a message is to open an account or to pay in, a shape is a circle or a square. Where a method takes one
 * that only an interface or an abstract class speaks for, it is offered once for each class of those that is nothing but what it says: a record, constants, a few values.
 */
final class Forms {
  private static final int MOST = 20;

  private final AppClasses classes;
  private final Map<Class<?>, Boolean> looked = new WeakHashMap<Class<?>, Boolean>();
  private final Map<String, WeakReference<Class<?>>> known = new TreeMap<String, WeakReference<Class<?>>>();
  private boolean grown;

  Forms(AppClasses classes) {
    this.classes = classes;
  }

  /** Takes up the classes that are new. */
  synchronized void scan(List<Class<?>> all) {
    for (Class<?> type : all) if (looked.put(type, Boolean.TRUE) == null && isForm(type)) {
      known.put(type.getName(), new WeakReference<Class<?>>(type));
      grown = true;
    }
  }

  /** Whether there are more than when it was asked last. */
  synchronized boolean haveGrown() {
    boolean more = grown;
    grown = false;
    return more;
  }

  /** One of several, that is nothing but what it says. */
  private boolean isForm(Class<?> type) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || !isOneOfSeveral(type)) return false;
    return type.isEnum() || Values.ofForm(type) != null;
  }

  private boolean isOneOfSeveral(Class<?> type) {
    for (Class<?> above = type; above != null; above = above.getSuperclass()) {
      if (above != type && isOpen(above)) return true;
      for (Class<?> each : above.getInterfaces()) if (isOpen(each)) return true;
    }
    return false;
  }

  private boolean isOpen(Class<?> type) {
    return (type.isInterface() || Modifier.isAbstract(type.getModifiers())) && !type.isAnnotation() && !type.isPrimitive() && !type.isArray() && classes.isApp(type);
  }

  /** Of a type that says itself who may be one, those as well that were not met yet. */
  synchronized List<Class<?>> of(Class<?> open) {
    List<Class<?>> out = new ArrayList<Class<?>>();
    if (!isOpen(open)) return out;
    for (Class<?> type : permitted(open)) if (isForm(type)) out.add(type);
    for (WeakReference<Class<?>> each : known.values()) {
      Class<?> type = each.get();
      if (type != null && open.isAssignableFrom(type) && !out.contains(type) && out.size() < MOST) out.add(type);
    }
    return out;
  }

  synchronized Class<?> named(String name, Class<?> open) throws Action.Refused {
    for (Class<?> type : of(open)) if (type.getName().equals(name)) return type;
    throw new Action.Refused("no_target", "The application has let go of " + name + ".");
  }

  private static Class<?>[] permitted(Class<?> open) {
    try {
      Object found = Class.class.getMethod("getPermittedSubclasses").invoke(open);
      return found == null ? new Class<?>[0] : (Class<?>[]) found;
    } catch (Throwable older) {
      return new Class<?>[0];
    }
  }
}
