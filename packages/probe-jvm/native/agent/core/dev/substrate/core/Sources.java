package dev.substrate.core;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where state is looked for, in order of worth, and which of it is read in a cycle. */
final class Sources {
  /** Classes are listed anew, since new ones bring new singletons: soon after a beginning, when a program may still be starting, then ever more rarely. */
  private static final long FIRST_RESCAN_NANOS = 1000000000L;
  private static final long LAST_RESCAN_NANOS = 20000000000L;
  /** How long a capture may take. Discovery meets classes that were never compiled, perhaps on a busy machine. */
  private static final int POLL_MS = 2000;
  private static final int DISCOVER_MS = 6000;
  private static final int GROWN_AT_LEAST = 20;
  /** Nodes for what windows, beans and management beans hold. */
  private static final int PARTS_SHARE = 4000;

  final AppClasses classes;
  private final Fields fields;
  private final Reader.Maker readers;
  private final Statics statics;
  private final Instances instances;
  private final Locals locals;
  private final Names names;
  private final Rows rows;
  private final Beans beans;
  private final Routes routes;
  /** A class has the same words for every visitor: who comes again does not read them again. */
  private static final Literals literals = new Literals();
  private final Ask ask = new Ask();
  private final MBeans mbeans;
  private final Threads threads;
  private final Places places;
  private final Evidence evidence;
  private final Ages ages = new Ages();
  /** What the capture before told as elements of collections. Of the JVM, not of a visitor: who comes again finds them told where they were. */
  private static volatile Set<Long> elements = new HashSet<Long>();
  private final Stores stores;
  private final MethodActions methods;
  private Object windows;
  private FxScenes scenes;
  private SwtShells shells;
  private final Opener opener;
  /** Of the capture that is running, or was last. */
  private volatile Budget budget;
  private long scannedAt;
  private long rescanNanos;
  /** How many classes the application had at work when it was looked at last for what there is to read; whether it has many more now. */
  private int discoveredClasses = -1;
  private boolean grown;
  private int scannedBy = -1;

  Sources(Instrumentation instrumentation, String directory) {
    opener = new Opener(instrumentation);
    NativeHeap.load(libraryBesideCore(directory), opener);
    classes = new AppClasses(instrumentation, opener);
    fields = new Fields(opener, classes);
    Kinds kinds = new Kinds(classes, fields.elements);
    evidence = new Evidence(classes, kinds, fields, literals);
    readers = new Reader.Maker(kinds, fields, evidence);
    methods = new MethodActions(classes, opener, fields, readers, evidence, literals);
    statics = new Statics(fields, classes, methods, readers);
    instances = new Instances(fields, classes, kinds, evidence, methods, opener);
    locals = new Locals(classes, kinds, fields);
    rows = new Rows(kinds, fields);
    names = new Names(classes, kinds, fields, evidence, opener, readers);
    beans = new Beans(fields, classes, methods);
    routes = new Routes(fields, readers, new Servlets(classes, fields, opener, ask));
    mbeans = new MBeans(readers, classes, ask);
    threads = new Threads();
    places = new Places(fields, kinds);
    stores = new Stores(kinds, fields, places, evidence);
  }

  /** core-HASH.so lies beside core-HASH.jar. */
  private static String libraryBesideCore(String directory) {
    String jar = String.valueOf(Sources.class.getProtectionDomain().getCodeSource().getLocation());
    return directory + "/" + jar.substring(jar.lastIndexOf('/') + 1).replace(".jar", ".so");
  }

