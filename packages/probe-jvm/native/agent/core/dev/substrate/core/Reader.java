package dev.substrate.core;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * Reads object graphs breadth first: what lies near a root is read before what lies deep, whatever root it hangs on, so that a budget
 * cuts off depths and never roots. Reads fields, never getters. An object is shown once, at the place nearest to a root; where it is
 * met again its identity (id, name, …) stands for it.
 */
final class Reader {
  /** How far into objects of libraries: their first level often holds the application's data, their depths hold machinery. */
  private static final int FOREIGN_LEVELS = 2;
  /** And further where its collections hold what is the application's. */
  private static final int RECORD_LEVELS = 4;
  private static final int MOST_PASSED = 2000;
  /** Of a class: one large table of them leaves room for all others. */
  private static final int MOST_PASSED_ALIKE = 100;
  private static final int PART_LEVELS = 4;
  /** Of a class. */
  private static final int MOST_BELOW = 500;
  private static final int CHILD_SHARE = 400;
  /** How often, and how much at a time, a root gets of what other roots left over. */
  private static final int ROUNDS = 3;
  private static final int MORE = 200;
  /** How many texts of its users a root has to tell before it is gone on with past its share, and how many nodes there are for that in all. */
  private static final int DATA = 2;
  private int beyond = 3000;
  /** There, so many of a class come in the order of their levels; with each doubling the others come so many levels later: what there is much of, as menus have, must not keep out what there is little of. */
  private static final int FEW = 8;
  private static final int LATER = 4;
  /** Of a collection of mere words or numbers fewer elements are read than of one that holds objects: such are mostly tables. */
  private static final int MAX_PLAIN = 50;
  /** A longer array of numbers is a table or a buffer. */
  private static final int MAX_NUMBERS = 16;

  /** How many nodes a root may still have: none eats up the others'. */
  static final class Share {
    int nodes;
    /** How many texts were met in it that are no words of the program. */
    int texts;

    Share(int nodes) {
      this.nodes = nodes;
    }
  }

  private static final class Item {
    final Object object;
    final Node node;
    final int depth;
    final int foreign;
    /** Null below a list or map: what lies there is data, not a part of the program. */
    final String address;
    final Share left;
    /** What its identity is known by to {@link Ages}. */
    final int hash;
    /** Of a list or map: which elements were asked for. */
    int from;
    int limit = -1;
    /** How often the number of its class had doubled when it was met; of a collection, that of its holder. */
    int crowd;
    /** How soon its turn comes past the shares. */
    long turn;
    /** Below a list or map: the key or place of the nearest element. */
    String key;

    Item(Object object, Node node, int depth, int foreign, String address, Share left, int hash) {
      this.hash = hash;
      this.left = left;
      this.object = object;
      this.node = node;
      this.depth = depth;
      this.foreign = foreign;
      this.address = address;
    }
  }

  /** An object below a list or map, and the key or place of the element that it is, or is a part of. */
  static final class Below {
    final Object object;
    final String key;

    Below(Object object, String key) {
      this.object = object;
      this.key = key;
    }
  }

  /** Makes readers: for captures, and for what calls return. */
  static final class Maker {
    private final Kinds kinds;
    private final Fields fields;
    private final Evidence evidence;

    Maker(Kinds kinds, Fields fields, Evidence evidence) {
      this.kinds = kinds;
      this.fields = fields;
      this.evidence = evidence;
    }

    Reader make() {
      return make(new Budget(null, 1000));
    }

    Reader make(Budget budget) {
      return new Reader(budget, kinds, fields, evidence);
    }
  }

