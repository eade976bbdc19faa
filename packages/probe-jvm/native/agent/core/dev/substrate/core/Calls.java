package dev.substrate.core;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs a call on a thread of its own or on the toolkit's, and waits for it no longer than the limit. */
final class Calls {
  private Calls() {}

  static final class Run implements Runnable {
    private final Callable<Object> body;
    final CountDownLatch done = new CountDownLatch(1);
    volatile Object value;
    volatile String message;
    volatile Throwable thrown;
    volatile String thread;
    volatile long startedAt;
    volatile long nanos;

    Run(Callable<Object> body) {
      this.body = body;
    }

    @Override
    public void run() {
      startedAt = System.nanoTime();
      thread = Thread.currentThread().getName();
      try {
        value = body.call();
      } catch (InvocationTargetException e) {
        thrown = e.getCause() == null ? e : e.getCause();
      } catch (Throwable e) {
        thrown = e;
      } finally {
        nanos = System.nanoTime() - startedAt;
        done.countDown();
      }
    }
  }

  /** On a daemon thread that has the class loader the application's own threads would have. */
  static Run onThread(Callable<Object> body, ClassLoader loader, long timeoutMs) throws InterruptedException {
    Run run = new Run(body);
    Thread thread = new Thread(null, run, "substrate-invoke");
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    run.done.await(timeoutMs, TimeUnit.MILLISECONDS);
    return run;
  }

  /** The result of a run as the wire knows it; the returned object is read as state is. */
  static Action.Outcome outcome(Run run, Reader reader, Map<String, Object> invocation, long timeoutMs) {
    if (invocation != null) {
      invocation.put("thread", run.thread == null ? "" : run.thread);
      invocation.put("duration_ms", (run.done.getCount() == 0 ? run.nanos : timeoutMs * 1000000L) / 1000 / 1000.0);
    }
    if (run.done.getCount() > 0) {
      String what = run.startedAt == 0 ? "The thread it must run on was busy for " : "It was still running after ";
      return with(Action.Outcome.failed(true, "timeout_still_running", what + timeoutMs + " ms."), invocation);
    }
    if (run.thrown != null) {
      String message = run.thrown.getMessage();
      return with(Action.Outcome.failed(true, "threw", run.thrown.getClass().getName() + (message == null ? "" : ": " + message)), invocation);
    }
    return with(Action.Outcome.done(reader == null ? run.value : json(run.value, reader), run.message), invocation);
  }

  private static Action.Outcome with(Action.Outcome outcome, Map<String, Object> invocation) {
    return invocation == null ? outcome : outcome.in(invocation);
  }

  static Object json(Object value, Reader reader) {
    Node holder = new Node("", 'o');
    reader.child(holder, "value", value, 1);
    reader.run();
    if (holder.children == null) return value == null ? null : Reader.typeName(value.getClass());
    return plain(holder.children.get(0));
  }

  private static Object plain(Node node) {
    if (node.kind == 'v') return node.value;
    if (node.kind == 'x') return null;
    if (node.kind == 'l') {
      List<Object> out = new ArrayList<Object>();
      if (node.children != null) for (Node child : node.children) out.add(plain(child));
      return out;
    }
    Map<String, Object> out = new LinkedHashMap<String, Object>();
    if (node.children != null) for (Node child : node.children) out.put(child.name, plain(child));
    return out;
  }
}
