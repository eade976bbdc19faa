package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What can be done with the names of one table: its functions called, its variables set, and a line run as the program would run it. */
final class NameActions {
  private static final int MOST = 60;

  private final Capture capture;
  private final Node root;
  private final Language language;
  private final Reader.Maker readers;
  private int made;

  NameActions(Capture capture, Node root, Language language, Reader.Maker readers) {
    this.capture = capture;
    this.root = root;
    this.language = language;
    this.readers = readers;
  }

  private interface Work {
    Object run(Language language, Map<String, Object> parameters) throws Exception;
  }

  /** Nothing of the program's is kept alive by an action. */
  private Action action(String step, String name, String kind, final Work work) {
    final WeakReference<Object> space = new WeakReference<Object>(language.space);
    Action action = new Action("names:" + root.address + "#" + step, name, kind, root.source, new Action.Target() {
      @Override
      public Action.Outcome run(final Map<String, Object> parameters, long timeoutMs) throws Exception {
        final Language now = Language.of(space.get());
        if (now == null) throw new Action.Refused("no_target", "The names are gone.");
        Calls.Run run = Calls.onThread(new Callable<Object>() {
          @Override
          public Object call() throws Exception {
            return work.run(now, parameters);
          }
        }, now.space.getClass().getClassLoader(), timeoutMs);
        return Calls.outcome(run, readers.make(), null, timeoutMs);
      }
    });
    action.owner = root.name;
    action.owns = root.address;
    return action;
  }

  private void add(Action action) {
    if (made++ >= MOST) return;
    capture.add(action);
  }

  /** A language that asks for no types has none to tell: the arguments are taken in their order. */
  void function(String name, Object function, Elements elements) {
    String takes;
    try {
      takes = language.parameters(function, elements);
    } catch (Exception unknown) {
      takes = null;
    }
    // Takes code instead of values.
    if (takes != null && takes.startsWith("&form")) return;
    final WeakReference<Object> held = new WeakReference<Object>(function);
    final boolean none = takes != null && takes.isEmpty();
    Action action = action(name + "()", name, "method", new Work() {
      @Override
      public Object run(Language language, Map<String, Object> parameters) throws Exception {
        Object target = held.get();
        if (target == null) throw new IllegalStateException("The function is gone.");
        Object given = parameters.get("args");
        return language.call(target, given instanceof List ? ((List<?>) given).toArray() : new Object[0]);
      }
    });
    if (!none) action.parameter("args", "array", null, true, null);
    if (!none && takes != null) action.description = "Takes " + takes + ".";
    add(action);
  }

  /** Of a variable that holds a text, a number or a yes or no: another one. */
  void setter(final String name, Object value) {
    String type = value instanceof String ? "string" : value instanceof Boolean ? "boolean" : value instanceof Number && !Double.isInfinite(((Number) value).doubleValue()) && !Double.isNaN(((Number) value).doubleValue()) ? "number" : null;
    if (type == null || !Character.isLetter(name.charAt(0))) return;
    Action action = action(name + "=", "set " + name, "setter", new Work() {
      @Override
      public Object run(Language language, Map<String, Object> parameters) throws Exception {
        language.set(name, parameters.get("value"));
        return null;
      }
    });
    action.parameter("value", type, null, true, null);
    action.reads = Node.child(root.address, name);
    add(action);
  }

  void line() {
    Action eval = action("eval", "eval", "method", new Work() {
      @Override
      public Object run(Language language, Map<String, Object> parameters) throws Exception {
        return language.eval(String.valueOf(parameters.get("code")));
      }
    });
    eval.parameter("code", "string", null, true, null);
    eval.description = "Runs a line of the program's language where its names are.";
    eval.reversibility = "irreversible_write";
    add(eval);
  }

  void forgetting() {
    Action unset = action("unset", "unset", "method", new Work() {
      @Override
      public Object run(Language language, Map<String, Object> parameters) throws Exception {
        language.unset(String.valueOf(parameters.get("name")));
        return null;
      }
    });
    unset.parameter("name", "string", null, true, null);
    unset.description = "Forgets a name.";
    unset.reversibility = "irreversible_write";
    add(unset);
  }
}
