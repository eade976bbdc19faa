package dev.substrate.core;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Reads object graphs breadth first: what lies near a root is read before what lies deep, whatever root it hangs on, so that a budget
 * cuts off depths and never roots. Reads fields, never getters. An object is shown once, at the place nearest to a root; where it is
 * met again its identity (id, name, …) stands for it.
 */
final class Reader {
  private static final String[] IDENTITY = {"id", "key", "uuid", "name", "title", "code"};
  /** How far into objects of libraries: their first level often holds the application's data, their depths hold machinery. */
  private static final int FOREIGN_LEVELS = 2;
  private static final int PART_LEVELS = 4;
  private static final int CHILD_SHARE = 400;
  /** Of a collection of mere words or numbers fewer elements are read than of one that holds objects: such are mostly tables. */
  private static final int MAX_PLAIN = 50;
  /** A longer array of numbers is a table or a buffer. */
  private static final int MAX_NUMBERS = 16;

  private static final class Item {
    final Object object;
    final Node node;
    final int depth;
    final int foreign;
    /** Null below a list or map: what lies there is data, not a part of the program. */
    final String address;
    /** How many nodes its root may still have: no root eats up the others' share. */
    final int[] left;

    Item(Object object, Node node, int depth, int foreign, String address, int[] left) {
      this.left = left;
      this.object = object;
      this.node = node;
      this.depth = depth;
      this.foreign = foreign;
      this.address = address;
    }
  }

  /** Makes readers for what calls return. */
  static final class Maker {
    private final AppClasses classes;
    private final Fields fields;

    Maker(AppClasses classes, Fields fields) {
      this.classes = classes;
      this.fields = fields;
    }

    Reader make() {
      return new Reader(new Budget(null, 1000), classes, fields);
    }
  }

  final Budget budget;
  private final AppClasses classes;
  private final Fields fields;
  private final IdentityHashMap<Object, Node> seen = new IdentityHashMap<Object, Node>();
  /** Objects that have a place, but no room was left there to show them. */
  private final IdentityHashMap<Object, Boolean> cut = new IdentityHashMap<Object, Boolean>();
  private final ArrayDeque<Item> queue = new ArrayDeque<Item>();
  /** Application objects that fields alone lead to from a root: the parts a program is made of, by address. */
  final Map<String, Object> parts = new LinkedHashMap<String, Object>();
  int objects;

  Reader(Budget budget, AppClasses classes, Fields fields) {
    this.budget = budget;
    this.classes = classes;
    this.fields = fields;
  }

  /** Queues an object to be read into a root. False when another root shows it already. */
  boolean root(Node root, Object object, int share) {
    if (seen.containsKey(object)) return false;
    seen.put(object, root);
    Shape shape = shape(object);
    root.kind = shape == Shape.LIST || shape == Shape.NUMBERS ? 'l' : shape == Shape.MAP ? 'm' : 'o';
    if (root.type == null) root.type = typeName(object.getClass());
    queue.add(new Item(object, root, 1, 0, root.kind == 'o' ? root.address : null, new int[] {share}));
    return true;
  }

  /** Lets an object have a root of its own when no room was left where it was found. */
  void forgive(Object object) {
    if (cut.remove(object) != null) seen.remove(object);
  }

  /** Queues an object below a node that exists: the child's name is given. */
  void child(Node parent, String name, Object object, int depth) {
    child(parent, name, object, depth, new int[] {CHILD_SHARE});
  }

  /** The same with a share of nodes that several children have together. */
  void child(Node parent, String name, Object object, int depth, int[] left) {
    Node node = node(name, object, depth, 0, parent.address, left);
    if (node != null) parent.add(node);
  }

  void run() {
    for (Item item = queue.poll(); item != null; item = queue.poll()) {
      if (budget.isFull() || item.left[0] <= 0) {
        cut.put(item.object, Boolean.TRUE);
        item.node.omitted = "budget";
        if (item.node.kind != 'o' && item.node.children == null) item.node.kind = 'x';
        continue;
      }
      objects++;
      try {
        expand(item);
      } catch (ConcurrentModificationException e) {
        item.node.children = null;
        item.node.kind = 'x';
        item.node.omitted = "changing";
      } catch (Throwable e) {
        item.node.omitted = "threw";
      }
    }
  }

