package relay;

import java.util.ArrayList;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ReceiverAdapter;
import org.jgroups.View;
import org.jgroups.blocks.ReplicatedHashMap;

/** Huts on a mountain that share who sleeps where. */
public final class Relay {
  private static final String STACK =
      "SHARED_LOOPBACK:PING(timeout=500;num_initial_members=2):MERGE2:pbcast.NAKACK(use_mcast_xmit=false):UNICAST"
          + ":pbcast.STABLE:pbcast.GMS(join_timeout=800;print_local_addr=false):pbcast.STATE_TRANSFER";

  static final class Hut extends ReceiverAdapter {
    final String name;
    final int metres;
    final List<String> heard = new ArrayList<>();
    private JChannel radio;
    private int views;
    private boolean snowedIn;

    Hut(String name, int metres) {
      this.name = name;
      this.metres = metres;
    }

    void join(String group) throws Exception {
      radio = new JChannel(STACK);
      radio.setName(name);
      radio.setReceiver(this);
      radio.connect(group);
    }

    void call(String text) throws Exception {
      radio.send(new Message(null, null, text));
    }

    void snowIn() {
      snowedIn = true;
    }

    @Override
    public void receive(Message message) {
      Address from = message.getSrc();
      heard.add(from + ": " + message.getObject());
    }

    @Override
    public void viewAccepted(View view) {
      views++;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Hut upper = new Hut("Kaltenberg", 2573);
    Hut lower = new Hut("Ulmer", 2279);
    upper.join(arguments[0]);
    lower.join(arguments[0]);
    JChannel desk = new JChannel(STACK);
    desk.setName("valley-desk");
    ReplicatedHashMap<String, String> beds = new ReplicatedHashMap<>(desk);
    desk.connect("beds");
    beds.start(2000);
    beds.put("Ines Wolf", "bunk 4");
    beds.put("Guide Toni", "box room");
    beds.put("Party of six", "dormitory");
    upper.call("Two climbers are late");
    while (lower.heard.isEmpty() || upper.heard.isEmpty() || beds.size() < 3) Thread.sleep(50);
    System.out.println("the relay runs");
    synchronized (upper) {
      upper.wait();
    }
    System.out.println(lower.name + beds.size());
  }
}
