import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A heap of many small objects, and a shop that only a thread leads to. */
public final class Attic {
  static final class Crumb {
    private final Crumb next;

    Crumb(Crumb next) {
      this.next = next;
    }
  }

  static final class Customer {
    private final String name;
    private final int orders;

    Customer(String name, int orders) {
      this.name = name;
      this.orders = orders;
    }
  }

  static final class Shop {
    private final Map<String, Customer> customers = new HashMap<>();
    private final List<Crumb> crumbs = new ArrayList<>();
    private String motto = new StringBuilder("open").append(" late").toString();
  }

  public static void main(String[] args) throws Exception {
    Shop shop = new Shop();
    shop.customers.put("ada", new Customer("Ada", 3));
    Crumb last = null;
    // A crumb takes 16 bytes.
    for (long i = 0; i < (Long.getLong("megabytes", 1) << 20) / 16; i++) {
      last = new Crumb(i % 50 == 0 ? null : last);
      if (i % 50 == 49) shop.crumbs.add(last);
    }
    System.gc();
    Thread keeper = new Thread(() -> {
      synchronized (shop) {
        try {
          while (true) shop.wait();
        } catch (InterruptedException end) {
          return;
        }
      }
    });
    keeper.setDaemon(true);
    keeper.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
