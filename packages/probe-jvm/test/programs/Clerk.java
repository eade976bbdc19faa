import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;

/** Records in a list and in a map that can do something, and five management beans that are alike. */
public final class Clerk {
  public static final class Account {
    private final String owner;
    private int balance;

    Account(String owner) {
      this.owner = owner;
    }

    public int deposit(int amount) {
      balance += amount;
      return balance;
    }
  }

  public static final class Letter {
    private String text;

    Letter(String text) {
      this.text = text;
    }

    public void rewrite(String text) {
      this.text = text;
    }
  }

  public interface DrawerMBean {
    int getOpened();

    void open(int times);
  }

  public static final class Drawer implements DrawerMBean {
    private int opened;

    @Override
    public int getOpened() {
      return opened;
    }

    @Override
    public void open(int times) {
      opened += times;
    }
  }

  static final class Office {
    private final List<Account> accounts = new ArrayList<>();
    private final Map<String, Letter> letters = new LinkedHashMap<>();
    private final List<Desk> desks = new ArrayList<>();
    private final Map<Shelf, String> stored = new LinkedHashMap<>();
    private final Runner runner = new Runner();
    private final org.apache.depot.Ring keys = new org.apache.depot.Ring("front door");
    private String motto = "all in order";

    /** A shelf is nothing but its values. */
    public void store(Shelf shelf, String name) {
      stored.put(shelf, name);
    }

    /** The letter by its key, the desk by its number. */
    public void lay(Letter letter, Desk desk) {
      desk.content = letter.text;
    }

    /** Nobody has one of those. */
    public void shred(Shredder shredder) {
      shredder.full = true;
    }
  }

  public static final class Shelf {
    private final String room;
    private final int height;

    public Shelf(String room) {
      this(room, 1);
    }

    public Shelf(String room, int height) {
      if (room.isEmpty()) throw new IllegalArgumentException("no room");
      this.room = room;
      this.height = height;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Shelf && ((Shelf) other).room.equals(room) && ((Shelf) other).height == height;
    }

    @Override
    public int hashCode() {
      return room.hashCode() + height;
    }
  }

  /** A thread that has something to tell. */
  static final class Runner extends Thread {
    private String errand = "stamps";
  }

  static final class Shredder {
    private boolean full;

    Shredder(boolean full) {
      this.full = full;
    }
  }

  static final class Desk {
    private final int id;
    private String content;

    Desk(int id) {
      this.id = id;
    }
  }

  static final Office office = new Office();

  public static void main(String[] args) throws Exception {
    for (String owner : List.of("ada", "grace", "alan")) office.accounts.add(new Account(owner));
    office.desks.add(new Desk(31));
    office.desks.add(new Desk(32));
    office.letters.put("first", new Letter("dear all"));
    office.letters.put("second", new Letter("hello"));
    for (int i = 1; i <= 5; i++) ManagementFactory.getPlatformMBeanServer().registerMBean(new Drawer(), new ObjectName("clerk:type=Drawer,name=drawer" + i));
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
