package dev.substrate.core;

import java.util.List;

/** Looks up places in what was told to the visitor. */
final class Told {
  private Told() {}

  /** Null when it is not there. */
  static Node find(List<Node> roots, String address, List<?> path) {
    Node at = null;
    for (Node root : roots) if (root.address.equals(address)) at = root;
    for (Object segment : path) at = child(at, String.valueOf(segment));
    return at;
  }

  private static Node child(Node node, String segment) {
    if (node != null && node.children != null) for (Node child : node.children) if (child.segment().equals(segment)) return child;
    return null;
  }

  /** A node with some of its children alone, if it is a list or a map. */
  static Node part(Node node, int from, int limit) {
    if (node == null || node.kind != 'l' && node.kind != 'm') return node;
    int count = node.children == null ? 0 : node.children.size();
    Node out = new Node(node.name, node.kind);
    out.type = node.type;
    out.label = node.label;
    out.size = Math.max(node.size, count);
    out.children = count == 0 ? node.children : new java.util.ArrayList<Node>(node.children.subList(Math.min(from, count), (int) Math.min((long) from + limit, count)));
    return out;
  }
}
