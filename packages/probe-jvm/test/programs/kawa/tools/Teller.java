package kawa.tools;

/** What starts a program that a runtime runs, and gives it itself. */
public final class Teller {
  public final String prompt = "tell>";
  public int lines = 12;

  public static void main(String[] args) throws Exception {
    Class.forName("Booth").getMethod("begin", Object.class).invoke(null, new Teller());
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
