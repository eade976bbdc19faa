import java.util.ArrayList;
import java.util.List;

/** Large tables that several classes keep, and beside them a list that grows. */
public final class Arcade {
  static final class Ware {
    private final int shelf;
    private final int place;
    private final int price;

    Ware(int at) {
      shelf = at / 10;
      place = at % 10;
      price = 3 * at;
    }
  }

  static Ware[] wares() {
    Ware[] wares = new Ware[120];
    for (int i = 0; i < wares.length; i++) wares[i] = new Ware(i);
    return wares;
  }

  static final class Baker {
    static Ware[] wares = wares();
  }

  static final class Cobbler {
    static Ware[] wares = wares();
  }

  static final class Draper {
    static Ware[] wares = wares();
  }

  static final class Grocer {
    static Ware[] wares = wares();
  }

  static final class Hatter {
    static Ware[] wares = wares();
  }

  static final class Tailor {
    static Ware[] wares = wares();
  }

  static final class Guest {
    private final int number;

    Guest(int number) {
      this.number = number;
    }
  }

  private static final List<Guest> guests = new ArrayList<>();

  public static void welcome(int several) {
    for (int i = 0; i < several; i++) guests.add(new Guest(guests.size()));
  }

  public static void main(String[] args) throws Exception {
    for (Class<?> shop : new Class<?>[] {Baker.class, Cobbler.class, Draper.class, Grocer.class, Hatter.class, Tailor.class}) Class.forName(shop.getName());
    welcome(5);
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
