import java.util.ArrayList;
import java.util.List;

/** Written without a thought for who may call what: nothing is public but its main method. */
class Kiosk {
  static class Till {
    private int coins = 5;

    public void putIn(int more) {
      coins += more;
    }

    void shake() {
      coins = 0;
    }
  }

  final Till till = new Till();
  private final List<String> sold = new ArrayList<>();
  private static Kiosk instance;
  static boolean open;

  void sell(String item) {
    note(item);
  }

  private void note(String item) {
    sold.add(item);
  }

  static void setOpen(boolean on) {
    open = on;
  }

  public static void main(String[] args) throws Exception {
    instance = new Kiosk();
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
