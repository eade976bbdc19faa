package dev.substrate.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What JavaFX windows show, as SwingWindows does it for Swing: layout is passed through, controls are leaves by the words beside them. */
final class FxScenes {
  /** Last guards: how much there is to read depends on nodes alone. */
  private static final int ANSWER_MS = 3000;
  private static final int TOTAL_MS = 20000;
  private static final int MAX_ROWS = 100;
  private static final int MAX_COLUMNS = 40;
  /** Marks a label that only names another control. */
  private static final String CAPTION = "";

  private final Fx fx;
  private final FxActions acting;
  private List<Node> lastRoots = new ArrayList<Node>();
  private List<Action> lastActions = new ArrayList<Action>();
  private String lastTitle;

  FxScenes(Class<?> window) {
    fx = new Fx(window);
    acting = new FxActions(fx);
  }

  private static final class Item {
    final Object node;
    final Group group;

    Item(Object node, Group group) {
      this.node = node;
      this.group = group;
    }
  }

  void read(final Capture capture) throws Exception {
    final ArrayDeque<Item> queue = new ArrayDeque<Item>();
    final List<Node> roots = new ArrayList<Node>();
    final List<Action> actions = new ArrayList<Action>();
    final Map<Object, String> labels = new IdentityHashMap<Object, String>();
    final String[] title = new String[1];
    boolean first = true;
    long end = System.nanoTime() + TOTAL_MS * 1000000L;
    if (waiting != null && !waiting.done.await(ANSWER_MS, java.util.concurrent.TimeUnit.MILLISECONDS)) {
      silent(capture, null);
      return;
    }
    do {
      final boolean start = first;
      first = false;
      Calls.Run run =
          fx.run(
              new Callable<Object>() {
                @Override
                public Object call() throws Exception {
                  long slice = System.nanoTime() + capture.budget.hostMs * 1000000L;
                  if (start) windows(queue, roots, title);
                  while (!queue.isEmpty() && System.nanoTime() < slice) visit(queue.poll(), queue, labels, actions, capture.budget);
                  return null;
                }
              },
              ANSWER_MS);
      waiting = run;
      if (run.done.getCount() > 0 || run.thrown != null) {
        silent(capture, run.thrown);
        return;
      }
    } while (!queue.isEmpty() && System.nanoTime() < end);
    lastRoots = roots;
    lastActions = actions;
    lastTitle = title[0];
    publish(capture);
  }

  /** The last that was asked of the application thread: there is never a second in its queue. */
  private Calls.Run waiting;

  private void silent(Capture capture, Throwable failed) {
    if (lastRoots.isEmpty()) capture.missed++;
    capture.notes.add(failed != null ? "The JavaFX windows could not be read: " + failed : "The JavaFX thread is busy: its windows were not read.");
    for (Node root : lastRoots) capture.unreached.add(root.address);
    tell(capture);
  }

  private void publish(Capture capture) {
    capture.roots.addAll(lastRoots);
    tell(capture);
  }

  private void tell(Capture capture) {
    for (Action action : lastActions) capture.add(action);
    if (capture.windowTitle == null) capture.windowTitle = lastTitle;
  }

  private void windows(ArrayDeque<Item> queue, List<Node> roots, String[] title) throws Exception {
    int index = 0;
    for (Object window : fx.windows()) {
      Object scene = Fx.call(window, "getScene");
      Object top = scene == null ? null : Fx.call(scene, "getRoot");
      if (!Boolean.TRUE.equals(Fx.call(window, "isShowing")) || top == null || !Fx.is(window, "javafx.stage.Stage")) continue;
      String name = Fx.text(window, "getTitle");
      String address = "window:fx:" + index++;
      Node root = new Node(name == null || name.isEmpty() ? "window" : index == 1 ? "window" : name, 'o');
      root.address = address;
      root.source = "window";
      root.type = window.getClass().getName();
      root.label = name;
      root.shown = 1;
      if (name != null) root.add(Node.value("title", name));
      if (title[0] == null || Boolean.TRUE.equals(Fx.call(window, "isFocused"))) title[0] = name;
      roots.add(root);
      queue.add(new Item(top, new Group(root, address, name, true)));
    }
  }

