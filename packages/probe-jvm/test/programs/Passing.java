/** A parcel that a method holds for a while, with its papers, until somebody presses a key; a depot that the main method holds for good. */
public final class Passing {
  static final class Parcel {
    private final String to;
    private int stamps = 3;
    private final Object[] papers = {new Waybill()};

    Parcel(String to) {
      this.to = to;
    }
  }

  static final class Waybill {
    private final java.util.List<String> stops = new java.util.ArrayList<>(java.util.Arrays.asList(String.join("", "Ha", "mar")));
  }

  static final class Depot {
    private final String town = String.join("", "Ber", "gen");
    private final Door door = new Door();
  }

  static final class Door {
    private int locks = 2;
  }

  private static void handle(Parcel parcel) {
    try {
      System.out.println("ready");
      System.in.read();
      System.out.println("handled " + parcel.to);
    } catch (java.io.IOException gone) {
      throw new IllegalStateException(gone);
    }
  }

  public static void main(String[] args) throws Exception {
    Depot depot = new Depot();
    Thread worker = new Thread(() -> handle(new Parcel(String.join("", "Os", "lo"))), "worker");
    worker.start();
    new java.util.concurrent.CountDownLatch(1).await();
    System.out.println(depot.town);
  }
}
