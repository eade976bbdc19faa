package fishmarket;

import java.math.BigDecimal;

public final class Lot {
  private final String id;
  private final String species;
  private final double kilos;
  private final String boat;
  private BigDecimal price;
  private String buyer;
  private boolean withdrawn;

  Lot(String id, String species, double kilos, String boat, BigDecimal price) {
    this.id = id;
    this.species = species;
    this.kilos = kilos;
    this.boat = boat;
    this.price = price;
  }

  String id() {
    return id;
  }

  BigDecimal price() {
    return price;
  }

  boolean isOpen() {
    return buyer == null && !withdrawn;
  }

  void knockDownTo(String buyer, BigDecimal price) {
    this.buyer = buyer;
    this.price = price;
  }

  void lower(BigDecimal price) {
    this.price = price;
  }

  void withdraw() {
    withdrawn = true;
  }

  @Override
  public String toString() {
    return id + " " + species + " " + kilos + " " + boat + " " + price + " " + buyer + (withdrawn ? " withdrawn" : "");
  }
}