  Capture capture(Map<String, Object> request) {
    Object wireBudget = request.get("budget");
    String mode = String.valueOf(request.get("mode"));
    boolean discover = !mode.equals("poll");
    Budget budget = new Budget(wireBudget instanceof Map ? (Map<?, ?>) wireBudget : null, discover ? DISCOVER_MS : POLL_MS);
    this.budget = budget;
    budget.literals = literals;
    Reader reader = readers.make(budget);
    reader.ages = ages;
    reader.elementsBefore = elements;
    final Capture capture = new Capture(budget, reader);
    if (request.get("liveMb") instanceof Number) capture.liveMb = ((Number) request.get("liveMb")).longValue();
    boolean known = request.get("known") instanceof List;
    if (known) stores.expect(names((List<?>) request.get("known")));
    boolean begins = discover || known || scannedBy < 0;
    final boolean scanned = begins || System.nanoTime() - scannedAt > rescanNanos;
    instances.settle(capture, scanned);
    if (scanned) {
      rescanNanos = begins ? FIRST_RESCAN_NANOS : Math.min(2 * rescanNanos, LAST_RESCAN_NANOS);
      long start = System.nanoTime();
      List<Class<?>> appClasses = scan();
      capture.timings.put("scan", (System.nanoTime() - start) / 1000);
      int atWork = classes.atWork(appClasses);
      boolean more = hasGrown(discoveredClasses, atWork);
      if (discover) instances.walk(appClasses, reader, mode.equals("heap"), more, capture);
      if (begins) discoveredClasses = atWork;
      grown = more && !discover;
      if (known && !discover) instances.walkKnown(names((List<?>) request.get("known")), appClasses, reader, capture);
      else if (!discover) {
        instances.walkAwaited(appClasses, reader, capture);
        instances.walkSettled(appClasses, reader, capture);
      }
    }
    capture.grown |= grown;
    instances.go(capture);
    step(capture, "windows", new Step() {
      @Override public void run() throws Throwable { readWindows(capture); }
    });
    step(capture, "management beans", new Step() {
      @Override public void run() throws Throwable { mbeans.read(capture); }
    });
    step(capture, "beans", new Step() {
      @Override public void run() throws Throwable { beans.read(capture, instances.contexts()); }
    });
    step(capture, "routes", new Step() {
      @Override public void run() throws Throwable {
        if (scanned) routes.look(instances.servletContexts());
        routes.read(capture);
      }
    });
    budget.phase(PARTS_SHARE);
    run(capture, "reading parts");
    final boolean anew = discover || known || capture.grown;
    if (anew) ages.open();
    budget.phase(Names.ALL_SHARE);
    step(capture, "names", new Step() {
      @Override public void run() throws Throwable {
        if (anew) names.search(capture.reader);
        else names.follow(capture.reader, scanned);
        names.read(capture);
      }
    });
    run(capture, "reading names");
    budget.phase(Statics.ALL_SHARE);
    step(capture, "statics", new Step() {
      @Override public void run() throws Throwable { statics.read(capture); }
    });
    run(capture, "reading statics");
    budget.phase(PARTS_SHARE);
    step(capture, "components", new Step() {
      @Override public void run() {
        if (windows == null) return;
        List<Object> untold = instances.untold(capture.reader);
        ((SwingWindows) windows).readOwn(capture);
        instances.leaveToWindows(untold, capture.reader);
      }
    });
    // What a static, bean or window holds is shown there; the rest of what the walk found gets roots of its own.
    budget.phase(Instances.ALL_SHARE);
    final boolean[] sought = {anew};
    step(capture, "variables", new Step() {
      @Override public void run() {
        if (sought[0]) locals.look();
        else sought[0] = locals.follow();
        methods.running(locals.running);
        locals.read(capture);
      }
    });
    step(capture, "instances", new Step() {
      @Override public void run() throws Throwable { instances.read(capture); }
    });
    run(capture, "reading instances");
    // The only ones of their class, which keep several things, are never crowded out by the many.
    budget.phase(Instances.ALL_SHARE);
    step(capture, "services", new Step() {
      @Override public void run() throws Throwable { instances.readSpare(capture, false); }
    });
    run(capture, "reading services");
    step(capture, "parts of services", new Step() {
      @Override public void run() throws Throwable { instances.readSpare(capture, true); }
    });
    run(capture, "reading parts of services");
    budget.phase(Stores.ALL_SHARE);
    step(capture, "stores of libraries", new Step() {
      @Override public void run() {
        if (names.areKnown()) return;
        if (sought[0]) stores.search(capture.reader);
        stores.read(capture);
      }
    });
    run(capture, "reading stores");
    budget.phase(Rows.ALL_SHARE);
    step(capture, "rows", new Step() {
      @Override public void run() throws Throwable {
        if (sought[0]) rows.search(capture.reader);
        rows.read(capture);
      }
    });
    run(capture, "reading rows");
    budget.phase(budget.maxNodes);
    methods.ofParts(capture);
    for (int i = capture.roots.size() - 1; i >= 0; i--) {
      Node root = capture.roots.get(i);
      boolean begun = root.children != null || !budget.exhausted || !"budget".equals(root.omitted);
      if (!begun) capture.unreached.add(root.address);
      if (!begun || Reader.prune(root)) capture.roots.remove(i);
    }
    step(capture, "threads", new Step() {
      @Override public void run() throws Throwable { threads.read(capture); }
    });
    reader.forget();
    elements = reader.elements;
    if (!anew && !budget.exhausted && !instances.isSearching()) ages.close();
    places.remember(reader.held);
    if (!NativeHeap.isReady()) capture.notes.add("Objects that only the stack of a thread holds were not looked for: " + NativeHeap.whyNot() + ".");
    return capture;
  }

