package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where libraries keep what the application gave them: job stores, tables, caches, sessions. They are looked for below what a reading left out because it was too
 * deep in a library, and told as roots of their own. What is between is the library's business. The way to each is kept, and gone anew for each reading.
 */
final class Stores {
  private static final int MOST_LOOKS = 20000;
  /** Of these, for what lies below those of a class that were left out. */
  private static final int LEAST_LOOKS = 100;
  private static final int MOST_STEPS = 10;
  private static final int MOST = 24;
  private static final int MOST_OF_A_CLASS = 6;
  private static final int ELEMENTS = 8;
  static final int ALL_SHARE = 2000;
  private static final int LEAST_SHARE = 200;

  private static final class Way {
    /** What a reading left out, and the steps from there. */
    final Object from;
    final List<String> steps;
    final Object to;
    /** It stands in a store: told with it, none by itself. */
    final boolean record;
    /** How many more are looked at below those of the class that it comes from, before it is the turn of what is left of all. */
    final int[] left;

    Way(Object from, List<String> steps, Object to, boolean record, int[] left) {
      this.left = left;
      this.from = from;
      this.steps = steps;
      this.to = to;
      this.record = record;
    }

    Way step(String step, Object to, boolean record) {
      List<String> longer = new ArrayList<String>(steps);
      longer.add(step);
      return new Way(from, longer, to, record, left);
    }
  }

  private static final class Store {
    final WeakReference<Object> from;
    final List<String> steps;
    final String address;
    final String name;

    Store(Way way, String suffix) {
      from = new WeakReference<Object>(way.from);
      steps = way.steps;
      address = "library:" + way.to.getClass().getName() + suffix;
      name = Statics.simpleName(way.to.getClass()) + suffix.replace('[', ' ').replace("]", "");
    }
  }

  private final Kinds kinds;
  private final Fields fields;
  private final Places places;
  private final Evidence evidence;
  private final Budget budget = new Budget(null, 0);
  private List<Store> stores = new ArrayList<Store>();
  private final Set<String> storing = new HashSet<String>();

  Stores(Kinds kinds, Fields fields, Places places, Evidence evidence) {
    this.kinds = kinds;
    this.fields = fields;
    this.places = places;
    this.evidence = evidence;
  }

  void clear() {
    stores.clear();
  }

  /** Classes that an earlier visit found stores of. */
  void expect(Set<String> classes) {
    storing.addAll(classes);
  }

  /**
   * Breadth first: what is near the application's own comes first. A class that a store was found of is one of stores from then on: one that is empty just now is told,
   * too, so that none has another's address when some are filled or emptied.
   */
  void search(Reader reader) {
    Map<Object, Boolean> met = new IdentityHashMap<Object, Boolean>();
    ArrayDeque<Way> queue = new ArrayDeque<Way>();
    Map<Class<?>, int[]> shares = new HashMap<Class<?>, int[]>();
    for (Object each : reader.passed) shares.put(each.getClass(), new int[1]);
    for (int[] each : shares.values()) each[0] = Budget.part(MOST_LOOKS, LEAST_LOOKS, shares.size());
    for (Object each : reader.passed) follow(new Way(each, new ArrayList<String>(), each, false, shares.get(each.getClass())), queue);
    // One large store takes nothing of the others' looks: what it needs more comes after them.
    ArrayDeque<Way> late = new ArrayDeque<Way>();
    Map<Class<?>, List<Way>> found = new LinkedHashMap<Class<?>, List<Way>>();
    for (int looks = 0; looks < MOST_LOOKS && !queue.isEmpty(); ) {
      Way way = queue.poll();
      if (way.left[0] <= 0) late.add(way);
      else if (met.put(way.to, Boolean.TRUE) == null && !reader.isTold(way.to)) {
        way.left[0]--;
        looks++;
        look(way, queue, found, reader);
      }
      if (!queue.isEmpty()) continue;
      queue.addAll(late);
      late.clear();
      for (int[] each : shares.values()) each[0] = MOST_LOOKS;
    }
    List<Store> now = new ArrayList<Store>();
    List<List<Way>> all = new ArrayList<List<Way>>(found.values());
    Collections.sort(all, NEAREST);
    for (List<Way> alike : all) {
      if (now.size() >= MOST || !storing.contains(alike.get(0).to.getClass().getName())) continue;
      List<Object> objects = new ArrayList<Object>();
      for (Way way : alike) objects.add(way.to);
      List<String> suffixes = Instances.apart(objects, reader);
      for (int i = 0; i < alike.size(); i++) now.add(new Store(alike.get(i), suffixes.get(i)));
    }
    stores = now;
  }

