package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A language that nobody knows here, as the classes of its runtime show it: functions take any number of values of one type and give one back, and values are made of
 * texts and numbers by classes that hold nothing else.
 */
final class UnknownLanguage extends Language {
  /** Takes code instead of values. */
  private static final Pattern OTHER = Pattern.compile(".*(Macro|Special|Syntax|Autoload).*");
  private static final int MOST_PARAMETERS = 20;

  private final AppClasses classes;
  private final Fields fields;
  private final WeakReference<Object> evaluator;
  private final Budget budget = new Budget(null, 0);

  UnknownLanguage(Object space, AppClasses classes, Fields fields, WeakReference<Object> evaluator) {
    super(space);
    this.classes = classes;
    this.fields = fields;
    this.evaluator = evaluator;
  }

  /** Whether lines can be given to it. */
  static boolean evaluates(Object object) {
    try {
      return object.getClass().getMethod("eval", String.class).getReturnType() != void.class;
    } catch (Throwable none) {
      return false;
    }
  }

  @Override
  boolean canEval() {
    return evaluator.get() != null;
  }

  @Override
  boolean canForget() {
    return false;
  }

  @Override
  Object eval(String code) throws Exception {
    Object target = evaluator.get();
    if (target == null) throw new IllegalStateException("Nobody runs lines any more.");
    return call(target, "eval", code);
  }

  @Override
  void set(String name, Object value) {
    throw new UnsupportedOperationException(name);
  }

  @Override
  void unset(String name) {
    throw new UnsupportedOperationException(name);
  }

  @Override
  boolean isSettable(Object held) {
    return false;
  }

  /** The public method that takes an array of values and gives one back; of several the one that has most forms, for one value, two and so on. */
  private static Method applies(Class<?> type) {
    Map<String, Integer> forms = new HashMap<String, Integer>();
    Method found = null;
    for (int round = 0; round < 2; round++) {
      for (Method method : type.getMethods()) {
        Class<?>[] takes = method.getParameterTypes();
        Class<?> value = method.getReturnType();
        // Values are of a type above the function's own.
        if (Modifier.isStatic(method.getModifiers()) || method.isBridge() || takes.length == 0 || value == Object.class || !value.isAssignableFrom(type)) continue;
        boolean each = true;
        for (Class<?> one : takes) each &= one == value;
        Integer before = forms.get(method.getName());
        if (round == 0 && each) forms.put(method.getName(), before == null ? 1 : before + 1);
        if (round == 0 || takes.length != 1 || !takes[0].isArray() || takes[0].getComponentType() != value) continue;
        if (found == null || count(forms, method) > count(forms, found)) found = method;
      }
    }
    return found;
  }

  private static int count(Map<String, Integer> forms, Method method) {
    Integer count = forms.get(method.getName());
    return count == null ? 0 : count;
  }

  @Override
  boolean isFunction(Object held) {
    // What words lie in has a value's methods, too.
    if (held == null || held.getClass() == space.getClass() || !fields.isOfUnknownRuntime(held.getClass()) || !Names.isCode(held.getClass())) return false;
    for (Class<?> c = held.getClass(); c != null; c = c.getSuperclass()) if (OTHER.matcher(ClassNames.simple(c)).matches()) return false;
    return applies(held.getClass()) != null;
  }

