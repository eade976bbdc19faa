package fishmarket;

import java.math.BigDecimal;

/** A place of the ring: filled anew for each order. */
final class Order {
  enum Kind {
    LAND,
    BUY,
    LOWER,
    WITHDRAW
  }

  Kind kind;
  String lot;
  String who;
  String species;
  double kilos;
  BigDecimal price;

  void clear() {
    kind = null;
    lot = null;
    who = null;
    species = null;
    price = null;
  }
}
