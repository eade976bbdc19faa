package dev.substrate.core;

import java.lang.ref.Reference;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wrappers that stand for what they hold: optionals, atomics, lazies, observable properties, and the collections of Kotlin and Scala. */
final class Shapes {
  static final Object NOTHING = new Object();
  private static final int MAX = 2000;

  private Shapes() {}

  /** What the object stands for; the object itself when it stands for itself; NOTHING when it is not worth a node. */
  static Object unwrap(Object object, Fields fields) {
    if (object instanceof Optional) return ((Optional<?>) object).orElse(null);
    if (object instanceof OptionalInt) return ((OptionalInt) object).isPresent() ? ((OptionalInt) object).getAsInt() : null;
    if (object instanceof OptionalLong) return ((OptionalLong) object).isPresent() ? ((OptionalLong) object).getAsLong() : null;
    if (object instanceof OptionalDouble) return ((OptionalDouble) object).isPresent() ? ((OptionalDouble) object).getAsDouble() : null;
    if (object instanceof AtomicReference) return ((AtomicReference<?>) object).get();
    if (object instanceof AtomicIntegerArray) return NOTHING;
    if (object instanceof AtomicReferenceArray) return fields.hidden(object, "array");
    if (object instanceof Reference || object instanceof Future && AppClasses.isJdk(object.getClass())) return NOTHING;
    String name = object.getClass().getName();
    if (name.startsWith("java.util.Collections$")) return behind(object, name, fields);
    if (object.getClass().getClassLoader() == null) return object;
    if (name.startsWith("com.sun.javafx.collections.") || name.startsWith("javafx.collections.transformation.")) return observable(object, name, fields);
    if (name.startsWith("io.netty.buffer.") || name.startsWith("okio.")) return bytes(object, fields);
    if (name.startsWith("scala.")) return scala(object, name, fields);
    if (name.startsWith("kotlin.") || name.startsWith("kotlinx.")) return kotlin(object, name, fields);
    if (name.startsWith("javafx.beans.property.Simple") || name.startsWith("javafx.beans.property.ReadOnly")) return field(object, "value", fields, object);
    if (name.startsWith("clojure.lang.")) return clojure(object, name, fields);
    if (AppClasses.isJdk(object.getClass())) return object;
    try {
      Object inner = fields.boxes.open(object);
      return inner == object ? object : within(inner, fields);
    } catch (IllegalAccessException closed) {
      return object;
    }
  }

  /** Boxes may stand in boxes. */
  private static Object within(Object inner, Fields fields) {
    return inner == null || AppClasses.isJdk(inner.getClass()) && !(inner instanceof AtomicReference) ? inner : unwrap(inner, fields);
  }

  /** What an entry goes by whose key is this object: of a variable its name, whatever it holds just now. */
  static Object key(Object object, Fields fields) {
    return object.getClass().getName().equals("clojure.lang.Var") ? unwrap(field(object, "sym", fields, object), fields) : unwrap(object, fields);
  }

  private static Object clojure(Object object, String name, Fields fields) {
    String kind = name.substring("clojure.lang.".length());
    if (kind.equals("Keyword")) return within(field(object, "sym", fields, object), fields);
    if (kind.equals("Symbol")) {
      Object space = field(object, "ns", fields, null);
      Object own = field(object, "name", fields, null);
      return space == null ? own : space + "/" + own;
    }
    if (kind.equals("Var")) return held(field(object, "root", fields, null), fields);
    if (kind.equals("Atom") || kind.equals("Agent")) return held(field(object, "state", fields, null), fields);
    if (kind.equals("Volatile")) return held(field(object, "val", fields, null), fields);
    if (kind.equals("Ref")) {
      Object latest = field(object, "tvals", fields, null);
      return latest == null ? null : held(field(latest, "val", fields, null), fields);
    }
    // What is not computed yet stays so; code is no value.
    if (kind.equals("LazySeq") || kind.equals("Delay") || kind.startsWith("Var$Unbound") || kind.equals("MultiFn")) return NOTHING;
    return object;
  }

