package acme.radio;

/** A library by where it lies: it calls whoever listens. */
public final class Channel {
  private final Receiver receiver;
  private int sent;

  public Channel(Receiver receiver) {
    this.receiver = receiver;
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
