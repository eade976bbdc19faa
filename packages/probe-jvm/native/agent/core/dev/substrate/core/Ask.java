package dev.substrate.core;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs code of the application's that there is no way around: getters of management beans. It may never come back. Then its thread is left behind, and the same is
 * not asked again, by this visit or by a later one, until that thread has ended: it says by its name what it waits for.
 */
final class Ask {
  private static final String NAME = "substrate-ask ";
  private static final int ANSWER_MS = 3000;
  private static final int MAX_LEFT_BEHIND = 4;
  private static final int IDLE_MS = 5000;

  /** It did not answer, now or when it was asked before. */
  static final class Silent extends Exception {
    private static final long serialVersionUID = 1L;

    Silent(String message) {
      super(message, null, false, false);
    }
  }

  private final Map<String, Thread> silent = new HashMap<String, Thread>();
  private Worker worker;

  Ask() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) top = top.getParent();
    Thread[] threads = new Thread[top.activeCount() + 32];
    int count = top.enumerate(threads, true);
    for (int i = 0; i < count; i++) if (threads[i].getName().startsWith(NAME)) silent.put(threads[i].getName().substring(NAME.length()), threads[i]);
  }

  private static final class Job implements Runnable {
    final String what;
    final Callable<Object> body;
    final CountDownLatch done = new CountDownLatch(1);
    Object value;
    Throwable thrown;

    Job(String what, Callable<Object> body) {
      this.what = what;
      this.body = body;
    }

    @Override
    public void run() {
      try {
        value = body.call();
      } catch (Throwable e) {
        thrown = e;
      } finally {
        done.countDown();
      }
    }
  }

  private static final class Worker implements Runnable {
    final SynchronousQueue<Job> jobs = new SynchronousQueue<Job>();
    final Thread thread = new Thread(null, this, "substrate-asking", 512 * 1024);
    volatile boolean leaving;

    Worker() {
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    }

    @Override
    public void run() {
      try {
        for (Job job = next(); job != null; job = next()) {
          thread.setName(NAME + job.what);
          job.run();
          thread.setName("substrate-asking");
        }
      } catch (InterruptedException end) {
        // The visitor has left.
      }
    }

    private Job next() throws InterruptedException {
      return leaving ? null : jobs.poll(IDLE_MS, TimeUnit.MILLISECONDS);
    }
  }

  /** What the application answers. Throws what it threw. */
  Object call(String what, Callable<Object> body) throws Throwable {
    forgetEnded();
    if (silent.containsKey(what)) throw new Silent("it has not answered an earlier question yet");
    if (silent.size() >= MAX_LEFT_BEHIND) throw new Silent("too many others have not answered yet");
    Job job = new Job(what, body);
    hand(job);
    if (!job.done.await(ANSWER_MS, TimeUnit.MILLISECONDS)) {
      silent.put(what, worker.thread);
      worker.leaving = true;
      worker = null;
      throw new Silent("it did not answer");
    }
    if (job.thrown != null) throw job.thrown;
    return job.value;
  }

  private void hand(Job job) throws InterruptedException {
    // One that has been idle for long may end just now.
    while (worker == null || !worker.jobs.offer(job, 20, TimeUnit.MILLISECONDS)) if (worker == null || !worker.thread.isAlive()) worker = new Worker();
  }

  private void forgetEnded() {
    for (Iterator<Thread> it = silent.values().iterator(); it.hasNext(); ) if (!it.next().isAlive()) it.remove();
  }

  void close() {
    if (worker != null) worker.thread.interrupt();
  }
}
