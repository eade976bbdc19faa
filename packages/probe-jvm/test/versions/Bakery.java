import java.util.ArrayList;
import java.util.List;

/** Written for the oldest JVM that is supported: a static, records in a list that can do something, and an object that only a thread holds. */
public final class Bakery {
  public static final class Loaf {
    private final String grain;
    private int weight;

    Loaf(String grain, int weight) {
      this.grain = grain;
      this.weight = weight;
    }

    public int slice(int grams) {
      weight -= grams;
      return weight;
    }
  }

  static final class Oven implements Runnable {
    private int degrees = 230;

    @Override
    public void run() {
      try {
        while (degrees > 0) Thread.sleep(1000);
      } catch (InterruptedException end) {
        degrees = 0;
      }
    }
  }

  static String baker = "Nadia";
  static final List<Loaf> shelf = new ArrayList<Loaf>();

  public static void main(String[] args) throws Exception {
    shelf.add(new Loaf("rye", 1000));
    shelf.add(new Loaf("spelt", 750));
    Thread thread = new Thread(new Oven(), "oven");
    thread.setDaemon(true);
    thread.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
