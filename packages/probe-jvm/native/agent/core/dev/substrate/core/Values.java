package dev.substrate.core;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Objects that are nothing but a few plain values: a key of a name and a group, a point, an amount with its currency. They are compared by what they hold, none of
 * it ever changes, and a constructor takes just that: one made anew is as good as the one that is there. Where a method takes such an object, its values are asked for.
 */
final class Values {
  private static final int MOST = 4;
  private static final int MOST_OF_RECORD = 8;

  private Values() {}

  /** The constructor that takes most; null where it is no such class. A record's is its own. */
  static Constructor<?> maker(Class<?> type) {
    try {
      if (AppClasses.isJdk(type)) return null;
      Constructor<?> canonical = Convert.canonical(type);
      if (canonical != null) return isTyped(canonical) ? canonical : null;
      if (!Modifier.isPublic(type.getModifiers()) || !isValue(type)) return null;
      return type.getMethod("equals", Object.class).getDeclaringClass() == Object.class || fields(type).size() > MOST ? null : most(type.getConstructors(), fields(type).size());
    } catch (Throwable missing) {
      return null;
    }
  }

  /** Of one of several forms that something may take, a message for one: it says what it says, whoever compares it. */
  static Constructor<?> ofForm(Class<?> type) {
    Constructor<?> known = maker(type);
    try {
      if (known != null || AppClasses.isJdk(type) || Convert.canonical(type) != null || !isValue(type)) return known;
      return most(type.getDeclaredConstructors(), fields(type).size());
    } catch (Throwable missing) {
      return null;
    }
  }

  /** Nothing but plain values, none of which ever changes. */
  static boolean isValue(Class<?> type) {
    int modifiers = type.getModifiers();
    if (type.isInterface() || type.isEnum() || type.isArray() || type.isPrimitive() || Modifier.isAbstract(modifiers)) return false;
    try {
      if (type.isMemberClass() && !Modifier.isStatic(modifiers)) return false;
      List<Field> held = fields(type);
      for (Field field : held) if (!Modifier.isFinal(field.getModifiers()) || !isPlain(field.getType())) return false;
      return !held.isEmpty();
    } catch (Throwable missing) {
      return false;
    }
  }

  private static Constructor<?> most(Constructor<?>[] all, int held) {
    Constructor<?> most = null;
    for (Constructor<?> each : all) {
      int count = each.getParameterTypes().length;
      if (each.isSynthetic() || Modifier.isPrivate(each.getModifiers()) || count == 0 || count > held || most != null && most.getParameterTypes().length >= count) continue;
      boolean plain = true;
      for (Class<?> taken : each.getParameterTypes()) plain &= isPlain(taken);
      if (plain) most = each;
    }
    return most;
  }

  private static boolean isTyped(Constructor<?> canonical) {
    java.lang.reflect.Type[] types = canonical.getGenericParameterTypes();
    for (java.lang.reflect.Type type : types) if (Convert.wireType(type, 1) == null) return false;
    return types.length <= MOST_OF_RECORD;
  }

  private static boolean isPlain(Class<?> type) {
    String wire = Convert.wireType(type, 0);
    return wire != null && !wire.equals("object") && !wire.equals("array");
  }

  /** Those above first. */
  private static List<Field> fields(Class<?> type) {
    List<Field> all = type.getSuperclass() == null || AppClasses.isJdk(type.getSuperclass()) ? new ArrayList<Field>() : fields(type.getSuperclass());
    for (Field field : type.getDeclaredFields()) if (!Modifier.isStatic(field.getModifiers())) all.add(field);
    return all;
  }

  /** What the values are called: as the fields that they go to, where those are of the same types in the same order; else as the class file says. */
  static String[] names(Constructor<?> maker) {
    Class<?>[] types = maker.getParameterTypes();
    List<Field> fields = fields(maker.getDeclaringClass());
    String[] names = new String[types.length];
    StringBuilder descriptor = new StringBuilder("(");
    for (Class<?> type : types) MethodActions.append(descriptor, type);
    Set<String> taken = new HashSet<String>();
    for (int i = 0, slot = 1; i < types.length; i++) {
      names[i] = ParameterNames.local(maker.getDeclaringClass(), "<init>", descriptor + ")V", slot, 0);
      if (names[i] == null) names[i] = fields.get(i).getType() == types[i] ? fields.get(i).getName() : "part" + (i + 1);
      if (!taken.add(names[i])) names[i] += i + 1;
      slot += types[i] == long.class || types[i] == double.class ? 2 : 1;
    }
    return names;
  }

  /** How many of them it can't do without: a shorter constructor takes the first of them. */
  static int required(Constructor<?> maker) {
    int least = maker.getParameterTypes().length;
    for (int i = least - 1; i > 0; i--) if (shorter(maker, i) != null) least = i;
    return least;
  }

  private static Constructor<?> shorter(Constructor<?> maker, int count) {
    try {
      return maker.getDeclaringClass().getDeclaredConstructor(java.util.Arrays.copyOf(maker.getParameterTypes(), count));
    } catch (NoSuchMethodException none) {
      return null;
    }
  }

  /** One of what was given under these names. */
  static Object make(Class<?> type, String[] names, Map<String, Object> given) throws Action.Refused {
    Constructor<?> maker = ofForm(type);
    if (maker == null) throw new Action.Refused("no_target", ClassNames.simple(type) + " can't be made any more.");
    int count = names.length;
    while (count > required(maker) && !given.containsKey(names[count - 1])) count--;
    Object[] arguments = new Object[count];
    for (int i = 0; i < count; i++) arguments[i] = Convert.to(Action.required(given, names[i]), maker.getGenericParameterTypes()[i], names[i]);
    try {
      Constructor<?> made = count == names.length ? maker : shorter(maker, count);
      made.setAccessible(true);
      return made.newInstance(arguments);
    } catch (java.lang.reflect.InvocationTargetException refused) {
      throw new Action.Refused("bad_parameter", "A " + ClassNames.simple(type) + " could not be made: " + refused.getCause());
    } catch (Throwable closed) {
      throw new Action.Refused("bad_parameter", "A " + ClassNames.simple(type) + " could not be made: " + closed);
    }
  }
}
