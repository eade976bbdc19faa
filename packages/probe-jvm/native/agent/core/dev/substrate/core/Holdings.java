package dev.substrate.core;

import java.util.List;

/** Who holds whom among the objects of the application. */
final class Holdings {
  private static final int MAX_ELEMENTS = 200;

  private final Fields fields;
  private final Kinds kinds;
  private final Budget budget = new Budget(null, 0);
  private int looks;

  Holdings(Kinds kinds, Fields fields) {
    this.fields = fields;
    this.kinds = kinds;
  }

  /** The objects right below one: its fields, the elements of its collections, through so many levels of collections and libraries. Returns how many were looked at. */
  int below(Object object, List<Object> into, int level) {
    looks = 0;
    look(object, into, level);
    return looks;
  }

  private void look(Object object, List<Object> into, int level) {
    Kinds.Kind kind = kinds.of(object);
    try {
      if (kind == Kinds.Kind.LIST) {
        for (Object element : fields.elements.of(object, 0, MAX_ELEMENTS, new Node("", 'l'))) add(element, into, level);
      } else if (kind == Kinds.Kind.MAP) {
        for (Object[] pair : fields.elements.pairs(object, 0, MAX_ELEMENTS, new Node("", 'm'))) add(pair[1], into, level);
      } else if (kind == Kinds.Kind.OBJECT || kind == Kinds.Kind.FOREIGN) {
        for (Fields.Slot slot : fields.of(object.getClass())) if (!slot.field.getType().isPrimitive()) add(Fields.read(slot, object), into, level);
      }
    } catch (Throwable ignored) {
      // Whatever is not listed keeps its own place.
    }
  }

  private void add(Object object, List<Object> into, int level) {
    looks++;
    if (object == null || Leaf.of(object, budget) != Leaf.NOT) return;
    Object inner = Shapes.unwrap(object, fields);
    if (inner == Shapes.NOTHING || inner == null || Leaf.of(inner, budget) != Leaf.NOT) return;
    Kinds.Kind kind = kinds.of(inner);
    if (kind == Kinds.Kind.OBJECT) into.add(inner);
    else if ((kind == Kinds.Kind.LIST || kind == Kinds.Kind.MAP || kind == Kinds.Kind.FOREIGN) && level > 0) look(inner, into, level - 1);
  }
}
