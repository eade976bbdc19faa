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
 * Tables of databases that live in the process. A row is an array of values; what they are called stands with the table: as many things with names as a row has
 * values, in an object that the row, or what leads to it, holds. Rows are looked for once, below what a reading left out; after that only the fields that led to
 * some are gone along.
 */
final class Rows {
  static final int ALL_SHARE = 4000;
  private static final int LEAST_SHARE = 60;
  private static final int MOST_LOOKS = 30000;
  private static final int MOST_OF_A_CLASS = 400;
  private static final int DEEP = 16;
  private static final int ELEMENTS = 64;
  private static final int MOST_TABLES = 16;
  private static final int MOST_ROWS = 50;
  private static final int MOST_STEPS = 2000;
  private static final int MOST_COLUMNS = 200;

  private static final class Way {
    final Way from;
    /** The field of the one before, with its class; null for an element. */
    final String step;
    final Object object;
    final int depth;

    Way(Way from, String step, Object object) {
      this.from = from;
      this.step = step;
      this.object = object;
      depth = from == null ? 0 : from.depth + 1;
    }
  }

  private static final class Table {
    final WeakReference<Object> object;
    /** From where its rows are gone to, and the fields that lead there. */
    WeakReference<Object> top;
    final Set<String> steps = new HashSet<String>();
    final String name;
    /** How many columns it has. */
    final int width;

    Table(Object object, String name, int width) {
      this.object = new WeakReference<Object>(object);
      this.name = name;
      this.width = width;
    }
  }

  private final Kinds kinds;
  private final Fields fields;
  private final Budget budget = new Budget(null, 0);
  private List<Table> tables = new ArrayList<Table>();
  /** Whether the program has anything to do with databases. */
  boolean present;

  Rows(Kinds kinds, Fields fields) {
    this.kinds = kinds;
    this.fields = fields;
  }

  void clear() {
    tables.clear();
  }

  void search(Reader reader) {
    if (!present) return;
    Map<Object, Table> found = new IdentityHashMap<Object, Table>();
    List<Table> now = new ArrayList<Table>();
    Map<Object, Map<Integer, Boolean>> columns = new IdentityHashMap<Object, Map<Integer, Boolean>>();
    Map<Object, Boolean> met = new IdentityHashMap<Object, Boolean>();
    Map<Class<?>, int[]> counts = new HashMap<Class<?>, int[]>();
    ArrayDeque<Way> queue = new ArrayDeque<Way>();
    for (Object each : reader.passed) follow(null, null, each, queue, met, counts);
    int looks = 0;
    for (Way way = queue.poll(); way != null && looks++ < MOST_LOOKS; way = queue.poll()) {
      try {
        Object[] cells = cells(way.object);
        if (cells != null) {
          met.put(cells, Boolean.TRUE);
          note(way, cells.length, columns, found, now);
        }
        below(way, null, queue, met, counts);
      } catch (Throwable changing) {
        // Another row may tell.
      }
    }
    tables = now;
  }

  /** What a value stands for; null where there is nothing below it. */
  private Object behind(Object value) {
    if (value == null || value instanceof Class || value instanceof String || Leaf.of(value, budget) != Leaf.NOT) return null;
    Object inner = Shapes.unwrap(value, fields);
    return inner == null || inner == Shapes.NOTHING || Leaf.of(inner, budget) != Leaf.NOT ? null : inner;
  }

  private void follow(Way from, String step, Object value, ArrayDeque<Way> queue, Map<Object, Boolean> met, Map<Class<?>, int[]> counts) {
    Object inner = behind(value);
    if (inner == null || from != null && from.depth >= DEEP || met.put(inner, Boolean.TRUE) != null) return;
    Kinds.Kind kind = kinds.of(inner);
    if (kind != Kinds.Kind.FOREIGN && kind != Kinds.Kind.LIST && kind != Kinds.Kind.MAP) return;
    if (kind == Kinds.Kind.FOREIGN && counts != null) {
      int[] count = counts.get(inner.getClass());
      if (count == null) counts.put(inner.getClass(), count = new int[1]);
      if (count[0]++ >= MOST_OF_A_CLASS) return;
    }
    queue.add(new Way(from, step, inner));
  }

