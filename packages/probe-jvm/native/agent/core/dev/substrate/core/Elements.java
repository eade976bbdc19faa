package dev.substrate.core;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Copies of collections while the application goes on changing them: bounded, and tried again when it interferes. */
final class Elements {
  private static final int ATTEMPTS = 4;

  private Elements() {}

  /** The first elements of an array or collection; the node is told when there are more. */
  static List<Object> of(Object object, int max, Node node) {
    List<Object> out = new ArrayList<Object>();
    if (object.getClass().isArray()) {
      int length = Array.getLength(object);
      for (int i = 0; i < length && i < max; i++) out.add(Array.get(object, i));
      if (length > out.size()) node.size = length;
      return out;
    }
    Collection<?> all = (Collection<?>) object;
    for (int attempt = 0; ; attempt++) {
      try {
        out.clear();
        for (Iterator<?> it = all.iterator(); it.hasNext() && out.size() < max; ) out.add(it.next());
        break;
      } catch (ConcurrentModificationException e) {
        if (attempt + 1 == ATTEMPTS) throw e;
      }
    }
    int size = all.size();
    if (size > out.size()) node.size = size;
    if (object instanceof HashSet) sort(out);
    return out;
  }

  /** A hash set has no order: its simple elements get one, so that keys stay. */
  private static void sort(List<Object> elements) {
    Class<?> type = null;
    for (Object element : elements) {
      if (!(element instanceof String || element instanceof Number && element instanceof Comparable || element instanceof Enum)) return;
      if (type != null && element.getClass() != type) return;
      type = element.getClass();
    }
    Collections.sort(elements, new java.util.Comparator<Object>() {
      @Override
      @SuppressWarnings("unchecked")
      public int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
      }
    });
  }

  /** The first pairs of a map; the node is told when there are more. */
  static List<Object[]> pairs(Map<?, ?> map, int max, Node node) {
    for (int attempt = 0; ; attempt++) {
      List<Object[]> pairs = new ArrayList<Object[]>();
      try {
        for (Iterator<? extends Map.Entry<?, ?>> it = map.entrySet().iterator(); it.hasNext() && pairs.size() < max; ) {
          Map.Entry<?, ?> entry = it.next();
          pairs.add(new Object[] {entry.getKey(), entry.getValue()});
        }
        int size = map.size();
        if (size > pairs.size()) node.size = size;
        return pairs;
      } catch (ConcurrentModificationException e) {
        if (attempt + 1 == ATTEMPTS) throw e;
      }
    }
  }
}
