import java.util.ArrayList;
import java.util.List;

/** What a list far below its owner holds, and a tool nearer by that remembers which of these it worked on last. */
public final class Bindery {
  static final class Volume {
    private final String author;
    private int sheets;

    Volume(String author, int sheets) {
      this.author = author;
      this.sheets = sheets;
    }
  }

  static final class Shelf {
    private final List<Volume> volumes = new ArrayList<>();
    private final String place = System.getProperty("place", "north wall");
  }

  static final class Hall {
    private final Shelf shelf = new Shelf();
    private int doors = 2;
  }

  public static final class Press {
    private Volume last;
    private int times;

    public void bind() {
      last = hall.shelf.volumes.get(0);
      times++;
    }

    public void give() {
      hall.shelf.volumes.remove(last);
    }
  }

  static final Press press = new Press();
  static final Hall hall = new Hall();

  public static void main(String[] args) throws Exception {
    hall.shelf.volumes.add(new Volume("Ida Moen", 12));
    hall.shelf.volumes.add(new Volume("Bo Lund", 30));
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
