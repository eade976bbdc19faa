package dev.substrate.core;

import java.util.HashMap;
import java.util.Map;

/**
 * Whether anything can have changed since the last capture: nothing does where no thread had anything of a processor. What we do ourselves is known: our two threads
 * read, and the thread of the windows did nothing else after that.
 */
final class Stillness {
  private final Thread listens;
  /** What each had had before the capture, and after it; by the hashes of their identities, which keep none alive. */
  private Map<Integer, Long> before;
  private Map<Integer, Long> after;
  private volatile boolean touched;

  Stillness(Thread listens) {
    this.listens = listens;
  }

  /** Something was done for a visitor. */
  void touch() {
    touched = true;
  }

  /** Before a capture. */
  void begin() {
    touched = false;
    after = null;
    before = look(null);
  }

  /** After it: the thread that windows were read on, if they were, and whether nothing else has run there since. */
  void end(Thread windows, boolean rests) {
    if (before == null || windows != null && !rests) return;
    before.remove(System.identityHashCode(windows));
    if (before.equals(look(windows))) after = look(null);
  }

  boolean isStill() {
    return after != null && !touched && after.equals(look(null));
  }

  /** What waits for the events of a screen wakes now and then; what comes of one is done on the thread of the windows. */
  private static boolean isOfScreen(Thread thread) {
    return thread.getName().equals("AWT-XAWT") && thread.getThreadGroup() != null && thread.getThreadGroup().getParent() == null;
  }

  private Map<Integer, Long> look(Thread except) {
    Map<Thread, Long> worked = NativeHeap.worked();
    if (worked == null) return null;
    Map<Integer, Long> out = new HashMap<Integer, Long>();
    for (Map.Entry<Thread, Long> each : worked.entrySet()) {
      Thread thread = each.getKey();
      if (thread == except || thread == listens || thread == Thread.currentThread() || isOfScreen(thread)) continue;
      out.put(System.identityHashCode(thread), each.getValue());
    }
    return out;
  }
}