  /** Queues what an object holds; with steps, along those fields alone. */
  private void below(Way way, Set<String> steps, ArrayDeque<Way> queue, Map<Object, Boolean> met, Map<Class<?>, int[]> counts) throws Exception {
    Kinds.Kind kind = kinds.of(way.object);
    int most = steps == null ? ELEMENTS : MOST_STEPS;
    if (kind == Kinds.Kind.LIST) {
      for (Object each : fields.elements.of(way.object, 0, most, new Node("", 'l'))) follow(way, null, each, queue, met, counts);
    } else if (kind == Kinds.Kind.MAP) {
      for (Object[] pair : fields.elements.pairs(way.object, 0, most, new Node("", 'm'))) follow(way, null, pair[1], queue, met, counts);
    } else {
      for (Fields.Slot slot : fields.of(way.object.getClass())) {
        if (slot.field.getType().isPrimitive()) continue;
        String step = slot.field.getDeclaringClass().getName() + "." + slot.name;
        // A tree or chain leads on by fields of its own kind.
        if (steps == null || steps.contains(step) || slot.field.getType() == slot.field.getDeclaringClass() && steps.contains(slot.field.getDeclaringClass().getName())) {
          follow(way, step, Fields.read(slot, way.object), queue, met, counts);
        }
      }
    }
  }

  /** The values of a row: an array of nothing but values, or an object of a library's with one such array. */
  private Object[] cells(Object object) throws IllegalAccessException {
    Object[] found = isArray(object.getClass()) ? (Object[]) object : null;
    if (found == null) {
      if (kinds.of(object) != Kinds.Kind.FOREIGN) return null;
      for (Fields.Slot slot : fields.of(object.getClass())) {
        Object[] array = isArray(slot.field.getType()) ? (Object[]) Fields.read(slot, object) : null;
        if (array == null) continue;
        if (found != null) return null;
        found = array;
      }
    }
    if (found == null || found.length < 2 || found.length > MOST_COLUMNS) return null;
    boolean any = false;
    for (Object cell : found) {
      if (cell == null) continue;
      if (cell instanceof Class || Leaf.of(cell, budget) == Leaf.NOT && behind(cell) != null) return null;
      any = true;
    }
    return any ? found : null;
  }

  /** Of whatever a column may hold: texts alone are words. */
  private static boolean isArray(Class<?> type) {
    return type == Object[].class || Object[].class.isAssignableFrom(type) && !AppClasses.isJdk(type.getComponentType());
  }

  /** Finds whose row it is: the nearest that has as many names, then the farthest that still leads to that one. */
  private void note(Way row, int count, Map<Object, Map<Integer, Boolean>> columns, Map<Object, Table> found, List<Table> now) throws Exception {
    Object owner = null;
    Way top = null;
    for (Way at = row; at != null; at = at.from) {
      if (kinds.of(at.object) != Kinds.Kind.FOREIGN) continue;
      for (Fields.Slot slot : fields.of(at.object.getClass())) {
        if (slot.field.getType().isPrimitive()) continue;
        Object part = Fields.read(slot, at.object);
        if (part == null || owner != null && part != owner || owner == null && !isOwner(part, count, columns)) continue;
        owner = part;
        top = at;
      }
      if (at.object == owner) break;
    }
    // What the table itself has an array of are its columns.
    if (owner == null || row.from == null || row.from.object == owner) return;
    Table table = found.get(owner);
    if (table == null) {
      if (now.size() >= MOST_TABLES) return;
      String name = nameOf(owner);
      if (name == null) return;
      found.put(owner, table = new Table(owner, name, count));
      now.add(table);
    }
    if (top == row) return;
    table.top = new WeakReference<Object>(top.object);
    for (Way at = row; at != top; at = at.from) {
      if (at.step == null) continue;
      table.steps.add(at.step);
      table.steps.add(at.step.substring(0, at.step.lastIndexOf('.')));
    }
  }

  private boolean isOwner(Object object, int count, Map<Object, Map<Integer, Boolean>> columns) throws Exception {
    if (Leaf.of(object, budget) != Leaf.NOT || kinds.of(object) != Kinds.Kind.FOREIGN) return false;
    Map<Integer, Boolean> known = columns.get(object);
    if (known == null) columns.put(object, known = new HashMap<Integer, Boolean>());
    Boolean verdict = known.get(count);
    if (verdict == null) known.put(count, verdict = columnsOf(object, count).size() == count);
    return verdict;
  }

