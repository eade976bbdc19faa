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
  private static final int MOST_ELEMENTS = 20000;

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

  /** The one that the text names. */
  synchronized Object find(Class<?> type, Object wanted, String parameter) throws Action.Refused {
    String text = String.valueOf(wanted);
    Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
    Set<Object> placed = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
    Reader reader = readers.make();
    for (WeakReference<Object> each : collections) if (each.get() != null) look(each.get(), type, text, reader, found, placed);
    if (found.isEmpty()) found = placed;
    if (found.size() == 1) return found.iterator().next();
    String simple = ClassNames.simple(type);
    throw new Action.Refused("bad_parameter", "Parameter " + parameter + " takes a " + simple + " by its key, id, name or place: " + (found.isEmpty() ? "there is no " : "there is more than one ") + Json.text(wanted) + ".");
  }

  private void look(Object collection, Class<?> type, String text, Reader reader, Set<Object> found, Set<Object> placed) {
    try {
      if (fields.elements.isMap(collection.getClass())) {
        List<Object[]> pairs = fields.elements.pairs(collection, 0, MOST_ELEMENTS, new Node("", 'm'));
        for (int i = 0; i < pairs.size(); i++) {
          Object value = inner(pairs.get(i)[1]);
          if (type.isInstance(value) && (text.equals(reader.entryName(pairs.get(i), i)) || text.equals(String.valueOf(reader.identities.of(value))))) found.add(value);
        }
        return;
      }
      List<Object> all = fields.elements.of(collection, 0, MOST_ELEMENTS, new Node("", 'l'));
      for (int i = 0; i < all.size(); i++) {
        Object value = inner(all.get(i));
        if (!type.isInstance(value)) continue;
        Object identity = reader.identities.of(value);
        if (identity != null && text.equals(String.valueOf(identity))) found.add(value);
        else if (text.equals(String.valueOf(i))) placed.add(value);
      }
    } catch (Throwable changing) {
      // What is in another collection may still be found.
    }
  }

  private Object inner(Object value) {
    return value == null ? null : Shapes.unwrap(value, fields);
  }
}
