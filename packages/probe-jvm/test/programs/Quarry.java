import java.io.ByteArrayOutputStream;
import java.io.InputStream;

/** A large program that goes on loading a class now and then, and makes what it is about only when it is told to. */
public final class Quarry {
  static final class Stone {}

  static final class Crane {
    private final String driver;
    private int tons = 12;

    Crane(String driver) {
      this.driver = driver;
    }
  }

  /** One more class of the program's: the same code, from a loader of its own. */
  private static final class Cart extends ClassLoader {
    Class<?> load(byte[] code) {
      return defineClass(Stone.class.getName(), code, 0, code.length);
    }
  }

  private static final java.util.List<Object> pile = java.util.Collections.synchronizedList(new java.util.ArrayList<Object>());

  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    try (InputStream in = Quarry.class.getResourceAsStream("Quarry$Stone.class")) {
      for (int next = in.read(); next >= 0; next = in.read()) code.write(next);
    }
    byte[] stone = code.toByteArray();
    for (int i = 0; i < 1000; i++) pile.add(new Cart().load(stone));
    Thread carter = new Thread(() -> {
      try {
        for (; ; Thread.sleep(300)) pile.add(new Cart().load(stone));
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    });
    carter.setDaemon(true);
    carter.start();
    System.out.println("ready");
    Crane crane = null;
    for (int read = System.in.read(); read >= 0; read = System.in.read()) {
      if (crane == null) crane = new Crane(new StringBuilder("Odo").append(" Hoist").toString());
      if (read == '+') crane.tons++;
    }
  }
}
