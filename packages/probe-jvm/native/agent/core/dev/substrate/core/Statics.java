package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Static state of application classes: one root for the statics of a class, one for each singleton. */
final class Statics {
  private static final int MAX_CLASSES = 1500;

  /** A class with static state. */
  private static final class Holder {
    final WeakReference<Class<?>> type;
    final String name;
    final int worth;
    final boolean line;

    Holder(Class<?> type, int worth) {
      this.type = new WeakReference<Class<?>>(type);
      this.worth = worth;
      line = isLine(type);
      name = type.getName();
    }
  }

  /** Nodes for all, and how many a class may have whatever the number of classes. */
  static final int ALL_SHARE = 2500;
  private static final int LEAST_SHARE = 150;
  private static final int SINGLE = 4;

  private final Fields fields;
  private final AppClasses classes;
  private final MethodActions methods;
  private final Reader.Maker readers;
  private final List<Holder> holders = new ArrayList<Holder>();
  /** Classes that were looked at. Those whose initialiser has not run yet are looked at again. */
  private final Map<Class<?>, Boolean> met = new WeakHashMap<Class<?>, Boolean>();

  Statics(Fields fields, AppClasses classes, MethodActions methods, Reader.Maker readers) {
    this.readers = readers;
    this.fields = fields;
    this.classes = classes;
    this.methods = methods;
  }

  /** Takes up the classes that are new. */
  void scan(List<Class<?>> appClasses) {
    int before = holders.size();
    for (Class<?> type : appClasses) {
      if (holders.size() >= MAX_CLASSES) break;
      if (met.containsKey(type)) continue;
      boolean fits = mayHold(type);
      boolean holds = fits && fields.statics(type).length > 0;
      if (holds && !classes.isInitialized(type)) continue;
      met.put(type, fits);
      if (holds || fits && isLine(type)) holders.add(new Holder(type, worth(type)));
    }
    if (holders.size() == before) return;
    Collections.sort(holders, new Comparator<Holder>() {
      @Override
      public int compare(Holder a, Holder b) {
        return a.worth != b.worth ? b.worth - a.worth : a.name.compareTo(b.name);
      }
    });
  }

  private boolean mayHold(Class<?> type) {
    return !(classes.runtime != null && Names.isCode(type)) && !type.isInterface() && !type.isEnum() && (isLine(type) || !ClassNames.isAnonymous(type)) && !java.util.ResourceBundle.class.isAssignableFrom(type) && !Kinds.isGenerated(type) && !isLog(type);
  }

  /** The class that a prompt made of a line that somebody typed, and numbered: `REPL.$JShell$11`, and `$11B` when it was made anew. */
  private static final Pattern LINE = Pattern.compile("((?:.*\\.)?\\$\\p{L}+)\\$(\\d{1,9})\\p{Lu}*");

  private static boolean isLine(Class<?> type) {
    return LINE.matcher(type.getName()).matches();
  }

  /**
   * What lines have declared is one thing, whichever line it was; of a name that was declared again, the last.
   */
  private void readLines(Capture capture, List<Class<?>> lines, Reader.Share left) throws IllegalAccessException {
    Map<String, Class<?>> last = new HashMap<String, Class<?>>();
    for (Class<?> type : lines) for (Fields.Slot slot : fields.statics(type)) last.put(slot.name, type);
    Node own = null;
    for (Class<?> type : lines) {
      Matcher line = LINE.matcher(type.getName());
      if (!line.matches()) continue;
      for (Fields.Slot slot : fields.statics(type)) {
        if (last.get(slot.name) != type) continue;
        if (own == null) {
          own = capture.root("static:" + line.group(1), "module", simpleName(line.group(1)));
          own.type = line.group(1);
        }
        if (capture.reader.child(own, slot.name, slot.field.get(null), 1, left) != null) methods.ofVariable(capture, own, slot);
      }
      methods.ofLine(capture, type);
    }
    if (own == null) return;
    if (lookedAt != lines.size()) prompt = new WeakReference<Object>(prompt());
    lookedAt = lines.size();
    Language language = Language.of(prompt.get());
    if (language != null) new NameActions(capture, own, language, readers).line();
  }

