package dev.substrate.core;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;

/**
 * Objects of libraries that stand for what they hold, known by their fields alone: a value in a class of its own (the numbers and texts of a language's runtime,
 * the cells of a database), a shell around one object, a collection that keeps its elements in another, a text that is put together of texts.
 */
final class Boxes {
  private static final int MOST_TEXT = 100000;
  private static final int MOST_PARTS = 10000;
  private static final Pattern SIZE = Pattern.compile("(real)?(size|length|count)|cnt", Pattern.CASE_INSENSITIVE);

  private enum Kind { PLAIN, TEXT, COLLECTION, SHELL, VALUE, MADE }

  /** How the objects of a class are to be seen. Fields are known by their places: a field would keep its class alive. */
  private static final class Form {
    final Kind kind;
    /** Fields of which one may hold the value. */
    int[] values;
    /** Fields beside it in the same class: where one holds something there is more to tell. */
    int[] beside;
    /** What a language's runtime made of it. */
    Made.Kind made;

    Form(Kind kind) {
      this.kind = kind;
    }
  }

  private static final Form PLAIN = new Form(Kind.PLAIN);

  private final Fields fields;
  private final Made made;
  private final Budget budget = new Budget(null, 0);
  private final Map<Class<?>, Form> forms = new WeakHashMap<Class<?>, Form>();
  /** Those on the way. */
  private final Map<Object, Boolean> opening = new IdentityHashMap<Object, Boolean>();
  private int judgedBy = -1;

  Boxes(Fields fields) {
    this.fields = fields;
    made = new Made(fields);
  }

  /** What an object of a library's stands for; itself when that is itself, or when the way to it leads through it again. */
  synchronized Object open(Object object) throws IllegalAccessException {
    Form form = form(object.getClass());
    if (form == PLAIN || opening.put(object, Boolean.TRUE) != null) return object;
    try {
      return open(object, form);
    } finally {
      opening.remove(object);
    }
  }

  private Object open(Object object, Form form) throws IllegalAccessException {
    if (form.kind == Kind.MADE) return made.open(object, form.made);
    if (form.kind == Kind.TEXT) return text((CharSequence) object);
    if (form.kind == Kind.COLLECTION) return elements(object);
    Fields.Slot[] slots = fields.of(object.getClass());
    if (form.kind == Kind.SHELL) {
      Object inner = Fields.read(slots[0], object);
      if (inner == null || slots[0].field.getType() == Object.class) return inner == null ? object : inner;
      // Of a type of its own it is a part, and the field says which, unless it comes to a mere value or to a table that the library made for itself.
      Object behind = Shapes.unwrap(inner, fields);
      boolean opens = Leaf.of(behind, budget) != Leaf.NOT || !AppClasses.isJdk(behind.getClass()) && fields.elements.knows(behind.getClass());
      return opens ? inner : object;
    }
    for (int at : form.beside) if (Fields.read(slots[at], object) != null) return object;
    Object found = object;
    for (int at : form.values) {
      Object value = Fields.read(slots[at], object);
      if (value == null) continue;
      if (found != object) return object;
      found = value;
    }
    return found;
  }

  private Form form(Class<?> type) {
    if (judgedBy != fields.edition()) {
      forms.clear();
      judgedBy = fields.edition();
    }
    Form form = forms.get(type);
    if (form == null) forms.put(type, form = judge(type));
    return form;
  }

  private Form judge(Class<?> type) {
    if (!fields.isLibrary(type) || type.isArray() || type.isEnum() || Throwable.class.isAssignableFrom(type) || Names.isCode(type)) return PLAIN;
    if (CharSequence.class.isAssignableFrom(type)) return new Form(Kind.TEXT);
    if (fields.elements.knows(type)) return PLAIN;
    Made.Kind of = fields.isOfUnknownRuntime(type) && !isCollection(type) ? made.judge(type) : Made.Kind.NONE;
    if (of != Made.Kind.NONE) {
      Form form = new Form(Kind.MADE);
      form.made = of;
      return form;
    }
    if (isCollection(type)) return new Form(Kind.COLLECTION);
    Fields.Slot[] slots = fields.of(type);
    if (slots.length == 1 && all(type) == 1) return isSecret(slots[0]) ? PLAIN : new Form(Kind.SHELL);
    return isCounted(type) ? new Form(Kind.COLLECTION) : value(slots);
  }

  static boolean isSize(String name) {
    return SIZE.matcher(name).matches();
  }

  private static boolean isCollection(Class<?> type) {
    return Map.class.isAssignableFrom(type) || Collection.class.isAssignableFrom(type);
  }

  /** Whether it says how many it holds, and whether it is empty, as collections of a library's own kind do: with several values for a key, with rows and columns. */
  private static boolean isCounted(Class<?> type) {
    try {
      return type.getMethod("size").getReturnType() == int.class && type.getMethod("isEmpty").getReturnType() == boolean.class;
    } catch (Throwable none) {
      return false;
    }
  }

