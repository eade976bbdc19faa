package dev.substrate.core;

/** What objects are known by. */
final class Identities {
  private static final String[] NAMES = {"id", "key", "uuid", "name", "title", "code"};

  private final Fields fields;
  private final Budget budget;

  Identities(Fields fields, Budget budget) {
    this.fields = fields;
    this.budget = budget;
  }

  /** What tells those apart that have none. */
  Prints prints() {
    return fields.prints;
  }

  /** What tells an object from its like: the value of its id, key or name. */
  Object of(Object object) {
    if (object == null) return null;
    Fields.Slot[] slots = fields.of(object.getClass());
    for (String wanted : NAMES) {
      for (Fields.Slot slot : slots) {
        if (!slot.name.equals(wanted)) continue;
        try {
          Object value = Fields.read(slot, object);
          Object leaf = Leaf.of(value, budget);
          if (leaf == Leaf.NOT) leaf = Leaf.of(Shapes.unwrap(value, fields), budget);
          if (leaf != Leaf.NOT && leaf != null) return leaf;
        } catch (Throwable ignored) {
          // The next one may do.
        }
      }
    }
    return null;
  }

  /** Whether one of its texts or numbers is this one: what a person may call it by. What may not be told may not be found out either. */
  boolean holds(Object object, String text) {
    for (Fields.Slot slot : fields.of(object.getClass())) {
      try {
        Object leaf = Leaf.of(Fields.read(slot, object), budget);
        boolean says = leaf != Leaf.NOT && leaf != null && !(leaf instanceof Boolean) && text.equals(String.valueOf(leaf));
        if (says && !Secrets.cuts(Secrets.below(0, slot.name), leaf)) return true;
      } catch (Throwable ignored) {
        // The next one may do.
      }
    }
    return false;
  }
}
