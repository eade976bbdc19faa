package dev.substrate.core;

import java.io.BufferedReader;
import java.io.FileReader;
import java.util.Map;

/**
 * The limits of one capture, and what is used up of them: nodes, bytes, and the processor time of the threads that read. None of them depends on what
 * else the machine does; the clock is asked only as a last guard.
 */
final class Budget {
  private static final long MOST_NANOS = 60000000000L;
  /** How many nodes lie between two looks at the clocks. */
  private static final int BETWEEN_LOOKS = 512;
  /** What a node costs on the wire beside its text. */
  private static final int NODE_BYTES = 40;

  final int maxNodes;
  final int maxDepth;
  final int maxString;
  final int maxElements;
  final int maxBytes;
  final int hostMs;
  /** Which texts are words of the program; null where nobody asks. */
  Literals literals;
  private final long workNanos;
  private final long startedAt = System.nanoTime();
  /** Who was looked at last, what it had had of a processor then, and what all that read had while they did. */
  private Thread worker;
  private long workedAt;
  private long worked;
  int nodes;
  private long bytes;
  /** The limit of the phase that is running: sources of less worth get a share, so that none starves another. */
  private int limit;
  /** The budget itself ran out: what was read is not all that should have been. */
  boolean exhausted;
  /** Nobody waits any more: set from another thread. */
  volatile boolean cancelled;

  Budget(Map<?, ?> wire, int workMs) {
    maxNodes = number(wire, "maxNodes", 20000);
    maxDepth = number(wire, "maxDepth", 12);
    maxString = number(wire, "maxString", 4096);
    maxElements = number(wire, "maxElements", 200);
    maxBytes = number(wire, "maxBytes", 4 * 1024 * 1024);
    hostMs = number(wire, "hostMs", 50);
    limit = maxNodes;
    workNanos = workMs * 1000000L;
  }

  private static int number(Map<?, ?> wire, String key, int otherwise) {
    Object value = wire == null ? null : wire.get(key);
    return value instanceof Number ? ((Number) value).intValue() : otherwise;
  }

  /**
   * What one of several may take of a share: twice an even part, since most need less. Counted in powers of two, so that one more or less of them hardly ever
   * changes what is read of the others.
   */
  static int part(int all, int least, int count) {
    int rounded = 1;
    while (rounded < count) rounded *= 2;
    return Math.max(least, 2 * all / rounded);
  }

  /** The next phase may take this many nodes. */
  void phase(int share) {
    limit = Math.min(maxNodes, nodes + share);
  }

  boolean isFull() {
    return exhausted || nodes >= limit;
  }

  boolean take() {
    if (nodes >= maxNodes || bytes >= maxBytes || cancelled || nodes % BETWEEN_LOOKS == 0 && isSpent()) exhausted = true;
    if (isFull()) return false;
    nodes++;
    bytes += NODE_BYTES;
    return true;
  }

  void spend(int more) {
    bytes += more;
  }

  /** The thread of the windows reads, too: each has a count of its own. None has had more of a processor than the clock went on. */
  private boolean isSpent() {
    long since = System.nanoTime() - startedAt;
    if (since > MOST_NANOS) return true;
    Thread here = Thread.currentThread();
    if (worker == here && since <= workNanos) return false;
    long now = onProcessor();
    if (worker == here) worked += now - workedAt;
    worker = here;
    workedAt = now;
    return worked > workNanos;
  }

  /** Nanoseconds that this thread has had of a processor; by the clock where nothing tells. */
  static long onProcessor() {
    return onProcessor("/proc/thread-self");
  }

  /** The same of another, by its folder. */
  static long onProcessor(String thread) {
    try {
      BufferedReader file = new BufferedReader(new FileReader(thread + "/schedstat"), 64);
      try {
        return Long.parseLong(file.readLine().split(" ")[0]);
      } finally {
        file.close();
      }
    } catch (Exception missing) {
      return System.nanoTime();
    }
  }

  String cut(String text) {
    if (text.length() <= maxString) return text;
    int end = Math.max(0, maxString - 1);
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) end--;
    return text.substring(0, end) + "…";
  }
}
