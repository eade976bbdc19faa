package dev.substrate.core;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a library lets whoever holds one of its objects do with it: the methods that its public types declare, as the application's field knows them
 * (`put` of a `Cache<Integer, String>` takes a number and a text), as far as they take what can be typed and give what can be told. What only asks is left
 * out: the state is read already.
 */
final class LibraryMethods {
  /** A method and what it takes here. */
  static final class Form {
    final Method method;
    final Class<?>[] takes;

    Form(Method method, Class<?>[] takes) {
      this.method = method;
      this.takes = takes;
    }
  }

  private static final Class<?>[] NOTHING_HELD = {};
  private static final Pattern ASKS = Pattern.compile("(get|is|has|as|to|contains)([A-Z].*)?");

  private final AppClasses classes;
  private final Literals literals;

  LibraryMethods(AppClasses classes, Literals literals) {
    this.classes = classes;
    this.literals = literals;
  }

  boolean isLibrary(Class<?> type) {
    return !type.isPrimitive() && !type.isArray() && !type.isEnum() && !AppClasses.isJdk(type) && !classes.isApp(type);
  }

  /** Of an object that the library made and keeps: as far as the application's own code works with what it is. */
  List<Form> used(Class<?> type) {
    Map<String, Form> forms = new LinkedHashMap<String, Form>();
    Set<Class<?>> types = new LinkedHashSet<Class<?>>();
    above(type, new HashMap<TypeVariable<?>, Type>(), types);
    for (Class<?> each : types) {
      if (!isLibrary(each) || !literals.uses(each)) continue;
      for (Form form : of(each)) {
        String signature = signature(form.method);
        if (!forms.containsKey(signature)) forms.put(signature, form);
      }
    }
    return new ArrayList<Form>(forms.values());
  }

  /** Of a type as it was declared, with what it says of its type variables. */
  List<Form> of(Type declared) {
    return of(declared, false, NOTHING_HELD);
  }

  /** Of an object that nothing declares: what it publishes as an interface; where it publishes none, its class. A collection takes more of what it holds. */
  List<Form> ofClass(Class<?> type, Class<?>[] holds) {
    List<Form> published = of(type, true, holds);
    return published.isEmpty() ? of(type, false, holds) : published;
  }

  /** What the platform's collections are, whoever made them. */
  static boolean isCollection(Class<?> type) {
    return type.isInterface() && type.getName().startsWith("java.util.") && (Map.class.isAssignableFrom(type) || java.util.Collection.class.isAssignableFrom(type));
  }

  private List<Form> of(Type declared, boolean interfaces, Class<?>[] holds) {
    Map<TypeVariable<?>, Type> bound = new HashMap<TypeVariable<?>, Type>();
    Set<Class<?>> types = new LinkedHashSet<Class<?>>();
    above(declared, bound, types);
    Map<String, Form> forms = new LinkedHashMap<String, Form>();
    for (Class<?> type : types) {
      boolean collection = isCollection(type);
      if (!Modifier.isPublic(type.getModifiers()) || !isLibrary(type) && !Engine.isService(type) && !collection || interfaces && !type.isInterface()) continue;
      if (collection) for (int i = 0; i < holds.length && i < type.getTypeParameters().length; i++) if (!bound.containsKey(type.getTypeParameters()[i])) bound.put(type.getTypeParameters()[i], holds[i]);
      for (Method method : type.getDeclaredMethods()) {
        Class<?>[] takes = fits(method) && Engine.offers(method) ? takes(method, bound) : null;
        String signature = signature(method);
        if (takes != null && !forms.containsKey(signature)) forms.put(signature, new Form(method, takes));
      }
    }
    return new ArrayList<Form>(forms.values());
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }

  /** A type and all that it is, itself first, and what their type variables stand for. */
  private static void above(Type type, Map<TypeVariable<?>, Type> bound, Set<Class<?>> into) {
    Class<?> raw = Convert.raw(type);
    if (type instanceof ParameterizedType) {
      Type[] given = ((ParameterizedType) type).getActualTypeArguments();
      TypeVariable<?>[] variables = raw.getTypeParameters();
      for (int i = 0; i < given.length && i < variables.length; i++) {
        Type known = given[i] instanceof TypeVariable ? bound.get(given[i]) : given[i];
        if (known != null) bound.put(variables[i], known);
      }
    }
    if (!into.add(raw)) return;
    if (raw.getGenericSuperclass() != null) above(raw.getGenericSuperclass(), bound, into);
    for (Type each : raw.getGenericInterfaces()) above(each, bound, into);
  }

  static boolean asks(String name) {
    return ASKS.matcher(name).matches();
  }

  private static boolean fits(Method method) {
    int modifiers = method.getModifiers();
    String name = method.getName();
    if (!Modifier.isPublic(modifiers) || Modifier.isStatic(modifiers) || method.isSynthetic() || method.isBridge() || method.isAnnotationPresent(Deprecated.class)) return false;
    if (name.indexOf('$') >= 0 || name.startsWith("_") || MethodActions.NEVER.contains(name) || MethodActions.OF_FUNCTIONS.contains(name) || asks(name)) return false;
    Class<?> returns = method.getReturnType();
    if (returns == void.class) return true;
    return method.getParameterTypes().length > 0 && (isTyped(returns) || returns == Object.class || method.getGenericReturnType() instanceof TypeVariable);
  }

  /** Null where one of them is nothing that can be typed. Of collections an `Object` is what the type variable at its place stands for: `remove(Object key)`. */
  private static Class<?>[] takes(Method method, Map<TypeVariable<?>, Type> bound) {
    Type[] types = method.getGenericParameterTypes();
    TypeVariable<?>[] variables = method.getDeclaringClass().getTypeParameters();
    Class<?>[] takes = new Class<?>[types.length];
    for (int i = 0; i < types.length; i++) {
      Type place = types[i] == Object.class && i < variables.length ? variables[i] : types[i];
      Type type = place instanceof TypeVariable ? bound.get(place) : place;
      if (!(type instanceof Class) || type != Object.class && !isTyped((Class<?>) type) && Values.maker((Class<?>) type) == null) return null;
      takes[i] = (Class<?>) type;
    }
    return takes;
  }

  /** What does it in the object's class: an interface's class file has no names of parameters. */
  static Method behind(Method method, Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      try {
        Method own = c.getDeclaredMethod(method.getName(), method.getParameterTypes());
        if (!own.isBridge()) return own;
      } catch (Throwable above) {
        // Perhaps the superclass has it.
      }
    }
    return method;
  }

  /** What a method takes in a class that says what the type variables of those above it stand for. */
  static Type[] takes(Method method, Class<?> type) {
    Type[] types = method.getGenericParameterTypes().clone();
    Map<TypeVariable<?>, Type> bound = null;
    for (int i = 0; i < types.length; i++) {
      if (!(types[i] instanceof TypeVariable)) continue;
      if (bound == null) above(type, bound = new HashMap<TypeVariable<?>, Type>(), new LinkedHashSet<Class<?>>());
      Type known = bound.containsKey(types[i]) ? bound.get(types[i]) : ((TypeVariable<?>) types[i]).getBounds()[0];
      if (known != Object.class) types[i] = known;
    }
    return types;
  }

  private static boolean isTyped(Class<?> type) {
    String wire = Convert.wireType(type, 0);
    return wire != null && !wire.equals("object") && !wire.equals("array");
  }
}
