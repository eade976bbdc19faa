import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.LocalDate;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** One object with a field of every kind, and methods that take every kind of parameter. */
public final class Shapes {
  enum Level { LOW, HIGH }

  public static final class Point {
    public int x;
    public String label;

    public Point() {}

    Point(int x, String label) {
      this.x = x;
      this.label = label;
    }
  }

  /** As Kotlin compiles an `object` without state. */
  static final class Cash {
    static final Cash INSTANCE = new Cash();
  }

  static final class Board {
    static final int LIMIT = 10;
    private final ReentrantLock lock = new ReentrantLock();
    private String name = "board-1";
    private int count = 3;
    private final BigInteger big = new BigInteger("123456789012345678901234567890");
    private final BigDecimal price = new BigDecimal("12.50");
    private final LocalDate day = LocalDate.of(2024, 2, 29);
    private final Date when = new Date(0);
    private final Optional<String> maybe = Optional.of("there");
    private final Optional<String> nothing = Optional.empty();
    private final AtomicInteger hits = new AtomicInteger(7);
    private final Level level = Level.HIGH;
    private final Map<String, Integer> scores = new LinkedHashMap<>(Map.of("ada", 10));
    private final Set<String> tags = new HashSet<>(List.of("b", "a"));
    private final URI site = URI.create("https://example.org/x");
    private final double ratio = Double.NaN;
    private final long past = 9007199254740993L;
    private final byte[] bytes = {1, 2, 3};
    private final String connection = "jdbc:x://root:s3cr3t@db/y";
    private final Board me = this;
    private final List<Object> payments = List.of(new Point(4, "card"), Cash.INSTANCE);
    private final ExecutorService workers = Executors.newFixedThreadPool(2, Board::daemon);
    private final ExecutorService single = Executors.newSingleThreadExecutor(Board::daemon);

    private static Thread daemon(Runnable body) {
      Thread thread = new Thread(body);
      thread.setDaemon(true);
      return thread;
    }

    /** One task is done, two run, one waits. */
    Board employ() throws Exception {
      workers.submit(() -> {}).get();
      CountDownLatch running = new CountDownLatch(2);
      for (int i = 0; i < 3; i++) workers.submit(() -> hold(running));
      running.await();
      return this;
    }

    private static void hold(CountDownLatch running) {
      running.countDown();
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException end) {
        return;
      }
    }

    public String plan(Level level, LocalDate day, List<String> names, Map<String, Double> weights, Point point, BigDecimal amount) {
      return level + " " + day + " " + names + " " + weights + " " + point.x + " " + point.label + " " + amount;
    }

    public void dawdle(int millis) throws InterruptedException {
      Thread.sleep(millis);
    }

    public void rename(String name) {
      this.name = name;
    }

    public void setCount(int count) {
      this.count = count;
    }

    public Point corner() {
      return new Point(1, "corner");
    }
  }

  public static void main(String[] args) throws Exception {
    Board board = new Board().employ();
    Thread keeper = new Thread(() -> {
      synchronized (board) {
        try {
          while (true) board.wait();
        } catch (InterruptedException end) {
          return;
        }
      }
    });
    keeper.setDaemon(true);
    keeper.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
