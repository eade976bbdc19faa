package dev.substrate.core;

import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Window;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.swing.JComponent;
import javax.swing.JInternalFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JTabbedPane;
import javax.swing.JTable;
import javax.swing.JToolBar;
import javax.swing.JTree;
import javax.swing.MenuElement;
import javax.swing.SwingUtilities;

/**
 * What AWT and Swing windows show. Containers that only lay things out are passed through; windows, tabs, titled panels and internal
 * frames are groups. Read on the event thread in slices, each no longer than the budget allows, breadth first.
 */
final class SwingWindows {
  private static final int MENU_DEPTH = 4;
  private static final int LONG_MENU = 100;
  private static final int MOST_KEYED = 60;
  private static final int MANY_TOGGLES = 40;
  /** Last guards: how much there is to read depends on nodes alone. */
  private static final int TOTAL_MS = 20000;
  private static final int ANSWER_MS = 3000;

  private static final SwingMenus MENUS = new SwingMenus();

  private final AppClasses classes;
  /** Nodes that one root may have. */
  private static final int SHARE = 1200;
  /** Components of a window that are looked into. */
  private static final int MOST_OWN = 100;

  private final Fields fields;
  private final ObjectWords words;
  private final MethodActions methods;
  private List<Node> lastRoots = new ArrayList<Node>();
  private List<Action> lastActions = new ArrayList<Action>();
  private String[] lastContext = new String[6];
  private Map<String, WeakReference<Component>> lastMany = new HashMap<String, WeakReference<Component>>();
  /** Addresses of the roots of the program's own components. */
  private List<String> lastOwn = new ArrayList<String>();

  SwingWindows(AppClasses classes, Fields fields, MethodActions methods) {
    this.classes = classes;
    this.fields = fields;
    this.methods = methods;
    words = new ObjectWords(fields);
    SwingValues.tellBy(words);
  }

  private static final class Item {
    final Component component;
    final Group group;
    final boolean always;

    Item(Component component, Group group, boolean always) {
      this.component = component;
      this.group = group;
      this.always = always;
    }
  }

  private final class Walk implements Runnable {
    final Capture capture;
    final SwingNames names = new SwingNames(fields);
    final ArrayDeque<Item> queue = new ArrayDeque<Item>();
    final List<Group> groups = new ArrayList<Group>();
    final List<Node> roots = new ArrayList<Node>();
    final List<Action> actions = new ArrayList<Action>();
    /** Of menus that go on and on: everything else comes before. */
    final List<Action> late = new ArrayList<Action>();
    /** Of each window, in their order. */
    final Map<Window, List<Component>> own = new LinkedHashMap<Window, List<Component>>();
    /** Those with rows, by address. */
    final Map<String, WeakReference<Component>> many = new HashMap<String, WeakReference<Component>>();
    final Map<Component, Boolean> seen = new IdentityHashMap<Component, Boolean>();
    final Map<JPopupMenu, Boolean> popups = new IdentityHashMap<JPopupMenu, Boolean>();
    final String[] context = new String[6];
    volatile CountDownLatch slice;
    volatile boolean cancelled;
    volatile Throwable failed;
    boolean started;

    Walk(Capture capture) {
      this.capture = capture;
    }

    @Override
    public void run() {
      long end = System.nanoTime() + capture.budget.hostMs * 1000000L;
      boolean first = !started;
      try {
        if (first) {
          started = true;
          windows();
        }
        while (!cancelled && !queue.isEmpty() && System.nanoTime() < end) visit(queue.poll());
        if (queue.isEmpty()) finish();
        capture.host = Thread.currentThread();
        lastEvent = first && queue.isEmpty() ? fields.hidden(events(), "currentEvent") : null;
      } catch (Throwable e) {
        failed = e;
        queue.clear();
      } finally {
        slice.countDown();
      }
    }

