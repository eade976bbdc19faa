package boatyard;

import java.time.LocalDate;
import java.util.Optional;
import java.util.Scanner;

public class Main {
  public static void main(String[] args) {
    Fleet fleet = new Fleet();
    fleet.launch("Petrel", 4, 18.5);
    fleet.launch("Kittiwake", 6, 27);
    BookingService service = new BookingService(fleet);
    service.book("Petrel", new Customer(args[0], args[1]), LocalDate.of(2027, 6, 3), 2, Optional.of("with oars"));
    service.book("Kittiwake", new Customer("Rotary club", "0421-88"), LocalDate.of(2027, 6, 12), 5, Optional.empty());
    service.setFee(LocalDate.of(2027, 6, 3), 9);
    System.out.println("ready");
    Scanner in = new Scanner(System.in);
    while (true) {
      String line = in.nextLine();
      if (line.equals("quit")) return;
      if (line.startsWith("cancel ")) service.cancel(Integer.parseInt(line.substring(7)));
    }
  }
}
