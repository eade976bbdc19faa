package dev.substrate.core;

import java.util.HashMap;
import java.util.Map;

/** A place that the parts of a window are listed under: the window itself, a tab, a titled panel. */
final class Group {
  final Node node;
  final String address;
  final String label;
  final boolean shown;
  final Map<String, Integer> names = new HashMap<String, Integer>();

  Group(Node node, String address, String label, boolean shown) {
    this.node = node;
    this.address = address;
    this.label = label;
    this.shown = shown;
  }

  /** A name that no other component of the group has. */
  String unique(String name) {
    Integer count = names.get(name);
    names.put(name, count == null ? 1 : count + 1);
    return count == null ? name : name + " " + (count + 1);
  }
}
