package dev.substrate.core;

import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** JSON to the types that methods take. A value that does not fit is refused before anything runs, with what was expected. */
final class Convert {
  private Convert() {}

  static Class<?> raw(Type type) {
    if (type instanceof Class) return (Class<?>) type;
    if (type instanceof ParameterizedType) return (Class<?>) ((ParameterizedType) type).getRawType();
    if (type instanceof java.lang.reflect.GenericArrayType) return Array.newInstance(raw(((java.lang.reflect.GenericArrayType) type).getGenericComponentType()), 0).getClass();
    return Object.class;
  }

  private static Type argument(Type type, int index) {
    if (!(type instanceof ParameterizedType)) return Object.class;
    Type[] arguments = ((ParameterizedType) type).getActualTypeArguments();
    Type argument = index < arguments.length ? arguments[index] : Object.class;
    if (argument instanceof java.lang.reflect.WildcardType) argument = ((java.lang.reflect.WildcardType) argument).getUpperBounds()[0];
    return argument;
  }

  /** string, number, boolean, array or object; null when nothing in JSON could become it. */
  static String wireType(Type type, int depth) {
    Class<?> raw = raw(type);
    if (raw == boolean.class || raw == Boolean.class) return "boolean";
    if (raw.isPrimitive() && raw != char.class || Number.class.isAssignableFrom(raw) && raw.getName().startsWith("java.")) return isNumber(raw) ? "number" : null;
    if (raw == String.class || raw == CharSequence.class || raw == char.class || raw == Character.class || raw.isEnum() || raw == byte[].class || isText(raw)) return "string";
    if (raw == Object.class) return type == Object.class ? "object" : null;
    if (depth > 3) return null;
    if (raw == Optional.class) return wireType(argument(type, 0), depth + 1);
    if (raw.isArray()) return wireType(raw.getComponentType(), depth + 1) == null ? null : "array";
    if (raw == List.class || raw == Collection.class || raw == Iterable.class || raw == Set.class || raw == ArrayList.class) return wireType(argument(type, 0), depth + 1) == null ? null : "array";
    if (raw == Map.class) return wireType(argument(type, 1), depth + 1) == null ? null : "object";
    return isPlain(raw, depth) ? "object" : null;
  }

  private static boolean isNumber(Class<?> raw) {
    return raw == int.class || raw == long.class || raw == short.class || raw == byte.class || raw == double.class || raw == float.class || raw == Integer.class || raw == Long.class
        || raw == Short.class || raw == Byte.class || raw == Double.class || raw == Float.class || raw == BigDecimal.class || raw == BigInteger.class || raw == Number.class;
  }

  private static boolean isText(Class<?> raw) {
    return raw == UUID.class || raw == URI.class || raw == File.class || raw == java.nio.file.Path.class || raw == Date.class || raw == Locale.class
        || raw.getName().startsWith("java.time.") && parser(raw) != null || raw == java.time.ZoneId.class;
  }