    /** What needs to know all that there is. */
    private void finish() {
      for (Object[] each : keyed) SwingActions.keys((JComponent) each[0], (String) each[1], (String) each[2], offered, late);
      for (Map.Entry<Action, javax.swing.AbstractButton> each : pressed.entrySet()) if (labelled.isAmbiguous(each.getKey().name, each.getValue())) actions.remove(each.getKey());
      if (modal == null) return;
      List<Action> behind = new ArrayList<Action>();
      for (Iterator<Action> all = actions.iterator(); all.hasNext(); ) {
        Action action = all.next();
        if (action.address.startsWith("ui:" + modal)) continue;
        behind.add(action);
        all.remove();
      }
      actions.addAll(behind);
    }

    /** Where the dialog is that has to be answered before anything else; its actions come first. */
    private String modal;
    final SwingMenus.Labels labelled = new SwingMenus.Labels();
    final Map<Action, javax.swing.AbstractButton> pressed = new IdentityHashMap<Action, javax.swing.AbstractButton>();

    /** How deep in the menus toggles are still state. */
    private int toldDepth;

    private void windows() {
      Map<String, Integer> counts = new HashMap<String, Integer>();
      Window front = null;
      int frames = 0;
      for (Window window : inOrder(Window.getWindows())) {
        if (!window.isShowing() || !(window instanceof Frame || window instanceof Dialog) && !hasContent(window)) continue;
        if (window.getClass().getName().contains("HeavyWeightWindow")) continue;
        String title = window instanceof Frame ? ((Frame) window).getTitle() : window instanceof Dialog ? ((Dialog) window).getTitle() : null;
        String type = window.getClass().getName();
        Integer index = counts.get(type);
        counts.put(type, index == null ? 1 : index + 1);
        boolean dialog = window instanceof Dialog;
        String address = "window:" + type + (dialog && title != null && !title.isEmpty() ? "[" + title + "]" : "") + (index == null ? "" : "#" + index);
        Node root = new Node(windowName(window, title, dialog), 'o');
        root.address = address;
        root.source = "window";
        root.type = AppClasses.isJdk(window.getClass()) ? Group.ANY_WINDOW : type;
        // A title is a value: a document's name is in it. That of a dialog says what it is.
        if (dialog) root.label = Words.clean(title);
        root.shown = 1;
        roots.add(root);
        if (title != null) root.add(Node.value("title", title));
        root.add(Node.value("focused", window.isFocused()));
        names.meet(window);
        Group group = group(root, address, Group.called(root.name), true);
        if (window instanceof Frame && ((Frame) window).getMenuBar() != null) AwtMenus.read(((Frame) window).getMenuBar(), group, capture.budget, actions);
        queue.add(new Item(window, group, true));
        own.put(window, new ArrayList<Component>());
        if (dialog || frames++ > 0) SwingActions.close(window, root.name, address, actions);
        if (front == null || window.isFocused() || dialog && ((Dialog) window).isModal()) front = window;
        if (dialog) context[3] = title;
        if (dialog && ((Dialog) window).isModal()) modal = address;
      }
      if (front != null) {
        context[0] = front instanceof Frame ? ((Frame) front).getTitle() : front instanceof Dialog ? ((Dialog) front).getTitle() : null;
        context[1] = front.getName();
        context[5] = front.getClass().getName();
      }
    }

    /** As they were made, but those first that stay: a dialog that was made long before it is shown comes after all frames. */
    private List<Window> inOrder(Window[] windows) {
      List<Window> ordered = new ArrayList<Window>();
      for (int rank = 0; rank < 3; rank++) {
        for (Window window : windows) if ((window instanceof Frame ? 0 : window instanceof Dialog ? 1 : 2) == rank) ordered.add(window);
      }
      return ordered;
    }

    private Group group(Node node, String address, String label, boolean shown) {
      Group group = new Group(node, address, label, shown);
      groups.add(group);
      return group;
    }

