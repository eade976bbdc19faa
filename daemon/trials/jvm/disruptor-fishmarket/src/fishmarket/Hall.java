package fishmarket;

import com.lmax.disruptor.EventHandler;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Knows the lots and what buyers owe; only the thread of the ring changes it. */
final class Hall implements EventHandler<Order> {
  private final Map<String, Lot> lots = new LinkedHashMap<>();
  private final Map<String, BigDecimal> owed = new TreeMap<>();
  private final Map<Order.Kind, Integer> handled = new EnumMap<>(Order.Kind.class);
  private final List<String> refusals = new ArrayList<>();

  @Override
  public void onEvent(Order order, long sequence, boolean endOfBatch) {
    handled.merge(order.kind, 1, Integer::sum);
    Lot lot = lots.get(order.lot);
    switch (order.kind) {
      case LAND:
        lots.put(order.lot, new Lot(order.lot, order.species, order.kilos, order.who, order.price));
        break;
      case BUY:
        if (lot == null || !lot.isOpen()) {
          refusals.add(order.who + " came too late for " + order.lot);
          break;
        }
        lot.knockDownTo(order.who, order.price);
        owed.merge(order.who, order.price, BigDecimal::add);
        break;
      case LOWER:
        lot.lower(order.price);
        break;
      case WITHDRAW:
        lot.withdraw();
        break;
    }
    order.clear();
  }

  @Override
  public String toString() {
    return "lots " + lots.values() + "\nowed " + owed + "\nhandled " + handled + "\nrefusals " + refusals;
  }
}
