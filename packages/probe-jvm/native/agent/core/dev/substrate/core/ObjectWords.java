package dev.substrate.core;

/** What objects in cells and lists are, by their fields, where neither a renderer nor they themselves say it. */
final class ObjectWords implements SwingValues.Telling {
  private static final int MAX_FIELDS = 12;

  private final Fields fields;

  ObjectWords(Fields fields) {
    this.fields = fields;
  }

  @Override
  public String nameOf(Object value) {
    Object identity = new Identities(fields, new Budget(null, 1000)).of(value);
    return identity == null ? null : String.valueOf(identity);
  }

  @Override
  public Node fieldsOf(Object value, String name, Budget budget) {
    Node node = new Node(name, 'o');
    node.type = value.getClass().getName();
    for (Fields.Slot slot : fields.of(value.getClass())) {
      if (node.children != null && node.children.size() >= MAX_FIELDS) break;
      try {
        Object leaf = Leaf.of(Fields.read(slot, value), budget);
        if (leaf == Leaf.NOT || leaf == null || !budget.take()) continue;
        node.add(Node.value(slot.name, Secrets.value(slot.name, leaf) ? Secrets.REDACTED : leaf));
      } catch (Throwable unreadable) {
        // The others may say enough.
      }
    }
    return node.children == null ? null : node;
  }
}
