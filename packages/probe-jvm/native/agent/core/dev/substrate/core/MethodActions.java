package dev.substrate.core;

import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;

/**
 * Public methods of the objects that are roots, addressed by signature; of a class that has none to offer, those that its neighbours may call, and of one that a thread
 * begins in, its own. Getters are left out: their state is read already. Of what a library keeps for the application, in a field or a variable of the application's, what the library lets its holder do.
 */
final class MethodActions {
  private static final int MAX_OF_A_CLASS = 40;
  private static final int MOST_LOOKED_AT = 120;
  /** Of a capture: a large program has thousands, and nobody reads a list of those. */
  private static final int MAX_METHODS = 250;
  private static final int MAX_OF_ELEMENTS = 12;
  /** So many objects of a class show what differs. */
  private static final int SOME = 8;
  /** Of what lies below lists and maps, beside those. */
  private static final int MAX_BELOW = 200;
  private static final String WHICH = "Which one: its key or position, the first is 0, its id or name, or a text or number that it alone holds; where there is but one it need not be said.";
  /** Of one object of a library's, and of all of them. */
  private static final int MAX_OF_A_LIBRARY = 20;
  private static final int MAX_OF_LIBRARIES = 80;
  static final Set<String> NEVER =
      new HashSet<String>(Arrays.asList("main", "equals", "hashCode", "toString", "clone", "finalize", "compareTo", "compare", "wait", "notify", "notifyAll", "getClass",
          "get", "iterator", "copy", "writeReplace", "readResolve", "canEqual", "productElement", "premain", "agentmain"));
  /** What code that is handed over is called by; a method of that name which no type asks for, and which is told what to do, is the program's own word. */
  static final Set<String> OF_FUNCTIONS = new HashSet<String>(Arrays.asList("run", "call", "accept", "apply", "test", "invoke"));

  private static final Comparator<Method> BY_NAME = new Comparator<Method>() {
    @Override
    public int compare(Method a, Method b) {
      int byName = a.getName().compareTo(b.getName());
      if (byName != 0) return byName;
      int byCount = a.getParameterTypes().length - b.getParameterTypes().length;
      return byCount != 0 ? byCount : descriptor(a).compareTo(descriptor(b));
    }
  };

  private final AppClasses classes;
  private final Providers providers;
  private final Opener opener;
  private final Fields fields;
  private final Reader.Maker readers;
  private final Evidence evidence;
  private final LibraryMethods libraries;
  private final Known objects;
  final Forms forms;
  private final Literals literals;
  private volatile Set<String> running = new HashSet<String>();
  /** How many words of the application's were known when the actions were made. */
  private int words;
  /** What lay below lists and maps at the last capture, by class. */
  private volatile Map<String, List<Placed>> below = new HashMap<String, List<Placed>>();
  private final Map<Class<?>, Offer[]> ofStatics = new WeakHashMap<Class<?>, Offer[]>();
  private final Map<Class<?>, Offer[]> ofInstances = new WeakHashMap<Class<?>, Offer[]>();
  private Map<String, Made> made = new HashMap<String, Made>();
  private Map<String, Made> making = new HashMap<String, Made>();

  /** Who may be able to do something, before it is looked at what. */
  abstract static class Doer {
    private final Class<?> type;
    /** What it is told as; null for what has no place of its own. */
    private final Object told;
    private int rank;

    Doer(Class<?> type, Object told) {
      this.type = type;
      this.told = told;
    }

    abstract Made make();
  }

  /** The actions of one root, the same from poll to poll while it holds the same object. */
  private static final class Made {
    final WeakReference<Object> of;
    final Action[] actions;
    /** Of elements: the class they were made for. */
    String type;

    Made(Object of, Action[] actions) {
      this.of = new WeakReference<Object>(of);
      this.actions = actions;
    }
  }

  private static final class Placed {
    final WeakReference<Object> object;
    final String key;

    Placed(Reader.Below of) {
      object = new WeakReference<Object>(of.object);
      key = of.key;
    }
  }

  /** Calls a method of one object or another. */
  private interface Caller {
    Action.Outcome call(Object target, Map<String, Object> parameters, long timeoutMs) throws Exception;
  }

  /**
   * A method that fits: what is the same for every object of the class. Words only: the method itself, which would keep its class alive after the
   * application has let it go, is looked up again when it is called.
   */
  private static final class Offer {
    final String method;
    final String name;
    final String[] names;
    final String descriptor;
    final String property;
    final String[] wireTypes;
    final String[] sourceTypes;
    final boolean[] required;
    final List<List<Object>> choices = new ArrayList<List<Object>>();
    final String returns;
    final String owner;
    /** Of what is an object of the application's: its type. */
    final String[] asks;
    /** Of what is made of a few values: their names, and the types that they are given as. */
    final String[][] parts;
    private final List<List<Action.Parameter>> made = new ArrayList<List<Action.Parameter>>();

    /** How far above its class it is declared: what only objects of the class can do is what they are for. */
    int above;
    /** Which parameter takes one of several forms, and the class of the form that this one is; null where none does. */
    final int at;
    final String form;

    Offer(Method method, Type[] types, String name, String[] names, String property) {
      this(method, types, name, names, property, -1);
    }

    Offer(Method method, Type[] types, String name, String[] names, String property, int at) {
      this.at = at;
      form = at < 0 ? null : Convert.raw(types[at]).getName();
      this.method = method.getName();
      this.name = name;
      this.names = names;
      this.property = property;
      descriptor = descriptor(method);
      wireTypes = new String[types.length];
      sourceTypes = new String[types.length];
      required = new boolean[types.length];
      asks = new String[types.length];
      parts = new String[types.length][];
      for (int i = 0; i < types.length; i++) {
        Class<?> raw = Convert.raw(types[i]);
        String wire = Convert.wireType(types[i], 0);
        Constructor<?> maker = i == at && !raw.isEnum() ? Values.ofForm(raw) : wire == null || wire.equals("object") ? Values.maker(raw) : null;
        made.add(maker == null ? null : parts(maker, i));
        asks[i] = wire == null && maker == null ? raw.getName() : null;
        wireTypes[i] = wire == null || types[i] == Object.class ? "string" : wire;
        sourceTypes[i] = types[i] == Object.class ? "any" : Reader.typeName(raw);
        required[i] = raw != java.util.Optional.class;
        choices.add(choices(raw));
      }
      returns = method.getReturnType() == void.class ? null : Reader.typeName(method.getReturnType());
      owner = Statics.simpleName(method.getDeclaringClass());
    }

