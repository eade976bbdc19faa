package dev.substrate.core;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * What the objects of a class are there for, by what the class declares and whose it is, never by what it is called: such evidence is the same at every start.
 * Code is what holds nothing but other code (functions, listeners, threads, class loaders), and what others call and that has no data of its own to change.
 */
final class Worth {
  private static final int UNKNOWN = -1;
  static final int CODE = 0;
  /** Called by others, with a little data of its own all the same. */
  static final int CALLED = 1;
  static final int HOLDS = 2;
  /** Has a collection, a map or an array of something that is no code. */
  static final int KEEPS = 3;

  /** What others call has its settings, too: with so many values it is more than that. */
  private static final int VALUES_OF_CALLED = 2;
  /** Of the JDK's interfaces with one method, those that say what an object can do beside holding data. */
  private static final Set<String> ABILITIES =
      new HashSet<String>(Arrays.asList("java.lang.Comparable", "java.lang.AutoCloseable", "java.io.Closeable", "java.io.Flushable", "java.lang.Appendable", "java.lang.Readable", "java.lang.Iterable"));

  private final Fields fields;
  private final AppClasses classes;
  private final Map<Class<?>, Integer> worths = new WeakHashMap<Class<?>, Integer>();
  private final Map<Class<?>, Boolean> contracts = new WeakHashMap<Class<?>, Boolean>();
  private final Map<Class<?>, Boolean> calledByJdk = new WeakHashMap<Class<?>, Boolean>();
  private int judgedBy = -1;
  /** Those that are being judged, with what is thought of each, and those of them whose judgement was needed before it was there. */
  private final Map<Class<?>, Integer> open = new LinkedHashMap<Class<?>, Integer>();
  private final Set<Class<?>> assumed = new HashSet<Class<?>>();

  Worth(Fields fields, AppClasses classes) {
    this.fields = fields;
    this.classes = classes;
  }

  /** The same whichever class was asked for first: those that have to do with each other are judged together. */
  synchronized int of(Class<?> type) {
    if (judgedBy != classes.edition() && open.isEmpty()) {
      worths.clear();
      contracts.clear();
      judgedBy = classes.edition();
    }
    Integer known = worths.get(type);
    if (known != null) return known;
    known = open.get(type);
    if (known != null) {
      if (known == UNKNOWN) assumed.add(type);
      return known == UNKNOWN ? HOLDS : known;
    }
    boolean first = open.isEmpty();
    try {
      open.put(type, UNKNOWN);
      open.put(type, judge(type));
      if (!first) return open.get(type);
      settle();
      worths.putAll(open);
      return worths.get(type);
    } finally {
      if (first) open.clear();
      if (first) assumed.clear();
    }
  }

  /** A class that has to do with itself, by way of others too, holds something until the contrary is known: then all that was judged by it is judged again. */
  private void settle() {
    boolean wrong = false;
    for (Class<?> each : assumed) wrong |= open.get(each) == CODE;
    // Each round can but make more of them code: they come to an end, and are ended should they not.
    for (int rounds = 0; wrong && rounds <= open.size(); rounds++) {
      wrong = false;
      for (Class<?> each : new ArrayList<Class<?>>(open.keySet())) {
        int worth = judge(each);
        wrong |= worth != open.put(each, worth);
      }
    }
  }

  private int judge(Class<?> type) {
    if (Kinds.isLook(type)) return CODE;
    boolean several = false;
    boolean changes = false;
    boolean tells = false;
    int values = 0;
    int others = 0;
    for (Fields.Slot slot : fields.of(type)) {
      if (holdsCode(slot.field)) continue;
      // A node of a tree is one of many itself.
      if (isSeveral(slot.field.getType()) && !isOwnKind(elements(slot.field), type)) several = true;
      if (slot.holdsData()) values++;
      else others++;
      changes |= slot.holdsData() && !Modifier.isFinal(slot.field.getModifiers());
      // A switch says whether it is to go on, and no more.
      tells |= slot.holdsData() && !Modifier.isFinal(slot.field.getModifiers()) && slot.field.getType() != boolean.class;
    }
    boolean byJdk = isCalledByJdk(type);
    // What runs by itself, and what others of the application's call, may be what it is all about.
    boolean runs = Runnable.class.isAssignableFrom(type);
    if (several && (!byJdk || runs)) return KEEPS;
    if (byJdk || isCalled(type)) {
      boolean holds = several || values >= VALUES_OF_CALLED;
      return holds && changes ? HOLDS : holds || (byJdk ? runs && tells : changes) ? CALLED : CODE;
    }
    return values + others > 0 ? HOLDS : CODE;
  }

