import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.ArrayBlockingQueue;
import org.apache.depot.Depot;

/** All it has is in a library, and only a variable of its main method leads there. */
public final class Clearing {
  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("ready");
    if (Boolean.getBoolean("late")) in.readLine();
    Depot depot = new Depot();
    Depot spare = Boolean.getBoolean("spare") ? new Depot() : null;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(",");
      if (words.length > 3) depot.park(words[3], words[0], words[1], Integer.parseInt(words[2]));
      else depot.keep(words[0], words[1], Integer.parseInt(words[2]));
      if (spare != null) spare.keep(words[0], "spare", 0);
      System.out.println("kept");
    }
    new ArrayBlockingQueue<String>(1).take();
  }
}
