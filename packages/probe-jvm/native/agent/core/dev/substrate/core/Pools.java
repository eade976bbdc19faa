package dev.substrate.core;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;

/** Pools of threads as state: how many threads they have, how many are at work, how much waits, how much is done. */
final class Pools {
  private Pools() {}

  static boolean is(Object object) {
    return object instanceof ThreadPoolExecutor || object instanceof ForkJoinPool || isWrapper(object);
  }

  /** `Executors` hands out pools in a wrapper that hides their settings. */
  private static boolean isWrapper(Object object) {
    return object.getClass().getName().startsWith("java.util.concurrent.Executors$") && object instanceof java.util.concurrent.ExecutorService;
  }

  /** Null when it cannot be looked into. Nothing here waits for more than the pool's own short lock, and nothing changes while it idles. */
  static Node read(String name, Object object, Fields fields) {
    Object pool = isWrapper(object) ? fields.hidden(object, "e") : object;
    Node node = new Node(name, 'o');
    node.type = pool == null ? null : pool.getClass().getName();
    if (pool instanceof ThreadPoolExecutor) {
      ThreadPoolExecutor threads = (ThreadPoolExecutor) pool;
      node.add(Node.value("threads", (long) threads.getPoolSize()));
      node.add(Node.value("active", (long) threads.getActiveCount()));
      node.add(Node.value("queued", (long) threads.getQueue().size()));
      node.add(Node.value("completed", threads.getCompletedTaskCount()));
      int most = threads.getMaximumPoolSize();
      node.add(Node.value("maximum", most == Integer.MAX_VALUE ? null : (Object) (long) most));
      node.add(Node.value("shutdown", threads.isShutdown()));
      return node;
    }
    if (pool instanceof ForkJoinPool) {
      ForkJoinPool threads = (ForkJoinPool) pool;
      node.add(Node.value("threads", (long) threads.getPoolSize()));
      node.add(Node.value("active", (long) threads.getActiveThreadCount()));
      node.add(Node.value("queued", threads.getQueuedTaskCount() + threads.getQueuedSubmissionCount()));
      node.add(Node.value("maximum", (long) threads.getParallelism()));
      node.add(Node.value("shutdown", threads.isShutdown()));
      return node;
    }
    return null;
  }
}