    private boolean hasContent(Window window) {
      return window.getComponentCount() > 0 && classes.isApp(window.getClass());
    }

    private String windowName(Window window, String title, boolean dialog) {
      if (dialog && Words.clean(title) != null) return Words.clean(title);
      Class<?> type = window.getClass();
      while (ClassNames.isAnonymous(type)) type = type.getSuperclass();
      return AppClasses.isJdk(type) ? dialog ? "dialog" : "window" : ClassNames.simple(type);
    }

    private void visit(Item item) {
      Component component = item.component;
      if (!item.always && !component.isVisible() || seen.put(component, Boolean.TRUE) != null || !capture.budget.take()) return;
      List<Component> beside = own.get(component instanceof Window ? component : SwingUtilities.getWindowAncestor(component));
      if (beside != null && beside.size() < MOST_OWN && classes.isApp(component.getClass())) beside.add(component);
      Group group = item.group;
      if (component instanceof JMenuBar) {
        menus((JMenuBar) component, group);
        return;
      }
      if (component instanceof JTabbedPane) {
        tabs((JTabbedPane) component, group);
        return;
      }
      if (names.isCaption(component) || SwingValues.isOrnament(component)) return;
      String name = names.of(component);
      if (SwingValues.isWidget(component)) {
        String segment = group.unique(name);
        Node node = SwingValues.read(component, segment, capture.budget);
        String address = Node.child(group.address, segment);
        if (component instanceof JTable || component instanceof JTree || component instanceof JList) many.put(address, new WeakReference<Component>(component));
        if (node != null) {
          String label = names.seen(component);
          if (label != null) node.label = label;
          node.shown = (byte) (group.shown ? 1 : 2);
          if (component instanceof JLabel && !names.isLabelled(component)) group.addAlike(name, node);
          else group.node.add(node);
        }
        SwingActions.of(component, segment, address, group.label, node != null, actions);
        if (component instanceof javax.swing.JButton) pressed.put(actions.get(actions.size() - 1), (javax.swing.JButton) component);
        popup(component, address, segment);
        keys(component, address, segment);
        return;
      }
      keys(component, Node.child(group.address, name), group.label);
      popup(component, Node.child(group.address, name), group.label);
      if (component instanceof Container) children((Container) component, groupFor(component, group));
    }

    private Group groupFor(Component component, Group group) {
      if (component instanceof JInternalFrame) return page(component, Words.clean(((JInternalFrame) component).getTitle()), null, group, group.shown);
      String label = component instanceof JComponent ? SwingNames.title(((JComponent) component).getBorder()) : null;
      return label == null ? group : below(group, label, label, label, group.shown);
    }

    private Group below(Group group, String name, String label, String owner, boolean shown) {
      String segment = group.unique(name);
      Node node = new Node(segment, 'o');
      node.label = label;
      node.shown = (byte) (shown ? 1 : 2);
      group.node.add(node);
      return group(node, Node.child(group.address, segment), owner, shown);
    }

    /** A title is a value, which changes as a document is saved: what has one goes by what the program calls it, unless the title is a caption that the program has for it. */
    private Group page(Component page, String title, String caption, Group group, boolean shown) {
      String given = names.called(page, title, classes);
      if (given == null && caption != null) return below(group, caption, caption, caption, shown);
      Group inside = below(group, given != null ? given : SwingNames.kind(page), null, given != null ? given : group.label, shown);
      inside.node.add(Node.value("title", title));
      return inside;
    }

    private void children(Container container, Group group) {
      names.enter(container);
      if (container instanceof javax.swing.JScrollPane) {
        Component view = SwingNames.scrolled(container);
        if (view != null) {
          String label = names.seen(container);
          if (label != null) names.label(view, label);
          queue.add(new Item(view, group, false));
        }
        return;
      }
      for (Component child : container.getComponents()) queue.add(new Item(child, group, false));
    }

