package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The objects of the application's that are told, by what they are known by: where a method takes one of them, a text names it, which is its key in a map, its id
 * or its name, or its place in a list.
 */
final class Known {
  private static final int MOST_LISTS = 200;
  private static final int MOST_ELEMENTS = 100000;

  private final Fields fields;
  private final AppClasses classes;
  private final Reader.Maker readers;
  private List<WeakReference<Object>> collections = new ArrayList<WeakReference<Object>>();
  private Set<String> types = new HashSet<String>();

  Known(Fields fields, AppClasses classes, Reader.Maker readers) {
    this.fields = fields;
    this.classes = classes;
    this.readers = readers;
  }

  /** What can be asked for by a text: an object of the application's own that no JSON makes. What has one method alone is given code. */
  boolean mayName(Class<?> type) {
    if (!classes.isApp(type) || type.isEnum() || type.isArray() || type.isAnnotation()) return false;
    int open = 0;
    if (type.isInterface()) for (Method method : type.getMethods()) if (Modifier.isAbstract(method.getModifiers())) open++;
    return open != 1;
  }

  /** What the collections of a capture hold. */
  synchronized void learn(Reader reader) {
    collections = new ArrayList<WeakReference<Object>>();
    types = new HashSet<String>();
    for (Object collection : reader.collections.values()) {
      if (collections.size() >= MOST_LISTS) break;
      Object first = first(collection);
      if (first == null || !classes.isApp(first.getClass())) continue;
      collections.add(new WeakReference<Object>(collection));
      note(first.getClass());
    }
  }

  private void note(Class<?> type) {
    if (type == null || !types.add(type.getName())) return;
    note(type.getSuperclass());
    for (Class<?> each : type.getInterfaces()) note(each);
  }

  synchronized boolean has(String type) {
    return types.contains(type);
  }

  private Object first(Object collection) {
    try {
      Object first = collection instanceof Object[] ? ((Object[]) collection).length == 0 ? null : ((Object[]) collection)[0] : fields.elements.first(collection);
      return first == null ? null : Shapes.unwrap(first, fields);
    } catch (Throwable changing) {
      return null;
    }
  }

  /** The one that the text names, among all that there are. */
  synchronized Object find(Class<?> type, Object wanted, String parameter) throws Action.Refused {
    Found found = new Found(wanted);
    for (WeakReference<Object> each : collections) if (each.get() != null) look(each.get(), type, found);
    return found.one("Parameter " + parameter + " takes a " + ClassNames.simple(type) + " by its key, id, name or place: there is ", found.keyed, found.called, found.placed, found.holding);
  }

  /** The one of a collection. */
  Object in(Object collection, Object wanted) throws Action.Refused {
    Found found = new Found(wanted);
    look(collection, Object.class, found);
    return found.one("There is ", found.keyed, found.placed, found.called, found.holding);
  }

  /** What a text may mean. */
  final class Found {
    final Set<Object> keyed = identities();
    final Set<Object> called = identities();
    final Set<Object> placed = identities();
    final Set<Object> holding = identities();
    private final Object wanted;
    private final String text;
    private final Reader reader = readers.make();

    Found(Object wanted) {
      this.wanted = wanted;
      text = wanted instanceof Number && ((Number) wanted).doubleValue() == ((Number) wanted).longValue() ? String.valueOf(((Number) wanted).longValue()) : String.valueOf(wanted);
    }

    void add(Object value, String key, boolean place) {
      if (text.equals(key)) (place ? placed : keyed).add(value);
      if (text.equals(String.valueOf(reader.identities.of(value)))) called.add(value);
      else if (reader.identities.holds(value, text)) holding.add(value);
    }

    Object one(String says, Set<?>... likeliest) throws Action.Refused {
      for (Set<?> each : likeliest) {
        if (each.size() == 1) return each.iterator().next();
        if (each.size() > 1) throw new Action.Refused("bad_parameter", says + "more than one " + Json.text(wanted) + ".");
      }
      throw new Action.Refused("bad_parameter", says + "no " + Json.text(wanted) + ".");
    }
  }

  private static Set<Object> identities() {
    return Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
  }

  private void look(Object collection, Class<?> type, Found found) {
    try {
      boolean map = fields.elements.isMap(collection.getClass());
      List<?> all = map ? fields.elements.pairs(collection, 0, MOST_ELEMENTS, new Node("", 'm')) : fields.elements.of(collection, 0, MOST_ELEMENTS, new Node("", 'l'));
      for (int i = 0; i < all.size(); i++) {
        Object[] pair = map ? (Object[]) all.get(i) : null;
        Object value = inner(map ? pair[1] : all.get(i));
        if (value != null && value != Shapes.NOTHING && type.isInstance(value)) found.add(value, map ? found.reader.entryName(pair, i) : String.valueOf(i), !map);
      }
    } catch (Throwable changing) {
      // What is in another collection may still be found.
    }
  }

  private Object inner(Object value) {
    return value == null ? null : Shapes.unwrap(value, fields);
  }
}
