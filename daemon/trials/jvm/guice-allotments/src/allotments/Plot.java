package allotments;

import java.time.LocalDate;

public class Plot {
  public enum Condition {
    TENDED,
    OVERGROWN,
    VACANT
  }

  private final String number;
  private final int squareMetres;
  private String tenant;
  private Condition condition = Condition.VACANT;
  private LocalDate since;

  public Plot(String number, int squareMetres) {
    this.number = number;
    this.squareMetres = squareMetres;
  }

  public String getNumber() {
    return number;
  }

  public String getTenant() {
    return tenant;
  }

  public Condition getCondition() {
    return condition;
  }

  void letTo(String tenant, LocalDate since) {
    this.tenant = tenant;
    this.since = since;
    this.condition = Condition.TENDED;
  }

  void vacate() {
    tenant = null;
    since = null;
    condition = Condition.VACANT;
  }

  void setCondition(Condition condition) {
    this.condition = condition;
  }

  @Override
  public String toString() {
    return number + " " + squareMetres + " " + tenant + " " + condition + " " + since;
  }
}
