package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a program has given names that another program runs: a script, a prompt. Its variables are no fields of classes, they lie in tables of the runtime's: from
 * names to values, or to objects that know their name and hold one. Looked for from what running methods hold, then from the runtime's statics. A table is the
 * program's when it has a name that does not stand in the runtime's own code; code, types and what belongs to another table are not told.
 */
final class Names {
  static final int ALL_SHARE = 4000;
  private static final int MOST_LOOKS = 20000;
  private static final int DEEP = 7;
  private static final int MOST_TABLES = 16;
  private static final int ELEMENTS = 64;
  private static final int ENTRIES = 3000;
  private static final int MOST_TOLD = 200;
  /** How often a program that was met on its way is looked at again. */
  private static final int MOST_AGAIN = 30;
  private static final Pattern NAME = Pattern.compile("[\\p{L}_$*+][\\p{L}\\p{N}_$*+?!-]{0,59}");
  private static final Pattern CODE = Pattern.compile(".*(Function|Method|Type|Class|Package)");

  private static final class Way {
    final Way from;
    /** What leads here: a field of the one before, or an entry. */
    final String step;
    final Object object;
    /** What was met, where the table lies within it. */
    final Object met;
    final int depth;
    /** Found from what a running method holds. */
    final boolean running;
    /** A constant of the runtime's, which no program can have filled. */
    final boolean fixed;

    Way(Way from, String step, Object object, boolean running, boolean fixed) {
      this(from, step, object, object, running, fixed);
    }

    Way(Way from, String step, Object object, Object met, boolean running, boolean fixed) {
      this.from = from;
      this.step = step;
      this.object = object;
      this.met = met;
      this.running = running;
      this.fixed = fixed;
      depth = from == null ? 0 : from.depth + 1;
    }

    boolean isBelow(Way other) {
      for (Way at = this; at != null; at = at.from) if (at == other) return true;
      return false;
    }
  }

  /** A table, and how many of its names only the program can have given. */
  private static final class Found {
    final Way way;
    final int own;

    Found(Way way, int own) {
      this.way = way;
      this.own = own;
    }
  }

  private static final class Table {
    /** Who holds the table in a field; the table itself where there is no such. */
    final WeakReference<Object> holder;
    final String field;
    final String name;
    final String address;
    /** What the runtime takes for the table. */
    final WeakReference<Object> met;

    Table(Object holder, Object met, String field, String name) {
      this.holder = new WeakReference<Object>(holder);
      this.met = new WeakReference<Object>(met);
      this.field = field;
      this.name = name;
      address = "names:" + holder.getClass().getName() + "[" + name + "]";
    }
  }

  private final AppClasses classes;
  private final Kinds kinds;
  private final Fields fields;
  private final Evidence evidence;
  private final Opener opener;
  private final Reader.Maker readers;
  private final Budget budget = new Budget(null, 0);
  private List<Table> tables = new ArrayList<Table>();
  /** Tables that a variable of the language's holds, as the namespace that lines are read in. */
  private final Map<Object, Boolean> current = new IdentityHashMap<Object, Boolean>();
  private int looks;
  private int again;
  private boolean settled;
  /** How many classes were loaded when it was looked last. */
  private int loaded;

  Names(AppClasses classes, Kinds kinds, Fields fields, Evidence evidence, Opener opener, Reader.Maker readers) {
    this.classes = classes;
    this.kinds = kinds;
    this.fields = fields;
    this.evidence = evidence;
    this.opener = opener;
    this.readers = readers;
  }

  void clear() {
    tables.clear();
  }

  void search(Reader reader) {
    again = MOST_AGAIN;
    settled = false;
    look(reader);
  }

  /** Looks again until something has a name and nothing more is loaded, and where much was loaded since: the program was still starting. */
  void follow(Reader reader, boolean scanned) {
    if (classes.runtime == null || again == 0) return;
    if (settled && !(scanned && Sources.hasGrown(loaded, classes.loaded().length))) return;
    again--;
    int before = loaded;
    look(reader);
    settled = areKnown() && loaded == before;
  }

