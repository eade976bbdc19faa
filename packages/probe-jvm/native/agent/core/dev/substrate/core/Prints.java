package dev.substrate.core;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What an object holds, in a word: its texts and numbers and those of its parts, how many elements its collections have; what never changes first, what is near before
 * what lies deep. What a start makes anew, times and numbers drawn at random, is left out, so that the next run of the program prints the same. A print is made once:
 * what changes later moves nothing. It is kept by the hash of the object's identity alone, which keeps none alive.
 */
final class Prints {
  private static final int MOST_READ = 80;
  private static final int MOST_TEXT = 24;
  private static final int LONGEST = 120;
  private static final int LEVELS = 3;
  /** Greater ones are times, sums of hashes and the like. */
  private static final long GREATEST = 100000000L;
  private static final int MOST = 1 << 12;
  private static final int MOST_DRAWN = 80;
  private static final List<String> MOMENTS = Arrays.asList("java.time.Instant", "java.time.LocalDateTime", "java.time.OffsetDateTime", "java.time.ZonedDateTime");

  private final Fields fields;
  private final Budget budget = new Budget(null, 0);
  private int[] hashes = new int[1 << 8];
  private String[] prints = new String[1 << 8];
  private int count;

  Prints(Fields fields) {
    this.fields = fields;
  }

  synchronized String of(Object object) {
    Object leaf = leaf(object);
    if (leaf != Leaf.NOT) return String.valueOf(leaf);
    int hash = System.identityHashCode(object);
    int at = place(hash);
    if (prints[at] != null) return prints[at];
    String print = print(object);
    if (count >= MOST) return print;
    hashes[at] = hash;
    prints[at] = print;
    if (++count * 2 >= hashes.length) widen();
    return print;
  }

  private String print(Object object) {
    StringBuilder stays = new StringBuilder();
    StringBuilder changes = new StringBuilder();
    if (fields.elements.knows(object.getClass())) changes.append(fields.elements.size(object));
    List<Object> level = new ArrayList<Object>();
    level.add(object);
    int read = 0;
    for (int depth = 0; depth < LEVELS && stays.length() < LONGEST; depth++) {
      List<Object> below = new ArrayList<Object>();
      for (Object each : level) {
        for (Fields.Slot slot : fields.of(each.getClass())) {
          if (++read > MOST_READ) break;
          say(slot, each, Modifier.isFinal(slot.field.getModifiers()) ? stays : changes, below);
        }
      }
      level = below;
    }
    return stays.append(changes, 0, Math.min(changes.length(), LONGEST)).toString();
  }

  private void say(Fields.Slot slot, Object object, StringBuilder out, List<Object> below) {
    try {
      Object value = Fields.read(slot, object);
      Object leaf = leaf(value);
      String text = "";
      if (leaf != Leaf.NOT) text = String.valueOf(leaf);
      else if (value.getClass().isArray() || fields.elements.knows(value.getClass())) text = String.valueOf(fields.elements.size(value));
      else below.add(value);
      out.append(' ').append(text, 0, Math.min(text.length(), MOST_TEXT));
    } catch (Throwable unreadable) {
      out.append('?');
    }
  }

  private Object leaf(Object value) {
    Object leaf = Leaf.of(value, budget);
    return isMadeAnew(value) ? "" : leaf;
  }

  private static final Pattern DRAWN = Pattern.compile("(?i)(.*[^0-9a-z])?([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{16,}|\\d{9,})");

  /** Whether every start has another: a moment, or what is drawn at random. */
  static boolean isMadeAnew(Object value) {
    if (value instanceof Number) return Math.abs(((Number) value).doubleValue()) >= GREATEST;
    if (value instanceof String) return ((String) value).length() <= MOST_DRAWN && endsDrawn((String) value) && DRAWN.matcher((String) value).matches();
    return value instanceof java.util.UUID || value instanceof java.util.Date || value != null && MOMENTS.contains(value.getClass().getName());
  }

  /** Whatever is drawn ends so, and hardly anything else does: it is asked of every key of every map. */
  private static boolean endsDrawn(String text) {
    int at = text.length();
    while (at > 0 && text.length() - at < 9 && Character.digit(text.charAt(at - 1), 16) >= 0) at--;
    return text.length() - at == 9;
  }

  private void widen() {
    int[] before = hashes;
    String[] kept = prints;
    hashes = new int[2 * before.length];
    prints = new String[2 * before.length];
    for (int i = 0; i < before.length; i++) {
      if (kept[i] == null) continue;
      int at = place(before[i]);
      hashes[at] = before[i];
      prints[at] = kept[i];
    }
  }

  /** Where it stands, or where there is room for it. */
  private int place(int hash) {
    int at = hash & hashes.length - 1;
    while (prints[at] != null && hashes[at] != hash) at = at + 1 & hashes.length - 1;
    return at;
  }
}
