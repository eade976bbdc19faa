package fishmarket;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import java.math.BigDecimal;
import java.util.Scanner;

/** Takes what people call out and puts it on the ring. */
public final class Market {
  private final String port;
  private String auctioneer;
  private boolean bellRung;
  private final Hall hall = new Hall();
  private final RingBuffer<Order> ring;

  Market(String port, String auctioneer) {
    this.port = port;
    this.auctioneer = auctioneer;
    Disruptor<Order> disruptor =
        new Disruptor<>(Order::new, 64, DaemonThreadFactory.INSTANCE, ProducerType.MULTI, new BlockingWaitStrategy());
    disruptor.handleEventsWith(hall);
    this.ring = disruptor.start();
  }

  public void land(String lot, String species, double kilos, String boat, double price) {
    ring.publishEvent(
        (order, sequence) -> {
          order.kind = Order.Kind.LAND;
          order.lot = lot;
          order.species = species;
          order.kilos = kilos;
          order.who = boat;
          order.price = BigDecimal.valueOf(price);
        });
  }

  public void buy(String lot, String buyer, double price) {
    publish(Order.Kind.BUY, lot, buyer, BigDecimal.valueOf(price));
  }

  public void lower(String lot, double price) {
    publish(Order.Kind.LOWER, lot, null, BigDecimal.valueOf(price));
  }

  public void withdraw(String lot) {
    publish(Order.Kind.WITHDRAW, lot, null, null);
  }

  public void ringBell() {
    bellRung = true;
  }

  public void relieve(String auctioneer) {
    this.auctioneer = auctioneer;
  }

  private void publish(Order.Kind kind, String lot, String who, BigDecimal price) {
    ring.publishEvent(
        (order, sequence) -> {
          order.kind = kind;
          order.lot = lot;
          order.who = who;
          order.price = price;
        });
  }

  @Override
  public String toString() {
    return port + ", " + auctioneer + ", bell " + bellRung + ", " + ring.getCursor() + "\n" + hall;
  }

  public static void main(String[] args) {
    Market market = new Market("Oddavik", "Ragnhild Bø");
    System.out.println("open");
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) {
      String[] words = in.nextLine().split(";");
      switch (words[0]) {
        case "land":
          market.land(words[1], words[2], Double.parseDouble(words[3]), words[4], Double.parseDouble(words[5]));
          break;
        case "buy":
          market.buy(words[1], words[2], Double.parseDouble(words[3]));
          break;
        case "lower":
          market.lower(words[1], Double.parseDouble(words[2]));
          break;
        case "withdraw":
          market.withdraw(words[1]);
          break;
        case "bell":
          market.ringBell();
          break;
        default:
          System.out.println(market);
      }
    }
  }
}