  private void look(Reader reader) {
    if (classes.runtime == null) return;
    loaded = classes.loaded().length;
    evidence.learnAll(classes.runtime);
    Map<Object, Boolean> met = new IdentityHashMap<Object, Boolean>();
    List<Found> found = new ArrayList<Found>();
    looks = 0;
    look(running(), met, found);
    Set<Class<?>> used = new HashSet<Class<?>>();
    int nearest = Integer.MAX_VALUE;
    for (Found each : found) {
      used.add(holder(each.way).getClass());
      nearest = Math.min(nearest, each.way.depth);
    }
    for (Iterator<Found> it = found.iterator(); it.hasNext(); ) if (it.next().way.depth > nearest + 1) it.remove();
    List<Found> others = new ArrayList<Found>();
    look(statics(), met, others);
    // What code that runs can see is the program's; of the same kind there may be one for each part of the language's library.
    for (Found each : others) if (!used.contains(holder(each.way).getClass())) found.add(each);
    used.clear();
    for (Found each : found) if (current.containsKey(holder(each.way))) used.add(holder(each.way).getClass());
    for (Iterator<Found> it = found.iterator(); it.hasNext(); ) {
      Object holder = holder(it.next().way);
      if (used.contains(holder.getClass()) && !current.containsKey(holder)) it.remove();
    }
    current.clear();
    Collections.sort(found, new Comparator<Found>() {
      @Override
      public int compare(Found a, Found b) {
        return a.way.running != b.way.running ? a.way.running ? -1 : 1 : a.way.running && a.way.depth != b.way.depth ? a.way.depth - b.way.depth : b.own - a.own;
      }
    });
    List<Way> taken = new ArrayList<Way>();
    List<Table> now = new ArrayList<Table>();
    for (Found each : found) {
      boolean within = false;
      for (Way other : taken) within |= each.way.isBelow(other);
      if (within || now.size() >= MOST_TABLES) continue;
      taken.add(each.way);
      Object holder = holder(each.way);
      String name = nameOf(each.way, holder, reader);
      // A part of the language's own library.
      if (name.startsWith(classes.runtime)) continue;
      now.add(new Table(holder, each.way.met, holder == each.way.object ? null : each.way.step, name));
    }
    tables = now;
  }

  private static Object holder(Way way) {
    return way.from == null || way.step == null || way.from.object instanceof Object[] ? way.object : way.from.object;
  }

  /** What the holder is known by, or the field at the beginning. */
  private String nameOf(Way way, Object holder, Reader reader) {
    Object identity = reader.identities.of(holder);
    if (identity instanceof String) return (String) identity;
    String first = null;
    for (Way at = way; at != null; at = at.from) if (at.step != null) first = at.step;
    return first == null ? Statics.simpleName(holder.getClass()) : first;
  }

