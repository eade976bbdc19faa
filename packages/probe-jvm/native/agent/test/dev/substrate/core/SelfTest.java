package dev.substrate.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tests of the core's own parts, without an agent: prints what failed, then "N passed, N failed". Given a library it is tested too. */
public final class SelfTest {
  private static int passed;
  private static int failed;

  private static void same(String what, Object expected, Object actual) {
    if (expected == null ? actual == null : expected.equals(actual)) passed++;
    else {
      failed++;
      System.out.println("FAILED " + what + ": expected " + expected + ", got " + actual);
    }
  }

  public static void main(String[] args) throws Exception {
    json();
    secrets();
    differences();
    converting();
    reading();
    scattered();
    collections();
    unordered();
    drawn();
    boxes();
    room();
    rows();
    roaming();
    names();
    packages();
    classNames();
    beanTitles();
    launchers();
    shares();
    threadsOfABudget();
    growing();
    properties();
    capitals();
    worths();
    holdings();
    loose();
    madeUpWords();
    if (args.length > 0) library(args[0]);
    System.out.println(passed + " passed, " + failed + " failed");
    System.exit(failed == 0 ? 0 : 1);
  }

  interface Visiting {
    void visit(Object what);
  }

  /** A message, a node, a marker: data, whatever they are called. */
  static final class MarkerMessageNode {
    final String text = "hello";
  }

  static final class TokenHandler {
    final Map<String, MarkerMessageNode> messages = new LinkedHashMap<String, MarkerMessageNode>();
  }

  /** One of many of its kind, below each other. */
  static final class TreeStore {
    final String word = "root";
    final List<TreeStore> below = new ArrayList<TreeStore>();
  }

  /** Machinery, though it promises to be a store. */
  static final class SettingsStore implements java.util.Comparator<String> {
    final TokenHandler of = new TokenHandler();

    @Override
    public int compare(String a, String b) {
      return 0;
    }
  }

  static final class StateService {
    final List<Visiting> visitors = new ArrayList<Visiting>();
    final Runnable then = null;
    final ClassLoader loader = null;
  }

  static final class Ticker implements Runnable {
    boolean stopped;

    @Override
    public void run() {}
  }

  static final class Kettle implements Runnable {
    int degrees = 20;

    @Override
    public void run() {}
  }

  static final class Rounds implements Runnable {
    final List<String> houses = new ArrayList<String>();

    @Override
    public void run() {}
  }

  static final class Radio {
    int listeners = 3;
    final List<String> newListeners = new ArrayList<String>();
    final List<Visiting> oldListeners = new ArrayList<Visiting>();
  }

  /** What a class is there for, by what it holds and not by what it is called. */
  /** What is tested here is the application's. */
  private static AppClasses ownClasses(Opener opener) {
    return new AppClasses(null, opener) {
      @Override
      synchronized int tier(Class<?> type) {
        return AppClasses.isJdk(type) ? 0 : 2;
      }
    };
  }

  /** They have to do with each other. */
  static final class Bell implements Visiting {
    Rope rope;

    @Override
    public void visit(Object what) {}
  }

  static final class Rope {
    final Bell bell = new Bell();
  }

  static final class Sack {
    final List<Object> pebbles = new ArrayList<Object>();
  }

  static final class Shelf {
    final Sack sack = new Sack();
  }

  static class Caller {
    final Exchange exchange;

    Caller(Exchange exchange) {
      this.exchange = exchange;
    }
  }

  static final class Exchange {
    final List<Caller> callers = new ArrayList<Caller>();
    final Caller operator = new Caller(this);
  }

  /** Who has hung up leads to the exchange for a while: it is not there. */
  private static void loose() {
    Opener opener = new Opener(null);
    AppClasses classes = ownClasses(opener);
    Fields fields = new Fields(opener, classes);
    Kinds kinds = new Kinds(classes, fields.elements);
    Exchange exchange = new Exchange();
    Caller there = new Caller(exchange);
    exchange.callers.add(there);
    Caller gone = new Caller(exchange);
    TreeStore tree = new TreeStore();
    tree.below.add(new TreeStore());
    List<Object> order = Arrays.<Object>asList(gone, there, exchange.operator, exchange, tree);
    Holdings holdings = new Holdings(kinds, fields, new Evidence(classes, kinds, fields, new Literals()));
    Map<Object, List<Object>> holds = holdings.among(order);
    same("who has hung up, and none else", java.util.Collections.singleton(gone), holdings.loose(order, holds).keySet());
    same("holds nothing of it", Arrays.asList(), holds.get(gone));
    same("as who is there does", Arrays.<Object>asList(exchange), holds.get(there));
  }

  /** One large store takes nothing of what the others have for who holds whom. */
  private static void holdings() {
    Opener opener = new Opener(null);
    AppClasses classes = ownClasses(opener);
    Fields fields = new Fields(opener, classes);
    Kinds kinds = new Kinds(classes, fields.elements);
    List<Object> order = new ArrayList<Object>();
    for (int i = 0; i < 4; i++) {
      Sack sack = new Sack();
      for (int j = 0; j < 100; j++) sack.pebbles.add(j);
      order.add(sack);
    }
    Shelf shelf = new Shelf();
    order.add(shelf);
    Map<Object, List<Object>> holds = new Holdings(kinds, fields, new Evidence(classes, kinds, fields, new Literals())).among(order, 150, 10);
    same("the share of another class", Arrays.<Object>asList(shelf.sack), holds.get(shelf));
    same("its own share", true, holds.containsKey(order.get(0)));
    same("and no more", false, holds.containsKey(order.get(3)));
  }

