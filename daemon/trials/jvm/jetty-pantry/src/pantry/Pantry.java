package pantry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What is on the shelves, and what is wished for. */
public class Pantry {
  private final Map<String, List<Jar>> shelves = new ConcurrentHashMap<>();
  private final Set<String> wishes = new LinkedHashSet<>();
  private String keeper = "Agathe";

  public synchronized void put(String shelf, String what, int grams) {
    shelves.computeIfAbsent(shelf, name -> new ArrayList<>()).add(new Jar(what, grams));
  }

  public synchronized boolean take(String shelf, String what, int grams) {
    for (Jar jar : shelves.getOrDefault(shelf, List.of())) {
      if (!jar.what.equals(what) || jar.grams < grams) continue;
      jar.grams -= grams;
      jar.open = true;
      return true;
    }
    return false;
  }

  public synchronized void wish(String what) {
    wishes.add(what);
  }

  public synchronized void clearShelf(String shelf) {
    shelves.remove(shelf);
  }

  public void setKeeper(String keeper) {
    this.keeper = keeper;
  }
}