  /** The names of the things that an object has exactly so many of; empty when there are none. */
  private List<String> columnsOf(Object object, int count) throws Exception {
    for (Fields.Slot slot : fields.of(object.getClass())) {
      Object held = slot.field.getType().isPrimitive() ? null : behind(Fields.read(slot, object));
      if (held == null) continue;
      Kinds.Kind kind = kinds.of(held);
      List<String> names = new ArrayList<String>();
      if (kind == Kinds.Kind.LIST && !(held instanceof String[])) {
        List<Object> all = fields.elements.of(held, 0, count + 1, new Node("", 'l'));
        if (all.size() == count) for (Object each : all) names.add(isThing(each) ? nameOf(each) : null);
      } else if (kind == Kinds.Kind.MAP) {
        List<Object[]> all = fields.elements.pairs(held, 0, count + 1, new Node("", 'm'));
        if (all.size() == count) for (Object[] pair : all) names.add(pair[0] instanceof String && isThing(pair[1]) ? (String) pair[0] : null);
      }
      if (names.size() == count && !names.contains(null) && new HashSet<String>(names).size() == count) return names;
    }
    return Collections.emptyList();
  }

  private boolean isThing(Object object) {
    return object != null && Leaf.of(object, budget) == Leaf.NOT && kinds.of(object) == Kinds.Kind.FOREIGN;
  }

  /** What a thing is called: a text in a field `name` or `…Name`, or in an object there. */
  private String nameOf(Object object) throws IllegalAccessException {
    for (String wanted : new String[] {"name", "Name"}) {
      for (Fields.Slot slot : fields.of(object.getClass())) {
        if (!(wanted.equals("name") ? slot.name.equals("name") : slot.name.endsWith("Name")) || slot.field.getType().isPrimitive()) continue;
        Object value = Fields.read(slot, object);
        if (value instanceof String) return (String) value;
        Object inner = behind(value);
        if (inner == null || kinds.of(inner) != Kinds.Kind.FOREIGN) continue;
        for (Fields.Slot part : fields.of(inner.getClass())) if (part.name.equals("name") && Fields.read(part, inner) instanceof String) return (String) Fields.read(part, inner);
      }
    }
    return null;
  }

  void read(Capture capture) throws Exception {
    int share = Budget.part(ALL_SHARE, LEAST_SHARE, tables.size());
    for (Table table : tables) {
      Object object = table.object.get();
      Object top = table.top == null ? null : table.top.get();
      if (object == null || top == null) continue;
      List<Object[]> rows = rowsOf(top, table);
      List<String> names = columnsOf(object, table.width);
      List<Object> records = new ArrayList<Object>();
      for (Object[] row : rows) {
        if (row.length != names.size()) continue;
        Map<String, Object> record = new LinkedHashMap<String, Object>();
        for (int i = 0; i < row.length; i++) record.put(names.get(i), row[i]);
        records.add(record);
      }
      Map<String, Object> told = new LinkedHashMap<String, Object>();
      told.put("name", table.name);
      told.put("columns", names);
      told.put("rows", records);
      Node root = capture.root("rows:" + object.getClass().getName() + "[" + table.name + "]", "store", table.name);
      root.type = Reader.typeName(object.getClass());
      if (!capture.reader.root(root, told, share)) capture.roots.remove(root);
    }
  }

  /** In the order of their first values where those can be compared: a tree of rows has another one each time. */
  private List<Object[]> rowsOf(Object top, Table table) throws Exception {
    List<Object[]> out = new ArrayList<Object[]>();
    ArrayDeque<Way> queue = new ArrayDeque<Way>();
    Map<Object, Boolean> met = new IdentityHashMap<Object, Boolean>();
    queue.add(new Way(null, null, top));
    met.put(top, Boolean.TRUE);
    int looks = 0;
    for (Way way = queue.poll(); way != null && looks++ < MOST_STEPS && out.size() < MOST_ROWS; way = queue.poll()) {
      Object[] cells = way.object == top ? null : cells(way.object);
      if (cells != null) met.put(cells, Boolean.TRUE);
      below(way, table.steps, queue, met, null);
      if (cells == null) continue;
      Object[] row = new Object[cells.length];
      for (int i = 0; i < row.length; i++) row[i] = cells[i] == null || Leaf.of(cells[i], budget) != Leaf.NOT ? cells[i] : Shapes.unwrap(cells[i], fields);
      out.add(row);
    }
    Collections.sort(out, new Comparator<Object[]>() {
      @Override
      @SuppressWarnings("unchecked")
      public int compare(Object[] a, Object[] b) {
        boolean alike = a[0] != null && b[0] != null && a[0].getClass() == b[0].getClass() && a[0] instanceof Comparable && AppClasses.isJdk(a[0].getClass());
        return alike ? ((Comparable<Object>) a[0]).compareTo(b[0]) : 0;
      }
    });
    return out;
  }
}
