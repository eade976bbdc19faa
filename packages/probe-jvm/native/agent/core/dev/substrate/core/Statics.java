package dev.substrate.core;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Static state of application classes: one root for the statics of a class, one for each singleton. */
final class Statics {
  private static final int MAX_CLASSES = 1500;

  private static final class Holder {
    final Class<?> type;
    final List<Fields.Slot> slots;

    Holder(Class<?> type, List<Fields.Slot> slots) {
      this.type = type;
      this.slots = slots;
    }
  }

  /** Nodes for all, and how many a class may have whatever the number of classes. */
  static final int ALL_SHARE = 2500;
  private static final int LEAST_SHARE = 150;

  private final Fields fields;
  private final AppClasses classes;
  private final MethodActions methods;
  private List<Holder> holders = new ArrayList<Holder>();

  Statics(Fields fields, AppClasses classes, MethodActions methods) {
    this.fields = fields;
    this.classes = classes;
    this.methods = methods;
  }

  void scan(List<Class<?>> appClasses) {
    List<Holder> found = new ArrayList<Holder>();
    for (Class<?> type : appClasses) {
      if (found.size() >= MAX_CLASSES) break;
      if (type.isInterface() || type.isEnum() || type.isAnonymousClass() || java.util.ResourceBundle.class.isAssignableFrom(type) || isLog(type) || Kinds.isGenerated(type) || !classes.isInitialized(type)) continue;
      List<Fields.Slot> slots = fields.statics(type);
      if (!slots.isEmpty()) found.add(new Holder(type, slots));
    }
    Collections.sort(found, new Comparator<Holder>() {
      @Override
      public int compare(Holder a, Holder b) {
        int tier = classes.tier(b.type) - classes.tier(a.type);
        if (tier != 0) return tier;
        boolean mainA = a.type.getName().equals(classes.mainClass);
        boolean mainB = b.type.getName().equals(classes.mainClass);
        if (mainA != mainB) return mainA ? -1 : 1;
        int promise = Instances.worth(b.type) - Instances.worth(a.type);
        if (promise != 0) return promise;
        return a.type.getName().compareTo(b.type.getName());
      }
    });
    holders = found;
  }

  void clear() {
    holders = new ArrayList<Holder>();
  }

  void read(Capture capture) throws IllegalAccessException {
    // Most classes need less than an even share.
    int share = Math.max(LEAST_SHARE, 2 * ALL_SHARE / Math.max(1, holders.size()));
    for (Holder holder : holders) {
      Class<?> type = holder.type;
      String simple = simpleName(type);
      Node own = null;
      boolean changeable = false;
      int[] left = {share};
      for (Fields.Slot slot : holder.slots) {
        Object value = slot.field.get(null);
        if (value != null && isSingleton(slot, value, type)) {
          Node root = capture.root("static:" + type.getName() + "." + slot.field.getName(), "static", simple);
          if (!capture.reader.root(root, value, share)) capture.roots.remove(root);
          else methods.ofInstance(capture, root, value, "static");
          continue;
        }
        if (value != null && Modifier.isFinal(slot.field.getModifiers()) && (isFixed(value) || isConstantByName(slot, value))) continue;
        if (own == null) {
          own = capture.root("static:" + type.getName(), "static", simple);
          own.type = type.getName();
        }
        changeable |= !Modifier.isFinal(slot.field.getModifiers()) || value instanceof java.util.Collection || value instanceof java.util.Map;
        capture.reader.child(own, slot.name, value, 1, left);
      }
      // Static methods of any other class are tools, not things to do.
      if (own != null && changeable && type.getName().equals(classes.mainClass)) methods.ofStatics(capture, own, type);
    }
  }

  private static boolean isLog(Class<?> type) {
    String simple = type.getSimpleName();
    return simple.equals("Log") || simple.equals("Logger") || simple.equals("Debug") || simple.endsWith("Logger") || simple.endsWith("Constants") || simple.endsWith("Messages");
  }

  /** A static field that holds the class's one instance. */
  private static boolean isSingleton(Fields.Slot slot, Object value, Class<?> type) {
    if (!type.isInstance(value) || value instanceof Enum) return false;
    String name = slot.field.getName().toLowerCase(java.util.Locale.ROOT);
    return name.contains("instance") || name.equals("module$") || name.contains("singleton") || name.startsWith("the") || name.equals("self") || name.equals("app")
        || name.equals("default") || name.equals("current") || name.equals("shared") || name.equals(type.getSimpleName().toLowerCase(java.util.Locale.ROOT));
  }

  /** Written in capitals it is a constant, unless it is plainly made to change: a concurrent or synchronised collection, an atomic, a store. */
  private boolean isConstantByName(Fields.Slot slot, Object value) {
    String field = slot.field.getName();
    if (!field.equals(field.toUpperCase(java.util.Locale.ROOT))) return false;
    String type = value.getClass().getName();
    if (type.startsWith("java.util.concurrent.") || type.startsWith("java.util.Collections$Synchronized")) return false;
    if (value instanceof java.util.Collection || value instanceof java.util.Map) {
      java.util.Collection<?> all = value instanceof java.util.Map ? ((java.util.Map<?, ?>) value).values() : (java.util.Collection<?>) value;
      try {
        Object first = all.isEmpty() ? null : all.iterator().next();
        return first != null && (first instanceof Enum || !classes.isApp(first.getClass()));
      } catch (Throwable e) {
        return true;
      }
    }
    return !Instances.isStateful(value.getClass());
  }

  /** Collections that cannot change are tables, not state. */
  private static boolean isFixed(Object value) {
    String name = value.getClass().getName();
    return name.startsWith("java.util.ImmutableCollections") || name.startsWith("java.util.Collections$Unmodifiable") || name.startsWith("java.util.Collections$Empty")
        || name.startsWith("java.util.Collections$Singleton") || name.startsWith("java.util.Arrays$") || name.startsWith("com.google.common.collect.Immutable")
        || name.startsWith("com.google.common.collect.Regular") || value instanceof Enum || name.startsWith("java.util.RegularEnumSet");
  }

  private static final java.util.Set<String> VAGUE =
      new java.util.HashSet<String>(java.util.Arrays.asList("Builder", "Holder", "Entry", "Node", "Item", "State", "Data", "Info", "Impl", "Config", "Context", "Factory", "Handler", "Instance", "Lazy"));

  /** The innermost name, with the one around it where that alone says little. A Scala object loses its dollar. */
  static String simpleName(Class<?> type) {
    String name = type.getName();
    name = name.substring(name.lastIndexOf('.') + 1);
    while (name.endsWith("$")) name = name.substring(0, name.length() - 1);
    if (name.endsWith("$Companion")) name = name.substring(0, name.length() - 10);
    int inner = name.lastIndexOf('$');
    String last = name.substring(inner + 1);
    if (inner < 0 || last.isEmpty()) return name;
    return VAGUE.contains(last) || Character.isDigit(last.charAt(0)) ? name.replace('$', '.') : last;
  }
}
