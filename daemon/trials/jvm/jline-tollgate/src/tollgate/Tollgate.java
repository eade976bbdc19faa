package tollgate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.terminal.TerminalBuilder;

/** The prompt of a keeper of a toll gate. */
public final class Tollgate {
  enum Kind { CART, RIDER, COACH }

  static final class Passage {
    final String who;
    final Kind kind;
    final int pence;

    Passage(String who, Kind kind, int pence) {
      this.who = who;
      this.kind = kind;
      this.pence = pence;
    }
  }

  static final class Gate {
    private final String keeper;
    private final Map<Kind, Integer> tolls = new EnumMap<>(Kind.class);
    private final List<Passage> passages = new ArrayList<>();
    private int takings;
    private boolean barred;
    private String notice = "No droves after dusk";

    Gate(String keeper) {
      this.keeper = keeper;
      tolls.put(Kind.CART, 6);
      tolls.put(Kind.RIDER, 2);
      tolls.put(Kind.COACH, 18);
    }

    void pass(String who, String kind) {
      Kind as = Kind.valueOf(kind.toUpperCase());
      passages.add(new Passage(who, as, tolls.get(as)));
      takings += tolls.get(as);
    }

    void bar() {
      barred = true;
    }

    void post(String notice) {
      this.notice = notice;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Gate gate = new Gate(arguments[0]);
    LineReader reader =
        LineReaderBuilder.builder().appName("tollgate").terminal(TerminalBuilder.builder().dumb(true).build()).build();
    while (true) {
      try {
        String[] words = reader.readLine("gate> ").trim().split(" ", 3);
        switch (words[0]) {
          case "pass" -> gate.pass(words[2], words[1]);
          case "bar" -> gate.bar();
          case "post" -> gate.post(words[1]);
          default -> System.out.println("pass KIND WHO, bar, post NOTICE");
        }
        System.out.println("taken: " + gate.takings);
      } catch (EndOfFileException end) {
        return;
      }
    }
  }
}
