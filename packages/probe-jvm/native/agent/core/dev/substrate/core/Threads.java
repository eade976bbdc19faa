package dev.substrate.core;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The application's threads, those of a pool counted together. No value that changes by itself: an idle program reads the same. */
final class Threads {
  private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]+|[-_ #@]?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  /** What tells one object from another in this run alone: `Scheduler-77f03bb1`, `Connector@1b2c3d`. */
  private static final Pattern HASH = Pattern.compile("[-_ #@](?=[a-f]*\\d)[0-9a-f]{5,16}(?![\\p{L}\\d])");
  /** As `Date` says it. */
  private static final Pattern MOMENT = Pattern.compile("\\p{L}{3} \\p{L}{3} \\d\\d \\d\\d:\\d\\d:\\d\\d \\S+ \\d{4}");
  private static final Pattern NUMBER = Pattern.compile("[-_ #]*\\d+");
  private static final int MAX_NAMES = 2000;
  private final Map<String, String> plainNames = new HashMap<String, String>();

  void read(Capture capture) {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) top = top.getParent();
    Thread[] threads = new Thread[top.activeCount() + 32];
    int count = top.enumerate(threads, true);
    Map<String, Integer> named = new TreeMap<String, Integer>();
    for (int i = 0; i < count; i++) {
      Thread thread = threads[i];
      String name = thread.getName();
      if (isSystem(thread, name)) continue;
      String plain = plain(name);
      Integer before = named.get(plain);
      named.put(plain, before == null ? 1 : before + 1);
    }
    if (named.isEmpty()) return;
    Node root = capture.root("threads", "thread", "threads");
    root.kind = 'm';
    for (Map.Entry<String, Integer> entry : named.entrySet()) if (capture.budget.take()) root.add(Node.value(entry.getKey(), entry.getValue().longValue()));
  }

  String plain(String name) {
    String known = plainNames.get(name);
    if (known != null) return known;
    String plain = NUMBER.matcher(HASH.matcher(HEX.matcher(MOMENT.matcher(name).replaceAll("")).replaceAll("")).replaceAll("")).replaceAll("").trim();
    if (plain.isEmpty()) plain = "thread";
    if (plainNames.size() >= MAX_NAMES) plainNames.clear();
    plainNames.put(name, plain);
    return plain;
  }

  private static boolean isSystem(Thread thread, String name) {
    if (name.startsWith("substrate-") || name.startsWith("AWT-") || name.startsWith("Java2D") || name.startsWith("RMI ") || name.startsWith("JMX ") || name.startsWith("JavaFX") || name.startsWith("QuantumRenderer") || name.equals("InvokeLaterDispatcher")) return true;
    ThreadGroup group = thread.getThreadGroup();
    if (group == null || group.getParent() == null) return true;
    return name.startsWith("Image Fetcher") || name.startsWith("Keep-Alive") || name.equals("process reaper") || name.equals("idle-timeout-task") || name.equals("DestroyJavaVM") || name.equals("Attach Listener") || name.equals("TimerQueue") || name.startsWith("GC ") || name.equals("Common-Cleaner");
  }
}
