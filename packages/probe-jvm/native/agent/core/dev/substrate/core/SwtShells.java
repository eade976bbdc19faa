package dev.substrate.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** What SWT windows show, as SwingWindows does it for Swing: layout is passed through, widgets are leaves by the words beside them. */
final class SwtShells {
  /** Last guards: how much there is to read depends on nodes alone. */
  private static final int ANSWER_MS = 3000;
  private static final int TOTAL_MS = 20000;
  private static final int MAX_ROWS = 100;
  private static final int MAX_COLUMNS = 40;
  private static final int MENU_DEPTH = 4;

  private final Swt swt;
  private final SwtActions acting;
  private List<Node> lastRoots = new ArrayList<Node>();
  private List<Action> lastActions = new ArrayList<Action>();
  private String[] lastContext = new String[3];
  /** The last that was asked of a display's thread: there is never a second in its queue. */
  private Calls.Run waiting;

  SwtShells(Class<?> display, Opener opener) {
    swt = new Swt(display, opener);
    acting = new SwtActions(swt);
  }

  private static final class Item {
    final Object widget;
    final Group group;

    Item(Object widget, Group group) {
      this.widget = widget;
      this.group = group;
    }
  }

  private static final class Walk {
    final ArrayDeque<Item> queue = new ArrayDeque<Item>();
    final List<Node> roots = new ArrayList<Node>();
    final List<Action> actions = new ArrayList<Action>();
    final Map<Object, String> labels = new IdentityHashMap<Object, String>();
    final Map<Object, Boolean> captions = new IdentityHashMap<Object, Boolean>();
    /** Title, title of the dialog in front, tab. */
    final String[] context = new String[3];
    Object display;
    Budget budget;
  }

  void read(final Capture capture) throws Exception {
    if (waiting != null && !waiting.done.await(ANSWER_MS, TimeUnit.MILLISECONDS)) {
      silent(capture, null);
      return;
    }
    final Walk walk = new Walk();
    walk.budget = capture.budget;
    long end = System.nanoTime() + TOTAL_MS * 1000000L;
    for (final Object display : swt.displays()) {
      walk.display = display;
      boolean first = true;
      do {
        final boolean start = first;
        first = false;
        waiting = swt.run(display, new Callable<Object>() {
          @Override
          public Object call() {
            long slice = System.nanoTime() + capture.budget.hostMs * 1000000L;
            if (start) shells(walk);
            while (!walk.queue.isEmpty() && System.nanoTime() < slice) visit(walk.queue.poll(), walk);
            return null;
          }
        }, ANSWER_MS);
        if (waiting.done.getCount() > 0 || waiting.thrown != null) {
          silent(capture, waiting.thrown);
          return;
        }
      } while (!walk.queue.isEmpty() && System.nanoTime() < end);
    }
    lastRoots = walk.roots;
    lastActions = walk.actions;
    lastContext = walk.context;
    capture.roots.addAll(lastRoots);
    tell(capture);
  }

  private void silent(Capture capture, Throwable failed) {
    if (lastRoots.isEmpty()) capture.missed++;
    capture.notes.add(failed != null ? "The SWT windows could not be read: " + failed : "The SWT thread is busy: its windows were not read.");
    for (Node root : lastRoots) capture.unreached.add(root.address);
    tell(capture);
  }

  private void tell(Capture capture) {
    for (Action action : lastActions) capture.add(action);
    if (capture.windowTitle == null) capture.windowTitle = lastContext[0];
    if (capture.dialog == null) capture.dialog = lastContext[1];
    if (capture.activeTab == null) capture.activeTab = lastContext[2];
  }

