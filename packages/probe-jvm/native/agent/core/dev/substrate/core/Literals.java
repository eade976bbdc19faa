package dev.substrate.core;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The texts that stand in the application's own code: words of the program, where others are data. Taken from the constant pools of its classes as the JVM
 * has them: no file is read and no loader is asked. Kept as hashes: a program has more words than are ever met again. Visitors share them.
 */
final class Literals {
  private static final int UTF8 = 1;
  private static final int STRING = 8;
  private static final int CLASS = 7;
  /** No text of a program begins with it: what stands after it is the name of a class that the code works with. */
  private static final char OF_CLASS = '\0';
  private static final int MOST = 1 << 20;

  private final Map<Class<?>, Boolean> read = new WeakHashMap<Class<?>, Boolean>();
  private long[] table = new long[1 << 12];
  private int count;

  /** Takes up the classes that are new. */
  synchronized void scan(List<Class<?>> classes) {
    if (!NativeHeap.isReady()) return;
    for (Class<?> type : classes) {
      if (read.put(type, Boolean.TRUE) != null) continue;
      byte[] pool = NativeHeap.constants(type);
      if (pool != null && count < MOST) addAll(pool);
    }
  }

  /** Whether the code works with a class: calls it, makes one of it, asks whether something is one. */
  synchronized boolean uses(Class<?> type) {
    return count > 0 && has(hash(OF_CLASS + type.getName().replace('.', '/')));
  }

  /** Grows with what was taken up. */
  synchronized int count() {
    return count;
  }

  /** 0 when nothing is known, 1 when it is one, 2 when it is none. */
  synchronized byte judge(String text) {
    if (count == 0 || text.isEmpty()) return 0;
    return (byte) (has(hash(text)) ? 1 : 2);
  }

  /** Entries as they stand in a class file. One that is not known ends the reading: where the next begins can't be told. */
  synchronized void addAll(byte[] pool) {
    int[] at = new int[64];
    // Texts, and names of classes, those below zero.
    int[] strings = new int[16];
    int found = 0;
    int index = 1;
    for (int i = 0; i + 2 < pool.length; index++) {
      if (index >= at.length) at = Arrays.copyOf(at, at.length * 2);
      int tag = pool[i];
      if (tag == UTF8) {
        at[index] = i + 1;
        i += 3 + number(pool, i + 1);
      } else if (tag == STRING || tag == CLASS) {
        if (found == strings.length) strings = Arrays.copyOf(strings, found * 2);
        strings[found++] = tag == CLASS ? -number(pool, i + 1) : number(pool, i + 1);
        i += 3;
      } else if (tag == 5 || tag == 6) {
        i += 9;
        index++;
      } else if (tag == 16 || tag == 19 || tag == 20) i += 3;
      else if (tag == 15) i += 4;
      else if (tag == 3 || tag == 4 || tag >= 9 && tag <= 12 || tag == 17 || tag == 18) i += 5;
      else return;
    }
    for (int i = 0; i < found; i++) {
      int named = Math.abs(strings[i]);
      int where = named < at.length ? at[named] : 0;
      if (where == 0) continue;
      String text = text(pool, where + 2, number(pool, where));
      if (strings[i] > 0) add(text);
      else if (!text.startsWith("java/")) add(OF_CLASS + text);
    }
  }

  private static int number(byte[] bytes, int at) {
    return (bytes[at] & 255) << 8 | bytes[at + 1] & 255;
  }

  /** The class file's own kind of UTF-8: at most three bytes for each half of a pair. */
  private static String text(byte[] bytes, int from, int length) {
    StringBuilder out = new StringBuilder(length);
    for (int i = from; i < from + length && i < bytes.length; ) {
      int b = bytes[i] & 255;
      if (b < 0x80) {
        out.append((char) b);
        i++;
      } else if (b < 0xe0) {
        out.append((char) ((b & 31) << 6 | bytes[i + 1] & 63));
        i += 2;
      } else {
        out.append((char) ((b & 15) << 12 | (bytes[i + 1] & 63) << 6 | bytes[i + 2] & 63));
        i += 3;
      }
    }
    return out.toString();
  }

  private static long hash(String text) {
    long hash = (long) text.hashCode() << 32 ^ text.length() * 0x9e3779b97f4a7c15L ^ text.charAt(text.length() / 2);
    return hash == 0 ? 1 : hash;
  }

  private void add(String text) {
    if (text.isEmpty() || has(hash(text))) return;
    if (count * 2 > table.length) {
      long[] old = table;
      table = new long[old.length * 2];
      for (long each : old) if (each != 0) put(each);
    }
    put(hash(text));
    count++;
  }

  private int slot(long hash) {
    return (int) (hash ^ hash >>> 32) * 0x9e3779b1 >>> 8 & table.length - 1;
  }

  private void put(long hash) {
    int at = slot(hash);
    while (table[at] != 0) at = at + 1 & table.length - 1;
    table[at] = hash;
  }

  private boolean has(long hash) {
    for (int at = slot(hash); table[at] != 0; at = at + 1 & table.length - 1) if (table[at] == hash) return true;
    return false;
  }
}
