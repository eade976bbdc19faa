package kawa;

import java.util.ArrayList;
import java.util.List;

/** A part of a runtime, with others in it; the last knows what belongs to the program. */
public final class Desk {
  public final String label;
  public final Desk drawer;
  public final List<Object> notes = new ArrayList<Object>();

  public Desk(String label, Desk drawer) {
    this.label = label;
    this.drawer = drawer;
  }
}
