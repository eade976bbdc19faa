package dev.substrate.core;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The paths that the JDK's own web server and containers of servlets answer at: what is behind them is code that nothing else leads to. They are asked as any client would ask, over the
 * server's own port, so that whatever stands before a handler stands before this, too. The server is found by the thread that waits for it, whoever holds it.
 */
final class Routes {
  private static final int MOST = 60;
  private static final int MOST_READ = 1 << 16;
  private static final List<Object> METHODS = Arrays.<Object>asList("GET", "POST", "PUT", "PATCH", "DELETE");

  private final Fields fields;
  private final Reader.Maker readers;
  private final Servlets servlets;
  private List<WeakReference<Object>> servers = new ArrayList<WeakReference<Object>>();

  Routes(Fields fields, Reader.Maker readers, Servlets servlets) {
    this.fields = fields;
    this.readers = readers;
    this.servlets = servlets;
  }

  void look(List<Object> contexts) {
    servlets.look(contexts);
    List<WeakReference<Object>> now = new ArrayList<WeakReference<Object>>();
    for (Thread thread : Roam.threads()) {
      Object holder = fields.hidden(thread, "holder");
      Object task = holder == null ? fields.hidden(thread, "target") : fields.hidden(holder, "task");
      Object server = task == null || !task.getClass().getName().equals("sun.net.httpserver.ServerImpl$Dispatcher") ? null : fields.hidden(task, "this$0");
      if (server != null && Boolean.FALSE.equals(fields.hidden(server, "https"))) now.add(new WeakReference<Object>(server));
    }
    servers = now;
  }

  void read(Capture capture) throws IOException {
    int left = MOST;
    for (int i = 0; i < servers.size(); i++) {
      Object server = servers.get(i).get();
      Object channel = server == null ? null : fields.hidden(server, "schan");
      Object address = channel instanceof ServerSocketChannel && ((ServerSocketChannel) channel).isOpen() ? ((ServerSocketChannel) channel).getLocalAddress() : null;
      Object contexts = server == null ? null : fields.hidden(server, "contexts");
      Object list = contexts == null ? null : fields.hidden(contexts, "list");
      if (list == null || !(address instanceof InetSocketAddress)) continue;
      for (Object context : fields.elements.of(list, 0, MOST, new Node("", 'l'))) {
        Object path = fields.hidden(context, "path");
        if (path instanceof String && left-- > 0) capture.add(action(i, (String) path, (InetSocketAddress) address, ownerOf(fields.hidden(context, "handler")), METHODS));
      }
    }
    for (Servlets.Route route : servlets.known()) {
      InetSocketAddress server = route.server();
      if (server != null && left-- > 0) capture.add(action(0, route.path, server, route.servlet, route.methods.isEmpty() ? METHODS : route.methods));
    }
  }

  private static String ownerOf(Object handler) {
    return handler == null || ClassNames.isAnonymous(handler.getClass()) || handler.getClass().getName().indexOf("$$Lambda") >= 0 ? null : Statics.simpleName(handler.getClass());
  }

  /** The port may be another at the next start. */
  private Action action(int number, final String path, final InetSocketAddress server, String owner, final List<Object> methods) {
    Action action = new Action("route:" + (number == 0 ? "" : number) + path, "REQUEST " + path, "route", "endpoint", new Action.Target() {
      @Override
      public Action.Outcome run(final Map<String, Object> parameters, final long timeoutMs) throws Exception {
        String usual = parameters.get("body") == null ? "GET" : "POST";
        final String method = parameters.get("method") != null ? String.valueOf(parameters.get("method")) : String.valueOf(methods.contains(usual) ? usual : methods.get(0));
        if (!methods.contains(method)) throw new Action.Refused("bad_parameter", "Parameter method is none of " + methods + ".");
        final String target = target(path, parameters);
        final Object body = parameters.get("body");
        return Calls.outcome(Calls.onThread(new Callable<Object>() {
          @Override
          public Object call() throws Exception {
            return ask(server, method, target, body, timeoutMs);
          }
        }, null, timeoutMs), readers.make(), null, timeoutMs);
      }
    });
    action.parameter("method", "string", null, false, methods);
    action.parameter("below", "string", null, false, null);
    action.parameter("query", "object", null, false, null);
    action.parameter("body", "string", "any", false, null);
    action.description = "Sends a request for " + path + ", or for what is `below` it, to the server's own port: " + (methods.contains("GET") ? "without a `method`, GET, or POST with a body." : "without a `method`, " + methods.get(0) + ".") + " A body that is no text is sent as JSON.";
    if (owner != null) action.owner = owner;
    action.certainty = 0.95;
    return action;
  }

