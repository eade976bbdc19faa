package workshop;

import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.property.DoubleProperty;

public class Repair {
  private final StringProperty bicycle = new SimpleStringProperty();
  private final StringProperty fault = new SimpleStringProperty();
  private final DoubleProperty cost = new SimpleDoubleProperty();

  Repair(String bicycle, String fault, double cost) {
    this.bicycle.set(bicycle);
    this.fault.set(fault);
    this.cost.set(cost);
  }

  public StringProperty bicycleProperty() {
    return bicycle;
  }

  public StringProperty faultProperty() {
    return fault;
  }

  public DoubleProperty costProperty() {
    return cost;
  }
}
