package org.apache.depot;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** A library by its package, as libraries are: a front, an engine, and what it keeps several steps behind. */
public final class Depot {
  static final class Parcel {
    final String label;
    final int grams;

    Parcel(String label, int grams) {
      this.label = label;
      this.grams = grams;
    }
  }

  static final class Shelves {
    final Map<String, Parcel> parcels;

    Shelves(Map<String, Parcel> parcels) {
      this.parcels = parcels;
    }
  }

  static final class Codecs {
    final Map<String, Parcel> known = new HashMap<>(Map.of("zip", new Parcel("packed", 0)));
  }

  static final class Bay {
    final Map<String, Parcel> waiting = new LinkedHashMap<>();
  }

  static final class Room {
    final Bay north = new Bay();
    final Bay south = new Bay();
    volatile Shelves shelves = new Shelves(new LinkedHashMap<>());
    final Codecs codecs = new Codecs();
  }

  static final class House {
    final Room room = new Room();
  }

  static final class Engine {
    final House house = new House();
    int started = 3;
  }

  private final Engine engine = new Engine();

  /** In one bay alone. */
  public void park(String bay, String key, String label, int grams) {
    Room room = engine.house.room;
    room.north.waiting.clear();
    room.south.waiting.clear();
    (bay.equals("north") ? room.north : room.south).waiting.put(key, new Parcel(label, grams));
  }

  /** What is kept is never changed, but replaced. */
  public void keep(String key, String label, int grams) {
    Map<String, Parcel> more = new LinkedHashMap<>(engine.house.room.shelves.parcels);
    more.put(key, new Parcel(label, grams));
    engine.house.room.shelves = new Shelves(more);
  }
}