    private void caption(JTabbedPane pane) {
      List<Component> pages = new ArrayList<Component>();
      List<String> titles = new ArrayList<String>();
      for (int i = 0; i < pane.getTabCount(); i++) {
        pages.add(pane.getComponentAt(i));
        titles.add(Words.clean(pane.getTitleAt(i)));
      }
      Captions.learn(pages, titles, capture.budget.literals);
    }

    private void tabs(JTabbedPane pane, Group group) {
      String segment = group.unique(names.given(pane) != null ? names.given(pane) : "tabs");
      Node node = new Node(segment, 'o');
      group.node.add(node);
      String address = Node.child(group.address, segment);
      int selected = pane.getSelectedIndex();
      Group inside = group(node, address, group.label, group.shown);
      caption(pane);
      List<Object> titles = new ArrayList<Object>();
      for (int i = 0; i < pane.getTabCount(); i++) {
        String title = Words.clean(pane.getTitleAt(i));
        if (title == null) title = Words.clean(pane.getToolTipTextAt(i));
        if (title == null) title = "tab " + (i + 1);
        titles.add(title);
        if (i == selected) {
          node.add(Node.value("selected tab", title));
          if (context[4] == null) context[4] = title;
        }
        Component page = pane.getComponentAt(i);
        if (page == null) continue;
        queue.add(new Item(page, page(page, title, Captions.of(page), inside, group.shown && i == selected), true));
      }
      SwingActions.tabs(pane, titles, segment, address, group.label, actions);
    }

    /**
     * Menus are things to do; only items that are on or off are state. Where there are very many, those of submenus are settings of details, and
     * most programs bring them up to date only as the menu is opened.
     */
    private void menus(JMenuBar bar, Group group) {
      Node node = new Node(group.unique("menu"), 'o');
      String address = Node.child(group.address, node.name);
      toldDepth = toggles(bar, 0) > MANY_TOGGLES ? 0 : MENU_DEPTH;
      for (MenuElement element : bar.getSubElements()) if (element instanceof JMenu) menu((JMenu) element, address, null, Collections.<JMenu>emptyList(), node, actions.size());
      if (node.children != null) group.node.add(node);
    }

    /** What a click with the other button offers, where the component has it at hand; one that only the program can make is made as it is asked for. */
    private void popup(Component component, String parent, String inside) {
      JPopupMenu popup = component instanceof JComponent && !SwingMenus.makesPopup((JComponent) component) ? ((JComponent) component).getComponentPopupMenu() : null;
      if (popup == null || popups.put(popup, Boolean.TRUE) != null) return;
      String address = Node.child(parent, "popup");
      items(popup.getComponents(), address, inside, Collections.<JMenu>emptyList(), new Node("", 'o'), false, actions.size());
    }

    /** Actions that a button or an item of a menu has: they need no key. */
    final Map<Object, Boolean> offered = new IdentityHashMap<Object, Boolean>();
    /** Components that keys may be for: what is pressed in them, where they are, and who has them. */
    final List<Object[]> keyed = new ArrayList<Object[]>();

    private void keys(Component component, String address, String owner) {
      if (component instanceof javax.swing.AbstractButton) offer((javax.swing.AbstractButton) component);
      else if (component instanceof JComponent && !(component instanceof JLabel) && keyed.size() < MOST_KEYED) keyed.add(new Object[] {component, address, owner});
    }

    private void offer(javax.swing.AbstractButton button) {
      if (button.getAction() != null) offered.put(button.getAction(), Boolean.TRUE);
    }

    private int toggles(MenuElement element, int depth) {
      int count = 0;
      if (depth > 2 * MENU_DEPTH) return count;
      for (MenuElement each : element.getSubElements()) count += isToggle(each) ? 1 : toggles(each, depth + 1);
      return count;
    }

    private boolean isToggle(MenuElement item) {
      return item instanceof javax.swing.JCheckBoxMenuItem || item instanceof javax.swing.JRadioButtonMenuItem;
    }

