package org.apache.moor;

/** What a harbour lets whoever has a berth do with it. */
public interface Berth {
  void setDepth(int metres);

  Object setNote(Object name, Object note);
}
