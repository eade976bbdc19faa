package dev.substrate.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes as the core package's `node-wire.ts` reads them: what a node is stands last, everything else before it and only when it says something. Of what the other side has
 * only the number is told.
 */
final class NodeWriter {
  private final StringBuilder out;
  /** Children or roots that are as before and were not told yet. */
  private int run;

  private NodeWriter(StringBuilder out) {
    this.out = out;
  }

  /** A node by itself, whole. */
  static String node(Node node) {
    StringBuilder out = new StringBuilder();
    new NodeWriter(out).node(node, null, 0, -1);
    return out.toString();
  }

  /** Roots against those that the other side has. One that did not change is replaced by the old one. */
  static String roots(List<Node> now, List<Node> before) {
    NodeWriter writer = new NodeWriter(new StringBuilder("["));
    Map<String, Integer> places = null;
    int next = 0;
    for (int i = 0; i < now.size(); i++) {
      Node root = now.get(i);
      int place = next;
      if (next >= before.size() || !before.get(next).address.equals(root.address)) {
        if (places == null) places = places(before);
        Integer found = places.get(root.address);
        place = found == null ? -1 : found;
      }
      Node old = place < 0 ? null : before.get(place);
      if (old != null && root.same(old)) {
        now.set(i, old);
        if (place == next) writer.run++;
        else {
          writer.item();
          Json.quote(writer.out, root.address);
        }
      } else {
        writer.item();
        writer.node(root, old, 0, -1);
      }
      if (place >= 0) next = place + 1;
    }
    writer.end();
    return writer.out.toString();
  }

  private static Map<String, Integer> places(List<Node> roots) {
    Map<String, Integer> places = new HashMap<String, Integer>();
    for (int i = 0; i < roots.size(); i++) places.put(roots.get(i).address, i);
    return places;
  }

  /** Before something that is told by itself. */
  private void item() {
    flush();
    if (out.charAt(out.length() - 1) != '[') out.append(',');
  }

  private void flush() {
    if (run == 0) return;
    if (out.charAt(out.length() - 1) != '[') out.append(',');
    out.append(run);
    run = 0;
  }

  private void end() {
    flush();
    out.append(']');
  }

  private void children(Node node, Node old, int depth, int from) {
    out.append('[');
    List<Node> now = node.children;
    List<Node> before = old == null ? null : old.children;
    for (int i = 0; now != null && i < now.size(); i++) {
      Node child = now.get(i);
      Node had = before != null && i < before.size() ? before.get(i) : null;
      if (had != null && child.same(had)) {
        now.set(i, had);
        run++;
        continue;
      }
      item();
      node(child, had, depth + 1, from < 0 ? -1 : from + i);
    }
    end();
  }

  /** The place is that of a list's element, else -1: its name is told only where it is another. */
  private void node(Node node, Node old, int depth, int place) {
    out.append('{');
    if (place < 0 || number(node.name) != place) text(Wire.NAME, node.name);
    text(Wire.ID, node.id);
    text(Wire.TYPE, node.type);
    text(Wire.LABEL, node.label);
    text(Wire.ADDRESS, node.address);
    text(Wire.SOURCE, node.source);
    text(Wire.LIBRARY, node.library);
    if (node.size >= 0) number(Wire.SIZE, node.size);
    if (node.length >= 0) number(Wire.LENGTH, node.length);
    if (node.literal != 0) number(Wire.LITERAL, node.literal == 1 ? 1 : 0);
    if (node.fixed) number(Wire.FIXED, 1);
    if (node.shared > 0) number(Wire.SHARED, node.shared);
    if (node.recent) number(Wire.RECENT, 1);
    if (node.foreign) number(Wire.FOREIGN, 1);
    if (node.shown != 0) number(Wire.SHOWN, node.shown == 1 ? 1 : 0);
    if (node.secret) number(Wire.SECRET, 1);
    if (node.kind == 'v') {
      out.append(Wire.VALUE);
      Json.write(out, isNumber(node.value) ? node.value : node.value.toString());
    } else if (node.kind == 'x' || depth >= Wire.DEPTH) {
      out.append(Wire.OMITTED);
      Json.quote(out, node.kind != 'x' ? "depth" : node.omitted == null ? "unreachable" : node.omitted);
    } else {
      text(Wire.PART, node.omitted);
      int from = node.kind != 'l' ? -1 : node.children == null || node.children.isEmpty() ? 0 : Math.max(0, number(node.children.get(0).name));
      if (from > 0) number(Wire.FROM, from);
      out.append(node.kind == 'l' ? Wire.LIST : node.kind == 'm' ? Wire.MAP : Wire.OBJECT);
      children(node, old, depth, from);
    }
    out.append('}');
  }

  private void text(String tag, String value) {
    if (value == null) return;
    out.append(tag);
    Json.quote(out, value);
    out.append(',');
  }

  /** Or nothing that needs to be told as a text: the other side's numbers are doubles, and finite. */
  private static boolean isNumber(Object value) {
    if (value instanceof Long) return Math.abs((Long) value) <= 9007199254740991L;
    return !(value instanceof Double) || !((Double) value).isNaN() && !((Double) value).isInfinite();
  }

  private void number(String tag, int value) {
    out.append(tag).append(value).append(',');
  }

  /** What a name is as the place of an element, -1 when it is none. */
  private static int number(String name) {
    int length = name.length();
    if (length == 0 || length > 9 || length > 1 && name.charAt(0) == '0') return -1;
    int value = 0;
    for (int i = 0; i < length; i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9) return -1;
      value = value * 10 + digit;
    }
    return value;
  }
}
