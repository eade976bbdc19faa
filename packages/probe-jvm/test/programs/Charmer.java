import java.util.ArrayList;
import java.util.List;
import org.snake.core.SnakeObject;

/** Keeps what a scripting engine made, alone and in a list. */
public final class Charmer {
  static final SnakeObject script = new SnakeObject("print(1)");
  static final List<SnakeObject> scripts = new ArrayList<>();
  private int tunes;

  static final Charmer charmer = new Charmer();

  public void play(int times) {
    tunes += times;
  }

  public static void main(String[] args) throws Exception {
    scripts.add(new SnakeObject("print(2)"));
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
  }
}
