package dev.substrate.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What a person could do with a JavaFX control. Runs on the application thread. */
final class FxActions {
  private final Fx fx;
  private final ObjectWords words;

  FxActions(Fx fx, ObjectWords words) {
    this.fx = fx;
    this.words = words;
  }

  private Action make(final Object control, String address, String name, String kind, String verb, String owner, Widget.Doing doing) {
    return new Widget() {
      @Override
      Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
        return fx.run(body, timeoutMs);
      }

      @Override
      boolean isGone() {
        return Fx.call(control, "getScene") == null;
      }

      @Override
      boolean isEnabled() {
        return isOn(control);
      }
    }.action("ui", address, verb, name, kind, owner, doing);
  }

  private static boolean isOn(Object control) {
    return !Boolean.TRUE.equals(Fx.call(control, "isDisabled")) && !Boolean.TRUE.equals(Fx.call(control, "isDisable"));
  }

  /** A button that does nothing itself: what it opens does. */
  private static boolean opensAlone(Object control) {
    return Fx.is(control, "MenuButton") && !Fx.is(control, "SplitMenuButton");
  }

  void of(final Object control, String name, String address, String owner, List<Action> into) {
    if (Fx.is(control, "TextInputControl")) {
      text(control, name, address, owner, into);
    } else if (Fx.is(control, "CheckBox") || Fx.is(control, "ToggleButton")) {
      Action action = make(control, address, name, "toggle", "press", owner, parameters -> {
        Object wanted = parameters.get("value");
        if (!(wanted instanceof Boolean) || !wanted.equals(Fx.call(control, "isSelected"))) Fx.require(control, "fire");
        return Fx.call(control, "isSelected");
      });
      action.parameter("value", "boolean", null, false, null);
      action.reads = address;
      into.add(action);
    } else if (Fx.is(control, "ButtonBase") && !opensAlone(control)) {
      Action action = make(control, address, name, "button", "press", owner, parameters -> Fx.require(control, "fire"));
      action.owns = null;
      action.confirms = Widget.asks(name);
      into.add(action);
    } else if (Fx.is(control, "DatePicker") || Fx.is(control, "Spinner")) {
      value(control, name, address, owner, into);
    } else if (Fx.is(control, "ComboBox") || Fx.is(control, "ChoiceBox") || Fx.is(control, "ListView")) {
      choose(control, name, address, owner, into);
    } else if (Fx.is(control, "Slider")) {
      Action action = make(control, address, name, "setter", "set", owner, parameters -> Fx.require(control, "setValue", Convert.to(Action.required(parameters, "value"), double.class, "value")));
      action.parameter("value", "number", null, true, null);
      action.reads = address;
      into.add(action);
    } else if (Fx.is(control, "TreeView")) {
      Action action = make(control, address, name, "select", "select", owner, parameters -> select(control, String.valueOf(Action.required(parameters, "value"))));
      action.parameter("value", "string", null, true, null);
      action.reads = Node.child(address, "selected");
      into.add(action);
    } else if (FxScenes.isTable(control)) {
      Action action = make(control, address, name, "select", "select", owner, parameters -> {
        int row = (Integer) Convert.to(Action.required(parameters, "row"), int.class, "row");
        int count = FxScenes.rows(control);
        if (row < 0 || row >= count) throw new Action.Refused("bad_parameter", "The table has rows 0 to " + (count - 1) + ".");
        return Fx.require(Fx.call(control, "getSelectionModel"), "clearAndSelect", row);
      });
      action.parameter("row", "number", null, true, null);
      action.reads = Node.child(address, "selected row");
      into.add(action);
    }
  }

  private void choose(final Object control, String name, String address, String owner, List<Action> into) {
    boolean list = Fx.is(control, "ListView");
    boolean typed = Fx.is(control, "ComboBox") && Boolean.TRUE.equals(Fx.call(control, "isEditable"));
    List<Object> options = new ArrayList<Object>();
    List<Object> now = Fx.list(control, "getItems");
    FxCells cells = FxCells.of(control, words);
    for (int i = 0; i < now.size() && options.size() < 100; i++) options.add(cells.text(now.get(i), i));
    Action action = make(control, address, name, "select", "select", owner, parameters -> {
      Object wanted = Action.required(parameters, "value");
      List<Object> all = Fx.list(control, "getItems");
      FxCells told = FxCells.of(control, words);
      for (int i = 0; i < all.size(); i++) {
        if (!String.valueOf(wanted).equals(told.text(all.get(i), i))) continue;
        if (list) return Fx.require(Fx.call(control, "getSelectionModel"), "clearAndSelect", i);
        return Fx.require(control, "setValue", all.get(i));
      }
      if (typed) return Fx.require(control, "setValue", Fx.require(Fx.require(control, "getConverter"), "fromString", String.valueOf(wanted)));
      throw new Action.Refused("bad_parameter", "There is no " + Json.text(wanted) + ".");
    });
    action.parameter("value", "string", null, true, list || typed ? null : options);
    action.reads = list ? Node.child(address, "selected") : address;
    into.add(action);
  }

  void tabs(final Object pane, final List<Object> titles, String address, String owner, List<Action> into) {
    Action action = make(pane, address, "tabs", "select", "select", owner, parameters -> {
      int index = titles.indexOf(Action.required(parameters, "tab"));
      if (index < 0) throw new Action.Refused("bad_parameter", "There is no such tab; it has " + Json.text(titles) + ".");
      if (!isOn(Fx.list(pane, "getTabs").get(index))) throw new Action.Refused("disabled", "The tab is disabled in the application now.");
      return Fx.require(Fx.call(pane, "getSelectionModel"), "select", index);
    });
    action.parameter("tab", "string", null, true, titles);
    action.reads = Node.child(address, "selected tab");
    List<Object> tabs = Fx.list(pane, "getTabs");
    List<Object> off = new ArrayList<Object>();
    for (int i = 0; i < tabs.size(); i++) if (!isOn(tabs.get(i))) off.add(titles.get(i));
    action.description = Widget.off(off);
    into.add(action);
  }

  private void text(final Object field, String name, String address, String owner, List<Action> into) {
    if (Boolean.FALSE.equals(Fx.call(field, "isEditable"))) return;
    Action action = make(field, address, name, "text", "set", owner, parameters -> {
      Fx.require(field, "setText", Convert.to(Action.required(parameters, "text"), String.class, "text"));
      leave(field);
      return null;
    });
    action.parameter("text", "string", null, true, null);
    action.reads = address;
    into.add(action);
    if (!Fx.is(field, "TextField") || !waits(field)) return;
    Action enter = make(field, address, "submit " + name, "command", "enter", owner, parameters -> {
      if (parameters.get("text") != null) Fx.require(field, "setText", Convert.to(parameters.get("text"), String.class, "text"));
      fx.press(field, "ENTER");
      return null;
    });
    enter.parameter("text", "string", null, false, null);
    enter.description = "Presses Enter in the field, with `text` in it if that is given.";
    into.add(enter);
  }

  private static boolean waits(Object field) {
    for (String handler : new String[] {"getOnAction", "getOnKeyPressed", "getOnKeyReleased"}) if (Fx.call(field, handler) != null) return true;
    return false;
  }

  /** What leaving the field would do: many programs take a text over only then. */
  private void leave(Object field) throws Exception {
    Fx.call(field, "commitValue");
    if (Boolean.TRUE.equals(Fx.call(field, "isFocused"))) Fx.require(Fx.require(Fx.require(field, "getScene"), "getRoot"), "requestFocus");
    else fx.left(field);
  }

  /** Of the type that it has now. */
  private void value(final Object control, String name, String address, String owner, List<Action> into) {
    boolean date = Fx.is(control, "DatePicker");
    final Object now = Fx.call(control, "getValue");
    if (now == null && !date) return;
    final Class<?> type = date ? java.time.LocalDate.class : now.getClass();
    if (Convert.wireType(type, 0) == null) return;
    Action action = make(control, address, name, "setter", "set", owner, parameters -> {
      Object wanted = Convert.to(Action.required(parameters, "value"), type, "value");
      return Fx.require(date ? control : Fx.require(control, "getValueFactory"), "setValue", wanted);
    });
    action.parameter("value", Convert.wireType(type, 0), null, true, null);
    action.reads = address;
    into.add(action);
  }

  /** By the words on the way to it; what is folded away is unfolded. */
  private Object select(Object tree, String wanted) throws Exception {
    Object root = Fx.call(tree, "getRoot");
    Object found = root == null ? null : FxScenes.find(root, wanted, tree, FxCells.of(tree, words));
    if (found == null) throw new Action.Refused("bad_parameter", "The tree has no " + Json.text(wanted) + ".");
    for (Object above = Fx.call(found, "getParent"); above != null; above = Fx.call(above, "getParent")) Fx.require(above, "setExpanded", true);
    return Fx.require(Fx.require(tree, "getSelectionModel"), "select", found);
  }

  static boolean isToggle(Object item) {
    return Fx.is(item, "CheckMenuItem") || Fx.is(item, "RadioMenuItem");
  }

  final Menus<Object, Object> menus = new Menus<Object, Object>("ui") {
    @Override
    Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
      return fx.run(body, timeoutMs);
    }

    @Override
    boolean isAwaited(Object menu) {
      return Fx.call(menu, "getOnShowing") != null;
    }

    @Override
    void open(Object menu) throws Exception {
      fx.tell(menu, "ON_SHOWING");
    }

    @Override
    void close(Object menu) throws Exception {
      fx.tell(menu, "ON_HIDDEN");
    }

    @Override
    List<Object> items(Object menu) {
      return Fx.list(menu, "getItems");
    }

    @Override
    String label(Object item) {
      return Words.clean(Fx.text(item, "getText"));
    }

    @Override
    boolean isEnabled(Object part) {
      return isOn(part);
    }

    @Override
    Object choose(Object item, Map<String, Object> parameters) throws Exception {
      if (isToggle(item)) {
        Object wanted = parameters.get("value");
        Object now = Fx.call(item, "isSelected");
        if (wanted instanceof Boolean && wanted.equals(now)) return now;
        Fx.require(item, "setSelected", !Boolean.TRUE.equals(now));
      }
      return Fx.require(item, "fire");
    }
  };
}
