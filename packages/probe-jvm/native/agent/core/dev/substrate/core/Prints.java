package dev.substrate.core;

/**
 * What an object holds, as a number: its texts and numbers and those of its parts, how many elements its collections have. What a start makes anew, times and numbers drawn
 * at random, is left out, so that the next run of the program prints the same. A print is made once: what changes later moves nothing. It is kept by the hash of
 * the object's identity alone, which keeps none alive.
 */
final class Prints {
  private static final int MOST_READ = 80;
  private static final int MOST_TEXT = 200;
  private static final int LEVELS = 3;
  /** Greater ones are times, sums of hashes and the like. */
  private static final long GREATEST = 100000000L;
  private static final int MOST = 1 << 14;

  private final Fields fields;
  private final Budget budget = new Budget(null, 0);
  private int[] hashes = new int[1 << 8];
  private long[] prints = new long[1 << 8];
  private int count;
  private int left;
  private long print;

  Prints(Fields fields) {
    this.fields = fields;
  }

  synchronized long of(Object object) {
    int hash = object == null || leaf(object) != Leaf.NOT ? 0 : System.identityHashCode(object);
    int at = place(hash);
    if (hash != 0 && hashes[at] != 0) return prints[at];
    left = MOST_READ;
    print = 1469598103934665603L;
    print(object, LEVELS);
    if (hash == 0 || count >= MOST) return print;
    hashes[at] = hash;
    prints[at] = print;
    long made = print;
    if (++count * 2 >= hashes.length) widen();
    return made;
  }

  private void print(Object object, int levels) {
    Object leaf = leaf(object);
    if (leaf != Leaf.NOT) {
      say(String.valueOf(leaf));
      return;
    }
    say(object.getClass().getName());
    if (object.getClass().isArray() || fields.elements.knows(object.getClass())) say(String.valueOf(fields.elements.size(object)));
    if (levels == 0) return;
    for (Fields.Slot slot : fields.of(object.getClass())) {
      if (left-- <= 0) return;
      try {
        print(Fields.read(slot, object), levels - 1);
      } catch (Throwable unreadable) {
        say("?");
      }
    }
  }

  private void say(String text) {
    for (int i = 0; i < text.length() && i < MOST_TEXT; i++) print = (print ^ text.charAt(i)) * 1099511628211L;
    print = (print ^ '\n') * 1099511628211L;
  }

  private Object leaf(Object value) {
    Object leaf = Leaf.of(value, budget);
    boolean anew = leaf instanceof Number && Math.abs(((Number) leaf).doubleValue()) >= GREATEST || value instanceof java.util.UUID || value instanceof java.util.Date;
    return anew ? "" : leaf;
  }

  private void widen() {
    int[] before = hashes;
    long[] kept = prints;
    hashes = new int[2 * before.length];
    prints = new long[2 * before.length];
    for (int i = 0; i < before.length; i++) {
      if (before[i] == 0) continue;
      int at = place(before[i]);
      hashes[at] = before[i];
      prints[at] = kept[i];
    }
  }

  /** Where it stands, or where there is room for it. */
  private int place(int hash) {
    int at = hash & hashes.length - 1;
    while (hashes[at] != 0 && hashes[at] != hash) at = at + 1 & hashes.length - 1;
    return at;
  }
}
