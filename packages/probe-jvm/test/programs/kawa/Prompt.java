package kawa;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.Map;

/** A small runtime of a language, by the name of a real one: its program is what it is told on its standard input, a definition a line. */
public final class Prompt {
  /** What every value has. */
  abstract static class Thing {
    final Kind kind;

    Thing(Kind kind) {
      this.kind = kind;
    }
  }

  static final class Kind {
    final String of;

    Kind(String of) {
      this.of = of;
    }
  }

  static final class Num extends Thing {
    static final Kind KIND = new Kind("number");
    private final double value;

    Num(double value) {
      super(KIND);
      this.value = value;
    }
  }

  static final class Text extends Thing {
    static final Kind KIND = new Kind("text");
    private final String letters;
    private boolean interned;

    Text(String letters) {
      super(KIND);
      this.letters = letters;
    }
  }

  /** A text that is put together when somebody asks; nobody may. */
  static final class Rope implements CharSequence {
    private final CharSequence left;
    private final CharSequence right;

    Rope(CharSequence left, CharSequence right) {
      this.left = left;
      this.right = right;
    }

    @Override
    public int length() {
      throw new IllegalStateException("asked");
    }

    @Override
    public char charAt(int at) {
      throw new IllegalStateException("asked");
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      throw new IllegalStateException("asked");
    }
  }

  static final class Row extends AbstractList<Object> {
    private Object[] dense = {"filler", "filler", "filler", "filler"};
    private long length;

    void push(Object element) {
      dense[(int) length++] = element;
    }

    @Override
    public Object get(int at) {
      throw new IllegalStateException("asked");
    }

    @Override
    public int size() {
      throw new IllegalStateException("asked");
    }
  }

  static final class PrintFunction extends Thing {
    final String body;

    PrintFunction(String body) {
      super(null);
      this.body = body;
    }
  }

  /** What an object of the program's is one of: code, and what the runtime knows about it. */
  static final class RoleClass extends Thing {
    final String called;
    final Map<String, Object> members = new HashMap<String, Object>();

    RoleClass(String called) {
      super(null);
      this.called = called;
      members.put("speak", new PrintFunction("speak"));
      members.put("doc", new Text("What " + called + " is"));
    }
  }

  static final class Person {
    final RoleClass role;
    final Map<String, Object> attributes = new HashMap<String, Object>();

    Person(String role, String name) {
      this.role = new RoleClass(role);
      attributes.put("name", new Text(name));
    }
  }

  /** A table of its own making. */
  static final class Links {
    static final class Link {
      final Object name;
      Object value;
      Link next;

      Link(Object name, Object value, Link next) {
        this.name = name;
        this.value = value;
        this.next = next;
      }
    }

    private final Link[] links = new Link[2];
    private int count;

    void put(String name, Object value) {
      int at = (name.hashCode() & 1);
      links[at] = new Link(name, value, links[at]);
      count++;
    }
  }

  /** A place that knows what it is called and whose it is. */
  static final class Cell {
    final String called;
    final Space space;
    Object value;

    Cell(String called, Space space, Object value) {
      this.called = called;
      this.space = space;
      this.value = value;
    }
  }

  static final class Space {
    final String name;
    final Links cells = new Links();

    Space(String name) {
      this.name = name;
    }

    Cell define(String called, Object value) {
      Cell cell = new Cell(called, this, value);
      cells.put(called, cell);
      return cell;
    }
  }

  static final Map<String, Space> spaces = new HashMap<String, Space>();
  static Object stage;

  private static Object value(String text) {
    if (text.startsWith("fn ")) return new PrintFunction(text);
    if (text.startsWith("a ")) return new Person(text.split(" ")[1], text.split(" ")[2]);
    if (text.indexOf('+') > 0) return new Rope(text.substring(0, text.indexOf('+')), text.substring(text.indexOf('+') + 1));
    if (text.indexOf(';') > 0) {
      Row row = new Row();
      for (String part : text.split(";")) row.push(value(part));
      return row;
    }
    return Character.isDigit(text.charAt(0)) ? new Num(Double.parseDouble(text)) : new Text(text);
  }

  public static void main(String[] args) throws Exception {
    Space core = new Space("core");
    Space program = new Space("program");
    spaces.put("core", core);
    spaces.put("program", program);
    core.define("print", new PrintFunction("print"));
    Cell version = core.define("version", new Text("3"));
    // What the language brings is seen from everywhere.
    program.cells.put("version", version);
    stage = Class.forName("Stage").getConstructor(Object.class).newInstance(program.cells);
    System.out.println("ready");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split("=", 2);
      program.define(parts[0], value(parts[1]));
      System.out.println("kept");
    }
  }
}
