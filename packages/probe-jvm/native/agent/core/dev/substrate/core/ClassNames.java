package dev.substrate.core;

import java.util.regex.Pattern;

/**
 * What classes are called, from their full names alone. The JDK's own ways (`getSimpleName`, `isAnonymousClass`) look at the classes around, and
 * throw where one is missing or was loaded by somebody else.
 */
final class ClassNames {
  private ClassNames() {}

  /** `Entry` of `java.util.Map$Entry`; nothing of a class without a name. */
  static String simple(Class<?> type) {
    if (type.isArray()) return simple(type.getComponentType()) + "[]";
    String name = type.getName();
    int end = name.length();
    while (end > 1 && name.charAt(end - 1) == '$') end--;
    int from = Math.max(name.lastIndexOf('.', end - 1), name.lastIndexOf('$', end - 1)) + 1;
    // A class inside a method has a number before its name.
    if (from > 0 && name.charAt(from - 1) == '$') while (from < end && Character.isDigit(name.charAt(from))) from++;
    return name.substring(from, end);
  }

  /** A number that a compiler made up is no name: `reify__1222`, `fn__7`. */
  private static final Pattern NUMBERED = Pattern.compile("[a-z]+__\\d+");

  static boolean isAnonymous(Class<?> type) {
    String simple = simple(type);
    return simple.isEmpty() || NUMBERED.matcher(simple).matches();
  }
}
