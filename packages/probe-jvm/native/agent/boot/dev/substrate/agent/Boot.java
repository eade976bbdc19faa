package dev.substrate.agent;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.util.HashMap;
import java.util.Map;

/**
 * The part that stays in a JVM for good, and that can never be replaced there: a listener that lets in whoever knows the secret, and
 * a loader of versioned cores. A core is loaded for the sessions that ask for it and let go when the last of them ends.
 *
 * Handshake: the visitor sends "SECRET CORE_JAR\n", Boot answers with the second secret and a newline, then the core speaks.
 */
public final class Boot {
  private static final Map<String, Core> cores = new HashMap<String, Core>();
  /** An Instrumentation, or null where there is none. */
  private static Object instrumentation;
  private static String directory;
  /** The one that listens, or is about to. */
  private static Listener listener;

  private Boot() {}

  /** Entry of the native library, for JVMs without java.instrument. */
  public static void nativeStart(String options) {
    start(options, null);
  }

  /** Must return at once: it runs on the one thread that answers jcmd too. */
  static synchronized void start(String dir, Object inst) {
    try {
      if (inst != null) instrumentation = inst;
      // Two visitors may come at once: the second must not start a listener beside one that has not told its port yet.
      if (dir == null || dir.equals(directory) && listener != null && (listener.told == null || listener.isFound())) return;
      if (listener != null) listener.stop();
      directory = dir;
      File home = new File(dir);
      listener = new File(home, "to-agent").exists() ? new FifoListener(home) : new SocketListener(home);
      daemon(listener, "substrate-listener");
    } catch (Throwable ignored) {
      // A guest never throws into its host.
      listener = null;
    }
  }

