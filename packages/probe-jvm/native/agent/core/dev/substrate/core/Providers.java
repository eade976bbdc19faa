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
        for (File each : all == null ? new File[0] : all) if (isOfPlatform(each.getName())) lines(new FileInputStream(each), out);
        return out;
      }
      JarFile jar = new JarFile(file);
      try {
        for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
          JarEntry entry = entries.nextElement();
          if (entry.getName().startsWith(SERVICES) && isOfPlatform(entry.getName().substring(SERVICES.length()))) lines(jar.getInputStream(entry), out);
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

  private static void lines(InputStream in, Set<String> out) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, "UTF-8"));
    try {
      for (String line = reader.readLine(); line != null && out.size() < 100; line = reader.readLine()) {
        String prefix = Packages.prefixOf(line.replaceAll("#.*", "").trim());
        if (prefix != null) out.add(prefix);
      }
    } finally {
      reader.close();
    }
  }
}
