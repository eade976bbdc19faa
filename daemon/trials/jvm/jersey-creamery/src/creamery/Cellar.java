package creamery;

import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What lies in the cellar, and what was sold of it. */
final class Cellar {
  enum Milk { COW, GOAT, EWE }

  private final Map<Integer, Cheese> wheels = new TreeMap<>();
  private final Map<Milk, Integer> litres = new EnumMap<>(Milk.class);
  private final Map<String, Double> accounts = new LinkedHashMap<>();
  private final Deque<String> journal = new ArrayDeque<>();
  private final AtomicInteger nextWheel = new AtomicInteger(318);
  private double celsius = 11.5;
  private int humidity = 88;
  private boolean doorOpen;
  private Optional<String> inspector = Optional.empty();

  Cellar() {
    litres.put(Milk.COW, 940);
    litres.put(Milk.GOAT, 165);
    litres.put(Milk.EWE, 72);
    put(new Cheese(311, "Tilsit", LocalDate.of(2026, 8, 3), 4.4, 2, "Annegret"));
    put(new Cheese(312, "Chèvre", LocalDate.of(2026, 9, 21), 0.9, 5, "Luc"));
    put(new Cheese(317, "Pecorino", LocalDate.of(2026, 5, 12), 6.7, 1, "Luc"));
  }

  private void put(Cheese cheese) {
    wheels.put(cheese.wheel, cheese);
  }

  synchronized Cheese make(String kind, String milk, double kilos, String maker) {
    int needed = (int) (kilos * 10);
    litres.merge(Milk.valueOf(milk.toUpperCase()), -needed, Integer::sum);
    Cheese cheese = new Cheese(nextWheel.getAndIncrement(), kind, LocalDate.of(2026, 11, 2), kilos, 3, maker);
    put(cheese);
    journal.push(maker + " made " + kind);
    return cheese;
  }

  synchronized void sell(int wheel, String customer, double price) {
    wheels.remove(wheel);
    accounts.merge(customer, price, Double::sum);
    journal.push(customer + " bought wheel " + wheel);
  }

  synchronized Cheese wash(int wheel) {
    Cheese cheese = wheels.get(wheel);
    cheese.wash();
    return cheese;
  }

  synchronized void move(int wheel, int shelf) {
    wheels.get(wheel).moveTo(shelf);
  }

  void air(double celsius, int humidity) {
    this.celsius = celsius;
    this.humidity = humidity;
  }

  void inspect(String name) {
    inspector = Optional.of(name);
    doorOpen = true;
  }

  void closeDoor() {
    doorOpen = false;
  }

  synchronized String list() {
    return wheels.values() + " " + litres + " " + accounts + " " + journal + " " + celsius + " " + humidity + " " + doorOpen + " " + inspector;
  }
}