  private static Object held(Object inner, Fields fields) {
    Object behind = within(inner, fields);
    return behind instanceof Runnable && !(behind instanceof Map) && !(behind instanceof java.util.Collection) ? NOTHING : behind;
  }

  private static final Pattern WRAPPER = Pattern.compile("java\\.util\\.Collections\\$(Unmodifiable|Synchronized|Checked)(\\w*)");

  /** A wrapper around another collection, which may be the application's own: its methods would ask that one, some under a lock of the application's. */
  private static Object behind(Object object, String name, Fields fields) {
    Matcher wrapper = WRAPPER.matcher(name);
    if (!wrapper.matches()) return object;
    Object inner = fields.hidden(object, wrapper.group(2).endsWith("Map") ? "m" : "c");
    return inner == null ? object : unwrap(inner, fields);
  }

  /** Observable collections: what they watch over; sorted and filtered ones in the order that is seen. */
  private static Object observable(Object object, String name, Fields fields) {
    for (String field : new String[] {"backingList", "backingMap", "backingSet", "backing"}) {
      Object inner = field(object, field, fields, NOTHING);
      if (inner != NOTHING) return inner == null ? object : unwrap(inner, fields);
    }
    boolean sorted = name.endsWith(".SortedList");
    if (!sorted && !name.endsWith(".FilteredList")) return object;
    Object size = field(object, "size", fields, null);
    if (!(size instanceof Integer)) return object;
    List<Object> out = new ArrayList<Object>();
    if (sorted) {
      Object elements = field(object, "sorted", fields, null);
      for (int i = 0; elements instanceof Object[] && i < Math.min((Integer) size, MAX); i++) out.add(field(((Object[]) elements)[i], "e", fields, null));
      return out;
    }
    Object source = field(object, "source", fields, null);
    Object inner = source == null ? null : unwrap(source, fields);
    Object places = field(object, "filtered", fields, null);
    if (inner == null || !fields.elements.knows(inner.getClass()) || !(places instanceof int[])) return object;
    List<Object> all = fields.elements.of(inner, 0, MAX, new Node("", 'l'));
    for (int i = 0; i < (Integer) size; i++) if (((int[]) places)[i] < all.size()) out.add(all.get(((int[]) places)[i]));
    return out;
  }

  /** Buffers of libraries: the bytes that are written and not read yet. */
  private static Object bytes(Object object, Fields fields) {
    Object from = field(object, "readerIndex", fields, null);
    Object to = field(object, "writerIndex", fields, null);
    if (from instanceof Integer && to instanceof Integer) {
      Object held = field(object, "array", fields, null);
      Object base = 0;
      if (held == null) {
        held = field(object, "memory", fields, null);
        base = field(object, "offset", fields, 0);
      }
      int start = (Integer) from + (base instanceof Integer ? (Integer) base : 0);
      int end = (Integer) to + (base instanceof Integer ? (Integer) base : 0);
      if (held == null) held = field(object, "buffer", fields, null);
      if (held instanceof byte[] && start <= end && end <= ((byte[]) held).length) return java.nio.ByteBuffer.wrap((byte[]) held, start, end - start);
      if (held instanceof java.nio.ByteBuffer && start <= end && end <= ((java.nio.ByteBuffer) held).capacity()) {
        java.nio.ByteBuffer part = ((java.nio.ByteBuffer) held).duplicate();
        ((java.nio.Buffer) part).limit(end).position(start);
        return part;
      }
      return object;
    }
    Object data = field(object, "data", fields, null);
    if (data instanceof byte[]) return data;
    Object head = field(object, "head", fields, null);
    if (head == null) return object;
    Object part = field(head, "data", fields, null);
    Object at = field(head, "pos", fields, null);
    Object limit = field(head, "limit", fields, null);
    return part instanceof byte[] && at instanceof Integer && limit instanceof Integer ? java.nio.ByteBuffer.wrap((byte[]) part, (Integer) at, (Integer) limit - (Integer) at) : object;
  }

