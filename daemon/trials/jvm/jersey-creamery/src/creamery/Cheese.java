package creamery;

import java.time.LocalDate;

final class Cheese {
  final int wheel;
  final String kind;
  final LocalDate made;
  private double kilos;
  private int shelf;
  private String maker;
  private boolean washed;

  Cheese(int wheel, String kind, LocalDate made, double kilos, int shelf, String maker) {
    this.wheel = wheel;
    this.kind = kind;
    this.made = made;
    this.kilos = kilos;
    this.shelf = shelf;
    this.maker = maker;
  }

  void wash() {
    washed = true;
    kilos -= 0.1;
  }

  void moveTo(int another) {
    shelf = another;
  }

  @Override
  public String toString() {
    return wheel + ";" + kind + ";" + made + ";" + kilos + ";" + shelf + ";" + maker + ";" + washed;
  }
}
