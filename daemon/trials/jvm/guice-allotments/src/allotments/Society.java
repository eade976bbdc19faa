package allotments;

import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Who rents what, who waits, and what the water costs. */
public class Society {
  public static final class Notice {
    private final String plot;
    private final String text;
    private final boolean urgent;

    Notice(String plot, String text, boolean urgent) {
      this.plot = plot;
      this.text = text;
      this.urgent = urgent;
    }

    @Override
    public String toString() {
      return plot + ": " + text + (urgent ? " (urgent)" : "");
    }
  }

  private final String name;
  private String secretary;
  private double waterRate = 0.85;
  private boolean tapsOpen = true;
  private final Map<String, Plot> plots = new ConcurrentSkipListMap<>();
  private final Deque<String> waitingList = new ArrayDeque<>();
  private final List<Notice> notices = new ArrayList<>();
  private final AtomicInteger keysIssued = new AtomicInteger(41);

  public Society(String name, String secretary) {
    this.name = name;
    this.secretary = secretary;
  }

  public synchronized void addPlot(String number, int squareMetres) {
    plots.put(number, new Plot(number, squareMetres));
  }

  public synchronized void join(String applicant) {
    waitingList.addLast(applicant);
  }

  public synchronized void letPlot(String number, String tenant) {
    plots.get(number).letTo(tenant, LocalDate.of(2026, 4, 1));
    waitingList.remove(tenant);
    keysIssued.incrementAndGet();
  }

  public synchronized void vacatePlot(String number) {
    plots.get(number).vacate();
  }

  public synchronized void warn(String number, String text, boolean urgent) {
    plots.get(number).setCondition(Plot.Condition.OVERGROWN);
    notices.add(new Notice(number, text, urgent));
  }

  public void setWaterRate(double waterRate) {
    this.waterRate = waterRate;
  }

  public void closeTaps() {
    tapsOpen = false;
  }

  public void openTaps() {
    tapsOpen = true;
  }

  public void setSecretary(String secretary) {
    this.secretary = secretary;
  }

  public Collection<Plot> plots() {
    return plots.values();
  }

  @Override
  public synchronized String toString() {
    return name + "\n" + secretary + "\n" + waterRate + " " + tapsOpen + "\n" + plots.values() + "\n" + waitingList + "\n" + notices + "\n"
        + keysIssued;
  }
}
