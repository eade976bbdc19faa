package dev.substrate.core;

import java.awt.Component;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import javax.swing.AbstractButton;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JPasswordField;
import javax.swing.JProgressBar;
import javax.swing.JRadioButton;
import javax.swing.JScrollBar;
import javax.swing.JSlider;
import javax.swing.JSpinner;
import javax.swing.JTable;
import javax.swing.JTextField;
import javax.swing.JToggleButton;
import javax.swing.JTree;
import javax.swing.text.JTextComponent;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.TreePath;

/** The state that a widget shows. On the event thread only. */
final class SwingValues {
  private static final int MAX_ROWS = 100;
  private static final int MAX_COLUMNS = 40;
  private static final int MAX_IN_A_CELL = 20;

  private SwingValues() {}

  static boolean isWidget(Component component) {
    return component instanceof JTextComponent || component instanceof AbstractButton || component instanceof JLabel || component instanceof JComboBox
        || component instanceof JSpinner || component instanceof JSlider || component instanceof JList || component instanceof JTable || component instanceof JTree
        || component instanceof JProgressBar || component instanceof JScrollBar || component instanceof java.awt.TextComponent || component instanceof java.awt.Label
        || component instanceof java.awt.Checkbox || component instanceof java.awt.Choice || component instanceof java.awt.List || component instanceof java.awt.Button || component instanceof java.awt.Scrollbar;
  }

  /** An icon or a mark of punctuation: nothing in words, and never will be. */
  static boolean isOrnament(Component component) {
    if (!(component instanceof JLabel)) return false;
    String text = Words.clean(((JLabel) component).getText());
    return text == null ? ((JLabel) component).getIcon() != null : !Words.hasWords(text);
  }

  /** Null for what has no state, as a plain button. */
  static Node read(Component component, String name, Budget budget) {
    return read(component, name, budget, 0, Math.min(MAX_ROWS, budget.maxElements));
  }

  /** Of a list, table or tree the rows that are asked for. */
  static Node read(Component component, String name, Budget budget, int from, int limit) {
    Node node = component instanceof JTable ? table((JTable) component, name, budget, from, limit)
        : component instanceof JTree ? tree((JTree) component, name, budget, from, limit)
        : component instanceof JList ? list((JList<?>) component, name, budget, from, limit) : widget(component, name, budget);
    if (node != null && node.type == null && node.kind != 'v') node.type = component.getClass().getName();
    return node;
  }

  private static Node widget(Component component, String name, Budget budget) {
    if (component instanceof JPasswordField) return Secrets.hidden(name);
    if (component instanceof java.awt.TextField && ((java.awt.TextField) component).echoCharIsSet()) return Secrets.hidden(name);
    if (component instanceof JTextField) return Leaf.shown(name, ((JTextField) component).getText(), budget);
    if (component instanceof JTextComponent) return document((JTextComponent) component, name, budget);
    if (component instanceof JCheckBox || component instanceof JRadioButton || component instanceof JToggleButton) return Node.value(name, ((AbstractButton) component).isSelected());
    if (component instanceof AbstractButton || component instanceof JScrollBar || component instanceof java.awt.Button) return null;
    if (component instanceof JLabel) return Leaf.shown(name, Words.clean(((JLabel) component).getText()), budget);
    if (component instanceof JComboBox) return Leaf.shown(name, selected((JComboBox<?>) component), budget);
    if (component instanceof JSpinner) return spun((JSpinner) component, name, budget);
    if (component instanceof JSlider) return Node.value(name, (long) ((JSlider) component).getValue());
    if (component instanceof JProgressBar) return ((JProgressBar) component).isIndeterminate() ? Node.value(name, "working") : Node.value(name, (long) ((JProgressBar) component).getValue());
    if (component instanceof java.awt.TextComponent) return Leaf.shown(name, ((java.awt.TextComponent) component).getText(), budget);
    if (component instanceof java.awt.Label) return Leaf.shown(name, ((java.awt.Label) component).getText(), budget);
    if (component instanceof java.awt.Checkbox) return Node.value(name, ((java.awt.Checkbox) component).getState());
    if (component instanceof java.awt.Choice) return Leaf.shown(name, ((java.awt.Choice) component).getSelectedItem(), budget);
    if (component instanceof java.awt.Scrollbar) return component.getParent() instanceof java.awt.ScrollPane ? null : Node.value(name, (long) ((java.awt.Scrollbar) component).getValue());
    if (component instanceof java.awt.List) return Leaf.shown(name, ((java.awt.List) component).getSelectedItem(), budget);
    return null;
  }

