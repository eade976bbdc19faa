package dev.substrate.core;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * Which classes are the application's own: those that share the main class's package prefix, or its jar, or that a loader of the
 * application's (a web application's, a plugin's) brought in, unless they belong to a well-known library.
 */
final class AppClasses {
  private static final String[] LIBRARIES = {
    "org.apache.", "org.springframework.", "org.eclipse.", "org.slf4j.", "ch.qos.logback.", "com.fasterxml.", "com.google.", "org.hibernate.",
    "io.netty.", "kotlin.", "kotlinx.", "scala.", "groovy.", "org.codehaus.", "clojure.", "javax.", "jakarta.", "org.w3c.", "org.xml.", "com.sun.",
    "sun.", "java.", "jdk.", "org.jboss.", "org.jetbrains.", "net.bytebuddy.", "org.objectweb.", "javassist.", "cglib.", "com.zaxxer.",
    "io.micrometer.", "io.micronaut.", "io.quarkus.", "io.vertx.", "reactor.", "io.reactivex.", "rx.", "akka.", "okhttp3.", "okio.", "retrofit2.",
    "org.aspectj.", "org.yaml.", "org.json.", "org.junit.", "org.postgresql.", "com.mysql.", "org.mariadb.", "org.h2.", "org.hsqldb.", "org.bouncycastle.",
    "javafx.", "com.jgoodies.", "com.formdev.", "org.jdesktop.", "org.openide.", "org.netbeans.", "com.thoughtworks.", "org.osgi.", "antlr.", "org.antlr.",
    "org.jdom.", "org.jdom2.", "com.lowagie.", "com.itextpdf.", "gnu.", "com.ibm.icu.", "com.github.", "bsh.", "net.sf.", "com.jcraft.",
  };
  private static final String[] SHARED_HOSTS = {"org.apache.", "net.sf.", "com.sun.", "com.github.", "io.github.", "com.google.", "org.eclipse.", "net.java.", "org.sourceforge.", "net.sourceforge.", "com.googlecode.", "org.codehaus.", "com.ibm.", "com.oracle.", "org.jboss."};

  private final Instrumentation instrumentation;
  private final Map<Class<?>, Integer> tiers = new WeakHashMap<Class<?>, Integer>();
  private final ClassLoader system = ClassLoader.getSystemClassLoader();
  private final Object unsafe;
  private final Method shouldBeInitialized;
  String mainClass;
  private String prefix;
  private URL mainSource;

  AppClasses(Instrumentation instrumentation, Opener opener) {
    this.instrumentation = instrumentation;
    mainClass = findMain();
    setPrefix();
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

  private void setPrefix() {
    prefix = null;
    if (mainClass == null) return;
    String[] parts = mainClass.split("\\.");
    if (parts.length < 2) return;
    int take = 2;
    for (String host : SHARED_HOSTS) if (mainClass.startsWith(host)) take = 3;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(take, parts.length - 1); i++) out.append(parts[i]).append('.');
    prefix = out.toString();
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
  int tier(Class<?> type) {
    while (type.isArray()) type = type.getComponentType();
    Integer known = tiers.get(type);
    if (known != null) return known;
    int tier = judge(type);
    tiers.put(type, tier);
    return tier;
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
    if (prefix != null && name.startsWith(prefix)) return 2;
    if (isLibrary(name)) return 0;
    if (mainClass != null && mainSource == null && name.equals(mainClass)) mainSource = source(type);
    if (name.equals(mainClass)) return 2;
    if (prefix == null && name.indexOf('.') < 0) return 2;
    if (loader != system && loader.getClass().getName().indexOf("Reflect") < 0) return 1;
    URL where = source(type);
    if (mainSource == null) resolveMainSource();
    return where != null && mainSource != null && where.toString().equals(mainSource.toString()) ? 1 : 0;
  }

  private void resolveMainSource() {
    try {
      if (mainClass != null && system != null) {
        // Already loaded: this finds it and runs nothing.
        mainSource = source(Class.forName(mainClass, false, system));
      }
    } catch (Throwable ignored) {
      // A launcher's loader holds it.
    }
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
    return prefix != null && name.startsWith(prefix);
  }

  static boolean isLibrary(String name) {
    for (String library : LIBRARIES) if (name.startsWith(library)) return true;
    return false;
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

  List<Class<?>> appClasses() {
    List<Class<?>> out = new ArrayList<Class<?>>();
    for (Class<?> type : loaded()) {
      if (type.isArray() || type.isPrimitive() || type.isInterface() && type.getClassLoader() == null || type.isSynthetic()) continue;
      if (type.getName().indexOf("$$") >= 0 && type.getName().indexOf("$$Lambda") >= 0) continue;
      if (isApp(type)) out.add(type);
    }
    return out;
  }
}
