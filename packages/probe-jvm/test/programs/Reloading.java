import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Loads its plugin anew at every line, as a server does that deploys a web application again, and tells how many of the old ones are still there. */
public final class Reloading {
  /** What a plugin has: state of its class, and a singleton with something to do. */
  public static final class Plugin implements Runnable {
    static final Plugin instance = new Plugin();
    static int uses = 1;
    String title = "plugin";

    public void rename(String title) {
      this.title = title;
    }

    @Override
    public void run() {
      uses++;
    }
  }

  private static final class OwnLoader extends URLClassLoader {
    OwnLoader(URL where) {
      super(new URL[] {where}, Reloading.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.startsWith("Reloading$Plugin") ? findClass(name) : super.loadClass(name, resolve);
    }
  }

  static Runnable plugin;

  static void load() throws Exception {
    URL where = Reloading.class.getProtectionDomain().getCodeSource().getLocation();
    plugin = (Runnable) new OwnLoader(where).loadClass("Reloading$Plugin").getConstructor().newInstance();
    plugin.run();
  }

  public static void main(String[] args) throws Exception {
    List<WeakReference<ClassLoader>> old = new ArrayList<>();
    load();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      old.add(new WeakReference<>(plugin.getClass().getClassLoader()));
      load();
      System.gc();
      int left = 0;
      for (WeakReference<ClassLoader> loader : old) if (loader.get() != null) left++;
      System.out.println("left " + left + " of " + old.size());
    }
  }
}
