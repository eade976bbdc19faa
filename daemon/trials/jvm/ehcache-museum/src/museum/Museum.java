package museum;

import java.io.Serializable;
import net.sf.ehcache.Cache;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Element;
import net.sf.ehcache.config.CacheConfiguration;
import net.sf.ehcache.config.Configuration;

public class Museum {
  public static class Painting implements Serializable {
    String title;
    String painter;
    int year;
    boolean onLoan;

    Painting(String title, String painter, int year, boolean onLoan) {
      this.title = title;
      this.painter = painter;
      this.year = year;
      this.onLoan = onLoan;
    }
  }

  private final Cache paintings;
  private String curator = "Artemisia";
  private int visitorsToday = 318;

  Museum() {
    Configuration configuration = new Configuration().name("museum").cache(new CacheConfiguration("paintings", 640).timeToLiveSeconds(5400).eternal(false));
    configuration.setUpdateCheck(false);
    CacheManager manager = CacheManager.create(configuration);
    paintings = manager.getCache("paintings");
    paintings.put(new Element("inv-12", new Painting("Judith", "Gentileschi", 1613, false)));
    paintings.put(new Element("inv-15", new Painting("Night Watch", "Rembrandt", 1642, true)));
    paintings.get("inv-12");
  }

  public static void main(String[] args) throws Exception {
    Museum museum = new Museum();
    System.out.println("open");
    synchronized (museum) {
      museum.wait();
    }
  }
}
