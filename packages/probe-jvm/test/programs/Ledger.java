import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** More than a capture tells: long lists, long texts, and words of the program beside words of its users. */
public final class Ledger {
  static final class Order {
    private final int id;
    private final String sku;
    private final String status;
    private final List<String> notes = new ArrayList<>();

    Order(int id) {
      this.id = id;
      sku = "sku-" + id;
      status = id % 2 == 0 ? "shipped" : "open";
      notes.add("note of " + id);
    }
  }

  static final class Spot {
    private final int row;
    private final int seat;

    Spot(int row, int seat) {
      this.row = row;
      this.seat = seat;
    }
  }

  static final class Book {
    private final List<Order> orders = new ArrayList<>();
    private final Map<String, Order> bySku = new LinkedHashMap<>();
    private final Set<String> customers = new HashSet<>();
    private final Map<Integer, List<Integer>> months = new HashMap<>();
    private final Map<Object, Map<String, Integer>> sessions = new LinkedHashMap<>();
    private final Map<Spot, String> spots = new HashMap<>();
    private final List<String> empty = new ArrayList<>();
    private final String history = "h".repeat(10_000);
    private final String greeting = "Welcome to the ledger";
    private final String typed = System.getProperty("user.typed", "").isEmpty() ? new StringBuilder("Ada").append(" Lovelace").toString() : "";
    private final byte[] message = "Order 17 was paid by Grace Hopper.".getBytes(StandardCharsets.UTF_8);
    private final ByteBuffer buffer = ByteBuffer.wrap("buffered: Grüße aus Köln".getBytes(StandardCharsets.UTF_8));
    private final byte[] picture = {(byte) 0x89, 'P', 'N', 'G', 0, 0, 1, 2, 3, (byte) 0xff, (byte) 0xfe, 0};
  }

  static final Book book = new Book();
  static String keeper = "keeper " + ProcessHandle.current().pid();

  public static void main(String[] args) throws Exception {
    for (int i = 1; i <= 1500; i++) {
      Order order = new Order(i);
      book.orders.add(order);
      book.bySku.put(order.sku, order);
      book.customers.add("customer " + (10_000 + i));
    }
    for (int i = 0; i < 12; i++) book.months.put(i, new ArrayList<>(List.of(i, i * i)));
    book.sessions.put(new Object(), new HashMap<>(Map.of("visits", 4)));
    book.spots.put(new Spot(3, 14), new StringBuilder("ta").append("ken").toString());
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
