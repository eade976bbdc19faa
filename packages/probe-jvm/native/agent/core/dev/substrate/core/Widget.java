package dev.substrate.core;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** A part of a window that a person could work, whatever toolkit draws it: the thread it belongs to, and whether it can be worked now. */
abstract class Widget {
  interface Doing {
    Object run(Map<String, Object> parameters) throws Exception;
  }

  /** On the thread it belongs to, waiting no longer than the limit. */
  abstract Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception;

  abstract boolean isEnabled();

  boolean isGone() {
    return false;
  }

  /** What a person would have to do before, on the same thread: an item is in a menu, which opens first. */
  void reach() throws Exception {}

  /** A menu closes before what was chosen in it runs. */
  void leave() throws Exception {}

  /** What is at the address is what it owns, until the caller says otherwise. */
  final Action action(String scheme, String address, String verb, String name, String kind, String owner, final Doing doing) {
    Action action = new Action(scheme + ":" + address + "!" + verb, name, kind, "window", new Action.Target() {
      @Override
      public Action.Outcome run(final Map<String, Object> parameters, long timeoutMs) throws Exception {
        Calls.Run run = Widget.this.run(new Callable<Object>() {
          @Override
          public Object call() throws Exception {
            reach();
            try {
              if (isGone()) throw new Action.Refused("no_target", "It is not on the screen any more.");
              if (!isEnabled()) throw new Action.Refused("disabled", "It is disabled in the application now.");
            } finally {
              leave();
            }
            return doing.run(parameters);
          }
        }, timeoutMs);
        if (run.thrown instanceof Action.Refused) throw (Action.Refused) run.thrown;
        return Calls.outcome(run, null, null, timeoutMs);
      }
    });
    action.owner = owner;
    action.owns = address;
    action.certainty = 0.95;
    action.disabled = !isEnabled();
    return action;
  }

  /** What stands among the choices, and can't be chosen now. */
  static String off(List<Object> titles) {
    return titles.isEmpty() ? null : "Disabled in the application now: " + Json.text(titles) + ".";
  }

  /** Words that end so announce a question. */
  static boolean asks(String text) {
    return text.endsWith("…") || text.endsWith("...");
  }
}
