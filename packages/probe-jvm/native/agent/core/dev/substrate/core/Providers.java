package dev.substrate.core;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.security.CodeSource;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Packages that bring the platform a service: a scripting engine, a driver. What their objects can do is done to them by the language or the library, not by
 * somebody who uses the application. A jar or folder says itself which it brings, in META-INF/services.
 */
final class Providers {
  private static final String SERVICES = "META-INF/services/";

  private final AppClasses classes;
  private final Map<String, Set<String>> bySource = new HashMap<String, Set<String>>();

  Providers(AppClasses classes) {
    this.classes = classes;
  }

  boolean has(Class<?> type) {
    String name = type.getName();
    if (classes.hasPrefix(name)) return false;
    for (String prefix : broughtBy(type)) if (name.startsWith(prefix)) return true;
    return false;
  }

  /**
   * The packages of the language that a program's main class is the prompt of, with a dot at the end: what it has in common with a scripting engine that its class
   * path brings the platform. Null of a main class that is none.
   */
  static String languageOf(String mainClass, ClassLoader loader) {
    String own = Packages.prefixOf(mainClass);
    if (own == null) return null;
    try {
      for (Enumeration<URL> all = loader.getResources(SERVICES + "javax.script.ScriptEngineFactory"); all.hasMoreElements(); ) {
        Set<String> engines = new HashSet<String>();
        lines(all.nextElement().openStream(), engines, false);
        for (String engine : engines) if (engine.startsWith(own)) return common(engine, mainClass);
      }
    } catch (Exception unreadable) {
      // It brings none that could be known.
    }
    return null;
  }

  private static String common(String one, String other) {
    int end = 0;
    for (int i = 0; i < Math.min(one.length(), other.length()) && one.charAt(i) == other.charAt(i); i++) if (one.charAt(i) == '.') end = i + 1;
    return one.substring(0, end);
  }

  private synchronized Set<String> broughtBy(Class<?> type) {
    URL where;
    try {
      CodeSource source = type.getProtectionDomain().getCodeSource();
      where = source == null ? null : source.getLocation();
    } catch (Throwable closed) {
      where = null;
    }
    String key = String.valueOf(where);
    Set<String> known = bySource.get(key);
    if (known == null) bySource.put(key, known = where == null ? new HashSet<String>() : read(where));
    return known;
  }

  private static Set<String> read(URL where) {
    Set<String> out = new HashSet<String>();
    try {
      File file = where.getProtocol().equals("file") ? new File(where.toURI()) : null;
      if (file == null) return out;
      if (file.isDirectory()) {
        File[] all = new File(file, SERVICES).listFiles();
        for (File each : all == null ? new File[0] : all) if (isOfPlatform(each.getName())) lines(new FileInputStream(each), out, true);
        return out;
      }
      JarFile jar = new JarFile(file);
      try {
        for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
          JarEntry entry = entries.nextElement();
          if (entry.getName().startsWith(SERVICES) && isOfPlatform(entry.getName().substring(SERVICES.length()))) lines(jar.getInputStream(entry), out, true);
        }
      } finally {
        jar.close();
      }
    } catch (Exception unreadable) {
      // It brings nothing that could be known.
    }
    return out;
  }

  private static boolean isOfPlatform(String service) {
    return service.startsWith("java.") || service.startsWith("javax.script.");
  }

  /** What is brought: classes, or their packages. */
  private static void lines(InputStream in, Set<String> out, boolean packages) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, "UTF-8"));
    try {
      for (String line = reader.readLine(); line != null && out.size() < 100; line = reader.readLine()) {
        String name = line.replaceAll("#.*", "").trim();
        String told = packages ? Packages.prefixOf(name) : name;
        if (told != null) out.add(told);
      }
    } finally {
      reader.close();
    }
  }
}
