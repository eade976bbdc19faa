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
import java.lang.ref.SoftReference;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The part that stays in a JVM for good, and that can never be replaced there: a listener that lets in whoever knows the secret, and
 * a loader of versioned cores. A core is loaded for the sessions that ask for it. When the last of them ends it is kept for the next visit, but
 * no longer than the JVM has room for it: loaded anew each time, it would leave compiled code and holes in the JVM's own memory behind.
 *
 * Handshake: the visitor sends "SECRET CORE_JAR\n", Boot answers with the second secret and a newline, then the core speaks.
 */
public final class Boot {
  private static final String UNIX = "unix";
  private static final String SOCKET = "agent.sock";
  /** How many may wait at a time without having said the secret, for how long, and how much they may say. */
  private static final int MAX_STRANGERS = 16;
  private static final int GREETING_MS = 5000;
  private static final int MAX_GREETING = 8192;
  private static final int MAX_SESSIONS = 32;
  private static final int PIECE = 65536;

  private static final Map<String, Core> cores = new HashMap<String, Core>();
  /** The one that was let go last. */
  private static SoftReference<Core> kept = new SoftReference<Core>(null);
  /** An Instrumentation, or null where there is none. */
  private static Object instrumentation;
  private static String directory;
  /** The one that listens, or is about to. */
  private static Listener listener;

  static {
    // All that belongs to it comes from where it came from: another entry may put these classes on the boot class path later, where the loader would find them first.
    Boot.class.getDeclaredClasses();
  }

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
      listener = new Listener(home);
      daemon(listener, "substrate-listener");
      daemon(new Preparing(home), "substrate-preparing");
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

  private static final class Listener implements Runnable {
    private final File home;
    /** What it told visitors, once it has. */
    volatile String told;
    private volatile Door door;
    private volatile boolean stopped;

    Listener(File home) {
      this.home = home;
    }

    void stop() {
      stopped = true;
      close(door);
    }

    /** A Unix socket reaches through every wall that its directory does; where there is none and no other network, pipes do. */
    private Door open() throws Exception {
      try {
        return new SocketDoor(home, true);
      } catch (Throwable older) {
        return new File(home, "to-agent").exists() ? new FifoDoor(home) : new SocketDoor(home, false);
      }
    }

    private void publish(String text) throws IOException {
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
    boolean isFound() {
      if (told.equals(UNIX) && !new File(home, SOCKET).exists()) return false;
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
    public void run() {
      try {
        String[] secrets = secrets(home);
        door = open();
        if (stopped) throw new IOException("stopped");
        publish(door.where);
        door.listen(secrets);
      } catch (Throwable ignored) {
        // It was stopped, or the directory is gone.
      }
      stop();
      forget(this);
    }
  }

  /** Loads the core that the first visitor will ask for, while the listener gets ready: each takes as long as the other. */
  private static final class Preparing implements Runnable {
    private final File home;

    Preparing(File home) {
      this.home = home;
    }

    @Override
    public void run() {
      try {
        List<String> jars = new ArrayList<String>();
        for (String name : home.list()) if (name.startsWith("core-") && name.endsWith(".jar")) jars.add(new File(home, name).getPath());
        // Whose visit it will be is not known where several were here.
        if (jars.size() != 1) return;
        Core core = acquire(jars.get(0));
        try {
          entry(core, "prepare", Object.class, String.class).invoke(null, instrumentation, home.getPath());
        } finally {
          release(core);
        }
      } catch (Throwable ignored) {
        // The visitor will see.
      }
    }
  }

  private abstract static class Door implements Closeable {
    final File home;
    /** What visitors are told. */
    String where;

    Door(File home) {
      this.home = home;
    }

    abstract void listen(String[] secrets) throws Exception;

    @Override
    public void close() {}
  }

  /**
   * Over a Unix socket in the directory that only this user can enter, where the JDK has such (16 and later), else over the loopback. One thread
   * listens to all that have not said the secret yet: few at a time, each for a short while. Only who knows it gets a thread.
   */
  private static final class SocketDoor extends Door {
    private final ServerSocketChannel server;
    private final Selector selector;
    /** The oldest first. */
    private final List<Stranger> strangers = new ArrayList<Stranger>();
    private final AtomicInteger sessions = new AtomicInteger();

    SocketDoor(File home, boolean unix) throws Exception {
      super(home);
      server = unix ? openUnix(new File(home, SOCKET)) : ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), MAX_STRANGERS);
      where = unix ? UNIX : String.valueOf(server.socket().getLocalPort());
      server.configureBlocking(false);
      selector = Selector.open();
      server.register(selector, SelectionKey.OP_ACCEPT);
    }

