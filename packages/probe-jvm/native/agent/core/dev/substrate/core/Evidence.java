package dev.substrate.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Whether what a library keeps is the application's: objects or classes of the application's, texts that stand in nobody's code, counts that go on. Objects of a
 * class are judged alike, so that what is told does not change with what happens to be in one of them: by the first that has something to show. Where some had
 * nothing, the class is given up for a while.
 */
final class Evidence {
  /** How far it is looked for: a record's own fields, its parts, their collections. */
  private static final int LEVELS = 3;
  private static final int ELEMENTS = 4;
  private static final int MOST_LOOKS = 300;
  private static final int MOST_CLASSES = 6000;
  /** Of the objects of a class, until it is looked again. */
  private static final int MOST_LOOKS_OF_A_CLASS = 16 * MOST_LOOKS;
  private static final int FOUND = -1;

  private final AppClasses classes;
  private final Kinds kinds;
  private final Fields fields;
  private final Literals literals;
  /** Words of the libraries that were met. Visitors share them, as they share the application's: who comes again judges as the last one did in the end, and reads no class twice. */
  private static final Literals foreign = new Literals();
  private static final Set<String> libraries = Collections.synchronizedSet(new HashSet<String>());
  private final Budget budget = new Budget(null, 0);
  /** FOUND, or how often those that had nothing to show were looked at: many small ones come no sooner to an end than a few large ones, so that hardly ever their order decides. */
  private final Map<Class<?>, Integer> known = new WeakHashMap<Class<?>, Integer>();
  /** The texts that were the proof. */
  private final Map<Class<?>, String> proofs = new WeakHashMap<Class<?>, String>();
  private String proof;
  private int looks;

  Evidence(AppClasses classes, Kinds kinds, Fields fields, Literals literals) {
    this.classes = classes;
    this.kinds = kinds;
    this.fields = fields;
    this.literals = literals;
  }

  /**
   * Those that had nothing to show may have something now; and what looked like data may turn out to be the word of a class that was not loaded yet, where the
   * program was met while it started.
   */
  void lookAgain() {
    known.values().retainAll(Collections.singleton(FOUND));
    List<Class<?>> all = new ArrayList<Class<?>>();
    for (Class<?> each : classes.loaded()) if (!each.isArray() && libraries.contains(libraryOf(each)) && !classes.isApp(each) && all.size() < MOST_CLASSES) all.add(each);
    foreign.scan(all);
    for (Iterator<Map.Entry<Class<?>, String>> each = proofs.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<Class<?>, String> entry = each.next();
      if (isData(entry.getValue())) continue;
      known.remove(entry.getKey());
      each.remove();
    }
  }

  /** Whether an object of a library's holds something of the application's. */
  boolean isIn(Object object) {
    Integer before = known.get(object.getClass());
    int spent = before == null ? 0 : before;
    if (spent == FOUND || spent >= MOST_LOOKS_OF_A_CLASS) return spent == FOUND;
    learn(object.getClass());
    looks = 0;
    proof = null;
    boolean found = counts(object) || inFields(object, LEVELS);
    known.put(object.getClass(), found ? FOUND : spent + 1 + looks);
    if (found && proof != null) proofs.put(object.getClass(), proof);
    return found;
  }

  /** Whether some of a collection's elements are. */
  boolean isAmong(Object collection, Kinds.Kind kind) {
    looks = 0;
    return inElements(collection, kind, LEVELS);
  }

  /** Fields that are made to be counted up by several threads, perhaps behind a shell. */
  boolean counts(Object object) {
    Fields.Slot[] slots = fields.of(object.getClass());
    if (slots.length == 1 && !slots[0].field.getType().isPrimitive()) {
      try {
        Object inner = Fields.read(slots[0], object);
        return inner != null && isCounters(fields.of(inner.getClass()));
      } catch (IllegalAccessException closed) {
        return false;
      }
    }
    return isCounters(slots);
  }

