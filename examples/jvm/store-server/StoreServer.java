import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A small shop that keeps everything in memory. Nothing static holds its state: it hangs on the HTTP server's handlers, as in most real
 * programs. Prints its port and answers `GET /orders`.
 */
public final class StoreServer {
  enum Status { OPEN, PAID, SHIPPED }

  static final class Product {
    final String sku;
    String title;
    BigDecimal price;
    int stock;

    Product(String sku, String title, String price, int stock) {
      this.sku = sku;
      this.title = title;
      this.price = new BigDecimal(price);
      this.stock = stock;
    }
  }

  static final class Order {
    final long id;
    final String customer;
    final Instant placedAt;
    Status status = Status.OPEN;
    Optional<String> note = Optional.empty();
    final Map<String, Integer> lines = new LinkedHashMap<>();

    Order(long id, String customer, Instant placedAt) {
      this.id = id;
      this.customer = customer;
      this.placedAt = placedAt;
    }
  }

  /** What the shop sells and what was ordered. */
  static final class Store {
    private final Map<String, Product> catalogue = new ConcurrentHashMap<>();
    private final List<Order> orders = new ArrayList<>();
    private final AtomicLong nextOrder = new AtomicLong(1);
    private boolean open = true;

    synchronized void stock(String sku, String title, String price, int stock) {
      catalogue.put(sku, new Product(sku, title, price, stock));
    }

    public synchronized long placeOrder(String customer, Map<String, Integer> lines) {
      if (!open) throw new IllegalStateException("the shop is closed");
      Order order = new Order(nextOrder.getAndIncrement(), customer, Instant.now());
      for (Map.Entry<String, Integer> line : lines.entrySet()) {
        Product product = catalogue.get(line.getKey());
        if (product == null) throw new IllegalArgumentException("no product " + line.getKey());
        if (product.stock < line.getValue()) throw new IllegalStateException("only " + product.stock + " left of " + product.sku);
        product.stock -= line.getValue();
        order.lines.put(line.getKey(), line.getValue());
      }
      orders.add(order);
      return order.id;
    }

    public synchronized void setStatus(long orderId, Status status) {
      find(orderId).status = status;
    }

    public synchronized void addNote(long orderId, String note) {
      find(orderId).note = Optional.of(note);
    }

    public synchronized boolean setOpen(boolean open) {
      this.open = open;
      return this.open;
    }

    public synchronized void setPrice(String sku, BigDecimal price) {
      catalogue.get(sku).price = price;
    }

    public synchronized void setPrice(String sku, BigDecimal price, String reason) {
      setPrice(sku, price);
    }

    synchronized int count() {
      return orders.size();
    }

    private Order find(long id) {
      return orders.stream().filter(order -> order.id == id).findFirst().orElseThrow(() -> new IllegalArgumentException("no order " + id));
    }
  }

  static final class Payments {
    private final String gateway = "https://payments.example";
    private final String apiKey = "live-51HxQe-very-secret-key";
    private int failures;

    public void reportFailure() {
      failures++;
    }
  }

  private final Store store;
  private final Payments payments;

  private StoreServer(Store store, Payments payments) {
    this.store = store;
    this.payments = payments;
  }

  private void orders(HttpExchange exchange) throws IOException {
    byte[] body = String.valueOf(store.count()).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Store store = new Store();
    store.stock("tea-001", "Assam, 250 g", "7.90", 40);
    store.stock("tea-002", "Sencha, 100 g", "9.50", 25);
    store.stock("pot-001", "Teapot, 0.8 l", "34.00", 6);
    store.placeOrder("ada@example.org", Map.of("tea-001", 2));
    StoreServer shop = new StoreServer(store, new Payments());
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/orders", shop::orders);
    server.start();
    System.out.println(server.getAddress().getPort());
    Thread.currentThread().join();
  }
}