  private static Node spun(JSpinner spinner, String name, Budget budget) {
    Object leaf = Leaf.of(spinner.getValue(), budget);
    if (leaf != Leaf.NOT) return Node.value(name, leaf);
    Component editor = spinner.getEditor();
    String seen = editor instanceof JSpinner.DefaultEditor ? ((JSpinner.DefaultEditor) editor).getTextField().getText() : null;
    return Leaf.shown(name, seen == null || isNoWord(seen, spinner.getValue()) ? item(spinner.getValue()) : seen, budget);
  }

  private static Node document(JTextComponent component, String name, Budget budget) {
    Node node = new Node(name, 'o');
    int length = component.getDocument().getLength();
    String start;
    try {
      // Only as much as is shown: a document may be of any size.
      start = component.getDocument().getText(0, Math.min(length, budget.maxString + 1));
    } catch (Exception e) {
      start = "";
    }
    Node shown = Leaf.shown("text", start, budget);
    if (shown.length >= 0) shown.length = length;
    node.add(shown);
    node.add(Node.value("length", (long) length));
    node.add(Node.value("caret position", (long) component.getCaretPosition()));
    int from = component.getSelectionStart();
    int to = component.getSelectionEnd();
    if (from != to) {
      try {
        node.add(Leaf.shown("selected text", component.getText(from, Math.min(to - from, budget.maxString + 1)), budget));
      } catch (Exception e) {
        node.add(Node.omitted("selected text", "threw"));
      }
    } else node.add(Node.value("selected text", null));
    return node;
  }

  static String selected(JComboBox<?> box) {
    return box.isEditable() ? item(box.getEditor().getItem()) : rendered(box, box.getSelectedItem(), box.getSelectedIndex());
  }

  /** How objects say who they are that do not say it themselves; set by whoever reads windows, and gone with him: this class may stay for the next visit. */
  private static volatile WeakReference<Telling> teller = new WeakReference<Telling>(null);

  static void tellBy(Telling telling) {
    teller = new WeakReference<Telling>(telling);
  }

  interface Telling {
    /** Null when nothing tells. */
    String nameOf(Object value);

    Node fieldsOf(Object value, String name, Budget budget);
  }

  private static String item(Object value) {
    if (value == null) return null;
    if (value instanceof JLabel) return Words.clean(((JLabel) value).getText());
    if (value instanceof AbstractButton) return Words.clean(((AbstractButton) value).getText());
    if (value instanceof java.awt.Container && inside((java.awt.Container) value, 0) != null) return inside((java.awt.Container) value, 0);
    if (value instanceof Component) return ((Component) value).getName();
    String text = value.toString();
    if (!isNoWord(text, value)) return text;
    if (value instanceof Object[]) return several(java.util.Arrays.asList((Object[]) value));
    if (value instanceof java.util.Collection && AppClasses.isJdk(value.getClass())) return several((java.util.Collection<?>) value);
    Telling telling = teller.get();
    return telling == null ? null : telling.nameOf(value);
  }

  /** The words of several in one cell; null when one has none. */
  private static String several(java.util.Collection<?> all) {
    StringBuilder out = new StringBuilder();
    int left = MAX_IN_A_CELL;
    for (Object each : all) {
      String text = left-- == 0 ? "…" : item(each);
      if (text == null) return null;
      out.append(out.length() == 0 ? "" : ", ").append(text);
      if (left < 0) break;
    }
    return out.length() == 0 ? null : out.toString();
  }

  /** Nothing that a person was meant to read: made up, or what a component says of itself. */
  private static boolean isNoWord(String text, Object value) {
    return text != null && value != null && (value instanceof Component && text.startsWith(value.getClass().getName() + "[") || Words.areMadeUp(text, value));
  }

  /** A list of nobody's: renderers want one to look at. Kept by the garbage collector's leave. */
  private static JList<?> canvas() {
    JList<?> list = canvas == null ? null : canvas.get();
    if (list == null) canvas = new WeakReference<JList<?>>(list = new JList<Object>());
    return list;
  }

  private static WeakReference<JList<?>> canvas;

