package dev.substrate.core;

import java.awt.Component;
import java.awt.Rectangle;
import java.awt.Window;
import java.awt.event.ActionEvent;
import java.awt.event.FocusEvent;
import java.awt.event.FocusListener;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.awt.event.MouseEvent;
import java.awt.event.MouseListener;
import java.awt.event.WindowEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.swing.AbstractButton;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JFormattedTextField;
import javax.swing.JFrame;
import javax.swing.JList;
import javax.swing.JMenu;
import javax.swing.JMenuItem;
import javax.swing.JSlider;
import javax.swing.JSpinner;
import javax.swing.JTabbedPane;
import javax.swing.JTable;
import javax.swing.JTextField;
import javax.swing.JToggleButton;
import javax.swing.JTree;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import javax.swing.tree.TreePath;

/** What a person could do with a widget: press, type, choose. Runs on the event thread. */
final class SwingActions {
  private SwingActions() {}

  static void of(Component component, String name, String address, String owner, boolean hasState, List<Action> into) {
    if (component instanceof JTextComponent) text((JTextComponent) component, name, address, owner, into);
    else if (component instanceof JToggleButton) toggle((AbstractButton) component, name, address, owner, into);
    else if (component instanceof AbstractButton) press((AbstractButton) component, name, address, owner, into);
    else if (component instanceof JComboBox) choose((JComboBox<?>) component, name, address, owner, into);
    else if (component instanceof JSpinner) spin((JSpinner) component, name, address, owner, into);
    else if (component instanceof JSlider) slide((JSlider) component, name, address, owner, into);
    else if (component instanceof JList) row((JList<?>) component, name, address, owner, into);
    else if (component instanceof JTable) table((JTable) component, name, address, owner, into);
    else if (component instanceof JTree) node((JTree) component, name, address, owner, into);
    else AwtActions.of(component, name, address, owner, into);
    if (component instanceof JTable || component instanceof JList || component instanceof JTree) twice((JComponent) component, name, address, owner, into);
  }

