package dev.substrate.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * What the windows of a toolkit show that is reached by reflection, as SwingWindows does it for Swing: layout is passed through, controls are leaves by
 * the words beside them. They are read in slices on the toolkit's own thread; while that is busy, what there was stays known.
 */
abstract class ToolkitWindows {
  /** Last guards: how much there is to read depends on nodes alone. */
  private static final int ANSWER_MS = 3000;
  private static final int TOTAL_MS = 20000;
  static final int MAX_ROWS = 100;
  static final int MENU_DEPTH = 4;
  /** Where there are more switches in the menus, those of submenus are settings of details. */
  static final int MANY_TOGGLES = 40;
  static final int MAX_COLUMNS = 40;

  static final class Item {
    final Object part;
    final Group group;

    Item(Object part, Group group) {
      this.part = part;
      this.group = group;
    }
  }

  static final class Walk {
    final ArrayDeque<Item> queue = new ArrayDeque<Item>();
    final List<Node> roots = new ArrayList<Node>();
    final List<Action> actions = new ArrayList<Action>();
    /** What stands beside a part, and what does nothing else than to name another. */
    final Map<Object, String> labels = new IdentityHashMap<Object, String>();
    final Map<Object, Boolean> captions = new IdentityHashMap<Object, Boolean>();
    final Budget budget;
    /** Whose windows they are. */
    Object display;
    String title;
    String dialog;
    String tab;

    Walk(Budget budget) {
      this.budget = budget;
    }

    void caption(Object label, String text, Object of) {
      labels.put(of, text);
      captions.put(label, Boolean.TRUE);
    }

    Group window(String name, String address, Object window, String title, String label) {
      Node root = new Node(name, 'o');
      root.address = address;
      root.source = "window";
      root.type = window.getClass().getName();
      root.label = label;
      root.shown = 1;
      if (title != null) root.add(Node.value("title", title));
      roots.add(root);
      return new Group(root, address, Group.called(name), true);
    }

    /** Adds what a part holds, if anything, and returns the name that it has in its group. */
    String add(Object part, String name, Node value, Group group) {
      String segment = group.unique(name);
      if (value == null) return segment;
      value.name = segment;
      value.shown = (byte) (group.shown ? 1 : 2);
      if (labels.get(part) != null) value.label = labels.get(part);
      group.node.add(value);
      return segment;
    }
  }

  private final String toolkit;
  private Walk last = new Walk(null);
  /** The last that was asked of a thread: there is never a second in its queue. */
  private Calls.Run waiting;

  ToolkitWindows(String toolkit) {
    this.toolkit = toolkit;
  }

  /** Each has a thread of its own. */
  abstract List<Object> displays() throws Exception;

  abstract Calls.Run run(Object display, Callable<Object> body, long timeoutMs) throws Exception;

  /** Puts what is on the display's screen into the queue. */
  abstract void begin(Walk walk) throws Exception;

  abstract void visit(Item item, Walk walk);

  final void read(final Capture capture) throws Exception {
    if (waiting != null && !waiting.done.await(ANSWER_MS, TimeUnit.MILLISECONDS)) {
      silent(capture, null);
      return;
    }
    final Walk walk = new Walk(capture.budget);
    long end = System.nanoTime() + TOTAL_MS * 1000000L;
    for (final Object display : displays()) {
      walk.display = display;
      boolean first = true;
      do {
        final boolean start = first;
        first = false;
        waiting = run(display, new Callable<Object>() {
          @Override
          public Object call() throws Exception {
            long slice = System.nanoTime() + capture.budget.hostMs * 1000000L;
            if (start) begin(walk);
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
    last = walk;
    capture.roots.addAll(last.roots);
    tell(capture);
  }

  private void silent(Capture capture, Throwable failed) {
    if (last.roots.isEmpty()) capture.missed++;
    capture.notes.add(failed != null ? "The " + toolkit + " windows could not be read: " + failed : "The " + toolkit + " thread is busy: its windows were not read.");
    for (Node root : last.roots) capture.unreached.add(root.address);
    tell(capture);
  }

  private void tell(Capture capture) {
    for (Action action : last.actions) capture.add(action);
    if (capture.windowTitle == null) capture.windowTitle = last.title;
    if (capture.dialog == null) capture.dialog = last.dialog;
    if (capture.activeTab == null) capture.activeTab = last.tab;
  }

  static Group below(Group group, String label, boolean shown) {
    String segment = group.unique(label);
    Node node = new Node(segment, 'o');
    node.label = label;
    node.shown = (byte) (shown ? 1 : 2);
    group.node.add(node);
    return new Group(node, Node.child(group.address, segment), label, shown);
  }

  static Node elements(String name) {
    Node list = new Node(name, 'l');
    list.children = new ArrayList<Node>();
    return list;
  }
}
