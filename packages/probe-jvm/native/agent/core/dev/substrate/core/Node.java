package dev.substrate.core;

import java.util.ArrayList;
import java.util.List;

/** One node of a capture: see RawNode of the core package. Roots have an address and a source too. {@link NodeWriter} tells it. */
final class Node {
  String name;
  String id;
  /** v(alue), o(bject), m(ap), l(ist), x (omitted). */
  char kind;
  /** String, Long, Double, Boolean or null. */
  Object value;
  List<Node> children;
  int size = -1;
  /** The true length of a text that was cut; -1 when it is whole. */
  int length = -1;
  /** 0 not known, 1 a word of the program's code, 2 none. */
  byte literal;
  /** Its variable is set once, when its class is made. */
  boolean fixed;
  /** So many objects of one class hold the very same in this field; 0 where they differ, or that is not known. */
  int shared;
  /** It, or the object that it is a value of, came after the program was read for the first time. */
  boolean recent;
  /** It is of a library's class, or a field of one that is. */
  boolean foreign;
  /** While it is read: the field that it was found in. */
  Fields.Slot slot;
  String type;
  String omitted;
  String label;
  /** 0 no word on it, 1 shown, 2 hidden. */
  byte shown;
  boolean secret;
  /** What its name and those above say of it: see Secrets. Not told. */
  int secrecy;
  String address;
  String source;
  String library;
  /** What to say instead when it turns out to hold nothing; null: nothing. */
  String instead;

  Node(String name, char kind) {
    this.name = name;
    this.kind = kind;
  }

  static Node value(String name, Object value) {
    Node node = new Node(name, 'v');
    node.value = value;
    return node;
  }

  static Node omitted(String name, String why) {
    Node node = new Node(name, 'x');
    node.omitted = why;
    return node;
  }

  Node add(Node child) {
    if (children == null) children = new ArrayList<Node>();
    children.add(child);
    return this;
  }

  boolean isLeaf() {
    return kind == 'v' || kind == 'x';
  }

  /** Escaped as `childAddress` of the core package does it. */
  static String child(String parent, String segment) {
    if (segment.indexOf('~') >= 0 || segment.indexOf('/') >= 0) segment = segment.replace("~", "~0").replace("/", "~1");
    return parent + "/" + segment;
  }

  String segment() {
    return id != null ? id : name;
  }

  private static boolean eq(Object a, Object b) {
    return a == null ? b == null : a.equals(b);
  }

  private boolean sameHead(Node other) {
    return kind == other.kind
        && size == other.size
        && length == other.length
        && literal == other.literal
        && fixed == other.fixed
        && shared == other.shared
        && recent == other.recent
        && foreign == other.foreign
        && shown == other.shown
        && secret == other.secret
        && eq(value, other.value)
        && eq(name, other.name)
        && eq(id, other.id)
        && eq(type, other.type)
        && eq(omitted, other.omitted)
        && eq(label, other.label)
        && eq(address, other.address)
        && eq(source, other.source)
        && eq(library, other.library);
  }

  boolean same(Node other) {
    if (this == other) return true;
    if (!sameHead(other)) return false;
    int count = children == null ? 0 : children.size();
    if (count != (other.children == null ? 0 : other.children.size())) return false;
    for (int i = 0; i < count; i++) if (!children.get(i).same(other.children.get(i))) return false;
    return true;
  }
}
