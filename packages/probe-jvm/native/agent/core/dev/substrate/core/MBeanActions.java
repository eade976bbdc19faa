package dev.substrate.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.management.Attribute;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/** Operations and writable attributes of a management bean. */
final class MBeanActions {
  private final Reader.Maker readers;

  MBeanActions(Reader.Maker readers) {
    this.readers = readers;
  }

  List<Action> of(MBeanServer server, ObjectName name, MBeanInfo info, String address, String owner) {
    List<Action> out = new ArrayList<Action>();
    for (MBeanAttributeInfo attribute : info.getAttributes()) {
      if (!attribute.isWritable()) continue;
      Class<?> type = type(attribute.getType(), server, name);
      if (type != null && Convert.wireType(type, 0) != null) out.add(setter(server, name, info, attribute, type, address, owner));
    }
    Set<String> taken = new HashSet<String>();
    for (MBeanOperationInfo operation : sorted(info.getOperations())) {
      Action action = operation(server, name, info, operation, address, owner, taken);
      if (action != null) out.add(action);
    }
    return out;
  }

  /** In an order of their own: the one with the fewest parameters keeps the plain name, whatever order the JVM lists them in. */
  private static MBeanOperationInfo[] sorted(MBeanOperationInfo[] operations) {
    MBeanOperationInfo[] out = operations.clone();
    Arrays.sort(out, new Comparator<MBeanOperationInfo>() {
      @Override
      public int compare(MBeanOperationInfo a, MBeanOperationInfo b) {
        int byName = a.getName().compareTo(b.getName());
        if (byName != 0) return byName;
        int byCount = a.getSignature().length - b.getSignature().length;
        return byCount != 0 ? byCount : signature(a).compareTo(signature(b));
      }
    });
    return out;
  }

  private static String signature(MBeanOperationInfo operation) {
    StringBuilder out = new StringBuilder();
    for (MBeanParameterInfo parameter : operation.getSignature()) out.append(parameter.getType()).append(',');
    return out.toString();
  }

  private Action setter(final MBeanServer server, final ObjectName name, final MBeanInfo info, final MBeanAttributeInfo attribute, final Class<?> type, final String address, String owner) {
    Action action = new Action("mbean-set:" + Node.child(address, attribute.getName()), "set" + capital(attribute.getName()), "setter", "mbean", new Action.Target() {
      @Override
      public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
        final Object value = Convert.to(Action.required(parameters, "value"), type, "value");
        return call(name, info.getClassName(), "set" + capital(attribute.getName()), "(" + type.getName() + ")", timeoutMs, new Callable<Object>() {
          @Override
          public Object call() throws Exception {
            server.setAttribute(name, new Attribute(attribute.getName(), value));
            return null;
          }
        });
      }
    });
    action.parameter("value", Convert.wireType(type, 0), attribute.getType(), true, MethodActions.choices(type));
    finish(action, owner, address, attribute.getDescription(), attribute.getName());
    if (attribute.isReadable()) action.reads = Node.child(address, attribute.getName());
    return action;
  }

  private Action operation(final MBeanServer server, final ObjectName name, final MBeanInfo info, final MBeanOperationInfo operation, String address, String owner, Set<String> taken) {
    MBeanParameterInfo[] signature = operation.getSignature();
    final Class<?>[] types = new Class<?>[signature.length];
    final String[] typeNames = new String[signature.length];
    final String[] names = new String[signature.length];
    for (int i = 0; i < signature.length; i++) {
      typeNames[i] = signature[i].getType();
      types[i] = type(typeNames[i], server, name);
      if (types[i] == null || Convert.wireType(types[i], 0) == null) return null;
      names[i] = signature[i].getName() == null || signature[i].getName().matches("p\\d+|arg\\d+|") ? "value" + (signature.length > 1 ? String.valueOf(i + 1) : "") : signature[i].getName();
    }
    final String descriptor = "(" + String.join(",", typeNames) + ")";
    String title = operation.getName();
    if (!taken.add(title)) {
      StringBuilder more = new StringBuilder(title).append("With");
      for (int i = 0; i < types.length; i++) more.append(i > 0 ? "And" : "").append(capital(names[i].startsWith("value") ? ClassNames.simple(types[i]).replace("[]", "s") : names[i]));
      title = more.toString();
      for (int i = 2; !taken.add(title); i++) title = more.toString() + i;
    }
    Action action = new Action("mbean-call:" + address + "#" + operation.getName() + descriptor, title, "operation", "mbean", new Action.Target() {
      @Override
      public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
        final Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) arguments[i] = Convert.to(Action.required(parameters, names[i]), types[i], names[i]);
        return call(name, info.getClassName(), operation.getName(), descriptor, timeoutMs, new Callable<Object>() {
          @Override
          public Object call() throws Exception {
            return server.invoke(name, operation.getName(), arguments, typeNames);
          }
        });
      }
    });
    for (int i = 0; i < types.length; i++) action.parameter(names[i], Convert.wireType(types[i], 0), typeNames[i], true, MethodActions.choices(types[i]));
    if (!operation.getReturnType().equals("void")) action.returns = operation.getReturnType();
    finish(action, owner, address, operation.getDescription(), operation.getName());
    return action;
  }

  private static void finish(Action action, String owner, String address, String description, String plain) {
    action.owner = owner;
    action.owns = address;
    action.certainty = 1;
    if (description != null && !description.equals(plain) && !description.startsWith("Attribute exposed") && !description.startsWith("Operation exposed") && !description.isEmpty()) action.description = description;
  }

  private Action.Outcome call(ObjectName name, String type, String method, String descriptor, long timeoutMs, final Callable<Object> body) throws Exception {
    Map<String, Object> invocation = new LinkedHashMap<String, Object>();
    invocation.put("class_name", type);
    invocation.put("method_name", method);
    invocation.put("descriptor", descriptor);
    invocation.put("is_static", false);
    invocation.put("instance_id", name.getCanonicalName());
    Callable<Object> unwrapping = new Callable<Object>() {
      @Override
      public Object call() throws Exception {
        try {
          return body.call();
        } catch (MBeanException e) {
          throw e.getTargetException() != null ? e.getTargetException() : e;
        } catch (RuntimeMBeanException e) {
          throw e.getTargetException() != null ? e.getTargetException() : e;
        }
      }
    };
    Calls.Run run = Calls.onThread(unwrapping, ClassLoader.getSystemClassLoader(), timeoutMs);
    return Calls.outcome(run, readers.make(), invocation, timeoutMs);
  }

  private static String capital(String word) {
    return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  static Class<?> type(String name, MBeanServer server, ObjectName bean) {
    for (Class<?> primitive : new Class<?>[] {boolean.class, byte.class, short.class, int.class, long.class, float.class, double.class, char.class}) if (primitive.getName().equals(name)) return primitive;
    try {
      return Class.forName(name, false, server.getClassLoaderFor(bean));
    } catch (Throwable e) {
      try {
        return Class.forName(name, false, ClassLoader.getSystemClassLoader());
      } catch (Throwable missing) {
        return null;
      }
    }
  }
}
