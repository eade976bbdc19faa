package dev.substrate.core;

/**
 * How long a walk of the heap would stop the application on a processor of its own, and whether it may: what else the machine does at the moment changes
 * neither how much there is to walk nor what should be found. From 21 on a walk can be cut off: there the limit is kept whatever the
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

  private double liveMb;
  private double deadMb;
  /** What an earlier walk of this visit took, by megabyte that was alive. */
  private double measured;

  /** Takes the size of the heap; what survived the last collection is -1 when nothing tells. */
  void look(long survivedMb) {
    Runtime runtime = Runtime.getRuntime();
    double usedMb = (runtime.totalMemory() - runtime.freeMemory()) / 1048576.0;
    liveMb = survivedMb < 0 ? usedMb * ALIVE_AT_FIRST : survivedMb + Math.max(0, usedMb - survivedMb) * YOUNG_ALIVE;
    deadMb = Math.max(0, usedMb - liveMb);
  }

  long estimateMs() {
    double idle = liveMb * MS_PER_LIVE_MB + (NativeHeap.canBeCut() ? 0 : deadMb * MS_PER_DEAD_MB);
    return Math.round(Math.max(idle, liveMb * measured));
  }

  boolean isWorthIt(int mostMs) {
    return estimateMs() <= (NativeHeap.canBeCut() ? mostMs * TOO_MUCH : mostMs);
  }

  /** 0: none. The JVM needs a while to stop and to list its roots: the walk itself gets less. */
  int limitMs(int mostMs) {
    return NativeHeap.canBeCut() ? mostMs * 3 / 4 : 0;
  }

  /** By the clock a busy machine makes any walk longer: only what no such can explain tells of the heap. */
  void learn(double tookMs) {
    if (liveMb >= 1 && tookMs > TOO_MUCH * MOST_MS) measured = tookMs / liveMb;
  }
}
