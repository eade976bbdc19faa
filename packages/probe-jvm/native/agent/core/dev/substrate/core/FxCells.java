package dev.substrate.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The words of entries, rows and items: as the cells on the screen show them where the entry does not say itself what it is, else by its fields. Cells exist only
 * for what is in sight.
 */
final class FxCells {
  private static final int DEEP = 3;

  private final ObjectWords words;
  /** How the control itself writes what it shows; null where its cells do that. */
  private final Object converter;
  private final Map<Object, String> shown = new HashMap<Object, String>();

  private FxCells(Object view, String style, ObjectWords words) {
    this.words = words;
    Object factory = Fx.is(view, "Spinner") ? Fx.call(view, "getValueFactory") : view;
    converter = factory == null ? null : Fx.call(factory, "getConverter");
    Object cells = Fx.call(view, "lookupAll", "." + style);
    if (!(cells instanceof Collection)) return;
    for (Object cell : (Collection<?>) cells) {
      String text = Boolean.TRUE.equals(Fx.call(cell, "isEmpty")) ? null : painted(cell, 0);
      if (text != null) shown.put(key(Fx.call(cell, "getIndex"), Fx.call(cell, "getTableColumn")), text);
    }
  }

  static FxCells of(Object view, ObjectWords words) {
    return new FxCells(view, Fx.is(view, "TableView") ? "table-cell" : Fx.is(view, "TreeTableView") ? "tree-table-cell" : Fx.is(view, "TreeView") ? "tree-cell" : "list-cell", words);
  }

  private static Object key(Object index, Object column) {
    return index + "\n" + (column == null ? "" : System.identityHashCode(column));
  }

  /** The words of a cell, or of what stands in it for words. */
  private static String painted(Object node, int depth) {
    String text = Fx.is(node, "Labeled") || Fx.is(node, "javafx.scene.text.Text") || Fx.is(node, "TextInputControl") ? Words.clean(Fx.text(node, "getText")) : null;
    if (text != null || depth > DEEP) return text;
    Object graphic = Fx.is(node, "Labeled") ? Fx.call(node, "getGraphic") : null;
    if (graphic != null) return painted(graphic, depth + 1);
    StringBuilder out = new StringBuilder();
    List<Object> parts = Fx.is(node, "javafx.scene.layout.Pane") || Fx.is(node, "javafx.scene.Group") ? Fx.list(node, "getChildren") : new ArrayList<Object>();
    for (Object part : parts) {
      String words = painted(part, depth + 1);
      if (words != null) out.append(out.length() == 0 ? "" : " ").append(words);
    }
    return out.length() == 0 ? null : out.toString();
  }

  /** What is in a cell, told as itself where it is a plain value; null when nothing says what it is. */
  Object of(Object value, int index, Object column) {
    if (value == null) return null;
    if (Fx.is(value, "javafx.scene.Node")) return painted(value, 0);
    String said = converter == null || AppClasses.isJdk(value.getClass()) ? null : (String) Fx.call(converter, "toString", value);
    if (said != null && !Words.areCode(said, value)) return said;
    said = value.toString();
    if (!Words.areCode(said, value)) return value;
    String text = shown.get(key(index, column));
    if (text != null && !Words.areCode(text, value)) return text;
    return Words.areMadeUp(said, value) ? words.nameOf(value) : said;
  }

  /** The same, or the fields of what has no words. */
  Node node(String name, Object value, int index, Object column, Budget budget) {
    Object told = of(value, index, column);
    boolean wordless = value != null && !Fx.is(value, "javafx.scene.Node") && (told == null || Words.areCode(told.toString(), value));
    Node fields = wordless ? words.fieldsOf(value, name, budget) : null;
    return fields != null ? fields : FxScenes.leaf(name, told, budget);
  }

  String text(Object value, int index) {
    Object told = of(value, index, null);
    return told == null ? null : String.valueOf(told);
  }
}
