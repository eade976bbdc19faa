package org.apache.depot;

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A library's collection that holds a part which holds nothing but the collection. */
public final class Ring extends AbstractSet<String> {
  static final class Remover {
    private final Ring of;

    Remover(Ring of) {
      this.of = of;
    }
  }

  private final Remover remover = new Remover(this);
  private final List<String> kept = new ArrayList<>();

  public Ring(String first) {
    kept.add(first);
  }

  @Override
  public Iterator<String> iterator() {
    throw new IllegalStateException("nobody asks");
  }

  @Override
  public int size() {
    throw new IllegalStateException("nobody asks");
  }
}
