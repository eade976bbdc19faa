package weirs;

import org.jfree.data.xy.XYSeries;

/** A gauge in the river. */
public class Gauge {
  private final String name;
  private final double kilometre;
  private final XYSeries levels;
  private double warning;
  private boolean gateOpen;
  private String keeper;

  public Gauge(String name, double kilometre, double warning, String keeper) {
    this.name = name;
    this.kilometre = kilometre;
    this.warning = warning;
    this.keeper = keeper;
    this.levels = new XYSeries(name);
  }

  public void read(int hour, double level) {
    levels.addOrUpdate(hour, level);
  }

  public XYSeries getLevels() {
    return levels;
  }

  public boolean isHigh() {
    return levels.getItemCount() > 0 && levels.getY(levels.getItemCount() - 1).doubleValue() > warning;
  }

  public double getWarning() {
    return warning;
  }

  public void setWarning(double warning) {
    this.warning = warning;
  }

  public boolean isGateOpen() {
    return gateOpen;
  }

  public void setGateOpen(boolean gateOpen) {
    this.gateOpen = gateOpen;
  }

  public String getKeeper() {
    return keeper;
  }

  public void setKeeper(String keeper) {
    this.keeper = keeper;
  }

  public double getKilometre() {
    return kilometre;
  }

  @Override
  public String toString() {
    return name;
  }
}
