package dev.substrate.core;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.regex.Pattern;

/** What an object is to a reader: something to go into, to list, to tell in a word, or to leave out. */
final class Kinds {
  enum Kind {
    OBJECT,
    /** Of a library. */
    FOREIGN,
    LIST,
    NUMBERS,
    MAP,
    BINARY,
    /** A pool of threads. */
    POOL,
    /** The one instance of a class that holds nothing: its name is all there is to say. */
    NAMED,
    /** Of a language's runtime: there to be called, or says what others are. */
    CODE,
    /** A collection that would have to be asked by calling the application. */
    CLOSED,
    DROP
  }

  /** What makes a window look and work as it does, never what it is about. */
  private static final Set<String> LOOKS =
      new HashSet<String>(Arrays.asList("javax.swing.Action", "java.awt.LayoutManager", "java.awt.LayoutManager2", "javax.swing.border.Border", "javax.swing.Icon", "javax.swing.ListCellRenderer",
          "javax.swing.table.TableCellRenderer", "javax.swing.tree.TreeCellRenderer", "javax.swing.table.TableCellEditor", "java.awt.Paint", "java.awt.Stroke"));

  private final AppClasses classes;
  private final Elements elements;
  private final Map<Class<?>, Kind> known = new WeakHashMap<Class<?>, Kind>();
  private int judgedBy;

  Kinds(AppClasses classes, Elements elements) {
    this.classes = classes;
    this.elements = elements;
  }

  /** All objects of a class are of one kind: each class is judged once, and again when whose it is was judged anew. */
  synchronized Kind of(Object object) {
    if (judgedBy != classes.edition()) {
      known.clear();
      judgedBy = classes.edition();
    }
    Class<?> type = object.getClass();
    Kind kind = known.get(type);
    if (kind == null) known.put(type, kind = judge(object, type));
    return kind;
  }

  boolean isApp(Object object) {
    return classes.isApp(object.getClass());
  }

  private Kind judge(Object object, Class<?> type) {
    if (type.isArray()) return type == byte[].class ? Kind.BINARY : type.getComponentType().isPrimitive() && type != boolean[].class ? Kind.NUMBERS : Kind.LIST;
    if (object instanceof Buffer) return Kind.BINARY;
    if (object instanceof Map || object instanceof Collection) {
      if (object instanceof WeakHashMap || object instanceof java.security.Provider || type.getName().startsWith("javax.swing.UIDefaults")) return Kind.DROP;
      if (elements.knows(type)) return elements.isMap(type) ? Kind.MAP : Kind.LIST;
      if (AppClasses.isJdk(type)) return Kind.CLOSED;
    }
    if (!AppClasses.isJdk(type) && elements.knows(type) && elements.isMap(type)) return Kind.MAP;
    if (Pools.is(object)) return Kind.POOL;
    if (isMachinery(object, type) || isWorker(object) && !(classes.isApp(type) && !fieldsAreFew(type))) return Kind.DROP;
    if (AppClasses.isJdk(type)) return Kind.DROP;
    if (isCodeOfRuntime(type)) return Kind.CODE;
    if (!classes.isApp(type)) return Kind.FOREIGN;
    return isNamed(type) ? Kind.NAMED : Kind.OBJECT;
  }

  /** Of a language's runtime: there to be called. A function of the program's is one of the runtime's functions, too. */
  private boolean isCodeOfRuntime(Class<?> type) {
    for (Class<?> c = type; classes.runtime != null && c != null; c = c.getSuperclass()) if (classes.isOfRuntime(c) && Names.isCode(c)) return true;
    return false;
  }

  /** Whether it is a part of the runtime that runs the program: what that holds is its own business. */
  boolean isOfRuntime(Object object) {
    return classes.isOfRuntime(object.getClass());
  }

  /** Whether it is what starts the program: a prompt, a compiler. */
  boolean isOfLauncher(Object object) {
    return classes.launcher != null && object.getClass().getName().startsWith(classes.launcher);
  }

  static boolean isLook(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (LOOKS.contains(c.getName())) return true;
      for (Class<?> each : c.getInterfaces()) if (isLook(each)) return true;
    }
    return false;
  }

  private static boolean isMachinery(Object object, Class<?> type) {
    if (Leaf.isReference(object) || type.isSynthetic() || type.getName().indexOf("$$Lambda") >= 0) return true;
    if (object instanceof ClassLoader) return true;
    if (object instanceof java.util.ResourceBundle || object instanceof java.util.EventListener && fieldsAreFew(type)) return true;
    if (isLook(type)) return true;
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      String name = c.getName();
      if (name.equals("java.awt.Component") || name.equals("javafx.scene.Node") || name.equals("java.awt.MenuComponent") || name.equals("javax.swing.AbstractAction") || name.equals("javax.swing.plaf.ComponentUI")) return true;
      if (name.equals("org.eclipse.swt.widgets.Widget") || name.equals("org.eclipse.swt.graphics.Resource") || name.equals("org.eclipse.swt.graphics.Device")) return true;
      if (name.startsWith("org.slf4j.") || name.startsWith("org.apache.log") || name.startsWith("org.apache.commons.logging.") || name.startsWith("ch.qos.logback.")) return true;
    }
    return false;
  }

  /** Who does the work; one of the application's own keeps what it works on, too: a lift that is a thread. */
  private static boolean isWorker(Object object) {
    return object instanceof Thread || object instanceof java.util.concurrent.Executor;
  }

  private static boolean fieldsAreFew(Class<?> type) {
    try {
      for (Field field : type.getDeclaredFields()) if (!field.isSynthetic() && !Modifier.isStatic(field.getModifiers())) return false;
      return true;
    } catch (Throwable e) {
      return true;
    }
  }

  /** A Kotlin `object` or Scala `case object` without fields. */
  private static boolean isNamed(Class<?> type) {
    try {
      if (!fieldsAreFew(type) || type.getSuperclass() != Object.class && !fieldsAreFew(type.getSuperclass())) return false;
      Field own = type.getDeclaredField(type.getName().endsWith("$") ? "MODULE$" : "INSTANCE");
      return own.getType() == type && Modifier.isStatic(own.getModifiers());
    } catch (Throwable none) {
      return false;
    }
  }

  private static final Pattern GENERATED = Pattern.compile(".*(\\$\\$(Lambda|Enhancer|FastClass|SpringCGLIB|anonfun)|\\$HibernateProxy|_\\$\\$_j|\\bproxy\\$.*\\$[0-9a-f]{1,8}$|\\$ByteBuddy|\\$MockitoMock).*");

  /** Written by a tool while the program runs or is compiled: proxies, closures. Their state is that of what they stand for. */
  static boolean isGenerated(Class<?> type) {
    return GENERATED.matcher(type.getName()).matches();
  }
}
