package inn;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** Starts the inn from folders that only a loader of its own knows. */
public final class Launch {
  static Object cellar;

  public static void main(String[] args) throws Exception {
    URL[] from = {new File(args[0]).toURI().toURL(), new File(args[1]).toURI().toURL()};
    cellar = new URLClassLoader(from, ClassLoader.getPlatformClassLoader()).loadClass("inn.Cellar").getConstructor(String.class).newInstance(args[2]);
    System.out.println("ready");
    new java.util.concurrent.CountDownLatch(1).await();
  }
}