  private static void daemon(Runnable body, String name) {
    Thread thread = new Thread(null, body, name, 512 * 1024);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  private abstract static class Listener implements Runnable {
    final File home;
    /** What it told visitors, once it has. */
    volatile String told;

    Listener(File home) {
      this.home = home;
    }

    abstract void listen(String[] secrets) throws Exception;

    void stop() {}

    final void publish(String text) throws IOException {
      File port = new File(home, "port");
      File part = new File(home, "port." + Long.toHexString(System.nanoTime()));
      OutputStream out = new FileOutputStream(part);
      try {
        out.write(text.getBytes("US-ASCII"));
      } finally {
        close(out);
      }
      if (!part.renameTo(port)) throw new IOException("port");
      told = text;
    }

    /** Whether visitors still find it: they may have been told of another one, or of none. */
    final boolean isFound() {
      try {
        InputStream in = new FileInputStream(new File(home, "port"));
        try {
          byte[] bytes = new byte[16];
          return told.equals(new String(bytes, 0, Math.max(0, in.read(bytes)), "US-ASCII").trim());
        } finally {
          close(in);
        }
      } catch (IOException e) {
        return false;
      }
    }

    @Override
    public final void run() {
      try {
        listen(secrets(home));
      } catch (Throwable ignored) {
        // It was stopped, or the directory is gone.
      }
      stop();
      forget(this);
    }
  }

  private static final class SocketListener extends Listener {
    private volatile ServerSocket server;

    SocketListener(File home) {
      super(home);
    }

    @Override
    void stop() {
      close(server);
    }

    @Override
    void listen(final String[] secrets) throws Exception {
      server = new ServerSocket(0, 8, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
      publish(String.valueOf(server.getLocalPort()));
      while (true) {
        final Socket socket = server.accept();
        daemon(
            new Runnable() {
              @Override
              public void run() {
                try {
                  socket.setTcpNoDelay(true);
                  socket.setSoTimeout(5000);
                  String[] hello = greet(socket.getInputStream(), secrets);
                  socket.setSoTimeout(0);
                  if (hello != null) serve(hello[1], socket.getInputStream(), socket.getOutputStream(), secrets[1], home);
                } catch (Throwable ignored) {
                  // The visitor left or was not one of ours.
                } finally {
                  close(socket);
                }
              }
            },
            "substrate-session");
      }
    }
  }

  /** For a JVM in another network namespace: one visitor at a time over a pair of named pipes. */
  private static final class FifoListener extends Listener {
    FifoListener(File home) {
      super(home);
    }

    @Override
    void listen(String[] secrets) throws Exception {
      publish("fifo");
      File in = new File(home, "to-agent");
      File out = new File(home, "from-agent");
      while (in.exists()) {
        InputStream input = new BufferedInputStream(new FileInputStream(in));
        OutputStream output = null;
        try {
          String[] hello = greet(input, secrets);
          if (hello != null) {
            output = new FileOutputStream(out);
            serve(hello[1], input, output, secrets[1], home);
          }
        } catch (Throwable ignored) {
          // The visitor left.
        } finally {
          close(input);
          close(output);
        }
      }
    }
  }

  private static synchronized void forget(Listener gone) {
    if (listener == gone) listener = null;
  }

  private static void serve(String jar, InputStream in, OutputStream out, String answer, File home) throws Exception {
    out.write((answer + "\n").getBytes("US-ASCII"));
    out.flush();
    Core core = acquire(jar);
    try {
      core.loader
          .loadClass("dev.substrate.core.Entry")
          .getMethod("serve", InputStream.class, OutputStream.class, Object.class, String.class)
          .invoke(null, in, out, instrumentation, home.getPath());
    } finally {
      release(jar, core);
    }
  }

  private static synchronized Core acquire(String jar) throws Exception {
    Core core = cores.get(jar);
    if (core == null) {
      core = new Core(new URL[] {new File(jar).toURI().toURL()});
      cores.put(jar, core);
    }
    core.sessions++;
    return core;
  }

  private static synchronized void release(String jar, Core core) {
    if (--core.sessions > 0) return;
    cores.remove(jar);
    close(core.loader);
  }

  /** Null unless the first line is "SECRET JAR". */
  private static String[] greet(InputStream in, String[] secrets) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0 || line.size() > 8192) return null;
      line.write(b);
    }
    String text = line.toString("UTF-8");
    int space = text.indexOf(' ');
    if (space < 0 || !same(text.substring(0, space), secrets[0])) return null;
    return new String[] {secrets[0], text.substring(space + 1)};
  }

  /** Takes as long for a wrong secret as for the right one. */
  private static boolean same(String a, String b) {
    int difference = a.length() ^ b.length();
    for (int i = 0; i < a.length() && i < b.length(); i++) difference |= a.charAt(i) ^ b.charAt(i);
    return difference == 0;
  }

  private static String[] secrets(File home) throws IOException {
    InputStream in = new FileInputStream(new File(home, "secret"));
    try {
      byte[] bytes = new byte[512];
      int length = in.read(bytes);
      String[] lines = new String(bytes, 0, Math.max(0, length), "US-ASCII").trim().split("\n");
      if (lines.length != 2 || lines[0].length() < 32 || lines[1].length() < 32) throw new IOException("secret");
      return lines;
    } finally {
      close(in);
    }
  }

  private static void close(Closeable closeable) {
    try {
      if (closeable != null) closeable.close();
    } catch (Throwable ignored) {
      // Closed is closed.
    }
  }

  private static final class Core {
    final CoreLoader loader;
    int sessions;

    Core(URL[] jar) {
      loader = new CoreLoader(jar, platform());
    }
  }

  private static ClassLoader platform() {
    return ClassLoader.getSystemClassLoader() == null ? null : parentMost(ClassLoader.getSystemClassLoader());
  }

  /** The loader above all others: the platform's (9 and later) or the extensions' (8). */
  private static ClassLoader parentMost(ClassLoader loader) {
    while (loader.getParent() != null) loader = loader.getParent();
    return loader;
  }

  private static final class CoreLoader extends URLClassLoader {
    CoreLoader(URL[] jar, ClassLoader parent) {
      super(jar, parent);
    }

    @Override
    protected PermissionCollection getPermissions(CodeSource source) {
      Permissions all = new Permissions();
      all.add(new AllPermission());
      return all;
    }
  }
}
