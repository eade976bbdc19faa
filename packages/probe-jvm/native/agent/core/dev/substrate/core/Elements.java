package dev.substrate.core;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Copies of collections while the application goes on changing them: bounded, and tried again when it interferes. */
final class Elements {
  private static final int ATTEMPTS = 4;
  private static final int MOST_SORTED = 5000;
  private static final int MOST_KNOWN = 500;

  private final Storage storage;
  private final Identities identities;

  Elements(Storage storage, Identities identities) {
    this.storage = storage;
    this.identities = identities;
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
    if (object instanceof HashSet && !(object instanceof LinkedHashSet)) return sorted(object, from, max, node);
    if (!object.getClass().isArray()) return values(read(object, from, max, node));
    int length = Array.getLength(object);
    List<Object> out = new ArrayList<Object>();
    for (int i = from; i < length && out.size() < max; i++) out.add(Array.get(object, i));
    if (length > out.size()) node.size = length;
    return out;
  }

  /** Some pairs of a map, from one on; the node is told when there are more. */
  List<Object[]> pairs(Object map, int from, int max, Node node) {
    if (!isHashed(map) || size(map) > MOST_SORTED) return read(map, from, max, node);
    List<Object[]> first = read(map, from, max, node);
    if (first.size() < 2 || !(first.get(0)[0] instanceof Class || first.get(0)[0] instanceof Enum)) return first;
    List<Object[]> all = read(map, 0, MOST_SORTED, new Node("", 'm'));
    Collections.sort(all, BY_KEY);
    return new ArrayList<Object[]>(all.subList(Math.min(from, all.size()), (int) Math.min((long) from + max, all.size())));
  }

  private static boolean isHashed(Object map) {
    return map instanceof HashMap && !(map instanceof LinkedHashMap) || map instanceof ConcurrentHashMap || map instanceof Hashtable;
  }

  /** By identity, as classes and the constants of an enumeration are hashed, the order is another at every start. */
  private static final Comparator<Object[]> BY_KEY = new Comparator<Object[]>() {
    @Override
    public int compare(Object[] a, Object[] b) {
      return nameOf(a[0]).compareTo(nameOf(b[0]));
    }

    private String nameOf(Object key) {
      return key instanceof Class ? ((Class<?>) key).getName() : key instanceof Enum ? ((Enum<?>) key).name() : "";
    }
  };

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

  /** A hash set has no order: its simple elements get one, so that keys stay. A very large one is left as it is. */
  private List<Object> sorted(Object set, int from, int max, Node node) {
    int size = size(set);
    if (size > MOST_SORTED) return values(read(set, from, max, node));
    List<Object> all = values(read(set, 0, MOST_SORTED, new Node("", 'l')));
    sort(all);
    List<Object> out = new ArrayList<Object>(all.subList(Math.min(from, all.size()), (int) Math.min((long) from + max, all.size())));
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

  /** Only what the JDK compares; and what is hashed by identity, by its class and what it is known by. */
  private void sort(List<Object> elements) {
    boolean simple = true;
    boolean byIdentity = elements.size() <= MOST_KNOWN;
    Class<?> type = null;
    for (Object element : elements) {
      boolean same = type == null || element != null && element.getClass() == type;
      type = element == null ? type : element.getClass();
      simple &= same && (element instanceof String || element instanceof Number && element instanceof Comparable && AppClasses.isJdk(element.getClass()) || element instanceof Enum);
      byIdentity &= element != null && (same || isHashedByIdentity(type));
    }
    if (type == null || !simple && !(byIdentity && isHashedByIdentity(type))) return;
    if (simple) {
      Collections.sort(elements, COMPARED);
      return;
    }
    // What they are known by may change while they are sorted.
    List<Object[]> named = new ArrayList<Object[]>();
    for (Object element : elements) named.add(new Object[] {element.getClass().getName() + " " + identities.of(element), element});
    Collections.sort(named, BY_NAME);
    elements.clear();
    elements.addAll(values(named));
  }

  private static boolean isHashedByIdentity(Class<?> type) {
    try {
      return type.getMethod("hashCode").getDeclaringClass() == Object.class;
    } catch (Throwable closed) {
      return false;
    }
  }

  private static final Comparator<Object[]> BY_NAME = new Comparator<Object[]>() {
    @Override
    public int compare(Object[] a, Object[] b) {
      return ((String) a[0]).compareTo((String) b[0]);
    }
  };

  private static final Comparator<Object> COMPARED = new Comparator<Object>() {
    @Override
    @SuppressWarnings("unchecked")
    public int compare(Object a, Object b) {
      return ((Comparable<Object>) a).compareTo(b);
    }
  };
}