  private static boolean isCounters(Fields.Slot[] slots) {
    int counters = 0;
    for (Fields.Slot slot : slots) {
      Class<?> of = slot.field.getType();
      if (Number.class.isAssignableFrom(of) && of.getName().startsWith("java.util.concurrent.atomic.")) counters++;
      else if (!of.isPrimitive()) return false;
    }
    return counters > 1;
  }

  private boolean inFields(Object object, int levels) {
    for (Fields.Slot slot : fields.of(object.getClass())) {
      if (slot.field.getType().isPrimitive()) continue;
      try {
        if (inValue(Fields.read(slot, object), levels - 1)) return true;
      } catch (IllegalAccessException closed) {
        // Others may tell.
      }
    }
    return false;
  }

  private boolean inElements(Object object, Kinds.Kind kind, int levels) {
    try {
      if (kind == Kinds.Kind.LIST) {
        for (Object each : fields.elements.of(object, 0, ELEMENTS, new Node("", 'l'))) if (inValue(each, levels)) return true;
      } else {
        for (Object[] pair : fields.elements.pairs(object, 0, ELEMENTS, new Node("", 'm'))) if (inValue(pair[0], levels) || inValue(pair[1], levels)) return true;
      }
    } catch (RuntimeException changing) {
      // It is looked at again.
    }
    return false;
  }

  private boolean inValue(Object value, int levels) {
    if (value == null || levels < 0 || ++looks > MOST_LOOKS) return false;
    if (value instanceof String) {
      if (isData((String) value)) proof = (String) value;
      return proof == value;
    }
    if (value instanceof Class) return classes.isApp((Class<?>) value);
    Object inner = Leaf.of(value, budget) != Leaf.NOT ? null : Shapes.unwrap(value, fields);
    if (inner == null || inner == Shapes.NOTHING) return false;
    if (inner != value) return inValue(inner, levels);
    Kinds.Kind kind = kinds.of(value);
    if (kind == Kinds.Kind.OBJECT) return true;
    if (kind == Kinds.Kind.LIST || kind == Kinds.Kind.MAP) return inElements(value, kind, levels);
    if (kind != Kinds.Kind.FOREIGN || levels == 0) return false;
    learn(value.getClass());
    return inFields(value, levels);
  }

  /** Words that neither the application nor a library wrote down, and that name no class. */
  private boolean isData(String text) {
    int letters = 0;
    for (int i = 0; i < Math.min(text.length(), 40); i++) if (Character.isLetter(text.charAt(i))) letters++;
    return letters >= 2 && literals.judge(text) == 2 && foreign.judge(text) != 1 && !isClassName(text);
  }

  static boolean isClassName(String text) {
    int dot = text.lastIndexOf('.');
    return dot > 0 && dot + 1 < text.length() && text.indexOf(' ') < 0 && Character.isUpperCase(text.charAt(dot + 1));
  }

  /** Whether a text stands in the code of a library that was met. */
  boolean isWord(String text) {
    return foreign.judge(text) == 1;
  }

  /** Takes up the words of all classes below a package that are new, but of those inside others. */
  void learnAll(String prefix) {
    List<Class<?>> all = new ArrayList<Class<?>>();
    for (Class<?> each : classes.loaded()) {
      if (!each.isArray() && each.getName().startsWith(prefix) && each.getName().indexOf('$') < 0 && !classes.isApp(each) && all.size() < MOST_CLASSES) all.add(each);
    }
    foreign.scan(all);
  }

  /** The packages that a class is of, by their first two names. */
  private static String libraryOf(Class<?> type) {
    String name = type.getName();
    int dot = name.indexOf('.', name.indexOf('.') + 1);
    return dot < 0 ? name : name.substring(0, dot + 1);
  }

  /** Takes up the words of the library that a class is of. */
  private void learn(Class<?> type) {
    String library = libraryOf(type);
    if (!libraries.add(library)) return;
    List<Class<?>> all = new ArrayList<Class<?>>();
    for (Class<?> each : classes.loaded()) if (!each.isArray() && each.getName().startsWith(library) && !classes.isApp(each) && all.size() < MOST_CLASSES) all.add(each);
    foreign.scan(all);
  }
}