  final Budget budget;
  private final Fields fields;
  private final Kinds kinds;
  final Evidence evidence;
  final Identities identities;
  private final EntryNames entries;
  private final IdentityHashMap<Object, Node> seen = new IdentityHashMap<Object, Node>();
  /** Objects that have a place, but no room was left there to show them. */
  private final IdentityHashMap<Object, Boolean> cut = new IdentityHashMap<Object, Boolean>();
  private Queue<Item> queue = new ArrayDeque<Item>();
  /** How many of each class were met, of those that have fields. */
  private final Map<Class<?>, Integer> met = new HashMap<Class<?>, Integer>();
  /** Of what is read now. */
  private int crowd;
  private String key;
  private int turns;
  /** What was met of each class: none of these reads as a value. */
  private final Map<Class<?>, Kinds.Kind> branches = new IdentityHashMap<Class<?>, Kinds.Kind>();
  /** Application objects that fields alone lead to from a root: the parts a program is made of, by address. */
  final Map<String, Object> parts = new LinkedHashMap<String, Object>();
  /** Collections that fields alone lead to from a root, by address. */
  final Map<String, Object> collections = new LinkedHashMap<String, Object>();
  /** Objects of libraries that fields alone lead to from a root, by address. */
  final Map<String, Object> ofLibraries = new LinkedHashMap<String, Object>();
  /** What lies below lists and maps, by class: the application's objects, and elements that are a library's. */
  final Map<Class<?>, List<Below>> below = new LinkedHashMap<Class<?>, List<Below>>();
  int objects;
  /** Met and left out because the budget ran out; could not be read. */
  int nodesCut;
  int nodesFailed;

  /** Of captures alone: which objects were there before. */
  Ages ages;
  /** Whether what is met now came since, unless it was met before: its holder was there, and was read whole. */
  private boolean tellsAge;
  /** Whether what is read now came since: its values did, too. */
  private boolean came;
  /** The fields of the classes that were met, while they are compared. */
  private final List<Fields.Slot[]> compared = new ArrayList<Fields.Slot[]>();

  /** What this capture tells as an element of a collection, and what the one before did: fields that come to lead there later take nothing from it. */
  final Set<Long> elements = new HashSet<Long>();
  Set<Long> elementsBefore = Collections.emptySet();

  /** Objects of libraries that were not gone into. */
  final List<Object> passed = new ArrayList<Object>();
  private final Map<Class<?>, Integer> passedAlike = new HashMap<Class<?>, Integer>();

  private Reader(Budget budget, Kinds kinds, Fields fields, Evidence evidence) {
    this.budget = budget;
    this.evidence = evidence;
    this.fields = fields;
    this.kinds = kinds;
    identities = new Identities(fields, budget);
    entries = new EntryNames(fields, budget, identities);
  }

  /** What roots are of, by address. */
  final Map<String, Object> held = new LinkedHashMap<String, Object>();
  /** Of roots that are variables of methods: what those hold, which may stand for what is told. */
  final Map<String, Object> variables = new HashMap<String, Object>();

  /** Queues an object to be read into a root. False when another root shows it already. */
  boolean root(Node root, Object object, int share) {
    if (seen.containsKey(object)) return false;
    seen.put(object, root);
    int hash = ages == null ? 0 : System.identityHashCode(object);
    if (ages != null) ages.wasThere(hash);
    held.put(root.address, object);
    Kinds.Kind kind = kinds.of(object);
    root.kind = kind == Kinds.Kind.LIST || kind == Kinds.Kind.NUMBERS ? 'l' : kind == Kinds.Kind.MAP ? 'm' : 'o';
    if (root.type == null) root.type = typeName(object.getClass());
    root.foreign = kind == Kinds.Kind.FOREIGN;
    queue.add(new Item(object, root, 1, 0, root.kind == 'o' ? root.address : null, new Share(share), hash));
    return true;
  }

  /** Of what somebody else tells in a root: it is not told again where it is met. */
  void claim(Object object, Node root) {
    seen.put(object, root);
  }

  /** Lets an object be told elsewhere when no room was left where it was found. */
  void forgive(Object object) {
    if (cut.remove(object) != null) seen.remove(object);
  }

  /** Queues an object below a node that exists: the child's name is given. */
  void child(Node parent, String name, Object object, int depth) {
    child(parent, name, object, depth, new Share(CHILD_SHARE));
  }

  /** The same with a share of nodes that several children have together; null when there is nothing to tell. */
  Node child(Node parent, String name, Object object, int depth, Share left) {
    Node node = node(name, object, parent.secrecy, depth, 0, false, parent.address, left);
    if (node != null) parent.add(node);
    return node;
  }

  /** One place as it is now: of a list or map the elements that are asked for, and how many there are in all. Null when it is nothing to tell. */
  Node place(String name, Object object, int above, int from, int limit) {
    Node node = node(name, object, above, 1, 0, false, null, new Share(budget.maxNodes));
    Item item = queue.peek();
    if (item != null && item.node == node) {
      item.from = from;
      item.limit = limit;
    }
    run();
    if (item != null && (node.kind == 'l' || node.kind == 'm')) {
      int size = fields.elements.size(item.object);
      if (size >= 0) node.size = size;
    }
    return node == null || prune(node) ? null : node;
  }

