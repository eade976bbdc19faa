package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Where the JDK's collections keep what they hold. It is read from their fields: a method may belong to a subclass of the application's, wait for a
 * lock, or ask whatever the collection is a view of. A collection that is not known here is told by its fields like any other object.
 */
final class Storage {
  interface Take {
    /** False: no more. The key is null in what is no map. */
    boolean offer(Object key, Object value);
  }

  abstract static class Way {
    final boolean map;

    Way(boolean map) {
      this.map = map;
    }

    /** -1 when only counting would tell. */
    abstract int size(Object object) throws Exception;

    abstract void each(Object object, Take take) throws Exception;

    /** Goes up when elements come and go; 0 where nothing counts that. */
    int changes(Object object) throws Exception {
      return 0;
    }
  }

  /** A field, found when it is first needed. Names differ between versions, of classes too: the first that is there. */
  private final class Slot {
    private final String type;
    private final String[] names;
    private Field field;
    private boolean sought;

    Slot(String type, String... names) {
      this.type = type;
      this.names = names;
    }

    private synchronized Field field() throws NoSuchFieldException {
      if (!sought) {
        sought = true;
        for (String owned : type.split("\\|")) for (String name : names) {
          try {
            Class<?> owner = Class.forName(owned, false, null);
            Field found = owner.getDeclaredField(name);
            if (field == null && opener.open(found, owner)) field = found;
          } catch (Throwable next) {
            // Another version calls it by another name.
          }
        }
      }
      if (field == null) throw new NoSuchFieldException(type + "." + names[0]);
      return field;
    }

    Object get(Object owner) throws Exception {
      return (field != null ? field : field()).get(owner);
    }

    int number(Object owner) throws Exception {
      return (field != null ? field : field()).getInt(owner);
    }

    long big(Object owner) throws Exception {
      return (field != null ? field : field()).getLong(owner);
    }

    boolean isThere() {
      try {
        return field() != null;
      } catch (NoSuchFieldException none) {
        return false;
      }
    }
  }

  /** One that counts its elements in a field, and maybe how often they came and went in another. */
  private abstract class Counted extends Way {
    private final Slot size;
    private final Slot changes;

    Counted(boolean map, String type, String size, String changes) {
      super(map);
      this.size = new Slot(type, size);
      this.changes = changes == null ? null : new Slot(type, changes);
    }

    @Override
    int size(Object object) throws Exception {
      return size.number(object);
    }

    @Override
    int changes(Object object) throws Exception {
      return changes != null && changes.isThere() ? changes.number(object) : 0;
    }
  }

  /** No list of the application's is longer than its own count says: a ring that a race made would never end. */
  private static final int MAX_STEPS = 2000000;

  private final Opener opener;
  private final Map<String, Way> ways = new HashMap<String, Way>();
  private final Map<Class<?>, Object> known = new WeakHashMap<Class<?>, Object>();
  private static final Object NONE = new Object();

  Storage(Opener opener) {
    this.opener = opener;
  }

  /** Ways are made in groups, each when one of it is first needed: a small program has few kinds of collections, and none should be waited for. */
  private static final Pattern[] GROUPS = {
    Pattern.compile("java\\.util\\.(ArrayList|Vector|PriorityQueue|ArrayDeque|Arrays\\$ArrayList|ImmutableCollections\\$ListN|concurrent\\.(PriorityBlockingQueue|CopyOnWriteArrayList|ArrayBlockingQueue|ScheduledThreadPoolExecutor\\$DelayedWorkQueue))"),
    Pattern.compile("java\\.util\\.(LinkedList|concurrent\\.(Linked\\w+|ConcurrentLinked\\w+))"),
    Pattern.compile("java\\.util\\.(HashMap|LinkedHashMap|Hashtable|Properties|jar\\.Attributes|IdentityHashMap|ImmutableCollections\\$MapN)"),
    Pattern.compile("java\\.util\\.TreeMap"),
    Pattern.compile("java\\.util\\.concurrent\\.Concurrent(Hash|SkipList)Map"),
    Pattern.compile("java\\.util\\.(EnumMap|RegularEnumSet|JumboEnumSet)"),
    Pattern.compile("java\\.util\\.(Collections\\$(Empty|Singleton)\\w+|ImmutableCollections\\$(List12|Set12|Map1|SetN)|concurrent\\.SynchronousQueue)"),
    Pattern.compile("java\\.util\\.(HashSet|TreeSet|Collections\\$SetFromMap|ArrayList\\$SubList|concurrent\\.(ConcurrentSkipListSet|CopyOnWriteArraySet|DelayQueue))"),
    Pattern.compile("java\\.util\\.(\\w+|concurrent\\.\\w+)\\$(Linked)?(KeySet|Values|ValueCollection|KeySetView|ValuesView)"),
  };

