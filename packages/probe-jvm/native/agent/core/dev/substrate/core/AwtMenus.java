package dev.substrate.core;

import java.awt.AWTEvent;
import java.awt.CheckboxMenuItem;
import java.awt.Menu;
import java.awt.MenuBar;
import java.awt.MenuItem;
import java.awt.event.ActionEvent;
import java.awt.event.ItemEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** The menus of windows that were written for AWT alone: things to do; items that are on or off are state as well. */
final class AwtMenus {
  private static final int DEPTH = 4;

  private AwtMenus() {}

  static void read(MenuBar bar, Group group, Budget budget, List<Action> actions) {
    Node node = new Node(group.unique("menu"), 'o');
    String address = Node.child(group.address, node.name);
    for (int i = 0; i < bar.getMenuCount(); i++) menu(bar.getMenu(i), address, Words.clean(bar.getMenu(i).getLabel()), node, budget, actions, 0);
    if (node.children != null) group.node.add(node);
  }

  private static void menu(Menu menu, String parent, String path, Node state, Budget budget, List<Action> actions, int depth) {
    String text = Words.clean(menu.getLabel());
    if (text == null || depth > DEPTH) return;
    String address = Node.child(parent, text);
    Node below = new Node(text, 'o');
    for (int i = 0; i < menu.getItemCount(); i++) {
      MenuItem item = menu.getItem(i);
      String label = Words.clean(item.getLabel());
      if (label == null || label.equals("-") || !budget.take()) continue;
      if (item instanceof Menu) {
        menu((Menu) item, address, path + " > " + label, below, budget, actions, depth + 1);
        continue;
      }
      if (item instanceof CheckboxMenuItem) below.add(Node.value(label, ((CheckboxMenuItem) item).getState()));
      actions.add(action(item, label, Node.child(address, label), path));
    }
    if (below.children != null) state.add(below);
  }

  private static Action action(final MenuItem item, String name, String address, String path) {
    final CheckboxMenuItem box = item instanceof CheckboxMenuItem ? (CheckboxMenuItem) item : null;
    Action action = new Widget() {
      @Override
      Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
        return Ui.run(body, timeoutMs);
      }

      @Override
      boolean isEnabled() {
        return item.isEnabled();
      }
    }.action("ui", address, "press", name, box == null ? "menu_item" : "toggle", path, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Exception {
        return box == null ? choose(item) : (Object) turn(box, parameters.get("value"));
      }
    });
    action.confirms = Widget.asks(name);
    if (box == null) {
      action.owns = null;
    } else {
      action.reads = address;
      action.parameter("value", "boolean", null, false, null);
    }
    return action;
  }

  private static Object choose(MenuItem item) {
    item.dispatchEvent(new ActionEvent(item, ActionEvent.ACTION_PERFORMED, item.getActionCommand()));
    return null;
  }

  private static boolean turn(CheckboxMenuItem box, Object wanted) {
    boolean on = wanted instanceof Boolean ? (Boolean) wanted : !box.getState();
    if (on == box.getState()) return on;
    box.setState(on);
    AWTEvent told = new ItemEvent(box, ItemEvent.ITEM_STATE_CHANGED, box.getLabel(), on ? ItemEvent.SELECTED : ItemEvent.DESELECTED);
    box.dispatchEvent(told);
    return on;
  }
}
