import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.Multimap;
import com.google.common.collect.Table;

/** Keeps its data in what a library gave it. */
public class Weather {
  static final class Report {
    final String sky;

    Report(String sky) {
      this.sky = sky;
    }
  }

  private final Table<String, Integer, Report> reports = HashBasedTable.create();
  private final Multimap<Integer, String> signals = HashMultimap.create();
  private static final Multimap<String, String> warnings = HashMultimap.create();
  private final Cache<String, Report> latest = CacheBuilder.newBuilder().maximumSize(250).build();
  private int turns = 3;

  public void turn() {
    turns++;
  }

  public static void main(String[] args) throws Exception {
    Weather weather = new Weather();
    weather.reports.put("Bergen", 7, new Report(System.getProperty("sky")));
    weather.signals.put(31, System.getProperty("signal"));
    weather.latest.put("Oslo", new Report(System.getProperty("latest")));
    warnings.put("Narvik", System.getProperty("warning"));
    System.out.println("ready");
    Thread.currentThread().join();
    weather.turn();
  }
}