  /** One value, and beside it no more than marks (that it is null) and what all of its kind have from a superclass. */
  private static Form value(Fields.Slot[] slots) {
    List<Integer> values = new ArrayList<Integer>();
    List<Integer> marks = new ArrayList<Integer>();
    int sure = -1;
    for (int i = slots.length - 1; i >= 0; i--) {
      Class<?> of = slots[i].field.getType();
      // A field that the subclass has by the same name hides it.
      if (isNamed(slots[i].name, slots, values) || isNamed(slots[i].name, slots, marks)) continue;
      if (of == boolean.class && !slots[i].name.equals("value")) marks.add(i);
      else if (of == Object.class || slots[i].holdsData()) {
        if (isSecret(slots[i])) return PLAIN;
        values.add(i);
        if (of == Object.class) continue;
        if (sure >= 0) return PLAIN;
        sure = i;
      }
    }
    if (values.isEmpty() || values.size() > 2 || sure < 0 && values.size() > 1) return PLAIN;
    Class<?> owner = slots[sure < 0 ? values.get(0) : sure].field.getDeclaringClass();
    List<Integer> beside = new ArrayList<Integer>();
    for (int i = 0; i < slots.length; i++) {
      if (!values.contains(i) && slots[i].field.getDeclaringClass() == owner && !slots[i].field.getType().isPrimitive()) beside.add(i);
    }
    Form form = new Form(Kind.VALUE);
    form.values = places(values);
    form.beside = places(beside);
    return form;
  }

  /** A user is no password: what has a secret stays what it is, so that the secret stands under its own name and is cut there. */
  private static boolean isSecret(Fields.Slot slot) {
    return (Secrets.name(slot.name) & Secrets.SECRET) != 0;
  }

  private static int[] places(List<Integer> list) {
    int[] out = new int[list.size()];
    for (int i = 0; i < out.length; i++) out[i] = list.get(i);
    return out;
  }

  private static boolean isNamed(String name, Fields.Slot[] slots, List<Integer> among) {
    for (int at : among) if (slots[at].name.equals(name)) return true;
    return false;
  }

  /** How many fields there are, those that are never told too. */
  private static int all(Class<?> type) {
    int count = 0;
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (java.lang.reflect.Field field : c.getDeclaredFields()) if (!Modifier.isStatic(field.getModifiers())) count++;
    }
    return count;
  }

  /** A collection of a library's, of the JDK's kinds or of its own, that keeps all it has in one that is known, or in an array. */
  private Object elements(Object object) throws IllegalAccessException {
    boolean map = object instanceof Map;
    boolean own = !isCollection(object.getClass());
    Object found = null;
    int size = -1;
    for (Fields.Slot slot : fields.of(object.getClass())) {
      Class<?> of = slot.field.getType();
      // A function makes others of the elements, or leaves some out.
      if (fields.worth.isCallback(of)) return object;
      if (of == int.class || of == long.class) {
        if (isSize(slot.name)) size = ((Number) Fields.read(slot, object)).intValue();
        continue;
      }
      Object value = of.isPrimitive() ? null : Fields.read(slot, object);
      // Another of its kind, as a prototype is, holds elements of its own.
      Object inner = value == null || slot.field.getDeclaringClass().isInstance(value) || value instanceof String ? null : value instanceof Object[] ? value : Shapes.unwrap(value, fields);
      // One of a kind of its own is what it keeps, and views of that: whatever else it has would be lost.
      if (own && value != null && (inner == null || !isCollection(inner.getClass())) && !Worth.isFunction(of)) return object;
      if (inner == null || inner == Shapes.NOTHING || inner == object) continue;
      boolean fits = inner instanceof Object[] ? !map : fields.elements.knows(inner.getClass()) && (own || fields.elements.isMap(inner.getClass()) == map);
      if (!fits) continue;
      if (found != null && found != inner) return object;
      found = inner;
    }
    if (found == null) return object;
    if (!(found instanceof Object[]) || size < 0) return found;
    return size > ((Object[]) found).length ? object : new ArrayList<Object>(Arrays.asList((Object[]) found).subList(0, size));
  }

  /** A text of texts, from left to right; none of its methods is called. */
  private Object text(CharSequence whole) throws IllegalAccessException {
    StringBuilder out = new StringBuilder();
    java.util.ArrayDeque<Object> rest = new java.util.ArrayDeque<Object>();
    rest.push(whole);
    for (int parts = 0; !rest.isEmpty() && out.length() < MOST_TEXT; parts++) {
      Object part = rest.pop();
      if (part instanceof String || part instanceof StringBuilder || part instanceof StringBuffer) {
        out.append(part);
        continue;
      }
      if (parts > MOST_PARTS || !(part instanceof CharSequence) || form(part.getClass()) == PLAIN) return whole;
      List<Object> inner = new ArrayList<Object>();
      for (Fields.Slot slot : fields.of(part.getClass())) {
        if (!CharSequence.class.isAssignableFrom(slot.field.getType())) continue;
        Object each = Fields.read(slot, part);
        if (each != null) inner.add(each);
      }
      if (inner.isEmpty()) return whole;
      for (int i = inner.size() - 1; i >= 0; i--) rest.push(inner.get(i));
    }
    return out.toString();
  }
}
