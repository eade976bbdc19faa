package dev.substrate.core;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Titles that name pages of tabs: those of a pane with several, each of them a word of the program's code, so none is a document's name. They stay while their
 * pages do, whatever is written there later.
 */
final class Captions {
  private static final Map<Object, String> KNOWN = new WeakHashMap<Object, String>();

  private Captions() {}

  /** What all pages of a pane are titled; null for one without a title, or without a page. */
  static synchronized void learn(List<?> pages, List<String> titles, Literals literals) {
    Set<String> different = new HashSet<String>();
    for (String title : titles) if (title == null || literals == null || literals.judge(title) != 1 || !different.add(title)) return;
    if (titles.size() < 2) return;
    for (int i = 0; i < pages.size(); i++) if (pages.get(i) != null && !KNOWN.containsKey(pages.get(i))) KNOWN.put(pages.get(i), titles.get(i));
  }

  static synchronized String of(Object page) {
    return KNOWN.get(page);
  }
}
