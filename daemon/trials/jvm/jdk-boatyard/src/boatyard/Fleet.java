package boatyard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

public class Fleet {
  private final Map<String, Boat> boats = new LinkedHashMap<>();

  public void launch(String name, int seats, double perHour) {
    boats.put(name, new Boat(name, seats, perHour));
  }

  public Optional<Boat> find(String name) {
    return Optional.ofNullable(boats.get(name));
  }

  public void repair(Boat boat) {
    boat.setCondition(Boat.Condition.IN_REPAIR);
  }
}
