package dev.substrate.core;

import java.io.BufferedReader;
import java.io.FileReader;

/**
 * How long a walk of the heap would stop the application, and whether it may. From 21 on a walk can be cut off: there the limit is kept whatever the
 * heap holds. Before, it can only be foretold, from what survived the last collection and what was made since.
 */
final class Pause {
  static final int MOST_MS = 250;
  static final int MOST_WHEN_ASKED_MS = 10000;
  /** Measured by bench/walk.mjs with the smallest of objects: for a megabyte that is alive, and for one of garbage, which older JVMs go over as well. */
  private static final double MS_PER_LIVE_MB = 5;
  private static final double MS_PER_DEAD_MB = 0.5;
  /** Of what was made since the last collection, about this share is alive. */
  private static final double YOUNG_ALIVE = 0.15;
  /** Where nothing was collected yet. */
  private static final double ALIVE_AT_FIRST = 0.5;
  /** A walk that is cut off long before its end finds too little to stop the application for. */
  private static final int TOO_MUCH = 4;

  /** How much work tells how crowded the processors are, and how long it may take. */
  private static final long SAMPLE_NANOS = 20000000L;
  private static final long SAMPLE_MOST_NANOS = 150000000L;
  /** One look may fall into a bad moment: more than this was not seen over the length of a walk. */
  private static final double MOST_CROWDED = 4;

  private double liveMb;
  private double deadMb;
  /** What an earlier walk of this visit took, by megabyte that was alive. */
  private double measured;
  private double busy;

  /**
   * Takes the size of the heap; what survived the last collection is -1 when nothing tells. Busy is by how much longer everything takes now, because
   * others want the processors too.
   */
  void look(long survivedMb, double busy) {
    this.busy = Math.max(busy, crowding());
    Runtime runtime = Runtime.getRuntime();
    double usedMb = (runtime.totalMemory() - runtime.freeMemory()) / 1048576.0;
    liveMb = survivedMb < 0 ? usedMb * ALIVE_AT_FIRST : survivedMb + Math.max(0, usedMb - survivedMb) * YOUNG_ALIVE;
    deadMb = Math.max(0, usedMb - liveMb);
  }

  long estimateMs() {
    double idle = liveMb * MS_PER_LIVE_MB + (NativeHeap.canBeCut() ? 0 : deadMb * MS_PER_DEAD_MB);
    return Math.round(Math.max(idle * busy, liveMb * measured));
  }

  boolean isWorthIt(int mostMs) {
    return estimateMs() <= (NativeHeap.canBeCut() ? mostMs * TOO_MUCH : mostMs);
  }

  /** 0: none. The JVM needs a while to stop and to list its roots: the walk itself gets less. */
  int limitMs(int mostMs) {
    return NativeHeap.canBeCut() ? mostMs * 3 / 4 : 0;
  }

  /** By how much longer a thread takes now because others want the processors too: a short piece of work, its time by the clock against its time on a processor. */
  private static double crowding() {
    long before = onProcessor();
    long start = System.nanoTime();
    if (before < 0) return 1;
    long wall = 0;
    long worked = 0;
    while (worked < SAMPLE_NANOS && wall < SAMPLE_MOST_NANOS) {
      long until = System.nanoTime() + SAMPLE_NANOS / 8;
      while (System.nanoTime() < until) continue;
      worked = onProcessor() - before;
      wall = System.nanoTime() - start;
    }
    return worked <= 0 ? 1 : Math.min(MOST_CROWDED, Math.max(1, (double) wall / worked));
  }

  /** Nanoseconds that this thread has had of a processor; -1 where nothing tells. */
  private static long onProcessor() {
    try {
      BufferedReader file = new BufferedReader(new FileReader("/proc/thread-self/schedstat"));
      try {
        return Long.parseLong(file.readLine().split(" ")[0]);
      } finally {
        file.close();
      }
    } catch (Exception missing) {
      return -1;
    }
  }

  void learn(double tookMs) {
    if (liveMb >= 1) measured = tookMs / liveMb;
  }
}
