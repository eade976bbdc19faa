package dev.substrate.core;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What a person could do with an SWT widget: press, type, choose. Runs on the thread of its display. */
final class SwtActions {
  private abstract static class Doing implements Widget.Doing {
    abstract void act(Map<String, Object> parameters) throws Exception;

    @Override
    public final Object run(Map<String, Object> parameters) throws Exception {
      act(parameters);
      return null;
    }
  }

  private final Swt swt;

  SwtActions(Swt swt) {
    this.swt = swt;
  }

  private Action make(final Object display, final Object widget, String address, String name, String kind, String verb, String owner, Doing doing) {
    return new Widget() {
      @Override
      Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
        return swt.run(display, body, timeoutMs);
      }

      @Override
      boolean isGone() {
        return isDisposed(widget);
      }

      @Override
      boolean isEnabled() {
        return isOn(widget);
      }
    }.action("swt", address, verb, name, kind, owner, doing);
  }

  void of(Object display, Object widget, String name, String address, String owner, List<Action> into) {
    if (Swt.is(widget, "Button")) press(display, widget, name, address, owner, Swt.has(widget, Swt.CHECK) || Swt.has(widget, Swt.RADIO) || Swt.has(widget, Swt.TOGGLE), into);
    else if (Swt.is(widget, "Text") || Swt.is(widget, "StyledText")) text(display, widget, name, address, owner, into);
    else if (Swt.is(widget, "Combo") || Swt.is(widget, "CCombo") || Swt.is(widget, "List")) choose(display, widget, name, address, owner, into);
    else if (Swt.is(widget, "Spinner") || Swt.is(widget, "Scale") || Swt.is(widget, "Slider")) number(display, widget, name, address, owner, into);
    else if (Swt.is(widget, "DateTime")) moment(display, widget, name, address, owner, into);
    else if (Swt.is(widget, "Table")) row(display, widget, name, address, owner, into);
    else if (Swt.is(widget, "Tree")) node(display, widget, name, address, owner, into);
    if (Swt.is(widget, "List") || Swt.is(widget, "Table") || Swt.is(widget, "Tree")) twice(display, widget, name, address, owner, into);
  }

  /** Buttons and items of tool bars. */
  void press(Object display, final Object widget, String name, String address, String owner, final boolean toggles, List<Action> into) {
    Action action = make(display, widget, address, name, toggles ? "toggle" : "button", "press", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        if (toggles && !turn(widget, parameters.get("value"))) return;
        swt.tell(widget, Swt.SELECTION, null);
      }
    });
    if (toggles) {
      action.parameter("value", "boolean", null, false, null);
      action.reads = address;
    } else {
      action.owns = null;
      action.confirms = Widget.asks(name);
    }
    action.description = Words.clean(Fx.text(widget, "getToolTipText"));
    into.add(action);
  }

  /** False when it is as wanted already. */
  private static boolean turn(Object widget, Object wanted) throws Exception {
    boolean now = Swt.isTrue(Fx.call(widget, "getSelection"));
    if (wanted instanceof Boolean && (Boolean) wanted == now) return false;
    Fx.require(widget, "setSelection", !now);
    return true;
  }

  Menus<Object, Object> menus(final Object display) {
    return new Menus<Object, Object>("swt") {
      @Override
      Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
        return swt.run(display, body, timeoutMs);
      }

      @Override
      boolean isAwaited(Object menu) {
        return Swt.isTrue(Fx.call(menu, "isListening", Swt.SHOW));
      }

      @Override
      void open(Object menu) throws Exception {
        swt.tell(menu, Swt.SHOW, null);
      }

      @Override
      void close(Object menu) throws Exception {
        if (!isDisposed(menu)) swt.tell(menu, Swt.HIDE, null);
      }

      @Override
      List<Object> items(Object menu) {
        return Swt.list(menu, "getItems");
      }

      @Override
      String label(Object item) {
        return Swt.text(item);
      }

      @Override
      boolean isEnabled(Object part) {
        Object opener = Fx.call(part, "getParentItem");
        return isOn(part) && (opener == null || isOn(opener));
      }

      @Override
      boolean isGone(Object part) {
        return isDisposed(part);
      }

      @Override
      Object choose(Object item, Map<String, Object> parameters) throws Exception {
        if (!isToggle(item) || turn(item, parameters.get("value"))) swt.tell(item, Swt.SELECTION, null);
        return null;
      }
    };
  }

  static boolean isToggle(Object item) {
    return Swt.has(item, Swt.CHECK) || Swt.has(item, Swt.RADIO);
  }

  private static boolean isDisposed(Object widget) {
    return Swt.isTrue(Fx.call(widget, "isDisposed"));
  }

  private static boolean isOn(Object widget) {
    return !Boolean.FALSE.equals(Fx.call(widget, "isEnabled"));
  }

  private void text(Object display, final Object widget, String name, String address, String owner, List<Action> into) {
    if (Boolean.FALSE.equals(Fx.call(widget, "getEditable"))) return;
    Action action = make(display, widget, address, name, "text", "set", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        write(widget, (String) Convert.to(Action.required(parameters, "text"), String.class, "text"));
      }
    });
    action.parameter("text", "string", null, true, null);
    action.reads = address;
    into.add(action);
    if (!Swt.is(widget, "Text") || !Swt.isTrue(Fx.call(widget, "isListening", Swt.DEFAULT_SELECTION))) return;
    Action enter = make(display, widget, address, "submit " + name, "command", "enter", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        if (parameters.get("text") != null) Fx.require(widget, "setText", (String) Convert.to(parameters.get("text"), String.class, "text"));
        swt.tell(widget, Swt.DEFAULT_SELECTION, null);
      }
    });
    enter.parameter("text", "string", null, false, null);
    enter.description = "Presses Enter in the field, with `text` in it if that is given.";
    into.add(enter);
  }

  /** Many programs take a text over only when its field is left. */
  private void write(Object widget, String text) throws Exception {
    Fx.require(widget, "setText", text);
    if (Swt.isTrue(Fx.call(widget, "isFocusControl"))) Fx.require(widget, "traverse", Swt.TAB_NEXT);
    else swt.tell(widget, Swt.FOCUS_OUT, null);
  }

  private void choose(Object display, final Object widget, String name, String address, String owner, List<Action> into) {
    final List<Object> options = Swt.list(widget, "getItems");
    final boolean typed = !Swt.is(widget, "List") && !Swt.has(widget, Swt.READ_ONLY);
    Action action = make(display, widget, address, name, "select", "select", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        Object wanted = Action.required(parameters, "value");
        int at = Swt.list(widget, "getItems").indexOf(String.valueOf(wanted));
        if (at < 0 && typed) {
          write(widget, String.valueOf(wanted));
          return;
        }
        if (at < 0) throw new Action.Refused("bad_parameter", "There is no " + Json.text(wanted) + ".");
        if (Swt.is(widget, "List")) Fx.require(widget, "setSelection", at);
        else Fx.require(widget, "select", at);
        swt.tell(widget, Swt.SELECTION, null);
      }
    });
    action.parameter("value", "string", null, true, typed || options.size() > 100 ? null : options);
    action.reads = Swt.is(widget, "List") ? Node.child(address, "selected") : address;
    into.add(action);
  }

  private void number(Object display, final Object widget, String name, String address, String owner, List<Action> into) {
    Action action = make(display, widget, address, name, "setter", "set", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        int wanted = (Integer) Convert.to(Action.required(parameters, "value"), int.class, "value");
        if (wanted < Swt.number(widget, "getMinimum") || wanted > Swt.number(widget, "getMaximum")) throw new Action.Refused("bad_parameter", "It takes " + Swt.number(widget, "getMinimum") + " to " + Swt.number(widget, "getMaximum") + ".");
        Fx.require(widget, "setSelection", wanted);
        swt.tell(widget, Swt.SELECTION, null);
      }
    });
    action.parameter("value", "number", null, true, null);
    action.reads = address;
    into.add(action);
  }

  private void moment(Object display, final Object widget, String name, String address, String owner, List<Action> into) {
    final boolean time = Swt.has(widget, Swt.TIME);
    Action action = make(display, widget, address, name, "setter", "set", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        Object wanted = Action.required(parameters, "value");
        if (time) {
          LocalTime to = (LocalTime) Convert.to(wanted, LocalTime.class, "value");
          Fx.require(widget, "setTime", to.getHour(), to.getMinute(), to.getSecond());
        } else {
          LocalDate to = (LocalDate) Convert.to(wanted, LocalDate.class, "value");
          Fx.require(widget, "setDate", to.getYear(), to.getMonthValue() - 1, to.getDayOfMonth());
        }
        swt.tell(widget, Swt.SELECTION, null);
      }
    });
    action.parameter("value", "string", null, true, null);
    action.reads = address;
    into.add(action);
  }

  private void row(Object display, final Object table, String name, String address, String owner, List<Action> into) {
    Action action = make(display, table, address, name, "select", "select", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        selectRow(table, parameters);
      }
    });
    action.parameter("row", "number", null, true, null);
    action.reads = Node.child(address, "selected row");
    into.add(action);
  }

  private void node(Object display, final Object tree, String name, String address, String owner, List<Action> into) {
    Action action = make(display, tree, address, name, "select", "select", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        selectNode(tree, parameters);
      }
    });
    action.parameter("value", "string", null, true, null);
    action.reads = Node.child(address, "selected");
    into.add(action);
  }

  /** The row's item; a list has none. */
  private Object selectRow(Object rows, Map<String, Object> parameters) throws Exception {
    int row = (Integer) Convert.to(Action.required(parameters, "row"), int.class, "row");
    int count = Swt.number(rows, "getItemCount");
    if (row < 0 || row >= count) throw new Action.Refused("bad_parameter", "There are rows 0 to " + (count - 1) + ".");
    Fx.require(rows, "setSelection", row);
    Object item = Swt.is(rows, "Table") ? Fx.require(rows, "getItem", row) : null;
    swt.tell(rows, Swt.SELECTION, item);
    return item;
  }

  private Object selectNode(Object tree, Map<String, Object> parameters) throws Exception {
    String wanted = String.valueOf(Action.required(parameters, "value"));
    Object found = unfold(tree, tree, "", wanted);
    if (found == null) throw new Action.Refused("bad_parameter", "The tree has no " + Json.text(wanted) + ".");
    Fx.require(tree, "setSelection", found);
    swt.tell(tree, Swt.SELECTION, found);
    return found;
  }

  /** Where the program waits for it: what a person does on a row to open it. */
  private void twice(Object display, final Object rows, String name, String address, String owner, List<Action> into) {
    if (!Swt.isTrue(Fx.call(rows, "isListening", Swt.DEFAULT_SELECTION))) return;
    final boolean tree = Swt.is(rows, "Tree");
    Action action = make(display, rows, address, "click " + name + " twice", "command", "twice", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        Object item = tree ? selectNode(rows, parameters) : selectRow(rows, parameters);
        swt.tell(rows, Swt.DEFAULT_SELECTION, item);
      }
    });
    action.parameter(tree ? "value" : "row", tree ? "string" : "number", null, true, null);
    action.description = "A double click on a row.";
    into.add(action);
  }

  /** The item that the words lead to. What is folded is unfolded on the way there: many programs fill it only then. */
  private Object unfold(Object tree, Object parent, String path, String wanted) throws Exception {
    for (Object item : Swt.list(parent, "getItems")) {
      String text = Swt.text(item);
      String own = (path.isEmpty() ? "" : path + " / ") + (text == null ? "" : text);
      if (own.equals(wanted)) return item;
      if (!wanted.startsWith(own + " / ")) continue;
      if (!Swt.isTrue(Fx.call(item, "getExpanded"))) {
        swt.tell(tree, Swt.EXPAND, item);
        Fx.require(item, "setExpanded", true);
      }
      Object found = unfold(tree, item, own, wanted);
      if (found != null) return found;
    }
    return null;
  }

  void tabs(Object display, final Object folder, final List<Object> titles, String name, String address, String owner, List<Action> into) {
    Action action = make(display, folder, address, name, "select", "select", owner, new Doing() {
      @Override
      void act(Map<String, Object> parameters) throws Exception {
        int at = titles.indexOf(Action.required(parameters, "tab"));
        List<Object> items = Swt.list(folder, "getItems");
        if (at < 0 || at >= items.size()) throw new Action.Refused("bad_parameter", "There is no such tab.");
        Fx.require(folder, "setSelection", at);
        swt.tell(folder, Swt.SELECTION, items.get(at));
      }
    });
    action.parameter("tab", "string", null, true, titles);
    action.reads = Node.child(address, "selected tab");
    into.add(action);
  }
}
