package dev.substrate.core;

import java.awt.AWTEvent;
import java.awt.Button;
import java.awt.Checkbox;
import java.awt.Choice;
import java.awt.Component;
import java.awt.ItemSelectable;
import java.awt.Scrollbar;
import java.awt.TextComponent;
import java.awt.TextField;
import java.awt.event.ActionEvent;
import java.awt.event.AdjustmentEvent;
import java.awt.event.ItemEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a person could do with AWT's own widgets. They tell nobody what a program does to them: who listens is told what a person would have done. */
final class AwtActions {
  private AwtActions() {}

  static void of(final Component component, String name, String address, String owner, List<Action> into) {
    if (component instanceof TextComponent) text((TextComponent) component, name, address, owner, into);
    else if (component instanceof Button) into.add(press(component, name, "button", "press", address, owner, ((Button) component).getActionCommand()));
    else if (component instanceof Checkbox) toggle((Checkbox) component, name, address, owner, into);
    else if (component instanceof Choice || component instanceof java.awt.List) choose(component, name, address, owner, into);
    else if (component instanceof Scrollbar) slide((Scrollbar) component, name, address, owner, into);
  }

  private static Action press(final Component component, String name, String kind, String verb, String address, String owner, final String command) {
    Action action = SwingActions.make(component, address, name, kind, verb, owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) {
        String said = component instanceof TextComponent ? ((TextComponent) component).getText() : command;
        return tell(component, new ActionEvent(component, ActionEvent.ACTION_PERFORMED, said));
      }
    });
    action.owns = null;
    return action;
  }

  private static Object tell(Component component, AWTEvent event) {
    component.dispatchEvent(event);
    return null;
  }

  private static void text(final TextComponent field, String name, String address, String owner, List<Action> into) {
    if (!field.isEditable()) return;
    Action action = SwingActions.make(field, address, name, "text", "set", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        field.setText((String) Convert.to(Action.required(parameters, "text"), String.class, "text"));
        return null;
      }
    });
    action.parameter("text", "string", null, true, null);
    action.reads = address;
    into.add(action);
    if (!(field instanceof TextField) || ((TextField) field).getActionListeners().length == 0) return;
    Action enter = press(field, "submit " + name, "command", "enter", address, owner, null);
    enter.description = "Presses Enter in the field.";
    into.add(enter);
  }

  private static void toggle(final Checkbox box, String name, String address, String owner, List<Action> into) {
    Action action = SwingActions.make(box, address, name, "toggle", "press", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) {
        Object wanted = parameters.get("value");
        if (wanted instanceof Boolean && (Boolean) wanted == box.getState()) return null;
        box.setState(!box.getState());
        return tell(box, changed(box, box.getLabel(), box.getState()));
      }
    });
    action.parameter("value", "boolean", null, false, null);
    action.reads = address;
    into.add(action);
  }

  private static ItemEvent changed(ItemSelectable of, Object item, boolean selected) {
    return new ItemEvent(of, ItemEvent.ITEM_STATE_CHANGED, item, selected ? ItemEvent.SELECTED : ItemEvent.DESELECTED);
  }

  private static List<Object> items(Component box, int limit) {
    List<Object> items = new ArrayList<Object>();
    java.awt.List list = box instanceof java.awt.List ? (java.awt.List) box : null;
    int count = Math.min(limit, list == null ? ((Choice) box).getItemCount() : list.getItemCount());
    for (int i = 0; i < count; i++) items.add(list == null ? ((Choice) box).getItem(i) : list.getItem(i));
    return items;
  }

  private static void choose(final Component box, String name, String address, String owner, List<Action> into) {
    final boolean list = box instanceof java.awt.List;
    final int many = 200;
    List<Object> options = items(box, many);
    Action action = SwingActions.make(box, address, name, "select", "select", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        Object wanted = Action.required(parameters, "value");
        List<Object> all = items(box, Integer.MAX_VALUE);
        int at = all.indexOf(wanted);
        if (at < 0) throw SwingActions.noChoice(wanted, all);
        if (list) ((java.awt.List) box).select(at);
        else ((Choice) box).select(at);
        return tell(box, changed((ItemSelectable) box, list ? (Object) at : wanted, true));
      }
    });
    action.parameter("value", "string", null, true, options.size() == many ? null : options);
    action.reads = address;
    into.add(action);
  }

  private static void slide(final Scrollbar bar, String name, String address, String owner, List<Action> into) {
    if (bar.getAdjustmentListeners().length == 0) return;
    Action action = SwingActions.make(bar, address, name, "setter", "set", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        bar.setValue((Integer) Convert.to(Action.required(parameters, "value"), int.class, "value"));
        return tell(bar, new AdjustmentEvent(bar, AdjustmentEvent.ADJUSTMENT_VALUE_CHANGED, AdjustmentEvent.TRACK, bar.getValue()));
      }
    });
    action.parameter("value", "number", null, true, null);
    action.reads = address;
    into.add(action);
  }
}
