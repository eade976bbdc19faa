package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds again what an address names, beyond what captures tell of it, by the steps that a capture went: fields, keys, positions. */
final class Places {
  private static final int MOST_KEYS = 1000000;

  private final Fields fields;
  private final Kinds kinds;
  /** What the roots of the latest capture are of, by address: an object, or the class whose statics they tell. */
  private Map<String, WeakReference<Object>> roots = new HashMap<String, WeakReference<Object>>();

  Places(Fields fields, Kinds kinds) {
    this.fields = fields;
    this.kinds = kinds;
  }

  void remember(Map<String, Object> held) {
    Map<String, WeakReference<Object>> now = new HashMap<String, WeakReference<Object>>();
    for (Map.Entry<String, Object> each : held.entrySet()) now.put(each.getKey(), new WeakReference<Object>(each.getValue()));
    roots = now;
  }

  /** Null when nothing is known of such a root. */
  Object root(String address) {
    WeakReference<Object> held = roots.get(address);
    return held == null ? null : held.get();
  }

  /** Stands for a place that is not there; null is a value. */
  static final Object NOWHERE = new Object();

  /** What lies some steps below an object. */
  Object find(Object from, List<?> path, Reader reader) throws Exception {
    Object at = from;
    for (Object segment : path) {
      at = step(at, String.valueOf(segment), reader);
      if (at == NOWHERE) return NOWHERE;
    }
    return at;
  }

  private Object step(Object object, String segment, Reader reader) throws Exception {
    if (object instanceof Class) return ofStatics((Class<?>) object, segment);
    Object inner = object == null ? null : Shapes.unwrap(object, fields);
    if (inner == null || inner == Shapes.NOTHING) return NOWHERE;
    switch (kinds.of(inner)) {
      case LIST:
      case NUMBERS:
        List<Object> found = fields.elements.of(inner, position(segment), 1, new Node("", 'l'));
        return found.isEmpty() ? NOWHERE : found.get(0);
      case MAP:
        List<Object[]> pairs = fields.elements.pairs(inner, 0, MOST_KEYS, new Node("", 'm'));
        for (int i = 0; i < pairs.size(); i++) if (segment.equals(reader.entryName(pairs.get(i), i))) return pairs.get(i)[1];
        return NOWHERE;
      case OBJECT:
      case FOREIGN:
        return ofFields(inner, segment);
      default:
        return NOWHERE;
    }
  }

  private static int position(String segment) {
    try {
      return Math.max(0, Integer.parseInt(segment));
    } catch (NumberFormatException none) {
      return Integer.MAX_VALUE;
    }
  }

  private Object ofFields(Object object, String segment) throws Exception {
    Set<String> names = new HashSet<String>();
    for (Fields.Slot slot : fields.of(object.getClass())) {
      String told = names.add(slot.name) ? slot.name : Reader.longName(slot);
      if (told.equals(segment)) return Fields.read(slot, object);
    }
    return NOWHERE;
  }

  private Object ofStatics(Class<?> type, String segment) throws Exception {
    for (Fields.Slot slot : fields.statics(type)) if (Statics.told(slot).equals(segment)) return slot.field.get(null);
    return NOWHERE;
  }
}
