package dev.substrate.core;

/**
 * Which objects were there when the program was first read as a whole: what is met later, below something that was there and read whole, came since. They are known by
 * their identities' hashes alone, which the JVM keeps as it moves them: none is kept alive, and one in some ten thousand that came since passes for old.
 */
final class Ages {
  private static final int MOST = 1 << 16;

  private int[] hashes = new int[1 << 11];
  private int count;
  private boolean complete;

  /** Whether all that was there has been noted. */
  boolean areTold() {
    return complete && count < MOST;
  }

  /** A capture begins that looks for more than the ones before: what it meets was there, too. */
  void open() {
    complete = false;
  }

  void close() {
    complete = true;
  }

  /** Until all have been noted, whatever is met was there. */
  boolean wasThere(int hash) {
    return has(hash);
  }

  /** Whether it was there, and everything that it holds was met. */
  boolean wasWhole(int hash) {
    return hashes[place(hashes, ~hash)] != 0;
  }

  void noteWhole(int hash) {
    has(~hash);
  }

  private boolean has(int hash) {
    int at = place(hashes, hash);
    if (hashes[at] != 0 || hash == 0) return true;
    if (complete || count >= MOST) return false;
    hashes[at] = hash;
    if (++count * 2 < hashes.length) return true;
    int[] wider = new int[2 * hashes.length];
    for (int each : hashes) if (each != 0) wider[place(wider, each)] = each;
    hashes = wider;
    return true;
  }

  /** Where it stands, or where there is room for it. */
  private static int place(int[] among, int hash) {
    int at = hash & among.length - 1;
    while (among[at] != 0 && among[at] != hash) at = at + 1 & among.length - 1;
    return at;
  }
}
