package bakehouse;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.simpleframework.http.Request;
import org.simpleframework.http.Response;
import org.simpleframework.http.core.Container;
import org.simpleframework.transport.connect.SocketConnection;

/** Takes orders for loaves and keeps an oven warm. */
public final class Bakehouse implements Container {
  enum Stage { KNEADED, RISEN, BAKED }

  static final class Order {
    final int number;
    final String customer;
    final String loaf;
    final int pieces;
    Stage stage = Stage.KNEADED;

    Order(int number, String customer, String loaf, int pieces) {
      this.number = number;
      this.customer = customer;
      this.loaf = loaf;
      this.pieces = pieces;
    }
  }

  static final class Oven {
    int degrees = 180;
    boolean steam = true;
    final Deque<String> trays = new ArrayDeque<>(List.of("baguettes", "pretzels"));

    void heat(int degrees) {
      this.degrees = degrees;
    }

    void release() {
      steam = false;
    }
  }

  private final String master;
  private final List<Order> orders = new ArrayList<>();
  private final Map<String, Double> flour = new LinkedHashMap<>();
  private final Oven oven = new Oven();
  private final AtomicInteger refused = new AtomicInteger();
  private int next = 501;

  Bakehouse(String master) {
    this.master = master;
    flour.put("rye", 82.5);
    flour.put("wheat", 140.25);
  }

  synchronized Order take(String customer, String loaf, int pieces) {
    Order order = new Order(next++, customer, loaf, pieces);
    orders.add(order);
    return order;
  }

  void buyFlour(String kind, double kilos) {
    flour.merge(kind, kilos, Double::sum);
  }

  @Override
  public void handle(Request request, Response response) {
    try (PrintStream out = response.getPrintStream()) {
      switch (request.getPath().getPath()) {
        case "/order" ->
            out.println(take(request.getParameter("who"), request.getParameter("loaf"), Integer.parseInt(request.getParameter("pieces"))).number);
        case "/heat" -> oven.heat(Integer.parseInt(request.getParameter("degrees")));
        default -> {
          response.setCode(404);
          refused.incrementAndGet();
        }
      }
    } catch (Exception problem) {
      refused.incrementAndGet();
    }
  }

  public static void main(String[] arguments) throws Exception {
    Bakehouse bakehouse = new Bakehouse("Wenzel Krug");
    new SocketConnection(bakehouse).connect(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
    System.out.println("open");
  }
}
