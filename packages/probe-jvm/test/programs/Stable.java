import java.util.ArrayList;
import java.util.List;

/** Horses of one groom, each with a name of its own; more can be brought, and the groom can be another. */
public final class Stable {
  public static final class Groom {
    private final String name;

    Groom(String name) {
      this.name = name;
    }
  }

  public static final class Horse {
    private final String name;
    private final Groom groom;
    private final Integer legs = 4;
    private final String mood = new StringBuilder("cal").append('m').toString();

    Horse(String name, Groom groom) {
      this.name = name;
      this.groom = groom;
    }
  }

  public static final class Visit {
    private final String by;

    Visit(String by) {
      this.by = by;
    }
  }

  public static final class Yard {
    private final List<Horse> horses = new ArrayList<>();
    private final List<Visit> visits = new ArrayList<>();
    private Groom groom = new Groom("Hal " + ProcessHandle.current().pid());

    public void bring(String name) {
      horses.add(new Horse(name, groom));
    }

    public void hire(String name) {
      groom = new Groom(name);
      visits.remove(0);
    }
  }

  static final Yard yard = new Yard();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 5; i++) yard.bring("horse " + i);
    for (int i = 0; i < 1500; i++) yard.visits.add(new Visit("visitor " + i));
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
