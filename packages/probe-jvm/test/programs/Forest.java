import java.util.ArrayList;
import java.util.List;

/** Two dozen tables of the program's own, and among them, some steps down, what people wrote. */
public final class Forest {
  static final class Mark {
    private final String kind = "mark";
    private final int row;
    private final int place;

    Mark(int row, int place) {
      this.row = row;
      this.place = place;
    }
  }

  static Mark[] marks() {
    Mark[] marks = new Mark[60];
    for (int i = 0; i < marks.length; i++) marks[i] = new Mark(i / 10, i % 10);
    return marks;
  }

  static final class Alder {
    static Mark[] marks = marks();
  }

  static final class Aspen {
    static Mark[] marks = marks();
  }

  static final class Beech {
    static Mark[] marks = marks();
  }

  static final class Birch {
    static Mark[] marks = marks();
  }

  static final class Cedar {
    static Mark[] marks = marks();
  }

  static final class Cherry {
    static Mark[] marks = marks();
  }

  static final class Elder {
    static Mark[] marks = marks();
  }

  static final class Elm {
    static Mark[] marks = marks();
  }

  static final class Fir {
    static Mark[] marks = marks();
  }

  static final class Hazel {
    static Mark[] marks = marks();
  }

  static final class Holly {
    static Mark[] marks = marks();
  }

  static final class Larch {
    static Mark[] marks = marks();
  }

  static final class Lime {
    static Mark[] marks = marks();
  }

  static final class Maple {
    static Mark[] marks = marks();
  }

  static final class Oak {
    static Mark[] marks = marks();
  }

  static final class Pear {
    static Mark[] marks = marks();
  }

  static final class Pine {
    static Mark[] marks = marks();
  }

  static final class Plane {
    static Mark[] marks = marks();
  }

  static final class Poplar {
    static Mark[] marks = marks();
  }

  static final class Rowan {
    static Mark[] marks = marks();
  }

  static final class Spruce {
    static Mark[] marks = marks();
  }

  static final class Walnut {
    static Mark[] marks = marks();
  }

  static final class Willow {
    static Mark[] marks = marks();
  }

  static final class Yew {
    static Mark[] marks = marks();
  }

  static final class Walk {
    private final String note;

    Walk(String note) {
      this.note = note;
    }
  }

  static final class Path {
    private final List<Walk> walks = new ArrayList<>();
    private final Mark[] marks = marks();
  }

  static final class Glade {
    private final Path path = new Path();
    private final Mark[] marks = marks();
  }

  static final class Ranger {
    private final String name;
    private final String town;
    private final Glade glade = new Glade();
    private final Mark[] marks = marks();

    Ranger(String name, String town) {
      this.name = name;
      this.town = town;
    }
  }

  static final class Hut {
    static Ranger ranger;
  }

  public static void main(String[] args) throws Exception {
    Class<?>[] tables = {Alder.class, Aspen.class, Beech.class, Birch.class, Cedar.class, Cherry.class, Elder.class, Elm.class, Fir.class, Hazel.class, Holly.class, Larch.class, Lime.class, Maple.class, Oak.class, Pear.class, Pine.class, Plane.class, Poplar.class, Rowan.class, Spruce.class, Walnut.class, Willow.class, Yew.class};
    for (Class<?> table : tables) Class.forName(table.getName());
    Hut.ranger = new Ranger(System.getProperty("ranger"), System.getProperty("town"));
    for (int i = 0; i < 5; i++) Hut.ranger.glade.path.walks.add(new Walk(System.getProperty("note") + i));
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