    /** One value alone goes by the name of the parameter; several by their own, unless another has it. */
    private List<Action.Parameter> parts(Constructor<?> maker, int at) {
      Class<?>[] types = maker.getParameterTypes();
      String[] own = Values.names(maker);
      Set<String> taken = new HashSet<String>(Arrays.asList(names));
      for (String[] before : parts) if (before != null) taken.addAll(Arrays.asList(before));
      taken.remove(names[at]);
      parts[at] = own;
      List<Action.Parameter> out = new ArrayList<Action.Parameter>();
      for (int i = 0; i < own.length; i++) {
        if (own.length == 1 && at != this.at) own[i] = names[at];
        else if (!taken.add(own[i])) own[i] = names[at] + capital(own[i]);
        out.add(new Action.Parameter(own[i], Convert.wireType(types[i], 0), Reader.typeName(types[i]), i < Values.required(maker), choices(types[i])));
      }
      return out;
    }

    int rank() {
      return property != null ? 0 : isAsking(returns, name) ? 2 : 1;
    }

    String signature() {
      return method + descriptor + (form == null ? "" : ":" + form);
    }

    /** Tells an action what it takes. */
    void tell(Action action) {
      for (int i = 0; i < names.length; i++) {
        if (made.get(i) != null) {
          action.parameters.addAll(made.get(i));
          continue;
        }
        action.parameter(names[i], wireTypes[i], sourceTypes[i], required[i], choices.get(i));
        if (asks[i] == null) continue;
        action.asks.add(asks[i]);
        String which = "The " + names[i] + " is one of those that are there, by its key, id, name or place.";
        action.description = action.description == null ? which : action.description + " " + which;
      }
      action.returns = returns;
    }
  }

  MethodActions(AppClasses classes, Opener opener, Fields fields, Reader.Maker readers, Evidence evidence, Literals literals) {
    this.literals = literals;
    this.evidence = evidence;
    this.fields = fields;
    this.readers = readers;
    this.classes = classes;
    providers = new Providers(classes);
    libraries = new LibraryMethods(classes, literals);
    objects = new Known(fields, classes, readers);
    forms = new Forms(classes);
    this.opener = opener;
  }

  void ofInstance(Capture capture, Node root, Object object, String source) {
    offer(capture, root.address, object, object.getClass(), source);
  }

  void ofStatics(Capture capture, Node root, Class<?> type) {
    offer(capture, root.address, null, type, "static");
  }

  /** The functions of a line that somebody typed. */
  void ofLine(Capture capture, Class<?> type) {
    offer(capture, "static:" + type.getName(), null, type, "module");
  }

