package dev.substrate.core;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tells captures that it is given as lines, each a list of RawRoot, as the agent would; an empty line ends a visit. */
public final class WireTrees {
  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    List<Node> before = new ArrayList<Node>();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isEmpty()) {
        before = new ArrayList<Node>();
        continue;
      }
      List<Node> now = new ArrayList<Node>();
      for (Object root : (List<?>) Json.parse(line)) now.add(node((Map<?, ?>) root));
      out.print(NodeWriter.roots(now, before) + "\n");
      before = now;
    }
    out.flush();
  }

  private static Node node(Map<?, ?> told) {
    String kind = (String) told.get("kind");
    Node node = new Node((String) told.get("name"), kind.equals("omitted") ? 'x' : kind.charAt(0));
    node.value = told.get("value");
    node.id = (String) told.get("id");
    node.type = (String) told.get("type");
    node.label = (String) told.get("label");
    node.omitted = (String) told.get("omitted");
    node.address = (String) told.get("address");
    node.source = (String) told.get("source");
    node.library = (String) told.get("library");
    if (told.containsKey("size")) node.size = ((Number) told.get("size")).intValue();
    if (told.containsKey("length")) node.length = ((Number) told.get("length")).intValue();
    node.literal = flag(told.get("literal"));
    node.fixed = Boolean.TRUE.equals(told.get("fixed"));
    if (told.containsKey("shared")) node.shared = ((Number) told.get("shared")).intValue();
    node.recent = Boolean.TRUE.equals(told.get("recent"));
    node.shown = flag(told.get("shown"));
    node.secret = told.containsKey("secret");
    if (told.get("children") != null) for (Object child : (List<?>) told.get("children")) node.add(node((Map<?, ?>) child));
    return node;
  }

  private static byte flag(Object value) {
    return (byte) (value == null ? 0 : value.equals(true) ? 1 : 2);
  }
}
