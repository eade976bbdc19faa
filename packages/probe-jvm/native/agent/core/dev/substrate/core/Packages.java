package dev.substrate.core;

import java.io.File;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Whose code a package is, by its name: a well-known library's, one that a build moved under another name (`acme.shaded.org.apache.…`), or one that
 * has the application's own name in it.
 */
final class Packages {
  private static final String[] LIBRARIES = {
    "org.apache.", "org.springframework.", "org.eclipse.", "org.slf4j.", "ch.qos.logback.", "com.fasterxml.", "com.google.", "org.hibernate.",
    "io.netty.", "kotlin.", "kotlinx.", "scala.", "groovy.", "org.codehaus.", "clojure.", "javax.", "jakarta.", "org.w3c.", "org.xml.", "com.sun.",
    "sun.", "java.", "jdk.", "org.jboss.", "org.jetbrains.", "net.bytebuddy.", "org.objectweb.", "javassist.", "cglib.", "com.zaxxer.",
    "io.micrometer.", "io.micronaut.", "io.quarkus.", "io.vertx.", "reactor.", "io.reactivex.", "rx.", "akka.", "okhttp3.", "okio.", "retrofit2.",
    "org.aspectj.", "org.yaml.", "org.json.", "org.junit.", "org.postgresql.", "com.mysql.", "org.mariadb.", "org.h2.", "org.hsqldb.", "org.bouncycastle.",
    "javafx.", "com.jgoodies.", "com.formdev.", "org.jdesktop.", "org.openide.", "org.netbeans.", "com.thoughtworks.", "org.osgi.", "antlr.", "org.antlr.",
    "org.jdom.", "org.jdom2.", "com.lowagie.", "com.itextpdf.", "gnu.", "com.ibm.icu.", "com.github.", "bsh.", "net.sf.", "com.jcraft.",
  };
  /** Who starts programs that are given as source or as a script: `java Main.java`, `scala`, `groovy`, `clojure`, `jython`, `rhino`. */
  private static final String[] LAUNCHERS = {
    "com.sun.tools.", "jdk.", "sun.", "java.", "scala.", "dotty.", "groovy.", "org.codehaus.groovy.", "org.apache.groovy.", "clojure.", "org.jetbrains.kotlin.",
    "kotlin.", "org.python.", "org.jruby.", "org.mozilla.javascript.", "bsh.", "org.luaj.", "gnu.kawa.", "kawa.",
  };
  private static final Set<String> JDK = new HashSet<String>(java.util.Arrays.asList("com.sun.tools.", "jdk.", "sun.", "java."));
  private static final String[] SHARED_HOSTS = {"org.apache.", "net.sf.", "com.sun.", "com.github.", "io.github.", "com.google.", "org.eclipse.", "net.java.", "org.sourceforge.", "net.sourceforge.", "com.googlecode.", "org.codehaus.", "com.ibm.", "com.oracle.", "org.jboss."};
  /** Words in a package or jar that name no application. */
  private static final Set<String> COMMON = new HashSet<String>(java.util.Arrays.asList(
      "main", "start", "startup", "launch", "launcher", "boot", "bootstrap", "apps", "application", "server", "client", "core", "base", "common", "tools", "console", "desktop", "service", "services", "standalone", "program", "project", "target", "build", "demo", "test", "tests", "example", "examples", "java", "jvm", "kotlin", "scala", "apache", "eclipse", "github", "google", "sourceforge", "googlecode", "oracle", "codehaus", "jboss"));

  private static final int MANY = 30;
  private static final int MOST = 100;
  private static final int MOSTLY = 4;
  /** Libraries as they look inside another name. */
  private static final String[] INNER = inner();

  private static String[] inner() {
    List<String> found = new ArrayList<String>();
    for (String library : LIBRARIES) if (library.indexOf('.') < library.length() - 1) found.add("." + library);
    return found.toArray(new String[0]);
  }

  /** The packages of the main class, with a dot at the end; null when it has none. */
  final String prefix;
  /** The packages that the main class launched, with a dot at the end; null when it is the application's own. */
  private String launched;
  private final Set<String> own = new HashSet<String>();
  private final Set<String> moved = new LinkedHashSet<String>();

  Packages(String mainClass, String jarName) {
    prefix = prefixOf(mainClass);
    if (prefix != null) for (String word : prefix.split("\\.")) name(word);
    if (jarName != null) name(jarName.split("[-_.\\d]")[0]);
  }

  static boolean isLauncher(String mainClass) {
    return launcherOf(mainClass) != null;
  }

