package dev.substrate.core;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a language's runtime makes of lists, texts, tables, records and names of its own: known by how its classes are built, in whichever language. Of them only
 * what is told in another's stead is made here; none of their methods is called.
 */
final class Made {
  private static final int MOST = 2000;
  private static final int MOST_LOOKS = 400;
  private static final int DEEP = 4;

  enum Kind { NONE, PAIR, TEXT, ARRAY, TABLE, RECORD, CELL }

  private final Fields fields;
  private final Budget budget = new Budget(null, 0);
  private int looks;

  Made(Fields fields) {
    this.fields = fields;
  }

  Kind judge(Class<?> type) {
    Class<?> of = null;
    int references = 0;
    boolean alike = true;
    Class<?> array = null;
    boolean text = false;
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        Class<?> holds = field.getType();
        if (Modifier.isStatic(field.getModifiers()) || holds.isPrimitive()) continue;
        references++;
        alike &= of == null || of == holds;
        of = holds;
        text |= holds == char[].class || holds == StringBuffer.class || holds == StringBuilder.class;
        if (holds.isArray() && !holds.getComponentType().isPrimitive()) array = array == null ? holds.getComponentType() : void.class;
      }
    }
    if (isCell(type)) return Kind.CELL;
    // Of what it is one, and perhaps of the rest of the list.
    if (references == 2 && alike && isAbove(of, type)) return Kind.PAIR;
    if (references == 1 && text) return Kind.TEXT;
    if (references == 1 && array != null && !Storage.isLink(array)) return Kind.ARRAY;
    if (array == null || array == void.class) return Kind.NONE;
    return Storage.isLink(array) ? Kind.TABLE : Kind.RECORD;
  }

  /** A type that stands for any value of the language's, and no mere object. */
  private static boolean isAbove(Class<?> above, Class<?> type) {
    return above != type && above.isAssignableFrom(type) && (above != Object.class || type.getSuperclass() != null);
  }

  /** What knows its own name and holds a value, and is a value of the language's itself. */
  static boolean isCell(Class<?> type) {
    Field name = null;
    Field value = null;
    for (Class<?> c = type; c != null && c != Object.class && value == null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) continue;
        if (field.getName().equals("name")) name = field;
        if (field.getName().equals("value")) value = field;
      }
    }
    return name != null && value != null && value.getType() != Object.class && value.getType() != type && value.getType().isAssignableFrom(value.getDeclaringClass()) && value.getType() != value.getDeclaringClass();
  }

  Object open(Object object, Kind kind) throws IllegalAccessException {
    switch (kind) {
      case PAIR:
        return pairs(object);
      case TEXT:
        return text(object);
      case ARRAY:
        return array(object);
      case TABLE:
        return table(object);
      case RECORD:
        return record(object);
      case CELL:
        return word(object);
      default:
        return object;
    }
  }

  /** Names of a language's for nothing at all are nothing. */
  private Object word(Object cell) {
    Object name = named(cell);
    return name == null ? cell : "nil".equalsIgnoreCase(String.valueOf(name)) ? null : name;
  }

  private Object named(Object cell) {
    for (Fields.Slot slot : fields.of(cell.getClass())) {
      if (!slot.name.equals("name")) continue;
      try {
        return plain(Fields.read(slot, cell));
      } catch (IllegalAccessException closed) {
        return null;
      }
    }
    return null;
  }

  private Object plain(Object value) {
    if (value == null) return null;
    Object leaf = Leaf.of(value, budget);
    if (leaf == Leaf.NOT) leaf = Leaf.of(Shapes.unwrap(value, fields), budget);
    return leaf == Leaf.NOT ? null : leaf;
  }

  /** A list that goes on in the second part, to something that is no pair: nothing, or the last element. */
  private Object pairs(Object first) throws IllegalAccessException {
    Fields.Slot[] slots = fields.of(first.getClass());
    if (slots.length != 2) return first;
    List<Object> out = new ArrayList<Object>();
    Object at = first;
    for (; at != null && out.size() < MOST && at.getClass() == first.getClass(); at = Fields.read(slots[1], at)) out.add(Fields.read(slots[0], at));
    if (at != null && at.getClass() != first.getClass() && !isEnd(at)) out.add(at);
    return out;
  }

  /** What ends lists: nothing is in it, or it stands for itself. */
  private boolean isEnd(Object object) throws IllegalAccessException {
    Object behind = Shapes.unwrap(object, fields);
    return behind == null || behind == Shapes.NOTHING || behind == object && fields.of(object.getClass()).length == 0;
  }

  private Object text(Object object) throws IllegalAccessException {
    Object held = null;
    int length = -1;
    for (Fields.Slot slot : fields.of(object.getClass())) {
      Object value = Fields.read(slot, object);
      if (!slot.field.getType().isPrimitive()) held = value;
      else if (value instanceof Integer && isLength(slot.name)) length = (Integer) value;
    }
    if (!(held instanceof char[])) return held == null ? object : held.toString();
    char[] all = (char[]) held;
    return new String(all, 0, length < 0 || length > all.length ? all.length : length);
  }

  private Object array(Object object) throws IllegalAccessException {
    Object[] held = null;
    int length = -1;
    for (Fields.Slot slot : fields.of(object.getClass())) {
      Object value = Fields.read(slot, object);
      if (value instanceof Object[]) held = (Object[]) value;
      else if (value instanceof Integer && isLength(slot.name)) length = (Integer) value;
    }
    if (held == null) return object;
    List<Object> out = new ArrayList<Object>();
    for (int i = 0; i < Math.min(length < 0 ? held.length : length, Math.min(held.length, MOST)); i++) out.add(held[i]);
    return out;
  }

  private static boolean isLength(String name) {
    return Boxes.isSize(name) || name.equals("capacity");
  }

  /** From keys to values; what else it has says how it works. */
  private Object table(Object object) throws IllegalAccessException {
    for (Fields.Slot slot : fields.of(object.getClass())) {
      if (!slot.field.getType().isArray() || !Storage.isLink(slot.field.getType().getComponentType())) continue;
      Map<Object, Object> out = new LinkedHashMap<Object, Object>();
      Object[] bins = (Object[]) Fields.read(slot, object);
      Fields.Slot[] parts = bins == null ? null : fields.of(bins.getClass().getComponentType());
      int steps = 0;
      if (bins != null) for (Object bin : bins) {
        for (Object at = bin; at != null && steps++ < MOST; at = part(parts, at, "next")) {
          Object key = part(parts, at, "key", "name");
          Object word = plain(key);
          out.put(word == null ? key : word, part(parts, at, "value", "val"));
        }
      }
      return sorted(out);
    }
    return object;
  }

  /** What is hashed by identity has another order at the next start. */
  private static Object sorted(Map<Object, Object> map) {
    Map<Object, Object> out = new java.util.TreeMap<Object, Object>();
    for (Map.Entry<Object, Object> each : map.entrySet()) {
      if (!(each.getKey() instanceof String)) return map;
      out.put(each.getKey(), each.getValue());
    }
    return out;
  }

  private static Object part(Fields.Slot[] slots, Object object, String... names) throws IllegalAccessException {
    for (String name : names) for (Fields.Slot slot : slots) if (slot.name.equals(name)) return Fields.read(slot, object);
    return null;
  }

  /** Values side by side, whose names another object knows that stands beside them: a type, a layout. */
  private Object record(Object object) throws IllegalAccessException {
    Object[] values = null;
    for (Fields.Slot slot : fields.of(object.getClass())) {
      Object value = Fields.read(slot, object);
      if (value instanceof Object[]) values = (Object[]) value;
    }
    if (values == null || values.length == 0 || values.length > 200) return object;
    looks = 0;
    for (Fields.Slot slot : fields.of(object.getClass())) {
      Object beside = slot.field.getType().isPrimitive() ? null : Fields.read(slot, object);
      if (beside == null || beside == values || beside == object || !fields.isOfUnknownRuntime(beside.getClass()) && !beside.getClass().isArray()) continue;
      List<String> names = names(beside, values.length, DEEP);
      if (names == null) continue;
      Map<Object, Object> out = new LinkedHashMap<Object, Object>();
      for (int i = 0; i < values.length; i++) out.put(names.get(i), values[i]);
      return out;
    }
    return object;
  }

  /** As many names as there are values, each another: nearest first. */
  private List<String> names(Object object, int count, int levels) throws IllegalAccessException {
    List<Object> next = new ArrayList<Object>();
    next.add(object);
    for (int level = 0; level < levels; level++) {
      List<Object> now = next;
      next = new ArrayList<Object>();
      for (Object each : now) {
        if (looks++ > MOST_LOOKS) return null;
        List<String> found = listed(each, count);
        if (found != null) return found;
        if (each == null || each.getClass().isArray() || !fields.isOfUnknownRuntime(each.getClass()) || isCell(each.getClass())) continue;
        for (Fields.Slot slot : fields.of(each.getClass())) if (!slot.field.getType().isPrimitive()) next.add(Fields.read(slot, each));
      }
    }
    return null;
  }

  private List<String> listed(Object object, int count) throws IllegalAccessException {
    if (object == null) return null;
    Kind kind = fields.isOfUnknownRuntime(object.getClass()) ? judge(object.getClass()) : Kind.NONE;
    Object opened = kind == Kind.PAIR || kind == Kind.ARRAY ? open(object, kind) : object;
    Object[] all = opened instanceof Object[] ? (Object[]) opened : opened instanceof List && opened.getClass() == ArrayList.class ? ((List<?>) opened).toArray() : null;
    if (all == null || all.length != count) return null;
    Set<String> names = new LinkedHashSet<String>();
    for (Object each : all) {
      String name = nameOf(each);
      if (name == null || !names.add(name)) return null;
    }
    return new ArrayList<String>(names);
  }

  /** A text or a word of the language's; of what describes a place the first of its parts that is one. */
  private String nameOf(Object object) throws IllegalAccessException {
    if (object == null) return null;
    Object word = plain(object);
    if (word != null) return word instanceof String ? (String) word : null;
    Kind kind = fields.isOfUnknownRuntime(object.getClass()) ? judge(object.getClass()) : Kind.NONE;
    Object opened = kind == Kind.ARRAY || kind == Kind.PAIR || kind == Kind.RECORD ? kind == Kind.RECORD ? parts(object) : open(object, kind) : parts(object);
    if (!(opened instanceof List)) return null;
    boolean first = true;
    for (Object each : (List<?>) opened) {
      Object part = each == null || looks++ > MOST_LOOKS ? null : plain(each);
      // What comes first may say what kind of thing it is.
      if (part instanceof String && !(first && kind == Kind.ARRAY && ((List<?>) opened).size() > 2)) return (String) part;
      first = false;
    }
    return null;
  }

  private List<Object> parts(Object object) throws IllegalAccessException {
    List<Object> out = new ArrayList<Object>();
    if (!fields.isOfUnknownRuntime(object.getClass())) return out;
    for (Fields.Slot slot : fields.of(object.getClass())) {
      Object value = slot.field.getType().isPrimitive() ? null : Fields.read(slot, object);
      if (value instanceof Object[]) for (Object each : (Object[]) value) out.add(each);
      else out.add(value);
    }
    return out;
  }
}
