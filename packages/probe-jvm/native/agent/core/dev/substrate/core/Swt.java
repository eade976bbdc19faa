package dev.substrate.core;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** SWT by reflection: it is no part of the JDK, and may be there in any version. Everything of it belongs on the thread of its display. */
final class Swt {
  static final int SELECTION = 13;
  static final int DEFAULT_SELECTION = 14;
  static final int FOCUS_OUT = 16;
  static final int EXPAND = 17;
  static final int SHOW = 22;
  static final int HIDE = 23;
  static final int TAB_NEXT = 1 << 4;
  static final int SEPARATOR = 1 << 1;
  static final int TOGGLE = 1 << 1;
  static final int READ_ONLY = 1 << 3;
  static final int RADIO = 1 << 4;
  static final int CHECK = 1 << 5;
  static final int CASCADE = 1 << 6;
  static final int TIME = 1 << 7;
  static final int PASSWORD = 1 << 22;
  static final int VIRTUAL = 1 << 28;

  private final ClassLoader loader;
  private final Class<?> displayClass;
  private final Opener opener;

  Swt(Class<?> display, Opener opener) {
    displayClass = display;
    loader = display.getClassLoader();
    this.opener = opener;
  }

  /** Displays that exist; asking SWT itself for one would make one. */
  List<Object> displays() throws Exception {
    List<Object> out = new ArrayList<Object>();
    Field field = displayClass.getDeclaredField("Displays");
    Object all = opener.open(field, displayClass) ? field.get(null) : null;
    for (int i = 0; all != null && i < Array.getLength(all); i++) {
      Object display = Array.get(all, i);
      if (display != null && !isTrue(Fx.call(display, "isDisposed"))) out.add(display);
    }
    return out;
  }

  static boolean isTrue(Object value) {
    return Boolean.TRUE.equals(value);
  }

  /** Whether it is of a class, by its short name. */
  static boolean is(Object widget, String type) {
    for (Class<?> c = widget.getClass(); c != null; c = c.getSuperclass()) {
      if (c.getName().equals("org.eclipse.swt.widgets." + type) || c.getName().equals("org.eclipse.swt.custom." + type)) return true;
    }
    return false;
  }

  static List<Object> list(Object widget, String method) {
    List<Object> out = new ArrayList<Object>();
    Object all = Fx.call(widget, method);
    if (all == null || !all.getClass().isArray()) return out;
    for (int i = 0; i < Array.getLength(all); i++) out.add(Array.get(all, i));
    return out;
  }

  static int number(Object widget, String method) {
    Object value = Fx.call(widget, method);
    return value instanceof Number ? ((Number) value).intValue() : -1;
  }

  static boolean has(Object widget, int style) {
    return (number(widget, "getStyle") & style) != 0;
  }

  /** Mnemonics and accelerators are not what a person reads. */
  static String text(Object widget) {
    String text = Fx.text(widget, "getText");
    if (text == null) return null;
    int tab = text.indexOf('\t');
    if (tab >= 0) text = text.substring(0, tab);
    return Words.clean(text.replace("&&", "\u0000").replace("&", "").replace('\u0000', '&'));
  }

  /** Tells the widget's listeners as the toolkit would. */
  void tell(Object widget, int event, Object item) throws Exception {
    Class<?> type = Class.forName("org.eclipse.swt.widgets.Event", true, loader);
    Object made = type.getConstructor().newInstance();
    if (item != null) type.getField("item").set(made, item);
    Fx.require(widget, "notifyListeners", event, made);
  }

  /** On the display's thread, waiting no longer than the limit. */
  Calls.Run run(Object display, Callable<Object> body, long timeoutMs) throws Exception {
    Calls.Run run = new Calls.Run(body);
    post(display, run);
    long deadline = System.nanoTime() + timeoutMs * 1000000L;
    Calls.Run inside = null;
    while (!run.done.await(20, TimeUnit.MILLISECONDS) && System.nanoTime() < deadline) {
      if (run.startedAt == 0) continue;
      if (inside == null) {
        inside = new Calls.Run(new Callable<Object>() {
          @Override
          public Object call() {
            return null;
          }
        });
        post(display, inside);
      }
      if (inside.done.getCount() > 0 || run.done.getCount() == 0) continue;
      // Its thread works on while the call has not come back: the call has opened a window and waits for a person.
      run.message = "It opened a window, which waits for an answer.";
      run.nanos = System.nanoTime() - run.startedAt;
      run.done.countDown();
    }
    return run;
  }

  private static void post(Object display, Runnable body) throws Exception {
    Fx.require(display, "asyncExec", body);
  }
}