  private static String target(String path, Map<String, Object> parameters) throws Exception {
    Object below = parameters.get("below");
    StringBuilder out = new StringBuilder(below == null ? path : path.replaceAll("/$", "") + "/" + String.valueOf(below).replaceAll("^/", ""));
    Object query = parameters.get("query");
    char before = '?';
    if (query instanceof Map) for (Map.Entry<?, ?> each : ((Map<?, ?>) query).entrySet()) {
      out.append(before).append(URLEncoder.encode(String.valueOf(each.getKey()), "UTF-8")).append('=').append(URLEncoder.encode(String.valueOf(each.getValue()), "UTF-8"));
      before = '&';
    }
    for (int i = 0; i < out.length(); i++) if (out.charAt(i) <= ' ' || out.charAt(i) == 127) throw new Action.Refused("bad_parameter", "A path has no blanks and no control characters: write %20.");
    return out.toString();
  }

  /** By a socket alone: the platform's own client would take up what the program has set for its connections, as cookies. */
  private static Map<String, Object> ask(InetSocketAddress server, String method, String target, Object body, long timeoutMs) throws Exception {
    byte[] sent = (body == null ? "" : body instanceof String ? (String) body : Json.text(body)).getBytes("UTF-8");
    boolean json = body != null && !(body instanceof String) || body instanceof String && ((String) body).matches("(?s)\\s*[{\\[].*");
    String head = method + " " + target + " HTTP/1.0\r\nHost: localhost:" + server.getPort() + "\r\nContent-Length: " + sent.length + "\r\n"
        + (body == null ? "" : "Content-Type: " + (json ? "application/json" : "text/plain; charset=utf-8") + "\r\n") + "Connection: close\r\n\r\n";
    InetAddress host = server.getAddress() == null || server.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : server.getAddress();
    Socket socket = new Socket();
    try {
      int patience = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeoutMs));
      socket.connect(new InetSocketAddress(host, server.getPort()), patience);
      socket.setSoTimeout(patience);
      socket.getOutputStream().write(head.getBytes("UTF-8"));
      socket.getOutputStream().write(sent);
      socket.getOutputStream().flush();
      return answer(socket.getInputStream());
    } finally {
      socket.close();
    }
  }

  private static Map<String, Object> answer(InputStream in) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] part = new byte[8192];
    for (int read = in.read(part); read >= 0 && all.size() < MOST_READ; read = in.read(part)) all.write(part, 0, read);
    String text = all.toString("UTF-8");
    int end = text.indexOf("\r\n\r\n");
    String[] first = text.split("\\s+", 3);
    if (end < 0 || first.length < 2 || !first[1].matches("\\d{3}")) throw new IllegalStateException("The server did not answer in HTTP.");
    Map<String, Object> out = new LinkedHashMap<String, Object>();
    out.put("status", Integer.valueOf(first[1]));
    String body = text.substring(end + 4);
    Object said = body;
    try {
      if (body.matches("(?s)\\s*[{\\[].*")) said = Json.parse(body);
    } catch (RuntimeException noJson) {
      // Then it is a text.
    }
    if (!body.isEmpty()) out.put("body", said);
    return out;
  }
}
