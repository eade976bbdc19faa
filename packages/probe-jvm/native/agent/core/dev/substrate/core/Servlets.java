package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * What a container of servlets answers at, whoever made it: each application in it knows its path, its servlets and what they are mapped to. The container is asked, as by
 * the standard's own methods, on a thread of its own; over which port it is reached is found from what the application leads to.
 */
final class Servlets {
  private static final List<String> STANDARDS = Arrays.asList("jakarta.servlet.ServletContext", "javax.servlet.ServletContext");
  /** Methods of HTTP, by what a servlet overrides to answer them. */
  private static final String[] METHODS = {"GET", "POST", "PUT", "DELETE"};
  private static final int MOST_LOOKS = 20000;
  private static final int ELEMENTS = 100;

  static final class Route {
    final String path;
    final String servlet;
    /** Those that the servlet says it answers; none where that is not known. */
    final List<Object> methods;
    final WeakReference<Object> port;

    Route(String path, String servlet, List<Object> methods, Object port) {
      this.path = path;
      this.servlet = servlet;
      this.methods = methods;
      this.port = new WeakReference<Object>(port);
    }

    /** Where it is reached now; null where nobody listens any more. */
    InetSocketAddress server() {
      return listening(port.get());
    }
  }

  private final AppClasses classes;
  private final Fields fields;
  private final Opener opener;
  private final Ask ask;
  private List<Route> routes = new ArrayList<Route>();
  private int asked = -1;

  Servlets(AppClasses classes, Fields fields, Opener opener, Ask ask) {
    this.classes = classes;
    this.fields = fields;
    this.opener = opener;
    this.ask = ask;
  }

  static boolean isContext(Class<?> type) {
    return !type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && standard(type) != null;
  }

