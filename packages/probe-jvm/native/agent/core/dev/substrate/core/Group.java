package dev.substrate.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A place that the parts of a window are listed under: the window itself, a tab, a titled panel. */
final class Group {
  /** The type of a window that is of the toolkit's own class, which says nothing. */
  static final String ANY_WINDOW = "window";
  final Node node;
  final String address;
  /** What it is called whatever it shows now; null for a window that has only a title. */
  final String label;
  final boolean shown;
  final Map<String, Integer> names = new HashMap<String, Integer>();

  Group(Node node, String address, String label, boolean shown) {
    this.node = node;
    this.address = address;
    this.label = label;
    this.shown = shown;
  }

  /** A title is a value: a document's name is in it. */
  static String called(String window) {
    return window.equals("window") || window.equals("dialog") ? null : window;
  }

  /** Labels without words beside them, by what the program calls them. */
  private final Map<String, List<Node>> alike = new LinkedHashMap<String, List<Node>>();
  private static final int FEW = 3;

  void addAlike(String name, Node label) {
    List<Node> others = alike.get(name);
    if (others == null) alike.put(name, others = new ArrayList<Node>());
    others.add(label);
    node.add(label);
  }

  /** More than a few by one name are a list: the nodes of a drawing, the cards of a board. */
  void list() {
    for (Map.Entry<String, List<Node>> entry : alike.entrySet()) {
      List<Node> labels = entry.getValue();
      if (labels.size() <= FEW) continue;
      Node list = new Node(entry.getKey(), 'l');
      list.shown = labels.get(0).shown;
      node.children.set(node.children.indexOf(labels.get(0)), list);
      node.children.removeAll(new HashSet<Node>(labels));
      for (Node label : labels) {
        // Empty ones among many are gaps.
        if (label.value == null) continue;
        label.name = String.valueOf(list.children == null ? 0 : list.children.size());
        list.add(label);
      }
      if (list.children == null) node.children.remove(list);
    }
  }

  /** A name that no other component of the group has. */
  String unique(String name) {
    Integer count = names.get(name);
    names.put(name, count == null ? 1 : count + 1);
    return count == null ? name : name + " " + (count + 1);
  }
}
