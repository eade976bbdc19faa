import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Holds a voice, and an echo that nothing holds any more: a weak reference leads to the list that has it, until the collector comes. */
public final class Echoes {
  static final class Voice {
    final String says;
    int times = 1;

    Voice(String says) {
      this.says = says;
    }
  }

  static final class Echo {
    final String says;
    int times = 2;

    Echo(String says) {
      this.says = says;
    }
  }

  /** Where nothing of the program's tells them. */
  private static void keep(String words) {
    List<Object> strong = new ArrayList<>();
    strong.add(new Voice(words));
    System.getProperties().put(new Object(), strong);
    List<Object> fading = new ArrayList<>();
    fading.add(new Echo(words));
    System.getProperties().put(new Object(), new WeakReference<Object>(fading));
  }

  public static void main(String[] args) throws Exception {
    keep(args[0]);
    System.out.println("ready");
    System.in.read();
  }
}
