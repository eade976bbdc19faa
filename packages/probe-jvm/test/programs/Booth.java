import clojure.lang.Var;
import java.util.HashMap;
import java.util.Map;
import kawa.Desk;
import kawa.SoundFunction;

/** A program that a runtime runs: its own values stand beside what the runtime made of its functions, and beside parts of the runtime. */
public final class Booth {
  static final class Chime extends SoundFunction {
    final String tune;

    Chime(String tune) {
      this.tune = tune;
    }
  }

  static final class Ticket {
    final String seat;

    Ticket(String seat) {
      this.seat = seat;
    }
  }

  static Booth booth;

  private String film;
  private boolean open;
  final Object teller;
  final Chime chime;
  final Desk desk;
  final Map<Object, Object> bound = new HashMap<>();

  private Booth(Object teller, String film) {
    this.teller = teller;
    this.film = film;
    chime = new Chime(film + " begins");
    Desk last = new Desk("last", null);
    last.notes.add(new Ticket(film.charAt(0) + "7"));
    bound.put(new Var("*screen*", 3), film.length());
    desk = new Desk("first", new Desk("second", last));
  }

  /** As Scala writes `open = …`. */
  public void open_$eq(boolean open) {
    this.open = open;
  }

  public static void begin(Object teller) {
    booth = new Booth(teller, new String(new char[] {'H', 'e', 'a', 't'}));
  }
}
