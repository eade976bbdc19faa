import java.util.ArrayList;
import java.util.List;

/** A program with as many values as it is told to have: ten in each entry. */
public final class Plenty {
  static final class Entry {
    final int id;
    String title;
    String owner = "ada";
    double price = 9.5;
    boolean open = true;
    long views;
    int stock = 4;
    String city = "Bern";
    String note = "nothing special about this one";
    int rank;

    Entry(int id) {
      this.id = id;
      title = "entry " + id;
      rank = -id;
    }
  }

  static final List<List<Entry>> shelves = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    int entries = Integer.parseInt(args[0]) / 10;
    for (int i = 0; i < entries; i++) {
      if (i % 20 == 0) shelves.add(new ArrayList<>());
      shelves.get(shelves.size() - 1).add(new Entry(i));
    }
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