  /**
   * One place: a root of the latest capture and steps from there. What no object stands behind (windows, counts of threads) is looked up in what was
   * told last.
   */
  Node read(Map<String, Object> request, List<Node> told) throws Throwable {
    String address = String.valueOf(request.get("root"));
    List<?> path = request.get("path") instanceof List ? (List<?>) request.get("path") : new ArrayList<Object>();
    int from = Math.max(0, number(request.get("from")));
    int limit = Math.max(0, number(request.get("limit")));
    Object wireBudget = request.get("budget");
    Budget budget = new Budget(wireBudget instanceof Map ? (Map<?, ?>) wireBudget : null, DISCOVER_MS);
    budget.literals = literals;
    Reader reader = readers.make(budget);
    String name = path.isEmpty() ? address : String.valueOf(path.get(path.size() - 1));
    int above = 0;
    for (int i = 0; i + 1 < path.size(); i++) above = Secrets.below(above, String.valueOf(path.get(i)));
    Object root = places.root(address);
    if (root != null && !(root instanceof Class && path.isEmpty())) {
      Object found = places.find(root, path, reader);
      if (found == Places.NOWHERE) return null;
      Node node = reader.place(name, found, above, from, limit);
      return isHiddenBeside(node, name, root, path, budget) ? Secrets.hidden(name) : node;
    }
    if (address.startsWith("mbean:") && !path.isEmpty()) {
      Object value = mbeans.value(address, String.valueOf(path.get(0)));
      Object found = value == Places.NOWHERE ? value : places.find(value, path.subList(1, path.size()), reader);
      if (found != Places.NOWHERE) return reader.place(name, found, above, from, limit);
    }
    Node shown = windows == null ? null : ((SwingWindows) windows).more(address, path, from, limit, budget);
    return shown != null ? shown : Told.part(Told.find(told, address, path), from, limit);
  }

  /** A value that is asked for alone is judged by what stands beside it all the same. */
  private boolean isHiddenBeside(Node node, String name, Object root, List<?> path, Budget budget) throws Throwable {
    if (node == null || node.kind != 'v' || node.value == null || path.isEmpty()) return false;
    Reader reader = readers.make(budget);
    Object holder = path.size() == 1 ? root : places.find(root, path.subList(0, path.size() - 1), reader);
    if (holder == Places.NOWHERE || holder instanceof Class) return false;
    int at = name.matches("\\d{1,9}") ? Integer.parseInt(name) : 0;
    Node around = reader.place("", holder, 0, Math.max(0, at - 1), 24);
    if (around == null || around.children == null) return false;
    for (Node child : around.children) if (name.equals(child.name)) return child.secret;
    return false;
  }

