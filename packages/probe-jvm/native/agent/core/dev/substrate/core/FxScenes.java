package dev.substrate.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/** What JavaFX windows show. */
final class FxScenes extends ToolkitWindows {
  private final Fx fx;
  private final FxActions acting;
  private final ObjectWords words;
  /** How deep in the menus switches are still state. */
  private int toldDepth;

  FxScenes(Class<?> window, Opener opener, Fields fields, AppClasses classes) {
    super("JavaFX", "(com\\.sun\\.)?javafx\\..*", opener, classes);
    words = new ObjectWords(fields);
    fx = new Fx(window, opener);
    acting = new FxActions(fx, words);
  }

  /** It has one thread for all. */
  @Override
  List<Object> displays() {
    return Collections.<Object>singletonList(fx);
  }

  @Override
  Calls.Run run(Object display, Callable<Object> body, long timeoutMs) throws Exception {
    return fx.run(body, timeoutMs);
  }

  @Override
  void begin(Walk walk) throws Exception {
    for (Object application : fx.applications()) call(application, walk);
    for (Object window : fx.windows()) {
      Object scene = Fx.call(window, "getScene");
      Object top = scene == null ? null : Fx.call(scene, "getRoot");
      if (!Boolean.TRUE.equals(Fx.call(window, "isShowing")) || top == null || !Fx.is(window, "javafx.stage.Stage")) continue;
      String title = Fx.text(window, "getTitle");
      int index = walk.roots.size();
      Group group = walk.window(title == null || title.isEmpty() || index == 0 ? "window" : title, "window:fx:" + index, window, title, title);
      if (walk.title == null || Boolean.TRUE.equals(Fx.call(window, "isFocused"))) walk.title = title;
      walk.queue.add(new Item(top, group));
    }
  }

  @Override
  void visit(Item item, Walk walk) {
    Object node = item.part;
    Group group = item.group;
    if (Boolean.FALSE.equals(Fx.call(node, "isVisible")) || !walk.budget.take()) return;
    if (Fx.is(node, "TabPane")) {
      tabs(node, group, walk);
      return;
    }
    if (Fx.is(node, "MenuBar")) {
      bar(node, group, walk);
      return;
    }
    if (Fx.is(node, "TitledPane")) {
      String title = Words.clean(Fx.text(node, "getText"));
      walk.queue.add(new Item(Fx.call(node, "getContent"), below(group, title == null ? "pane" : title, group.shown)));
      return;
    }
    if (walk.captions.containsKey(node)) return;
    call(node, walk);
    String name = name(node, walk);
    Node value = value(node, name, walk.budget);
    if (value != null || Fx.is(node, "ButtonBase")) {
      String segment = walk.add(node, name, value, group);
      acting.of(node, segment, Node.child(group.address, segment), group.label, walk.actions);
      String address = Node.child(Node.child(group.address, segment), "popup");
      // What a click with the other button offers, or with the one.
      Object popup = Fx.is(node, "MenuButton") ? node : Fx.is(node, "Control") ? Fx.call(node, "getContextMenu") : null;
      if (popup != null) items(popup, address, segment, Collections.emptyList(), new Node("", 'o'), false, walk);
      return;
    }
    List<Object> children = Fx.is(node, "ScrollPane") ? one(Fx.call(node, "getContent")) : Fx.is(node, "SplitPane") || Fx.is(node, "ToolBar") ? Fx.list(node, "getItems") : Fx.list(node, "getChildrenUnmodifiable");
    caption(children, walk);
    for (Object child : children) walk.queue.add(new Item(child, group));
  }

  private static List<Object> one(Object object) {
    List<Object> out = new ArrayList<Object>();
    if (object != null) out.add(object);
    return out;
  }

  /** A label names the control it is for, or the one after it. */
  private static void caption(List<Object> siblings, Walk walk) {
    for (int i = 0; i < siblings.size(); i++) {
      if (!Fx.is(siblings.get(i), "Label")) continue;
      Object of = Fx.call(siblings.get(i), "getLabelFor");
      if (of == null && i + 1 < siblings.size() && isInput(siblings.get(i + 1))) of = siblings.get(i + 1);
      String text = Words.clean(Fx.text(siblings.get(i), "getText"));
      if (of != null && text != null) walk.caption(siblings.get(i), text, of);
    }
  }

  private static boolean isInput(Object node) {
    return Fx.is(node, "TextInputControl") || Fx.is(node, "ComboBoxBase") || Fx.is(node, "ChoiceBox") || Fx.is(node, "Slider") || Fx.is(node, "Spinner") || Fx.is(node, "ListView") || Fx.is(node, "TreeView") || isTable(node);
  }

  static boolean isTable(Object node) {
    return Fx.is(node, "TableView") || Fx.is(node, "TreeTableView");
  }

  /** Of a tree of rows those that are unfolded. */
  static int rows(Object table) {
    Object unfolded = Fx.call(table, "getExpandedItemCount");
    return unfolded instanceof Integer ? (Integer) unfolded : Fx.list(table, "getItems").size();
  }

