package dev.substrate.core;

import java.lang.ref.SoftReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** JavaFX by reflection: it is no part of the JDK, and may be there in any version. */
final class Fx {
  private final ClassLoader loader;
  private final Opener opener;

  Fx(Class<?> window, Opener opener) {
    loader = window.getClassLoader();
    this.opener = opener;
  }

  /** A public method's result, or null where there is none. */
  static Object call(Object object, String name, Object... arguments) {
    try {
      return require(object, name, arguments);
    } catch (Throwable e) {
      return null;
    }
  }

  /** Looks for the method on public classes only: the object's own may be hidden. */
  static Object require(Object object, String name, Object... arguments) throws Exception {
    for (Method method : methods(object.getClass(), name, arguments.length)) {
      try {
        return method.invoke(object, arguments);
      } catch (IllegalArgumentException another) {
        // An overload that takes something else.
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** What was looked up before: windows are read again and again, on the application's own thread. */
  private static final Map<Class<?>, Map<String, SoftReference<Method[]>>> known = new WeakHashMap<Class<?>, Map<String, SoftReference<Method[]>>>();

  private static synchronized Method[] methods(Class<?> type, String name, int count) {
    Map<String, SoftReference<Method[]>> ofType = known.get(type);
    if (ofType == null) known.put(type, ofType = new HashMap<String, SoftReference<Method[]>>());
    String key = name + count;
    SoftReference<Method[]> held = ofType.get(key);
    Method[] found = held == null ? null : held.get();
    if (found == null) ofType.put(key, new SoftReference<Method[]>(found = find(type, name, count)));
    return found;
  }

  private static Method[] find(Class<?> type, String name, int count) {
    List<Method> out = new ArrayList<Method>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (!Modifier.isPublic(c.getModifiers())) continue;
      for (Method method : c.getMethods()) {
        if (method.getName().equals(name) && method.getParameterTypes().length == count && Modifier.isPublic(method.getDeclaringClass().getModifiers()) && !out.contains(method)) out.add(method);
      }
    }
    // Of a number the place in a list is meant: what takes anything (`getCellData(S item)`) would take it for an item.
    Collections.sort(out, new Comparator<Method>() {
      @Override
      public int compare(Method a, Method b) {
        return anything(a) - anything(b);
      }
    });
    return out.toArray(new Method[0]);
  }

  private static int anything(Method method) {
    int count = 0;
    for (Class<?> type : method.getParameterTypes()) if (type == Object.class) count++;
    return count;
  }

  /** The program itself, where it was launched as one; whoever else holds windows is not known here. */
  List<Object> applications() {
    try {
      Class<?> launched = Class.forName("com.sun.javafx.application.ParametersImpl", false, loader);
      java.lang.reflect.Field field = launched.getDeclaredField("params");
      return opener.open(field, launched) ? new ArrayList<Object>(((Map<?, ?>) field.get(null)).keySet()) : new ArrayList<Object>();
    } catch (Throwable another) {
      return new ArrayList<Object>();
    }
  }

  static boolean is(Object object, String type) {
    String name = type.indexOf('.') < 0 ? "javafx.scene.control." + type : type;
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) if (c.getName().equals(name)) return true;
    return false;
  }

  static String text(Object object, String method) {
    Object value = call(object, method);
    return value == null ? null : String.valueOf(value);
  }

  static List<Object> list(Object object, String method) {
    Object value = call(object, method);
    return value instanceof List ? new ArrayList<Object>((List<?>) value) : new ArrayList<Object>();
  }

  /** A key, pressed and let go where the control is. */
  void press(Object control, String key) throws Exception {
    Class<?> event = Class.forName("javafx.scene.input.KeyEvent", true, loader);
    Class<?> code = Class.forName("javafx.scene.input.KeyCode", true, loader);
    Class<?> type = Class.forName("javafx.event.EventType", true, loader);
    for (String kind : new String[] {"KEY_PRESSED", "KEY_RELEASED"}) {
      fire(control, event.getConstructor(type, String.class, String.class, code, boolean.class, boolean.class, boolean.class, boolean.class)
          .newInstance(event.getField(kind).get(null), "", "", code.getField(key).get(null), false, false, false, false));
    }
  }

  /** Tells those of the application's that wait for a control to lose the focus that it did. */
  void left(Object control) throws Exception {
    Object focused = require(control, "focusedProperty");
    Object helper = field(focused, "helper");
    if (helper == null) return;
    Class<?> change = Class.forName("javafx.beans.value.ChangeListener", true, loader);
    Class<?> invalidation = Class.forName("javafx.beans.InvalidationListener", true, loader);
    List<Object> waiting = new ArrayList<Object>();
    waiting.add(field(helper, "listener"));
    for (String many : new String[] {"invalidationListeners", "changeListeners"}) if (field(helper, many) instanceof Object[]) waiting.addAll(java.util.Arrays.asList((Object[]) field(helper, many)));
    for (Object each : waiting) {
      if (each == null || each.getClass().getName().matches("(com\\.sun\\.)?javafx\\..*")) continue;
      if (change.isInstance(each)) change.getMethod("changed", Class.forName("javafx.beans.value.ObservableValue", true, loader), Object.class, Object.class).invoke(each, focused, true, false);
      else if (invalidation.isInstance(each)) invalidation.getMethod("invalidated", Class.forName("javafx.beans.Observable", true, loader)).invoke(each, focused);
    }
  }

  /** Null where there is none of that name. */
  private Object field(Object object, String name) {
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
      try {
        java.lang.reflect.Field field = c.getDeclaredField(name);
        return opener.open(field, c) ? field.get(object) : null;
      } catch (Exception above) {
        // Perhaps of the class above.
      }
    }
    return null;
  }

  /** Tells what listens to a menu that it opens, or has closed. */
  void tell(Object menu, String kind) throws Exception {
    Object type = menu.getClass().getField(kind).get(null);
    fire(menu, Class.forName("javafx.event.Event", true, loader).getConstructor(Class.forName("javafx.event.EventType", true, loader)).newInstance(type));
  }

  private void fire(Object target, Object event) throws Exception {
    Class.forName("javafx.event.Event", true, loader)
        .getMethod("fireEvent", Class.forName("javafx.event.EventTarget", true, loader), Class.forName("javafx.event.Event", true, loader))
        .invoke(null, target, event);
  }

  List<Object> windows() throws Exception {
    Class<?> window = Class.forName("javafx.stage.Window", false, loader);
    List<Object> out = new ArrayList<Object>();
    try {
      out.addAll((List<?>) window.getMethod("getWindows").invoke(null));
    } catch (NoSuchMethodException eight) {
      java.util.Iterator<?> it = (java.util.Iterator<?>) window.getMethod("impl_getWindows").invoke(null);
      while (it.hasNext()) out.add(it.next());
    }
    return out;
  }

  /** On the application thread, waiting no longer than the limit. */
  Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
    Calls.Run run = new Calls.Run(body);
    Class.forName("javafx.application.Platform", false, loader).getMethod("runLater", Runnable.class).invoke(null, run);
    int before = windows().size();
    long deadline = System.nanoTime() + timeoutMs * 1000000L;
    while (!run.done.await(20, TimeUnit.MILLISECONDS) && System.nanoTime() < deadline) {
      if (run.startedAt == 0) continue;
      if (windows().size() <= before) continue;
      // showAndWait: the call has opened a window and waits for a person.
      run.message = "It opened a window, which waits for an answer.";
      run.nanos = System.nanoTime() - run.startedAt;
      run.done.countDown();
    }
    return run;
  }
}
