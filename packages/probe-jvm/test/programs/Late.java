/** Makes what it is about only when it is told to. */
public final class Late {
  static final class Granary {
    private final String miller;
    private int sacks = 12;

    Granary(String miller) {
      this.miller = miller;
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    Granary granary = null;
    for (int read = System.in.read(); read >= 0; read = System.in.read()) {
      if (granary == null) granary = new Granary(new StringBuilder("Odo").append(" Mill").toString());
      if (read == '+') granary.sacks++;
    }
  }
}