  void run() {
    List<Item> late = new ArrayList<Item>();
    drain(late);
    // What the others did not need goes to those whose share was too small.
    for (int round = 0; round < ROUNDS && !late.isEmpty() && !budget.isFull(); round++) {
      for (Item item : late) if (item.left.nodes <= 0) item.left.nodes = MORE;
      queue.addAll(late);
      late.clear();
      drain(late);
    }
    goOn(late);
    for (Item item : late) {
      cut.put(item.object, Boolean.TRUE);
      if (budget.exhausted) nodesCut++;
      item.node.omitted = "budget";
      if (item.node.kind != 'o' && item.node.children == null) item.node.kind = 'x';
    }
  }

  /** Past the shares there is some room for what lies beside texts that nobody wrote into the code: where those are, more is, and tables of the program have none. The insides of libraries are not gone on with. */
  private void goOn(List<Item> late) {
    if (late.isEmpty() || beyond <= 0) return;
    List<Item> left = new ArrayList<Item>();
    queue = new PriorityQueue<Item>(late.size(), BY_TURN);
    for (Item item : late) (item.foreign == 0 && item.left.texts >= DATA ? queue : left).add(item);
    for (Item item : queue) item.left.nodes = Math.max(item.left.nodes, beyond);
    late.clear();
    int before = budget.nodes;
    budget.phase(beyond);
    drain(late);
    queue = new ArrayDeque<Item>();
    beyond -= budget.nodes - before;
    late.addAll(left);
  }

  private int crowd(Class<?> type) {
    Integer before = met.get(type);
    met.put(type, before == null ? 1 : before + 1);
    return before == null ? 0 : 32 - Integer.numberOfLeadingZeros(before / FEW);
  }

  private static final Comparator<Item> BY_TURN = new Comparator<Item>() {
    @Override
    public int compare(Item a, Item b) {
      return Long.compare(a.turn, b.turn);
    }
  };

  private void drain(List<Item> late) {
    for (Item item = queue.poll(); item != null; item = queue.poll()) {
      if (budget.isFull() || item.left.nodes <= 0) {
        late.add(item);
        continue;
      }
      objects++;
      try {
        expand(item);
      } catch (ConcurrentModificationException e) {
        item.node.children = null;
        item.node.kind = 'x';
        item.node.omitted = "changing";
        nodesFailed++;
      } catch (Throwable e) {
        item.node.omitted = "threw";
        nodesFailed++;
      }
    }
  }

  /** Whether an object of a library's is too far into it: the first levels are told, then what stands in collections and holds something of the application's. */
  static boolean isTooDeep(Object object, int foreign, boolean element, Evidence evidence) {
    return foreign >= FOREIGN_LEVELS && (foreign >= RECORD_LEVELS || !element && foreign == FOREIGN_LEVELS && !evidence.counts(object) || !evidence.isIn(object));
  }

  /** Whether it is told with a text that stands in nobody's code: its own, or one of the elements of its collections. */
  boolean tellsData(Object object) {
    Node node = seen.get(object);
    return node != null && hasData(node, true);
  }

  private static boolean hasData(Node node, boolean within) {
    if (node.children != null) for (Node child : node.children) if (child.literal == 2 || (within && child.kind != 'o' || node.kind != 'o') && hasData(child, false)) return true;
    return false;
  }

  boolean isTold(Object object) {
    return seen.containsKey(object);
  }

  /** Whether no room was left where it was found. */
  boolean isCut(Object object) {
    return cut.containsKey(object);
  }

  /** When everything was read and pruned: nothing of the application's is kept. */
  void forget() {
    for (Fields.Slot[] slots : compared) for (Fields.Slot slot : slots) slot.release();
    compared.clear();
  }

