package dev.substrate.core;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;

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

  /** The folder of the thread that walks, as the JVM has named it; empty where none has the name. */
  private static String walker;

  /** What the thread that walks has had of a processor, in nanoseconds; by the clock where nothing tells. */
  static synchronized long worked() {
    if (walker == null) walker = walker();
    return walker.isEmpty() ? System.nanoTime() : Budget.onProcessor(walker);
  }

  private static String walker() {
    String[] threads = new File("/proc/self/task").list();
    if (threads != null) for (String thread : threads) if (name("/proc/self/task/" + thread).equals("VM Thread")) return "/proc/self/task/" + thread;
    return "";
  }

  private static String name(String thread) {
    try (BufferedReader file = new BufferedReader(new FileReader(thread + "/comm"), 64)) {
      return String.valueOf(file.readLine());
    } catch (IOException gone) {
      return "";
    }
  }

  /** Where only the clock tells, a busy machine makes any walk longer: only what no such can explain tells of the heap. */
  void learn(double tookMs) {
    if (liveMb >= 1 && tookMs > TOO_MUCH * MOST_MS) measured = tookMs / liveMb;
  }
}
