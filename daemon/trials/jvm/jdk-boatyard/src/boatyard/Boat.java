package boatyard;

public class Boat {
  public enum Condition { READY, AT_SEA, IN_REPAIR }

  private final String name;
  private final int seats;
  private Condition condition = Condition.READY;
  private double perHour;

  Boat(String name, int seats, double perHour) {
    this.name = name;
    this.seats = seats;
    this.perHour = perHour;
  }

  public String getName() {
    return name;
  }

  public int getSeats() {
    return seats;
  }

  public Condition getCondition() {
    return condition;
  }

  public void setCondition(Condition condition) {
    this.condition = condition;
  }

  public double getPerHour() {
    return perHour;
  }

  public void setPerHour(double perHour) {
    this.perHour = perHour;
  }

  @Override
  public String toString() {
    return name;
  }
}