  /** What takes the lines: known to nobody but the method that reads them. Where they are run in another process it is there, and not here. */
  private Object prompt() {
    for (NativeHeap.Local local : NativeHeap.locals(Roam.threads().toArray(new Thread[0]))) {
      String type = local.object.getClass().getName();
      if (type.equals("jdk.jshell.JShell")) return local.object;
      if (type.equals("jdk.internal.jshell.tool.JShellTool")) return fields.hidden(local.object, "state");
    }
    return null;
  }

  private WeakReference<Object> prompt = new WeakReference<Object>(null);
  private int lookedAt;

  /** In the order of their numbers; of those made anew the later ones later. */
  private static final Comparator<Class<?>> BY_LINE = new Comparator<Class<?>>() {
    @Override
    public int compare(Class<?> a, Class<?> b) {
      int byNumber = Integer.compare(number(a), number(b));
      int byLength = a.getName().length() - b.getName().length();
      return byNumber != 0 ? byNumber : byLength != 0 ? byLength : a.getName().compareTo(b.getName());
    }

    private int number(Class<?> type) {
      Matcher line = LINE.matcher(type.getName());
      return line.matches() ? Integer.parseInt(line.group(2)) : 0;
    }
  };

  /** Certainly the application's before probably; the main class before others; then what its variables can hold. */
  private int worth(Class<?> type) {
    return classes.tier(type) * 8 + (type.getName().equals(classes.mainClass) ? 4 : 0) + fields.worth.ofStatics(type);
  }

  void clear() {
    holders.clear();
    met.clear();
  }

  void read(Capture capture) throws IllegalAccessException {
    int share = Budget.part(ALL_SHARE, LEAST_SHARE, holders.size());
    List<Class<?>> lines = new ArrayList<Class<?>>();
    for (Iterator<Holder> it = holders.iterator(); it.hasNext(); ) {
      Holder holder = it.next();
      Class<?> type = holder.type.get();
      if (type == null) {
        it.remove();
        continue;
      }
      if (holder.line) {
        lines.add(type);
        continue;
      }
      String simple = simpleName(type);
      Node own = null;
      boolean changeable = false;
      Reader.Share left = new Reader.Share(type.getName().equals(classes.mainClass) ? share * SINGLE : share);
      for (Fields.Slot slot : fields.statics(type)) {
        Object value = slot.field.get(null);
        // Compiled code and its constants, in the forms of the runtime that made the class.
        if (value != null && classes.runtime != null && value.getClass().getName().startsWith(classes.runtime)) continue;
        if (value != null && isSingleton(slot, value, type)) {
          Node root = capture.root("static:" + type.getName() + "." + slot.field.getName(), "static", simple);
          root.fixed = Modifier.isFinal(slot.field.getModifiers());
          // What the application keeps one of holds the rest: more than an even share.
          if (!capture.reader.root(root, value, share * SINGLE)) capture.roots.remove(root);
          else methods.ofInstance(capture, root, value, "static");
          continue;
        }
        if (value != null && Modifier.isFinal(slot.field.getModifiers()) && (isFixed(value) || isConstantByName(slot, value, capture.reader.evidence))) continue;
        if (own == null) {
          own = capture.root("static:" + type.getName(), "static", simple);
          own.type = type.getName();
        }
        changeable |= !Modifier.isFinal(slot.field.getModifiers()) || value instanceof java.util.Collection || value instanceof java.util.Map;
        capture.reader.held.put(own.address, type);
        Node node = capture.reader.child(own, told(slot), value, 1, left);
        if (node != null) node.fixed = Modifier.isFinal(slot.field.getModifiers());
      }
      // Static methods of any other class are tools, not things to do.
      if (own != null && changeable && type.getName().equals(classes.mainClass)) methods.ofStatics(capture, own, type);
    }
    Collections.sort(lines, BY_LINE);
    readLines(capture, lines, new Reader.Share(share * SINGLE));
  }

  private static final java.util.Set<String> LEVELS =
      new java.util.HashSet<String>(java.util.Arrays.asList("trace", "debug", "fine", "info", "message", "notice", "warn", "warning", "error", "severe", "fatal"));

