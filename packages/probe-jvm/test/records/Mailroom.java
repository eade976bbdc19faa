import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Things are done by sending a message, of which there are several forms, and by typing a line. */
public final class Mailroom {
  sealed interface Message permits Deliver, Shut, Bell, Change, Sweep {}

  /** Nobody says who may be one. */
  non-sealed interface Change extends Message {}

  record Deliver(String to, int parcels, List<String> notes) implements Message {}

  record Shut() implements Message {}

  enum Bell implements Message { MORNING, EVENING }

  static final class Rename implements Change {
    private final String name;

    Rename(String name) {
      this.name = name;
    }
  }

  /** Works with something: it says nothing. */
  static final class Sweep implements Message {
    private final List<String> dirt = new ArrayList<>();

    Sweep(int times) {}
  }

  /** Never changes. */
  static final class Span {
    private final int from;
    private final int to;

    Span(int from, int to) {
      this.from = from;
      this.to = to;
    }

    public Span longer(int by) {
      return new Span(from, to + by);
    }

    public void announce(String where) {
      System.out.println(where + from + to);
    }
  }

  abstract static class Desk<K, M> {
    final BlockingQueue<M> waiting = new LinkedBlockingQueue<>();
    final Map<K, Integer> shelves = new LinkedHashMap<>();
    final Thread thread = new Thread(this::work, "desk");

    public void tell(M message) {
      waiting.add(message);
    }

    public void clear(K shelf) {
      shelves.remove(shelf);
    }

    private void work() {
      try {
        while (true) on(waiting.take());
      } catch (InterruptedException end) {
        // It is over.
      }
    }

    abstract void on(M message);
  }

  static final class Letters extends Desk<String, Message> {
    String name;
    String last = "";
    final Span hours = new Span(8, 17);

    Letters(String name) {
      this.name = name;
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    void on(Message message) {
      if (message instanceof Deliver) shelves.merge(((Deliver) message).to(), ((Deliver) message).parcels(), Integer::sum);
      if (message instanceof Rename) name = ((Rename) message).name;
      last = message instanceof Deliver ? "delivered " + ((Deliver) message).notes() : message instanceof Bell ? "bell " + message : message instanceof Shut ? "shut" : last;
    }
  }

  private final Letters letters;
  private String boss = "";
  private int lines;

  private Mailroom(Letters letters) {
    this.letters = letters;
  }

  private void follow(String line) {
    lines++;
    if (line.startsWith("boss ")) boss = line.substring(5);
  }

  public static void main(String[] arguments) {
    Mailroom room = new Mailroom(new Letters(""));
    room.letters.tell(new Rename(arguments[0]));
    Scanner in = new Scanner(System.in);
    System.out.println("ready");
    while (in.hasNextLine()) room.follow(in.nextLine());
  }
}