  /** Drops objects that turned out to hold nothing. True when the node itself should go. */
  static boolean prune(Node node) {
    if (node.slot != null) {
      node.shared = node.slot.shared();
      node.slot = null;
    }
    if (node.children != null) {
      for (Iterator<Node> it = node.children.iterator(); it.hasNext(); ) if (prune(it.next())) it.remove();
      Secrets.settle(node.children, node.kind == 'l');
    }
    boolean empty = node.children == null || node.children.isEmpty();
    if (node.kind == 'o' && empty && node.omitted != null) {
      node.kind = 'x';
      node.children = null;
      return false;
    }
    if (node.kind != 'o' || !empty) return false;
    if (node.instead == null) return true;
    node.kind = 'v';
    node.value = node.instead;
    node.children = null;
    return false;
  }

  /** A node for a value, queued when there is more below it; null when it is nothing to show. Most are leaves: their way is kept short. */
  private Node node(String name, Object object, int above, int depth, int foreign, boolean element, String parent, Share left) {
    Object leaf = object != null && branches.containsKey(object.getClass()) ? Leaf.NOT : Leaf.of(object, budget);
    if (leaf == Leaf.NOT) return branch(name, object, above, depth, foreign, element, parent, left);
    if (!take(left)) return null;
    if (Secrets.cuts(Secrets.below(above, name), object instanceof String ? judged((String) object) : leaf)) return Secrets.hidden(name);
    Node node = Node.value(name, leaf);
    node.recent = came;
    if (leaf instanceof String) {
      budget.spend(((String) leaf).length());
      if (object instanceof String && budget.literals != null) node.literal = budget.literals.judge((String) object);
      if (node.literal == 2) left.texts++;
      if (object instanceof String && ((String) object).length() > budget.maxString) node.length = ((String) object).length();
    }
    if (leaf instanceof String && leaf != object && !(object instanceof String)) node.type = typeName(object.getClass());
    return node;
  }

  /** What is cut off is not told; a secret that is cut in two must still be known. */
  private String judged(String text) {
    return text.length() > budget.maxString + 512 ? text.substring(0, budget.maxString + 512) : text;
  }

  private Kinds.Kind kindOf(Object object) {
    Kinds.Kind kind = branches.get(object.getClass());
    if (kind == null) branches.put(object.getClass(), kind = kinds.of(object));
    return kind;
  }

  private Node branch(String name, Object object, int above, int depth, int foreign, boolean element, String parent, Share left) {
    Object inner = Shapes.unwrap(object, fields);
    if (inner != object) return inner == Shapes.NOTHING ? null : node(name, inner, above, depth, foreign, element, parent, left);
    Kinds.Kind kind = kindOf(object);
    if (kind == Kinds.Kind.DROP || kind == Kinds.Kind.CODE) return null;
    if (kind == Kinds.Kind.FOREIGN && kinds.isOfLauncher(object)) {
      // What it can do is worth a word all the same: a prompt runs a line.
      seen.put(object, null);
      return null;
    }
    if (kind == Kinds.Kind.POOL) return pool(name, object, left);
    if (kind == Kinds.Kind.NAMED) return take(left) ? Node.value(name, Statics.simpleName(object.getClass())) : null;
    if (kind == Kinds.Kind.BINARY) return binary(name, object, above);
    if (kind == Kinds.Kind.CLOSED) return take(left) ? Node.omitted(name, "getter") : null;
    if (kind == Kinds.Kind.NUMBERS && Array.getLength(object) > MAX_NUMBERS) return null;
    if (kind == Kinds.Kind.FOREIGN && isTooDeep(object, foreign, element, evidence)) {
      pass(object);
      return null;
    }
    forgive(object);
    if (seen.containsKey(object)) {
      Object identity = identities.of(object);
      return identity == null || !take(left) ? null : Node.value(name, identity);
    }
    if (!take(left)) return null;
    if (depth >= budget.maxDepth) return Node.omitted(name, "depth");
    Node node = new Node(name, kind == Kinds.Kind.LIST || kind == Kinds.Kind.NUMBERS ? 'l' : kind == Kinds.Kind.MAP ? 'm' : 'o');
    node.type = typeName(object.getClass());
    node.secrecy = Secrets.below(above, name);
    node.foreign = kind == Kinds.Kind.FOREIGN;
    int hash = ages == null ? 0 : System.identityHashCode(object);
    if (ages != null) node.recent = !ages.wasThere(hash) && tellsAge;
    seen.put(object, node);
    String address = parent != null && (kind == Kinds.Kind.OBJECT || kind == Kinds.Kind.FOREIGN) && depth < PART_LEVELS ? Node.child(parent, name) : null;
    if (address != null) (kind == Kinds.Kind.OBJECT ? parts : ofLibraries).put(address, object);
    if (parent != null && (kind == Kinds.Kind.LIST || kind == Kinds.Kind.MAP) && depth < PART_LEVELS) collections.put(Node.child(parent, name), object);
    // A list that a library holds is the library's too; what is the application's starts anew.
    int levels = kind == Kinds.Kind.FOREIGN ? foreign + 1 : kind == Kinds.Kind.OBJECT ? 0 : foreign;
    Item item = new Item(object, node, depth + 1, levels, address, left, hash);
    item.crowd = kind == Kinds.Kind.OBJECT ? crowd(object.getClass()) : crowd;
    item.key = element ? name : key;
    if (element && ages != null && kind == Kinds.Kind.OBJECT) elements.add(mark(object));
    if (item.key != null && (kind == Kinds.Kind.OBJECT || element && kind == Kinds.Kind.FOREIGN)) note(object, item.key);
    item.turn = (depth + (long) LATER * item.crowd << 32) + turns++;
    queue.add(item);
    return node;
  }

