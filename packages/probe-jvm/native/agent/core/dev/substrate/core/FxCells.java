package dev.substrate.core;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The words of entries, rows and items: as the cells on the screen show them where the entry does not say itself what it is, else by its fields. Cells exist only
 * for what is in sight.
 */
final class FxCells {
  private final ObjectWords words;
  private final Map<Object, String> shown = new HashMap<Object, String>();

  private FxCells(Object view, String style, ObjectWords words) {
    this.words = words;
    Object cells = Fx.call(view, "lookupAll", "." + style);
    if (!(cells instanceof Collection)) return;
    for (Object cell : (Collection<?>) cells) {
      String text = Boolean.TRUE.equals(Fx.call(cell, "isEmpty")) ? null : Words.clean(Fx.text(cell, "getText"));
      if (text != null) shown.put(key(Fx.call(cell, "getIndex"), Fx.call(cell, "getTableColumn")), text);
    }
  }

  static FxCells of(Object view, ObjectWords words) {
    return new FxCells(view, Fx.is(view, "TableView") ? "table-cell" : Fx.is(view, "TreeView") ? "tree-cell" : "list-cell", words);
  }

  private static Object key(Object index, Object column) {
    return index + "\n" + (column == null ? "" : System.identityHashCode(column));
  }

  /** What is in a cell, told as itself where it is a plain value; null when nothing says what it is. */
  Object of(Object value, int index, Object column) {
    if (value == null || !isNoWord(value)) return value;
    String text = shown.get(key(index, column));
    return text != null && !text.equals(value.toString()) ? text : words.nameOf(value);
  }

  String text(Object value, int index) {
    Object told = of(value, index, null);
    return told == null ? null : String.valueOf(told);
  }

  /** `com.acme.Person@1b2c3d`: nothing that a person was meant to read. */
  private static boolean isNoWord(Object value) {
    return value.toString() != null && value.toString().startsWith(value.getClass().getName() + "@");
  }
}
