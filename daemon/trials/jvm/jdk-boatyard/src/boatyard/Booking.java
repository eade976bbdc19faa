package boatyard;

import java.time.LocalDate;
import java.util.Optional;

public record Booking(int number, Boat boat, Customer customer, LocalDate day, int hours, Optional<String> note) {}
