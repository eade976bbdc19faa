import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.moor.Berth;
import org.apache.moor.Harbour;

/** A program that has a library keep berths, and keeps crews of its own below a map: what can be done lies below what holds it. */
public final class Mooring {
  static final class Sailor {
    private final String name;
    private int shifts;

    Sailor(String name) {
      this.name = name;
    }

    public void work(int times) {
      shifts += times;
    }
  }

  static final class Chest {
    private int coins;

    public void pay(int amount) {
      coins += amount;
    }
  }

  static final class Crew {
    private final List<Sailor> sailors = new ArrayList<>();
    private final Chest chest = new Chest();
  }

  private final Harbour harbour = new Harbour();
  private final Map<String, Crew> crews = new LinkedHashMap<>();

  private Mooring(String note, String... sailors) {
    Berth berth = harbour.open(7);
    berth.setNote("guest", note);
    harbour.lights().setBrightness(55);
    for (String name : sailors) {
      Crew crew = new Crew();
      crew.sailors.add(new Sailor(name));
      crews.put("crew of " + name, crew);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Mooring mooring = new Mooring(args[0], args[1], args[2]);
    System.out.println("ready");
    Thread.currentThread().join();
    mooring.crews.clear();
  }
}