  private void make(int group) {
    if (group == 0) arrays();
    else if (group == 1) chains();
    else if (group == 2) tables();
    else if (group == 3) trees();
    else if (group == 4) concurrent();
    else if (group == 5) enums();
    else if (group == 6) fixed();
    else if (group == 7) sets();
    else views();
  }

  private Way way(String type) {
    Way way = ways.get(type);
    if (way != null || !type.startsWith("java.util.")) return way;
    for (int group = 0; group < GROUPS.length; group++) {
      if (!GROUPS[group].matcher(type).matches()) continue;
      make(group);
      return ways.get(type);
    }
    return null;
  }

  synchronized Way of(Class<?> type) {
    Object found = known.get(type);
    if (found == null) known.put(type, found = seek(type));
    return found == NONE ? null : (Way) found;
  }

  private Object seek(Class<?> type) {
    if (!Collection.class.isAssignableFrom(type) && !Map.class.isAssignableFrom(type)) {
      Way own = AppClasses.isJdk(type) || type.isArray() || type.isEnum() ? null : ownTable(type);
      if (own == null && isMapByName(type)) own = sideBySide(type);
      return own == null ? NONE : own;
    }
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      Way way = AppClasses.isJdk(c) ? way(c.getName()) : null;
      if (way != null) return way;
    }
    if (isInert(type.getName())) return Map.class.isAssignableFrom(type) ? ITERATED_MAP : ITERATED;
    return isOwnSet(type) ? ownSet() : NONE;
  }

  /** A set that somebody made for himself: it has nothing but one array to keep its elements in. */
  static boolean isOwnSet(Class<?> type) {
    return Set.class.isAssignableFrom(type) && !isInert(type.getName()) && arrayOf(type) != null;
  }

  private static Field arrayOf(Class<?> type) {
    Field found = null;
    try {
      for (Class<?> c = type; c != null && !AppClasses.isJdk(c); c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) continue;
          if (Collection.class.isAssignableFrom(field.getType()) || Map.class.isAssignableFrom(field.getType()) || field.getType().isArray() && found != null) return null;
          if (field.getType().isArray()) found = field;
        }
      }
    } catch (Throwable missing) {
      return null;
    }
    return found == null || found.getType().getComponentType().isPrimitive() ? null : found;
  }

  private Way ownSet() {
    return new Way(false) {
      @Override
      int size(Object object) {
        return -1;
      }

      @Override
      void each(Object object, Take take) throws Exception {
        Field array = arrayOf(object.getClass());
        Object[] all = opener.open(array, array.getDeclaringClass()) ? (Object[]) array.get(object) : null;
        if (all != null) for (Object each : all) if (each != null && !take.offer(null, each)) return;
      }
    };
  }

  /** Collections of libraries that keep their elements themselves: their iterators run no code but their own. Views and lazy ones are not among them. */
  private static final Pattern INERT =
      Pattern.compile(
          "com\\.google\\.common\\.collect\\.(Regular|Singleton|ImmutableAsList|ImmutableEnum|ImmutableSorted|ImmutableRange|SingletonImmutable|JdkBackedImmutable|HashBiMap|EvictingQueue|CompactHash|CompactLinkedHash)\\w*"
              + "|clojure\\.lang\\.(Persistent(Array|Hash|Tree)Map|Persistent(Hash|Tree)Set|PersistentVector|PersistentList|PersistentQueue)"
              + "|kotlin\\.collections\\.(ArrayDeque|EmptyList|EmptySet|EmptyMap|builders\\.\\w+)"
              + "|it\\.unimi\\.dsi\\.fastutil\\.\\w+\\.\\w*(ArrayList|OpenHashMap|OpenHashSet|ArrayMap|ArraySet|AVLTreeMap|RBTreeMap|AVLTreeSet|RBTreeSet|ImmutableList|BigArrayBigList)");

  private static boolean isInert(String name) {
    return INERT.matcher(name).matches();
  }

  private static final Way ITERATED = new Way(false) {
    @Override
    int size(Object object) {
      return ((Collection<?>) object).size();
    }

    @Override
    void each(Object object, Take take) {
      for (Iterator<?> it = ((Collection<?>) object).iterator(); it.hasNext(); ) if (!take.offer(null, it.next())) return;
    }
  };

  private static final Way ITERATED_MAP = new Way(true) {
    @Override
    int size(Object object) {
      return ((Map<?, ?>) object).size();
    }

    @Override
    void each(Object object, Take take) {
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) object).entrySet()) if (!take.offer(entry.getKey(), entry.getValue())) return;
    }
  };

  private static boolean all(Object[] array, int from, int to, Take take) {
    if (array != null) for (int i = from; i < Math.min(to, array.length); i++) if (!take.offer(null, array[i])) return false;
    return true;
  }

  private void array(String type, String elements, String size, String counter) {
    final Slot array = new Slot(type, elements);
    final Slot count = size == null ? null : new Slot(type, size);
    final Slot changes = counter == null ? null : new Slot(counter, "modCount");
    ways.put(type, new Way(false) {
      @Override
      int size(Object object) throws Exception {
        if (count != null) return count.number(object);
        Object[] all = (Object[]) array.get(object);
        return all == null ? 0 : all.length;
      }

      @Override
      void each(Object object, Take take) throws Exception {
        all((Object[]) array.get(object), 0, size(object), take);
      }

      @Override
      int changes(Object object) throws Exception {
        return changes == null ? 0 : changes.number(object);
      }
    });
  }

  private void arrays() {
    array("java.util.ArrayList", "elementData", "size", "java.util.AbstractList");
    array("java.util.Vector", "elementData", "elementCount", "java.util.AbstractList");
    array("java.util.PriorityQueue", "queue", "size", "java.util.PriorityQueue");
    array("java.util.concurrent.PriorityBlockingQueue", "queue", "size", null);
    array("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "queue", "size", null);
    array("java.util.concurrent.CopyOnWriteArrayList", "array", null, null);
    array("java.util.Arrays$ArrayList", "a", null, null);
    array("java.util.ImmutableCollections$ListN", "elements", null, null);
    ring("java.util.ArrayDeque", "elements", "head", "tail", null);
    ring("java.util.concurrent.ArrayBlockingQueue", "items", "takeIndex", null, "count");
  }

  private void ring(String type, String elements, String head, String tail, String size) {
    final Slot array = new Slot(type, elements);
    final Slot first = new Slot(type, head);
    final Slot last = tail == null ? null : new Slot(type, tail);
    final Slot count = size == null ? null : new Slot(type, size);
    ways.put(type, new Way(false) {
      @Override
      int size(Object object) throws Exception {
        if (count != null) return count.number(object);
        int length = ((Object[]) array.get(object)).length;
        return (last.number(object) - first.number(object) + length) % length;
      }

      @Override
      void each(Object object, Take take) throws Exception {
        Object[] all = (Object[]) array.get(object);
        int at = first.number(object);
        for (int left = size(object); left > 0; left--, at++) {
          Object element = all[at % all.length];
          if (element != null && !take.offer(null, element)) return;
        }
      }
    });
  }

  /** Links that hold an element and lead to the next. */
  private void chain(String type, String link, String head, final boolean dummy, final Slot count) {
    final Slot first = new Slot(type, head);
    final Slot item = new Slot(link, "item");
    final Slot next = new Slot(link, "next");
    ways.put(type, new Way(false) {
      @Override
      int size(Object object) throws Exception {
        if (count == null) return -1;
        Object counted = count.get(object);
        return counted instanceof AtomicInteger ? ((AtomicInteger) counted).get() : (Integer) counted;
      }

      @Override
      void each(Object object, Take take) throws Exception {
        Object at = first.get(object);
        if (dummy && at != null) at = next.get(at);
        for (int steps = 0; at != null && steps < MAX_STEPS; steps++) {
          Object element = item.get(at);
          // In the lock-free ones an empty link is one that was taken; the other may hold null.
          if ((element != null || count != null) && !take.offer(null, element)) return;
          Object after = next.get(at);
          if (after == at) return;
          at = after;
        }
      }
    });
  }

  private void chains() {
    chain("java.util.LinkedList", "java.util.LinkedList$Node", "first", false, new Slot("java.util.LinkedList", "size"));
    String queue = "java.util.concurrent.LinkedBlockingQueue";
    chain(queue, queue + "$Node", "head", true, new Slot(queue, "count"));
    String deque = "java.util.concurrent.LinkedBlockingDeque";
    chain(deque, deque + "$Node", "first", false, new Slot(deque, "count"));
    for (String name : new String[] {"ConcurrentLinkedQueue", "ConcurrentLinkedDeque", "LinkedTransferQueue"}) {
      String type = "java.util.concurrent." + name;
      chain(type, type + "$Node|" + type + "$DualNode", "head", false, null);
    }
  }

  private void tables() {
    final Slot table = new Slot("java.util.HashMap", "table");
    final Slot key = new Slot("java.util.HashMap$Node", "key");
    final Slot value = new Slot("java.util.HashMap$Node", "value");
    final Slot next = new Slot("java.util.HashMap$Node", "next");
    final Slot head = new Slot("java.util.LinkedHashMap", "head");
    final Slot after = new Slot("java.util.LinkedHashMap$Entry", "after");
    ways.put("java.util.HashMap", new Counted(true, "java.util.HashMap", "size", "modCount") {
      @Override
      void each(Object object, Take take) throws Exception {
        Object[] bins = (Object[]) table.get(object);
        if (bins == null) return;
        for (Object bin : bins) for (Object at = bin; at != null; at = next.get(at)) if (!take.offer(key.get(at), value.get(at))) return;
      }
    });
    ways.put("java.util.LinkedHashMap", new Counted(true, "java.util.HashMap", "size", "modCount") {
      @Override
      void each(Object object, Take take) throws Exception {
        for (Object at = head.get(object); at != null; at = after.get(at)) if (!take.offer(key.get(at), value.get(at))) return;
      }
    });
    hashtable();
    alternating("java.util.IdentityHashMap", "table");
    alternating("java.util.ImmutableCollections$MapN", "table");
  }

  /** A table of a library's whose keys stand in one array and its values in another, side by side. */
  private Way sideBySide(Class<?> type) {
    if (arrays(type, "key").isEmpty() || arrays(type, "value").isEmpty()) return null;
    return new Way(true) {
      @Override
      int size(Object object) {
        return -1;
      }

      @Override
      void each(Object object, Take take) throws Exception {
        Object keys = filled(object, "key");
        Object values = filled(object, "value");
        if (keys == null || !(values instanceof Object[]) || Array.getLength(keys) != Array.getLength(values)) return;
        for (int i = 0; i < Array.getLength(keys); i++) {
          Object value = ((Object[]) values)[i];
          if (value != null && !take.offer(Array.get(keys, i), value)) return;
        }
      }
    };
  }

  private static boolean isMapByName(Class<?> type) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      if (AppClasses.isJdk(c)) return false;
      for (Class<?> each : c.getInterfaces()) if (ClassNames.simple(each).equals("Map")) return true;
    }
    return false;
  }

  /** The first of the arrays that is there: tables of numbers and of objects may share a class. */
  private Object filled(Object object, String word) throws Exception {
    for (Field field : arrays(object.getClass(), word)) {
      Object held = opener.open(field, field.getDeclaringClass()) ? field.get(object) : null;
      if (held != null) return held;
    }
    return null;
  }

  private static List<Field> arrays(Class<?> type, String word) {
    List<Field> out = new ArrayList<Field>();
    try {
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && field.getType().isArray() && field.getName().toLowerCase(java.util.Locale.ROOT).contains(word)) out.add(field);
        }
      }
    } catch (Throwable missing) {
      out.clear();
    }
    return out;
  }

  /** A table that a library made for itself: an array of links, each with a name or key, a value, and the next of its kind. */
  private Way ownTable(Class<?> type) {
    if (links(type) == null) return null;
    return new Way(true) {
      /** A field keeps its class alive: it must not outlive the class. */
      private WeakReference<Field[]> found = new WeakReference<Field[]>(null);

      @Override
      int size(Object object) {
        return -1;
      }

      @Override
      void each(Object object, Take take) throws Exception {
        Field[] parts = found.get();
        if (parts == null) found = new WeakReference<Field[]>(parts = links(object.getClass()));
        Object[] bins = (Object[]) parts[0].get(object);
        int steps = 0;
        if (bins == null) return;
        for (Object bin : bins) {
          for (Object at = bin; at != null && steps++ < MAX_STEPS; at = parts[3].get(at)) if (!take.offer(parts[1].get(at), parts[2].get(at))) return;
        }
      }
    };
  }

  /** The array of links, and the key, value and next of each; null when it is no such table. */
  private Field[] links(Class<?> type) {
    Field table = null;
    List<Field> rest = new ArrayList<Field>();
    try {
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) continue;
          if (table == null && field.getType().isArray() && isLink(field.getType().getComponentType())) table = field;
          else rest.add(field);
        }
      }
    } catch (Throwable missing) {
      return null;
    }
    if (table == null) return null;
    Class<?> link = table.getType().getComponentType();
    // Whatever else it holds would not be told.
    for (Field field : rest) if (field.getType() != link) return null;
    Field[] parts = {table, part(link, "key", "name"), part(link, "value", "val"), part(link, "next")};
    for (Field field : parts) if (!opener.open(field, field.getDeclaringClass())) return null;
    return parts;
  }

  static boolean isLink(Class<?> type) {
    if (type.isArray() || type.isPrimitive() || type.isEnum() || AppClasses.isJdk(type)) return false;
    Field next = part(type, "next");
    return next != null && next.getType() == type && part(type, "key", "name") != null && part(type, "value", "val") != null;
  }

  private static Field part(Class<?> type, String... names) {
    for (String name : names) {
      try {
        Field field = type.getDeclaredField(name);
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) return field;
      } catch (Throwable none) {
        // Perhaps by the other name.
      }
    }
    return null;
  }

  private void hashtable() {
    final Slot table = new Slot("java.util.Hashtable", "table");
    final Slot key = new Slot("java.util.Hashtable$Entry", "key");
    final Slot value = new Slot("java.util.Hashtable$Entry", "value");
    final Slot next = new Slot("java.util.Hashtable$Entry", "next");
    Way way = new Counted(true, "java.util.Hashtable", "count", "modCount") {
      @Override
      void each(Object object, Take take) throws Exception {
        Object[] bins = (Object[]) table.get(object);
        for (Object bin : bins) for (Object at = bin; at != null; at = next.get(at)) if (!take.offer(key.get(at), value.get(at))) return;
      }
    };
    ways.put("java.util.Hashtable", way);
    // Since 9 they keep everything in a map of their own.
    Slot inner = new Slot("java.util.Properties", "map");
    ways.put("java.util.Properties", inner.isThere() ? behind(inner, true) : way);
    ways.put("java.util.jar.Attributes", behind(new Slot("java.util.jar.Attributes", "map"), true));
  }

  /** Keys and values in turn; a null where nothing is. */
  private void alternating(String type, String field) {
    final Slot table = new Slot(type, field);
    ways.put(type, new Counted(true, type, "size", "modCount") {
      @Override
      void each(Object object, Take take) throws Exception {
        Object[] all = (Object[]) table.get(object);
        for (int i = 0; i + 1 < all.length; i += 2) if (all[i] != null && !take.offer(all[i], all[i + 1])) return;
      }
    });
  }

  private void trees() {
    final Slot root = new Slot("java.util.TreeMap", "root");
    final String entry = "java.util.TreeMap$Entry";
    final Slot left = new Slot(entry, "left");
    final Slot right = new Slot(entry, "right");
    final Slot key = new Slot(entry, "key");
    final Slot value = new Slot(entry, "value");
    ways.put("java.util.TreeMap", new Counted(true, "java.util.TreeMap", "size", "modCount") {
      @Override
      void each(Object object, Take take) throws Exception {
        java.util.ArrayDeque<Object> above = new java.util.ArrayDeque<Object>();
        for (Object at = root.get(object); at != null || !above.isEmpty(); ) {
          for (; at != null && above.size() < 200; at = left.get(at)) above.push(at);
          at = above.pop();
          if (!take.offer(key.get(at), value.get(at))) return;
          at = right.get(at);
        }
      }
    });
  }

  private void concurrent() {
    final String type = "java.util.concurrent.ConcurrentHashMap";
    final Slot table = new Slot(type, "table");
    final Slot base = new Slot(type, "baseCount");
    final Slot cells = new Slot(type, "counterCells");
    final Slot cell = new Slot(type + "$CounterCell", "value");
    final Slot hash = new Slot(type + "$Node", "hash");
    final Slot key = new Slot(type + "$Node", "key");
    final Slot value = new Slot(type + "$Node", "val");
    final Slot next = new Slot(type + "$Node", "next");
    final Slot moved = new Slot(type + "$ForwardingNode", "nextTable");
    final Slot first = new Slot(type + "$TreeBin", "first");
    ways.put(type, new Way(true) {
      @Override
      int size(Object object) throws Exception {
        long sum = base.big(object);
        Object[] more = (Object[]) cells.get(object);
        if (more != null) for (Object each : more) if (each != null) sum += cell.big(each);
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, sum));
      }

      @Override
      void each(Object object, Take take) throws Exception {
        Object[] bins = (Object[]) table.get(object);
        if (bins != null) for (int i = 0; i < bins.length; i++) if (!bin(bins, i, take)) return;
      }

      private boolean bin(Object[] bins, int index, Take take) throws Exception {
        Object at = bins[index];
        if (at != null && hash.number(at) < 0) {
          String kind = at.getClass().getName();
          if (kind.endsWith("$ForwardingNode")) {
            Object[] to = (Object[]) moved.get(at);
            return bin(to, index, take) && bin(to, index + bins.length, take);
          }
          if (!kind.endsWith("$TreeBin")) return true;
          at = first.get(at);
        }
        for (; at != null; at = next.get(at)) if (!take.offer(key.get(at), value.get(at))) return false;
        return true;
      }
    });
    skipList();
  }

  private void skipList() {
    final String type = "java.util.concurrent.ConcurrentSkipListMap";
    final Slot head = new Slot(type, "head");
    final Slot node = new Slot(type + "$Index", "node");
    final Slot key = new Slot(type + "$Node", "key");
    final Slot value = new Slot(type + "$Node", "val", "value");
    final Slot next = new Slot(type + "$Node", "next");
    ways.put(type, new Way(true) {
      @Override
      int size(Object object) {
        return -1;
      }

      @Override
      void each(Object object, Take take) throws Exception {
        Object top = head.get(object);
        int steps = 0;
        for (Object at = top == null ? null : node.get(top); at != null && steps++ < MAX_STEPS; at = next.get(at)) {
          Object name = key.get(at);
          Object held = value.get(at);
          // The first link and those that mark a deletion.
          if (name != null && held != null && held != at && !take.offer(name, held)) return;
        }
      }
    });
  }

  private void enums() {
    final Slot keys = new Slot("java.util.EnumMap", "keyUniverse");
    final Slot values = new Slot("java.util.EnumMap", "vals");
    ways.put("java.util.EnumMap", new Counted(true, "java.util.EnumMap", "size", null) {
      @Override
      void each(Object object, Take take) throws Exception {
        Object[] names = (Object[]) keys.get(object);
        Object[] held = (Object[]) values.get(object);
        for (int i = 0; i < held.length; i++) {
          if (held[i] == null) continue;
          // Null is kept as an object that stands for it.
          if (!take.offer(names[i], held[i].getClass().getName().startsWith("java.util.EnumMap$") ? null : held[i])) return;
        }
      }
    });
    final Slot universe = new Slot("java.util.EnumSet", "universe");
    for (String name : new String[] {"java.util.RegularEnumSet", "java.util.JumboEnumSet"}) {
      final Slot bits = new Slot(name, "elements");
      ways.put(name, new Way(false) {
        private long[] bits(Object object) throws Exception {
          Object found = bits.get(object);
          return found instanceof long[] ? (long[]) found : new long[] {(Long) found};
        }

        @Override
        int size(Object object) throws Exception {
          int sum = 0;
          for (long each : bits(object)) sum += Long.bitCount(each);
          return sum;
        }

        @Override
        void each(Object object, Take take) throws Exception {
          Object[] names = (Object[]) universe.get(object);
          long[] set = bits(object);
          for (int i = 0; i < names.length; i++) if ((set[i >> 6] & 1L << i) != 0 && !take.offer(null, names[i])) return;
        }
      });
    }
  }

  /** Those with a field for each element. */
  private void few(String type, final boolean map, String... names) {
    final Slot[] slots = new Slot[names.length];
    for (int i = 0; i < names.length; i++) slots[i] = new Slot(type, names[i]);
    ways.put(type, new Way(map) {
      @Override
      int size(Object object) throws Exception {
        if (map) return slots.length / 2;
        int count = 0;
        for (Slot slot : slots) if (isElement(slot.get(object), slot)) count++;
        return count;
      }

      /** The second of at most two: an object of no class of its own says that there is none. */
      private boolean isElement(Object element, Slot slot) {
        return slot == slots[0] || element != null && element.getClass() != Object.class;
      }

      @Override
      void each(Object object, Take take) throws Exception {
        if (map) {
          for (int i = 0; i < slots.length; i += 2) if (!take.offer(slots[i].get(object), slots[i + 1].get(object))) return;
          return;
        }
        for (Slot slot : slots) {
          Object element = slot.get(object);
          if (isElement(element, slot) && !take.offer(null, element)) return;
        }
      }
    });
  }

  private void fixed() {
    few("java.util.Collections$EmptyList", false);
    few("java.util.Collections$EmptySet", false);
    few("java.util.Collections$EmptyMap", true);
    few("java.util.Collections$SingletonList", false, "element");
    few("java.util.Collections$SingletonSet", false, "element");
    few("java.util.Collections$SingletonMap", true, "k", "v");
    few("java.util.ImmutableCollections$List12", false, "e0", "e1");
    few("java.util.ImmutableCollections$Set12", false, "e0", "e1");
    few("java.util.ImmutableCollections$Map1", true, "k0", "v0");
    few("java.util.concurrent.SynchronousQueue", false);
    final Slot elements = new Slot("java.util.ImmutableCollections$SetN", "elements");
    ways.put("java.util.ImmutableCollections$SetN", new Counted(false, "java.util.ImmutableCollections$SetN", "size", null) {
      @Override
      void each(Object object, Take take) throws Exception {
        for (Object element : (Object[]) elements.get(object)) if (element != null && !take.offer(null, element)) return;
      }
    });
  }

  private void sets() {
    set("java.util.HashSet", "map");
    set("java.util.TreeSet", "m");
    set("java.util.concurrent.ConcurrentSkipListSet", "m");
    set("java.util.Collections$SetFromMap", "m");
    ways.put("java.util.concurrent.CopyOnWriteArraySet", behind(new Slot("java.util.concurrent.CopyOnWriteArraySet", "al"), false));
    ways.put("java.util.concurrent.DelayQueue", behind(new Slot("java.util.concurrent.DelayQueue", "q"), false));
    final Slot root = new Slot("java.util.ArrayList$SubList", "root", "this$0");
    final Slot offset = new Slot("java.util.ArrayList$SubList", "offset");
    final Slot array = new Slot("java.util.ArrayList", "elementData");
    ways.put("java.util.ArrayList$SubList", new Counted(false, "java.util.ArrayList$SubList", "size", null) {
      @Override
      void each(Object object, Take take) throws Exception {
        int from = offset.number(object);
        all((Object[]) array.get(root.get(object)), from, from + size(object), take);
      }
    });
  }

  /** The keys of a map inside. */
  private void set(String type, String field) {
    ways.put(type, part(new Slot(type, field), true));
  }

  private void views() {
    List<String> keys = Arrays.asList("java.util.HashMap$KeySet", "java.util.LinkedHashMap$LinkedKeySet", "java.util.Hashtable$KeySet", "java.util.IdentityHashMap$KeySet", "java.util.EnumMap$KeySet");
    List<String> values = Arrays.asList("java.util.HashMap$Values", "java.util.LinkedHashMap$LinkedValues", "java.util.Hashtable$ValueCollection", "java.util.IdentityHashMap$Values", "java.util.EnumMap$Values", "java.util.TreeMap$Values");
    for (String type : keys) ways.put(type, part(new Slot(type, "this$0"), true));
    for (String type : values) ways.put(type, part(new Slot(type, "this$0"), false));
    ways.put("java.util.TreeMap$KeySet", part(new Slot("java.util.TreeMap$KeySet", "m"), true));
    String concurrent = "java.util.concurrent.ConcurrentHashMap$";
    ways.put(concurrent + "KeySetView", part(new Slot(concurrent + "CollectionView", "map"), true));
    ways.put(concurrent + "ValuesView", part(new Slot(concurrent + "CollectionView", "map"), false));
    String skip = "java.util.concurrent.ConcurrentSkipListMap$";
    ways.put(skip + "KeySet", part(new Slot(skip + "KeySet", "m"), true));
    ways.put(skip + "Values", part(new Slot(skip + "Values", "m"), false));
  }

  /** What another collection holds, which may be nobody's that is known: then it fails as a whole. */
  private Way behind(final Slot slot, boolean map) {
    return new Way(map) {
      private Way inner(Object held) {
        Way way = held == null ? null : of(held.getClass());
        if (way == null || way.map != map) throw new IllegalStateException("a collection that is not known");
        return way;
      }

      @Override
      int size(Object object) throws Exception {
        Object held = slot.get(object);
        return inner(held).size(held);
      }

      @Override
      int changes(Object object) throws Exception {
        Object held = slot.get(object);
        return inner(held).changes(held);
      }

      @Override
      void each(Object object, Take take) throws Exception {
        Object held = slot.get(object);
        inner(held).each(held, take);
      }
    };
  }

  /** The keys or the values of a map inside. */
  private Way part(Slot slot, final boolean keys) {
    final Way whole = behind(slot, true);
    return new Way(false) {
      @Override
      int size(Object object) throws Exception {
        return whole.size(object);
      }

      @Override
      int changes(Object object) throws Exception {
        return whole.changes(object);
      }

      @Override
      void each(Object object, final Take take) throws Exception {
        whole.each(object, new Take() {
          @Override
          public boolean offer(Object key, Object value) {
            return take.offer(null, keys ? key : value);
          }
        });
      }
    };
  }
}
