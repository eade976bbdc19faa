package dev.substrate.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** What a person could do with a JavaFX control. Runs on the application thread. */
final class FxActions {
  private final Fx fx;

  FxActions(Fx fx) {
    this.fx = fx;
  }

  private Action make(final Object control, String address, String name, String kind, String verb, String owner, Widget.Doing doing) {
    return new Widget() {
      @Override
      Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
        return fx.run(body, timeoutMs);
      }

      @Override
      boolean isEnabled() {
        return !Boolean.TRUE.equals(Fx.call(control, "isDisabled")) && !Boolean.TRUE.equals(Fx.call(control, "isDisable"));
      }
    }.action("ui", address, verb, name, kind, owner, doing);
  }

  void of(final Object control, String name, String address, String owner, List<Action> into) {
    if (Fx.is(control, "TextInputControl")) {
      if (Boolean.FALSE.equals(Fx.call(control, "isEditable"))) return;
      Action action = make(control, address, name, "text", "set", owner, parameters -> Fx.require(control, "setText", Convert.to(Action.required(parameters, "text"), String.class, "text")));
      action.parameter("text", "string", null, true, null);
      action.reads = address;
      into.add(action);
    } else if (Fx.is(control, "CheckBox") || Fx.is(control, "ToggleButton")) {
      Action action = make(control, address, name, "toggle", "press", owner, parameters -> {
        Object wanted = parameters.get("value");
        if (!(wanted instanceof Boolean) || !wanted.equals(Fx.call(control, "isSelected"))) Fx.require(control, "fire");
        return Fx.call(control, "isSelected");
      });
      action.parameter("value", "boolean", null, false, null);
      action.reads = address;
      into.add(action);
    } else if (Fx.is(control, "ButtonBase")) {
      Action action = make(control, address, name, "button", "press", owner, parameters -> Fx.require(control, "fire"));
      action.owns = null;
      action.confirms = Widget.asks(name);
      into.add(action);
    } else if (Fx.is(control, "ComboBox") || Fx.is(control, "ChoiceBox") || Fx.is(control, "ListView")) {
      choose(control, name, address, owner, into);
    } else if (Fx.is(control, "Slider")) {
      Action action = make(control, address, name, "setter", "set", owner, parameters -> Fx.require(control, "setValue", Convert.to(Action.required(parameters, "value"), double.class, "value")));
      action.parameter("value", "number", null, true, null);
      action.reads = address;
      into.add(action);
    } else if (Fx.is(control, "TableView")) {
      Action action = make(control, address, name, "select", "select", owner, parameters -> {
        int row = (Integer) Convert.to(Action.required(parameters, "row"), int.class, "row");
        int count = Fx.list(control, "getItems").size();
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
    List<Object> options = new ArrayList<Object>();
    for (Object item : Fx.list(control, "getItems")) if (options.size() < 100) options.add(String.valueOf(item));
    Action action = make(control, address, name, "select", "select", owner, parameters -> {
      Object wanted = Action.required(parameters, "value");
      for (Object item : Fx.list(control, "getItems")) {
        if (!String.valueOf(item).equals(String.valueOf(wanted))) continue;
        if (list) return Fx.require(Fx.call(control, "getSelectionModel"), "select", item);
        return Fx.require(control, "setValue", item);
      }
      throw new Action.Refused("bad_parameter", "There is no " + Json.text(wanted) + ".");
    });
    action.parameter("value", "string", null, true, list ? null : options);
    action.reads = list ? Node.child(address, "selected") : address;
    into.add(action);
  }

  void tabs(final Object pane, final List<Object> titles, String address, String owner, List<Action> into) {
    Action action = make(pane, address, "tabs", "select", "select", owner, parameters -> {
      int index = titles.indexOf(Action.required(parameters, "tab"));
      if (index < 0) throw new Action.Refused("bad_parameter", "There is no such tab; it has " + Json.text(titles) + ".");
      return Fx.require(Fx.call(pane, "getSelectionModel"), "select", index);
    });
    action.parameter("tab", "string", null, true, titles);
    action.reads = Node.child(address, "selected tab");
    into.add(action);
  }

  void menuItem(final Object item, String name, String address, String path, List<Action> into) {
    Action action = make(item, address, name, "menu_item", "press", path, parameters -> Fx.require(item, "fire"));
    action.owns = null;
    action.confirms = Widget.asks(name);
    into.add(action);
  }
}