  /** A variable that takes a text, a number or a yes or no. */
  void ofVariable(Capture capture, Node root, Fields.Slot slot) {
    final String name = slot.field.getName();
    String wire = Convert.wireType(slot.field.getType(), 0);
    if (Modifier.isFinal(slot.field.getModifiers()) || wire == null || wire.equals("object") || wire.equals("array")) return;
    final WeakReference<Class<?>> declares = new WeakReference<Class<?>>(slot.field.getDeclaringClass());
    Action action = new Action("set:" + root.address + "#" + name, "set " + name, "setter", root.source, new Action.Target() {
      @Override
      public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
        Class<?> type = declares.get();
        if (type == null) throw new Action.Refused("no_target", "The variable is gone.");
        java.lang.reflect.Field field = type.getDeclaredField(name);
        if (!opener.open(field, type)) throw new Action.Refused("no_target", "The variable is closed.");
        field.set(null, Convert.to(Action.required(parameters, "value"), field.getGenericType(), "value"));
        return Action.Outcome.done(null, null);
      }
    });
    action.parameter("value", wire, Reader.typeName(slot.field.getType()), true, choices(slot.field.getType()));
    action.owner = root.name;
    action.owns = root.address;
    action.reads = Node.child(root.address, slot.name);
    action.certainty = 0.95;
    capture.add(action);
  }

  /** Of the objects that roots are made of, and of what collections hold. What was made for roots that are gone is forgotten. */
  void ofParts(Capture capture) {
    // More of the application's code was loaded: it may work with more.
    if (words != literals.count()) made.clear();
    words = literals.count();
    if (forms.haveGrown()) forget();
    objects.learn(capture.reader);
    for (Map.Entry<String, Object> part : capture.reader.parts.entrySet()) offer(capture, part.getKey(), part.getValue(), part.getValue().getClass(), null);
    Set<Class<?>> done = ofElements(capture);
    choose(capture);
    ofLibraries(capture);
    ofBelow(capture, done);
    made = making;
    making = new HashMap<String, Made>();
  }

  /**
   * Of a large program those that are best, the application's own before what only may be its, what holds something before what is called, what tells texts
   * that stand in nobody's code before what does not, the first of a class before others that are like it; and what does something before what only asks.
   */
  private void choose(Capture capture) {
    Map<Class<?>, Boolean> met = new IdentityHashMap<Class<?>, Boolean>();
    for (Doer each : capture.doers) {
      boolean alike = met.put(each.type, Boolean.TRUE) != null;
      each.rank = (alike ? 8 : 0) + (classes.tier(each.type) < 2 ? 4 : 0) + (fields.worth.of(each.type) < Worth.HOLDS ? 2 : 0) + (each.told == null || capture.reader.tellsData(each.told) ? 0 : 1);
    }
    Collections.sort(capture.doers, BY_RANK);
    int left = MAX_METHODS;
    List<Action> later = new ArrayList<Action>();
    List<Action> asking = new ArrayList<Action>();
    for (Doer each : capture.doers) {
      if (left <= 0) break;
      int of = 0;
      for (Action action : actions(each)) {
        if (isAsking(action.returns, action.name)) asking.add(action);
        else if (of++ >= MAX_OF_ELEMENTS) later.add(action);
        else if (!isMissing(action) && left-- > 0) capture.addMethod(action);
      }
    }
    later.addAll(asking);
    for (Action action : later) if (!isMissing(action) && left-- > 0) capture.addMethod(action);
    capture.doers.clear();
  }

  /** What a class says of itself may not hold together: then it has nothing to offer. */
  private static Action[] actions(Doer doer) {
    try {
      return doer.make().actions;
    } catch (Throwable broken) {
      return new Action[0];
    }
  }

  private static final Comparator<Doer> BY_RANK = new Comparator<Doer>() {
    @Override
    public int compare(Doer a, Doer b) {
      return a.rank - b.rank;
    }
  };

  /** The classes that threads of the application's begin in. */
  void running(Set<String> names) {
    if (names.equals(running)) return;
    running = names;
    forget();
  }

  private synchronized void forget() {
    ofStatics.clear();
    ofInstances.clear();
    made.clear();
  }

  private static boolean isAsking(String returns, String name) {
    return returns != null && LibraryMethods.asks(name);
  }

  /** Whether none of the objects that it takes is there. */
  private boolean isMissing(Action action) {
    for (String type : action.asks) if (!objects.has(type)) return true;
    return false;
  }

  /** Of the objects of libraries that the application's own fields and variables hold, where they are told. */
  private void ofLibraries(Capture capture) {
    int[] left = {MAX_OF_LIBRARIES};
    Map<String, Object> holders = new LinkedHashMap<String, Object>(capture.reader.held);
    holders.putAll(capture.reader.parts);
    for (Map.Entry<String, Object> each : holders.entrySet()) {
      if (left[0] <= 0) return;
      Object holder = each.getValue();
      boolean statics = holder instanceof Class;
      Class<?> type = statics ? (Class<?>) holder : holder.getClass();
      Object variable = capture.reader.variables.get(each.getKey());
      if (variable != null) ofLibrary(capture, each.getKey(), variable, null, each.getKey().substring(Locals.PREFIX.length()), left);
      if (!classes.isApp(type)) continue;
      for (Fields.Slot slot : statics ? fields.statics(type) : fields.of(type)) {
        boolean service = Engine.isService(slot.field.getType());
        if (!service && !libraries.isLibrary(slot.field.getType())) continue;
        try {
          Object object = Fields.read(slot, statics ? null : holder);
          String root = Node.child(each.getKey(), statics ? Statics.told(slot) : slot.name);
          if (object != null) ofLibrary(capture, root, object, slot.field.getGenericType(), Statics.simpleName(type) + "." + slot.name, left);
        } catch (Throwable unreadable) {
          // Others may be.
        }
      }
    }
    ofUsed(capture, capture.reader.held, left);
    ofUsed(capture, capture.reader.ofLibraries, left);
  }

  /**
   * Of what a library's objects are made of, where the application's own code works with what they are: what sets something that is told, and everything where it
   * holds something of the application's.
   */
  private void ofUsed(Capture capture, Map<String, Object> told, int[] left) {
    for (Map.Entry<String, Object> each : told.entrySet()) {
      if (left[0] <= 0) return;
      String root = each.getKey();
      Object object = each.getValue();
      Class<?> type = object.getClass();
      if (making.containsKey(root) || !libraries.isLibrary(type) || Engine.is(object) || providers.has(type)) continue;
      Made known = made.get(root);
      if (known == null || known.of.get() != object) {
        List<Action> actions = new ArrayList<Action>();
        Set<String> taken = new HashSet<String>();
        List<LibraryMethods.Form> forms = sorted(libraries.used(type));
        boolean all = !forms.isEmpty() && evidence.isIn(object);
        for (LibraryMethods.Form form : forms) {
          boolean fits = all || property(form.method, type, false) != null;
          if (!fits || actions.size() >= MAX_OF_A_LIBRARY || !opener.open(form.method, form.method.getDeclaringClass())) continue;
          Action action = ofLibrary(form, root, object, capture.sourceOf(root), Statics.simpleName(type), taken);
          action.foreign = !all;
          actions.add(action);
        }
        known = new Made(object, actions.toArray(new Action[0]));
      }
      making.put(root, known);
      add(capture, known, left);
    }
  }

  /** A variable's type is not known: null. */
  private void ofLibrary(Capture capture, String root, Object object, Type declared, String owner, int[] left) {
    Object inner = Shapes.unwrap(object, fields);
    if (Engine.isDone(object, capture)) return;
    if (!libraries.isLibrary(object.getClass()) || !capture.reader.isTold(inner)) return;
    // A collection, or what the field says is one of something, is there for what is put into it; anything else must show that it holds something of the application's.
    if (!fields.elements.knows(inner.getClass()) && !(declared instanceof ParameterizedType) && !Engine.is(object) && !evidence.isIn(inner)) return;
    Made known = made.get(root);
    if (known == null || known.of.get() != object) {
      List<Action> actions = new ArrayList<Action>();
      Set<String> taken = new HashSet<String>();
      Action execute = Engine.execute(root, object, capture.sourceOf(root), owner);
      if (execute != null && taken.add(execute.name)) actions.add(execute);
      for (LibraryMethods.Form form : sorted(declared == null ? libraries.ofClass(object.getClass(), holds(inner)) : libraries.of(declared))) {
        if (actions.size() < MAX_OF_A_LIBRARY && opener.open(form.method, form.method.getDeclaringClass())) actions.add(ofLibrary(form, root, object, capture.sourceOf(root), owner, taken));
      }
      known = new Made(object, actions.toArray(new Action[0]));
    }
    making.put(root, known);
    add(capture, known, left);
  }

  /** What the first entry of a map, or the first element, is; anything, where there is none. */
  private Class<?>[] holds(Object collection) {
    if (!fields.elements.knows(collection.getClass())) return new Class<?>[0];
    boolean map = fields.elements.isMap(collection.getClass());
    List<?> found = map ? fields.elements.pairs(collection, 0, 1, new Node("", 'm')) : fields.elements.of(collection, 0, 1, new Node("", 'l'));
    Object[] first = found.isEmpty() ? new Object[map ? 2 : 1] : map ? (Object[]) found.get(0) : new Object[] {found.get(0)};
    Class<?>[] out = new Class<?>[first.length];
    for (int i = 0; i < out.length; i++) out[i] = first[i] == null ? Object.class : first[i].getClass();
    return out;
  }

  /** What is left behind by what a library does, only the library knows: none of it can be taken for reversible. */
  private Action ofLibrary(LibraryMethods.Form form, String root, Object object, String source, String owner, Set<String> taken) {
    Offer offer = offer(form, object.getClass(), taken);
    final Caller caller = caller(form, offer);
    final WeakReference<Object> held = new WeakReference<Object>(object);
    Action action = new Action("method:" + root + "#" + offer.signature(), offer.name, "method", source, new Action.Target() {
      @Override
      public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
        Object target = held.get();
        if (target == null) throw new Action.Refused("no_target", "The object that has this method is gone.");
        return caller.call(target, parameters, timeoutMs);
      }
    });
    offer.tell(action);
    action.owner = owner;
    action.owns = root;
    action.reversibility = "irreversible_write";
    action.certainty = 0.9;
    return action;
  }

  private static Offer offer(LibraryMethods.Form form, Class<?> type, Set<String> taken) {
    String[] names = ParameterNames.of(LibraryMethods.behind(form.method, type));
    return new Offer(form.method, form.takes, distinct(form.method, names, taken), names, null);
  }

  private Caller caller(LibraryMethods.Form form, final Offer offer) {
    // What it takes and where it is declared are the object's to keep alive.
    final WeakReference<Class<?>> declares = new WeakReference<Class<?>>(form.method.getDeclaringClass());
    final List<WeakReference<Class<?>>> takes = new ArrayList<WeakReference<Class<?>>>();
    for (Class<?> type : form.takes) takes.add(new WeakReference<Class<?>>(type));
    return new Caller() {
      @Override
      public Action.Outcome call(Object target, Map<String, Object> parameters, long timeoutMs) throws Exception {
        Type[] types = new Type[takes.size()];
        for (int i = 0; i < types.length; i++) types[i] = takes.get(i).get();
        for (Method method : declares.get().getDeclaredMethods()) {
          if (!method.getName().equals(offer.method) || !descriptor(method).equals(offer.descriptor) || !opener.open(method, method.getDeclaringClass())) continue;
          return invoke(offer, target, method, types, parameters, timeoutMs);
        }
        throw new Action.Refused("no_target", "The object has no such method any more.");
      }
    };
  }

  private static List<LibraryMethods.Form> sorted(List<LibraryMethods.Form> forms) {
    Collections.sort(forms, new Comparator<LibraryMethods.Form>() {
      @Override
      public int compare(LibraryMethods.Form a, LibraryMethods.Form b) {
        return BY_NAME.compare(a.method, b.method);
      }
    });
    return forms;
  }

  /** Of what collections hold: once for a class, with a parameter that says which one is meant. */
  private Set<Class<?>> ofElements(final Capture capture) {
    Set<Class<?>> done = new HashSet<Class<?>>();
    for (final Map.Entry<String, Object> each : capture.reader.collections.entrySet()) {
      final Object collection = each.getValue();
      Object first = firstOf(collection);
      if (first == null || !classes.isApp(first.getClass()) || first instanceof Enum || Proxy.isProxyClass(first.getClass()) || !done.add(first.getClass())) continue;
      final Class<?> type = first.getClass();
      capture.doers.add(new Doer(type, collection) {
        @Override
        Made make() {
          String root = Node.child(each.getKey(), "*");
          Made known = made.get(root);
          if (known == null || known.of.get() != collection || !type.getName().equals(known.type)) {
            List<Action> actions = new ArrayList<Action>();
            for (Offer offer : offers(type, some(collection))) if (actions.size() < MAX_OF_ELEMENTS) actions.add(ofElement(offer, root, collection, capture.sourceOf(each.getKey())));
            known = new Made(collection, actions.toArray(new Action[0]));
            known.type = type.getName();
          }
          making.put(root, known);
          return known;
        }
      });
    }
    return done;
  }

  /** Of what lies below lists and maps, wherever: once for a class, with a parameter that says which one is meant. Of elements that are a library's, what the application's own code works with. */
  private void ofBelow(Capture capture, Set<Class<?>> done) {
    Map<String, List<Placed>> now = new HashMap<String, List<Placed>>();
    int offered = 0;
    for (Map.Entry<Class<?>, List<Reader.Below>> each : capture.reader.below.entrySet()) {
      Class<?> type = each.getKey();
      if (offered >= MAX_BELOW) break;
      if (done.contains(type) || type.isEnum() || Proxy.isProxyClass(type)) continue;
      boolean own = classes.isApp(type);
      if (!own && (providers.has(type) || !libraries.isLibrary(type) || !evidence.isIn(each.getValue().get(0).object))) continue;
      String root = "each:" + type.getName();
      Made known = made.get(root);
      if (known == null || known.of.get() != type) known = new Made(type, own ? below(type, root, each.getValue()) : belowOfLibrary(type, root));
      making.put(root, known);
      if (known.actions.length == 0) continue;
      List<Placed> placed = new ArrayList<Placed>();
      for (Reader.Below one : each.getValue()) placed.add(new Placed(one));
      now.put(type.getName(), placed);
      for (Action action : known.actions) {
        if (!isMissing(action) && offered++ < MAX_BELOW) capture.addMethod(action);
      }
    }
    below = now;
  }

  private Action[] below(Class<?> type, String root, List<Reader.Below> placed) {
    List<Action> actions = new ArrayList<Action>();
    List<Object> some = new ArrayList<Object>();
    for (Reader.Below one : placed) if (some.size() < SOME) some.add(one.object);
    for (final Offer offer : offers(type, some)) {
      if (actions.size() < MAX_OF_ELEMENTS) actions.add(below(offer, root, type, new Caller() {
        @Override
        public Action.Outcome call(Object target, Map<String, Object> parameters, long timeoutMs) throws Exception {
          return invoke(offer, target, target.getClass(), parameters, timeoutMs);
        }
      }));
    }
    return actions.toArray(new Action[0]);
  }

  private Action[] belowOfLibrary(Class<?> type, String root) {
    List<Action> actions = new ArrayList<Action>();
    Set<String> taken = new HashSet<String>();
    for (LibraryMethods.Form form : sorted(libraries.used(type))) {
      if (actions.size() >= MAX_OF_A_LIBRARY || !opener.open(form.method, form.method.getDeclaringClass())) continue;
      Offer offer = offer(form, type, taken);
      Action action = below(offer, root, type, caller(form, offer));
      action.reversibility = "irreversible_write";
      actions.add(action);
    }
    return actions.toArray(new Action[0]);
  }

  private Action below(Offer offer, String root, Class<?> type, final Caller caller) {
    final String which = which(offer);
    final String of = type.getName();
    Action action = new Action("method:" + root + "#" + offer.signature(), offer.name, "method", "instance", new Action.Target() {
      @Override
      public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
        Map<String, Object> rest = new HashMap<String, Object>(parameters);
        return caller.call(placed(of, rest.remove(which), which), rest, timeoutMs);
      }
    });
    action.parameter(which, "string", "any", false, null);
    action.description = WHICH;
    offer.tell(action);
    action.owner = Statics.simpleName(type);
    action.certainty = 0.9;
    return action;
  }

  private Object placed(String type, Object wanted, String which) throws Action.Refused {
    List<Placed> all = below.get(type);
    Set<Object> there = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
    Known.Found found = objects.new Found(wanted);
    if (all != null) for (Placed each : all) {
      Object object = each.object.get();
      if (object == null) continue;
      there.add(object);
      found.add(object, each.key, false);
    }
    if (wanted != null) return found.one("There is ", found.keyed, found.called, found.holding);
    if (there.size() == 1) return there.iterator().next();
    throw new Action.Refused("bad_parameter", "Parameter " + which + " is missing: there are " + there.size() + ".");
  }

  private static String which(Offer offer) {
    return Arrays.asList(offer.names).contains("which_element") ? "which" : "which_element";
  }

  private List<Object> some(Object collection) {
    List<Object> out = new ArrayList<Object>();
    if (fields.elements.isMap(collection.getClass())) for (Object[] pair : fields.elements.pairs(collection, 0, SOME, new Node("", 'm'))) out.add(pair[1]);
    else out.addAll(fields.elements.of(collection, 0, SOME, new Node("", 'l')));
    for (int i = 0; i < out.size(); i++) if (out.get(i) != null) out.set(i, Shapes.unwrap(out.get(i), fields));
    return out;
  }

  private Object firstOf(Object collection) {
    try {
      Object first = collection instanceof Object[] ? ((Object[]) collection).length == 0 ? null : ((Object[]) collection)[0] : fields.elements.first(collection);
      return first == null ? null : Shapes.unwrap(first, fields);
    } catch (Throwable changing) {
      return null;
    }
  }

  private Action ofElement(final Offer offer, String root, Object collection, String source) {
    final WeakReference<Object> held = new WeakReference<Object>(collection);
    final String which = which(offer);
    Action action = new Action("method:" + root + "#" + offer.signature(), offer.name, "method", source, new Action.Target() {
      @Override
      public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
        Object all = held.get();
        if (all == null) throw new Action.Refused("no_target", "The collection that the element was in is gone.");
        Object target = parameters.get(which) == null ? only(all, which) : objects.in(all, parameters.get(which));
        Map<String, Object> rest = new HashMap<String, Object>(parameters);
        rest.remove(which);
        return invoke(offer, target, target.getClass(), rest, timeoutMs);
      }
    });
    action.parameter(which, "string", "any", false, null);
    action.description = WHICH;
    offer.tell(action);
    action.owner = offer.owner;
    action.owns = root.substring(0, root.length() - 2);
    action.certainty = 0.9;
    return action;
  }

  private Object only(Object all, String which) throws Action.Refused {
    List<Object> found = some(all);
    Object element = found.size() == 1 ? found.get(0) : null;
    if (element == null || element == Shapes.NOTHING) throw new Action.Refused("bad_parameter", "Parameter " + which + " is missing: there is " + (found.isEmpty() ? "none" : "more than one") + ".");
    return element;
  }

  private void offer(final Capture capture, final String root, final Object object, final Class<?> type, final String source) {
    capture.doers.add(new Doer(type, object) {
      @Override
      Made make() {
        Object key = object == null ? type : object;
        Made known = made.get(root);
        if (known == null || known.of.get() != key) {
          Offer[] offers = object == null ? offers(type, true) : offers(type, Collections.singletonList(object)).toArray(new Offer[0]);
          Action[] actions = new Action[offers.length];
          String origin = source == null ? capture.sourceOf(root) : source;
          for (int i = 0; i < actions.length; i++) actions[i] = action(offers[i], root, object, type, origin);
          known = new Made(key, actions);
        }
        making.put(root, known);
        return known;
      }
    });
  }

  private static void add(Capture capture, Made known, int[] left) {
    for (Action action : known.actions) if (left[0]-- > 0) capture.addMethod(action);
  }

  private Action action(final Offer offer, String root, final Object object, Class<?> type, String source) {
    final boolean isStatic = object == null;
    final WeakReference<Object> held = new WeakReference<Object>(isStatic ? type : object);
    Action action =
        new Action(
            "method:" + root + "#" + offer.signature(), offer.name, offer.property != null ? "setter" : "method", source,
            new Action.Target() {
              @Override
              public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
                Object target = held.get();
                if (target == null) throw new Action.Refused("no_target", "The object that has this method is gone.");
                return invoke(offer, isStatic ? null : target, isStatic ? (Class<?>) target : target.getClass(), parameters, timeoutMs);
              }
            });
    offer.tell(action);
    action.owner = offer.owner;
    action.owns = root;
    if (offer.property != null) action.reads = Node.child(root, offer.property);
    action.certainty = 0.95;
    return action;
  }

  static List<Object> choices(Class<?> raw) {
    if (raw == boolean.class || !raw.isEnum()) return null;
    List<Object> out = new ArrayList<Object>();
    for (Object constant : raw.getEnumConstants()) out.add(((Enum<?>) constant).name());
    return out.size() > 100 ? null : out;
  }

  private Action.Outcome invoke(Offer offer, Object target, Class<?> type, Map<String, Object> parameters, long timeoutMs) throws Exception {
    Method method = method(type, target == null, offer);
    Type[] types = LibraryMethods.takes(method, type);
    if (offer.form != null) types[offer.at] = forms.named(offer.form, Convert.raw(types[offer.at]));
    return invoke(offer, target, method, types, parameters, timeoutMs);
  }

  private Action.Outcome invoke(Offer offer, final Object target, final Method method, Type[] types, Map<String, Object> parameters, long timeoutMs) throws Exception {
    final Object[] arguments = new Object[types.length];
    Set<String> unknown = new HashSet<String>(parameters.keySet());
    for (int i = 0; i < types.length; i++) {
      if (offer.parts[i] != null) {
        unknown.removeAll(Arrays.asList(offer.parts[i]));
        arguments[i] = Values.make(Convert.raw(types[i]), offer.parts[i], parameters);
        continue;
      }
      unknown.remove(offer.names[i]);
      if (!parameters.containsKey(offer.names[i]) && Convert.raw(types[i]) != java.util.Optional.class) {
        throw new Action.Refused("bad_parameter", "Parameter " + offer.names[i] + " is missing.");
      }
      Object given = parameters.get(offer.names[i]);
      arguments[i] = offer.asks[i] == null ? Convert.to(given, types[i], offer.names[i]) : objects.find(Convert.raw(types[i]), given, offer.names[i]);
    }
    if (!unknown.isEmpty()) throw new Action.Refused("bad_parameter", "There is no parameter " + unknown.iterator().next() + ".");
    Callable<Object> body =
        new Callable<Object>() {
          @Override
          public Object call() throws Exception {
            return method.invoke(target, arguments);
          }
        };
    Class<?> owner = method.getDeclaringClass();
    Map<String, Object> invocation = new LinkedHashMap<String, Object>();
    invocation.put("class_name", owner.getName());
    invocation.put("method_name", offer.method);
    invocation.put("descriptor", offer.descriptor);
    invocation.put("is_static", target == null);
    invocation.put("instance_id", target == null ? null : target.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(target)));
    Calls.Run run = Ui.touches(target == null ? owner : target.getClass()) ? Ui.run(body, timeoutMs) : Calls.onThread(body, owner.getClassLoader(), timeoutMs);
    return Calls.outcome(run, readers.make(), invocation, timeoutMs);
  }

  private Method method(Class<?> type, boolean statics, Offer offer) throws Action.Refused {
    for (Method method : fitting(type, statics)) if (method.getName().equals(offer.method) && descriptor(method).equals(offer.descriptor)) return method;
    throw new Action.Refused("no_target", "The object has no such method any more.");
  }

  private boolean offers(Method method, Class<?> type, boolean statics) {
    if (Modifier.isStatic(method.getModifiers()) != statics || !fits(method)) return false;
    Type[] types = LibraryMethods.takes(method, type);
    return (canBeGiven(types, -1) || open(types) >= 0) && opener.open(method, method.getDeclaringClass());
  }

  private synchronized Offer[] offers(Class<?> type, boolean statics) {
    Map<Class<?>, Offer[]> all = statics ? ofStatics : ofInstances;
    Offer[] known = all.get(type);
    if (known == null) all.put(type, known = find(type, statics));
    return known;
  }

  /** What is open to everybody. Those of a proxy are its interfaces': its own class has neither names nor parameters that say anything. */
  private static List<Method> methods(Class<?> type, boolean statics) {
    List<Method> all = new ArrayList<Method>();
    if (Proxy.isProxyClass(type) && !statics) for (Class<?> promised : type.getInterfaces()) all.addAll(Arrays.asList(promised.getMethods()));
    else for (Method method : statics ? type.getDeclaredMethods() : type.getMethods()) if (Modifier.isPublic(method.getModifiers())) all.add(method);
    return all;
  }

  /** What a class leaves open to its neighbours, and those above it to theirs; or what it keeps to itself. */
  private List<Method> closed(Class<?> type, boolean statics, boolean own) {
    List<Method> all = new ArrayList<Method>();
    for (Class<?> c = type; c != null && classes.isApp(c); c = statics || own ? null : c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) if (Modifier.isPrivate(method.getModifiers()) == own) all.add(method);
    }
    return all;
  }

  private List<Method> fitting(Class<?> type, boolean statics) {
    List<Method> fitting = new ArrayList<Method>();
    try {
      boolean offered = Proxy.isProxyClass(type);
      for (Method method : methods(type, statics)) {
        if (!offers(method, type, statics)) continue;
        fitting.add(method);
        offered |= !isAskedFor(method, true);
      }
      if (offered) return fitting;
      for (Method method : closed(type, statics, false)) if (offers(method, type, statics)) fitting.add(method);
      // Nobody but itself calls what it does: it waits, for a line that somebody types, or hands out what a server calls.
      if (fitting.isEmpty() && (running.contains(type.getName()) || handsOut(type))) for (Method method : closed(type, statics, true)) if (offers(method, type, statics)) fitting.add(method);
    } catch (Throwable missing) {
      // A type in a signature is not on the class path.
    }
    return fitting;
  }

  /** Whether others are given code of it to call. What shows something is used where it shows it. */
  private static boolean handsOut(Class<?> type) {
    if (Ui.touches(type)) return false;
    for (Method method : type.getDeclaredMethods()) if (method.isSynthetic() && method.getName().startsWith("lambda$")) return true;
    return false;
  }

  private Offer[] find(Class<?> type, boolean statics) {
    List<Method> fitting = new ArrayList<Method>();
    Set<String> signatures = new HashSet<String>();
    for (Method method : fitting(type, statics)) if (signatures.add(method.getName() + descriptor(method).replaceAll("\\).*", ")"))) fitting.add(method);
    Collections.sort(fitting, BY_NAME);
    List<Offer> out = new ArrayList<Offer>();
    Set<String> taken = new HashSet<String>();
    // What can be typed comes before what has to be looked up.
    List<Method> looked = new ArrayList<Method>();
    for (Iterator<Method> all = fitting.iterator(); all.hasNext(); ) {
      Method method = all.next();
      boolean typed = true;
      for (Type each : LibraryMethods.takes(method, type)) typed &= isTyped(each);
      if (typed) continue;
      looked.add(method);
      all.remove();
    }
    fitting.addAll(looked);
    boolean value = !statics && Values.isValue(type);
    for (Method method : fitting) {
      // What never changes can only tell something, unless it is told to do something.
      if (value && method.getReturnType() != void.class) continue;
      if (out.size() >= MOST_LOOKED_AT) break;
      Type[] types = LibraryMethods.takes(method, type);
      int open = open(types);
      for (Class<?> form : open < 0 || !canBeGiven(types, open) ? Collections.<Class<?>>emptyList() : forms.of(Convert.raw(types[open]))) {
        Type[] given = types.clone();
        given[open] = form;
        String name = called(method) + capital(Statics.simpleName(form));
        if (taken.add(name)) out.add(new Offer(method, given, name, ParameterNames.of(method), null, open));
      }
      if (!canBeGiven(types, -1)) continue;
      String[] names = ParameterNames.of(method);
      String property = property(method, type, statics);
      if (property != null && names[0].matches("arg\\d+|value|text|number|flag")) names[0] = property;
      out.add(new Offer(method, types, distinct(method, names, taken), names, property));
    }
    for (Offer offer : out) for (Class<?> c = type; c != null && !Statics.simpleName(c).equals(offer.owner); c = c.getSuperclass()) offer.above++;
    Collections.sort(out, BEST_FIRST);
    return out.subList(0, Math.min(out.size(), MAX_OF_A_CLASS)).toArray(new Offer[0]);
  }

  /** What sets something that is told, then what does something, then what only asks; its own before what it has from others. */
  private static final Comparator<Offer> BEST_FIRST = new Comparator<Offer>() {
    @Override
    public int compare(Offer a, Offer b) {
      return a.rank() != b.rank() ? a.rank() - b.rank() : a.above - b.above;
    }
  };

  /** What a class offers, before all what sets data: a text that stands in nobody's code, or what is not the same in some of the objects. */
  private List<Offer> offers(Class<?> type, List<?> some) {
    List<Offer> data = new ArrayList<Offer>();
    List<Offer> rest = new ArrayList<Offer>();
    for (Offer offer : offers(type, false)) (isOfData(offer, type, some) ? data : rest).add(offer);
    data.addAll(rest);
    return data;
  }

  private boolean isOfData(Offer offer, Class<?> type, List<?> some) {
    Object first = null;
    if (offer.property != null) for (Fields.Slot slot : fields.of(type)) {
      if (slot.field.getName().equals(offer.property)) for (Object each : some.subList(0, Math.min(some.size(), SOME))) {
        try {
          Object value = type.isInstance(each) ? Fields.read(slot, each) : null;
          if (!(value instanceof String || value instanceof Number || value instanceof Enum)) continue;
          if (value instanceof String && literals.judge((String) value) == 2 || first != null && !first.equals(value)) return true;
          first = value;
        } catch (Throwable unreadable) {
          // Others may be.
        }
      }
    }
    return false;
  }

  /** The first of its name, the one with the fewest parameters, keeps it; the others tell what they take. */
  private static String distinct(Method method, String[] names, Set<String> taken) {
    String called = called(method);
    if (taken.add(called)) return called;
    StringBuilder byName = new StringBuilder(called).append("With");
    StringBuilder byType = new StringBuilder(called).append("With");
    for (int i = 0; i < names.length; i++) {
      if (i > 0) byName.append("And");
      if (i > 0) byType.append("And");
      byName.append(capital(names[i]));
      byType.append(capital(ClassNames.simple(method.getParameterTypes()[i]).replace("[]", "s")));
    }
    if (taken.add(byName.toString())) return byName.toString();
    String name = byType.toString();
    for (int i = 2; !taken.add(name); i++) name = byType.toString() + i;
    return name;
  }

  private static final String ASSIGNS = "_$eq";

  /** What a person calls it: in Scala, what sets `open` is written `open_=`. */
  private static String called(Method method) {
    String name = method.getName();
    return isAssignment(method) ? "set" + capital(name.substring(0, name.length() - ASSIGNS.length())) : name;
  }

  private static boolean isAssignment(Method method) {
    return method.getName().indexOf('$') == method.getName().length() - ASSIGNS.length() + 1 && method.getName().endsWith(ASSIGNS) && method.getParameterTypes().length == 1;
  }

  private static String capital(String word) {
    return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  /** What JSON becomes, or a few values of it. */
  private static boolean isTyped(Type type) {
    return Convert.wireType(type, 0) != null || Values.maker(Convert.raw(type)) != null;
  }

  private boolean fits(Method method) {
    String name = method.getName();
    if (method.isSynthetic() || method.isBridge() || name.indexOf('$') >= 0 && !isAssignment(method) || name.startsWith("_") || NEVER.contains(name)) return false;
    if (!classes.isApp(method.getDeclaringClass()) || providers.has(method.getDeclaringClass()) || method.getParameterTypes().length > 8) return false;
    if (method.getParameterTypes().length == 0 && name.matches("(get|is|has|as|to)[A-Z].*|component\\d+")) return false;
    if (method.getParameterTypes().length == 0 && method.getReturnType() != void.class && isAccessor(method)) return false;
    if (OF_FUNCTIONS.contains(name) && (method.getParameterTypes().length == 0 || isAskedFor(method, false))) return false;
    return !isListener(method) && !isManaged(method) && !isOfLanguage(method) && !isCallback(method);
  }

  /** What a library calls with objects of its own. */
  private boolean isCallback(Method method) {
    for (Class<?> type : method.getParameterTypes()) if (libraries.isLibrary(type)) return isAskedFor(method, true);
    return false;
  }

  /** Whether a type above its class has the method, which it must be open for then; only where that is none of the application's, if so wished. */
  private boolean isAskedFor(Method method, boolean elsewhere) {
    return isAskedFor(method, method.getDeclaringClass(), elsewhere);
  }

  private boolean isAskedFor(Method method, Class<?> type, boolean elsewhere) {
    List<Class<?>> above = new ArrayList<Class<?>>(Arrays.asList(type.getInterfaces()));
    if (type.getSuperclass() != null) above.add(type.getSuperclass());
    for (Class<?> each : above) if (!(elsewhere && classes.isApp(each)) && has(each, method) || isAskedFor(method, each, elsewhere)) return true;
    return false;
  }

  private static boolean has(Class<?> type, Method method) {
    for (Method each : type.getDeclaredMethods()) {
      if (each.getName().equals(method.getName()) && !Modifier.isPrivate(each.getModifiers()) && each.getParameterTypes().length == method.getParameterTypes().length) return true;
    }
    return false;
  }

  /** Whether everything that it takes, but for one, can be typed or named. */
  private boolean canBeGiven(Type[] types, int but) {
    for (int i = 0; i < types.length; i++) if (i != but && !isTyped(types[i]) && !objects.mayName(Convert.raw(types[i]))) return false;
    return true;
  }

  /** The first that takes one of several forms; -1 where none does. */
  private int open(Type[] types) {
    for (int i = 0; i < types.length; i++) if (!forms.of(Convert.raw(types[i])).isEmpty()) return i;
    return -1;
  }

  /** `size()`, a record's `name()`, a bean's `nameProperty()`. */
  private static boolean isAccessor(Method method) {
    String name = method.getName();
    if (name.equals("size") || name.equals("isEmpty")) return true;
    for (java.lang.reflect.Field field : method.getDeclaringClass().getDeclaredFields()) if (name.equals(field.getName()) || name.equals(field.getName() + "Property")) return true;
    return false;
  }

  private static boolean isListener(Method method) {
    for (Class<?> type : method.getParameterTypes()) if (java.util.EventObject.class.isAssignableFrom(type)) return true;
    return false;
  }

  /** A management bean offers it already. */
  private static boolean isManaged(Method method) {
    for (Class<?> c = method.getDeclaringClass(); c != null; c = c.getSuperclass()) {
      for (Class<?> type : c.getInterfaces()) if ((type.getName().endsWith("MBean") || type.getName().endsWith("MXBean")) && declares(type, method)) return true;
    }
    return false;
  }

  /** What a collection of the JDK's, or an object of a language, has to have: a record of Clojure's is a map, a case class of Scala's a product. */
  private static boolean isOfLanguage(Method method) {
    for (Class<?> c = method.getDeclaringClass(); c != null; c = c.getSuperclass()) {
      for (Class<?> type : c.getInterfaces()) {
        boolean asked = type.getName().startsWith("java.util.") || Packages.runtimeOf(type.getName()) != null;
        if (asked && declares(type, method)) return true;
      }
    }
    return false;
  }

  private static boolean declares(Class<?> type, Method method) {
    try {
      type.getMethod(method.getName(), method.getParameterTypes());
      return true;
    } catch (NoSuchMethodException another) {
      return false;
    }
  }

  /** The field that a setter sets, when the class has one by that name: its value undoes the call. */
  private static String property(Method method, Class<?> type, boolean statics) {
    String name = called(method);
    if (!name.matches("set[A-Z].*") || method.getParameterTypes().length != 1) return null;
    String property = Character.toLowerCase(name.charAt(3)) + name.substring(4);
    for (Class<?> c = type; c != null && !AppClasses.isJdk(c); c = c.getSuperclass()) {
      try {
        for (java.lang.reflect.Field field : c.getDeclaredFields()) {
          String known = field.getName();
          if (Modifier.isStatic(field.getModifiers()) != statics) continue;
          if (known.equals(property) || known.equalsIgnoreCase(property) || known.equals("_" + property) || known.equals("is" + name.substring(3)) || known.equals("m" + name.substring(3))) return known;
        }
      } catch (Throwable missing) {
        return null;
      }
    }
    return null;
  }

  static String descriptor(Method method) {
    StringBuilder out = new StringBuilder("(");
    for (Class<?> type : method.getParameterTypes()) append(out, type);
    append(out.append(')'), method.getReturnType());
    return out.toString();
  }

  static void append(StringBuilder out, Class<?> type) {
    if (type.isArray()) out.append(type.getName().replace('.', '/'));
    else if (!type.isPrimitive()) out.append('L').append(type.getName().replace('.', '/')).append(';');
    else if (type == boolean.class) out.append('Z');
    else if (type == long.class) out.append('J');
    else if (type == void.class) out.append('V');
    else out.append(Character.toUpperCase(type.getName().charAt(0)));
  }
}
