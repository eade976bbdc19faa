package dev.substrate.core;

import java.io.DataInputStream;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * What a method's parameters are called: from the method itself where it was compiled with `-parameters`, else from the local variable
 * table of its class file, else from their types.
 */
final class ParameterNames {
  private static final int MAX_CLASS_FILE = 1 << 20;

  private ParameterNames() {}

  static String[] of(Method method) {
    Class<?>[] types = method.getParameterTypes();
    String[] names = new String[types.length];
    if (types.length == 0) return names;
    Parameter[] parameters = method.getParameters();
    if (parameters[0].isNamePresent()) {
      for (int i = 0; i < names.length; i++) names[i] = parameters[i].getName();
    } else {
      try {
        names = fromClassFile(method, types);
      } catch (Throwable unreadable) {
        names = new String[types.length];
      }
    }
    Type[] generic = method.getGenericParameterTypes();
    Set<String> taken = new HashSet<String>(Arrays.asList(names));
    for (int i = 0; i < names.length; i++) {
      if (names[i] != null) continue;
      String base = fromType(generic.length == types.length ? generic[i] : types[i], types[i]);
      String name = base;
      for (int n = 2; !taken.add(name); n++) name = base + n;
      names[i] = name;
    }
    return names;
  }

  /** What a variable of a method is called at a place in its code; null where nothing tells. */
  static String local(Class<?> owner, String method, String descriptor, int slot, int at) {
    try {
      DataInputStream in = open(owner);
      if (in == null) return null;
      String[] names = new String[1];
      try {
        read(in, method, descriptor, new int[] {slot}, at, names);
      } finally {
        in.close();
      }
      return names[0];
    } catch (Throwable unreadable) {
      return null;
    }
  }

  /** By the convention of all collections a type variable K is a key's and V a value's. */
  private static String fromType(Type generic, Class<?> type) {
    if (generic instanceof TypeVariable && ((TypeVariable<?>) generic).getName().equals("K")) return "key";
    if (type == String.class) return "text";
    if (type == boolean.class || type == Boolean.class) return "flag";
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) return "number";
    String simple = ClassNames.simple(type).replace("[]", "s");
    if (AppClasses.isJdk(type) && !type.isEnum()) return "value";
    return Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
  }

  private static String[] fromClassFile(Method method, Class<?>[] types) throws Exception {
    Class<?> owner = method.getDeclaringClass();
    String[] names = new String[types.length];
    DataInputStream in = open(owner);
    if (in == null) return names;
    try {
      read(in, method.getName(), MethodActions.descriptor(method), slots(method, types), 0, names);
    } finally {
      in.close();
    }
    return names;
  }

  private static DataInputStream open(Class<?> owner) throws Exception {
    ClassLoader loader = owner.getClassLoader();
    if (!(loader instanceof java.net.URLClassLoader) && loader != ClassLoader.getSystemClassLoader()) return null;
    InputStream stream = loader.getResourceAsStream(owner.getName().replace('.', '/') + ".class");
    return stream == null || stream.available() > MAX_CLASS_FILE ? null : new DataInputStream(new java.io.BufferedInputStream(stream));
  }

  /** The local variable slot of each parameter: long and double take two. */
  private static int[] slots(Method method, Class<?>[] types) {
    int[] slots = new int[types.length];
    int next = Modifier.isStatic(method.getModifiers()) ? 0 : 1;
    for (int i = 0; i < types.length; i++) {
      slots[i] = next;
      next += types[i] == long.class || types[i] == double.class ? 2 : 1;
    }
    return slots;
  }

  private static void read(DataInputStream in, String wantedName, String wantedDescriptor, int[] slots, int at, String[] names) throws Exception {
    in.readInt();
    in.readInt();
    String[] strings = constants(in);
    in.skipBytes(6);
    in.skipBytes(2 * in.readUnsignedShort());
    members(in, strings, null, null, null, 0, null);
    members(in, strings, wantedName, wantedDescriptor, slots, at, names);
  }

  private static String[] constants(DataInputStream in) throws Exception {
    int count = in.readUnsignedShort();
    String[] strings = new String[count];
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      if (tag == 1) strings[i] = in.readUTF();
      else if (tag == 3 || tag == 4 || tag == 9 || tag == 10 || tag == 11 || tag == 12 || tag == 17 || tag == 18) in.readInt();
      else if (tag == 5 || tag == 6) {
        in.readLong();
        i++;
      } else if (tag == 15) in.skipBytes(3);
      else in.readUnsignedShort();
    }
    return strings;
  }

  private static void members(DataInputStream in, String[] strings, String name, String descriptor, int[] slots, int at, String[] names) throws Exception {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      in.readUnsignedShort();
      boolean wanted = strings[in.readUnsignedShort()].equals(name) & strings[in.readUnsignedShort()].equals(descriptor);
      attributes(in, strings, wanted ? slots : null, at, names);
    }
  }

  private static void attributes(DataInputStream in, String[] strings, int[] slots, int at, String[] names) throws Exception {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      String attribute = strings[in.readUnsignedShort()];
      int length = in.readInt();
      if (slots != null && attribute.equals("Code")) {
        in.readInt();
        skip(in, in.readInt());
        skip(in, 8 * in.readUnsignedShort());
        attributes(in, strings, slots, at, names);
      } else if (slots != null && attribute.equals("LocalVariableTable")) {
        variables(in, strings, slots, at, names);
      } else skip(in, length);
    }
  }

  private static void variables(DataInputStream in, String[] strings, int[] slots, int at, String[] names) throws Exception {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      int from = in.readUnsignedShort();
      int to = from + in.readUnsignedShort();
      String name = strings[in.readUnsignedShort()];
      in.readUnsignedShort();
      int slot = in.readUnsignedShort();
      for (int p = 0; p < slots.length; p++) if (from <= at && at < to && slots[p] == slot) names[p] = name;
    }
  }

  private static void skip(DataInputStream in, int length) throws Exception {
    while (length > 0) {
      int skipped = in.skipBytes(length);
      if (skipped <= 0) throw new java.io.EOFException();
      length -= skipped;
    }
  }
}
