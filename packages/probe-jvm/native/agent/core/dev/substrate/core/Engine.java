package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What a program has others work for it with, by a text: a connection to a database, or where such come from. By reflection: a program without `java.sql` has none. */
final class Engine {
  private static final int MOST_ROWS = 50;
  private static final String EXECUTE = "#execute(sql)";

  private Engine() {}

  /** Whether an object is of a type of the platform's that is there to be given work. */
  static boolean is(Object object) {
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) for (Class<?> type : c.getInterfaces()) if (isService(type)) return true;
    return false;
  }

  static boolean isService(Class<?> type) {
    String name = type.getName();
    if (type.isInterface() && (name.startsWith("java.sql.") || name.startsWith("javax.sql.") || name.startsWith("javax.script."))) return true;
    for (Class<?> above : type.getInterfaces()) if (isService(above)) return true;
    return false;
  }

  /** Of what a database's objects can do, what a transaction needs; what else there is, a statement does. */
  static boolean offers(Method method) {
    String type = method.getDeclaringClass().getName();
    return !type.startsWith("java.sql.") && !type.startsWith("javax.sql.") || type.equals("java.sql.Connection") && method.getName().matches("commit|rollback|setAutoCommit|setReadOnly");
  }

  /** A statement does no more than its connection, which is there too. */
  static boolean isDone(Object object, Capture capture) {
    if (named("java.sql.Statement", object) == null) return false;
    for (Action action : capture.actions) if (action.address.endsWith(EXECUTE)) return true;
    return false;
  }

  /** Runs a statement over a connection: one that the program holds, or one more of where it gets its own. Null of anything else. */
  static Action execute(String root, Object object, String source, String owner) {
    final Class<?> pool = named("javax.sql.DataSource", object);
    final Class<?> made = named("java.sql.Statement", object);
    if (named("java.sql.Connection", object) == null && pool == null && made == null) return null;
    final WeakReference<Object> held = new WeakReference<Object>(object);
    Action action = new Action("method:" + root + EXECUTE, "execute", "method", source, new Action.Target() {
      @Override
      public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
        final Object target = held.get();
        final String sql = String.valueOf(Action.required(parameters, "sql"));
        if (target == null) throw new Action.Refused("no_target", "The connection is gone.");
        return Calls.outcome(Calls.onThread(new Callable<Object>() {
          @Override
          public Object call() throws Exception {
            if (pool == null) return statement(made == null ? target : ask(target, made, "getConnection"), sql);
            Object own = ask(target, pool, "getConnection");
            try {
              return statement(own, sql);
            } finally {
              ask(own, named("java.sql.Connection", own), "close");
            }
          }
        }, target.getClass().getClassLoader(), timeoutMs), null, null, timeoutMs);
      }
    });
    action.parameter("sql", "string", null, true, null);
    action.description = "Runs a statement of SQL; of a query the first " + MOST_ROWS + " rows come back.";
    action.owner = owner;
    action.owns = root;
    action.reversibility = "irreversible_write";
    return action;
  }

  private static Object statement(Object connection, String sql) throws Exception {
    Object statement = ask(connection, named("java.sql.Connection", connection), "createStatement");
    Class<?> type = named("java.sql.Statement", statement);
    try {
      if (!(Boolean) ask(statement, type, "execute", sql)) return ask(statement, type, "getUpdateCount");
      return rows(ask(statement, type, "getResultSet"));
    } finally {
      ask(statement, type, "close");
    }
  }

  private static Object rows(Object results) throws Exception {
    Class<?> type = named("java.sql.ResultSet", results);
    Object about = ask(results, type, "getMetaData");
    Class<?> describes = named("java.sql.ResultSetMetaData", about);
    int columns = (Integer) ask(about, describes, "getColumnCount");
    List<Object> rows = new ArrayList<Object>();
    while (rows.size() < MOST_ROWS && (Boolean) ask(results, type, "next")) {
      Map<String, Object> row = new LinkedHashMap<String, Object>();
      for (int i = 1; i <= columns; i++) {
        String name = String.valueOf(ask(about, describes, "getColumnLabel", i));
        Object value = ask(results, type, "getObject", i);
        boolean plain = value == null || value instanceof Boolean || value instanceof Number;
        row.put(name, Secrets.cuts(Secrets.below(0, name), value) ? "[redacted]" : plain ? value : String.valueOf(value));
      }
      rows.add(row);
    }
    return rows;
  }

  private static Class<?> named(String name, Object object) {
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
      for (Class<?> type : c.getInterfaces()) {
        Class<?> found = named(name, type);
        if (found != null) return found;
      }
    }
    return null;
  }

  private static Class<?> named(String name, Class<?> type) {
    if (type.getName().equals(name)) return type;
    for (Class<?> above : type.getInterfaces()) {
      Class<?> found = named(name, above);
      if (found != null) return found;
    }
    return null;
  }

  private static Object ask(Object target, Class<?> type, String name, Object... given) throws Exception {
    Class<?>[] takes = new Class<?>[given.length];
    for (int i = 0; i < given.length; i++) takes[i] = given[i] instanceof Integer ? int.class : given[i].getClass();
    Method method = type.getMethod(name, takes);
    return method.invoke(target, given);
  }
}
