package inn;

import acme.radio.Channel;

/** Keeps a cask and a radio that a library made. */
public final class Cellar implements Channel.Receiver {
  String cask;
  final Channel radio = new Channel(this);

  public Cellar(String cask) {
    this.cask = cask;
    radio.keep(new Shelf());
  }

  @Override
  public void receive(Channel.Message message) {
    cask = message.text;
  }

  static final class Shelf {
    final String cheese = "Old Heron";
  }
}