  private static Method parser(Class<?> raw) {
    try {
      return raw.getMethod("parse", CharSequence.class);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /** An object that a map of its fields makes: a record, or a class with a constructor that takes nothing. */
  private static boolean isPlain(Class<?> raw, int depth) {
    if (AppClasses.isJdk(raw) || Packages.isLibrary(raw.getName()) || raw.isInterface() || Modifier.isAbstract(raw.getModifiers()) || raw.isMemberClass() && !Modifier.isStatic(raw.getModifiers())) return false;
    for (Class<?> c = raw; c != null; c = c.getSuperclass()) if (c.getName().equals("java.awt.Component") || c == Thread.class) return false;
    Constructor<?> canonical = canonical(raw);
    if (canonical != null) {
      for (Type type : canonical.getGenericParameterTypes()) if (wireType(type, depth + 1) == null) return false;
      return true;
    }
    try {
      raw.getConstructor();
      return true;
    } catch (Throwable e) {
      return false;
    }
  }

  /** A record's constructor; found without naming java.lang.Record, which 8 does not have. */
  static Constructor<?> canonical(Class<?> raw) {
    if (raw.getSuperclass() == null || !raw.getSuperclass().getName().equals("java.lang.Record")) return null;
    try {
      List<Class<?>> types = new ArrayList<Class<?>>();
      for (Field field : raw.getDeclaredFields()) if (!Modifier.isStatic(field.getModifiers())) types.add(field.getType());
      return raw.getDeclaredConstructor(types.toArray(new Class<?>[0]));
    } catch (Throwable e) {
      return null;
    }
  }

  static Object to(Object json, Type type, String name) throws Action.Refused {
    Class<?> raw = raw(type);
    if (json == null) {
      if (raw == Optional.class) return Optional.empty();
      if (raw.isPrimitive()) throw bad(name, raw, "null");
      return null;
    }
    if (raw == Object.class || raw == Number.class && json instanceof Number) return json instanceof Long && ((Long) json).intValue() == (Long) json ? (Object) ((Long) json).intValue() : json;
    if (raw == Optional.class) return Optional.ofNullable(to(json, argument(type, 0), name));
    if (raw == boolean.class || raw == Boolean.class) {
      if (json instanceof Boolean) return json;
      throw bad(name, raw, json);
    }
    if (isNumber(raw)) return number(json, raw, name);
    if (raw == String.class || raw == CharSequence.class) {
      if (json instanceof Map || json instanceof List) throw bad(name, raw, json);
      return plain(json);
    }
    if (raw == char.class || raw == Character.class) {
      if (!(json instanceof String) || ((String) json).length() != 1) throw bad(name, raw, json);
      return ((String) json).charAt(0);
    }
    if (raw.isEnum()) return constant(raw, json, name);
    if (json instanceof List) return sequence((List<?>) json, type, raw, name);
    if (json instanceof Map) return structure((Map<?, ?>) json, type, raw, name);
    return text(json, raw, name);
  }

  private static String plain(Object json) {
    return json instanceof Double ? Json.text(json) : json.toString();
  }

  private static Action.Refused bad(String name, Class<?> type, Object got) {
    return new Action.Refused("bad_parameter", "Parameter " + name + " takes " + Reader.typeName(type) + ", not " + (got instanceof String ? "\"" + got + "\"" : Json.text(got)) + ".");
  }

  private static Object number(Object json, Class<?> raw, String name) throws Action.Refused {
    BigDecimal value;
    try {
      if (json instanceof Number) value = new BigDecimal(json.toString());
      else if (json instanceof String) value = new BigDecimal(((String) json).trim());
      else throw bad(name, raw, json);
    } catch (NumberFormatException e) {
      throw bad(name, raw, json);
    }
    try {
      if (raw == int.class || raw == Integer.class) return value.intValueExact();
      if (raw == long.class || raw == Long.class) return value.longValueExact();
      if (raw == short.class || raw == Short.class) return value.shortValueExact();
      if (raw == byte.class || raw == Byte.class) return value.byteValueExact();
      if (raw == BigInteger.class) return value.toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw bad(name, raw, json);
    }
    if (raw == float.class || raw == Float.class) return value.floatValue();
    if (raw == BigDecimal.class) return value;
    return value.doubleValue();
  }

  static Object constant(Class<?> raw, Object json, String name) throws Action.Refused {
    StringBuilder all = new StringBuilder();
    for (Object constant : raw.getEnumConstants()) {
      String known = ((Enum<?>) constant).name();
      if (known.equals(json)) return constant;
      all.append(all.length() > 0 ? ", " : "").append(known);
    }
    for (Object constant : raw.getEnumConstants()) if (((Enum<?>) constant).name().equalsIgnoreCase(String.valueOf(json))) return constant;
    throw new Action.Refused("bad_parameter", "Parameter " + name + " takes one of " + all + ", not " + Json.text(json) + ".");
  }

  private static Object sequence(List<?> json, Type type, Class<?> raw, String name) throws Action.Refused {
    if (raw.isArray()) {
      Object array = Array.newInstance(raw.getComponentType(), json.size());
      for (int i = 0; i < json.size(); i++) Array.set(array, i, to(json.get(i), raw.getComponentType(), name + "[" + i + "]"));
      return array;
    }
    Collection<Object> out;
    if (raw == Set.class) out = new LinkedHashSet<Object>();
    else if (raw.isAssignableFrom(ArrayList.class)) out = new ArrayList<Object>();
    else throw bad(name, raw, json);
    for (int i = 0; i < json.size(); i++) out.add(to(json.get(i), argument(type, 0), name + "[" + i + "]"));
    return out;
  }

  private static Object structure(Map<?, ?> json, Type type, Class<?> raw, String name) throws Action.Refused {
    if (raw.isAssignableFrom(LinkedHashMap.class)) {
      Map<Object, Object> out = new LinkedHashMap<Object, Object>();
      for (Map.Entry<?, ?> entry : json.entrySet()) {
        out.put(to(entry.getKey(), argument(type, 0), name + " key"), to(entry.getValue(), argument(type, 1), name + "." + entry.getKey()));
      }
      return out;
    }
    if (!isPlain(raw, 0)) throw bad(name, raw, json);
    try {
      Constructor<?> canonical = canonical(raw);
      Set<String> used = new LinkedHashSet<String>();
      Object made;
      if (canonical != null) {
        List<Object> arguments = new ArrayList<Object>();
        for (Field field : raw.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers())) continue;
          used.add(field.getName());
          arguments.add(to(json.get(field.getName()), field.getGenericType(), name + "." + field.getName()));
        }
        canonical.setAccessible(true);
        made = canonical.newInstance(arguments.toArray());
      } else {
        made = raw.getConstructor().newInstance();
        for (Class<?> c = raw; c != null && !AppClasses.isJdk(c); c = c.getSuperclass()) {
          for (Field field : c.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || !json.containsKey(field.getName())) continue;
            used.add(field.getName());
            field.setAccessible(true);
            field.set(made, to(json.get(field.getName()), field.getGenericType(), name + "." + field.getName()));
          }
        }
      }
      for (Object key : json.keySet()) {
        if (!used.contains(key)) throw new Action.Refused("bad_parameter", "Parameter " + name + ": " + ClassNames.simple(raw) + " has no field " + key + ".");
      }
      return made;
    } catch (Action.Refused e) {
      throw e;
    } catch (Throwable e) {
      throw new Action.Refused("bad_parameter", "Parameter " + name + ": a " + raw.getName() + " could not be made: " + e);
    }
  }

  private static Object text(Object json, Class<?> raw, String name) throws Action.Refused {
    try {
      if (raw == Date.class && json instanceof Number) return new Date(((Number) json).longValue());
      if (json instanceof String) {
        String text = (String) json;
        if (raw == byte[].class) return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        if (raw == UUID.class) return UUID.fromString(text);
        if (raw == URI.class) return URI.create(text);
        if (raw == File.class) return new File(text);
        if (raw == java.nio.file.Path.class) return Paths.get(text);
        if (raw == Locale.class) return Locale.forLanguageTag(text);
        if (raw == java.time.ZoneId.class) return java.time.ZoneId.of(text);
        if (raw == Date.class) return Date.from(java.time.Instant.parse(text));
        if (raw.getName().startsWith("java.time.")) return parser(raw).invoke(null, text);
      }
    } catch (Throwable e) {
      throw bad(name, raw, json);
    }
    throw bad(name, raw, json);
  }
}