  private void pass(Object object) {
    Integer before = passedAlike.get(object.getClass());
    passedAlike.put(object.getClass(), before == null ? 1 : before + 1);
    if (passed.size() < MOST_PASSED && (before == null || before < MOST_PASSED_ALIKE)) passed.add(object);
  }

  private void note(Object object, String key) {
    List<Below> all = below.get(object.getClass());
    if (all == null) below.put(object.getClass(), all = new ArrayList<Below>());
    if (all.size() < MOST_BELOW) all.add(new Below(object, key));
  }

  /** An object that was begun is told to its last field, whatever is left of its root's share; only collections are cut. */
  private boolean take(Share left) {
    left.nodes--;
    return budget.take();
  }

  private Node pool(String name, Object object, Share left) {
    if (seen.containsKey(object) || !take(left)) return null;
    Node node = Pools.read(name, object, fields);
    if (node != null) seen.put(object, node);
    return node;
  }

  /** Bytes: as text where they read as text, else how many. */
  private Node binary(String name, Object object, int above) {
    if (!budget.take()) return null;
    int size = object instanceof Buffer ? ((Buffer) object).remaining() : Array.getLength(object);
    String text = object instanceof byte[] ? Bytes.text((byte[]) object, 0, size, budget.maxString)
        : object instanceof java.nio.ByteBuffer ? Bytes.text((java.nio.ByteBuffer) object, budget.maxString) : null;
    if (text == null) {
      Node node = Node.omitted(name, "binary");
      node.size = size;
      return node;
    }
    if (Secrets.cuts(Secrets.below(above, name), text)) return Secrets.hidden(name);
    Node node = Node.value(name, budget.cut(text));
    node.type = typeName(object.getClass());
    if (text.length() > budget.maxString) node.length = size;
    budget.spend(text.length());
    return node;
  }

  private void expand(Item item) throws IllegalAccessException {
    Object object = item.object;
    Node node = item.node;
    came = node.recent;
    crowd = item.crowd;
    key = item.key;
    tellsAge = ages != null && ages.areTold() && (node.recent || ages.wasWhole(item.hash));
    try {
      expand(item, object, node);
    } finally {
      tellsAge = came = false;
      crowd = 0;
      key = null;
    }
    if (ages != null && node.size < 0 && node.omitted == null && !budget.isFull()) ages.noteWhole(item.hash);
  }

  private void expand(Item item, Object object, Node node) throws IllegalAccessException {
    if (node.kind == 'l') {
      elements(item, object);
    } else if (node.kind == 'm') {
      entries(item, object);
    } else {
      Fields.Slot[] slots = fields.of(object.getClass());
      if (ages != null && slots.length > 0 && slots[0].sharers == 0) compared.add(slots);
      for (Fields.Slot slot : slots) {
        Object value = Fields.read(slot, object);
        if (ages != null) slot.compare(value);
        if (value == null && !slot.tells) continue;
        Node child = wasElement(slot, value) || isElement(slot, value, object, slots) ? reference(slot.name, value, item) : field(slot.name, value, item);
        if (child == null) continue;
        if (child.kind != 'o') child.foreign = node.foreign;
        if (child.kind == 'o' && isChoice(slot, value, slots)) child.instead = Statics.simpleName(value.getClass());
        if (ages != null) child.slot = slot;
        if (slot.twice && isTold(slot.name, node)) child.id = longName(slot);
        node.add(child);
      }
    }
  }

