package weather;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.Multimap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Station {
  static class Report {
    final String sky;
    final double degrees;
    final int wind;

    Report(String sky, double degrees, int wind) {
      this.sky = sky;
      this.degrees = degrees;
      this.wind = wind;
    }
  }

  private final Cache<String, Report> reports = CacheBuilder.newBuilder().maximumSize(250).expireAfterWrite(9, TimeUnit.HOURS).recordStats().build();
  private final Multimap<String, String> warnings = HashMultimap.create();
  private final String name = args();
  private int height = 1284;
  private long refreshed;

  private static String args() {
    return System.getProperty("station", "nowhere");
  }

  void refresh() {
    refreshed++;
  }

  void warn(String place, String text) {
    warnings.put(place, text);
  }

  public static void main(String[] args) throws Exception {
    Station station = new Station();
    station.reports.put("Bergen", new Report("rain", 7.5, 22));
    station.reports.put("Bodø", new Report("snow", -3.25, 40));
    station.reports.getIfPresent("Bergen");
    station.reports.getIfPresent("Narvik");
    station.warn("Bodø", "storm surge");
    Executors.newSingleThreadScheduledExecutor().scheduleAtFixedRate(station::refresh, 1, 1, TimeUnit.DAYS);
    System.out.println("ready");
  }
}
