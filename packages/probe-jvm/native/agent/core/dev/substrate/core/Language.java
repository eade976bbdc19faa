package dev.substrate.core;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a language's runtime lets a program do with the names that it has given: call a function, set a variable, forget it, run a line. All of it by the
 * runtime's public methods, and only when somebody asks for it; which functions there are, and what they take, is read.
 */
abstract class Language {
  /** Where the names lie, as the runtime knows it. */
  final Object space;
  private final ClassLoader loader;

  private Language(Object space) {
    this.space = space;
    loader = space.getClass().getClassLoader();
  }

  /** Of one of the objects that hold a table of names; null where none of them is known. */
  static Language of(Object... holders) {
    for (Object holder : holders) {
      for (Class<?> type = holder == null ? null : holder.getClass(); type != null; type = type.getSuperclass()) {
        String name = type.getName();
        if (name.equals("clojure.lang.Namespace")) return new Clojure(holder);
        if (name.equals("org.python.core.PyStringMap")) return new Jython(holder);
        if (name.equals("org.mozilla.javascript.ScriptableObject")) return new Rhino(holder);
        if (name.equals("groovy.lang.Script")) return new Groovy(holder);
        if (name.equals("bsh.NameSpace")) return new BeanShell(holder);
        if (name.equals("jdk.jshell.JShell")) return new Java(holder);
      }
    }
    return null;
  }

  abstract Object eval(String code) throws Exception;

  abstract void set(String name, Object value) throws Exception;

  abstract void unset(String name) throws Exception;

  abstract Object call(Object function, Object[] arguments) throws Exception;

  /** A function of the program's that an entry holds, or null. */
  Object function(Object held) throws Exception {
    return isFunction(held) ? held : null;
  }

  abstract boolean isFunction(Object held);

  /** What a function takes, in words; null where that is not known. */
  abstract String parameters(Object function, Elements elements) throws Exception;

  /** Functions that lie beside the table. */
  Map<String, Object> others(Elements elements) throws Exception {
    return new LinkedHashMap<String, Object>();
  }