  /**
   * Whether a field that can be set leads to one of the elements of a collection beside it: the current one, the one that was saved last. It is told in the
   * collection, whichever it is; by the field, what it is known by.
   */
  private boolean isElement(Fields.Slot slot, Object value, Object of, Fields.Slot[] beside) {
    if (value == null || slot.field.getType().isPrimitive() || Modifier.isFinal(slot.field.getModifiers()) || !isKnown(value)) return false;
    for (Fields.Slot each : beside) {
      if (each == slot || each.field.getType().isPrimitive() || each.field.getType() == String.class) continue;
      try {
        Object collection = Fields.read(each, of);
        if (collection == null || Leaf.of(collection, budget) != Leaf.NOT) continue;
        Object inner = Shapes.unwrap(collection, fields);
        if (inner == null || inner == Shapes.NOTHING || Leaf.of(inner, budget) != Leaf.NOT) continue;
        Kinds.Kind kind = kindOf(inner);
        if (kind == Kinds.Kind.LIST) for (Object one : fields.elements.of(inner, 0, budget.maxElements, new Node("", 'l'))) if (one == value) return true;
        if (kind == Kinds.Kind.MAP) for (Object[] pair : fields.elements.pairs(inner, 0, budget.maxElements, new Node("", 'm'))) if (pair[1] == value) return true;
      } catch (Throwable changing) {
        // Then it is told where it is met.
      }
    }
    return false;
  }

  private boolean wasElement(Fields.Slot slot, Object value) {
    if (value == null || elementsBefore.isEmpty() || Modifier.isFinal(slot.field.getModifiers()) || Leaf.of(value, budget) != Leaf.NOT) return false;
    return elementsBefore.contains(mark(value)) && !seen.containsKey(value);
  }

  /** Tells an object from others of its class, and keeps none alive. */
  private static long mark(Object object) {
    return (long) System.identityHashCode(object) << 32 | object.getClass().getName().hashCode() & 0xffffffffL;
  }

  /** An object of the application's that has something to be known by. */
  private boolean isKnown(Object value) {
    return Leaf.of(value, budget) == Leaf.NOT && !seen.containsKey(value) && Shapes.unwrap(value, fields) == value && kindOf(value) == Kinds.Kind.OBJECT && identities.of(value) != null;
  }

  private Node reference(String name, Object value, Item of) {
    Object identity = identities.of(value);
    return identity == null || !take(of.left) ? null : Node.value(name, identity);
  }

  private static boolean isTold(String name, Node node) {
    if (node.children != null) for (Node child : node.children) if (child.name.equals(name)) return true;
    return false;
  }

  /** A field that fails costs none of the others. */
  private Node field(String name, Object value, Item of) {
    try {
      return node(name, value, of.node.secrecy, of.depth, of.foreign, false, of.address, of.left);
    } catch (Throwable e) {
      nodesFailed++;
      return Node.omitted(name, "threw");
    }
  }

  /** Where a superclass has a field by the same name. */
  static String longName(Fields.Slot slot) {
    return ClassNames.simple(slot.field.getDeclaringClass()) + "." + slot.name;
  }

  /**
   * One of several things that the field could hold: which one is worth a word even when it holds nothing itself. What the JDK calls is no such thing, nor what
   * stays for good beside fields that change.
   */
  private boolean isChoice(Fields.Slot slot, Object value, Fields.Slot[] beside) {
    Class<?> declared = slot.field.getType();
    Class<?> type = value.getClass();
    if (declared == type || declared == Object.class || Modifier.isFinal(declared.getModifiers()) || ClassNames.isAnonymous(type) || fields.worth.isCalledByJdk(type)) return false;
    boolean stays = Modifier.isFinal(slot.field.getModifiers());
    for (Fields.Slot each : beside) if (stays && !Modifier.isFinal(each.field.getModifiers())) return false;
    return true;
  }