  private void shells(Walk walk) {
    Map<String, Integer> counts = new HashMap<String, Integer>();
    List<Object> queue = Swt.list(walk.display, "getShells");
    for (int i = 0; i < queue.size(); i++) queue.addAll(Swt.list(queue.get(i), "getShells"));
    Map<Object, Boolean> met = new IdentityHashMap<Object, Boolean>();
    Object active = Fx.call(walk.display, "getActiveShell");
    for (Object shell : queue) {
      if (met.put(shell, Boolean.TRUE) != null || !Swt.isTrue(Fx.call(shell, "isVisible"))) continue;
      String title = Fx.text(shell, "getText");
      boolean dialog = Fx.call(shell, "getParent") != null;
      // A title is a value: a document's name is in it. That of a dialog says what it is.
      String base = "window:swt" + (dialog ? ":dialog" + (title == null || title.isEmpty() ? "" : "[" + title + "]") : "");
      Integer index = counts.get(base);
      counts.put(base, index == null ? 1 : index + 1);
      String address = base + (index == null ? "" : "#" + index);
      Node root = new Node(dialog && Words.clean(title) != null ? Words.clean(title) : dialog ? "dialog" : "window", 'o');
      root.address = address;
      root.source = "window";
      root.type = shell.getClass().getName();
      root.label = Words.clean(title);
      root.shown = 1;
      if (title != null) root.add(Node.value("title", title));
      if (walk.context[0] == null || shell == active) walk.context[0] = title;
      if (dialog) walk.context[1] = title;
      walk.roots.add(root);
      Group group = new Group(root, address, root.label, true);
      Object bar = Fx.call(shell, "getMenuBar");
      if (bar != null) menu(bar, group, Node.child(address, "menu"), null, walk, 0);
      walk.queue.add(new Item(shell, group));
    }
  }

  private void menu(Object menu, Group group, String parent, String path, Walk walk, int depth) {
    for (Object item : Swt.list(menu, "getItems")) {
      String text = Swt.text(item);
      if (text == null || Swt.has(item, Swt.SEPARATOR) || !walk.budget.take()) continue;
      String address = Node.child(parent, text);
      Object below = Swt.has(item, Swt.CASCADE) ? Fx.call(item, "getMenu") : null;
      if (below != null && depth < MENU_DEPTH) menu(below, group, address, path == null ? text : path + " > " + text, walk, depth + 1);
      else if (!Swt.has(item, Swt.CASCADE)) acting.menuItem(walk.display, item, text, address, path, walk.actions);
    }
  }

  private void visit(Item item, Walk walk) {
    Object widget = item.widget;
    Group group = item.group;
    if (Swt.isTrue(Fx.call(widget, "isDisposed")) || Boolean.FALSE.equals(Fx.call(widget, "getVisible")) && !Swt.is(widget, "Shell") || !walk.budget.take()) return;
    if (Swt.is(widget, "TabFolder") || Swt.is(widget, "CTabFolder")) {
      tabs(widget, group, walk);
      return;
    }
    if (walk.captions.containsKey(widget)) return;
    if (Swt.is(widget, "ToolBar")) {
      for (Object each : Swt.list(widget, "getItems")) tool(each, group, walk);
      return;
    }
    String name = name(widget, walk);
    Node value = value(widget, name, walk.budget);
    boolean button = Swt.is(widget, "Button");
    if (value != null || button) {
      String segment = group.unique(name);
      if (value != null) {
        value.name = segment;
        value.shown = (byte) (group.shown ? 1 : 2);
        if (walk.labels.get(widget) != null) value.label = walk.labels.get(widget);
        group.node.add(value);
      }
      acting.of(walk.display, widget, segment, Node.child(group.address, segment), group.label, walk.actions);
      return;
    }
    List<Object> children = Swt.list(widget, "getChildren");
    Group inside = Swt.is(widget, "Group") && Swt.text(widget) != null ? below(group, Swt.text(widget), group.shown) : group;
    caption(children, walk);
    for (Object child : children) if (!Swt.is(child, "Shell")) walk.queue.add(new Item(child, inside));
  }

  private static Group below(Group group, String label, boolean shown) {
    String segment = group.unique(label);
    Node node = new Node(segment, 'o');
    node.label = label;
    node.shown = (byte) (shown ? 1 : 2);
    group.node.add(node);
    return new Group(node, Node.child(group.address, segment), label, shown);
  }

  /** A label right before an input names it. */
  private static void caption(List<Object> siblings, Walk walk) {
    for (int i = 0; i + 1 < siblings.size(); i++) {
      Object label = siblings.get(i);
      String text = Swt.is(label, "Label") || Swt.is(label, "CLabel") ? Swt.text(label) : null;
      if (text == null || !isInput(siblings.get(i + 1))) continue;
      walk.labels.put(siblings.get(i + 1), text);
      walk.captions.put(label, Boolean.TRUE);
    }
  }