  @Override
  boolean isPart(Object object) {
    return Fx.is(object, "javafx.scene.Node") || Fx.is(object, "Tab");
  }

  @Override
  String id(Object part) {
    return Words.clean(Fx.text(part, "getId"));
  }

  private String name(Object node, Walk walk) {
    String label = walk.labels.get(node);
    if (label != null) return label;
    if (Fx.is(node, "ButtonBase")) {
      String text = Words.clean(Fx.text(node, "getText"));
      if (text != null) return text;
    }
    for (String source : new String[] {"getAccessibleText", "getPromptText", "getId"}) {
      String text = Words.clean(Fx.text(node, source));
      if (text != null) return text;
    }
    Object tip = Fx.is(node, "ButtonBase") ? Fx.call(node, "getTooltip") : null;
    if (tip != null && Words.clean(Fx.text(tip, "getText")) != null) return Words.clean(Fx.text(tip, "getText"));
    return walk.called.containsKey(node) ? walk.called.get(node) : kind(node);
  }

  static Node leaf(String name, Object value, Budget budget) {
    Object leaf = Leaf.of(value, budget);
    if (leaf == Leaf.NOT) leaf = budget.cut(String.valueOf(value));
    if (Secrets.value(name, leaf)) return Secrets.hidden(name);
    return Node.value(name, leaf);
  }

  /** Null for what has no state. */
  private Node value(Object node, String name, Budget budget) {
    if (Fx.is(node, "PasswordField")) return Secrets.hidden(name);
    if (Fx.is(node, "TextInputControl")) return leaf(name, Fx.text(node, "getText"), budget);
    if (Fx.is(node, "CheckBox") || Fx.is(node, "ToggleButton")) return Node.value(name, Fx.call(node, "isSelected"));
    if (Fx.is(node, "ButtonBase")) return null;
    if (Fx.is(node, "Label")) return Words.clean(Fx.text(node, "getText")) == null ? null : leaf(name, Fx.text(node, "getText"), budget);
    if (Fx.is(node, "ComboBox") || Fx.is(node, "ChoiceBox")) {
      Object chosen = Fx.call(node, "getValue");
      return leaf(name, FxCells.of(node, words).of(chosen, Fx.list(node, "getItems").indexOf(chosen), null), budget);
    }
    if (Fx.is(node, "Spinner")) return leaf(name, FxCells.of(node, words).of(Fx.call(node, "getValue"), -1, null), budget);
    if (Fx.is(node, "ComboBoxBase") || Fx.is(node, "Slider")) return leaf(name, Fx.call(node, "getValue"), budget);
    if (Fx.is(node, "ProgressIndicator")) return leaf(name, Fx.call(node, "getProgress"), budget);
    if (Fx.is(node, "ListView")) return items(node, name, budget);
    if (Fx.is(node, "TreeView")) return tree(node, name, budget);
    if (isTable(node)) return table(node, name, budget);
    return null;
  }

  private Node items(Object view, String name, Budget budget) {
    Node node = new Node(name, 'o');
    Node items = elements("items");
    List<Object> all = Fx.list(view, "getItems");
    FxCells cells = FxCells.of(view, words);
    for (int i = 0; i < Math.min(all.size(), Math.min(MAX_ROWS, budget.maxElements)) && budget.take(); i++) items.add(leaf(String.valueOf(i), cells.of(all.get(i), i, null), budget));
    if (all.size() > items.children.size()) items.size = all.size();
    Object model = Fx.call(view, "getSelectionModel");
    Object selected = model == null ? null : Fx.call(model, "getSelectedItem");
    return node.add(items).add(leaf("selected", cells.of(selected, all.indexOf(selected), null), budget));
  }