  private List<Way> running() {
    List<Way> out = new ArrayList<Way>();
    List<Thread> threads = new ArrayList<Thread>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) if (!thread.getName().startsWith("substrate-")) threads.add(thread);
    for (NativeHeap.Local local : NativeHeap.locals(threads.toArray(new Thread[0]))) {
      if (!AppClasses.isJdk(local.owner)) out.add(new Way(null, null, local.object, true, false));
    }
    return out;
  }

  private List<Way> statics() {
    List<Way> out = new ArrayList<Way>();
    for (Class<?> type : classes.loaded()) {
      if (type.isArray() || type.getName().indexOf('$') >= 0 || !type.getName().startsWith(classes.runtime) || !classes.isInitialized(type)) continue;
      try {
        for (Field field : type.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive() || field.getType() == String.class || !opener.open(field, type)) continue;
          out.add(new Way(null, field.getName(), field.get(null), false, Modifier.isFinal(field.getModifiers())));
        }
      } catch (Throwable missing) {
        // A type that is not on the class path: nothing was made of it.
      }
    }
    return out;
  }

  /** Breadth first, through everything that the runtime holds. */
  private void look(List<Way> from, Map<Object, Boolean> met, List<Found> found) {
    ArrayDeque<Way> queue = new ArrayDeque<Way>();
    for (Way way : from) follow(way.from, way.step, way.object, way.running, way.fixed, queue, met);
    for (Way way = queue.poll(); way != null && looks++ < MOST_LOOKS; way = queue.poll()) {
      try {
        expand(way, queue, met, found);
      } catch (Throwable changing) {
        // Another way may lead to it.
      }
    }
  }

  private void follow(Way from, String step, Object value, boolean running, boolean fixed, ArrayDeque<Way> queue, Map<Object, Boolean> met) {
    if (value == null || value instanceof Class || Leaf.of(value, budget) != Leaf.NOT) return;
    Object inner = Shapes.unwrap(value, fields);
    if (inner == null || inner == Shapes.NOTHING || Leaf.of(inner, budget) != Leaf.NOT || met.put(inner, Boolean.TRUE) != null) return;
    Way way = new Way(from, step, inner, value, running, fixed);
    if (way.depth <= DEEP) queue.add(way);
  }

  private void expand(Way way, ArrayDeque<Way> queue, Map<Object, Boolean> met, List<Found> found) throws Exception {
    Kinds.Kind kind = kinds.of(way.object);
    if (kind == Kinds.Kind.MAP) {
      int own = 0;
      List<Object[]> pairs = fields.elements.pairs(way.object, 0, ENTRIES, new Node("", 'm'));
      Object holder = holder(way);
      for (int i = 0; i < pairs.size(); i++) {
        String name = told(pairs.get(i), holder);
        Object value = name == null || evidence.isWord(name) ? null : value(name, pairs.get(i)[1], holder);
        // What is imported goes by the names of classes.
        if (value != null && isPlain(value) && !(value instanceof String && Evidence.isClassName((String) value))) own++;
        if (i < ELEMENTS) follow(way, null, pairs.get(i)[1], way.running, false, queue, met);
      }
      if (own > 0 && !way.fixed) found.add(new Found(way, own));
    } else if (kind == Kinds.Kind.LIST) {
      for (Object each : fields.elements.of(way.object, 0, ELEMENTS, new Node("", 'l'))) follow(way, null, each, way.running, false, queue, met);
    } else if (kind == Kinds.Kind.FOREIGN || kind == Kinds.Kind.CODE || kind == Kinds.Kind.OBJECT) {
      for (Fields.Slot slot : fields.of(way.object.getClass())) {
        if (!slot.field.getType().isPrimitive()) follow(way, slot.name, Fields.read(slot, way.object), way.running, false, queue, met);
      }
    }
  }

  /** The name of an entry that is told; null of one that is not. */
  private String told(Object[] pair, Object holder) throws IllegalAccessException {
    Object key = pair[0] == null || pair[0] instanceof String ? pair[0] : Shapes.unwrap(pair[0], fields);
    if (!(key instanceof String) || pair[1] == null || !NAME.matcher((String) key).matches() || ((String) key).startsWith("__")) return null;
    if (pair[1] == holder) return null;
    Object value = value((String) key, pair[1], holder);
    // A part of the runtime goes by the name of its class.
    if (value == null || value == Shapes.NOTHING || isCode(value) || value instanceof String && ((String) value).startsWith(classes.runtime)) return null;
    // What the language brings: objects by names that stand in its own code.
    return isPlain(value) || !evidence.isWord((String) key) ? (String) key : null;
  }

  /** What stands behind a name. An object that knows the name itself is only its place; one that leads to another table is that table's. */
  private Object value(String name, Object held, Object holder) throws IllegalAccessException {
    if (Leaf.of(held, budget) != Leaf.NOT) return held;
    boolean knows = false;
    Object kept = null;
    Kinds.Kind kind = kinds.of(held);
    if (kind != Kinds.Kind.FOREIGN && kind != Kinds.Kind.CODE) return Shapes.unwrap(held, fields);
    for (Fields.Slot slot : fields.of(held.getClass())) {
      if (slot.field.getType().isPrimitive()) continue;
      Object part = Fields.read(slot, held);
      if (part == null) continue;
      if (part.getClass() == holder.getClass() && part != holder && !AppClasses.isJdk(holder.getClass())) {
        // A variable that holds a table: the one that is in use.
        if (slot.name.equals("value") && fields.isOfUnknownRuntime(part.getClass())) current.put(part, Boolean.TRUE);
        return null;
      }
      if (slot.name.equals("value")) kept = part;
      else knows |= name.equals(part instanceof String ? part : Leaf.of(part, budget) != Leaf.NOT ? null : Shapes.unwrap(part, fields));
    }
    // A word that nothing was given to, or that stands for itself.
    if (fields.isOfUnknownRuntime(held.getClass()) && Made.isCell(held.getClass()) && (kept == null || kept == held)) return null;
    return Shapes.unwrap(knows && kept != null ? kept : held, fields);
  }

  /** A value, or several. */
  private boolean isPlain(Object value) {
    if (Leaf.of(value, budget) != Leaf.NOT) return true;
    Kinds.Kind kind = kinds.of(value);
    return kind == Kinds.Kind.MAP || kind == Kinds.Kind.LIST;
  }

  private boolean isCode(Object value) {
    if (value instanceof Class) return true;
    return !isPlain(value) && (kinds.of(value) == Kinds.Kind.DROP || isCode(value.getClass()));
  }

  /** Whether what a runtime makes of a class is there to be called, or says what others are. */
  static boolean isCode(Class<?> type) {
    if (Runnable.class.isAssignableFrom(type) || java.util.concurrent.Callable.class.isAssignableFrom(type)) return true;
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      if (CODE.matcher(ClassNames.simple(c)).matches()) return true;
      for (Class<?> each : c.getInterfaces()) if (CODE.matcher(ClassNames.simple(each)).matches()) return true;
    }
    return false;
  }

  /** Whether tables were found: what else the runtime holds is its own business then. */
  boolean areKnown() {
    return !tables.isEmpty();
  }

  void read(Capture capture) throws Exception {
    Reader.Share left = new Reader.Share(ALL_SHARE);
    Set<Object> spaces = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
    for (Table table : tables) {
      Object holder = table.holder.get();
      Object map = holder == null ? null : table.field == null ? holder : ofField(holder, table.field);
      Object inner = map == null ? null : Shapes.unwrap(map, fields);
      if (inner == null || inner == Shapes.NOTHING || kinds.of(inner) != Kinds.Kind.MAP) continue;
      Node root = capture.root(table.address, "module", table.name);
      root.type = Reader.typeName(holder.getClass());
      capture.reader.claim(inner, root);
      // A language that nobody knows is read and not used: what fails in it may wait for a line of the program's own input.
      Language language = Language.of(table.met.get(), holder);
      NameActions actions = language == null || !spaces.add(language.space) ? null : new NameActions(capture, root, language, readers);
      int told = 0;
      for (Object[] pair : fields.elements.pairs(inner, 0, ENTRIES, new Node("", 'm'))) {
        String name = told(pair, holder);
        if (name == null) {
          if (actions != null) offer(actions, pair, language);
          continue;
        }
        if (++told > MOST_TOLD) break;
        Object value = value(name, pair[1], holder);
        capture.reader.child(root, name, value, 1, left);
        if (actions != null && language.isSettable(pair[1])) actions.setter(name, value);
      }
      if (actions == null) continue;
      for (Map.Entry<String, Object> each : language.others(fields.elements).entrySet()) actions.function(each.getKey(), each.getValue(), fields.elements);
      actions.line();
      actions.forgetting();
    }
  }

  /** What an entry holds is code: where it is the program's, it can be called. */
  private void offer(NameActions actions, Object[] pair, Language language) throws Exception {
    Object key = pair[0] == null || pair[0] instanceof String ? pair[0] : Shapes.unwrap(pair[0], fields);
    Object function = key instanceof String && !((String) key).startsWith("__") ? language.function(pair[1]) : null;
    if (function != null) actions.function((String) key, function, fields.elements);
  }

  private Object ofField(Object holder, String name) throws IllegalAccessException {
    for (Fields.Slot slot : fields.of(holder.getClass())) if (slot.name.equals(name)) return Fields.read(slot, holder);
    return null;
  }
}