  private static boolean isInput(Object widget) {
    for (String type : new String[] {"Text", "StyledText", "Combo", "CCombo", "Spinner", "Scale", "Slider", "List", "Table", "Tree", "DateTime", "ProgressBar"}) if (Swt.is(widget, type)) return true;
    return false;
  }

  private static String name(Object widget, Walk walk) {
    String label = walk.labels.get(widget);
    if (label != null) return label;
    String text = Swt.is(widget, "Button") || Swt.is(widget, "ToolItem") ? Swt.text(widget) : null;
    if (text == null) text = Words.clean(Fx.text(widget, "getToolTipText"));
    if (text == null && (Swt.is(widget, "Text") || Swt.is(widget, "Combo"))) text = Words.clean(Fx.text(widget, "getMessage"));
    if (text != null && text.length() <= 60) return text;
    String kind = ClassNames.simple(widget.getClass());
    return kind.isEmpty() ? "widget" : Character.toLowerCase(kind.charAt(0)) + kind.substring(1);
  }

  private void tool(Object item, Group group, Walk walk) {
    String name = name(item, walk);
    if (Swt.has(item, Swt.SEPARATOR) || name.equals("toolItem") || !walk.budget.take()) return;
    String segment = group.unique(name);
    boolean toggles = Swt.has(item, Swt.CHECK) || Swt.has(item, Swt.RADIO);
    if (toggles) group.node.add(Node.value(segment, Swt.isTrue(Fx.call(item, "getSelection"))));
    acting.press(walk.display, item, segment, Node.child(group.address, segment), group.label, toggles, walk.actions);
  }

  private void tabs(Object folder, Group group, Walk walk) {
    String segment = group.unique("tabs");
    Node node = new Node(segment, 'o');
    group.node.add(node);
    Group inside = new Group(node, Node.child(group.address, segment), group.label, group.shown);
    int selected = Swt.number(folder, "getSelectionIndex");
    List<Object> titles = new ArrayList<Object>();
    for (Object tab : Swt.list(folder, "getItems")) {
      String title = Swt.text(tab);
      if (title == null) title = "tab " + (titles.size() + 1);
      boolean shown = titles.size() == selected;
      titles.add(title);
      if (shown) {
        node.add(Node.value("selected tab", title));
        if (walk.context[2] == null) walk.context[2] = title;
      }
      Object control = Fx.call(tab, "getControl");
      if (control != null) walk.queue.add(new Item(control, below(inside, title, group.shown && shown)));
    }
    acting.tabs(walk.display, folder, titles, segment, inside.address, group.label, walk.actions);
  }

  /** Null for what has no state of its own. */
  private static Node value(Object widget, String name, Budget budget) {
    if (Swt.is(widget, "Text") || Swt.is(widget, "StyledText")) {
      boolean secret = Swt.has(widget, Swt.PASSWORD) && Swt.is(widget, "Text");
      return secret ? redacted(name) : text(name, Fx.text(widget, "getText"), budget);
    }
    if (Swt.is(widget, "Button")) return Swt.has(widget, Swt.CHECK) || Swt.has(widget, Swt.RADIO) || Swt.has(widget, Swt.TOGGLE) ? Node.value(name, Swt.isTrue(Fx.call(widget, "getSelection"))) : null;
    if (Swt.is(widget, "Label") || Swt.is(widget, "CLabel") || Swt.is(widget, "Link")) {
      String text = Swt.text(widget);
      return text == null || !Words.hasWords(text) ? null : text(name, text, budget);
    }
    if (Swt.is(widget, "Combo") || Swt.is(widget, "CCombo")) return text(name, Fx.text(widget, "getText"), budget);
    if (Swt.is(widget, "Spinner") || Swt.is(widget, "Scale") || Swt.is(widget, "Slider") || Swt.is(widget, "ProgressBar")) return Node.value(name, (long) Swt.number(widget, "getSelection"));
    if (Swt.is(widget, "List")) return list(widget, name, budget);
    if (Swt.is(widget, "Table")) return table(widget, name, budget);
    if (Swt.is(widget, "Tree")) return tree(widget, name, budget);
    return null;
  }

