package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/** The fields of a class that hold state, by the names that people know. */
final class Fields {
  static final class Slot {
    final Field field;
    final String name;
    /** Whether null in it is worth a word: a missing text, number or object of the application's is, a missing part of machinery is not. */
    final boolean tells;
    /** In one reading: how many objects of the class had their turn, and what all of them hold in it; null when they differ. */
    int sharers;
    Object common;
    /** Another field of the class has the same name, in a superclass. */
    boolean twice;

    Slot(Field field, String name, boolean tells) {
      this.field = field;
      this.name = name;
      this.tells = tells;
    }

    /** How many hold the very same, to a power of two; 0 where that is one alone, they differ, or it is a number or the like in a box. */
    int shared() {
      return sharers < 2 || common == null || common instanceof Number || common instanceof Boolean || common instanceof Character ? 0 : Integer.highestOneBit(sharers);
    }

    /** Keeps nothing of the application's. */
    void release() {
      sharers = 0;
      common = null;
    }

    /** One more object of the class was read. */
    void compare(Object value) {
      if (sharers++ == 0) common = value;
      else if (common != value) common = null;
    }

    /** Whether what it holds can be told in itself: a text, a number, a date, or several of something. */
    boolean holdsData() {
      Class<?> type = field.getType();
      if (type.isPrimitive() || type.isEnum() || type.isArray()) return true;
      String name = type.getName();
      return type == String.class || name.startsWith("java.time.") || name.startsWith("java.math.") || type == java.util.Date.class || Number.class.isAssignableFrom(type) || type == Boolean.class
          || holdsSeveral() || java.nio.Buffer.class.isAssignableFrom(type) || name.startsWith("java.util.concurrent.atomic.");
    }

    boolean holdsSeveral() {
      return java.util.Collection.class.isAssignableFrom(field.getType()) || Map.class.isAssignableFrom(field.getType());
    }
  }

  final Prints prints = new Prints(this);
  private final Opener opener;
  private final AppClasses classes;
  final Elements elements;
  final Boxes boxes = new Boxes(this);
  final Worth worth;
  /**
   * Some of the fields of each class. A field keeps its class alive, and must not outlive it: what is known about a class is kept with the class
   * itself, in types of the JDK alone so that it does not keep us alive either. Slots are made of it, and again when the collector took them.
   */
  private abstract static class Choice extends ClassValue<Object[][]> {
    private final Map<Class<?>, WeakReference<Slot[]>> ready = new WeakHashMap<Class<?>, WeakReference<Slot[]>>();

    abstract void choose(Class<?> type, List<Slot> into) throws Throwable;

    @Override
    protected final Object[][] computeValue(Class<?> type) {
      List<Slot> slots = new ArrayList<Slot>();
      try {
        choose(type, slots);
      } catch (Throwable missing) {
        // A field's type is not on the class path: no more of this class can be listed.
      }
      Object[][] kept = new Object[slots.size()][];
      for (int i = 0; i < kept.length; i++) kept[i] = new Object[] {slots.get(i).field, slots.get(i).name, slots.get(i).tells};
      return kept;
    }

    final synchronized Slot[] of(Class<?> type) {
      WeakReference<Slot[]> held = ready.get(type);
      Slot[] slots = held == null ? null : held.get();
      if (slots != null) return slots;
      Object[][] kept = get(type);
      slots = new Slot[kept.length];
      Set<String> names = new HashSet<String>();
      for (int i = 0; i < kept.length; i++) {
        slots[i] = new Slot((Field) kept[i][0], (String) kept[i][1], (Boolean) kept[i][2]);
        slots[i].twice = !names.add(slots[i].name);
      }
      ready.put(type, new WeakReference<Slot[]>(slots));
      return slots;
    }
  }

