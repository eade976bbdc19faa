package dev.substrate.core;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/** Pools of threads as state: how many threads they have, how many are at work, how much waits, how much is done. */
final class Pools {
  private static final int MAX_WORKERS = 1000;

  private Pools() {}

  static boolean is(Object object) {
    return object instanceof ThreadPoolExecutor || object instanceof ForkJoinPool || isWrapper(object);
  }

  /** `Executors` hands out pools in a wrapper that hides their settings. */
  private static boolean isWrapper(Object object) {
    return object.getClass().getName().startsWith("java.util.concurrent.Executors$") && object instanceof java.util.concurrent.ExecutorService;
  }

  /** Null when it cannot be looked into. Fields only: the methods wait for a lock under which the pool calls the application. */
  static Node read(String name, Object object, Fields fields) {
    Object pool = isWrapper(object) ? fields.hidden(object, "e") : object;
    Node node = new Node(name, 'o');
    node.type = pool == null ? null : pool.getClass().getName();
    if (pool instanceof ThreadPoolExecutor) return threads(node, pool, fields);
    if (pool instanceof ForkJoinPool && AppClasses.isJdk(pool.getClass())) {
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

  /** Of the number that a pool keeps its state in: how many threads. Below zero it takes work. */
  private static final int THREADS = (1 << 29) - 1;

  private static Node threads(Node node, Object pool, Fields fields) {
    Object control = fields.hidden(pool, "ctl");
    Object workers = fields.hidden(pool, "workers");
    Object completed = fields.hidden(pool, "completedTaskCount");
    Object queue = fields.hidden(pool, "workQueue");
    Object most = fields.hidden(pool, "maximumPoolSize");
    if (!(control instanceof AtomicInteger) || workers == null || !(completed instanceof Long) || !(most instanceof Integer)) return null;
    int state = ((AtomicInteger) control).get();
    long active = 0;
    long done = (Long) completed;
    for (Object worker : fields.elements.of(workers, 0, MAX_WORKERS, new Node("", 'l'))) {
      Object locked = fields.hidden(worker, "state");
      Object own = fields.hidden(worker, "completedTasks");
      if (locked instanceof Integer && (Integer) locked != 0) active++;
      if (own instanceof Long) done += (Long) own;
    }
    node.add(Node.value("threads", state >= 1 << 30 ? 0L : (long) (state & THREADS)));
    node.add(Node.value("active", active));
    int queued = queue == null ? -1 : fields.elements.size(queue);
    if (queued >= 0) node.add(Node.value("queued", (long) queued));
    node.add(Node.value("completed", done));
    node.add(Node.value("maximum", (Integer) most == Integer.MAX_VALUE ? null : (Object) ((Integer) most).longValue()));
    node.add(Node.value("shutdown", state >= 0));
    return node;
  }
}
