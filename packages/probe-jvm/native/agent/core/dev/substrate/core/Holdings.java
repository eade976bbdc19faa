package dev.substrate.core;

import java.util.List;
import java.util.Map;

/** Who holds whom among the objects of the application. */
final class Holdings {
  private static final int MAX_ELEMENTS = 200;

  private final Fields fields;
  private final Kinds kinds;
  private final Budget budget = new Budget(null, 0);

  Holdings(Kinds kinds, Fields fields) {
    this.fields = fields;
    this.kinds = kinds;
  }

  /** The objects right below one: its fields, the elements of its collections, through so many levels of collections and libraries. */
  void below(Object object, List<Object> into, int level) {
    Kinds.Kind kind = kinds.of(object);
    try {
      if (kind == Kinds.Kind.LIST) {
        for (Object element : Elements.of(object, MAX_ELEMENTS, new Node("", 'l'))) add(element, into, level);
      } else if (kind == Kinds.Kind.MAP) {
        int count = 0;
        for (Object element : ((Map<?, ?>) object).values()) if (count++ < MAX_ELEMENTS) add(element, into, level);
      } else if (kind == Kinds.Kind.OBJECT || kind == Kinds.Kind.FOREIGN) {
        for (Fields.Slot slot : fields.of(object.getClass())) if (!slot.field.getType().isPrimitive()) add(Fields.read(slot, object), into, level);
      }
    } catch (Throwable ignored) {
      // Whatever is not listed keeps its own place.
    }
  }

  private void add(Object object, List<Object> into, int level) {
    if (object == null || Leaf.of(object, budget) != Leaf.NOT) return;
    Object inner = Shapes.unwrap(object, fields);
    if (inner == Shapes.NOTHING || inner == null || Leaf.of(inner, budget) != Leaf.NOT) return;
    Kinds.Kind kind = kinds.of(inner);
    if (kind == Kinds.Kind.OBJECT) into.add(inner);
    else if ((kind == Kinds.Kind.LIST || kind == Kinds.Kind.MAP || kind == Kinds.Kind.FOREIGN) && level > 0) below(inner, into, level - 1);
  }
}
