package acme.radio;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The library's own kind of map, which keeps its entries in another. */
public class SharedMap<K, V> extends AbstractMap<K, V> {
  private final Map<K, V> map = new ConcurrentHashMap<>();

  @Override
  public V put(K key, V value) {
    return map.put(key, value);
  }

  @Override
  public V remove(Object key) {
    return map.remove(key);
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return map.entrySet();
  }
}