  /** The packages of a language's runtime that is not the JDK itself; null of any other main class. */
  static String runtimeOf(String mainClass) {
    String launcher = launcherOf(mainClass);
    return launcher == null || JDK.contains(launcher) ? null : launcher;
  }

  /** Where in a runtime the main class is; null where its packages are those of the runtime itself. */
  static String launcherIn(String runtime, String mainClass) {
    String of = runtime == null ? "" : mainClass.substring(0, mainClass.lastIndexOf('.') + 1);
    return runtime != null && of.length() > runtime.length() ? of : null;
  }

  private static String launcherOf(String mainClass) {
    if (mainClass != null) for (String launcher : LAUNCHERS) if (mainClass.startsWith(launcher)) return launcher;
    return null;
  }

  private void name(String word) {
    String plain = word.toLowerCase(java.util.Locale.ROOT);
    if (plain.length() >= 4 && !COMMON.contains(plain)) own.add(plain);
  }

  static String prefixOf(String mainClass) {
    if (mainClass == null) return null;
    String[] parts = mainClass.split("\\.");
    if (parts.length < 2) return null;
    int take = 2;
    for (String host : SHARED_HOSTS) if (mainClass.startsWith(host)) take = 3;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(take, parts.length - 1); i++) out.append(parts[i]).append('.');
    return out.toString();
  }

  /** Takes note of where libraries were moved to. True when that is news. */
  boolean note(String name) {
    int at = movedAt(name);
    return at > 0 && moved.add(name.substring(0, at + 1));
  }

  /** Where, inside a name, that of a library begins; names of one word are too common to tell. */
  private static int movedAt(String name) {
    for (String library : INNER) {
      int at = name.indexOf(library);
      if (at > 0) return at;
    }
    return -1;
  }

  /** A class below a package that libraries were moved into is a library's; one in that package itself may be the application's. */
  boolean isMoved(String name) {
    for (String root : moved) if (name.startsWith(root) && name.indexOf('.', root.length()) > 0) return true;
    return false;
  }

  /** Whether a jar holds libraries beside an application of some size. Where it is small, what else is in the jar may well be its own. */
  boolean isBundle(URL source) {
    if (!source.getProtocol().equals("file") || !source.getPath().endsWith(".jar")) return false;
    try {
      JarFile jar = new JarFile(new File(source.toURI()));
      try {
        int mine = 0;
        boolean libraries = false;
        for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
          String entry = entries.nextElement().getName();
          if (!entry.endsWith(".class") || entry.startsWith("META-INF/")) continue;
          String name = entry.replace('/', '.');
          if (movedAt(name) > 0) libraries = true;
          else if (isMain(name) || hasOwnName(name)) mine++;
          else libraries |= isLibrary(name);
          if (libraries && mine >= MANY) return true;
        }
        return false;
      } finally {
        jar.close();
      }
    } catch (Exception e) {
      return false;
    }
  }

  boolean isMain(String name) {
    return prefix != null && name.startsWith(prefix) || launched != null && name.startsWith(launched);
  }

  /**
   * Where the main class is only a launcher (few of its own packages' classes are there), the application is whose classes its loaders brought in most of.
   * Takes the names of classes that may be the application's. True when that is news.
   */
  boolean findLaunched(Iterable<String> candidates) {
    if (launched != null) return false;
    Map<String, Integer> counts = new HashMap<String, Integer>();
    int all = 0;
    int mine = 0;
    for (String name : candidates) {
      if (isMain(name) || hasOwnName(name)) mine++;
      else if (name.indexOf('$') < 0) {
        String of = prefixOf(name);
        if (of == null) continue;
        all++;
        Integer count = counts.get(of);
        counts.put(of, count == null ? 1 : count + 1);
      }
    }
    if (all < MOST || mine * MOSTLY > all) return false;
    for (Map.Entry<String, Integer> entry : counts.entrySet()) if (entry.getValue() * 2 > all) launched = entry.getKey();
    return launched != null;
  }

  /** Whether a package has the application's own name in it: `com.github.someone.wiremock.…` of wiremock. */
  boolean hasOwnName(String name) {
    int end = name.lastIndexOf('.');
    if (end < 0 || own.isEmpty()) return false;
    for (String word : name.substring(0, end).split("\\.")) if (own.contains(word.toLowerCase(java.util.Locale.ROOT))) return true;
    return false;
  }

  static boolean isLibrary(String name) {
    for (String library : LIBRARIES) if (name.startsWith(library)) return true;
    return false;
  }
}