  /** In an order of their own, whatever else was met on the way. */
  private static final Comparator<List<Way>> NEAREST = new Comparator<List<Way>>() {
    @Override
    public int compare(List<Way> a, List<Way> b) {
      int nearer = a.get(0).steps.size() - b.get(0).steps.size();
      return nearer != 0 ? nearer : a.get(0).to.getClass().getName().compareTo(b.get(0).to.getClass().getName());
    }
  };

  private void look(Way way, ArrayDeque<Way> queue, Map<Class<?>, List<Way>> found, Reader reader) {
    Class<?> type = way.to.getClass();
    try {
      if (expand(way, queue, reader)) storing.add(type.getName());
    } catch (Throwable unreadable) {
      return;
    }
    if (way.record) return;
    List<Way> alike = found.get(type);
    if (alike == null) found.put(type, alike = new ArrayList<Way>());
    if (alike.size() < MOST_OF_A_CLASS) alike.add(way);
  }

  /** Queues what an object of a library's holds. True when one of its collections holds something of the application's. */
  private boolean expand(Way way, ArrayDeque<Way> queue, Reader reader) throws Exception {
    boolean isStore = false;
    for (Fields.Slot slot : fields.of(way.to.getClass())) {
      Object value = slot.field.getType().isPrimitive() ? null : Fields.read(slot, way.to);
      Object inner = behind(value);
      if (inner == null) continue;
      Kinds.Kind kind = kinds.of(inner);
      Way next = way.step(slot.name, inner, false);
      if (kind == Kinds.Kind.FOREIGN) follow(next, queue);
      if (kind != Kinds.Kind.LIST && kind != Kinds.Kind.MAP) continue;
      boolean records = evidence.isAmong(inner, kind);
      isStore |= records && !way.record;
      if (kind == Kinds.Kind.LIST) {
        List<Object> elements = fields.elements.of(inner, 0, ELEMENTS, new Node("", 'l'));
        for (int i = 0; i < elements.size(); i++) element(next, String.valueOf(i), elements.get(i), records, queue);
      } else {
        List<Object[]> pairs = fields.elements.pairs(inner, 0, ELEMENTS, new Node("", 'm'));
        for (int i = 0; i < pairs.size(); i++) element(next, reader.entryName(pairs.get(i), i), pairs.get(i)[1], records, queue);
      }
    }
    return isStore;
  }

  /** What a value stands for; null where it is no object to go into. */
  private Object behind(Object value) {
    if (value == null || Leaf.of(value, budget) != Leaf.NOT) return null;
    Object inner = Shapes.unwrap(value, fields);
    return inner == null || inner == Shapes.NOTHING || Leaf.of(inner, budget) != Leaf.NOT ? null : inner;
  }

  private void element(Way of, String step, Object value, boolean record, ArrayDeque<Way> queue) {
    Object inner = behind(value);
    if (inner != null && kinds.of(inner) == Kinds.Kind.FOREIGN) follow(of.step(step, inner, record), queue);
  }

  private void follow(Way way, ArrayDeque<Way> queue) {
    if (!kinds.isOfRuntime(way.to) && way.steps.size() <= MOST_STEPS && queue.size() < MOST_LOOKS) queue.add(way);
  }

  void read(Capture capture) {
    int share = Budget.part(ALL_SHARE, LEAST_SHARE, stores.size());
    for (Store store : stores) {
      Object from = store.from.get();
      Object object = null;
      try {
        Object there = from == null ? Places.NOWHERE : places.find(from, store.steps, capture.reader);
        object = there == Places.NOWHERE ? null : behind(there);
      } catch (Throwable changed) {
        // The way is not there any more; the next search finds another.
      }
      if (object == null || kinds.of(object) != Kinds.Kind.FOREIGN) continue;
      Node root = capture.root(store.address, "instance", store.name);
      if (!capture.reader.root(root, object, share)) capture.roots.remove(root);
    }
  }
}