  private static void worths() {
    Opener opener = new Opener(null);
    Fields fields = new Fields(opener, new AppClasses(null, opener));
    same("data by a name of machinery", Worth.HOLDS, fields.worth.of(MarkerMessageNode.class));
    same("records by a name of machinery", Worth.KEEPS, fields.worth.of(TokenHandler.class));
    same("a node of a tree", Worth.HOLDS, fields.worth.of(TreeStore.class));
    same("called, by a name of state", Worth.CODE, fields.worth.of(SettingsStore.class));
    same("code alone, by a name of state", Worth.CODE, fields.worth.of(StateService.class));
    same("a task with what it works on", Worth.KEEPS, fields.worth.of(Rounds.class));
    same("a task with a switch", Worth.CODE, fields.worth.of(Ticker.class));
    same("a task with a number that changes", Worth.CALLED, fields.worth.of(Kettle.class));
    Fields once = new Fields(opener, ownClasses(opener));
    same("who calls another, asked for first", Worth.CODE, once.worth.of(Bell.class));
    same("and who has nothing but that", Worth.CODE, once.worth.of(Rope.class));
    Fields again = new Fields(opener, ownClasses(opener));
    same("the same, asked for first", Worth.CODE, again.worth.of(Rope.class));
    same("and the other", Worth.CODE, again.worth.of(Bell.class));
    List<String> told = new ArrayList<String>();
    for (Fields.Slot slot : fields.of(Radio.class)) told.add(slot.name);
    same("listeners that are no code", Arrays.asList("listeners", "newListeners"), told);
  }

  private static final class Spoken {
    String words;
    int times;
  }

  private static void madeUpWords() {
    for (String text : new String[] {"java.lang.Object@1b2c3d", "[Person@1b2c3d, Person@4d5e6f]", "Order[of=com.acme.Person@1b2c]", "[I@1b2c3d", "Label@1f2e3d[styleClass=label]'x'"}) {
      same("made up: " + text, true, Words.areMadeUp(text, new Object()));
    }
    for (String text : new String[] {"ada@cafe.org", "ada.lovelace@beef.org", "meet @ noon", "Ada@work", "2 @ 4.50", "Person"}) same("words: " + text, false, Words.areMadeUp(text, new Object()));
    for (String text : new String[] {"Spoken[words=hi]", "Spoken{words='hi', times=2}", "Spoken (times=2)", Spoken.class.getName() + "[words=hi]", "Spoken@1b2c3d"}) same("code: " + text, true, Words.areCode(text, new Spoken()));
    for (String text : new String[] {"Spoken", "Spoken [Ada]", "Spoken: words=hi", "Spoken[mood=hi]", "hi [words=hi]"}) same("words: " + text, false, Words.areCode(text, new Spoken()));
  }

  private static void json() {
    String text = "{\"a\":[1,-2.5,true,false,null,\"x\\n\\u00e9\\\"\"],\"b\":{}}";
    same("round trip", "{\"a\":[1,-2.5,true,false,null,\"x\\né\\\"\"],\"b\":{}}", Json.text(Json.parse(text)));
    same("a number past long", 1e30, Json.parse("1e30"));
    same("whole doubles", "3", Json.text(3.0));
    same("no number", "null", Json.text(Double.NaN));
    same("lone surrogate", "\"\\ud800\"", Json.text("\ud800"));
    for (String wrong : new String[] {"", "{", "[1,", "{\"a\"}", "nul", "1 2", "\"a"}) {
      try {
        Json.parse(wrong);
        same("refused " + wrong, true, false);
      } catch (IllegalArgumentException right) {
        passed++;
      }
    }
  }