  private static Class<?> standard(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Class<?> each : c.getInterfaces()) {
        if (STANDARDS.contains(each.getName())) return each;
        Class<?> above = each.getInterfaces().length == 0 ? null : standard(each);
        if (above != null) return above;
      }
    }
    return null;
  }

  List<Route> known() {
    return routes;
  }

  /** Asks again only when there are other applications, or a port was closed. */
  void look(final List<Object> contexts) {
    int now = 1;
    for (Object each : contexts) now = 31 * now + System.identityHashCode(each);
    boolean open = true;
    for (Route each : routes) open &= each.server() != null;
    if (now == asked && open) return;
    asked = now;
    Map<String, Route> found = new TreeMap<String, Route>();
    for (final Object context : contexts) {
      Object port = portOf(context);
      if (port == null) continue;
      try {
        for (Route each : of(context, port)) if (!found.containsKey(each.path)) found.put(each.path, each);
      } catch (Throwable closed) {
        // One that is being started or stopped does not say.
      }
    }
    routes = new ArrayList<Route>(found.values());
  }

  @SuppressWarnings("unchecked")
  private List<Route> of(final Object context, Object port) throws Throwable {
    final Class<?> standard = standard(context.getClass());
    Object[] told = (Object[]) ask.call("servlets", new Callable<Object>() {
      @Override
      public Object call() throws Exception {
        List<String[]> out = new ArrayList<String[]>();
        Object registrations = method(standard, "getServletRegistrations").invoke(context);
        if (registrations instanceof Map) for (Object each : ((Map<?, ?>) registrations).values()) {
          Class<?> type = Class.forName(standard.getPackage().getName() + ".ServletRegistration", false, standard.getClassLoader());
          Class<?> above = Class.forName(standard.getPackage().getName() + ".Registration", false, standard.getClassLoader());
          Object mappings = method(type, "getMappings").invoke(each);
          String name = String.valueOf(method(above, "getClassName").invoke(each));
          if (mappings instanceof Collection) for (Object mapping : (Collection<?>) mappings) out.add(new String[] {String.valueOf(mapping), name});
        }
        return new Object[] {method(standard, "getContextPath").invoke(context), out};
      }
    });
    String base = told[0] == null ? "" : String.valueOf(told[0]).replaceAll("/$", "");
    List<Route> out = new ArrayList<Route>();
    for (String[] each : (List<String[]>) told[1]) {
      Class<?> type = loaded(each[1]);
      // By the ending of a file: which files there are it does not say. What answers for whatever nobody else does is the container's, unless it is of the application's.
      if (!each[0].startsWith("/") || each[0].equals("/") && (type == null || !classes.isApp(type))) continue;
      String path = base + each[0].replaceAll("/\\*$", "");
      out.add(new Route(path.isEmpty() ? "/" : path, type == null ? null : Statics.simpleName(type), answers(type), port));
    }
    return out;
  }

  private static Method method(Class<?> type, String name) throws Exception {
    return type.getMethod(name);
  }

  private Class<?> loaded(String name) {
    for (Class<?> each : classes.loaded()) if (each.getName().equals(name)) return each;
    return null;
  }

  private static List<Object> answers(Class<?> type) {
    Set<String> own = new HashSet<String>();
    try {
      for (Class<?> c = type; c != null && !c.getName().endsWith(".servlet.http.HttpServlet"); c = c.getSuperclass()) {
        for (Method each : c.getDeclaredMethods()) own.add(each.getName());
      }
    } catch (Throwable missing) {
      own.clear();
    }
    List<Object> out = new ArrayList<Object>();
    // One that looks at the method itself may answer any.
    if (!own.contains("service")) for (String each : METHODS) if (own.contains("do" + each.charAt(0) + each.substring(1).toLowerCase(java.util.Locale.ROOT))) out.add(each);
    return out;
  }

  /** The nearest open port that an application leads to, through what holds it. */
  private Object portOf(Object context) {
    Map<Object, Boolean> met = new IdentityHashMap<Object, Boolean>();
    ArrayDeque<Object> queue = new ArrayDeque<Object>();
    queue.add(context);
    while (!queue.isEmpty() && met.size() < MOST_LOOKS) {
      Object object = queue.poll();
      if (met.put(object, Boolean.TRUE) != null) continue;
      if (listening(object) != null) return object;
      try {
        expand(object, queue);
      } catch (Throwable changing) {
        // Another way may lead to it.
      }
    }
    return null;
  }

  private void expand(Object object, ArrayDeque<Object> queue) throws Exception {
    Class<?> type = object.getClass();
    if (object instanceof Object[]) queue.addAll(some((Object[]) object));
    else if (fields.elements.knows(type)) {
      for (Object[] pair : fields.elements.any(object, ELEMENTS)) queue.addAll(some(pair));
    } else if (!AppClasses.isJdk(type) && !(object instanceof ClassLoader)) {
      for (Class<?> c = type; c != null && !AppClasses.isJdk(c); c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive() || field.getType() == String.class || !opener.open(field, c)) continue;
          queue.addAll(some(new Object[] {field.get(object)}));
        }
      }
    }
  }

  private static List<Object> some(Object[] all) {
    List<Object> out = new ArrayList<Object>();
    for (int i = 0; i < Math.min(all.length, ELEMENTS); i++) if (all[i] != null && !(all[i] instanceof Class) && !(all[i] instanceof String)) out.add(all[i]);
    return out;
  }

  private static InetSocketAddress listening(Object object) {
    try {
      if (object instanceof ServerSocketChannel && AppClasses.isJdk(object.getClass())) {
        ServerSocketChannel channel = (ServerSocketChannel) object;
        return channel.isOpen() && channel.getLocalAddress() instanceof InetSocketAddress ? (InetSocketAddress) channel.getLocalAddress() : null;
      }
      if (object == null || object.getClass() != ServerSocket.class) return null;
      ServerSocket socket = (ServerSocket) object;
      return socket.isBound() && !socket.isClosed() ? (InetSocketAddress) socket.getLocalSocketAddress() : null;
    } catch (Exception closed) {
      return null;
    }
  }
}
