package dev.substrate.core;

import java.util.Map;

/** The limits of one capture, and what is used up of them. */
final class Budget {
  final int maxNodes;
  final int maxDepth;
  final int maxString;
  final int maxElements;
  final int hostMs;
  /** Past this moment nothing more is read: a capture never works for longer on the target's cores. */
  final long deadline;
  int nodes;
  /** The limit of the phase that is running: sources of less worth get a share, so that none starves another. */
  private int limit;
  /** The budget itself ran out: what was read is not all that should have been. */
  boolean exhausted;

  Budget(Map<?, ?> wire, int workMs) {
    maxNodes = number(wire, "maxNodes", 20000);
    maxDepth = number(wire, "maxDepth", 12);
    maxString = number(wire, "maxString", 4096);
    maxElements = number(wire, "maxElements", 200);
    hostMs = number(wire, "hostMs", 50);
    limit = maxNodes;
    deadline = System.nanoTime() + workMs * 1000000L;
  }

  private static int number(Map<?, ?> wire, String key, int otherwise) {
    Object value = wire == null ? null : wire.get(key);
    return value instanceof Number ? ((Number) value).intValue() : otherwise;
  }

  /** The next phase may take this many nodes. */
  void phase(int share) {
    limit = Math.min(maxNodes, nodes + share);
  }

  boolean isFull() {
    return exhausted || nodes >= limit;
  }

  boolean take() {
    if (nodes >= maxNodes || (nodes & 63) == 63 && System.nanoTime() > deadline) exhausted = true;
    if (isFull()) return false;
    nodes++;
    return true;
  }

  String cut(String text) {
    if (text.length() <= maxString) return text;
    int end = Math.max(0, maxString - 1);
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) end--;
    return text.substring(0, end) + "…";
  }
}