  private void visit(Item item, ArrayDeque<Item> queue, Map<Object, String> labels, List<Action> actions, Budget budget) {
    Object node = item.node;
    Group group = item.group;
    if (Boolean.FALSE.equals(Fx.call(node, "isVisible")) || !budget.take()) return;
    if (Fx.is(node, "TabPane")) {
      tabs(node, group, queue, actions);
      return;
    }
    if (Fx.is(node, "MenuBar")) {
      for (Object menu : Fx.list(node, "getMenus")) menu(menu, Node.child(group.address, "menu"), null, group, actions);
      return;
    }
    if (Fx.is(node, "TitledPane")) {
      queue.add(new Item(Fx.call(node, "getContent"), below(group, Words.clean(Fx.text(node, "getText")))));
      return;
    }
    if (CAPTION.equals(labels.get(node))) return;
    String name = name(node, labels);
    Node value = value(node, name, budget);
    boolean button = Fx.is(node, "ButtonBase") && value == null;
    if (value != null || button) {
      String segment = group.unique(name);
      if (value != null) {
        value.name = segment;
        value.shown = (byte) (group.shown ? 1 : 2);
        if (labels.get(node) != null) value.label = labels.get(node);
        group.node.add(value);
      }
      acting.of(node, segment, Node.child(group.address, segment), group.label, actions);
      return;
    }
    List<Object> children = Fx.is(node, "ScrollPane") ? one(Fx.call(node, "getContent")) : Fx.is(node, "SplitPane") || Fx.is(node, "ToolBar") ? Fx.list(node, "getItems") : Fx.list(node, "getChildrenUnmodifiable");
    caption(children, labels);
    for (Object child : children) queue.add(new Item(child, group));
  }

  private static List<Object> one(Object object) {
    List<Object> out = new ArrayList<Object>();
    if (object != null) out.add(object);
    return out;
  }

  /** A label names the control it is for, or the one after it. */
  private static void caption(List<Object> siblings, Map<Object, String> labels) {
    for (int i = 0; i < siblings.size(); i++) {
      if (!Fx.is(siblings.get(i), "Label")) continue;
      Object of = Fx.call(siblings.get(i), "getLabelFor");
      if (of == null && i + 1 < siblings.size() && isInput(siblings.get(i + 1))) of = siblings.get(i + 1);
      String text = Words.clean(Fx.text(siblings.get(i), "getText"));
      if (of == null || text == null) continue;
      labels.put(of, text);
      labels.put(siblings.get(i), CAPTION);
    }
  }

  private static boolean isInput(Object node) {
    return Fx.is(node, "TextInputControl") || Fx.is(node, "ComboBoxBase") || Fx.is(node, "ChoiceBox") || Fx.is(node, "Slider") || Fx.is(node, "Spinner") || Fx.is(node, "ListView") || Fx.is(node, "TableView");
  }

  private static String name(Object node, Map<Object, String> labels) {
    String label = labels.get(node);
    if (label != null) return label;
    if (Fx.is(node, "ButtonBase")) {
      String text = Words.clean(Fx.text(node, "getText"));
      if (text != null) return text;
    }
    for (String source : new String[] {"getAccessibleText", "getPromptText", "getId"}) {
      String text = Words.clean(Fx.text(node, source));
      if (text != null) return text;
    }
    Class<?> type = node.getClass();
    while (ClassNames.isAnonymous(type)) type = type.getSuperclass();
    return Character.toLowerCase(ClassNames.simple(type).charAt(0)) + ClassNames.simple(type).substring(1);
  }

  private static Node leaf(String name, Object value, Budget budget) {
    Object leaf = Leaf.of(value, budget);
    if (leaf == Leaf.NOT) leaf = budget.cut(String.valueOf(value));
    if (Secrets.value(name, leaf)) return secret(name);
    return Node.value(name, leaf);
  }

  private static Node secret(String name) {
    Node node = Node.value(name, Secrets.REDACTED);
    node.secret = true;
    return node;
  }