  /** The cases that hold for every language: a file of lines, `cut` or `stay`, the type, the name and the value. */
  private static void secrets() throws java.io.IOException {
    String file = System.getProperty("secret.cases");
    if (file == null) return;
    for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get(file), java.nio.charset.StandardCharsets.UTF_8)) {
      String[] parts = line.split("\t", 4);
      String text = parts[3].replace("\\n", "\n");
      Object value = text;
      if (parts[1].equals("number")) value = text.indexOf('.') < 0 ? (Object) Long.valueOf(text) : (Object) Double.valueOf(text);
      else if (parts[1].equals("boolean")) value = Boolean.valueOf(text);
      else if (parts[1].equals("null")) value = null;
      same(parts[2] + ": " + text, parts[0].equals("cut"), Secrets.value(parts[2], value));
    }
  }

  private static Node tree(Object second) {
    return new Node("root", 'o').add(Node.value("a", 1L)).add(Node.value("b", second)).add(new Node("c", 'o').add(Node.value("d", "x")));
  }

  private static List<Node> roots(Object... seconds) {
    List<Node> roots = new ArrayList<Node>();
    for (Object second : seconds) {
      Node root = tree(second);
      root.address = "static:" + roots.size();
      root.source = "static";
      roots.add(root);
    }
    return roots;
  }

  private static void differences() {
    List<Node> before = roots("y", "y", "y");
    List<Node> now = roots("y", "z", "y");
    Node kept = before.get(0);
    same("only what changed", "[1,{\"n\":\"root\",\"a\":\"static:1\",\"s\":\"static\",\"o\":[1,{\"n\":\"b\",\"v\":\"z\"},1]},1]", NodeWriter.roots(now, before));
    same("the old node is kept", true, now.get(0) == kept);
    same("nothing changed", "[3]", NodeWriter.roots(now, now));
    same("one in the middle is gone", "[1,\"static:2\"]", NodeWriter.roots(new ArrayList<Node>(Arrays.asList(now.get(0), now.get(2))), now));
    same("all gone", "[]", NodeWriter.roots(new ArrayList<Node>(), now));
    same("escaped address", "a/b~1c~0d", Node.child("a", "b/c~d"));
  }

  enum Size { SMALL, LARGE }

  public static final class Order {
    public int count;
    public List<String> notes;
  }

  private static void refused(String what, Object json, Class<?> type) {
    try {
      Convert.to(json, type, "p");
      same("refused: " + what, true, false);
    } catch (Action.Refused right) {
      same(what, "bad_parameter", right.reason);
    }
  }

  private static void converting() throws Exception {
    same("int", 5, Convert.to(5L, int.class, "p"));
    same("text to int", 5, Convert.to("5", int.class, "p"));
    same("enum in small letters", Size.LARGE, Convert.to("large", Size.class, "p"));
    same("char", 'x', Convert.to("x", char.class, "p"));
    same("instant", java.time.Instant.EPOCH, Convert.to("1970-01-01T00:00:00Z", java.time.Instant.class, "p"));
    same("array", 2, ((int[]) Convert.to(Arrays.<Object>asList(1L, 2L), int[].class, "p")).length);
    Map<String, Object> order = new LinkedHashMap<String, Object>();
    order.put("count", 2L);
    order.put("notes", Arrays.<Object>asList("a"));
    same("object", 2, ((Order) Convert.to(order, Order.class, "p")).count);
    refused("a fraction for an int", 1.5, int.class);
    refused("too large a number", 300L, byte.class);
    refused("null for a primitive", null, int.class);
    refused("a number for a boolean", 1L, boolean.class);
    refused("an unknown constant", "HUGE", Size.class);
    refused("two characters", "xy", char.class);
    Threads threads = new Threads();
    same("a thread's number is not its name", "pool-thread", threads.plain("pool-3-thread-12"));
    same("nor is what tells objects apart in one run", "Connector-Scheduler", threads.plain("Connector-Scheduler-77f03bb1"));
    same("wherever it stands", threads.plain("qtp17-acceptor-0@aee1c2-Server@f00d12{HTTP}"), threads.plain("qtp99-acceptor-1@1da77-Server@eba1f3{HTTP}"));
    same("however long it is", "session-main", threads.plain("session-main-ab12cd34-55ff-4276-a923-43ee7204046f"));
    same("nor when it was started", threads.plain("Saving(Tue Nov 17 01:30:22 UTC 2026)"), threads.plain("Saving(Wed Dec 02 11:04:59 UTC 2026)"));
    same("words stay", "face-decade", threads.plain("face-decade-7"));
    same("no way to make a thread", null, Convert.wireType(Thread.class, 0));
    same("bytes are given as text", "string", Convert.wireType(byte[].class, 0));
  }

  static final class Basket {
    final String id = "b1";
    final Map<String, Object> items = new LinkedHashMap<String, Object>();
    final Basket self = this;
    final Object lock = new java.util.concurrent.locks.ReentrantLock();
    final String password = "hunter2";
    final List<Object> many = new ArrayList<Object>();
    String missing;
  }

  static final class Ten {
    int a, b, c, d, e, f, g, h, i, j;
  }

  /** Things of the program's own, which stand before its basket. */
  static final class Hall {
    final List<Object> crowd = new ArrayList<Object>();
    final Porch porch;

    Hall(Porch porch) {
      this.porch = porch;
      for (int i = 0; i < 90; i++) crowd.add(new Ten());
    }
  }

  static final class Porch {
    final Basket basket = new Basket();
  }

  private static Reader reader(Map<String, Object> limits) {
    Opener opener = new Opener(null);
    AppClasses classes = new AppClasses(null, opener);
    Fields fields = new Fields(opener, classes);
    Kinds kinds = new Kinds(classes, fields.elements);
    return new Reader.Maker(kinds, fields, new Evidence(classes, kinds, fields, new Literals())).make(new Budget(limits, 1000));
  }

  private static Node read(Reader reader, Object object, int share) {
    Node root = new Node("root", 'o');
    root.address = "root";
    reader.root(root, object, share);
    reader.run();
    Reader.prune(root);
    return root;
  }

  private static Node read(Object object, Map<String, Object> limits) {
    return read(reader(limits), object, 1000);
  }

  private static Node child(Node node, String name) {
    for (Node child : node.children) if (child.name.equals(name)) return child;
    return null;
  }

  private static void reading() {
    Basket basket = new Basket();
    basket.items.put("tea", 2);
    for (int i = 0; i < 120; i++) basket.many.add("word " + i);
    Node root = read(basket, null);
    same("a value", "b1", child(root, "id").value);
    same("a map", 2L, child(child(root, "items"), "tea").value);
    same("itself goes by its identity", "b1", child(root, "self").value);
    same("a lock is no state", null, child(root, "lock"));
    same("a secret", Secrets.REDACTED, child(root, "password").value);
    same("a missing text", null, child(root, "missing").value);
    same("of many words some", 50, child(root, "many").children.size());
    same("and how many there are", 120, child(root, "many").size);
    Map<String, Object> limits = new LinkedHashMap<String, Object>();
    limits.put("maxString", 4L);
    limits.put("maxElements", 3L);
    Node small = read(basket, limits);
    same("a cut text", "wor…", child(child(small, "many"), "0").value);
    same("few elements", 3, child(small, "many").children.size());
  }

  /** Where things stand in a table of a library's, by their hashes, says nothing. */
  private static void scattered() {
    Node told = read(new Tables(), null);
    same("a table", 0, child(told, "table").children.size());
    same("how many are in it", 2, child(told, "table").size);
    same("a row with room left", 2, child(told, "row").children.size());
  }

  static final class Tables {
    final Object[] table = {null, "a", null, "b"};
    final Object[] row = {"a", "b", null};
  }

  /** What a root had no room for is told where there is some. */
  private static void room() {
    Porch porch = new Porch();
    Reader reader = reader(null);
    Node full = read(reader, new Hall(porch), 1);
    same("no room", "budget", child(child(full, "porch"), "basket").omitted);
    same("but here", "b1", child(child(read(reader, new Window(porch.basket), 100), "basket"), "id").value);
    same("and once", "b1", child(read(reader, new Window(porch.basket), 100), "basket").value);
  }

  static final class Window {
    final String called = "front";
    final Basket basket;

    Window(Basket basket) {
      this.basket = basket;
    }
  }

  private enum Day { MON, TUE, WED }

  private static void fill(java.util.Collection<Object> into, int count) {
    for (int i = 0; i < count; i++) into.add(i);
  }

  private static void fill(Map<Object, Object> into, int count) {
    for (int i = 0; i < count; i++) into.put(i, "value " + i);
  }

  /** Every collection says of itself what its fields are read to say. */
  private static void collections() {
    Opener opener = new Opener(null);
    Fields fields = new Fields(opener, new AppClasses(null, opener));
    List<Object> all = new ArrayList<Object>();
    for (int count : new int[] {0, 1, 3, 40, 3000}) {
      for (java.util.Collection<?> made : Arrays.asList(
          new ArrayList<Object>(), new java.util.LinkedList<Object>(), new java.util.Vector<Object>(), new java.util.Stack<Object>(), new java.util.ArrayDeque<Object>(),
          new java.util.PriorityQueue<Object>(), new java.util.HashSet<Object>(), new java.util.LinkedHashSet<Object>(), new java.util.TreeSet<Object>(),
          new java.util.concurrent.CopyOnWriteArrayList<Object>(), new java.util.concurrent.CopyOnWriteArraySet<Object>(), new java.util.concurrent.ConcurrentSkipListSet<Object>(),
          new java.util.concurrent.ConcurrentLinkedQueue<Object>(), new java.util.concurrent.ConcurrentLinkedDeque<Object>(), new java.util.concurrent.LinkedBlockingQueue<Object>(),
          new java.util.concurrent.LinkedBlockingDeque<Object>(), new java.util.concurrent.ArrayBlockingQueue<Object>(5000), new java.util.concurrent.PriorityBlockingQueue<Object>(),
          new java.util.concurrent.LinkedTransferQueue<Object>(), java.util.concurrent.ConcurrentHashMap.newKeySet(), java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<Object, Boolean>()))) {
        @SuppressWarnings("unchecked")
        java.util.Collection<Object> collection = (java.util.Collection<Object>) made;
        fill(collection, count);
        all.add(collection);
      }
      for (Map<?, ?> made : Arrays.asList(
          new java.util.HashMap<Object, Object>(), new LinkedHashMap<Object, Object>(), new java.util.TreeMap<Object, Object>(), new java.util.Hashtable<Object, Object>(),
          new java.util.IdentityHashMap<Object, Object>(), new java.util.concurrent.ConcurrentHashMap<Object, Object>(), new java.util.concurrent.ConcurrentSkipListMap<Object, Object>(),
          new java.util.Properties())) {
        @SuppressWarnings("unchecked")
        Map<Object, Object> map = (Map<Object, Object>) made;
        fill(map, count);
        all.add(map);
        all.add(map.keySet());
        all.add(map.values());
      }
      Object[] some = new Object[count];
      Arrays.fill(some, "x");
      all.add(Arrays.asList(some));
      List<Object> list = new ArrayList<Object>(Arrays.asList(some));
      all.add(list.subList(count / 3, count));
    }
    java.util.ArrayDeque<Object> turned = new java.util.ArrayDeque<Object>();
    for (int i = 0; i < 100; i++) {
      turned.addLast(i);
      if (i % 3 != 0) turned.removeFirst();
    }
    java.util.Map<Object, Object> bad = new java.util.concurrent.ConcurrentHashMap<Object, Object>();
    // All in one place of the table: kept as a tree there.
    for (int i = 0; i < 50; i++) bad.put(new String(new char[] {(char) (i / 31), (char) (100 - 31 * (i / 31) % 31)}) + i, i);
    java.util.EnumMap<Day, Object> days = new java.util.EnumMap<Day, Object>(Day.class);
    days.put(Day.TUE, null);
    days.put(Day.WED, 7);
    all.addAll(Arrays.<Object>asList(turned, bad, days, java.util.EnumSet.of(Day.MON, Day.WED), java.util.EnumSet.noneOf(Day.class), java.util.Collections.emptyList(), java.util.Collections.emptyMap(),
        java.util.Collections.emptySet(), java.util.Collections.singletonList(1), java.util.Collections.singleton(1), java.util.Collections.singletonMap("k", "v")));
    for (Object made : fixed()) all.add(made);
    for (Object each : all) {
      String what = each.getClass().getName();
      if (!fields.elements.knows(each.getClass())) {
        same("known: " + what, true, what.endsWith("$Values") || what.endsWith("$KeySet") || what.contains("Synchronized"));
        continue;
      }
      Node node = new Node("", 'l');
      boolean map = each instanceof Map;
      java.util.Collection<?> truth = map ? ((Map<?, ?>) each).entrySet() : (java.util.Collection<?>) each;
      List<String> expected = new ArrayList<String>();
      for (Object element : truth) expected.add(String.valueOf(element));
      List<String> found = new ArrayList<String>();
      for (Object[] pair : map ? fields.elements.pairs(each, 0, 100000, node) : new ArrayList<Object[]>()) found.add(pair[0] + "=" + pair[1]);
      if (!map) for (Object element : fields.elements.of(each, 0, 100000, node)) found.add(String.valueOf(element));
      if (each instanceof java.util.Set || each instanceof Map) {
        java.util.Collections.sort(expected);
        java.util.Collections.sort(found);
      }
      same(what + " of " + truth.size(), expected, found);
      if (truth.size() < 40) continue;
      Node part = new Node("", 'l');
      List<?> some = map ? fields.elements.pairs(each, 10, 5, part) : fields.elements.of(each, 10, 5, part);
      same("a part of " + what, 5, some.size());
      if (part.size >= 0) same("of how many: " + what, truth.size(), part.size);
    }
    Map<Object, Object> byClass = new java.util.HashMap<Object, Object>();
    List<String> inOrder = new ArrayList<String>();
    for (Class<?> type : new Class<?>[] {String.class, Integer.class, Long.class, Map.class, List.class, Day.class, Node.class, Reader.class}) {
      byClass.put(type, "x");
      inOrder.add(type.getName());
    }
    java.util.Collections.sort(inOrder);
    List<String> told = new ArrayList<String>();
    for (Object[] pair : fields.elements.pairs(byClass, 2, 4, new Node("", 'm'))) told.add(((Class<?>) pair[0]).getName());
    same("what is hashed by identity, in an order that stays", inOrder.subList(2, 6), told);
  }

  static class Quantity {
    final Size size = Size.SMALL;
    Object more;
  }

  static final class Whole extends Quantity {
    private final long value = 12;
    private boolean isNull;
  }

  static final class Priced {
    final double amount = 2.5;
    final Basket basket = new Basket();
  }

  static final class Shell {
    final Object inner;

    Shell(Object inner) {
      this.inner = inner;
    }
  }

  /** What a library puts before its engine. */
  static final class Front {
    final Priced engine = new Priced();
  }

  static final class Held {
    final Links links = new Links();
  }

  static final class Label {
    final String text = "spare";
  }

  static class Crate {
    final List<String> items = Arrays.asList("rope", "lamp");
  }

  static final class Lettered extends Crate {
    final String letters = "A 7";
  }

  static class Placed {
    final Priced place = new Priced();
  }

  static final class Marked extends Placed {
    private boolean isPrimary;
  }

  static final class Member extends Placed {
    private final String password = "d41d8cd98f00b204e9800998ecf8427e";
    private boolean isLocal;
  }

  static final class reify__12 {}

  static final class Pass {
    final String password = "hunter2";
  }

  interface Map2 {
    interface Map {}
  }

  /** A map by another interface than the JDK's. */
  static final class Sides implements Map2.Map {
    final Object[] objectKeyTable = null;
    final long[] longKeyTable = {4, 9, 0};
    final Object[] objectValueTable = {"four", "nine", null};
  }

  static final class Link {
    final String key;
    final Object value;
    final Link next;

    Link(String key, Object value, Link next) {
      this.key = key;
      this.value = value;
      this.next = next;
    }
  }

  static class Links {
    final Link[] buckets = {new Link("a", 1, new Link("b", 2, null)), null, new Link("c", 3, null)};
    int count = 3;
  }

  static final class Titled extends Links {
    final String title = "more than a table";
  }

  /** Objects of libraries that stand for what they hold; those of this class are nobody's but a library's here. */
  private static final class Buoy {
    final String name;

    Buoy(String name) {
      this.name = name;
    }
  }

  /** What is hashed by identity lies in another order at every start, and is told in the same. */
  private static void unordered() {
    Opener opener = new Opener(null);
    Fields fields = new Fields(opener, new AppClasses(null, opener));
    java.util.Set<Object> hashed = new java.util.HashSet<Object>();
    java.util.Set<Object> linked = new java.util.LinkedHashSet<Object>();
    List<String> expected = new ArrayList<String>();
    for (int i = 10; i < 50; i++) {
      hashed.add(new Buoy("b" + i));
      linked.add(new Buoy("b" + (60 - i)));
      expected.add("b" + i);
    }
    same("a set of objects", expected, buoys(fields.elements.of(hashed, 0, 100, new Node("", 'l'))));
    same("a part of it", expected.subList(5, 9), buoys(fields.elements.of(hashed, 5, 4, new Node("", 'l'))));
    // One key among texts that hashes by identity stands anywhere, mostly behind those that are told.
    for (int start = 0; start < 20; start++) {
      Map<Object, Object> mixed = new java.util.HashMap<Object, Object>();
      List<Object> first = new ArrayList<Object>();
      for (int i = 100; i < 400; i++) mixed.put("text " + i, i);
      mixed.put(new Mooring(start), 0);
      for (Object[] pair : fields.elements.pairs(mixed, 1, 3, new Node("", 'm'))) first.add(pair[0]);
      same("a map of which a key hashes by identity", Arrays.<Object>asList("text 100", "text 101", "text 102"), first);
    }
    same("a set that keeps its order", "b50", buoys(fields.elements.of(linked, 0, 100, new Node("", 'l'))).get(0));
    // Told apart by nothing but what their parts hold, twice as another start would make them.
    List<String> first = null;
    for (int start = 0; start < 2; start++) {
      List<Object> made = new ArrayList<Object>();
      for (int i = 0; i < 40; i++) made.add(new Mooring(start == 0 ? i : 39 - i));
      Map<Object, Object> byMooring = new java.util.IdentityHashMap<Object, Object>();
      Map<Object, Object> toMooring = new java.util.concurrent.ConcurrentHashMap<Object, Object>();
      Map<Object, Object> numbered = new java.util.HashMap<Object, Object>();
      Map<Object, Object> byText = new java.util.HashMap<Object, Object>();
      Scatter scattered = new Scatter();
      java.util.Set<Object> shared = java.util.Collections.newSetFromMap(new java.util.concurrent.ConcurrentHashMap<Object, Boolean>());
      for (Object each : made) {
        byMooring.put(each, "x");
        toMooring.put(new Object(), each);
        shared.add(each);
        numbered.put(1700000000000L + (long) (Math.random() * 1e12), each);
        byText.put("run " + java.util.UUID.randomUUID(), each);
        scattered.slots[(System.identityHashCode(each) & 15) + 16 * scattered.count++] = each;
      }
      List<String> told = new ArrayList<String>();
      for (Object[] pair : fields.elements.pairs(byMooring, 0, 100, new Node("", 'm'))) told.add(((Mooring) pair[0]).at.side);
      for (Object[] pair : fields.elements.pairs(toMooring, 0, 100, new Node("", 'm'))) told.add(((Mooring) pair[1]).at.side);
      for (Object each : fields.elements.of(shared, 0, 100, new Node("", 'l'))) told.add(((Mooring) each).at.side);
      for (Map<Object, Object> drawn : Arrays.asList(numbered, byText)) for (Object[] pair : fields.elements.pairs(drawn, 0, 100, new Node("", 'm'))) told.add(((Mooring) pair[1]).at.side);
      for (Object each : fields.elements.of(scattered, 0, 100, new Node("", 'l'))) told.add(((Mooring) each).at.side);
      same("all of them", 240, told.size());
      if (first == null) first = told;
      else same("objects without names, at the next start", first, told);
      ((Mooring) made.get(0)).at.side = "elsewhere";
      List<String> later = new ArrayList<String>();
      for (Object[] pair : fields.elements.pairs(byMooring, 0, 100, new Node("", 'm'))) later.add(((Mooring) pair[0]).at.side);
      List<String> before = new ArrayList<String>(told.subList(0, 40));
      before.set(before.indexOf("s" + (start == 0 ? 0 : 39)), "elsewhere");
      same("what changes moves nothing", before, later);
    }
  }

  /** A set that a program made for itself. */
  static final class Scatter extends java.util.AbstractSet<Object> {
    final Object[] slots = new Object[640];
    int count;

    @Override
    public java.util.Iterator<Object> iterator() {
      throw new AssertionError("the program's code was run");
    }

    @Override
    public int size() {
      throw new AssertionError("the program's code was run");
    }
  }

  /** A key of numbers that are drawn at random is another at every start; a point is not. */
  private static void drawn() {
    Opener opener = new Opener(null);
    Fields fields = new Fields(opener, new AppClasses(null, opener));
    Budget budget = new Budget(null, 0);
    EntryNames names = new EntryNames(fields, budget, new Identities(fields, budget));
    same("a key of numbers drawn at random", "#3", names.of(new Object[] {new Drawn(-7896406739632688991L, 611155165089043845L), 1}, 3));
    same("a key of small numbers", "4,-2,null", names.of(new Object[] {new Drawn(4, -2), 1}, 3));
  }

  static class Drawn {
    final long high;
    final long low;
    final String said = null;

    Drawn(long high, long low) {
      this.high = high;
      this.low = low;
    }
  }

  static class Mooring {
    final long since = System.nanoTime() + 1000000000000L;
    final Berth at;

    Mooring(int at) {
      this.at = new Berth("s" + at);
    }
  }

  static class Berth {
    String side;

    Berth(String side) {
      this.side = side;
    }
  }

  private static List<String> buoys(List<Object> objects) {
    List<String> names = new ArrayList<String>();
    for (Object object : objects) names.add(((Buoy) object).name);
    return names;
  }

  private static void boxes() {
    Opener opener = new Opener(null);
    Fields fields = new Fields(opener, new AppClasses(null, opener));
    same("a shell", "inner", Shapes.unwrap(new Shell("inner"), fields));
    same("shells in shells", "inner", Shapes.unwrap(new Shell(new Shell("inner")), fields));
    Priced priced = new Priced();
    same("a value beside something else", priced, Shapes.unwrap(priced, fields));
    Whole whole = new Whole();
    same("two values", whole, Shapes.unwrap(whole, fields));
    Front front = new Front();
    same("a part of a type of its own", front, Shapes.unwrap(front, fields));
    Held held = new Held();
    same("a table of its own making", held.links, Shapes.unwrap(held, fields));
    same("a mere value", "spare", Shapes.unwrap(new Label(), fields));
    Lettered lettered = new Lettered();
    same("a value, and several things", lettered, Shapes.unwrap(lettered, fields));
    Marked marked = new Marked();
    same("a mark is no value", marked, Shapes.unwrap(marked, fields));
    same("a line that was typed", "line", Statics.simpleName("$line6.$read$$iw$$iw$"));
    same("a number that a compiler made up is no name", true, ClassNames.isAnonymous(reify__12.class));
    for (Object known : new Object[] {new Member(), new Pass()}) same("its password is not what it is: " + known.getClass(), known, Shapes.unwrap(known, fields));
    for (Object known : new Object[] {new Sides(), new Links()}) same("a table: " + known.getClass(), true, fields.elements.isMap(known.getClass()));
    same("more than a table", false, fields.elements.knows(Titled.class));
    List<Object> found = new ArrayList<Object>();
    for (Object[] pair : fields.elements.pairs(new Links(), 0, 10, new Node("", 'm'))) found.add(pair[0] + "=" + pair[1]);
    for (Object[] pair : fields.elements.pairs(new Sides(), 0, 10, new Node("", 'm'))) found.add(pair[0] + "=" + pair[1]);
    same("entries of tables", Arrays.<Object>asList("a=1", "b=2", "c=3", "4=four", "9=nine"), found);
  }

  static final class Column {
    final String name;

    Column(String name) {
      this.name = name;
    }
  }

  static final class Sheet {
    final String sheetName = "BOATS";
    final Column[] columns = {new Column("NAME"), new Column("BUILT")};
    final Other[] others = {new Other()};
  }

  /** An array as long as a row, and no row of the sheet's. */
  static final class Other {
    final Object[] words = {"one", "two", "three"};
  }

  static final class Branch {
    final Row row;
    Branch left;
    Branch right;

    Branch(String name, int built) {
      row = new Row(new Object[] {name, built});
    }
  }

  static final class Row {
    final Object[] data;

    Row(Object[] data) {
      this.data = data;
    }
  }

  static final class Store {
    final Sheet sheet = new Sheet();
    final Branch top = new Branch("Rose", 2004);
    final Link chain = null;
  }

  /** The rows of a table by the names of its columns, those too that come when it is known already. */
  private static void rows() throws Exception {
    Opener opener = new Opener(null);
    AppClasses classes = new AppClasses(null, opener);
    Fields fields = new Fields(opener, classes);
    Kinds kinds = new Kinds(classes, fields.elements);
    Reader.Maker readers = new Reader.Maker(kinds, fields, new Evidence(classes, kinds, fields, new Literals()));
    Store store = new Store();
    Rows rows = new Rows(kinds, fields);
    Reader reader = readers.make();
    reader.passed.add(store);
    rows.search(reader);
    Capture none = new Capture(new Budget(null, 1000), readers.make());
    rows.read(none);
    same("where nothing has to do with databases", 0, none.roots.size());
    rows.present = true;
    rows.search(reader);
    store.top.left = new Branch("Grace", 1988);
    Capture capture = new Capture(new Budget(null, 1000), readers.make());
    rows.read(capture);
    capture.reader.run();
    same("a table", "rows:" + Sheet.class.getName() + "[BOATS]", capture.roots.get(0).address);
    List<Object> told = new ArrayList<Object>();
    for (Node row : child(capture.roots.get(0), "rows").children) told.add(child(row, "NAME").value + " " + child(row, "BUILT").value);
    same("its rows", Arrays.<Object>asList("Grace 1988", "Rose 2004"), told);
    same("no other", 1, capture.roots.size());
  }

  static Object crowd;

  private static void roaming() {
    List<Object> all = new ArrayList<Object>();
    for (int i = 0; i < 30; i++) {
      List<Object> some = new ArrayList<Object>();
      for (int j = 0; j < 35; j++) {
        some.add(new ArrayList<Object>(Arrays.<Object>asList(new Object[] {1}, new java.util.LinkedList<Object>())));
        some.add(new java.util.HashMap<Object, Object>(java.util.Collections.singletonMap("k", new java.util.concurrent.atomic.AtomicReference<Object>(new java.util.Vector<Object>()))));
        for (int k = 0; k < 5; k++) some.add(new java.util.ArrayDeque<Object>(Arrays.asList(new java.util.TreeMap<Object, Object>(), new java.util.Date(), new java.util.Hashtable<Object, Object>())));
      }
      all.add(some);
    }
    all.add(new Object[] {new Object[] {new Findable()}});
    crowd = all;
    Opener opener = new Opener(null);
    AppClasses classes = new AppClasses(null, opener);
    Fields fields = new Fields(opener, classes);
    Roam roam = new Roam(new ArrayList<Class<?>>(Arrays.asList(Findable.class)), new Class<?>[] {SelfTest.class}, 60, fields, classes, opener) {
      @Override
      boolean isReady(Class<?> type) {
        return true;
      }

      @Override
      boolean isOurs(Class<?> type) {
        return false;
      }
    };
    int slices = 1;
    while (!roam.slice(new Budget(null, 1000))) slices++;
    same("several slices", true, slices > 1);
    same("found in the end", 1, roam.found().length);
    crowd = null;
  }

  /** What `List.of` and its like make, from 9 on. */
  private static List<Object> fixed() {
    List<Object> out = new ArrayList<Object>();
    for (Class<?> type : new Class<?>[] {List.class, java.util.Set.class}) {
      for (int count : new int[] {0, 1, 2, 5}) {
        Object[] elements = new Object[count];
        for (int i = 0; i < count; i++) elements[i] = "e" + i;
        try {
          out.add(type.getMethod("of", Object[].class).invoke(null, (Object) elements));
        } catch (ReflectiveOperationException older) {
          return out;
        }
      }
    }
    for (int count : new int[] {0, 1, 5}) {
      Map<Object, Object> map = new LinkedHashMap<Object, Object>();
      fill(map, count);
      try {
        out.add(Map.class.getMethod("copyOf", Map.class).invoke(null, map));
      } catch (ReflectiveOperationException older) {
        return out;
      }
    }
    return out;
  }

  private static void capitals() {
    same("capitals", "settingsProperties", Statics.camel("SETTINGS_PROPERTIES"));
    same("one letter", "x", Statics.camel("X"));
    same("no letters", "_", Statics.camel("_"));
  }

  private static void properties() {
    same("a number", 1110, Leaf.typed("1110"));
    same("zero", 0, Leaf.typed("0"));
    same("below zero", -1, Leaf.typed("-1"));
    same("a switch", true, Leaf.typed("true"));
    for (String text : new String[] {"007", "", "1.0", "-", "-0", "--1", "12345678901", "yes", "+1"}) same("stays text: " + text, text, Leaf.typed(text));
  }

  /** What one thread did before is not the work of a capture that another began. */
  private static void threadsOfABudget() throws Exception {
    final Budget budget = new Budget(null, 100);
    Thread windows = new Thread() {
      @Override
      public void run() {
        budget.take();
      }
    };
    windows.start();
    windows.join();
    for (long end = Budget.onProcessor() + 400000000L; Budget.onProcessor() < end; ) ;
    Budget begun = new Budget(null, 100);
    for (int i = 0; i < 2000; i++) begun.take();
    same("a budget of one thread that worked before", 2000, begun.nodes);
    for (int i = 0; i < 2000; i++) budget.take();
    same("a budget that the thread of the windows began", 2001, budget.nodes);
    while (begun.take()) for (long end = Budget.onProcessor() + 1000000L; begun.nodes % 512 == 0 && Budget.onProcessor() < end; ) ;
    same("a budget that is spent", true, begun.exhausted);
  }

  private static void shares() {
    same("a share of few", 1250, Budget.part(2500, 150, 3));
    same("one more of them changes nothing", Budget.part(2500, 150, 17), Budget.part(2500, 150, 18));
    same("a share of many", 150, Budget.part(2500, 150, 500));
  }

  private static void growing() {
    same("before the first discovery", false, Sources.hasGrown(-1, 500));
    same("a few classes more", false, Sources.hasGrown(10, 25));
    same("a window and its dialogs", false, Sources.hasGrown(1000, 1200));
    same("the program behind its splash screen", true, Sources.hasGrown(30, 400));
  }

  private static void launchers() {
    List<String> loaded = new ArrayList<String>();
    for (int i = 0; i < 150; i++) loaded.add("org.shop.Part" + i);
    for (int i = 0; i < 40; i++) loaded.add("net.docks.Part" + i);
    Packages launcher = new Packages("dev.osgi.Main", null);
    same("found behind a launcher", true, launcher.findLaunched(loaded));
    same("is the application's", true, launcher.isMain("org.shop.Cart"));
    same("is not", false, launcher.isMain("net.docks.Dock"));
    Packages own = new Packages("dev.till.Main", null);
    for (int i = 0; i < 60; i++) loaded.add("dev.till.Part" + i);
    same("an application with classes of its own", false, own.findLaunched(loaded));
  }

  /** Ids, addresses and ports differ from one run to the next. */
  private static void beanTitles() throws Exception {
    String[][] cases = {
      {"org.acme:type=Pool,name=main", "Pool main"},
      {"org.acme:name0=StandaloneServer_port37611,name1=InMemoryDataTree", "InMemoryDataTree"},
      {"org.acme:name0=StandaloneServer_port37611", "StandaloneServer_port"},
      {"org.acme:name0=Server,name1=Connections,name2=127.0.0.1,name3=0x1000abc93de0000", "Connections"},
      {"org.acme:type=Session,key=0x1000abc93de0000", "Session"},
    };
    for (String[] each : cases) same(each[0], each[1], MBeans.title(new javax.management.ObjectName(each[0])));
  }

  private static void classNames() {
    class Local {}
    same("a nested class", "Entry", ClassNames.simple(Map.Entry.class));
    same("a top class", "List", ClassNames.simple(List.class));
    same("an array", "int[]", ClassNames.simple(int[].class));
    same("a class in a method", "Local", ClassNames.simple(Local.class));
    same("no name", true, ClassNames.isAnonymous(new Object() {}.getClass()));
    same("a name", false, ClassNames.isAnonymous(Local.class));
  }

  private static void packages() {
    Packages all = new Packages("mock.Run", "mockery-standalone-3.1.jar");
    same("news", true, all.note("mock.org.apache.http.Client"));
    same("no news", false, all.note("mock.com.google.common.Cache"));
    same("the package itself", false, all.isMoved("mock.Run"));
    same("below it", true, all.isMoved("mock.options.Parser"));
    same("another", false, all.isMoved("com.github.someone.mockery.Server"));
    same("the name of the jar", true, all.hasOwnName("com.github.someone.mockery.Server"));
    same("the name in a class", false, all.hasOwnName("com.other.Mockery"));
    Packages shop = new Packages("com.acme.shop.Main", "app.jar");
    same("prefix", "com.acme.", shop.prefix);
    same("a shaded part", true, shop.note("com.acme.shop.shaded.org.apache.Log"));
    same("is moved", true, shop.isMoved("com.acme.shop.shaded.picocli.Command"));
    same("the rest is not", false, shop.isMoved("com.acme.shop.model.Order"));
  }

  private static void names() throws Exception {
    same("parameters from the class file", "[json, type, name]", Arrays.toString(ParameterNames.of(Convert.class.getDeclaredMethod("to", Object.class, java.lang.reflect.Type.class, String.class))));
    same("descriptor", "([ILjava/lang/String;Z)V", MethodActions.descriptor(SelfTest.class.getDeclaredMethod("shape", int[].class, String.class, boolean.class)));
    same("inner class", "Basket", Statics.simpleName(Basket.class));
  }

  static void shape(int[] numbers, String text, boolean flag) {}

  static final class Findable {
    int n;
  }

  static final class NeverUsed {
    static {
      System.setProperty("substrate.test.initialised", "yes");
    }
  }

  /** A heap that takes longer than a millisecond to walk. */
  private static void cutOff() {
    List<Object> heap = new ArrayList<Object>();
    for (int i = 0; i < 300000; i++) heap.add(new Object[] {"text " + i});
    Object[] found = find(50, 1, Findable.class);
    same("a walk that is cut off says so", true, found.length > 0 && found[found.length - 1] == null);
    long before = Pause.worked();
    same("one that has time does not", 2, find(50, 600000, Findable.class).length);
    same("it is work of the JVM's own thread", true, Pause.worked() > before);
    same("which has not had more of a processor than the JVM is old", true, Pause.worked() < java.lang.management.ManagementFactory.getRuntimeMXBean().getUptime() * 1000000L);
    same("what this method holds", "cutOff in slot 0", where(heap, Thread.currentThread()));
    same("not asked for this thread, nothing", null, where(heap, new Thread()));
    same("kept meanwhile", 300000, heap.size());
  }

  private static Object[] find(int max, int limitMs, Class<?>... classes) {
    return NativeHeap.find(classes, max, limitMs, new ArrayList<Object>());
  }

  private static final List<Object> KEPT = new ArrayList<Object>();

  /** What only a variable of this method holds, not what something else holds as well. */
  private static void fleeting() {
    Findable onStack = new Findable();
    Findable held = new Findable();
    KEPT.add(held);
    List<Object> fleeting = new ArrayList<Object>();
    same("all are found", 2, NativeHeap.find(new Class<?>[] {Findable.class}, 50, 0, fleeting).length);
    same("one may be gone with its method", Arrays.<Object>asList(onStack), fleeting);
    KEPT.clear();
    same("kept meanwhile", 0, onStack.n + held.n);
  }

  private static String where(Object object, Thread thread) {
    for (NativeHeap.Local local : NativeHeap.locals(new Thread[] {thread})) if (local.object == object) return local.method + " in slot " + local.slot;
    return null;
  }

  private static void library(String path) throws Exception {
    NativeHeap.load(path, new Opener(null));
    same("the library loads: " + NativeHeap.whyNot(), true, NativeHeap.isReady());
    fleeting();
    Findable[] kept = {new Findable(), new Findable()};
    for (int i = 0; i < 1000; i++) new Findable().n = i;
    java.lang.ref.WeakReference<?> weak = new java.lang.ref.WeakReference<Object>(new Findable());
    java.lang.ref.SoftReference<?> soft = new java.lang.ref.SoftReference<Object>(kept[0]);
    same("reachable instances only", 2, find(2, 0, Findable.class, String.class).length - 2);
    same("again, with no tags left", 2, find(50, 0, Findable.class).length);
    cutOff();
    same("no class, no instance", 0, find(50, 60000).length);
    same("many classes", true, NativeHeap.classes().length > 400);
    Class<?> never = Class.forName("dev.substrate.core.SelfTest$NeverUsed", false, SelfTest.class.getClassLoader());
    same("not initialised", false, NativeHeap.isInitialized(never));
    same("and asking did not do it", null, System.getProperty("substrate.test.initialised"));
    same("initialised", true, NativeHeap.isInitialized(SelfTest.class));
    same("kept to the end", 2, kept.length + (soft.get() == kept[0] && weak.getClass() != null ? 0 : 1));
  }
}
