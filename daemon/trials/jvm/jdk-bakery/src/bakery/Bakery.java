package bakery;

import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Nothing but the JDK: records, queues, an enumeration and atoms. */
public class Bakery {
  enum Oven { COLD, HEATING, BAKING }

  record Order(String customer, String bread, int loaves, LocalDate due) implements Comparable<Order> {
    public int compareTo(Order other) {
      return due.compareTo(other.due);
    }
  }

  private final BlockingQueue<Order> waiting = new LinkedBlockingQueue<>(25);
  private final PriorityQueue<Order> planned = new PriorityQueue<>();
  private final Deque<String> shelf = new ArrayDeque<>();
  private final Map<Oven, Integer> degrees = new EnumMap<>(Oven.class);
  private final AtomicInteger baked = new AtomicInteger(133);
  private final AtomicReference<Oven> oven = new AtomicReference<>(Oven.HEATING);
  private final ConcurrentHashMap<String, Double> prices = new ConcurrentHashMap<>(Map.of("rye", 4.2, "spelt", 5.6));
  private Optional<String> apprentice = Optional.of("Jonas");

  void order(String customer, String bread, int loaves) {
    waiting.add(new Order(customer, bread, loaves, LocalDate.of(2027, 4, 1)));
  }

  public static void main(String[] args) throws Exception {
    Bakery bakery = new Bakery();
    bakery.order("Hotel Post", "rye", 30);
    bakery.order("Café Mohn", "spelt", 8);
    bakery.planned.add(new Order("Kita", "brioche", 60, LocalDate.of(2027, 5, 9)));
    bakery.shelf.push("baguette");
    bakery.degrees.put(Oven.BAKING, 235);
    Thread baker = new Thread(() -> {
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException ended) {
        bakery.baked.incrementAndGet();
      }
    }, "baker");
    baker.start();
    System.out.println("open");
  }
}
