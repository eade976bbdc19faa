package lighthouse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Lighthouse {
  public static final class Ship {
    final String flag;
    final int tons;

    Ship(String flag, int tons) {
      this.flag = flag;
      this.tons = tons;
    }
  }

  private final Cache<String, Ship> seen = Caffeine.newBuilder().maximumSize(300).recordStats().build();
  private final Cache<Integer, String> signals = Caffeine.newBuilder().expireAfterAccess(2, TimeUnit.HOURS).build();
  private final String warden;
  private boolean lit = true;
  private int turns = 17;

  public Lighthouse(String warden) {
    this.warden = warden;
  }

  public void turn() {
    turns++;
  }

  public void setLit(boolean lit) {
    this.lit = lit;
  }

  public static void main(String[] args) {
    Lighthouse house = new Lighthouse(args[0]);
    house.seen.put(args[1], new Ship(args[2], 4200));
    house.seen.put(args[3], new Ship(args[4], 87));
    house.signals.put(31, args[5]);
    house.seen.getIfPresent(args[1]);
    house.seen.getIfPresent("Marie Celeste");
    Executors.newSingleThreadScheduledExecutor().scheduleAtFixedRate(house::turn, 1, 1, TimeUnit.DAYS);
    System.out.println("lit");
  }
}