  /** Null for what has no state. */
  private static Node value(Object node, String name, Budget budget) {
    if (Fx.is(node, "PasswordField")) return secret(name);
    if (Fx.is(node, "TextInputControl")) return leaf(name, Fx.text(node, "getText"), budget);
    if (Fx.is(node, "CheckBox") || Fx.is(node, "ToggleButton")) return Node.value(name, Fx.call(node, "isSelected"));
    if (Fx.is(node, "ButtonBase")) return null;
    if (Fx.is(node, "Label")) return Words.clean(Fx.text(node, "getText")) == null ? null : leaf(name, Fx.text(node, "getText"), budget);
    if (Fx.is(node, "ComboBoxBase") || Fx.is(node, "ChoiceBox") || Fx.is(node, "Slider") || Fx.is(node, "Spinner")) return leaf(name, Fx.call(node, "getValue"), budget);
    if (Fx.is(node, "ProgressIndicator")) return leaf(name, Fx.call(node, "getProgress"), budget);
    if (Fx.is(node, "ListView")) return items(node, name, budget);
    if (Fx.is(node, "TableView")) return table(node, name, budget);
    return null;
  }

  private static Node items(Object view, String name, Budget budget) {
    Node node = new Node(name, 'o');
    Node items = new Node("items", 'l');
    items.children = new ArrayList<Node>();
    List<Object> all = Fx.list(view, "getItems");
    for (int i = 0; i < Math.min(all.size(), Math.min(MAX_ROWS, budget.maxElements)) && budget.take(); i++) items.add(leaf(String.valueOf(i), all.get(i), budget));
    if (all.size() > items.children.size()) items.size = all.size();
    Object model = Fx.call(view, "getSelectionModel");
    return node.add(items).add(leaf("selected", model == null ? null : Fx.call(model, "getSelectedItem"), budget));
  }

  private static Node table(Object view, String name, Budget budget) {
    Node node = new Node(name, 'o');
    Node rows = new Node("rows", 'l');
    rows.children = new ArrayList<Node>();
    int count = Fx.list(view, "getItems").size();
    List<Object> columns = Fx.list(view, "getColumns");
    for (int row = 0; row < Math.min(count, Math.min(MAX_ROWS, budget.maxElements)); row++) {
      Node line = new Node(String.valueOf(row), 'o');
      for (int column = 0; column < Math.min(columns.size(), MAX_COLUMNS) && budget.take(); column++) {
        String header = Words.clean(Fx.text(columns.get(column), "getText"));
        line.add(leaf(header == null ? "column " + (column + 1) : header, Fx.call(columns.get(column), "getCellData", row), budget));
      }
      rows.add(line);
    }
    if (count > rows.children.size()) rows.size = count;
    Object model = Fx.call(view, "getSelectionModel");
    Object selected = model == null ? null : Fx.call(model, "getSelectedIndex");
    node.add(Node.value("row count", (long) count));
    node.add(Node.value("selected row", selected instanceof Integer && (Integer) selected >= 0 ? (Object) ((Integer) selected).longValue() : null));
    return node.add(rows);
  }

  private static Group below(Group group, String label) {
    String segment = group.unique(label == null ? "pane" : label);
    Node node = new Node(segment, 'o');
    node.label = label;
    group.node.add(node);
    return new Group(node, Node.child(group.address, segment), label, group.shown);
  }

  private void tabs(Object pane, Group group, ArrayDeque<Item> queue, List<Action> actions) {
    Group inside = below(group, "tabs");
    Object model = Fx.call(pane, "getSelectionModel");
    Object selected = model == null ? null : Fx.call(model, "getSelectedItem");
    List<Object> titles = new ArrayList<Object>();
    for (Object tab : Fx.list(pane, "getTabs")) {
      String title = Words.clean(Fx.text(tab, "getText"));
      titles.add(title == null ? "tab " + (titles.size() + 1) : title);
      if (tab == selected) inside.node.add(Node.value("selected tab", titles.get(titles.size() - 1)));
      Group page = below(inside, String.valueOf(titles.get(titles.size() - 1)));
      Object content = Fx.call(tab, "getContent");
      if (content != null) queue.add(new Item(content, new Group(page.node, page.address, page.label, group.shown && tab == selected)));
    }
    acting.tabs(pane, titles, inside.address, group.label, actions);
  }

  private void menu(Object menu, String parent, String path, Group group, List<Action> actions) {
    String text = Words.clean(Fx.text(menu, "getText"));
    if (text == null) return;
    String here = path == null ? text : path + " > " + text;
    for (Object item : Fx.list(menu, "getItems")) {
      String label = Words.clean(Fx.text(item, "getText"));
      if (label == null) continue;
      if (Fx.is(item, "Menu")) menu(item, Node.child(parent, text), here, group, actions);
      else acting.menuItem(item, label, Node.child(Node.child(parent, text), label), here, actions);
    }
  }
}
