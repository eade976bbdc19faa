package dev.substrate.core;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Copies of collections while the application goes on changing them: bounded, and tried again when it interferes. */
final class Elements {
  private static final int ATTEMPTS = 4;
  private static final int MOST_SORTED = 5000;
  private static final int MOST_KNOWN = 500;

  private final Storage storage;
  private final Identities identities;
  private final Prints prints;
  private final Budget budget = new Budget(null, 0);

  Elements(Storage storage, Identities identities) {
    this.storage = storage;
    this.identities = identities;
    prints = identities.prints();
  }

  /** Whether it is known where objects of this class keep their elements. */
  boolean knows(Class<?> type) {
    return storage.of(type) != null;
  }

  boolean isMap(Class<?> type) {
    Storage.Way way = storage.of(type);
    return way != null && way.map;
  }

  /** Some elements of an array or collection, from one on; the node is told when there are more. */
  List<Object> of(Object object, int from, int max, Node node) {
    if (!object.getClass().isArray()) return values(isUnorderedSet(object) ? sorted(object, from, max, node, true) : read(object, from, max, node));
    int length = Array.getLength(object);
    List<Object> out = new ArrayList<Object>();
    for (int i = from; i < length && out.size() < max; i++) out.add(Array.get(object, i));
    if (length > out.size()) node.size = length;
    return out;
  }

  /** Some pairs of a map, from one on; the node is told when there are more. */
  List<Object[]> pairs(Object map, int from, int max, Node node) {
    if (!isUnorderedMap(map)) return read(map, from, max, node);
    List<Object[]> first = read(map, from, max, node);
    int size = size(map);
    if (size < 2) return first;
    // A key that hashes by identity may stand anywhere: among those that are told at one start, behind them at the next.
    boolean same = !isDrawn(map) && isSameEachTime(first) && (first.size() >= size || size > MOST_SORTED || isSameEachTime(map));
    return same ? first : sorted(map, from, max, node, false);
  }

  /** The elements of a list, or pairs of a map, as they stand: for who asks what is in it, and not where. */
  List<Object[]> any(Object object, int max) {
    if (!object.getClass().isArray()) return read(object, 0, max, new Node("", 'l'));
    List<Object[]> out = new ArrayList<Object[]>();
    for (int i = 0; i < Math.min(max, Array.getLength(object)); i++) out.add(new Object[] {null, Array.get(object, i)});
    return out;
  }

  /** Whether all of its keys are hashed by what they say. */
  private boolean isSameEachTime(Object map) {
    final boolean[] same = {true};
    try {
      storage.of(map.getClass()).each(map, new Storage.Take() {
        @Override
        public boolean offer(Object key, Object value) {
          return same[0] = isSaid(key);
        }
      });
    } catch (Exception changing) {
      return false;
    }
    return same[0];
  }

  private static boolean isUnorderedMap(Object map) {
    return map instanceof HashMap && !(map instanceof LinkedHashMap) || map instanceof ConcurrentHashMap || map instanceof Hashtable || isDrawn(map);
  }

  /** Where not even texts stand in the same order at every start: by identity, or by a number that the JVM draws. */
  private static boolean isDrawn(Object object) {
    return object instanceof IdentityHashMap || object.getClass().getName().startsWith("java.util.ImmutableCollections$");
  }

  private static boolean isUnorderedSet(Object object) {
    if (object instanceof HashSet) return !(object instanceof LinkedHashSet);
    String name = object.getClass().getName();
    return object instanceof Set && (isDrawn(object) || Storage.isOwnSet(object.getClass())) || UNORDERED.matcher(name).matches();
  }

  private static final Pattern UNORDERED = Pattern.compile("java\\.util\\.(Collections\\$SetFromMap|(Identity|Weak|concurrent\\.Concurrent)?HashMap\\$KeySet(View)?)");

  private static boolean isSameEachTime(List<Object[]> pairs) {
    for (Object[] pair : pairs) if (!isSaid(pair[0])) return false;
    return true;
  }

  /** Whether a key is hashed by what it says, and says the same at every start. */
  private static boolean isSaid(Object key) {
    return !Prints.isMadeAnew(key) && isHashedByWord(key);
  }

  private static boolean isHashedByWord(Object key) {
    return key instanceof String || key instanceof Number && AppClasses.isJdk(key.getClass()) || key instanceof Character || key instanceof UUID;
  }

  /** The first element or value, or null. */
  Object first(Object object) {
    List<Object[]> found = read(object, 0, 1, new Node("", 'l'));
    return found.isEmpty() ? null : found.get(0)[1];
  }

  /** How many there are; -1 when nothing tells. */
  int size(Object object) {
    if (object.getClass().isArray()) return Array.getLength(object);
    Storage.Way way = storage.of(object.getClass());
    try {
      return way == null ? -1 : way.size(object);
    } catch (Exception e) {
      return -1;
    }
  }