    private static ServerSocketChannel openUnix(File path) throws Exception {
      Object address = Class.forName("java.net.UnixDomainSocketAddress").getMethod("of", String.class).invoke(null, path.getPath());
      ProtocolFamily family = StandardProtocolFamily.valueOf("UNIX");
      ServerSocketChannel channel = (ServerSocketChannel) ServerSocketChannel.class.getMethod("open", ProtocolFamily.class).invoke(null, family);
      // Of a listener that is gone.
      path.delete();
      return channel.bind((SocketAddress) address, MAX_STRANGERS);
    }

    @Override
    public void close() {
      Boot.close(server);
      Boot.close(selector);
    }

    @Override
    void listen(String[] secrets) throws Exception {
      try {
        while (server.isOpen()) {
          selector.select(strangers.isEmpty() ? 0 : GREETING_MS);
          for (Iterator<SelectionKey> it = selector.selectedKeys().iterator(); it.hasNext(); ) {
            SelectionKey key = it.next();
            it.remove();
            if (!key.isValid()) continue;
            if (key.channel() == server) admit();
            else hear((Stranger) key.attachment(), key, secrets);
          }
          long now = System.nanoTime();
          while (!strangers.isEmpty() && now - strangers.get(0).since > GREETING_MS * 1000000L) Boot.close(strangers.remove(0).channel);
        }
      } finally {
        for (Stranger stranger : strangers) Boot.close(stranger.channel);
      }
    }

    /** Where too many wait, the one that has waited longest goes: a visitor of ours speaks at once. */
    private void admit() throws IOException {
      SocketChannel channel;
      try {
        channel = server.accept();
      } catch (IOException full) {
        // The application has no descriptor left for us: not a reason to go, nor to ask all the time.
        if (!server.isOpen()) throw full;
        pause(200);
        return;
      }
      if (channel == null) return;
      try {
        channel.configureBlocking(false);
        Stranger stranger = new Stranger(channel);
        channel.register(selector, SelectionKey.OP_READ, stranger);
        strangers.add(stranger);
        if (strangers.size() > MAX_STRANGERS) Boot.close(strangers.remove(0).channel);
      } catch (Throwable gone) {
        Boot.close(channel);
      }
    }

    private static void pause(int millis) throws IOException {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException stop) {
        throw new IOException(stop);
      }
    }

    private void hear(Stranger stranger, SelectionKey key, String[] secrets) {
      try {
        String line = stranger.line();
        if (line == null) return;
        strangers.remove(stranger);
        key.cancel();
        String jar = jarOf(line, secrets);
        if (jar == null || sessions.get() >= MAX_SESSIONS) throw new IOException("refused");
        stranger.channel.configureBlocking(true);
        visit(stranger.channel, jar, secrets[1]);
      } catch (Throwable gone) {
        strangers.remove(stranger);
        Boot.close(stranger.channel);
      }
    }

