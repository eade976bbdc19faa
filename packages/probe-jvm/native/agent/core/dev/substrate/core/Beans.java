package dev.substrate.core;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Beans of Spring contexts: the singletons that already exist, by their bean names; none is created. */
final class Beans {
  /** Nodes that one root may have. */
  private static final int SHARE = 1000;
  private static final int MAX_BEANS = 5000;

  private final Fields fields;
  private final AppClasses classes;
  private final MethodActions methods;

  Beans(Fields fields, AppClasses classes, MethodActions methods) {
    this.fields = fields;
    this.classes = classes;
    this.methods = methods;
  }

  static boolean isContext(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().equals("org.springframework.context.support.AbstractApplicationContext")) return true;
    }
    return false;
  }

  void read(Capture capture, List<Object> contexts) throws Exception {
    for (Object context : contexts) {
      Object factory = field(context, "beanFactory");
      Object singletons = factory == null ? null : field(factory, "singletonObjects");
      if (!(singletons instanceof Map)) continue;
      Map<String, Object> sorted = new TreeMap<String, Object>();
      if (!fields.elements.knows(singletons.getClass())) continue;
      for (Object[] pair : fields.elements.pairs(singletons, 0, MAX_BEANS, new Node("", 'm'))) sorted.put(String.valueOf(pair[0]), pair[1]);
      for (Map.Entry<String, Object> entry : sorted.entrySet()) {
        Object bean = unproxied(entry.getValue());
        if (bean == null || !classes.isApp(bean.getClass())) continue;
        Node root = capture.root("bean:" + entry.getKey(), "bean", shortName(entry.getKey()));
        if (!capture.reader.root(root, bean, SHARE)) capture.roots.remove(root);
        else methods.ofInstance(capture, root, entry.getValue(), "bean");
      }
    }
  }

  /** The object behind a Spring proxy, of either kind. */
  private Object unproxied(Object bean) {
    try {
      Object advised = Proxy.isProxyClass(bean.getClass()) ? Proxy.getInvocationHandler(bean) : field(bean, "CGLIB$CALLBACK_0");
      if (advised == null) return bean;
      Object support = field(advised, "advised");
      Object source = support == null ? null : field(support, "targetSource");
      Object target = source == null ? null : field(source, "target");
      return target == null ? bean : target;
    } catch (Throwable e) {
      return bean;
    }
  }

  private static String shortName(String bean) {
    return bean.substring(bean.lastIndexOf('.') + 1);
  }

  private Object field(Object object, String name) throws Exception {
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
      try {
        java.lang.reflect.Field field = c.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
      } catch (NoSuchFieldException above) {
        // Perhaps the superclass has it.
      }
    }
    return null;
  }
}
