import java.util.ArrayList;
import java.util.List;

/** Moves its papers while it starts, then goes on without what moved them. */
public final class Moving {
  static final class Van {
    private final String driver;
    private final int boxes;

    Van(String driver, int boxes) {
      this.driver = driver;
      this.boxes = boxes;
    }
  }

  /** Loaded when the papers are there. */
  static final class Desk {
    private final List<String> papers = new ArrayList<>();
  }

  static void move(int boxes) throws Exception {
    Van van = new Van(System.getProperty("user.name"), boxes);
    System.out.println("moving");
    System.in.read();
    if (van.boxes < 0) throw new IllegalStateException();
  }

  public static void main(String[] args) throws Exception {
    move(args.length + 7);
    Desk desk = new Desk();
    while (System.in.read() >= 0) desk.papers.add("paper");
    System.out.println(desk.papers);
  }
}