    /** `before` are the actions that there were before the menu of the bar that this one is in: many short menus in a menu are a long one. */
    private void menu(JMenu menu, String parent, String path, List<JMenu> above, Node state, int before) {
      String text = Words.clean(menu.getText());
      int depth = above.size();
      if (text == null || depth > MENU_DEPTH) return;
      String address = Node.child(parent, text);
      String inside = path == null ? text : path + " > " + text;
      List<JMenu> way = new ArrayList<JMenu>(above);
      way.add(menu);
      Node below = new Node(text, 'o');
      MENUS.opening(menu, text, address, path, way, actions);
      items(menu.getMenuComponents(), address, inside, way, below, depth <= toldDepth, before);
      if (below.children != null) state.add(below);
    }

    private void items(Component[] components, String address, String inside, List<JMenu> way, Node state, boolean told, int before) {
      for (Component component : components) {
        if (!(component instanceof JMenuItem)) continue;
        JMenuItem item = (JMenuItem) component;
        String label = Words.clean(item.getText());
        if (label == null || !capture.budget.take()) continue;
        if (item instanceof JMenu) {
          menu((JMenu) item, address, inside, way, state, before);
          continue;
        }
        offer(item);
        labelled.add(label, item);
        boolean toggle = isToggle(item) && told;
        if (toggle) state.add(Node.value(label, item.isSelected()));
        MENUS.item(item, label, Node.child(address, label), inside, way, toggle, actions.size() - before < LONG_MENU ? actions : late);
      }
    }
  }

  /** What the queue notes of the event that is dispatched, another for each; null where they were not read in one. */
  private volatile Object lastEvent;

  private static EventQueue events() {
    return java.awt.Toolkit.getDefaultToolkit().getSystemEventQueue();
  }

  /** Nothing was dispatched since, and nothing waits to be. */
  boolean rests() {
    EventQueue events = events();
    return lastEvent != null && AppClasses.isJdk(events.getClass()) && lastEvent == fields.hidden(events, "currentEvent") && events.peekEvent() == null;
  }

  /** One that the event thread has not come to yet: there is never a second in its queue. */
  private Walk waiting;

  void read(Capture capture) throws InterruptedException {
    if (waiting != null && !waiting.slice.await(ANSWER_MS, TimeUnit.MILLISECONDS)) {
      silent(capture, null);
      return;
    }
    Walk walk = new Walk(capture);
    waiting = walk;
    long end = System.nanoTime() + TOTAL_MS * 1000000L;
    boolean answered;
    do {
      walk.slice = new CountDownLatch(1);
      EventQueue.invokeLater(walk);
      answered = walk.slice.await(ANSWER_MS, TimeUnit.MILLISECONDS);
    } while (answered && !walk.queue.isEmpty() && System.nanoTime() < end);
    if (!answered || walk.failed != null) {
      walk.cancelled = true;
      silent(capture, walk.failed);
      return;
    }
    waiting = null;
    if (!walk.queue.isEmpty()) {
      walk.cancelled = true;
      capture.budget.exhausted = true;
    }
    for (Group group : walk.groups) group.list();
    lastRoots = walk.roots;
    lastActions = walk.actions;
    lastActions.addAll(walk.late);
    lastContext = walk.context;
    lastMany = walk.many;
    capture.roots.addAll(lastRoots);
    tellContext(capture);
    own = walk.own;
  }

  /** Components of the program's own that this capture met, of each window. */
  private Map<Window, List<Component>> own = new LinkedHashMap<Window, List<Component>>();

