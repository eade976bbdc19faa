package dev.substrate.core;

/** What the entries of maps go by. */
final class EntryNames {
  private static final int MAX_KEY_PARTS = 3;
  private static final int MAX_KEY = 80;

  private final Fields fields;
  private final Budget budget;
  private final Identities identities;

  EntryNames(Fields fields, Budget budget, Identities identities) {
    this.fields = fields;
    this.budget = budget;
    this.identities = identities;
  }

  /** Its key; where that says nothing, what its value is known by; else its place. */
  String of(Object[] pair, int index) {
    String key = keyName(pair[0]);
    if (key != null) return Secrets.holds(key) ? "#" + index : key;
    Object value = pair[1] == null ? null : Shapes.unwrap(pair[1], fields);
    Object identity = value == null || value == Shapes.NOTHING || Leaf.of(value, budget) != Leaf.NOT ? null : identities.of(value);
    return identity == null ? "#" + index : String.valueOf(identity);
  }

  private String keyName(Object given) {
    Object inner = given == null || given instanceof String || Leaf.of(given, budget) != Leaf.NOT ? given : Shapes.key(given, fields);
    Object key = inner == Shapes.NOTHING ? given : inner;
    Object leaf = key instanceof byte[] ? Bytes.text((byte[]) key, 0, ((byte[]) key).length, MAX_KEY) : Leaf.of(key, budget);
    if (leaf != Leaf.NOT && (leaf != null || key == null)) return String.valueOf(leaf);
    Object identity = key == null || key instanceof byte[] ? null : identities.of(key);
    return identity != null ? String.valueOf(identity) : key == null || key instanceof byte[] ? null : parts(key);
  }

  /** A key of few values is all of them: a point, a pair of codes. Of nothing but numbers that every start draws anew it is none. */
  private String parts(Object key) {
    StringBuilder out = new StringBuilder();
    int count = 0;
    boolean stays = false;
    try {
      for (Fields.Slot slot : fields.of(key.getClass())) {
        Object value = Fields.read(slot, key);
        Object leaf = Leaf.of(value, budget);
        if (leaf == Leaf.NOT || ++count > MAX_KEY_PARTS) return null;
        out.append(out.length() == 0 ? "" : ",").append(leaf);
        stays |= value != null && !Prints.isMadeAnew(value);
      }
    } catch (IllegalAccessException closed) {
      return null;
    }
    return !stays || out.length() > MAX_KEY ? null : out.toString();
  }
}