  /** The words that the renderer paints for an entry: what a person sees. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static String rendered(JComboBox box, Object value, int index) {
    if (value == null || value instanceof String) return (String) value;
    try {
      return words(box.getRenderer().getListCellRendererComponent(canvas(), value, index, false, false), value);
    } catch (Throwable e) {
      return item(value);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static String rendered(JList list, Object value, int index) {
    if (value == null || value instanceof String) return (String) value;
    try {
      return words(list.getCellRenderer().getListCellRendererComponent(list, value, index, false, false), value);
    } catch (Throwable e) {
      return item(value);
    }
  }

  private static String words(Component painted, Object value) {
    String seen = painted(painted, value);
    return seen != null ? seen : item(value);
  }

  /** The words of what a renderer would paint, without painting it; null when it has none. */
  private static String painted(Component painted, Object value) {
    if (painted instanceof JLabel) {
      String text = Words.clean(((JLabel) painted).getText());
      if (text != null && !isNoWord(text, value)) return text;
    }
    if (painted instanceof AbstractButton && ((AbstractButton) painted).getText() != null) return ((AbstractButton) painted).getText();
    if (painted instanceof JTextComponent) return text((JTextComponent) painted);
    return painted instanceof java.awt.Container ? inside((java.awt.Container) painted, 0) : null;
  }

  /** The words of a renderer that is made of several parts. */
  private static String inside(java.awt.Container painted, int depth) {
    StringBuilder out = new StringBuilder();
    for (Component part : painted.getComponents()) {
      String text = part instanceof JLabel ? Words.clean(((JLabel) part).getText()) : part instanceof JTextComponent ? text((JTextComponent) part) : null;
      if (text == null && depth < 3 && part instanceof java.awt.Container) text = inside((java.awt.Container) part, depth + 1);
      if (text != null && !text.isEmpty()) out.append(out.length() == 0 ? "" : " ").append(text);
    }
    return out.length() == 0 ? null : out.toString();
  }

  /** What it shows: of a page its words, not its markup; of a password nothing. */
  private static String text(JTextComponent part) {
    if (part instanceof javax.swing.JPasswordField) return null;
    if (!(part instanceof javax.swing.JEditorPane)) return part.getText();
    try {
      return part.getDocument().getText(0, part.getDocument().getLength()).trim();
    } catch (javax.swing.text.BadLocationException impossible) {
      return null;
    }
  }

  private static int end(int count, int from, int limit) {
    return (int) Math.min(count, (long) from + limit);
  }

  private static Node list(JList<?> list, String name, Budget budget, int from, int limit) {
    Node node = new Node(name, 'o');
    Node items = new Node("items", 'l');
    items.children = new ArrayList<Node>();
    int size = list.getModel().getSize();
    for (int i = from; i < end(size, from, limit) && budget.take(); i++) items.add(Leaf.shown(String.valueOf(i), rendered(list, list.getModel().getElementAt(i), i), budget));
    if (size > items.children.size()) items.size = size;
    node.add(items);
    int selected = list.getSelectedIndex();
    node.add(Leaf.shown("selected", selected < 0 || selected >= size ? null : rendered(list, list.getModel().getElementAt(selected), selected), budget));
    return node;
  }

  static String header(JTable table, int column) {
    Object shown = table.getColumnModel().getColumn(column).getHeaderValue();
    String name = Words.clean(shown instanceof String ? (String) shown : table.getColumnName(column));
    // A model that names no columns has them called by letters.
    boolean isLetter = name != null && name.length() == 1 && name.charAt(0) == 'A' + column;
    return name == null || isLetter ? "column " + (column + 1) : name;
  }

  private static Node table(JTable table, String name, Budget budget, int from, int limit) {
    Node node = new Node(name, 'o');
    Node rows = new Node("rows", 'l');
    rows.children = new ArrayList<Node>();
    int count = table.getRowCount();
    int columns = Math.min(table.getColumnCount(), MAX_COLUMNS);
    for (int row = from; row < end(count, from, limit); row++) {
      Node line = new Node(String.valueOf(row), 'o');
      java.util.Set<String> taken = new java.util.HashSet<String>();
      for (int column = 0; column < columns && budget.take(); column++) {
        String header = header(table, column);
        for (int i = 2; !taken.add(header); i++) header = header(table, column) + " " + i;
        line.add(cell(table, row, column, header, budget));
      }
      rows.add(line);
    }
    if (count > rows.children.size()) rows.size = count;
    node.add(Node.value("row count", (long) count));
    int selected = table.getSelectedRow();
    node.add(Node.value("selected row", selected < 0 ? null : (Object) (long) selected));
    node.add(rows);
    return node;
  }

  /** A plain value as it is; of an object the words that the table would paint for it, else its fields. */
  private static Node cell(JTable table, int row, int column, String header, Budget budget) {
    try {
      Object value = table.getValueAt(row, column);
      Object leaf = Leaf.of(value, budget);
      if (leaf == Leaf.NOT) {
        String seen = painted(table, value, row, column);
        Telling telling = teller.get();
        boolean wordless = !(value instanceof Component) && Words.areCode(seen == null ? value.toString() : seen, value);
        Node fields = wordless && telling != null ? telling.fieldsOf(value, header, budget) : null;
        if (fields != null) return fields;
        if (seen == null) seen = item(value);
        leaf = seen == null ? null : budget.cut(seen);
      }
      if (Secrets.value(header, leaf)) return Secrets.hidden(header);
      return Node.value(header, leaf);
    } catch (Throwable e) {
      return Node.omitted(header, "threw");
    }
  }

