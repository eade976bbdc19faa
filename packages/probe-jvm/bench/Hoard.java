import java.util.ArrayList;
import java.util.List;

/** Holds as many megabytes of small objects as it is told to, and made as much garbage since; tells on each line the longest time it stood still. */
public final class Hoard {
  static final class Note {
    final String text;
    final Note before;

    Note(int number, Note before) {
      text = "note " + number;
      this.before = before;
    }
  }

  static final List<Note> notes = new ArrayList<>();
  static volatile Object garbage;
  static volatile long longest;

  public static void main(String[] args) throws Exception {
    long bytes = Long.parseLong(args[0]) << 20;
    Note last = null;
    // A note, its text and the text's bytes take 72 bytes.
    for (int i = 0; i < bytes / 72; i++) {
      last = new Note(i, i % 100 == 0 ? null : last);
      if (i % 100 == 99) notes.add(last);
    }
    System.gc();
    for (long i = 0; i < (Long.parseLong(args[1]) << 20) / 72; i++) garbage = new Note((int) i, null);
    Thread watch = new Thread(() -> {
      long at = System.nanoTime();
      while (true) {
        try {
          Thread.sleep(1);
        } catch (InterruptedException e) {
          return;
        }
        long now = System.nanoTime();
        longest = Math.max(longest, now - at);
        at = now;
      }
    });
    watch.setDaemon(true);
    watch.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      System.out.println(longest / 1000);
      longest = 0;
    }
  }
}
