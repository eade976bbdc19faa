import java.lang.management.ManagementFactory;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;

/** A program whose own collections never answer, whose locks are never free and whose management bean never comes back. */
public final class Stubborn {
  static <T> T never() {
    try {
      while (true) Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException end) {
      throw new IllegalStateException("interrupted");
    }
  }

  /** Its elements come from somewhere that does not answer. */
  static final class OwnList extends AbstractList<String> {
    private final String origin = "far away";
    private final int wanted = 3;

    @Override
    public String get(int index) {
      return never();
    }

    @Override
    public int size() {
      return never();
    }

    @Override
    public Iterator<String> iterator() {
      return never();
    }
  }

  static final class OwnMap extends AbstractMap<String, String> {
    private final String table = "customers";

    @Override
    public Set<Entry<String, String>> entrySet() {
      return never();
    }

    @Override
    public int size() {
      return never();
    }
  }

  /** Keeps its elements where every array list does, and says otherwise. */
  static final class Liar extends ArrayList<String> {
    @Override
    public int size() {
      return never();
    }

    @Override
    public Iterator<String> iterator() {
      return never();
    }
  }

  public interface GateMBean {
    int getVisitors();
  }

  public static final class Gate implements GateMBean {
    @Override
    public int getVisitors() {
      return never();
    }
  }

  static final class Desk {
    private final List<String> own = new OwnList();
    private final Map<String, String> ownMap = new OwnMap();
    private final List<String> view = Collections.unmodifiableList(new OwnList());
    private final List<String> liar = new Liar();
    private final List<String> locked = Collections.synchronizedList(new ArrayList<>(List.of("tea", "milk")));
    private final Map<String, Integer> counts = Collections.synchronizedMap(new HashMap<>(Map.of("tea", 2)));
    private final String name = "desk-1";
  }

  static final Desk desk = new Desk();

  private static void hold(Object lock, CountDownLatch held) {
    Thread thread = new Thread(() -> {
      synchronized (lock) {
        held.countDown();
        never();
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  public static void main(String[] args) throws Exception {
    desk.liar.addAll(List.of("one", "two"));
    CountDownLatch held = new CountDownLatch(2);
    hold(desk.locked, held);
    hold(desk.counts, held);
    held.await();
    ManagementFactory.getPlatformMBeanServer().registerMBean(new Gate(), new ObjectName("stubborn:type=Gate"));
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