  /** What keeps a stream and knows how grave a message is, by its constants or its methods, writes a log. */
  private static boolean isLog(Class<?> type) {
    try {
      boolean writes = false;
      java.util.Set<String> levels = new java.util.HashSet<String>();
      for (java.lang.reflect.Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) continue;
        writes |= java.io.Writer.class.isAssignableFrom(field.getType()) || java.io.OutputStream.class.isAssignableFrom(field.getType());
        if (Modifier.isFinal(field.getModifiers())) levels.add(field.getName().toLowerCase(java.util.Locale.ROOT));
      }
      if (!writes) return false;
      for (java.lang.reflect.Method method : type.getDeclaredMethods()) levels.add(method.getName().toLowerCase(java.util.Locale.ROOT));
      levels.retainAll(LEVELS);
      return levels.size() >= 3;
    } catch (Throwable missing) {
      return false;
    }
  }

  /** A static field that holds the class's one instance. */
  private static boolean isSingleton(Fields.Slot slot, Object value, Class<?> type) {
    if (!type.isInstance(value) || value instanceof Enum) return false;
    String name = slot.field.getName().toLowerCase(java.util.Locale.ROOT);
    return name.contains("instance") || name.equals("module$") || name.contains("singleton") || name.startsWith("the") || name.equals("self") || name.equals("app")
        || name.equals("default") || name.equals("current") || name.equals("shared") || name.equals(ClassNames.simple(type).toLowerCase(java.util.Locale.ROOT));
  }

  /** Written in capitals it is a constant, unless it is plainly made to change: properties, a concurrent or synchronised collection, an atomic, an object that keeps several things, one of a library that holds something of the application's. */
  private boolean isConstantByName(Fields.Slot slot, Object value, Evidence evidence) {
    String field = slot.field.getName();
    if (!isCapital(field)) return false;
    String type = value.getClass().getName();
    if (value instanceof java.util.Properties || type.startsWith("java.util.concurrent.") || type.startsWith("java.util.Collections$Synchronized")) return false;
    if (value instanceof java.util.Collection || value instanceof java.util.Map) {
      Object inner = Shapes.unwrap(value, fields);
      if (inner == null || !fields.elements.knows(inner.getClass())) return false;
      try {
        Object first = fields.elements.first(inner);
        return first != null && (first instanceof Enum || !classes.isApp(first.getClass()) || fields.worth.of(first.getClass()) == Worth.CODE);
      } catch (Throwable e) {
        return true;
      }
    }
    return classes.isApp(value.getClass()) ? fields.worth.of(value.getClass()) != Worth.KEEPS : AppClasses.isJdk(value.getClass()) || !evidence.isIn(value);
  }

  /** Capitals would say that it never changes. */
  static String told(Fields.Slot slot) {
    return isCapital(slot.name) ? camel(slot.name) : slot.name;
  }

  private static boolean isCapital(String name) {
    for (int i = 0; i < name.length(); i++) if (Character.isLowerCase(name.charAt(i))) return false;
    return true;
  }

  static String camel(String capitals) {
    StringBuilder out = new StringBuilder();
    for (String word : capitals.split("_")) {
      if (word.isEmpty()) continue;
      String lower = word.toLowerCase(java.util.Locale.ROOT);
      out.append(out.length() == 0 ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
    }
    return out.length() == 0 ? capitals : out.toString();
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
    return simpleName(type.getName());
  }

  static String simpleName(String name) {
    // A package that a compiler made up says what its classes are for: those of a line that was typed, `$line6.$read$$iw$`.
    if (name.charAt(0) == '$' && name.indexOf('.') > 1) return name.substring(1, name.indexOf('.')).replaceAll("\\d+$", "");
    name = name.substring(name.lastIndexOf('.') + 1);
    while (name.startsWith("$")) name = name.substring(1);
    while (name.endsWith("$")) name = name.substring(0, name.length() - 1);
    if (name.endsWith("$Companion")) name = name.substring(0, name.length() - 10);
    int inner = name.lastIndexOf('$');
    String last = name.substring(inner + 1);
    if (inner < 0 || last.isEmpty()) return name;
    return VAGUE.contains(last) || Character.isDigit(last.charAt(0)) ? name.replace('$', '.') : last;
  }
}