  private Node table(Object view, String name, Budget budget) {
    Node node = new Node(name, 'o');
    Node rows = elements("rows");
    int count = rows(view);
    List<Object> columns = Fx.list(view, "getColumns");
    FxCells cells = FxCells.of(view, words);
    for (int row = 0; row < Math.min(count, Math.min(MAX_ROWS, budget.maxElements)); row++) {
      Node line = new Node(String.valueOf(row), 'o');
      for (int column = 0; column < Math.min(columns.size(), MAX_COLUMNS) && budget.take(); column++) {
        String header = Words.clean(Fx.text(columns.get(column), "getText"));
        line.add(cells.node(header == null ? "column " + (column + 1) : header, Fx.call(columns.get(column), "getCellData", row), row, columns.get(column), budget));
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

  private void tabs(Object pane, Group group, Walk walk) {
    Group inside = below(group, "tabs", group.shown);
    Object model = Fx.call(pane, "getSelectionModel");
    Object selected = model == null ? null : Fx.call(model, "getSelectedItem");
    List<Object> tabs = Fx.list(pane, "getTabs");
    List<String> captions = new ArrayList<String>();
    for (Object tab : tabs) captions.add(Words.clean(Fx.text(tab, "getText")));
    Captions.learn(tabs, captions, walk.budget.literals);
    List<Object> titles = new ArrayList<Object>();
    for (Object tab : tabs) {
      String title = Words.clean(Fx.text(tab, "getText"));
      if (title == null) title = "tab " + (titles.size() + 1);
      titles.add(title);
      if (tab == selected) inside.node.add(Node.value("selected tab", title));
      List<Object> parts = one(tab);
      Object content = Fx.call(tab, "getContent");
      if (content != null) parts.add(content);
      Object scrolled = content != null && Fx.is(content, "ScrollPane") ? Fx.call(content, "getContent") : null;
      if (scrolled != null) parts.add(scrolled);
      Group page = page(parts, title, inside, group.shown && tab == selected, walk);
      if (content != null) walk.queue.add(new Item(content, page));
    }
    acting.tabs(pane, titles, inside.address, group.label, walk.actions);
  }

  /** Menus are things to do; only items that are on or off are state. */
  private void bar(Object bar, Group group, Walk walk) {
    Node node = new Node(group.unique("menu"), 'o');
    String address = Node.child(group.address, node.name);
    toldDepth = toggles(Fx.list(bar, "getMenus"), 0) > MANY_TOGGLES ? 0 : MENU_DEPTH;
    for (Object menu : Fx.list(bar, "getMenus")) menu(menu, address, null, Collections.emptyList(), node, walk);
    if (node.children != null) group.node.add(node);
  }

  private int toggles(List<Object> items, int depth) {
    int count = 0;
    for (Object item : items) count += FxActions.isToggle(item) ? 1 : Fx.is(item, "Menu") && depth <= MENU_DEPTH ? toggles(Fx.list(item, "getItems"), depth + 1) : 0;
    return count;
  }

  private void menu(Object menu, String parent, String path, List<Object> above, Node state, Walk walk) {
    String text = Words.clean(Fx.text(menu, "getText"));
    if (text == null || above.size() > MENU_DEPTH) return;
    String address = Node.child(parent, text);
    List<Object> way = new ArrayList<Object>(above);
    way.add(menu);
    Node below = new Node(text, 'o');
    acting.menus.opening(menu, text, address, path, way, walk.actions);
    items(menu, address, path == null ? text : path + " > " + text, way, below, above.size() <= toldDepth, walk);
    if (below.children != null) state.add(below);
  }

  private void items(Object menu, String address, String inside, List<Object> way, Node state, boolean told, Walk walk) {
    for (Object item : Fx.list(menu, "getItems")) {
      String label = Words.clean(Fx.text(item, "getText"));
      if (label == null || !walk.budget.take()) continue;
      if (Fx.is(item, "Menu")) {
        menu(item, address, inside, way, state, walk);
        continue;
      }
      boolean toggle = told && FxActions.isToggle(item);
      if (toggle) state.add(Node.value(label, Fx.call(item, "isSelected")));
      acting.menus.item(item, label, Node.child(address, label), inside, way, toggle, walk.actions);
    }
  }

  /** The words on the way to an item of a tree. */
  private static String path(Object item, Object tree, FxCells cells) {
    Object above = Fx.call(item, "getParent");
    Object row = Fx.call(tree, "getRow", item);
    String own = cells.text(Fx.call(item, "getValue"), row instanceof Integer ? (Integer) row : -1);
    boolean hidden = above != null && Fx.call(above, "getParent") == null && Boolean.FALSE.equals(Fx.call(tree, "isShowRoot"));
    return above == null || hidden ? String.valueOf(own) : path(above, tree, cells) + " / " + own;
  }

  /** Goes down only where the words lead. */
  static Object find(Object item, String wanted, Object tree, FxCells cells) {
    String own = path(item, tree, cells);
    if (own.equals(wanted)) return item;
    boolean hidden = Fx.call(item, "getParent") == null && Boolean.FALSE.equals(Fx.call(tree, "isShowRoot"));
    if (!hidden && !wanted.startsWith(own + " / ")) return null;
    for (Object child : Fx.list(item, "getChildren")) {
      Object found = find(child, wanted, tree, cells);
      if (found != null) return found;
    }
    return null;
  }

  private Node tree(Object tree, String name, Budget budget) {
    Node node = new Node(name, 'o');
    Node items = elements("items");
    int count = rows(tree);
    FxCells cells = FxCells.of(tree, words);
    for (int row = 0; row < Math.min(count, Math.min(MAX_ROWS, budget.maxElements)) && budget.take(); row++) {
      Object item = Fx.call(tree, "getTreeItem", row);
      if (item != null) items.add(leaf(String.valueOf(row), path(item, tree, cells), budget));
    }
    if (count > items.children.size()) items.size = count;
    Object model = Fx.call(tree, "getSelectionModel");
    Object selected = model == null ? null : Fx.call(model, "getSelectedItem");
    return node.add(items).add(leaf("selected", selected == null ? null : path(selected, tree, cells), budget));
  }
}
