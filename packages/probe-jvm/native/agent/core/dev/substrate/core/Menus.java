package dev.substrate.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Items of menus, which a program may fill, or bring up to date, only as they open. To choose what is in one it is opened, as a person would, for its listeners
 * alone: nothing is shown. A toolkit says how that is done; menus are told from the bar down.
 */
abstract class Menus<M, I> {
  private final String scheme;

  Menus(String scheme) {
    this.scheme = scheme;
  }

  abstract Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception;

  /** Whether something of the application's waits for it to open. */
  abstract boolean isAwaited(M menu);

  abstract void open(M menu) throws Exception;

  abstract void close(M menu) throws Exception;

  abstract List<I> items(M menu);

  abstract String label(I item);

  /** Of an item or a menu. */
  abstract boolean isEnabled(Object part);

  /** The same: the application may have taken it away. */
  boolean isGone(Object part) {
    return false;
  }

  abstract Object choose(I item, Map<String, Object> parameters) throws Exception;

  final void item(I item, final String name, String address, String path, final List<M> menus, boolean told, List<Action> into) {
    final List<M> way = way(menus);
    final List<I> chosen = new ArrayList<I>();
    chosen.add(item);
    Action action = new Widget() {
      @Override
      Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
        return Menus.this.run(body, timeoutMs);
      }

      @Override
      void reach() throws Exception {
        for (M menu : way) Menus.this.open(menu);
        if (!way.isEmpty()) chosen.set(0, find(way.get(way.size() - 1), chosen.get(0), name));
      }

      @Override
      void leave() throws Exception {
        closeAll(way);
      }

      @Override
      boolean isGone() {
        return chosen.get(0) == null || Menus.this.isGone(chosen.get(0));
      }

      @Override
      boolean isEnabled() {
        return areEnabled(menus) && Menus.this.isEnabled(chosen.get(0));
      }
    }.action(scheme, address, "press", name, told ? "toggle" : "menu_item", path, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Exception {
        if (isGone(chosen.get(0))) throw new Action.Refused("no_target", "The application took it away as its menu closed.");
        return choose(chosen.get(0), parameters);
      }
    });
    if (told) {
      action.reads = address;
      action.parameter("value", "boolean", null, false, null);
    } else {
      action.owns = null;
    }
    action.confirms = Widget.asks(name);
    into.add(action);
  }

  /** Of a menu that somebody waits for: what is in it now may not be what a person would find. */
  final void opening(final M menu, String name, String address, String path, final List<M> menus, List<Action> into) {
    if (!isAwaited(menu)) return;
    Action action = new Widget() {
      @Override
      Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
        return Menus.this.run(body, timeoutMs);
      }

      @Override
      boolean isGone() {
        return Menus.this.isGone(menu);
      }

      @Override
      boolean isEnabled() {
        return areEnabled(menus);
      }
    }.action(scheme, address, "open", "open menu " + name, "menu_item", path, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Exception {
        for (M each : menus) open(each);
        closeAll(menus);
        return null;
      }
    });
    action.owns = null;
    action.opens = true;
    action.description = "Has the application fill the menu \"" + name + "\" as it does when it is opened; its items can be chosen then.";
    into.add(action);
  }

  /** What is in a menu that does not open can't be reached, whatever it says of itself. */
  private boolean areEnabled(List<M> menus) {
    for (M menu : menus) if (!isEnabled(menu)) return false;
    return true;
  }

  private void closeAll(List<M> menus) throws Exception {
    for (int i = menus.size() - 1; i >= 0; i--) close(menus.get(i));
  }

  /** The menus that have to be opened to reach what is in the last one: none where nobody waits for that. */
  private List<M> way(List<M> menus) {
    for (M menu : menus) if (isAwaited(menu)) return menus;
    return new ArrayList<M>();
  }

  /** The item itself, or the one that has taken its place as the menu was filled anew; null when there is none. */
  private I find(M menu, I item, String label) {
    List<I> items = items(menu);
    if (items.contains(item)) return item;
    for (I each : items) if (label.equals(label(each))) return each;
    return null;
  }
}