  /** What the static variables of a class can hold. */
  int ofStatics(Class<?> type) {
    int worth = CODE;
    for (Fields.Slot slot : fields.statics(type)) {
      if (holdsCode(slot.field)) continue;
      Class<?> of = slot.field.getType();
      worth = Math.max(worth, isSeveral(of) || classes.isApp(of) && !of.isInterface() && of(of) == KEEPS ? KEEPS : HOLDS);
    }
    return worth;
  }

  static boolean isOwnKind(Class<?> elements, Class<?> type) {
    return !AppClasses.isJdk(elements) && elements.isAssignableFrom(type);
  }

  /** Whether it is a colour or a font, or made of nothing else. */
  private static boolean isLook(Class<?> type) {
    if (isColourOrFont(type)) return true;
    if (AppClasses.isJdk(type) || type.isInterface() || type.isEnum() || Ui.isComponent(type)) return false;
    int looks = 0;
    for (Class<?> c = type; c != null && !AppClasses.isJdk(c); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) continue;
        if (!isColourOrFont(field.getType())) return false;
        looks++;
      }
    }
    return looks > 0;
  }

  private static boolean isColourOrFont(Class<?> type) {
    return type.getName().equals("java.awt.Color") || type.getName().equals("java.awt.Font");
  }

  /** Whether a field says how something looks. */
  static boolean holdsLooks(Field field) {
    return isLook(isSeveral(field.getType()) ? elements(field) : field.getType());
  }

  /** Collections of the JDK, of libraries and of Scala. */
  static boolean isSeveral(Class<?> type) {
    if (type.isArray()) return !type.getComponentType().isPrimitive();
    if (java.util.Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) return true;
    return !AppClasses.isJdk(type) && Iterable.class.isAssignableFrom(type) || type.getName().startsWith("scala.collection.");
  }

  /** Whether all that a field can hold, by its type and the types of its elements, is code. */
  private boolean holdsCode(Field field) {
    Class<?> type = field.getType();
    if (!isSeveral(type)) return isCode(type);
    // What is noted for objects of the application's, as who waits for each, is kept with them.
    Class<?> keys = argument(field, false);
    return isCode(elements(field)) && !(classes.isApp(keys) && !isCode(keys));
  }

  /** Whether what a field holds is a number, a text, or several of those, as far as its type says. */
  static boolean tellsData(Field field) {
    Class<?> type = field.getType();
    if (isSeveral(type)) type = elements(field);
    return type.isPrimitive() || type == String.class || type.isEnum() || Number.class.isAssignableFrom(type) || type == Boolean.class;
  }

  /** What several are, in an array, a collection or the values of a map; Object where that was not written down. */
  static Class<?> elements(Field field) {
    return field.getType().isArray() ? field.getType().getComponentType() : argument(field, true);
  }

  /** What a generic type was made for, first or last. */
  private static Class<?> argument(Field field, boolean last) {
    try {
      Type generic = field.getGenericType();
      if (!(generic instanceof ParameterizedType)) return Object.class;
      Type[] of = ((ParameterizedType) generic).getActualTypeArguments();
      Type found = of[last ? of.length - 1 : 0];
      if (found instanceof ParameterizedType) found = ((ParameterizedType) found).getRawType();
      return found instanceof Class ? (Class<?>) found : Object.class;
    } catch (Throwable missing) {
      return Object.class;
    }
  }

  /** Whether what is declared as this type is there to be called, or is a part of the machine. */
  boolean isCode(Class<?> type) {
    if (type == Object.class || type.isPrimitive() || type == String.class) return false;
    if (type == Class.class || fields.isPlumbing(type) || isCallback(type) || isCalledByJdk(type)) return true;
    return !type.isInterface() && !type.isArray() && !type.isEnum() && !Modifier.isAbstract(type.getModifiers()) && classes.isApp(type) && of(type) == CODE;
  }

  /** Whether objects of a class are called by others of the application's: with arguments to work on, or to do one thing. What a library calls, an actor or a service, is the application itself. */
  private boolean isCalled(Class<?> type) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Class<?> each : c.getInterfaces()) if (isCallback(each) && !fields.isLibrary(each) || isCalled(each)) return true;
    }
    return false;
  }

  /** The same of what the JDK calls: listeners, tasks, streams, formats, what draws. */
  synchronized boolean isCalledByJdk(Class<?> type) {
    Boolean known = calledByJdk.get(type);
    if (known == null) calledByJdk.put(type, known = findCalledByJdk(type));
    return known;
  }

  private boolean findCalledByJdk(Class<?> type) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      String name = c.getName();
      if (AppClasses.isJdk(c) && !c.isInterface() && (name.startsWith("java.io.") || name.startsWith("java.text.") || name.startsWith("java.util.logging.") || c == java.util.TimerTask.class || c == ClassLoader.class)) return true;
      if (c.isInterface() && isJdkCallback(c)) return true;
      // What the JDK's own classes promise, as every component does to take a picture, says nothing of those below them.
      if (c.isInterface() || !AppClasses.isJdk(c)) for (Class<?> each : c.getInterfaces()) if (isCalledByJdk(each)) return true;
    }
    return false;
  }

  private static boolean isJdkCallback(Class<?> type) {
    if (!AppClasses.isJdk(type) || ABILITIES.contains(type.getName())) return false;
    return type == Runnable.class || java.util.EventListener.class.isAssignableFrom(type) || java.util.Iterator.class.isAssignableFrom(type) || java.util.Enumeration.class.isAssignableFrom(type)
        || type == java.util.concurrent.Callable.class || Kinds.isLook(type) || isGivenWork(onlyMethod(type));
  }

  /** An interface with one method, that takes something to work on or only does something. What is merely asked, as for a name, has the answer. */
  synchronized boolean isCallback(Class<?> type) {
    if (!type.isInterface() || ABILITIES.contains(type.getName())) return false;
    Boolean known = contracts.get(type);
    if (known != null) return known;
    boolean callback = AppClasses.isJdk(type) ? isJdkCallback(type) : isGivenWork(onlyMethod(type));
    contracts.put(type, callback);
    return callback;
  }

  /** An interface with one method: whatever is behind it is there to be called. */
  static boolean isFunction(Class<?> type) {
    return type.isInterface() && onlyMethod(type) != null;
  }

  private static boolean isGivenWork(Method only) {
    return only != null && (only.getParameterTypes().length > 0 || only.getReturnType() == void.class);
  }

  private static Method onlyMethod(Class<?> type) {
    Map<String, Method> found = abstractMethods(type);
    return found.size() == 1 ? found.values().iterator().next() : null;
  }

  /** By name and number of parameters: an interface may say again what one above it says. */
  private static Map<String, Method> abstractMethods(Class<?> type) {
    Map<String, Method> found = new HashMap<String, Method>();
    try {
      for (Method method : type.getMethods()) {
        if (Modifier.isAbstract(method.getModifiers()) && !isOfObject(method)) found.put(method.getName() + method.getParameterTypes().length, method);
      }
    } catch (Throwable missing) {
      // A type that it names is not on the class path.
    }
    return found;
  }

  private static boolean isOfObject(Method method) {
    try {
      Object.class.getMethod(method.getName(), method.getParameterTypes());
      return true;
    } catch (NoSuchMethodException own) {
      return false;
    }
  }
}