  private static int number(Object value) {
    return value instanceof Number ? ((Number) value).intValue() : 0;
  }

  private static void run(final Capture capture, String what) {
    step(capture, what, new Step() {
      @Override public void run() { capture.reader.run(); }
    });
  }

  private interface Step {
    void run() throws Throwable;
  }

  /** One source that fails never costs the others. */
  private static void step(Capture capture, String what, Step step) {
    long start = System.nanoTime();
    try {
      step.run();
      capture.timings.put(what, (System.nanoTime() - start) / 1000);
    } catch (Throwable e) {
      capture.missed++;
      capture.notes.add("The " + what + " could not be read: " + e.getClass().getName() + (e.getMessage() == null ? "" : ": " + e.getMessage()));
    }
  }

  private void readWindows(Capture capture) throws Exception {
    if (windows != null) ((SwingWindows) windows).read(capture);
    if (scenes != null) scenes.read(capture, instances.found());
    if (shells != null) shells.read(capture, instances.found());
  }

  /** Whether so much was loaded since the last discovery that it saw another program, one that was starting. */
  static boolean hasGrown(int before, int now) {
    return before >= 0 && now > before + Math.max(GROWN_AT_LEAST, before / 4);
  }

  private static Set<String> names(List<?> list) {
    Set<String> names = new HashSet<String>();
    for (Object name : list) names.add(String.valueOf(name));
    return names;
  }

  /**
   * The application's classes that are loaded now. None is kept: a class that the application lets go must be free to go. Toolkits and servers are
   * asked only when the application has loaded them itself: asking must not bring them in.
   */
  private List<Class<?>> scan() {
    List<Class<?>> found = new ArrayList<Class<?>>();
    Class<?> stage = null;
    Class<?> display = null;
    for (Class<?> type : classes.survey()) {
      if (!rows.present && type.getName().equals("java.sql.Driver")) rows.present = true;
      if (type.getClassLoader() == null) {
        if (windows == null && type.getName().equals("java.awt.EventQueue")) windows = new SwingWindows(classes, fields, methods);
        if (!mbeans.present && type.getName().equals("javax.management.MBeanServerFactory")) mbeans.present = true;
        continue;
      }
      if (scenes == null && type.getName().equals("javafx.stage.Window")) stage = type;
      if (shells == null && type.getName().equals("org.eclipse.swt.widgets.Display") && classes.isInitialized(type)) display = type;
      if (!type.isArray() && classes.isApp(type) && !type.isSynthetic() && type.getName().indexOf("$$Lambda") < 0) found.add(type);
    }
    if (stage != null) scenes = new FxScenes(stage, opener, fields, classes);
    if (display != null) shells = new SwtShells(display, opener, classes);
    if (scannedBy != classes.edition()) statics.clear();
    scannedBy = classes.edition();
    scannedAt = System.nanoTime();
    statics.scan(found);
    literals.scan(found);
    methods.forms.scan(found);
    evidence.lookAgain();
    return found;
  }

  /** Whether the next poll would do no more than the last one did: nothing is looked for, and nothing was for a while. */
  boolean isSettled() {
    return rescanNanos == LAST_RESCAN_NANOS && System.nanoTime() - scannedAt <= rescanNanos && !budget.exhausted && !instances.isUnsure();
  }

  /** Whether the thread of the windows has done nothing since they were read. */
  boolean windowsRest() {
    return windows != null && ((SwingWindows) windows).rests();
  }

  /** `none`: not yet; `done`; or why it was not made. */
  String walkState() {
    return instances.state();
  }

  List<String> foundClasses() {
    return instances.classNames();
  }

  void close() {
    Budget running = budget;
    if (running != null) running.cancelled = true;
    ask.close();
    statics.clear();
    instances.clear();
    locals.clear();
    names.clear();
    rows.clear();
    stores.clear();
    Secrets.forget();
  }
}
