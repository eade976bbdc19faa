package dev.substrate.core;

import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Window;
import java.lang.reflect.Field;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Work on the AWT event thread, with a limit: it may be busy, or stand behind a modal dialog that the work itself opened. */
final class Ui {
  private Ui() {}

  /** Whether code of this class belongs on the event thread: it is a component or holds some. Loads no AWT class to find out. */
  static boolean touches(Class<?> type) {
    try {
      for (Class<?> c = type; c != null && !AppClasses.isJdk(c); c = c.getSuperclass()) {
        if (isComponent(c)) return true;
        for (Field field : c.getDeclaredFields()) if (isComponent(field.getType())) return true;
      }
    } catch (Throwable missing) {
      return false;
    }
    return false;
  }

  static boolean isComponent(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) if (c.getName().equals("java.awt.Component")) return true;
    return false;
  }

  static Calls.Run run(Callable<Object> body, long timeoutMs) throws InterruptedException {
    Calls.Run run = new Calls.Run(body);
    Dialog before = modal();
    EventQueue.invokeLater(run);
    long deadline = System.nanoTime() + timeoutMs * 1000000L;
    while (!run.done.await(20, TimeUnit.MILLISECONDS) && System.nanoTime() < deadline) {
      Dialog now = run.startedAt == 0 ? null : modal();
      if (now == null || now == before) continue;
      // The call opened a dialog and waits for a person: it has done its work as far as it goes.
      run.message = "It opened the dialog \"" + (now.getTitle() == null ? "" : now.getTitle()) + "\", which waits for an answer.";
      run.nanos = System.nanoTime() - run.startedAt;
      run.done.countDown();
    }
    return run;
  }

  /** The modal dialog that is in front, if any. */
  static Dialog modal() {
    Dialog found = null;
    for (Window window : Window.getWindows()) {
      if (window instanceof Dialog && window.isShowing() && ((Dialog) window).isModal()) found = (Dialog) window;
    }
    return found;
  }
}
