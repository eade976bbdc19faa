package dev.substrate.core;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * Which classes are the application's own: those that share the main class's package prefix or the application's name, or its jar, or that a
 * loader of the application's (a web application's, a plugin's) brought in, unless they belong to a library (`Packages`).
 */
class AppClasses {
  private final Instrumentation instrumentation;
  private final Map<Class<?>, Integer> tiers = new WeakHashMap<Class<?>, Integer>();
  private final Map<ClassLoader, Set<String>> ownSources = new WeakHashMap<ClassLoader, Set<String>>();
  private final ClassLoader system = ClassLoader.getSystemClassLoader();
  private final Object unsafe;
  private final Method shouldBeInitialized;
  String mainClass;
  /** The packages of the runtime that runs the program, where its main class is no part of it; with a dot at the end. */
  final String runtime;
  /** Whether the runtime is one that only its jar says to be a language's: how it keeps values is known by the shape of its classes alone. */
  private final boolean unknown;
  /** The packages of what starts the program, where that is a part of its runtime; with a dot at the end. */
  final String launcher;
  private final Packages packages;
  private URL mainSource;
  private ClassLoader mainLoader;
  /** Goes up whenever all that was judged before has to be judged again. */
  private int edition;
  /** The main class's jar has libraries in it: what else is in there is theirs. */
  private boolean bundled;

  AppClasses(Instrumentation instrumentation, Opener opener) {
    this.instrumentation = instrumentation;
    String main = findMain();
    String known = Packages.runtimeOf(main);
    runtime = known != null || Packages.isLauncher(main) ? known : Providers.languageOf(main, system);
    unknown = known == null && runtime != null;
    mainClass = runtime != null || Packages.isLauncher(main) ? null : main;
    launcher = Packages.launcherIn(runtime, main);
    packages = new Packages(mainClass, jarName());
    Object found = null;
    Method method = null;
    for (String name : new String[] {"jdk.internal.misc.Unsafe", "sun.misc.Unsafe"}) {
      try {
        Class<?> type = Class.forName(name);
        java.lang.reflect.Field field = type.getDeclaredField("theUnsafe");
        Method candidate = type.getMethod("shouldBeInitialized", Class.class);
        if (!opener.open(field, type) || !opener.open(candidate, type)) continue;
        found = field.get(null);
        candidate.invoke(found, Object.class);
        method = candidate;
        break;
      } catch (Throwable next) {
        found = null;
      }
    }
    unsafe = found;
    shouldBeInitialized = method;
  }

  /** The class that holds main, from the command line; a jar names it in its manifest, a Spring Boot jar behind its launcher. */
  private static String findMain() {
    try {
      String command = System.getProperty("sun.java.command");
      if (command == null || command.isEmpty()) return mainOnStack();
      String first = jarOf(command);
      if (first != null) {
        File file = new File(first);
        if (!file.isAbsolute()) file = new File(System.getProperty("user.dir"), first);
        JarFile jar = new JarFile(file);
        try {
          Attributes attributes = jar.getManifest().getMainAttributes();
          String start = attributes.getValue("Start-Class");
          return start != null ? start.trim() : attributes.getValue("Main-Class").trim();
        } finally {
          jar.close();
        }
      }
      String name = command.split(" ")[0];
      return name.indexOf('/') > 0 ? name.substring(name.indexOf('/') + 1) : name;
    } catch (Throwable e) {
      return mainOnStack();
    }
  }

  private static String jarName() {
    try {
      String jar = jarOf(System.getProperty("sun.java.command", ""));
      return jar == null ? null : new File(jar).getName();
    } catch (Throwable e) {
      return null;
    }
  }

  /** The jar at the front of a command line that may have blanks in it, or null. */
  private static String jarOf(String command) {
    for (int at = command.indexOf(".jar"); at >= 0; at = command.indexOf(".jar", at + 1)) {
      String candidate = command.substring(0, at + 4);
      if ((at + 4 == command.length() || command.charAt(at + 4) == ' ') && new File(candidate).isFile()) return candidate;
    }
    String first = command.split(" ")[0];
    return first.endsWith(".jar") ? first : null;
  }

