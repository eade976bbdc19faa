package lifts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.LocalDate;
import org.joda.time.Period;

public class Tower {
  /** Where somebody lives. */
  public static final class Flat {
    private final int floor;
    private final String door;

    public Flat(int floor, String door) {
      this.floor = floor;
      this.door = door;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Flat && ((Flat) other).floor == floor && ((Flat) other).door.equals(door);
    }

    @Override
    public int hashCode() {
      return Objects.hash(floor, door);
    }
  }

  public enum Mood { READY, BUSY, BROKEN }

  public static class Lift extends Thread {
    private final String label;
    private int level;
    private int rides;
    private double kilos = 630.5;
    private Mood mood = Mood.READY;
    private final LinkedBlockingQueue<Integer> calls = new LinkedBlockingQueue<>();

    Lift(String label, int level) {
      super("lift " + label);
      this.label = label;
      this.level = level;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        while (true) {
          int next = calls.take();
          synchronized (this) {
            level = next;
            rides++;
          }
        }
      } catch (InterruptedException over) {
        mood = Mood.BROKEN;
      }
    }

    public void summon(int floor) {
      calls.add(floor);
    }

    public void setMood(Mood mood) {
      this.mood = mood;
    }
  }

  private final List<Lift> lifts = new ArrayList<>();
  private final Map<Flat, String> tenants = new HashMap<>();
  private final Map<String, LocalDate> inspections = new LinkedHashMap<>();
  private final DateTime built = new DateTime(1998, 4, 17, 9, 30, DateTimeZone.UTC);
  private Period between = Period.months(18);
  private String caretaker;

  Tower(String caretaker) {
    this.caretaker = caretaker;
    for (String label : new String[] {"east", "west"}) {
      Lift lift = new Lift(label, label.equals("east") ? 3 : 11);
      lifts.add(lift);
      lift.start();
    }
  }

  public void moveIn(Flat flat, String tenant) {
    tenants.put(flat, tenant);
  }

  public void moveOut(Flat flat) {
    tenants.remove(flat);
  }

  public void inspected(String label, String day) {
    inspections.put(label, LocalDate.parse(day));
  }

  public void hire(String caretaker) {
    this.caretaker = caretaker;
  }

  public static void main(String[] args) throws Exception {
    Tower tower = new Tower(args[0]);
    tower.moveIn(new Flat(7, "B"), args[1]);
    tower.moveIn(new Flat(2, "A"), "Wolfgang Lutz");
    tower.inspected("east", "2025-10-03");
    System.out.println("the tower stands");
    System.in.read();
    System.out.println(tower.lifts.size());
  }
}