  private static List<Object> values(List<Object[]> pairs) {
    List<Object> out = new ArrayList<Object>(pairs.size());
    for (Object[] pair : pairs) out.add(pair[1]);
    return out;
  }

  /** What is hashed has no order: it gets one, so that keys stay. Where it is very large, or many objects would have to be looked into, it is left as it is. */
  private List<Object[]> sorted(Object object, int from, int max, Node node, boolean set) {
    if (size(object) > MOST_SORTED) return read(object, from, max, node);
    List<Object[]> all = read(object, 0, MOST_SORTED, new Node("", 'l'));
    sort(all, set);
    List<Object[]> out = new ArrayList<Object[]>(all.subList(Math.min(from, all.size()), (int) Math.min((long) from + max, all.size())));
    if (all.size() > out.size()) node.size = all.size();
    return out;
  }

  private List<Object[]> read(Object object, int from, int max, Node node) {
    Storage.Way way = storage.of(object.getClass());
    if (way == null) throw new IllegalStateException("no collection that is known: " + object.getClass().getName());
    try {
      for (int attempt = 0; ; attempt++) {
        int changes = way.changes(object);
        Window window = new Window(from, max);
        way.each(object, window);
        int size = way.size(object);
        boolean still = changes == way.changes(object);
        // Half of a table that is being moved to a larger one is no reading.
        boolean whole = window.full || size < 0 || window.seen == size;
        if (still && (whole || attempt + 1 == ATTEMPTS)) {
          if (size < 0) size = window.full ? -1 : window.seen;
          if (size > window.pairs.size()) node.size = size;
          return window.pairs;
        }
        if (attempt + 1 == ATTEMPTS) throw new ConcurrentModificationException();
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Window implements Storage.Take {
    final List<Object[]> pairs = new ArrayList<Object[]>();
    private final int from;
    private final int max;
    int seen;
    boolean full;

    Window(int from, int max) {
      this.from = from;
      this.max = max;
    }

    @Override
    public boolean offer(Object key, Object value) {
      if (pairs.size() >= max) {
        full = true;
        return false;
      }
      if (seen++ >= from) pairs.add(new Object[] {key, value});
      return true;
    }
  }

  /** One of those that are sorted, and what it goes by, which may change in the meantime: numbers by their size, others by what they say or are known by. */
  private static final class Rank implements Comparable<Rank> {
    final Object[] pair;
    final double number;
    final String name;
    String print = "";

    Rank(Object[] pair, double number, String name) {
      this.pair = pair;
      this.number = number;
      this.name = name;
    }

    @Override
    public int compareTo(Rank other) {
      int order = Double.compare(number, other.number);
      if (order == 0) order = name.compareTo(other.name);
      return order != 0 ? order : print.compareTo(other.print);
    }
  }

  private void sort(List<Object[]> pairs, boolean set) {
    List<Rank> ranks = new ArrayList<Rank>(pairs.size());
    for (Object[] pair : pairs) {
      Object by = set ? pair[1] : pair[0];
      if (pairs.size() > MOST_KNOWN && (Leaf.of(by, budget) == Leaf.NOT || !set && Prints.isMadeAnew(by))) return;
      ranks.add(rank(pair, by, set));
    }
    Collections.sort(ranks);
    if (tellApart(ranks, set)) Collections.sort(ranks);
    pairs.clear();
    for (Rank rank : ranks) pairs.add(rank.pair);
  }

  private Rank rank(Object[] pair, Object by, boolean set) {
    Object leaf = Leaf.of(by, budget);
    // The next start has other keys: those go by what they stand for.
    if (!set && Prints.isMadeAnew(by)) return new Rank(pair, Double.POSITIVE_INFINITY, "");
    if (leaf instanceof Number) return new Rank(pair, ((Number) leaf).doubleValue(), "");
    if (by instanceof Enum) return new Rank(pair, ((Enum<?>) by).ordinal(), (String) leaf);
    Object identity = leaf == Leaf.NOT ? identities.of(by) : null;
    return new Rank(pair, Double.POSITIVE_INFINITY, leaf == Leaf.NOT ? by.getClass().getName() + " " + (Prints.isMadeAnew(identity) ? "" : identity) : String.valueOf(leaf));
  }

  /** Those that go by the same go by what they hold. */
  private boolean tellApart(List<Rank> ranks, boolean set) {
    boolean alike = false;
    for (int i = 1; i < ranks.size(); i++) {
      Rank before = ranks.get(i - 1);
      Rank rank = ranks.get(i);
      if (rank.number != before.number || !rank.name.equals(before.name)) continue;
      alike = true;
      for (Rank each : new Rank[] {before, rank}) if (each.print.isEmpty()) each.print = set ? prints.of(each.pair[1]) : prints.of(each.pair[0]) + prints.of(each.pair[1]);
    }
    return alike;
  }
}
