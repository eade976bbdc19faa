import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** A program of some size with one hall, that gets four more, and classes for them, or one more alone, when it is told to. */
public final class Annex {
  static final class Stone {}

  static final class Hall {
    int seats;
    int doors = 4;

    Hall(int seats) {
      this.seats = seats;
    }
  }

  /** One more class of the program's: the same code, from a loader of its own. */
  private static final class Cart extends ClassLoader {
    Class<?> load(byte[] code) {
      return defineClass(Stone.class.getName(), code, 0, code.length);
    }
  }

  private static final List<Object> pile = new ArrayList<Object>();

  /** Each hall is known to its own keeper alone. */
  private static void open(int seats) {
    Hall hall = new Hall(seats);
    Thread keeper = new Thread(() -> {
      try {
        for (; ; Thread.sleep(100)) hall.doors = 4;
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    });
    keeper.setDaemon(true);
    keeper.start();
  }

  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    try (InputStream in = Annex.class.getResourceAsStream("Annex$Stone.class")) {
      for (int next = in.read(); next >= 0; next = in.read()) code.write(next);
    }
    for (int i = 0; i < 400; i++) pile.add(new Cart().load(code.toByteArray()));
    open(120);
    System.out.println("ready");
    for (int order = System.in.read(); order >= 0; order = System.in.read()) {
      if (order == '1') {
        open(30);
        System.out.println("opened");
        continue;
      }
      for (int i = 0; i < 40; i++) pile.add(new Cart().load(code.toByteArray()));
      for (int i = 0; i < 4; i++) open(30 + i);
    }
  }
}