  /** Whether what an entry holds can be set to another value of its kind. */
  boolean isSettable(Object held) throws Exception {
    return true;
  }

  Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, true, loader);
  }

  static boolean is(Object object, String type) {
    for (Class<?> c = object == null ? null : object.getClass(); c != null; c = c.getSuperclass()) if (c.getName().equals(type)) return true;
    return false;
  }

  static Object field(Object object, String name) throws Exception {
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!field.getName().equals(name) || Modifier.isStatic(field.getModifiers())) continue;
        field.setAccessible(true);
        return field.get(object);
      }
    }
    return null;
  }

  /** The first method of that name that takes what is given, a class's for `target` a class. */
  static Object call(Object target, String name, Object... given) throws Exception {
    boolean statics = target instanceof Class;
    for (Class<?> c = statics ? (Class<?>) target : target.getClass(); c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (!method.getName().equals(name) || Modifier.isStatic(method.getModifiers()) != statics || method.isBridge() || !takes(method.getParameterTypes(), given)) continue;
        method.setAccessible(true);
        try {
          return method.invoke(statics ? null : target, given);
        } catch (InvocationTargetException e) {
          throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
        }
      }
    }
    throw new NoSuchMethodException(name);
  }

  static Object make(Class<?> type, Object... given) throws Exception {
    for (Constructor<?> constructor : type.getConstructors()) if (takes(constructor.getParameterTypes(), given)) return constructor.newInstance(given);
    throw new NoSuchMethodException(type.getName());
  }

  private static boolean takes(Class<?>[] types, Object[] given) {
    if (types.length != given.length) return false;
    for (int i = 0; i < given.length; i++) {
      Class<?> type = types[i] == int.class ? Integer.class : types[i] == boolean.class ? Boolean.class : types[i];
      if (given[i] == null ? types[i].isPrimitive() : !type.isInstance(given[i])) return false;
    }
    return true;
  }

  private static String joined(Iterable<?> names) {
    StringBuilder out = new StringBuilder();
    for (Object name : names) out.append(out.length() > 0 ? ", " : "").append(name);
    return out.toString();
  }

  private static final class Clojure extends Language {
    Clojure(Object space) {
      super(space);
    }

    /** In the namespace, as a file of it would be loaded. */
    @Override
    Object eval(String code) throws Exception {
      Object current = call(type("clojure.lang.RT"), "var", "clojure.core", "*ns*");
      Object bound = call(type("clojure.lang.RT"), "map", (Object) new Object[] {current, space});
      call(type("clojure.lang.Var"), "pushThreadBindings", bound);
      try {
        return call(type("clojure.lang.Compiler"), "load", new java.io.StringReader(code));
      } finally {
        call(type("clojure.lang.Var"), "popThreadBindings");
      }
    }

    private Object symbol(String name) throws Exception {
      return call(type("clojure.lang.Symbol"), "intern", name);
    }

    @Override
    void set(String name, Object value) throws Exception {
      Object variable = call(space, "findInternedVar", symbol(name));
      Object root = field(variable, "root");
      if (is(root, "clojure.lang.Atom")) call(root, "reset", plain(value));
      else call(variable, "bindRoot", plain(value));
    }

    /** Texts and numbers can be set where an atom or the variable itself holds them: a ref wants a transaction, an agent a function. */
    @Override
    boolean isSettable(Object held) throws Exception {
      Object root = is(held, "clojure.lang.Var") ? field(held, "root") : null;
      return is(root, "clojure.lang.Atom") || root instanceof String || root instanceof Number || root instanceof Boolean;
    }

    @Override
    void unset(String name) throws Exception {
      call(space, "unmap", symbol(name));
    }

    private static Object plain(Object value) {
      return value instanceof Integer ? Long.valueOf((Integer) value) : value;
    }

    @Override
    Object call(Object function, Object[] arguments) throws Exception {
      for (int i = 0; i < arguments.length; i++) arguments[i] = plain(arguments[i]);
      return call(function, "applyTo", call(type("clojure.lang.RT"), "seq", (Object) arguments));
    }

    @Override
    boolean isFunction(Object held) {
      try {
        // The variables of other namespaces are referred to by its table.
        return is(held, "clojure.lang.Var") && field(held, "ns") == space && is(field(held, "root"), "clojure.lang.AFunction");
      } catch (Exception unreadable) {
        return false;
      }
    }

    /** The first of its forms: `[species stems]`. A macro takes code, and is none. */
    @Override
    String parameters(Object function, Elements elements) throws Exception {
      for (Object[] pair : elements.pairs(field(function, "_meta"), 0, 40, new Node("", 'm'))) {
        if (String.valueOf(pair[0]).equals(":macro")) return "&form";
        if (!String.valueOf(pair[0]).equals(":arglists")) continue;
        for (Object form : (Iterable<?>) pair[1]) return joined((Iterable<?>) form);
      }
      return null;
    }
  }

  private static final class Jython extends Language {
    Jython(Object space) {
      super(space);
    }

    @Override
    Object eval(String code) throws Exception {
      return call(make(type("org.python.util.PythonInterpreter"), space), "exec", code);
    }

    private Object python(Object value) throws Exception {
      return call(type("org.python.core.Py"), "java2py", value);
    }

    @Override
    void set(String name, Object value) throws Exception {
      call(space, "__setitem__", name, python(value));
    }

    @Override
    void unset(String name) throws Exception {
      call(space, "__delitem__", name);
    }

    @Override
    Object call(Object function, Object[] arguments) throws Exception {
      Object all = Array.newInstance(type("org.python.core.PyObject"), arguments.length);
      for (int i = 0; i < arguments.length; i++) Array.set(all, i, python(arguments[i]));
      return call(function, "__call__", all);
    }

    @Override
    boolean isFunction(Object held) {
      return is(held, "org.python.core.PyFunction");
    }

    @Override
    String parameters(Object function, Elements elements) throws Exception {
      Object code = field(function, "__code__");
      Object names = code == null ? null : field(code, "co_varnames");
      Object count = code == null ? null : field(code, "co_argcount");
      return names instanceof String[] && count instanceof Integer ? joined(java.util.Arrays.asList((String[]) names).subList(0, Math.min((Integer) count, ((String[]) names).length))) : null;
    }
  }

  private static final class Rhino extends Language {
    Rhino(Object space) {
      super(space);
    }

    private interface Inside {
      Object run(Object context) throws Exception;
    }

    private Object inside(Inside work) throws Exception {
      Class<?> contexts = type("org.mozilla.javascript.Context");
      Object context = call(contexts, "enter");
      try {
        return work.run(context);
      } finally {
        call(contexts, "exit");
      }
    }

    @Override
    Object eval(final String code) throws Exception {
      return inside(new Inside() {
        @Override
        public Object run(Object context) throws Exception {
          return call(context, "evaluateString", space, code, "substrate", 1, null);
        }
      });
    }

    @Override
    void set(final String name, final Object value) throws Exception {
      inside(new Inside() {
        @Override
        public Object run(Object context) throws Exception {
          return call(type("org.mozilla.javascript.ScriptableObject"), "putProperty", space, name, value);
        }
      });
    }

    @Override
    void unset(final String name) throws Exception {
      inside(new Inside() {
        @Override
        public Object run(Object context) throws Exception {
          Object gone = call(type("org.mozilla.javascript.ScriptableObject"), "deleteProperty", space, name);
          if (Boolean.FALSE.equals(gone)) throw new IllegalStateException(name + " was declared, and stays.");
          return gone;
        }
      });
    }

    @Override
    Object call(final Object function, final Object[] arguments) throws Exception {
      return inside(new Inside() {
        @Override
        public Object run(Object context) throws Exception {
          return call(function, "call", context, space, space, arguments);
        }
      });
    }

    @Override
    boolean isFunction(Object held) {
      return is(held, "org.mozilla.javascript.NativeFunction");
    }

    /** In a slot of the global object. */
    @Override
    Object function(Object held) throws Exception {
      Object value = isFunction(held) ? held : held == null ? null : field(held, "value");
      return isFunction(value) ? value : null;
    }

    @Override
    String parameters(Object function, Elements elements) throws Exception {
      Object[] names = new Object[Math.min(20, (Integer) call(function, "getParamCount"))];
      for (int i = 0; i < names.length; i++) names[i] = call(function, "getParamOrVarName", i);
      return joined(java.util.Arrays.asList(names));
    }
  }

  private static final class Groovy extends Language {
    Groovy(Object space) {
      super(space);
    }

    private Object binding() throws Exception {
      return call(space, "getBinding");
    }

    @Override
    Object eval(String code) throws Exception {
      return call(make(type("groovy.lang.GroovyShell"), space.getClass().getClassLoader(), binding()), "evaluate", code);
    }

    @Override
    void set(String name, Object value) throws Exception {
      call(binding(), "setVariable", name, value);
    }

    @Override
    void unset(String name) throws Exception {
      ((Map<?, ?>) call(binding(), "getVariables")).remove(name);
    }

    @Override
    Object call(Object function, Object[] arguments) throws Exception {
      return call(function, "call", (Object) arguments);
    }

    @Override
    boolean isFunction(Object held) {
      return is(held, "groovy.lang.Closure");
    }

    @Override
    String parameters(Object function, Elements elements) throws Exception {
      return Integer.valueOf(0).equals(field(function, "maximumNumberOfParameters")) ? "" : null;
    }
  }

  /** The JDK's own prompt. What was typed there is told as the classes that it made of it. */
  private static final class Java extends Language {
    Java(Object space) {
      super(space);
    }

    @Override
    Object eval(String code) throws Exception {
      Object value = null;
      for (Object event : (Iterable<?>) call(space, "eval", code)) {
        Object thrown = call(event, "exception");
        if (thrown != null) throw (Exception) thrown;
        if (String.valueOf(call(event, "status")).equals("REJECTED")) throw new IllegalArgumentException("The prompt does not take it: it has to be one whole line of Java.");
        Object own = call(event, "value");
        if (own != null) value = own;
      }
      return value;
    }

    @Override
    void set(String name, Object value) throws Exception {
      throw new UnsupportedOperationException();
    }

    /** The class that was made of it stays. */
    @Override
    void unset(String name) throws Exception {
      throw new UnsupportedOperationException();
    }

    @Override
    Object call(Object function, Object[] arguments) throws Exception {
      throw new UnsupportedOperationException();
    }

    @Override
    boolean isFunction(Object held) {
      return false;
    }

    @Override
    String parameters(Object function, Elements elements) throws Exception {
      return null;
    }
  }

  private static final class BeanShell extends Language {
    BeanShell(Object space) {
      super(space);
    }

    private Object interpreter() throws Exception {
      Object interpreter = make(type("bsh.Interpreter"));
      call(interpreter, "setNameSpace", space);
      return interpreter;
    }

    @Override
    Object eval(String code) throws Exception {
      return call(interpreter(), "eval", code);
    }

    @Override
    void set(String name, Object value) throws Exception {
      call(interpreter(), "set", name, value);
    }

    @Override
    void unset(String name) throws Exception {
      call(space, "unsetVariable", name);
    }

    @Override
    Object call(Object function, Object[] arguments) throws Exception {
      return call(function, "invoke", arguments, interpreter());
    }

    @Override
    boolean isFunction(Object held) {
      return is(held, "bsh.BshMethod");
    }

    @Override
    String parameters(Object function, Elements elements) throws Exception {
      Object names = field(function, "paramNames");
      return names instanceof String[] ? joined(java.util.Arrays.asList((String[]) names)) : null;
    }

    @Override
    Map<String, Object> others(Elements elements) throws Exception {
      Map<String, Object> out = new LinkedHashMap<String, Object>();
      Object methods = field(space, "methods");
      if (methods != null) for (Object[] pair : elements.pairs(methods, 0, 200, new Node("", 'm'))) if (isFunction(pair[1]) && !isCommand(pair[1])) out.put(String.valueOf(pair[0]), pair[1]);
      return out;
    }

    /** One that the language brings: it is loaded from a file of the runtime's when it is called for the first time. */
    private boolean isCommand(Object method) throws Exception {
      Object body = field(method, "methodBody");
      for (Object at = body; at != null; at = field(at, "parent")) {
        Object source = field(at, "sourceFile");
        if (source instanceof String && ((String) source).contains("/bsh/commands/")) return true;
      }
      return false;
    }
  }
}
