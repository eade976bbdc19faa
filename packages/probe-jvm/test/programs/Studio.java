import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One object holds the whole program, by the names of its parts: long menus near by, and a piece of music that lies deeper. */
public final class Studio {
  static final class Shortcut {
    final int key;
    final boolean shifted;

    Shortcut(int key) {
      this.key = key;
      shifted = key % 2 == 0;
    }
  }

  static final class Entry {
    final int number;
    final Shortcut shortcut;
    boolean enabled = true;

    Entry(int number) {
      this.number = number;
      shortcut = new Shortcut(number);
    }
  }

  static final class Menu {
    final List<Entry> entries = new ArrayList<>();

    Menu(int of) {
      for (int i = 0; i < 40; i++) entries.add(new Entry(40 * of + i));
    }
  }

  static final class Menus {
    final List<Menu> menus = new ArrayList<>();
  }

  static final class Tempo {
    int beats = 150;
  }

  static final class Bar {
    final Tempo tempo = new Tempo();
  }

  static final class Part {
    final String player;
    final List<Bar> bars = new ArrayList<>();

    Part(String player) {
      this.player = player;
      bars.add(new Bar());
    }
  }

  static final class Piece {
    final List<Part> parts = new ArrayList<>();
  }

  static final class Desk {
    final Piece piece = new Piece();
  }

  private static final Studio instance = new Studio();
  private final String owner = String.join(" ", "Ella", "Finch");
  private final String town = String.join(" ", "New", "Bern");
  private final Map<String, Object> services = new LinkedHashMap<>();

  public static void main(String[] args) throws Exception {
    Menus menus = new Menus();
    for (int i = 0; i < 60; i++) menus.menus.add(new Menu(i));
    instance.services.put("menus", menus);
    Desk desk = new Desk();
    for (String name : new String[] {"Nina", "Otis", "Etta"}) desk.piece.parts.add(new Part(String.join(" ", name, "Bird")));
    instance.services.put("desk", desk);
    System.out.println("ready");
    Thread.sleep(Long.MAX_VALUE);
  }
}
