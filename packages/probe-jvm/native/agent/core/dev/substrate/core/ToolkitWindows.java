package dev.substrate.core;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

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
  private static final int MOST_HOLDERS = 300;

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
    /** What the program calls its parts: the fields that hold them. */
    final Map<Object, String> called = new IdentityHashMap<Object, String>();
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
      String type = window.getClass().getName();
      root.type = type.startsWith("javafx.") ? Group.ANY_WINDOW : type;
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
  private final Pattern own;
  private final Opener opener;
  private final AppClasses classes;
  private Walk last = new Walk(null);
  /** The last that was asked of a thread: there is never a second in its queue. */
  private Calls.Run waiting;

  /** `own`: classes of the toolkit itself. */
  ToolkitWindows(String toolkit, String own, Opener opener, AppClasses classes) {
    this.toolkit = toolkit;
    this.own = Pattern.compile(own);
    this.opener = opener;
    this.classes = classes;
  }

  /** Each has a thread of its own. */
  abstract List<Object> displays() throws Exception;

  abstract Calls.Run run(Object display, Callable<Object> body, long timeoutMs) throws Exception;

  /** Puts what is on the display's screen into the queue. */
  abstract void begin(Walk walk) throws Exception;

  abstract void visit(Item item, Walk walk);

  /** Whether it can stand in a window, or is a page there. */
  abstract boolean isPart(Object object);

  /** What the program has set to know it by; null for nothing. */
  abstract String id(Object part);

  /** What the program's objects, and those that they hold, call the parts of its windows: often who makes a window is no part of it. The nearest first. */
  private void callAll(List<Object> holders, Walk walk) {
    ArrayDeque<Object> queue = new ArrayDeque<Object>(holders);
    Map<Object, Boolean> met = new IdentityHashMap<Object, Boolean>();
    for (Object each = queue.poll(); each != null && met.size() < MOST_HOLDERS; each = queue.poll()) {
      if (met.put(each, Boolean.TRUE) == null) queue.addAll(call(each, walk));
    }
  }

  /** Takes note of what an object of the program's calls the parts that it holds. Returns what else of the program's it holds. */
  final List<Object> call(Object holder, Walk walk) {
    List<Object> others = new ArrayList<Object>();
    for (Class<?> type = holder.getClass(); type != null && !AppClasses.isJdk(type) && !own.matcher(type.getName()).matches(); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getType().isPrimitive() || Modifier.isStatic(field.getModifiers()) || !opener.open(field, type)) continue;
        try {
          Object held = field.get(holder);
          if (held == null) continue;
          if (!isPart(held)) {
            if (classes.isApp(held.getClass())) others.add(held);
          } else if (!walk.called.containsKey(held)) walk.called.put(held, field.getName());
        } catch (Throwable unreadable) {
          // Another may be called something.
        }
      }
    }
    return others;
  }

  static String kind(Object part) {
    String name = ClassNames.simple(named(part));
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static Class<?> named(Object part) {
    Class<?> type = part.getClass();
    while (ClassNames.isAnonymous(type)) type = type.getSuperclass();
    return type;
  }

  /** As SwingNames does it for Swing. */
  private String called(List<Object> parts, String title, Walk walk) {
    for (Object part : parts) {
      if (classes.isApp(named(part))) return ClassNames.simple(named(part));
      if (walk.called.containsKey(part)) return walk.called.get(part);
      String id = id(part);
      if (id != null && !id.equals(Words.unmarked(title))) return id;
    }
    return null;
  }

  /** A page by its tab, what is in it and what scrolls there. A title is a value, which changes as a document is saved: it goes by what the program calls it, unless the title is a caption that the program has for it. */
  final Group page(List<Object> parts, String title, Group group, boolean shown, Walk walk) {
    String given = called(parts, title, walk);
    String caption = Captions.of(parts.get(0));
    if (given == null && caption != null) return below(group, caption, shown);
    Group inside = below(group, given != null ? given : kind(parts.get(Math.min(1, parts.size() - 1))), null, given != null ? given : group.label, shown);
    inside.node.add(Node.value("title", title));
    return inside;
  }

  final void read(final Capture capture, List<Object> holders) throws Exception {
    if (waiting != null && !waiting.done.await(ANSWER_MS, TimeUnit.MILLISECONDS)) {
      silent(capture, null);
      return;
    }
    final Walk walk = new Walk(capture.budget);
    callAll(holders, walk);
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
    return below(group, label, label, label, shown);
  }

  private static Group below(Group group, String name, String label, String owner, boolean shown) {
    String segment = group.unique(name);
    Node node = new Node(segment, 'o');
    node.label = label;
    node.shown = (byte) (shown ? 1 : 2);
    group.node.add(node);
    return new Group(node, Node.child(group.address, segment), owner, shown);
  }

  static Node elements(String name) {
    Node list = new Node(name, 'l');
    list.children = new ArrayList<Node>();
    return list;
  }
}
