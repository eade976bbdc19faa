package dev.substrate.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Who holds whom among the objects of the application. */
final class Holdings {
  private static final int MAX_ELEMENTS = 5000;
  /** A collection whose first elements are none of the application's holds none further on. */
  private static final int FIRST_ELEMENTS = 200;
  /** Who holds whom is worth so many looks, not more: past that, objects stand for themselves. */
  private static final int MAX_LOOKS = 400000;
  /** What one look may come to is known only afterwards: a class has room for some of its objects, however many classes there are. */
  private static final int LEAST_SHARE = 1000;
  /** Through so many collections in a row. */
  private static final int COLLECTIONS = 2;

  private final Fields fields;
  private final Kinds kinds;
  private final Evidence evidence;
  private final Budget budget = new Budget(null, 0);
  private int looks;
  /** What a collection came to that another object holds as well: a table that many share is gone through once. */
  private final Map<Object, Known> shared = new IdentityHashMap<Object, Known>();

  private static final class Known {
    final int level;
    final List<Object> found;

    Known(int level, List<Object> found) {
      this.level = level;
      this.found = found;
    }
  }

  Holdings(Kinds kinds, Fields fields, Evidence evidence) {
    this.evidence = evidence;
    this.fields = fields;
    this.kinds = kinds;
  }

  /** The application may change what it holds, and let go of it. */
  void forget() {
    shared.clear();
  }

  /** Who holds whom among some, in their order. Each class has its share, which no large one takes away; what is left over goes to those that needed more. */
  Map<Object, List<Object>> among(List<Object> order) {
    return among(order, MAX_LOOKS, LEAST_SHARE);
  }

  Map<Object, List<Object>> among(List<Object> order, int all, int least) {
    Map<Object, List<Object>> holds = new IdentityHashMap<Object, List<Object>>();
    Map<Class<?>, Integer> shares = new HashMap<Class<?>, Integer>();
    for (Object each : order) shares.put(each.getClass(), 0);
    int share = Budget.part(all / 2, least, shares.size());
    for (Object each : order) shares.put(each.getClass(), share);
    List<Object> late = new ArrayList<Object>();
    for (Object each : order) {
      int left = shares.get(each.getClass());
      if (left <= 0) {
        late.add(each);
        continue;
      }
      int looks = note(each, holds);
      all -= looks;
      shares.put(each.getClass(), left - looks);
    }
    for (Object each : late) if (all > 0) all -= note(each, holds);
    shared.clear();
    return holds;
  }

  static Map<Object, Boolean> held(Map<Object, List<Object>> holds) {
    Map<Object, Boolean> held = new IdentityHashMap<Object, Boolean>();
    for (Map.Entry<Object, List<Object>> entry : holds.entrySet()) {
      for (Object below : entry.getValue()) if (below != entry.getKey()) held.put(below, Boolean.TRUE);
    }
    return held;
  }

  /**
   * Those that lead to who keeps their like, and are not among these: closed connections, nodes that were cut off. They are here today and gone tomorrow: what they
   * lead to is not theirs, and they are told after all others.
   */
  Map<Object, Boolean> loose(List<Object> order, Map<Object, List<Object>> holds) {
    Map<Object, Boolean> held = held(holds);
    Map<Object, Boolean> loose = new IdentityHashMap<Object, Boolean>();
    for (Object object : order) {
      if (held.containsKey(object) || !holds.containsKey(object)) continue;
      for (Iterator<Object> each = holds.get(object).iterator(); each.hasNext(); ) {
        if (!keepsLike(each.next().getClass(), object.getClass())) continue;
        each.remove();
        loose.put(object, Boolean.TRUE);
      }
    }
    return loose;
  }

  /** A node of a tree is one of those that it keeps itself; what only promises something may be anybody. */
  private boolean keepsLike(Class<?> holder, Class<?> type) {
    for (Fields.Slot slot : fields.of(holder)) {
      Class<?> of = Worth.isSeveral(slot.field.getType()) ? Worth.elements(slot.field) : Object.class;
      if (!of.isInterface() && !AppClasses.isJdk(of) && !fields.isLibrary(of) && of.isAssignableFrom(type) && !of.isAssignableFrom(holder)) return true;
    }
    return false;
  }

  private int note(Object object, Map<Object, List<Object>> holds) {
    List<Object> below = new ArrayList<Object>();
    holds.put(object, below);
    return below(object, below);
  }

  /** The objects right below one, as a reading goes: its fields, the elements of its collections, what libraries hold for it. Returns how many were looked at. */
  int below(Object object, List<Object> into) {
    looks = 0;
    look(object, into, 0, 0);
    return looks;
  }

  private void look(Object object, List<Object> into, int foreign, int collections) {
    Kinds.Kind kind = kinds.of(object);
    try {
      if (kind == Kinds.Kind.LIST || kind == Kinds.Kind.MAP) {
        int level = foreign * (COLLECTIONS + 1) + collections;
        Known known = shared.get(object);
        if (known == null || known.level != level) shared.put(object, known = new Known(level, elements(object, kind, foreign, collections)));
        into.addAll(known.found);
      } else if (kind == Kinds.Kind.OBJECT || kind == Kinds.Kind.FOREIGN) {
        for (Fields.Slot slot : fields.of(object.getClass())) if (!slot.field.getType().isPrimitive()) add(Fields.read(slot, object), into, foreign, 0);
      }
    } catch (Throwable ignored) {
      // Whatever is not listed keeps its own place.
    }
  }

  private List<Object> elements(Object object, Kinds.Kind kind, int foreign, int collections) {
    List<Object> into = new ArrayList<Object>();
    int seen = 0;
    for (Object[] pair : fields.elements.any(object, MAX_ELEMENTS)) {
      add(pair[1], into, foreign, collections + 1);
      if (kind == Kinds.Kind.MAP && pair[0] != null && isName(pair[0], pair[1])) into.add(pair[0]);
      if (++seen > FIRST_ELEMENTS && into.isEmpty()) break;
    }
    return into;
  }

  /** Whether a key is there to be looked up alone: it is compared by what it holds, and stands for something that is not told. */
  private boolean isName(Object key, Object value) {
    Object shown = value instanceof Object[] && ((Object[]) value).length > 0 ? ((Object[]) value)[0] : value;
    if (shown == null || Leaf.of(shown, budget) != Leaf.NOT || kinds.of(shown) != Kinds.Kind.DROP) return false;
    for (Class<?> c = key.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
      try {
        c.getDeclaredMethod("hashCode");
        return true;
      } catch (Throwable above) {
        // Perhaps the superclass does.
      }
    }
    return false;
  }

  private void add(Object object, List<Object> into, int foreign, int collections) {
    looks++;
    if (object == null || Leaf.of(object, budget) != Leaf.NOT) return;
    Object inner = Shapes.unwrap(object, fields);
    if (inner == Shapes.NOTHING || inner == null || Leaf.of(inner, budget) != Leaf.NOT) return;
    Kinds.Kind kind = kinds.of(inner);
    // A collection of the application's own class may be among those that were found.
    if (kind == Kinds.Kind.OBJECT || kinds.isApp(inner)) into.add(inner);
    if ((kind == Kinds.Kind.LIST || kind == Kinds.Kind.MAP) && collections < COLLECTIONS) look(inner, into, foreign, collections);
    else if (kind == Kinds.Kind.FOREIGN && !Reader.isTooDeep(inner, foreign, collections > 0, evidence)) look(inner, into, foreign + 1, collections);
  }
}