  /** A function, or what a word of the language's is given besides a value. */
  @Override
  Object function(Object held) throws Exception {
    if (held == null || isFunction(held)) return held;
    if (!Made.isCell(held.getClass())) return null;
    for (Class<?> c = held.getClass(); c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) continue;
        field.setAccessible(true);
        Object value = field.get(held);
        if (isFunction(value)) return value;
      }
    }
    return null;
  }

  @Override
  Object call(Object function, Object[] arguments) throws Exception {
    Method method = applies(function.getClass());
    Class<?> type = method.getParameterTypes()[0].getComponentType();
    Object all = Array.newInstance(type, arguments.length);
    for (int i = 0; i < arguments.length; i++) Array.set(all, i, value(arguments[i], type));
    method.setAccessible(true);
    try {
      return method.invoke(function, all);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception) throw (Exception) e.getCause();
      throw new IllegalStateException(String.valueOf(e.getCause()));
    }
  }

  /** What it takes: the first list of words that it has, itself or in what it is made of. */
  @Override
  String parameters(Object function, Elements elements) throws Exception {
    for (Fields.Slot slot : fields.of(function.getClass())) {
      if (slot.field.getType().isPrimitive()) continue;
      Object held = Fields.read(slot, function);
      Object opened = held == null ? null : Shapes.unwrap(held, fields);
      if (!(opened instanceof ArrayList) || ((List<?>) opened).isEmpty() || ((List<?>) opened).size() > MOST_PARAMETERS) continue;
      StringBuilder out = new StringBuilder();
      for (Object each : (List<?>) opened) {
        Object word = each == null || !Made.isCell(each.getClass()) ? null : Shapes.unwrap(each, fields);
        if (!(word instanceof String)) return null;
        out.append(out.length() > 0 ? ", " : "").append(((String) word).toLowerCase(java.util.Locale.ROOT));
      }
      return out.toString();
    }
    return null;
  }

  /** As the runtime makes its own values, and reads back as what was given. */
  private Object value(Object given, Class<?> type) throws Exception {
    if (type.isInstance(given)) return given;
    Object wanted = Leaf.of(given, budget);
    Made made = new Made(fields);
    // Several may be made of a text, a path or an error; a text holds signs.
    for (boolean signs : given instanceof String ? new boolean[] {true, false} : new boolean[] {false}) {
      Object found = value(given, type, wanted, signs ? made : null);
      if (found != null) return found;
    }
    throw new IllegalArgumentException("It is not known what the language makes of " + given + ".");
  }

  private Object value(Object given, Class<?> type, Object wanted, Made ofSigns) {
    for (Class<?> from : froms(given)) {
      for (Class<?> each : classes.loaded()) {
        // A word reads as a text, and is none.
        if (!fields.isOfUnknownRuntime(each) || !type.isAssignableFrom(each) || Modifier.isAbstract(each.getModifiers()) || Made.isCell(each) || !classes.isInitialized(each)) continue;
        if (ofSigns != null && ofSigns.judge(each) != Made.Kind.TEXT) continue;
        Object made = make(each, from, converted(given, from));
        Object opened = made == null ? null : Leaf.of(Shapes.unwrap(made, fields), budget);
        if (opened != null && (opened.equals(wanted) || opened instanceof Number && wanted instanceof Number && ((Number) opened).doubleValue() == ((Number) wanted).doubleValue())) return made;
      }
    }
    return null;
  }

  private static Class<?>[] froms(Object given) {
    if (given instanceof String) return new Class<?>[] {String.class};
    if (!(given instanceof Number)) return new Class<?>[0];
    double number = ((Number) given).doubleValue();
    if (number == Math.rint(number) && Math.abs(number) <= Integer.MAX_VALUE) return new Class<?>[] {int.class, long.class};
    return number == Math.rint(number) ? new Class<?>[] {long.class} : new Class<?>[] {double.class, float.class};
  }

  private static Object converted(Object given, Class<?> type) {
    if (type == String.class) return given;
    Number number = (Number) given;
    return type == int.class ? (Object) number.intValue() : type == long.class ? (Object) number.longValue() : type == double.class ? (Object) number.doubleValue() : (Object) number.floatValue();
  }

  /** By a constructor of just that, or by a method of the class's own that gives one back; null where it has neither. */
  private static Object make(Class<?> type, Class<?> from, Object given) {
    try {
      for (Method method : type.getDeclaredMethods()) {
        Class<?>[] takes = method.getParameterTypes();
        boolean makes = Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers()) && takes.length == 1 && takes[0] == from;
        if (!makes || !type.isAssignableFrom(method.getReturnType())) continue;
        method.setAccessible(true);
        return method.invoke(null, given);
      }
      Constructor<?> constructor = type.getConstructor(from);
      constructor.setAccessible(true);
      return constructor.newInstance(given);
    } catch (Throwable none) {
      return null;
    }
  }
}
