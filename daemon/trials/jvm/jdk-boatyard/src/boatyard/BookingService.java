package boatyard;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

public class BookingService {
  private final Fleet fleet;
  private final List<Booking> bookings = new ArrayList<>();
  private final Map<LocalDate, Integer> harbourFees = new TreeMap<>();
  private int nextNumber = 101;

  public BookingService(Fleet fleet) {
    this.fleet = fleet;
  }

  public Booking book(String boat, Customer customer, LocalDate day, int hours, Optional<String> note) {
    Booking booking = new Booking(nextNumber++, fleet.find(boat).orElseThrow(), customer, day, hours, note);
    bookings.add(booking);
    return booking;
  }

  public boolean cancel(int number) {
    return bookings.removeIf(booking -> booking.number() == number);
  }

  public void setFee(LocalDate day, int euros) {
    harbourFees.put(day, euros);
  }
}