  private final Choice state = new Choice() {
    @Override
    void choose(Class<?> type, List<Slot> into) throws Throwable {
      if (AppClasses.isJdk(type)) return;
      if (type.getSuperclass() != null) into.addAll(Arrays.asList(Fields.this.of(type.getSuperclass())));
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !isPlumbing(field) && opener.open(field, type)) into.add(slot(field));
      }
    }
  };

  private final Choice components = new Choice() {
    @Override
    void choose(Class<?> type, List<Slot> into) {
      for (Class<?> c = type; c != null && !AppClasses.isJdk(c); c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (!Ui.isComponent(field.getType()) || Modifier.isStatic(field.getModifiers()) || field.isSynthetic() || holdsAny(field)) continue;
          if (opener.open(field, c)) into.add(slot(field));
        }
      }
      java.util.Collections.sort(into, MOST_PARTICULAR);
    }
  };

  /** What may be set to any component says which one is meant now: the one that had the focus last, the one that is dragged. It names none. */
  private static boolean holdsAny(Field field) {
    return !Modifier.isFinal(field.getModifiers()) && field.getType().getName().equals("java.awt.Component");
  }

  /** Whether it names what it holds. What may be set to any container names nothing that the program has a class of its own for. */
  static boolean names(Slot slot, Object held) {
    String of = slot.field.getType().getName();
    boolean any = !Modifier.isFinal(slot.field.getModifiers()) && (of.equals("javax.swing.JComponent") || of.equals("java.awt.Container"));
    return held != null && (!any || AppClasses.isJdk(held.getClass()));
  }

  /** What stays before what can be set, what holds one kind before what holds many. */
  private static final java.util.Comparator<Slot> MOST_PARTICULAR = new java.util.Comparator<Slot>() {
    @Override
    public int compare(Slot a, Slot b) {
      boolean stays = Modifier.isFinal(a.field.getModifiers());
      if (stays != Modifier.isFinal(b.field.getModifiers())) return stays ? -1 : 1;
      return levels(b.field.getType()) - levels(a.field.getType());
    }

    private int levels(Class<?> type) {
      int levels = 0;
      for (Class<?> c = type; c != null; c = c.getSuperclass()) levels++;
      return levels;
    }
  };

  private final Choice links = new Choice() {
    @Override
    void choose(Class<?> type, List<Slot> into) {
      for (Class<?> c = type; c != null && !AppClasses.isJdk(c); c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          Class<?> of = field.getType();
          boolean leads = of == Object.class || of.isInterface() || !of.isPrimitive() && !of.isArray() && !AppClasses.isJdk(of) && !Ui.isComponent(of);
          if (leads && !Modifier.isStatic(field.getModifiers()) && opener.open(field, c)) into.add(slot(field));
        }
      }
    }
  };

  private final Choice statics = new Choice() {
    @Override
    void choose(Class<?> type, List<Slot> into) {
      for (Field field : type.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers) || isPlumbing(field) || field.getName().startsWith("$") || field.isEnumConstant()) continue;
        if (Modifier.isFinal(modifiers) && isConstant(field.getType())) continue;
        if (opener.open(field, type)) into.add(slot(field));
      }
    }
  };

  Fields(Opener opener, AppClasses classes) {
    this.opener = opener;
    this.classes = classes;
    worth = new Worth(this, classes);
    elements = new Elements(new Storage(opener), new Identities(this, new Budget(null, 1000)));
  }

  /** Whether it is neither the application's nor the JDK's. */
  boolean isLibrary(Class<?> type) {
    return !AppClasses.isJdk(type) && !classes.isApp(type);
  }

  /** Whether it is of a language that nobody knows here, in which the program is written. */
  boolean isOfUnknownRuntime(Class<?> type) {
    return classes.isOfUnknownRuntime(type);
  }

  /** Changes when it is judged anew which classes are the application's. */
  int edition() {
    return classes.edition();
  }

  /** Instance fields, the superclass's first, none of a JDK class. */
  Slot[] of(Class<?> type) {
    return state.of(type);
  }

  /** Fields that hold components: no state, but names for what is on the screen. */
  Slot[] components(Class<?> type) {
    return components.of(type);
  }

  /** Fields that lead to other objects than the JDK's, those too that a compiler made: an inner class has one for the object around it. */
  Slot[] links(Class<?> type) {
    return links.of(type);
  }

  /** Static fields that can change, and those that hold objects of the application's. */
  Slot[] statics(Class<?> type) {
    return statics.of(type);
  }

  private Slot slot(Field field) {
    Class<?> type = field.getType();
    boolean leaf = type == String.class || type.isEnum() || type.getName().startsWith("java.lang.") || type.getName().startsWith("java.time.") || type.getName().startsWith("java.math.") || type == java.util.Date.class;
    boolean part = classes.isApp(type) && !type.isArray() && !type.isInterface() && !Ui.isComponent(type) && !Ui.isComponent(field.getDeclaringClass());
    return new Slot(field, nameOf(field), leaf && type != Object.class || part);
  }

  private boolean isConstant(Class<?> type) {
    if (type.isPrimitive() || type == String.class || type.isEnum() || type == Class.class || Throwable.class.isAssignableFrom(type)) return true;
    if (type.isArray()) return !classes.isApp(type);
    String name = type.getName();
    if (name.startsWith("java.util.concurrent.atomic.") || java.util.concurrent.Executor.class.isAssignableFrom(type)) return false;
    if (java.util.Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) return false;
    return AppClasses.isJdk(type) && type != Object.class && !type.isInterface();
  }

  private boolean isPlumbing(Field field) {
    String name = field.getName();
    if (field.isSynthetic() && !name.endsWith("$delegate")) return true;
    boolean calls = name.endsWith("isteners") || name.endsWith("istener") || name.endsWith("bservers") || name.endsWith("allbacks") || name.endsWith("allback");
    // Who is called is an interface or a list; a class by that name may well keep more, and a number or a list of names tells who listens.
    if (calls && !Worth.tellsData(field) && (AppClasses.isJdk(field.getType()) || field.getType().isArray() || field.getType().isInterface() || java.util.EventListener.class.isAssignableFrom(field.getType()))) return true;
    // Scala's marks of which lazy values were made.
    if (name.startsWith("bitmap$")) return true;
    if (name.equals("serialVersionUID") || name.startsWith("$$") || name.startsWith("ajc$")) return true;
    Class<?> type = field.getType();
    if (Ui.isComponent(field.getDeclaringClass()) && Worth.holdsLooks(field)) return true;
    return isPlumbing(type);
  }

  /** Types that never hold what a person would call state. */
  boolean isPlumbing(Class<?> type) {
    String name = type.getName();
    if (name.startsWith("java.lang.reflect.") || name.startsWith("java.lang.invoke.") || name.startsWith("java.lang.ref.")) return true;
    if (name.startsWith("java.util.concurrent.locks.") || name.startsWith("java.util.logging.") || name.startsWith("java.text.")) return true;
    if (name.startsWith("java.io.") && type != java.io.File.class && type != java.io.Serializable.class) return true;
    if (name.startsWith("java.security.") || name.startsWith("javax.crypto.") || name.startsWith("java.util.function.")) return true;
    if (Thread.class.isAssignableFrom(type) && type == Thread.class || ClassLoader.class.isAssignableFrom(type) || ThreadLocal.class.isAssignableFrom(type)) return true;
    if (java.util.EventListener.class.isAssignableFrom(type) && type.isInterface()) return true;
    if (name.startsWith("javax.swing.") || name.startsWith("java.awt.") && !name.equals("java.awt.Color")) return true;
    for (Class<?> c = type; c != null; c = c.getSuperclass()) if (c.getName().equals("java.beans.PropertyChangeSupport") || c.getName().equals("javax.swing.event.EventListenerList")) return true;
    if (name.equals("groovy.lang.MetaClass")) return true;
    // What libraries that write logs are known to call it. The application's own log may be what it is about.
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return (simple.equals("Logger") || simple.equals("Log")) && isLibrary(type);
  }

  /** Scala mangles private names, Kotlin marks delegates. */
  private static String nameOf(Field field) {
    String name = field.getName();
    int mangled = name.lastIndexOf("$$");
    if (mangled > 0 && mangled + 2 < name.length()) name = name.substring(mangled + 2);
    if (name.endsWith("$delegate")) name = name.substring(0, name.length() - 9);
    return name;
  }

  /** What a class of the JDK keeps to itself; null when it cannot be read. */
  Object hidden(Object owner, String name) {
    for (Class<?> c = owner.getClass(); c != null; c = c.getSuperclass()) {
      try {
        Field field = c.getDeclaredField(name);
        return opener.open(field, c) ? field.get(owner) : null;
      } catch (Throwable above) {
        // Perhaps the superclass has it.
      }
    }
    return null;
  }

  static Object read(Slot slot, Object owner) throws IllegalAccessException {
    return slot.field.get(owner);
  }
}