  private static String painted(JTable table, Object value, int row, int column) {
    try {
      return painted(table.prepareRenderer(table.getCellRenderer(row, column), row, column), value);
    } catch (Throwable e) {
      return null;
    }
  }

  static String path(JTree tree, TreePath path) {
    if (path == null) return null;
    StringBuilder out = new StringBuilder();
    Object[] parts = path.getPath();
    for (int i = tree.isRootVisible() || parts.length == 1 ? 0 : 1; i < parts.length; i++) {
      if (out.length() > 0) out.append(" / ");
      out.append(node(tree, parts[i]));
    }
    return out.toString();
  }

  /** As it says itself, else as the tree would paint it. */
  private static String node(JTree tree, Object node) {
    String text = tree.convertValueToText(node, false, false, false, 0, false);
    Object stood = node instanceof DefaultMutableTreeNode ? ((DefaultMutableTreeNode) node).getUserObject() : node;
    if (!isNoWord(text, stood)) return text;
    try {
      String seen = painted(tree.getCellRenderer().getTreeCellRendererComponent(tree, node, false, false, tree.getModel().isLeaf(node), 0, false), stood);
      if (seen == null) seen = item(stood);
      return seen == null ? text.replaceAll("@[0-9a-f]+$", "") : seen;
    } catch (Throwable e) {
      return text;
    }
  }

  private static final int MOST_NODES = 5000;

  /** The node of the model that goes by these words, shown or folded away; null when there is none. */
  static TreePath pathTo(JTree tree, String words) {
    java.util.ArrayDeque<TreePath> queue = new java.util.ArrayDeque<TreePath>();
    if (tree.getModel() != null && tree.getModel().getRoot() != null) queue.add(new TreePath(tree.getModel().getRoot()));
    // A model of the program's own may fetch what it is asked for: it is asked only along what the words begin with.
    boolean whole = tree.getModel() != null && AppClasses.isJdk(tree.getModel().getClass());
    List<TreePath> ends = new ArrayList<TreePath>();
    for (int left = MOST_NODES; left > 0 && !queue.isEmpty(); left--) {
      TreePath path = queue.poll();
      String told = path(tree, path);
      if (words.equals(told)) return path;
      if (words.equals(node(tree, path.getLastPathComponent()))) ends.add(path);
      if (!whole && path.getPathCount() > 1 && !words.startsWith(told + " / ")) continue;
      Object node = path.getLastPathComponent();
      for (int i = 0; i < tree.getModel().getChildCount(node); i++) queue.add(path.pathByAddingChild(tree.getModel().getChild(node, i)));
    }
    return ends.size() == 1 ? ends.get(0) : null;
  }

  private static Node tree(JTree tree, String name, Budget budget, int from, int limit) {
    Node node = new Node(name, 'o');
    Node items = new Node("items", 'l');
    items.children = new ArrayList<Node>();
    int count = tree.getRowCount();
    for (int row = from; row < end(count, from, limit) && budget.take(); row++) items.add(Leaf.shown(String.valueOf(row), path(tree, tree.getPathForRow(row)), budget));
    if (count > items.children.size()) items.size = count;
    node.add(items);
    node.add(Leaf.shown("selected", path(tree, tree.getSelectionPath()), budget));
    return node;
  }

  static List<Object> options(JComboBox<?> box) {
    int count = Math.min(box.getItemCount(), MAX_ROWS);
    int mark = box.getItemCount();
    for (int i = 0; i < count; i++) mark = mark * 31 + System.identityHashCode(box.getItemAt(i));
    Options known = rendered.get(box);
    if (known != null && known.mark == mark) return known.words;
    List<Object> out = new ArrayList<Object>();
    for (int i = 0; i < count; i++) out.add(rendered(box, box.getItemAt(i), i));
    rendered.put(box, new Options(mark, out));
    return out;
  }

  /** What a box offers, painted once for the same entries: painting runs the application's code. */
  private static final Map<JComboBox<?>, Options> rendered = new WeakHashMap<JComboBox<?>, Options>();

  private static final class Options {
    final int mark;
    final List<Object> words;

    Options(int mark, List<Object> words) {
      this.mark = mark;
      this.words = words;
    }
  }
}