  /** Rows beyond those that were told; null when the place is no part of a table, list or tree. */
  Node more(String root, List<?> path, final int from, final int limit, final Budget budget) throws Exception {
    String address = root;
    for (int i = 0; i < path.size(); i++) {
      address = Node.child(address, String.valueOf(path.get(i)));
      WeakReference<Component> held = lastMany.get(address);
      final Component component = held == null ? null : held.get();
      if (component == null) continue;
      // Below the component: `rows` or `items`, then perhaps which one.
      final int row = path.size() > i + 2 ? Integer.parseInt(String.valueOf(path.get(i + 2))) : -1;
      Calls.Run run = Ui.run(new Callable<Object>() {
        @Override
        public Object call() {
          return SwingValues.read(component, "", budget, row < 0 ? from : row, row < 0 ? limit : 1);
        }
      }, ANSWER_MS);
      Node widget = (Node) run.value;
      if (widget == null) return null;
      widget.address = "";
      return Told.find(Collections.singletonList(widget), "", path.subList(i + 1, path.size()));
    }
    return null;
  }

  /** What there was stays known, and can be tried: it was not seen now. */
  private void silent(Capture capture, Throwable failed) {
    if (lastRoots.isEmpty()) capture.missed++;
    capture.notes.add(failed != null ? "The windows could not be read: " + failed : "The event thread is busy: the windows were not read.");
    for (Node root : lastRoots) capture.unreached.add(root.address);
    for (String address : lastOwn) capture.unreached.add(address);
    tellContext(capture);
  }

  private void tellContext(Capture capture) {
    for (Action action : lastActions) capture.add(action);
    capture.windowTitle = lastContext[0];
    capture.windowId = lastContext[1];
    capture.dialog = lastContext[3];
    capture.activeTab = lastContext[4];
    capture.windowClass = lastContext[5];
  }

  /**
   * The fields of the program's own windows and panels: view state that no widget shows. After what the application itself keeps: an object is told where it
   * belongs, whatever windows are open. One window is read to its end before the next: those that come later have what is left, and move nothing.
   */
  void readOwn(Capture capture) {
    Map<Window, List<Component>> own = this.own;
    this.own = new LinkedHashMap<Window, List<Component>>();
    if (own.isEmpty()) return;
    Map<String, Integer> counts = new HashMap<String, Integer>();
    int best = 0;
    lastOwn = new ArrayList<String>();
    for (List<Component> beside : own.values()) for (Component component : beside) best = Math.max(best, classes.tier(component.getClass()));
    for (List<Component> beside : own.values()) {
      readOwn(capture, beside, best, counts);
      capture.reader.run();
    }
  }

  private void readOwn(Capture capture, List<Component> beside, int best, Map<String, Integer> counts) {
    for (Component component : beside) {
      Class<?> type = component.getClass();
      // Beside the application's own, what only may be its is a library's furniture.
      if (classes.tier(type) < best) continue;
      if (ClassNames.isAnonymous(type) || component instanceof JToolBar || SwingValues.isWidget(component) || fields.worth.of(type) == Worth.CODE) continue;
      String name = type.getName();
      Integer index = counts.get(name);
      counts.put(name, index == null ? 1 : index + 1);
      if (index != null && index >= 3) continue;
      Node root = capture.root("component:" + name + (index == null ? "" : "#" + index), "component", Statics.simpleName(type) + (index == null ? "" : " " + (index + 1)));
      lastOwn.add(root.address);
      if (!capture.reader.root(root, component, SHARE)) capture.roots.remove(root);
      else if (component instanceof Window || component instanceof JInternalFrame || drawsItself(component, 0)) methods.ofInstance(capture, root, component, "component");
    }
  }

  /** Whether there is nothing in it to press or to fill in: what can be done with it, its methods tell. */
  private static boolean drawsItself(Component component, int depth) {
    if (component instanceof Container)
      for (Component child : ((Container) component).getComponents())
        if (depth > 3 || !(child instanceof javax.swing.JScrollBar || child instanceof java.awt.Scrollbar) && (SwingValues.isWidget(child) || !drawsItself(child, depth + 1))) return false;
    return true;
  }
}