    private void visit(SocketChannel channel, String jar, String answer) throws IOException {
      if (!where.equals(UNIX)) channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      sessions.incrementAndGet();
      daemon(new Visit(channel, jar, answer, this), "substrate-session");
    }
  }

  private static final class Visit implements Runnable {
    private final SocketChannel channel;
    private final String jar;
    private final String answer;
    private final SocketDoor door;

    Visit(SocketChannel channel, String jar, String answer, SocketDoor door) {
      this.channel = channel;
      this.jar = jar;
      this.answer = answer;
      this.door = door;
    }

    @Override
    public void run() {
      try {
        serve(jar, new ChannelInput(channel), new ChannelOutput(channel), answer, door.home);
      } catch (Throwable ignored) {
        // The visitor left.
      } finally {
        door.sessions.decrementAndGet();
        close(channel);
      }
    }
  }

  /** Somebody who has not said the secret. */
  private static final class Stranger {
    final SocketChannel channel;
    final long since = System.nanoTime();
    private final ByteBuffer said = ByteBuffer.allocate(MAX_GREETING);

    Stranger(SocketChannel channel) {
      this.channel = channel;
    }

    /** The first line; null while it is not complete. A visitor says no more before it is answered. */
    String line() throws IOException {
      if (channel.read(said) < 0 || !said.hasRemaining()) throw new IOException("no greeting");
      int last = said.position() - 1;
      return last < 0 || said.get(last) != '\n' ? null : new String(said.array(), 0, last, "UTF-8");
    }
  }

  /** The JDK's own stream of a channel lets nobody write while somebody waits to read (before 19). */
  private static final class ChannelInput extends InputStream {
    private final SocketChannel channel;

    ChannelInput(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(into, from, length));
    }
  }

  private static final class ChannelOutput extends OutputStream {
    private final SocketChannel channel;

    ChannelOutput(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      // In pieces: the JDK keeps a buffer outside the heap as large as the largest that was written.
      for (int at = from; at < from + length; at += PIECE) {
        ByteBuffer piece = ByteBuffer.wrap(bytes, at, Math.min(PIECE, from + length - at));
        while (piece.hasRemaining()) channel.write(piece);
      }
    }
  }

  /** For a JVM in another network namespace: one visitor at a time over a pair of named pipes. */
  private static final class FifoDoor extends Door {
    FifoDoor(File home) {
      super(home);
      where = "fifo";
    }

    @Override
    void listen(String[] secrets) throws Exception {
      File in = new File(home, "to-agent");
      File out = new File(home, "from-agent");
      while (in.exists()) {
        InputStream input = new BufferedInputStream(new FileInputStream(in));
        OutputStream output = null;
        try {
          String jar = jarOf(greeting(input), secrets);
          if (jar != null) {
            output = new FileOutputStream(out);
            serve(jar, input, output, secrets[1], home);
          }
        } catch (Throwable ignored) {
          // The visitor left.
        } finally {
          Boot.close(input);
          Boot.close(output);
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
      entry(core, "serve", InputStream.class, OutputStream.class, Object.class, String.class).invoke(null, in, out, instrumentation, home.getPath());
    } finally {
      release(core);
    }
  }

  private static Method entry(Core core, String name, Class<?>... types) throws Exception {
    return core.loader.loadClass("dev.substrate.core.Entry").getMethod(name, types);
  }

  private static synchronized Core acquire(String jar) throws Exception {
    Core core = cores.get(jar);
    if (core == null) {
      Core last = kept.get();
      core = last != null && last.jar.equals(jar) ? last : new Core(jar);
      cores.put(jar, core);
    }
    core.sessions++;
    return core;
  }

  private static synchronized void release(Core core) {
    if (--core.sessions > 0) return;
    cores.remove(core.jar);
    Core last = kept.get();
    if (last != null && last != core && last.sessions == 0) close(last.loader);
    kept = new SoftReference<Core>(core);
  }

  private static String greeting(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0 || line.size() >= MAX_GREETING) return "";
      line.write(b);
    }
    return line.toString("UTF-8");
  }

  /** Null unless the line is "SECRET JAR". */
  private static String jarOf(String line, String[] secrets) {
    int space = line.indexOf(' ');
    return space >= 0 && same(line.substring(0, space), secrets[0]) ? line.substring(space + 1) : null;
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
    final String jar;
    final CoreLoader loader;
    int sessions;

    Core(String jar) throws IOException {
      this.jar = jar;
      loader = new CoreLoader(new URL[] {new File(jar).toURI().toURL()}, platform());
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
