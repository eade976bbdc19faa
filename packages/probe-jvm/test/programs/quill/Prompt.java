package quill;

import java.util.Scanner;
import java.util.concurrent.ConcurrentHashMap;

/** A prompt of a language that nobody knows: its variables are words that hold a value, and its values are of classes of its own. */
public final class Prompt {
  public static class Datum {
    public Datum apply(Datum[] given) {
      throw new UnsupportedOperationException();
    }
  }

  static final class Text extends Datum {
    private final char[] signs;
    private final int length;

    public Text(String text) {
      signs = (text + "....").toCharArray();
      length = text.length();
    }

    @Override
    public String toString() {
      return new String(signs, 0, length);
    }
  }

  public static final class Whole extends Datum {
    public final int value;

    private Whole(int value) {
      this.value = value;
    }

    public static Whole of(int value) {
      return new Whole(value);
    }
  }

  static final class Chain extends Datum {
    Datum first;
    Datum rest;

    Chain(Datum first, Datum rest) {
      this.first = first;
      this.rest = rest;
    }
  }

  static class Word extends Datum {
    final Text name;
    private final Shelf shelf;
    Datum value;
    Datum work;

    Word(String name, Shelf shelf) {
      this.name = new Text(name);
      this.shelf = shelf;
    }
  }

  static final class Shelf extends Datum {
    final String name;
    final ConcurrentHashMap<String, Word> words = new ConcurrentHashMap<>();

    Shelf(String name) {
      this.name = name;
    }

    Word word(String of) {
      return words.computeIfAbsent(of, text -> new Word(text, this));
    }
  }

  static final class Kind extends Datum {
    final Datum parts;

    Kind(Datum parts) {
      this.parts = parts;
    }
  }

  static final class Thing extends Datum {
    private final Kind kind;
    private final Datum[] places;

    Thing(Kind kind, Datum... places) {
      this.kind = kind;
      this.places = places;
    }
  }

  static final class Row {
    Datum key;
    Datum value;
    Row next;
  }

  static final class Rows extends Datum {
    private final Whole growth = Whole.of(7);
    private final Row[] rows = new Row[4];

    void put(Datum key, Datum value) {
      Row row = new Row();
      row.key = key;
      row.value = value;
      row.next = rows[1];
      rows[1] = row;
    }
  }

  static final class Function extends Datum {
    final Shelf shelf;
    private final Word sets;

    Function(Shelf shelf, Word sets) {
      this.shelf = shelf;
      this.sets = sets;
    }

    @Override
    public Datum apply(Datum[] given) {
      return sets.value = new Chain(given[0], sets.value == null ? nothing : sets.value);
    }
  }

  static final Shelf tools = new Shelf("tools");
  static final Shelf desk = new Shelf("desk");
  static final Word nothing = tools.word("nil");

  /** `name=text`, `name=12`, `name:` a list, `name!` a thing, `name?` a table, `name()` a function that puts something before a list. */
  public Datum eval(String line) {
    String name = line.split("[=:!?(]")[0];
    String[] said = line.substring(name.length() + 1).split(" ");
    Word word = desk.word(name);
    if (line.contains("=")) return word.value = datum(said[0]);
    if (line.contains("(")) return word.work = new Function(desk, desk.word(said[1]));
    if (line.contains("?")) {
      Rows rows = new Rows();
      rows.put(datum(said[0]), datum(said[1]));
      return word.value = rows;
    }
    Datum list = nothing;
    for (int i = said.length - 1; i >= 0; i--) list = new Chain(datum(said[i]), list);
    if (line.contains(":")) return word.value = list;
    Datum parts = new Chain(desk.word("bark"), new Chain(desk.word("girth"), nothing));
    return word.value = new Thing(new Kind(parts), datum(said[0]), datum(said[1]));
  }

  private static Datum datum(String said) {
    return said.matches("\\d+") ? Whole.of(Integer.parseInt(said)) : new Text(said);
  }

  private void run() {
    System.out.println("ready");
    try (Scanner lines = new Scanner(System.in)) {
      while (lines.hasNextLine()) {
        eval(lines.nextLine());
        System.out.println("kept");
      }
    }
  }

  public static void main(String[] args) {
    // What the language itself is written in, as every such has much of.
    nothing.value = nothing;
    for (int i = 0; i < 40; i++) tools.word("tool" + i).value = Whole.of(i);
    tools.word("shelf-in-use").value = desk;
    new Prompt().run();
  }
}
