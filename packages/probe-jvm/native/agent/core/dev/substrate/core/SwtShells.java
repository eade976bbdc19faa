package dev.substrate.core;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What SWT windows show. */
final class SwtShells extends ToolkitWindows {
  private final Swt swt;
  private final SwtActions acting;
  /** How deep in the menus switches are still state. */
  private int toldDepth;

  SwtShells(Class<?> display, Opener opener, AppClasses classes) {
    super("SWT", "org\\.eclipse\\.swt\\..*", opener, classes);
    swt = new Swt(display, opener);
    acting = new SwtActions(swt);
  }

  @Override
  List<Object> displays() throws Exception {
    return swt.displays();
  }

  @Override
  Calls.Run run(Object display, Callable<Object> body, long timeoutMs) throws Exception {
    return swt.run(display, body, timeoutMs);
  }

  @Override
  void begin(Walk walk) {
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
      String label = Words.clean(title);
      Group group = walk.window(dialog && label != null ? label : dialog ? "dialog" : "window", address, shell, title, label);
      if (walk.title == null || shell == active) walk.title = title;
      if (dialog) walk.dialog = title;
      Object bar = Fx.call(shell, "getMenuBar");
      if (bar != null) bar(bar, group, walk);
      walk.queue.add(new Item(shell, group));
    }
  }

  /** Menus are things to do; only items that are on or off are state. */
  private void bar(Object bar, Group group, Walk walk) {
    Node node = new Node(group.unique("menu"), 'o');
    toldDepth = toggles(bar, 0) > MANY_TOGGLES ? 1 : MENU_DEPTH;
    menu(bar, Node.child(group.address, node.name), null, new ArrayList<Object>(), node, walk);
    if (node.children != null) group.node.add(node);
  }

  /** What a click with the other button offers: things to do, none of it is state. */
  private void popup(Object widget, String parent, String inside, Walk walk) {
    Object popup = Fx.call(widget, "getMenu");
    if (popup == null || walk.captions.put(popup, Boolean.TRUE) != null) return;
    String address = Node.child(parent, "popup");
    toldDepth = -1;
    acting.menus(walk.display).opening(popup, inside == null ? "popup" : inside, address, inside, Collections.singletonList(popup), walk.actions);
    menu(popup, address, inside, new ArrayList<Object>(), new Node("", 'o'), walk);
  }

  private int toggles(Object menu, int depth) {
    int count = 0;
    for (Object item : Swt.list(menu, "getItems")) {
      Object below = Swt.has(item, Swt.CASCADE) ? Fx.call(item, "getMenu") : null;
      count += below == null ? SwtActions.isToggle(item) ? 1 : 0 : depth > MENU_DEPTH ? 0 : toggles(below, depth + 1);
    }
    return count;
  }

  private void menu(Object menu, String address, String path, List<Object> above, Node state, Walk walk) {
    if (above.size() > MENU_DEPTH) return;
    List<Object> way = new ArrayList<Object>(above);
    way.add(menu);
    for (Object item : Swt.list(menu, "getItems")) {
      String text = Swt.text(item);
      if (text == null || Swt.has(item, Swt.SEPARATOR) || !walk.budget.take()) continue;
      String own = Node.child(address, text);
      if (!Swt.has(item, Swt.CASCADE)) {
        boolean told = SwtActions.isToggle(item) && above.size() <= toldDepth;
        if (told) state.add(Node.value(text, Swt.isTrue(Fx.call(item, "getSelection"))));
        acting.menus(walk.display).item(item, text, own, path, way, told, walk.actions);
        continue;
      }
      Object below = Fx.call(item, "getMenu");
      if (below == null) continue;
      Node inside = new Node(text, 'o');
      List<Object> there = new ArrayList<Object>(way);
      there.add(below);
      acting.menus(walk.display).opening(below, text, own, path, there, walk.actions);
      menu(below, own, path == null ? text : path + " > " + text, way, inside, walk);
      if (inside.children != null) state.add(inside);
    }
  }

  @Override
  void visit(Item item, Walk walk) {
    Object widget = item.part;
    Group group = item.group;
    if (Swt.isTrue(Fx.call(widget, "isDisposed")) || Boolean.FALSE.equals(Fx.call(widget, "getVisible")) && !Swt.is(widget, "Shell") || !walk.budget.take()) return;
    if (Swt.is(widget, "TabFolder") || Swt.is(widget, "CTabFolder")) {
      tabs(widget, group, walk);
      return;
    }
    if (walk.captions.containsKey(widget)) return;
    call(widget, walk);
    if (Swt.is(widget, "ToolBar")) {
      for (Object each : Swt.list(widget, "getItems")) tool(each, group, walk);
      return;
    }
    String name = name(widget, walk);
    Node value = value(widget, name, walk.budget);
    if (value != null || Swt.is(widget, "Button")) {
      String segment = walk.add(widget, name, value, group);
      acting.of(walk.display, widget, segment, Node.child(group.address, segment), group.label, walk.actions);
      popup(widget, Node.child(group.address, segment), segment, walk);
      return;
    }
    popup(widget, Node.child(group.address, name), group.label, walk);
    List<Object> children = Swt.list(widget, "getChildren");
    Group inside = Swt.is(widget, "Group") && Swt.text(widget) != null ? below(group, Swt.text(widget), group.shown) : group;
    caption(children, walk);
    for (Object child : children) if (!Swt.is(child, "Shell")) walk.queue.add(new Item(child, inside));
  }

  /** A label right before an input names it. */
  private static void caption(List<Object> siblings, Walk walk) {
    for (int i = 0; i + 1 < siblings.size(); i++) {
      Object label = siblings.get(i);
      String text = Swt.is(label, "Label") || Swt.is(label, "CLabel") ? Swt.text(label) : null;
      if (text != null && isInput(siblings.get(i + 1))) walk.caption(label, text, siblings.get(i + 1));
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
    return walk.called.containsKey(widget) ? walk.called.get(widget) : kind(widget);
  }

  @Override
  boolean isPart(Object object) {
    return Swt.is(object, "Widget");
  }

  /** It has nothing of the kind. */
  @Override
  String id(Object part) {
    return null;
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
    List<Object> tabs = Swt.list(folder, "getItems");
    List<String> captions = new ArrayList<String>();
    for (Object tab : tabs) captions.add(Swt.text(tab));
    Captions.learn(tabs, captions, walk.budget.literals);
    List<Object> titles = new ArrayList<Object>();
    for (Object tab : tabs) {
      String title = Swt.text(tab);
      if (title == null) title = "tab " + (titles.size() + 1);
      boolean shown = titles.size() == selected;
      titles.add(title);
      if (shown) {
        node.add(Node.value("selected tab", title));
        if (walk.tab == null) walk.tab = title;
      }
      Object control = Fx.call(tab, "getControl");
      if (control == null) continue;
      List<Object> parts = new ArrayList<Object>(Arrays.asList(tab, control));
      Object scrolled = Swt.is(control, "ScrolledComposite") ? Fx.call(control, "getContent") : null;
      if (scrolled != null) parts.add(scrolled);
      walk.queue.add(new Item(control, page(parts, title, inside, group.shown && shown, walk)));
    }
    acting.tabs(walk.display, folder, titles, segment, inside.address, group.label, walk.actions);
  }

  /** Null for what has no state of its own. */
  private static Node value(Object widget, String name, Budget budget) {
    if (Swt.is(widget, "Text") || Swt.is(widget, "StyledText")) {
      boolean secret = Swt.has(widget, Swt.PASSWORD) && Swt.is(widget, "Text");
      return secret ? Secrets.hidden(name) : Leaf.shown(name, Fx.text(widget, "getText"), budget);
    }
    if (Swt.is(widget, "Button")) return Swt.has(widget, Swt.CHECK) || Swt.has(widget, Swt.RADIO) || Swt.has(widget, Swt.TOGGLE) ? Node.value(name, Swt.isTrue(Fx.call(widget, "getSelection"))) : null;
    if (Swt.is(widget, "Label") || Swt.is(widget, "CLabel") || Swt.is(widget, "Link")) {
      String text = Swt.text(widget);
      return text == null || !Words.hasWords(text) ? null : Leaf.shown(name, text, budget);
    }
    if (Swt.is(widget, "Combo") || Swt.is(widget, "CCombo")) return Leaf.shown(name, Fx.text(widget, "getText"), budget);
    if (Swt.is(widget, "Spinner") || Swt.is(widget, "Scale") || Swt.is(widget, "Slider") || Swt.is(widget, "ProgressBar")) return Node.value(name, (long) Swt.number(widget, "getSelection"));
    if (Swt.is(widget, "DateTime")) return Node.value(name, moment(widget));
    if (Swt.is(widget, "List")) return list(widget, name, budget);
    if (Swt.is(widget, "Table")) return table(widget, name, budget);
    if (Swt.is(widget, "Tree")) return tree(widget, name, budget);
    return null;
  }

  private static String moment(Object widget) {
    return Swt.has(widget, Swt.TIME)
        ? LocalTime.of(Swt.number(widget, "getHours"), Swt.number(widget, "getMinutes"), Swt.number(widget, "getSeconds")).toString()
        : LocalDate.of(Swt.number(widget, "getYear"), Swt.number(widget, "getMonth") + 1, Swt.number(widget, "getDay")).toString();
  }

  private static Node list(Object widget, String name, Budget budget) {
    Node node = new Node(name, 'o');
    Node items = elements("items");
    List<Object> all = Swt.list(widget, "getItems");
    for (int i = 0; i < Math.min(all.size(), MAX_ROWS) && budget.take(); i++) items.add(Leaf.shown(String.valueOf(i), String.valueOf(all.get(i)), budget));
    if (all.size() > items.children.size()) items.size = all.size();
    node.add(items);
    int selected = Swt.number(widget, "getSelectionIndex");
    node.add(Leaf.shown("selected", selected < 0 || selected >= all.size() ? null : String.valueOf(all.get(selected)), budget));
    return node;
  }

  private static Node table(Object table, String name, Budget budget) {
    Node node = new Node(name, 'o');
    node.type = table.getClass().getName();
    Node rows = elements("rows");
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
        line.add(Leaf.shown(header, String.valueOf(Fx.call(item, "getText", column)), budget));
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
    Node items = elements("items");
    List<Object> all = new ArrayList<Object>();
    List<String> paths = new ArrayList<String>();
    unfolded(tree, "", all, paths);
    for (int i = 0; i < Math.min(all.size(), MAX_ROWS) && budget.take(); i++) items.add(Leaf.shown(String.valueOf(i), paths.get(i), budget));
    if (all.size() > items.children.size()) items.size = all.size();
    node.add(items);
    List<Object> selected = Swt.list(tree, "getSelection");
    int at = selected.isEmpty() ? -1 : all.indexOf(selected.get(0));
    node.add(Leaf.shown("selected", at < 0 ? null : paths.get(at), budget));
    return node;
  }
}