  /** Drops objects that turned out to hold nothing. True when the node itself should go. */
  static boolean prune(Node node) {
    if (node.children != null) {
      for (Iterator<Node> it = node.children.iterator(); it.hasNext(); ) if (prune(it.next())) it.remove();
    }
    boolean empty = node.children == null || node.children.isEmpty();
    if (node.kind == 'o' && empty && node.omitted != null) {
      node.kind = 'x';
      node.children = null;
      return false;
    }
    return node.kind == 'o' && empty;
  }

  private enum Shape { OBJECT, FOREIGN, LIST, NUMBERS, MAP, BINARY, DROP }

  private Shape shape(Object object) {
    Class<?> type = object.getClass();
    if (type.isArray()) return type == byte[].class ? Shape.BINARY : type.getComponentType().isPrimitive() && type != boolean[].class ? Shape.NUMBERS : Shape.LIST;
    if (object instanceof Buffer) return Shape.BINARY;
    if (object instanceof Map) {
      if (object instanceof WeakHashMap || object instanceof java.security.Provider) return Shape.DROP;
      if (walkable(type, "entrySet")) return Shape.MAP;
    } else if (object instanceof Collection && walkable(type, "iterator")) return Shape.LIST;
    if (isMachinery(object, type)) return Shape.DROP;
    if (AppClasses.isJdk(type)) return Shape.DROP;
    return classes.isApp(type) ? Shape.OBJECT : Shape.FOREIGN;
  }

  /** Whether iterating runs known, harmless code: an own iterator may do anything, a lazy one of an ORM asks a database. */
  private boolean walkable(Class<?> type, String method) {
    try {
      Class<?> owner = type.getMethod(method).getDeclaringClass();
      if (AppClasses.isJdk(owner)) return !owner.getName().startsWith("javax.swing.UIDefaults");
      String name = owner.getName();
      return name.startsWith("com.google.common.collect.")
          || name.startsWith("kotlin.collections.")
          || name.startsWith("javafx.")
          || name.startsWith("com.sun.javafx.")
          || name.startsWith("it.unimi.dsi.fastutil.")
          || name.startsWith("scala.collection.convert.");
    } catch (Throwable e) {
      return false;
    }
  }

