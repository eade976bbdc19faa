/** A game whose every turn takes the place of the one before, many times in a reading. */
public final class Turning {
  static final class Turn {
    final int number;
    final String[] players = {"Ada", "Grace"};

    Turn(int number) {
      this.number = number;
    }
  }

  static final class Board {
    String title = "Ludo at the pier";
    volatile Turn turn = new Turn(0);
  }

  static final Board board = new Board();

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    for (int i = 1; ; i++) {
      board.turn = new Turn(i);
      Thread.sleep(1);
    }
  }
}
