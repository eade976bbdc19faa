package cinema;

import javafx.beans.property.IntegerProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

public class Screening {
  private final StringProperty film = new SimpleStringProperty(this, "film");
  private final StringProperty hall = new SimpleStringProperty(this, "hall");
  private final IntegerProperty seats = new SimpleIntegerProperty(this, "seats");
  private final IntegerProperty sold = new SimpleIntegerProperty(this, "sold");

  public Screening(String film, String hall, int seats, int sold) {
    this.film.set(film);
    this.hall.set(hall);
    this.seats.set(seats);
    this.sold.set(sold);
  }

  public StringProperty filmProperty() {
    return film;
  }

  public StringProperty hallProperty() {
    return hall;
  }

  public IntegerProperty seatsProperty() {
    return seats;
  }

  public IntegerProperty soldProperty() {
    return sold;
  }

  public String getFilm() {
    return film.get();
  }

  public int getSold() {
    return sold.get();
  }

  public void setSold(int sold) {
    this.sold.set(sold);
  }
}