  private static boolean isMachinery(Object object, Class<?> type) {
    if (Leaf.isReference(object) || type.isSynthetic() || type.getName().indexOf("$$Lambda") >= 0) return true;
    if (object instanceof Thread || object instanceof ClassLoader || object instanceof java.util.concurrent.Executor) return true;
    if (object instanceof java.util.ResourceBundle || object instanceof java.util.EventListener && fieldsAreFew(type)) return true;
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      String name = c.getName();
      if (name.equals("java.awt.Component") || name.equals("javafx.scene.Node") || name.equals("java.awt.MenuComponent")) return true;
      if (name.startsWith("org.slf4j.") || name.startsWith("org.apache.log") || name.startsWith("org.apache.commons.logging.") || name.startsWith("ch.qos.logback.")) return true;
    }
    return false;
  }

  private static boolean fieldsAreFew(Class<?> type) {
    try {
      for (java.lang.reflect.Field field : type.getDeclaredFields()) if (!field.isSynthetic() && !Modifier.isStatic(field.getModifiers())) return false;
      return true;
    } catch (Throwable e) {
      return true;
    }
  }

  /** A node for a value, queued when there is more below it; null when it is nothing to show. */
  private Node node(String name, Object object, int depth, int foreign, String parent, int[] left) {
    Object leaf = Leaf.of(object, budget);
    if (leaf != Leaf.NOT) {
      if (!take(left)) return null;
      if (Secrets.value(name, leaf)) return redacted(name);
      Node node = Node.value(name, leaf);
      if (object instanceof Enum || object != null && leaf instanceof String && !(object instanceof String)) node.type = typeName(object.getClass());
      return node;
    }
    Object inner = Shapes.unwrap(object, fields);
    if (inner != object) return inner == Shapes.NOTHING ? null : node(name, inner, depth, foreign, parent, left);
    Shape shape = shape(object);
    if (shape == Shape.DROP) return null;
    if (shape == Shape.BINARY) return binary(name, object);
    if (Secrets.name(name) && shape != Shape.OBJECT) return redacted(name);
    if (shape == Shape.FOREIGN && foreign >= FOREIGN_LEVELS || shape == Shape.NUMBERS && Array.getLength(object) > MAX_NUMBERS) return null;
    if (seen.containsKey(object)) {
      Object identity = identity(object);
      return identity == null || !take(left) ? null : Node.value(name, identity);
    }
    if (!take(left)) return null;
    if (depth >= budget.maxDepth) return Node.omitted(name, "depth");
    Node node = new Node(name, shape == Shape.LIST || shape == Shape.NUMBERS ? 'l' : shape == Shape.MAP ? 'm' : 'o');
    node.type = typeName(object.getClass());
    seen.put(object, node);
    String address = parent != null && (shape == Shape.OBJECT || shape == Shape.FOREIGN) && depth < PART_LEVELS ? Node.child(parent, name) : null;
    if (address != null && shape == Shape.OBJECT) parts.put(address, object);
    queue.add(new Item(object, node, depth + 1, shape == Shape.FOREIGN ? foreign + 1 : 0, address, left));
    return node;
  }

  private boolean take(int[] left) {
    return left[0]-- > 0 && budget.take();
  }

  private static Node redacted(String name) {
    Node node = Node.value(name, Secrets.REDACTED);
    node.secret = true;
    return node;
  }

  private Node binary(String name, Object object) {
    if (!budget.take()) return null;
    Node node = Node.omitted(name, "binary");
    node.size = object instanceof Buffer ? ((Buffer) object).remaining() : Array.getLength(object);
    return node;
  }

  private void expand(Item item) throws IllegalAccessException {
    Object object = item.object;
    Node node = item.node;
    if (node.kind == 'l') {
      elements(item, object);
    } else if (node.kind == 'm') {
      entries(item, (Map<?, ?>) object);
    } else {
      Set<String> names = new HashSet<String>();
      for (Fields.Slot slot : fields.of(object.getClass())) {
        Object value = Fields.read(slot, object);
        if (value == null && !slot.tells) continue;
        Node child = node(slot.name, value, item.depth, item.foreign, item.address, item.left);
        if (child == null) continue;
        if (!names.add(slot.name)) child.id = slot.field.getDeclaringClass().getSimpleName() + "." + slot.name;
        node.add(child);
      }
    }
  }

  private void elements(Item item, Object object) {
    List<Object> elements = copy(object, item.node);
    if (elements.size() > MAX_PLAIN && isPlain(elements)) {
      if (item.node.size < 0) item.node.size = elements.size();
      elements = elements.subList(0, MAX_PLAIN);
    }
    boolean slots = object instanceof Object[];
    for (int i = 0; i < elements.size(); i++) {
      // Empty slots of an array are room, not elements.
      if (slots && elements.get(i) == null) continue;
      Node child = node(String.valueOf(i), elements.get(i), item.depth, item.foreign, null, item.left);
      if (child != null) item.node.add(child);
    }
    if (item.node.children == null) item.node.children = new ArrayList<Node>();
  }

  private boolean isPlain(List<Object> elements) {
    for (int i = 0; i < 5; i++) if (Leaf.of(elements.get(i), budget) == Leaf.NOT) return false;
    return true;
  }

  private List<Object> copy(Object object, Node node) {
    List<Object> out = new ArrayList<Object>();
    if (object.getClass().isArray()) {
      int length = Array.getLength(object);
      for (int i = 0; i < length && i < budget.maxElements; i++) out.add(Array.get(object, i));
      if (length > out.size()) node.size = length;
      return out;
    }
    Collection<?> all = (Collection<?>) object;
    for (int attempt = 0; ; attempt++) {
      try {
        out.clear();
        for (Iterator<?> it = all.iterator(); it.hasNext() && out.size() < budget.maxElements; ) out.add(it.next());
        break;
      } catch (ConcurrentModificationException e) {
        if (attempt == 3) throw e;
      }
    }
    int size = all.size();
    if (size > out.size()) node.size = size;
    if (object instanceof HashSet) sort(out);
    return out;
  }

  /** A hash set has no order: its simple elements get one, so that keys stay. */
  private static void sort(List<Object> elements) {
    Class<?> type = null;
    for (Object element : elements) {
      if (!(element instanceof String || element instanceof Number && element instanceof Comparable || element instanceof Enum)) return;
      if (type != null && element.getClass() != type) return;
      type = element.getClass();
    }
    Collections.sort(elements, new java.util.Comparator<Object>() {
      @Override
      @SuppressWarnings("unchecked")
      public int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
      }
    });
  }

  private void entries(Item item, Map<?, ?> map) {
    for (int attempt = 0; ; attempt++) {
      List<Object[]> pairs = new ArrayList<Object[]>();
      try {
        for (Iterator<? extends Map.Entry<?, ?>> it = map.entrySet().iterator(); it.hasNext() && pairs.size() < budget.maxElements; ) {
          Map.Entry<?, ?> entry = it.next();
          pairs.add(new Object[] {entry.getKey(), entry.getValue()});
        }
        int size = map.size();
        if (size > pairs.size()) item.node.size = size;
      } catch (ConcurrentModificationException e) {
        if (attempt == 3) throw e;
        continue;
      }
      if (pairs.size() > MAX_PLAIN && hasPlainValues(pairs)) {
        if (item.node.size < 0) item.node.size = pairs.size();
        pairs = pairs.subList(0, MAX_PLAIN);
      }
      Set<String> names = new HashSet<String>();
      for (Object[] pair : pairs) {
        String name = keyName(pair[0]);
        if (name == null || !names.add(name)) continue;
        Node child = node(name, pair[1], item.depth, item.foreign, null, item.left);
        if (child != null) item.node.add(child);
      }
      if (item.node.children == null) item.node.children = new ArrayList<Node>();
      return;
    }
  }

  private boolean hasPlainValues(List<Object[]> pairs) {
    for (int i = 0; i < 5; i++) if (Leaf.of(pairs.get(i)[1], budget) == Leaf.NOT) return false;
    return true;
  }

  private String keyName(Object key) {
    Object leaf = Leaf.of(key, budget);
    if (leaf != Leaf.NOT) return String.valueOf(leaf);
    Object identity = identity(key);
    return identity == null ? null : String.valueOf(identity);
  }

  /** What tells an object from its like: the value of its id, key or name. */
  Object identity(Object object) {
    if (object == null || AppClasses.isJdk(object.getClass())) return null;
    Fields.Slot[] slots = fields.of(object.getClass());
    for (String wanted : IDENTITY) {
      for (Fields.Slot slot : slots) {
        if (!slot.name.equals(wanted)) continue;
        try {
          Object leaf = Leaf.of(Fields.read(slot, object), budget);
          if (leaf != Leaf.NOT && leaf != null) return leaf;
        } catch (Throwable ignored) {
          // The next one may do.
        }
      }
    }
    return null;
  }

  /** The objects right below one: its fields, the elements of its collections. For finding out who owns whom. */
  void neighbours(Object object, List<Object> into, int level) {
    Shape shape = shape(object);
    try {
      if (shape == Shape.LIST) {
        for (Object element : copy(object, new Node("", 'l'))) neighbour(element, into, level);
      } else if (shape == Shape.MAP) {
        int count = 0;
        for (Object element : ((Map<?, ?>) object).values()) if (count++ < budget.maxElements) neighbour(element, into, level);
      } else if (shape == Shape.OBJECT || shape == Shape.FOREIGN) {
        for (Fields.Slot slot : fields.of(object.getClass())) if (!slot.field.getType().isPrimitive()) neighbour(Fields.read(slot, object), into, level);
      }
    } catch (Throwable ignored) {
      // Whatever is not listed keeps its own place.
    }
  }

  private void neighbour(Object object, List<Object> into, int level) {
    if (object == null || Leaf.of(object, budget) != Leaf.NOT) return;
    Object inner = Shapes.unwrap(object, fields);
    if (inner == Shapes.NOTHING || inner == null || Leaf.of(inner, budget) != Leaf.NOT) return;
    Shape shape = shape(inner);
    if (shape == Shape.OBJECT) into.add(inner);
    else if ((shape == Shape.LIST || shape == Shape.MAP || shape == Shape.FOREIGN) && level > 0) neighbours(inner, into, level - 1);
  }

  static String typeName(Class<?> type) {
    return type.isArray() ? typeName(type.getComponentType()) + "[]" : type.getName();
  }
}
