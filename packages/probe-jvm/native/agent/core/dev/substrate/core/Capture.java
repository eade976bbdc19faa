package dev.substrate.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one cycle gathers. */
final class Capture {
  private static final int MOST_ACTIONS = 600;

  final Budget budget;
  final Reader reader;
  final List<Node> roots = new ArrayList<Node>();
  final List<Action> actions = new ArrayList<Action>();
  final List<String> notes = new ArrayList<String>();
  /** Microseconds of each step. */
  final Map<String, Object> timings = new LinkedHashMap<String, Object>();
  private final Set<String> addresses = new HashSet<String>();
  private final Set<String> actionAddresses = new HashSet<String>();
  String windowTitle;
  String windowId;
  String heading;
  String dialog;
  String activeTab;
  String windowClass;
  /** Who may be able to do something. */
  final List<MethodActions.Doer> doers = new ArrayList<MethodActions.Doer>();
  /** The application is much larger than it was when it was discovered. */
  boolean grown;
  /** The thread that windows were read on. */
  Thread host;
  /** Attributes of the application's own management beans. */
  int managed;
  /** Megabytes that survived the last collection, as the JVM's counters tell; -1 when they don't. */
  long liveMb = -1;
  /** Roots that are there and were not read, by address. */
  final Set<String> unreached = new java.util.LinkedHashSet<String>();
  /** Sources that could not be read at all: nobody knows how many roots they have. */
  int missed;

  Capture(Budget budget, Reader reader) {
    this.budget = budget;
    this.reader = reader;
  }

  /** CaptureCounts of the core package. */
  Map<String, Object> counts() {
    Map<String, Object> out = new LinkedHashMap<String, Object>();
    out.put("rootsKnown", roots.size() + unreached.size() + missed);
    out.put("rootsReached", roots.size());
    out.put("nodesRead", budget.nodes + roots.size());
    out.put("nodesCut", reader.nodesCut);
    out.put("nodesFailed", reader.nodesFailed);
    return out;
  }

  Node root(String address, String source, String name) {
    String unique = address;
    for (int i = 1; !addresses.add(unique); i++) unique = address + "#" + i;
    Node node = new Node(name, 'o');
    node.address = unique;
    node.source = source;
    roots.add(node);
    return node;
  }

  /** The source of the root that an address lies below. */
  String sourceOf(String address) {
    for (Node root : roots) if (address.startsWith(root.address) && (address.length() == root.address.length() || address.charAt(root.address.length()) == '/')) return root.source;
    return "instance";
  }

  /** Of the screen, of beans and of names. */
  void add(Action action) {
    if (actions.size() < MOST_ACTIONS) addMethod(action);
  }

  /** Of methods there are not too many, and a large screen leaves them their room. */
  void addMethod(Action action) {
    if (actionAddresses.add(action.address)) actions.add(action);
  }
}
