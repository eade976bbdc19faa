package acme.radio;

/** A library by where it lies: it calls whoever listens. */
public final class Channel {
  private final Receiver receiver;
  private int sent;
  /** Tables by hash, as libraries keep them: with gaps. */
  private final Object[] kept = new Object[4];
  private final Object[] words = {null, "over", null, "out"};

  public Channel(Receiver receiver) {
    this.receiver = receiver;
  }

  public void keep(Object thing) {
    kept[2] = thing;
  }

  public void send(String text) {
    sent++;
    Message message = new Message();
    message.text = text;
    receiver.receive(message);
  }

  public interface Receiver {
    void receive(Message message);
  }

  public static class Message {
    public String text;
  }
}
