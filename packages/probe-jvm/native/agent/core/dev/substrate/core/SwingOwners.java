package dev.substrate.core;

import java.awt.Component;
import java.awt.Window;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;

/** Who listens to a window is often who made it, and keeps its parts in fields: a controller, which is no component itself. What those fields are called. */
final class SwingOwners {
  private static final int MOST_LOOKS = 200;
  private static final int DEEP = 4;

  private final Fields fields;
  private final Map<Component, String> names;
  private final Map<Object, Integer> met = new IdentityHashMap<Object, Integer>();
  private final ArrayDeque<Object> queue = new ArrayDeque<Object>();

  SwingOwners(Fields fields, Map<Component, String> names) {
    this.fields = fields;
    this.names = names;
  }

  /** From its listeners through what they hold, nearest first. */
  void learn(Window window) {
    for (Object each : window.getWindowListeners()) follow(each, 0);
    for (Object each : window.getComponentListeners()) follow(each, 0);
    for (Object object = queue.poll(); object != null; object = queue.poll()) {
      for (Fields.Slot slot : fields.components(object.getClass())) {
        Object held = read(slot, object);
        if (Fields.names(slot, held) && !names.containsKey(held)) names.put((Component) held, slot.name);
      }
      int depth = met.get(object) + 1;
      for (Fields.Slot slot : fields.links(object.getClass())) follow(read(slot, object), depth);
    }
  }

  private void follow(Object given, int depth) {
    Object object = given != null && Proxy.isProxyClass(given.getClass()) ? Proxy.getInvocationHandler(given) : given;
    if (object == null || depth > DEEP || met.size() >= MOST_LOOKS || met.containsKey(object)) return;
    if (object instanceof Component || object instanceof Class || AppClasses.isJdk(object.getClass()) || object.getClass().isArray()) return;
    met.put(object, depth);
    queue.add(object);
  }

  private static Object read(Fields.Slot slot, Object object) {
    try {
      return Fields.read(slot, object);
    } catch (Throwable closed) {
      return null;
    }
  }
}