  static Action make(final Component component, String address, String name, String kind, final String verb, String owner, Widget.Doing doing) {
    return new Widget() {
      @Override
      Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
        return Ui.run(body, timeoutMs);
      }

      @Override
      boolean isGone() {
        return !(component instanceof JMenuItem) && !component.isShowing() && !verb.equals("set") && !verb.equals("select");
      }

      @Override
      boolean isEnabled() {
        return component.isEnabled();
      }
    }.action("ui", address, verb, name, kind, owner, doing);
  }

  /** As a person closes it: the program decides what comes of that. One that ends the program with it is left to its own menus. */
  static void close(final Window window, String name, String address, List<Action> into) {
    if (window instanceof JFrame && ((JFrame) window).getDefaultCloseOperation() == JFrame.EXIT_ON_CLOSE) return;
    Action action = make(window, address, "close " + name, "command", "close", null, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) {
        window.dispatchEvent(new WindowEvent(window, WindowEvent.WINDOW_CLOSING));
        return null;
      }
    });
    action.owns = null;
    action.description = "Closes the window.";
    into.add(action);
  }

  private static void press(final AbstractButton button, String name, String address, String owner, List<Action> into) {
    Action action = make(button, address, name, "button", "press", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) {
        button.doClick(0);
        return null;
      }
    });
    action.owns = null;
    action.confirms = Widget.asks(name);
    action.description = Words.clean(button.getToolTipText());
    into.add(action);
  }

  private static void toggle(final AbstractButton button, String name, String address, String owner, List<Action> into) {
    Action action = make(button, address, name, "toggle", "press", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) {
        Object wanted = parameters.get("value");
        if (!(wanted instanceof Boolean) || (Boolean) wanted != button.isSelected()) button.doClick(0);
        return button.isSelected();
      }
    });
    action.parameter("value", "boolean", null, false, null);
    action.reads = address;
    action.description = button instanceof JCheckBox ? null : Words.clean(button.getToolTipText());
    into.add(action);
  }

  private static void text(final JTextComponent field, String name, String address, String owner, List<Action> into) {
    if (!field.isEditable()) return;
    Action action = make(field, address, name, "text", "set", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        field.setText((String) Convert.to(Action.required(parameters, "text"), String.class, "text"));
        leave(field);
        return null;
      }
    });
    action.parameter("text", "string", null, true, null);
    action.reads = field instanceof JTextField ? address : Node.child(address, "text");
    into.add(action);
    if (!(field instanceof JTextField)) return;
    final JTextField line = (JTextField) field;
    final boolean heard = line.getActionListeners().length > 0;
    if (!heard && !listensToKeys(line)) return;
    Action enter = make(field, address, "submit " + name, "command", "enter", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        if (parameters.get("text") != null) line.setText((String) Convert.to(parameters.get("text"), String.class, "text"));
        if (heard) line.postActionEvent();
        else for (int kind : new int[] {KeyEvent.KEY_PRESSED, KeyEvent.KEY_RELEASED}) line.dispatchEvent(new KeyEvent(line, kind, System.currentTimeMillis(), 0, KeyEvent.VK_ENTER, '\n'));
        return null;
      }
    });
    enter.parameter("text", "string", null, false, null);
    enter.description = "Presses Enter in the field, with `text` in it if that is given.";
    into.add(enter);
  }

  /** Whether a listener of the application's own waits for keys. */
  private static boolean listensToKeys(Component component) {
    for (KeyListener listener : component.getKeyListeners()) if (!AppClasses.isJdk(listener.getClass())) return true;
    return false;
  }

  /** What leaving the field would do: many programs take a text over only then. */
  private static void leave(JTextComponent field) throws Action.Refused {
    if (field instanceof JFormattedTextField) {
      try {
        ((JFormattedTextField) field).commitEdit();
      } catch (java.text.ParseException e) {
        throw new Action.Refused("bad_parameter", "The field does not take this text: " + e.getMessage());
      }
    }
    if (field.isFocusOwner()) {
      field.transferFocus();
      return;
    }
    for (FocusListener listener : field.getFocusListeners()) if (!AppClasses.isJdk(listener.getClass())) listener.focusLost(new FocusEvent(field, FocusEvent.FOCUS_LOST));
  }

  private static void choose(final JComboBox<?> box, String name, String address, String owner, List<Action> into) {
    final List<Object> options = SwingValues.options(box);
    Action action = make(box, address, name, "select", "select", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        Object wanted = Action.required(parameters, "value");
        for (int i = 0; i < box.getItemCount(); i++) {
          if (!String.valueOf(wanted).equals(SwingValues.rendered(box, box.getItemAt(i), i))) continue;
          box.setSelectedIndex(i);
          return null;
        }
        if (box.isEditable()) {
          box.setSelectedItem(wanted);
          return null;
        }
        throw noChoice(wanted, options);
      }
    });
    action.parameter("value", "string", null, true, box.isEditable() || options.size() < box.getItemCount() ? null : options);
    action.reads = address;
    into.add(action);
  }

  static Action.Refused noChoice(Object wanted, List<Object> options) {
    String all = Json.text(options);
    return new Action.Refused("bad_parameter", "There is no " + Json.text(wanted) + "; it has " + (all.length() > 400 ? all.substring(0, 400) + "…" : all) + ".");
  }

  private static void spin(final JSpinner spinner, String name, String address, String owner, List<Action> into) {
    final Object now = spinner.getValue();
    Action action = make(spinner, address, name, "setter", "set", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        Object wanted = Action.required(parameters, "value");
        Object value = now == null ? wanted : Convert.to(wanted, now.getClass(), "value");
        try {
          spinner.setValue(value);
        } catch (IllegalArgumentException e) {
          throw new Action.Refused("bad_parameter", "The spinner does not take " + Json.text(wanted) + ".");
        }
        return null;
      }
    });
    action.parameter("value", now instanceof Number ? "number" : "string", null, true, null);
    action.reads = address;
    into.add(action);
  }

  private static void slide(final JSlider slider, String name, String address, String owner, List<Action> into) {
    Action action = make(slider, address, name, "setter", "set", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        int wanted = (Integer) Convert.to(Action.required(parameters, "value"), int.class, "value");
        if (wanted < slider.getMinimum() || wanted > slider.getMaximum()) throw new Action.Refused("bad_parameter", "It takes " + slider.getMinimum() + " to " + slider.getMaximum() + ".");
        slider.setValue(wanted);
        return null;
      }
    });
    action.parameter("value", "number", null, true, null);
    action.reads = address;
    into.add(action);
  }

  private static void row(final JList<?> list, String name, String address, String owner, List<Action> into) {
    Action action = make(list, address, name, "select", "select", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        Object wanted = Action.required(parameters, "value");
        for (int i = 0; i < list.getModel().getSize(); i++) {
          if (!String.valueOf(wanted).equals(SwingValues.rendered(list, list.getModel().getElementAt(i), i))) continue;
          list.setSelectedIndex(i);
          list.ensureIndexIsVisible(i);
          return null;
        }
        throw new Action.Refused("bad_parameter", "The list has no entry " + Json.text(wanted) + ".");
      }
    });
    action.parameter("value", "string", null, true, null);
    action.reads = Node.child(address, "selected");
    into.add(action);
  }

  private static void table(final JTable table, String name, String address, String owner, List<Action> into) {
    Action select = make(table, address, name, "select", "select", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        int row = row(table, parameters);
        table.setRowSelectionInterval(row, row);
        table.scrollRectToVisible(table.getCellRect(row, 0, true));
        return null;
      }
    });
    select.parameter("row", "number", null, true, null);
    select.reads = Node.child(address, "selected row");
    into.add(select);
    if (table.getRowCount() == 0 || !anyEditable(table)) return;
    Action edit = make(table, address, "set cell of " + name, "setter", "cell", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        int row = row(table, parameters);
        Object header = Action.required(parameters, "column");
        for (int column = 0; column < table.getColumnCount(); column++) {
          if (!SwingValues.header(table, column).equals(header)) continue;
          if (!table.isCellEditable(row, column)) throw new Action.Refused("disabled", "The cell can't be edited.");
          Object before = table.getValueAt(row, column);
          Class<?> type = before != null ? before.getClass() : table.getColumnClass(column);
          table.setValueAt(Convert.to(Action.required(parameters, "value"), Convert.wireType(type, 0) == null ? String.class : type, "value"), row, column);
          return null;
        }
        throw new Action.Refused("bad_parameter", "The table has no column " + Json.text(header) + ".");
      }
    });
    edit.parameter("row", "number", null, true, null).parameter("column", "string", null, true, null).parameter("value", "string", "any", true, null);
    edit.reads = Node.child(address, "rows");
    into.add(edit);
  }

  /** Where the program itself waits for the mouse: what a person does on a row to open it. */
  private static void twice(final JComponent rows, String name, String address, String owner, List<Action> into) {
    boolean heard = false;
    for (MouseListener listener : rows.getMouseListeners()) heard |= !AppClasses.isJdk(listener.getClass());
    if (!heard) return;
    Action action = make(rows, address, "click " + name + " twice", "command", "twice", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        int row = (Integer) Convert.to(Action.required(parameters, "row"), int.class, "row");
        Rectangle at = rows instanceof JTable ? ((JTable) rows).getCellRect(row, 0, true) : rows instanceof JTree ? ((JTree) rows).getRowBounds(row) : ((JList<?>) rows).getCellBounds(row, row);
        if (at == null || at.height == 0) throw new Action.Refused("bad_parameter", "There is no row " + row + ".");
        rows.scrollRectToVisible(at);
        for (int click = 1; click <= 2; click++)
          for (int kind : new int[] {MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED})
            rows.dispatchEvent(new MouseEvent(rows, kind, System.currentTimeMillis(), MouseEvent.BUTTON1_DOWN_MASK, at.x + Math.min(at.width, 40) / 2, at.y + at.height / 2, click, false, MouseEvent.BUTTON1));
        return null;
      }
    });
    action.parameter("row", "number", null, true, null);
    action.description = "A double click on a row, of those that are shown.";
    into.add(action);
  }

  /** What the program does when a key is pressed, and has no button for. */
  static void keys(final JComponent component, String address, String owner, Map<Object, Boolean> offered, List<Action> into) {
    // A map that leads to the toolkit's is there, and most have nothing else in it; one is made only for who asks where there is none.
    if (SwingUtilities.getUIActionMap(component) != null && component.getActionMap().size() == 0) return;
    for (KeyStroke stroke : component.getRegisteredKeyStrokes()) {
      Object found = component.getActionForKeyStroke(stroke);
      if (!(found instanceof javax.swing.Action) || AppClasses.isJdk(found.getClass()) || offered.put(found, Boolean.TRUE) != null) continue;
      final javax.swing.Action does = (javax.swing.Action) found;
      String name = name(does, component);
      if (name == null || !Words.hasWords(name)) continue;
      Action action = make(component, Node.child(address, "key " + name), name, "command", "key", owner, new Widget.Doing() {
        @Override
        public Object run(Map<String, Object> parameters) throws Action.Refused {
          if (!does.isEnabled()) throw new Action.Refused("disabled", "It is disabled in the application now.");
          does.actionPerformed(new ActionEvent(component, ActionEvent.ACTION_PERFORMED, (String) does.getValue(javax.swing.Action.ACTION_COMMAND_KEY)));
          return null;
        }
      });
      action.owns = null;
      action.disabled |= !does.isEnabled();
      action.description = "Does what the key " + stroke.toString().replaceAll("(pressed|typed|released) ", "") + " does.";
      into.add(action);
    }
  }

  /** What a person reads for it, else what the program has it under, unless that was made up: such keys have a number in them. */
  private static String name(javax.swing.Action action, JComponent component) {
    Object said = action.getValue(javax.swing.Action.NAME);
    if (said instanceof String) return Words.clean((String) said);
    for (Object key : component.getActionMap().allKeys()) if (key instanceof String && component.getActionMap().get(key) == action) return ((String) key).matches(".*\\d.*") ? null : Words.clean((String) key);
    return null;
  }

  private static boolean anyEditable(JTable table) {
    for (int column = 0; column < Math.min(table.getColumnCount(), 20); column++) if (table.isCellEditable(0, column)) return true;
    return false;
  }

  private static int row(JTable table, Map<String, Object> parameters) throws Action.Refused {
    int row = (Integer) Convert.to(Action.required(parameters, "row"), int.class, "row");
    if (row < 0 || row >= table.getRowCount()) throw new Action.Refused("bad_parameter", "The table has rows 0 to " + (table.getRowCount() - 1) + ".");
    return row;
  }

  private static void node(final JTree tree, String name, String address, String owner, List<Action> into) {
    Action action = make(tree, address, name, "select", "select", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        Object wanted = Action.required(parameters, "value");
        for (int row = 0; row < tree.getRowCount(); row++) {
          TreePath path = tree.getPathForRow(row);
          if (!String.valueOf(wanted).equals(SwingValues.path(tree, path))) continue;
          tree.setSelectionPath(path);
          tree.expandPath(path);
          return null;
        }
        // Not unfolded yet: along the model.
        TreePath hidden = SwingValues.pathTo(tree, String.valueOf(wanted));
        if (hidden != null) {
          tree.expandPath(hidden.getParentPath());
          tree.setSelectionPath(hidden);
          tree.scrollPathToVisible(hidden);
          return null;
        }
        throw new Action.Refused("bad_parameter", "The tree shows no " + Json.text(wanted) + ".");
      }
    });
    action.parameter("value", "string", null, true, null);
    action.reads = Node.child(address, "selected");
    action.description = "By its words, or by those on the way to it, with \" / \" between them.";
    into.add(action);
  }

  static void tabs(final JTabbedPane pane, final List<Object> titles, String name, String address, String owner, List<Action> into) {
    Action action = make(pane, address, name, "select", "select", owner, new Widget.Doing() {
      @Override
      public Object run(Map<String, Object> parameters) throws Action.Refused {
        Object wanted = Action.required(parameters, "tab");
        int index = titles.indexOf(wanted);
        if (index < 0 || index >= pane.getTabCount()) throw noChoice(wanted, titles);
        if (!pane.isEnabledAt(index)) throw new Action.Refused("disabled", "The tab is disabled in the application now.");
        pane.setSelectedIndex(index);
        return null;
      }
    });
    action.parameter("tab", "string", null, true, titles);
    action.reads = Node.child(address, "selected tab");
    List<Object> off = new ArrayList<Object>();
    for (int i = 0; i < pane.getTabCount(); i++) if (!pane.isEnabledAt(i)) off.add(titles.get(i));
    action.description = Widget.off(off);
    into.add(action);
  }
}
