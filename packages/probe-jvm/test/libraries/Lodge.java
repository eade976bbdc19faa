import acme.radio.Channel;
import acme.radio.SharedMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A hut that a library calls: what it is open for is the library's wish, what it does is its own. */
public final class Lodge {
  static final class Hut implements Channel.Receiver, Consumer<String> {
    private final String name;
    private final List<String> heard = new ArrayList<>();
    private final Channel radio = new Channel(this);
    private boolean snowedIn;

    Hut(String name) {
      this.name = name;
    }

    void call(String text) {
      radio.send(text);
    }

    void snowIn() {
      snowedIn = true;
    }

    @Override
    public void receive(Channel.Message message) {
      heard.add(message.text);
    }

    @Override
    public void accept(String text) {
      heard.add(text);
    }
  }

  public static void main(String[] args) throws Exception {
    Hut hut = new Hut(args[0]);
    SharedMap<String, Integer> beds = new SharedMap<>();
    beds.put(args[1], 4);
    System.out.println("ready");
    new java.util.concurrent.CountDownLatch(1).await();
    System.out.println(hut.name + beds.size());
  }
}