  private static String mainOnStack() {
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      StackTraceElement[] stack = entry.getValue();
      if (entry.getKey().getId() == 1 && stack.length > 0) return stack[stack.length - 1].getClassName();
    }
    return null;
  }

  Class<?>[] loaded() {
    return instrumentation != null ? instrumentation.getAllLoadedClasses() : NativeHeap.classes();
  }

  /** 2: certainly the application's; 1: probably; 0: a library's, the JDK's or ours. */
  synchronized int tier(Class<?> type) {
    while (type.isArray()) type = type.getComponentType();
    if (type.getClassLoader() == null) return 0;
    Integer known = tiers.get(type);
    if (known != null) return known;
    int tier = judge(type);
    tiers.put(type, tier);
    return tier;
  }

  /** Whether it is of the runtime that runs the program. */
  boolean isOfRuntime(Class<?> type) {
    return runtime != null && type.getName().startsWith(runtime);
  }

  /** The same, of a runtime that nobody knows here. */
  boolean isOfUnknownRuntime(Class<?> type) {
    return unknown && isOfRuntime(type);
  }

  boolean isApp(Class<?> type) {
    return tier(type) > 0;
  }

  static boolean isJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null) return true;
    String name = type.getName();
    return name.startsWith("java.") || name.startsWith("sun.") || name.startsWith("jdk.") || loader == platform;
  }

  private static final ClassLoader platform = topmost();

  private static ClassLoader topmost() {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    while (loader != null && loader.getParent() != null) loader = loader.getParent();
    return loader;
  }

  private int judge(Class<?> type) {
    if (type.isPrimitive() || isJdk(type)) return 0;
    ClassLoader loader = type.getClassLoader();
    String name = type.getName();
    if (name.startsWith("dev.substrate.agent.") || name.startsWith("dev.substrate.core.") || loader == AppClasses.class.getClassLoader()) return 0;
    if (unknown && name.startsWith(runtime)) return 0;
    if (name.equals(mainClass)) return 2;
    if (packages.isMoved(name)) return 0;
    if (packages.isMain(name) || packages.hasOwnName(name)) return 2;
    if (Packages.isLibrary(name)) return 0;
    if (packages.prefix == null && name.indexOf('.') < 0) return 2;
    if (loader != system && loader != mainLoader && loader.getClass().getName().indexOf("Reflect") < 0) return isBesideOwn(type, loader) ? 0 : 1;
    return isFromMainSource(type) && !bundled ? 1 : 0;
  }

  /** Whether its loader brought classes in that are certainly the application's, and this one from elsewhere: from a library that lies beside them. */
  private boolean isBesideOwn(Class<?> type, ClassLoader loader) {
    Set<String> own = ownSources.get(loader);
    URL where = own == null ? null : source(type);
    return where != null && !own.contains(where.toString());
  }

  /** Where a loader has the application's own classes from. True when that is news. */
  private boolean noteOwn(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == system || loader == mainLoader || !packages.isMain(type.getName()) && !packages.hasOwnName(type.getName())) return false;
    URL where = source(type);
    Set<String> own = ownSources.get(loader);
    if (own == null) ownSources.put(loader, own = new HashSet<String>());
    return where != null && own.add(where.toString());
  }

  private boolean isFromMainSource(Class<?> type) {
    URL where = source(type);
    return where != null && mainSource != null && where.toString().equals(mainSource.toString());
  }

  /** Looks at what is loaded now: where the main class came from, and where libraries were moved to. Each class is looked at once. */
  synchronized Class<?>[] survey() {
    Class<?>[] all = loaded();
    boolean news = false;
    for (Class<?> type : all) {
      if (type.getClassLoader() == null || type.isArray() || tiers.containsKey(type)) continue;
      String name = type.getName();
      news |= packages.note(name) | noteOwn(type);
      if (mainSource != null || !name.equals(mainClass)) continue;
      mainLoader = type.getClassLoader();
      mainSource = source(type);
      bundled = mainSource != null && packages.isBundle(mainSource);
      news = true;
    }
    if (news) forget();
    List<String> candidates = new ArrayList<String>();
    for (Class<?> type : all) if (type.getClassLoader() != null && !type.isArray() && tier(type) > 0) candidates.add(type.getName());
    if (packages.findLaunched(candidates)) forget();
    return all;
  }

  private void forget() {
    tiers.clear();
    edition++;
  }

  synchronized int edition() {
    return edition;
  }

  private static URL source(Class<?> type) {
    try {
      CodeSource source = type.getProtectionDomain().getCodeSource();
      return source == null ? null : source.getLocation();
    } catch (Throwable e) {
      return null;
    }
  }

  /** Whether a name lies in the main class's own packages. */
  boolean hasPrefix(String name) {
    return packages.isMain(name);
  }

  /** How many of them are in use: those that were only loaded, as looking at what methods take does, say nothing of how far a program has come. */
  int atWork(List<Class<?>> all) {
    int count = 0;
    for (Class<?> type : all) if (isInitialized(type)) count++;
    return count;
  }

  /** Never true for a class whose static initialiser has not run: reading its fields would run it. */
  boolean isInitialized(Class<?> type) {
    try {
      if (NativeHeap.isReady()) return NativeHeap.isInitialized(type);
      return shouldBeInitialized != null && !((Boolean) shouldBeInitialized.invoke(unsafe, type));
    } catch (Throwable e) {
      return false;
    }
  }
}