  private static Object kotlin(Object object, String name, Fields fields) {
    if (name.equals("kotlin.SynchronizedLazyImpl") || name.equals("kotlin.UnsafeLazyImpl") || name.equals("kotlin.SafePublicationLazyImpl")) {
      Object held = field(object, "_value", fields, NOTHING);
      return held != null && held.getClass().getName().equals("kotlin.UNINITIALIZED_VALUE") ? NOTHING : held;
    }
    if (name.equals("kotlin.InitializedLazyImpl")) return field(object, "value", fields, object);
    if (name.equals("kotlinx.coroutines.flow.StateFlowImpl")) return field(object, "_state", fields, object);
    if (name.startsWith("kotlinx.coroutines.")) return NOTHING;
    return object;
  }

  private static Object scala(Object object, String name, Fields fields) {
    if (name.equals("scala.None$")) return null;
    if (name.equals("scala.Some")) {
      Object value = field(object, "value", fields, NOTHING);
      return value == NOTHING ? field(object, "x", fields, object) : value;
    }
    // A lazy list computes its elements as it is walked.
    if (name.startsWith("scala.collection.") && isLazy(name)) return NOTHING;
    // A Java collection in Scala's clothes, or the other way round.
    if (name.startsWith("scala.collection.convert.")) {
      Object inner = field(object, "underlying", fields, NOTHING);
      return inner == NOTHING || inner == null ? object : unwrap(inner, fields);
    }
    if (STRICT.matcher(name).matches()) {
      Object asJava = isMap(object) ? pairs(object) : items(object);
      return asJava == null ? object : asJava;
    }
    return object;
  }

  /** Collections that hold their elements: walking them runs Scala's own code alone. */
  private static final Pattern STRICT = Pattern.compile("scala\\.collection\\.(immutable|mutable|concurrent)\\..*");

  private static boolean isMap(Object object) {
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
      for (Class<?> i : c.getInterfaces()) if (i.getName().equals("scala.collection.immutable.Map") || i.getName().equals("scala.collection.mutable.Map") || i.getName().equals("scala.collection.Map")) return true;
      if (c.getName().startsWith("scala.collection.") && ClassNames.simple(c).contains("Map")) return true;
    }
    return false;
  }

  private static boolean isLazy(String type) {
    return type.contains("Stream") || type.contains("LazyList") || type.contains("View") || type.contains("Iterator");
  }

  private static List<Object> items(Object object) {
    try {
      Object iterator = object.getClass().getMethod("iterator").invoke(object);
      java.lang.reflect.Method hasNext = iterator.getClass().getMethod("hasNext");
      java.lang.reflect.Method next = iterator.getClass().getMethod("next");
      hasNext.setAccessible(true);
      next.setAccessible(true);
      List<Object> out = new ArrayList<Object>();
      while (out.size() < MAX && (Boolean) hasNext.invoke(iterator)) out.add(next.invoke(iterator));
      return out;
    } catch (Throwable e) {
      return null;
    }
  }

  private static Map<Object, Object> pairs(Object object) {
    List<Object> items = items(object);
    if (items == null) return null;
    Map<Object, Object> out = new LinkedHashMap<Object, Object>();
    try {
      for (Object pair : items) {
        java.lang.reflect.Method first = pair.getClass().getMethod("_1");
        java.lang.reflect.Method second = pair.getClass().getMethod("_2");
        out.put(first.invoke(pair), second.invoke(pair));
      }
      return out;
    } catch (Throwable e) {
      return null;
    }
  }

  private static Object field(Object object, String name, Fields fields, Object otherwise) {
    for (Fields.Slot slot : fields.of(object.getClass())) {
      if (!slot.name.equals(name)) continue;
      try {
        return Fields.read(slot, object);
      } catch (Throwable e) {
        return otherwise;
      }
    }
    return otherwise;
  }
}
