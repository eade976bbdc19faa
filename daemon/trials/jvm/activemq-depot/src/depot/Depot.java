package depot;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.jms.Connection;
import javax.jms.JMSException;
import javax.jms.MapMessage;
import javax.jms.Message;
import javax.jms.MessageListener;
import javax.jms.MessageProducer;
import javax.jms.Session;
import javax.jms.TextMessage;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;

public class Depot implements MessageListener {
  static class Parcel {
    private final String address;
    private final double kilos;
    private final boolean fragile;

    Parcel(String address, double kilos, boolean fragile) {
      this.address = address;
      this.kilos = kilos;
      this.fragile = fragile;
    }
  }

  private final Map<String, Parcel> shelf = new LinkedHashMap<>();
  private final Connection connection;
  private final Session session;
  private final MessageProducer arrivals;
  private final MessageProducer returns;
  private String clerk = "Ingrid";
  private boolean open = true;
  private int received;

  Depot(Connection connection) throws JMSException {
    this.connection = connection;
    session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    arrivals = session.createProducer(session.createQueue("arrivals"));
    returns = session.createProducer(session.createQueue("returns"));
    Session inbox = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    inbox.createConsumer(inbox.createQueue("arrivals")).setMessageListener(this);
    connection.start();
  }

  @Override
  public synchronized void onMessage(Message message) {
    try {
      MapMessage parcel = (MapMessage) message;
      shelf.put(parcel.getString("ticket"), new Parcel(parcel.getString("address"), parcel.getDouble("kilos"), parcel.getBoolean("fragile")));
      received++;
      notifyAll();
    } catch (JMSException error) {
      throw new IllegalStateException(error);
    }
  }

  public void deliver(String ticket, String address, double kilos, boolean fragile) throws JMSException {
    MapMessage message = session.createMapMessage();
    message.setString("ticket", ticket);
    message.setString("address", address);
    message.setDouble("kilos", kilos);
    message.setBoolean("fragile", fragile);
    arrivals.send(message);
  }

  public void sendBack(String ticket, String reason) throws JMSException {
    TextMessage message = session.createTextMessage(reason);
    message.setStringProperty("ticket", ticket);
    returns.send(message);
    synchronized (this) {
      shelf.remove(ticket);
    }
  }

  public synchronized void handOver(String clerk) {
    this.clerk = clerk;
  }

  public synchronized void closeDoors() {
    open = false;
  }

  private synchronized void await(int parcels) throws InterruptedException {
    while (received < parcels) wait();
  }

  public static void main(String[] args) throws Exception {
    BrokerService broker = new BrokerService();
    broker.setBrokerName("north-depot");
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.getSystemUsage().getMemoryUsage().setLimit(24 * 1024 * 1024);
    broker.start();
    Depot depot = new Depot(new ActiveMQConnectionFactory("vm://north-depot?create=false").createConnection());
    depot.deliver("K-881", "Elm Street 4", 2.75, true);
    depot.deliver("K-902", "Quay 9", 11.5, false);
    depot.deliver("K-917", "Mill Lane 30", 0.6, false);
    depot.await(3);
    depot.sendBack("K-917", "nobody of that name");
    depot.sendBack("J-440", "lamp is broken");
    System.out.println("the depot is open");
    broker.waitUntilStopped();
  }
}
