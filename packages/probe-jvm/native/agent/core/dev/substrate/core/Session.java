package dev.substrate.core;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One visitor: a line of JSON in, a line of JSON out, matched by id. Captures run one after another; calls run beside them. Remembers what
 * the visitor has, so that only differences are sent.
 */
final class Session {
  private final OutputStream out;
  private final Sources sources;
  private final ThreadPoolExecutor captures = pool("substrate-capture", 1, 1, new LinkedBlockingQueue<Runnable>());
  private final ThreadPoolExecutor calls = pool("substrate-call", 0, 16, new SynchronousQueue<Runnable>());
  private List<Node> sentRoots = new ArrayList<Node>();
  /** What could be done at the last capture. */
  private List<Action> offered = new ArrayList<Action>();
  private volatile Map<String, Action> actions = new HashMap<String, Action>();
  /** Whoever makes a session reads its requests. */
  private final Stillness stillness = new Stillness(Thread.currentThread());
  /** The last answer, and what it was told within. */
  private Map<String, Object> said;
  private Object saidWithin;

  Session(OutputStream out, Sources sources) throws IOException {
    this.out = out;
    this.sources = sources;
    Map<String, Object> hello = new LinkedHashMap<String, Object>();
    hello.put("java", System.getProperty("java.version"));
    hello.put("vm", System.getProperty("java.vm.name"));
    hello.put("main", sources.classes.mainClass);
    hello.put("native", NativeHeap.isReady());
    send(hello);
  }

  private static ThreadPoolExecutor pool(final String name, int core, int max, java.util.concurrent.BlockingQueue<Runnable> queue) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            core, max, 5, TimeUnit.SECONDS, queue,
            new ThreadFactory() {
              @Override
              public Thread newThread(Runnable body) {
                Thread thread = new Thread(null, body, name);
                thread.setDaemon(true);
                thread.setContextClassLoader(null);
                return thread;
              }
            });
    return pool;
  }

  void run(InputStream in) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, "UTF-8"), 4096);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      final Map<String, Object> request = Json.parseObject(line);
      ExecutorService where = "invoke".equals(request.get("op")) ? calls : captures;
      try {
        where.execute(
            new Runnable() {
              @Override
              public void run() {
                answer(request);
              }
            });
      } catch (java.util.concurrent.RejectedExecutionException busy) {
        reply(request, Action.Outcome.failed(false, "busy", "Sixteen calls are running in the application already; wait for one to end.").wire);
      }
    }
  }

  void close() {
    captures.shutdownNow();
    calls.shutdown();
    sources.close();
  }

  private void answer(Map<String, Object> request) {
    try {
      String op = String.valueOf(request.get("op"));
      if (op.equals("capture")) capture(request);
      else if (op.equals("read")) read(request);
      else if (op.equals("invoke")) reply(request, invoke(request));
      else reply(request, failure("unknown request"));
    } catch (Throwable e) {
      reply(request, failure(e.getClass().getName() + (e.getMessage() == null ? "" : ": " + e.getMessage())));
    }
  }

  private static Map<String, Object> failure(String message) {
    Map<String, Object> body = new LinkedHashMap<String, Object>();
    body.put("error", message);
    return body;
  }

  private void capture(Map<String, Object> request) {
    long start = System.nanoTime();
    boolean poll = "poll".equals(request.get("mode"));
    Object within = request.get("budget");
    if (poll && said != null && within != null && within.equals(saidWithin) && !request.containsKey("known") && sources.isSettled() && stillness.isStill()) {
      said.put("roots", new Json.Raw(NodeWriter.roots(sentRoots, sentRoots)));
      said.remove("actions");
      said.remove("timings");
      reply(request, said);
      return;
    }
    stillness.begin();
    Capture capture = sources.capture(request);
    stillness.end(capture.host, sources.windowsRest());
    Map<String, Object> body = new LinkedHashMap<String, Object>();
    said = poll && !capture.grown ? body : null;
    saidWithin = within;
    body.put("roots", new Json.Raw(NodeWriter.roots(capture.roots, sentRoots)));
    sentRoots = capture.roots;
    offer(capture.actions, body);
    body.put("objects", capture.reader.objects + capture.budget.nodes);
    body.put("counts", capture.counts());
    if (!capture.unreached.isEmpty()) body.put("unreached", new ArrayList<Object>(capture.unreached));
    put(body, "title", capture.windowTitle);
    put(body, "window", capture.windowId);
    put(body, "heading", capture.heading);
    put(body, "dialog", capture.dialog);
    put(body, "tab", capture.activeTab);
    put(body, "windowClass", capture.windowClass);
    body.put("notes", new ArrayList<Object>(capture.notes));
    body.put("walked", sources.walkState());
    if (capture.grown) body.put("grown", true);
    if (capture.grown || !poll) body.put("found", new ArrayList<Object>(sources.foundClasses()));
    capture.timings.put("all", (System.nanoTime() - start) / 1000);
    if (Boolean.TRUE.equals(request.get("timings"))) body.put("timings", capture.timings);
    reply(request, body);
  }

  private void read(Map<String, Object> request) throws Throwable {
    Node node = sources.read(request, sentRoots);
    Map<String, Object> body = new LinkedHashMap<String, Object>();
    body.put("node", node == null ? null : new Json.Raw(NodeWriter.node(node)));
    reply(request, body);
  }

  /** Told again only when it reads differently; what an action acts on may be another object now. */
  private void offer(List<Action> found, Map<String, Object> body) {
    Collections.sort(found, new Comparator<Action>() {
      @Override
      public int compare(Action a, Action b) {
        return a.rank() - b.rank();
      }
    });
    boolean same = found.size() == offered.size();
    for (int i = 0; same && i < found.size(); i++) same = found.get(i).says(offered.get(i));
    Map<String, Action> current = new HashMap<String, Action>();
    for (Action action : found) current.put(action.address, action);
    actions = current;
    offered = found;
    if (same) return;
    StringBuilder list = new StringBuilder("[");
    for (Action action : found) {
      if (list.length() > 1) list.append(',');
      list.append(action.json());
    }
    body.put("actions", new Json.Raw(list.append(']').toString()));
  }

  private static void put(Map<String, Object> body, String key, String value) {
    if (value != null) body.put(key, value);
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> invoke(Map<String, Object> request) {
    Action action = actions.get(String.valueOf(request.get("address")));
    if (action == null) return Action.Outcome.failed(false, "no_target", "The application has no such action now; read its state again.").wire;
    Object parameters = request.get("parameters");
    Object timeout = request.get("timeoutMs");
    try {
      return action.target.run(
              parameters instanceof Map ? (Map<String, Object>) parameters : new HashMap<String, Object>(),
              timeout instanceof Number ? ((Number) timeout).longValue() : 30000)
          .wire;
    } catch (Action.Refused e) {
      return Action.Outcome.failed(false, e.reason, e.getMessage()).wire;
    } catch (Throwable e) {
      return Action.Outcome.failed(false, "threw", e.getClass().getName() + ": " + e.getMessage()).wire;
    } finally {
      stillness.touch();
    }
  }

  private void reply(Map<String, Object> request, Map<String, Object> body) {
    try {
      Map<String, Object> message = new LinkedHashMap<String, Object>();
      message.put("id", request.get("id"));
      message.put("body", body);
      send(message);
    } catch (IOException gone) {
      // The reading side ends the session.
    }
  }

  private void send(Map<String, Object> message) throws IOException {
    byte[] bytes = (Json.text(message) + "\n").getBytes("UTF-8");
    synchronized (out) {
      out.write(bytes);
      out.flush();
    }
  }
}