  private void elements(Item item, Object object) {
    List<Object> elements = fields.elements.of(object, item.from, item.limit < 0 ? budget.maxElements : item.limit, item.node);
    if (item.limit < 0 && elements.size() > MAX_PLAIN && isPlain(elements)) {
      if (item.node.size < 0) item.node.size = elements.size();
      elements = elements.subList(0, MAX_PLAIN);
    }
    if (item.foreign >= FOREIGN_LEVELS) judge(elements);
    boolean slots = object instanceof Object[];
    // Where they stand in a library's table is drawn anew at every start: unless they are the application's, that says nothing.
    int scattered = slots && item.node.foreign && hasGaps(elements) && !holdsOwn(elements) ? elements.size() - Collections.frequency(elements, null) : 0;
    if (scattered > 0) elements = Collections.emptyList();
    int dropped = scattered;
    for (int i = 0; i < elements.size(); i++) {
      if (item.left.nodes <= 0) {
        if (item.node.size < 0) item.node.size = elements.size();
        break;
      }
      // Empty slots of an array are room, not elements.
      if (slots && elements.get(i) == null) continue;
      Node child = node(String.valueOf(item.from + i), elements.get(i), item.node.secrecy, item.depth, item.foreign, true, null, item.left);
      if (child != null) item.node.add(child);
      else dropped++;
    }
    if (item.node.children == null) item.node.children = new ArrayList<Node>();
    // Elements that are not told are there all the same.
    if (dropped > 0 && item.node.size < 0) item.node.size = item.node.children.size() + dropped;
  }

  private static boolean hasGaps(List<Object> elements) {
    int gap = elements.indexOf(null);
    for (int i = gap + 1; gap >= 0 && i < elements.size(); i++) if (elements.get(i) != null) return true;
    return false;
  }

  private boolean holdsOwn(List<Object> elements) {
    for (Object each : elements) {
      if (each == null || Leaf.of(each, budget) != Leaf.NOT) continue;
      Kinds.Kind kind = kinds.of(each);
      if (kind == Kinds.Kind.OBJECT || kind == Kinds.Kind.FOREIGN && evidence.isIn(each)) return true;
    }
    return false;
  }

  /** Parts of a library that are alike are told alike: whether one has something to show is seen before the first is told. */
  private void judge(List<Object> elements) {
    for (Object each : elements) if (each != null && Leaf.of(each, budget) == Leaf.NOT && kinds.of(each) == Kinds.Kind.FOREIGN && evidence.isIn(each)) return;
  }

  private boolean isPlain(List<Object> elements) {
    for (int i = 0; i < 5; i++) if (Leaf.of(elements.get(i), budget) == Leaf.NOT) return false;
    return true;
  }

  private void entries(Item item, Object map) {
    List<Object[]> pairs = fields.elements.pairs(map, item.from, item.limit < 0 ? budget.maxElements : item.limit, item.node);
    // Properties are settings, each with a name of its own: no table.
    if (item.limit < 0 && pairs.size() > MAX_PLAIN && !(map instanceof java.util.Properties) && hasPlainValues(pairs)) {
      if (item.node.size < 0) item.node.size = pairs.size();
      pairs = pairs.subList(0, MAX_PLAIN);
    }
    Set<String> names = new HashSet<String>(2 * pairs.size());
    for (int i = 0; i < pairs.size(); i++) {
      Object[] pair = pairs.get(i);
      if (item.left.nodes <= 0) {
        if (item.node.size < 0) item.node.size = pairs.size();
        break;
      }
      String name = entryName(pair, item.from + i);
      // A key that opens something, as session ids do, is told by its place alone.
      if (Secrets.isSecretKey(item.node.secrecy, name)) name = "#" + (item.from + i);
      if (!names.add(name)) continue;
      Node child = node(name, map instanceof java.util.Properties ? Leaf.typed(pair[1]) : pair[1], item.node.secrecy, item.depth, item.foreign, true, null, item.left);
      if (child != null) item.node.add(child);
    }
    if (item.node.children == null) item.node.children = new ArrayList<Node>();
  }

  private boolean hasPlainValues(List<Object[]> pairs) {
    for (int i = 0; i < 5; i++) if (Leaf.of(pairs.get(i)[1], budget) == Leaf.NOT) return false;
    return true;
  }

  String entryName(Object[] pair, int index) {
    return entries.of(pair, index);
  }

  static String typeName(Class<?> type) {
    return type.isArray() ? typeName(type.getComponentType()) + "[]" : type.getName();
  }
}