  private static Node redacted(String name) {
    Node node = Node.value(name, Secrets.REDACTED);
    node.secret = true;
    return node;
  }

  private static Node text(String name, String text, Budget budget) {
    if (text == null) return Node.value(name, null);
    if (Secrets.value(name, text)) return redacted(name);
    Node node = Node.value(name, budget.cut(text));
    if (text.length() > budget.maxString) node.length = text.length();
    if (budget.literals != null) node.literal = budget.literals.judge(text);
    return node;
  }

  private static Node list(Object widget, String name, Budget budget) {
    Node node = new Node(name, 'o');
    Node items = new Node("items", 'l');
    items.children = new ArrayList<Node>();
    List<Object> all = Swt.list(widget, "getItems");
    for (int i = 0; i < Math.min(all.size(), MAX_ROWS) && budget.take(); i++) items.add(text(String.valueOf(i), String.valueOf(all.get(i)), budget));
    if (all.size() > items.children.size()) items.size = all.size();
    node.add(items);
    int selected = Swt.number(widget, "getSelectionIndex");
    node.add(text("selected", selected < 0 || selected >= all.size() ? null : String.valueOf(all.get(selected)), budget));
    return node;
  }

  private static Node table(Object table, String name, Budget budget) {
    Node node = new Node(name, 'o');
    node.type = table.getClass().getName();
    Node rows = new Node("rows", 'l');
    rows.children = new ArrayList<Node>();
    int count = Swt.number(table, "getItemCount");
    List<Object> columns = Swt.list(table, "getColumns");
    // Rows of a table that asks for them as they come into sight are read where they are in sight.
    int from = Swt.has(table, Swt.VIRTUAL) ? Math.max(0, Swt.number(table, "getTopIndex")) : 0;
    int to = Math.min(count, from + (Swt.has(table, Swt.VIRTUAL) ? 20 : MAX_ROWS));
    for (int row = from; row < to && budget.take(); row++) {
      Object item = Fx.call(table, "getItem", row);
      if (item == null) continue;
      Node line = new Node(String.valueOf(row), 'o');
      java.util.Set<String> taken = new java.util.HashSet<String>();
      for (int column = 0; column < Math.max(1, Math.min(columns.size(), MAX_COLUMNS)) && budget.take(); column++) {
        String header = columns.isEmpty() ? "text" : Swt.text(columns.get(column));
        if (header == null) header = "column " + (column + 1);
        for (int i = 2; !taken.add(header); i++) header = header + " " + i;
        line.add(text(header, String.valueOf(Fx.call(item, "getText", column)), budget));
      }
      rows.add(line);
    }
    if (count > rows.children.size()) rows.size = count;
    node.add(Node.value("row count", (long) count));
    int selected = Swt.number(table, "getSelectionIndex");
    node.add(Node.value("selected row", selected < 0 ? null : (Object) (long) selected));
    node.add(rows);
    return node;
  }

  /** Items that are unfolded, by the words on the way to them. */
  static void unfolded(Object parent, String path, List<Object> items, List<String> paths) {
    for (Object item : Swt.list(parent, "getItems")) {
      if (items.size() >= MAX_ROWS * 5) return;
      String text = Swt.text(item);
      String own = (path.isEmpty() ? "" : path + " / ") + (text == null ? "" : text);
      items.add(item);
      paths.add(own);
      if (Swt.isTrue(Fx.call(item, "getExpanded"))) unfolded(item, own, items, paths);
    }
  }

  private static Node tree(Object tree, String name, Budget budget) {
    Node node = new Node(name, 'o');
    Node items = new Node("items", 'l');
    items.children = new ArrayList<Node>();
    List<Object> all = new ArrayList<Object>();
    List<String> paths = new ArrayList<String>();
    unfolded(tree, "", all, paths);
    for (int i = 0; i < Math.min(all.size(), MAX_ROWS) && budget.take(); i++) items.add(text(String.valueOf(i), paths.get(i), budget));
    if (all.size() > items.children.size()) items.size = all.size();
    node.add(items);
    List<Object> selected = Swt.list(tree, "getSelection");
    int at = selected.isEmpty() ? -1 : all.indexOf(selected.get(0));
    node.add(text("selected", at < 0 ? null : paths.get(at), budget));
    return node;
  }
}
