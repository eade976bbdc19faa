import kawa.Product;

/** A program of its own in a language: its record has what the language asks for, and what the program does with it. */
public final class Cinema implements Product {
  static final Cinema cinema = new Cinema();
  private int sold;

  @Override
  public int productArity() {
    return 1;
  }

  @Override
  public Object productPart(int at) {
    return sold;
  }

  public void sell(int tickets) {
    sold += tickets;
  }

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
