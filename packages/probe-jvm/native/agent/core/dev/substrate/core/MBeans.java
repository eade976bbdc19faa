package dev.substrate.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** Management beans of the application, of servers that exist already; the JVM's own are left out. Attributes are made to be read. */
final class MBeans {
  private static final int MAX_BEANS = 1000;
  /** More beans than this that can do the same are offered together. */
  private static final int FEW = 3;
  private static final long INFO_NANOS = 30000000000L;
  /** Some put an object's hash, an id, an address or a port into the name: it would be another after a restart. */
  private static final Pattern MADE_UP = Pattern.compile("(?<=@)[0-9a-f]{5,8}\\b|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\b0x[0-9a-f]{6,16}\\b|(?<=port)\\d{2,5}\\b|\\b\\d{1,3}(\\.\\d{1,3}){3}(:\\d{2,5})?\\b");

  /** Set when the application itself has loaded the management classes. */
  boolean present;
  private final MBeanActions actions;
  private final AppClasses classes;
  private final Ask ask;
  private final Map<ObjectName, Known> known = new HashMap<ObjectName, Known>();

  private static final class Known {
    String address;
    String title;
    MBeanInfo info;
    String[] readable;
    List<Action> actions;
    long readAt;
  }

  MBeans(Reader.Maker readers, AppClasses classes, Ask ask) {
    this.classes = classes;
    this.ask = ask;
    actions = new MBeanActions(readers);
  }

  void read(Capture capture) throws Exception {
    if (present) Servers.read(capture, this);
  }

  /** Apart, so that nothing of javax.management is loaded where the application has not loaded it. */
  private static final class Servers {
    static void read(Capture capture, MBeans self) throws Exception {
      List<ObjectName> seen = new ArrayList<ObjectName>();
      for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
        List<ObjectName> names = new ArrayList<ObjectName>(server.queryNames(null, null));
        Collections.sort(names);
        for (ObjectName name : names) {
          if (isJvm(name) || seen.size() >= MAX_BEANS || seen.contains(name)) continue;
          seen.add(name);
          try {
            self.bean(capture, server, name);
          } catch (Throwable gone) {
            capture.notes.add("The bean " + name + " could not be read: " + (gone instanceof Ask.Silent ? gone.getMessage() : gone.getClass().getName()) + ".");
          }
        }
      }
      self.known.keySet().retainAll(seen);
      self.offer(capture);
    }
  }

  private final List<Known> told = new ArrayList<Known>();

  /** Beans that are alike have the same things to do: told once, with a parameter that says which bean is meant. */
  private void offer(Capture capture) {
    Map<String, List<Known>> alike = new LinkedHashMap<String, List<Known>>();
    for (Known bean : told) {
      StringBuilder kind = new StringBuilder(bean.info.getClassName());
      for (Action action : bean.actions) kind.append(' ').append(action.name);
      List<Known> others = alike.get(kind.toString());
      if (others == null) alike.put(kind.toString(), others = new ArrayList<Known>());
      others.add(bean);
    }
    told.clear();
    for (List<Known> beans : alike.values()) {
      if (beans.size() > FEW) for (int i = 0; i < beans.get(0).actions.size(); i++) capture.add(ofAny(beans, i));
      else for (Known bean : beans) for (Action action : bean.actions) capture.add(action);
    }
  }

  private static Action ofAny(List<Known> beans, int index) {
    final Map<Object, Action> byTitle = new LinkedHashMap<Object, Action>();
    for (Known bean : beans) byTitle.put(byTitle.containsKey(bean.title) ? bean.address : bean.title, bean.actions.get(index));
    Known first = beans.get(0);
    Action one = first.actions.get(index);
    Action action = new Action("mbean-any:" + first.info.getClassName() + "#" + one.address.substring(one.address.lastIndexOf(one.kind.equals("setter") ? '/' : '#') + 1), one.name, one.kind, one.source, new Action.Target() {
      @Override
      public Action.Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception {
        Object which = Action.required(parameters, "bean");
        Action meant = byTitle.get(which);
        if (meant == null) throw new Action.Refused("bad_parameter", "There is no bean " + which + ".");
        Map<String, Object> rest = new HashMap<String, Object>(parameters);
        rest.remove("bean");
        return meant.target.run(rest, timeoutMs);
      }
    });
    action.parameter("bean", "string", null, true, new ArrayList<Object>(byTitle.keySet()));
    action.parameters.addAll(one.parameters);
    action.returns = one.returns;
    action.owner = first.info.getClassName().substring(first.info.getClassName().lastIndexOf('.') + 1);
    action.description = one.description;
    action.certainty = one.certainty;
    return action;
  }

  private static boolean isJvm(ObjectName name) {
    String domain = name.getDomain();
    return domain.equals("java.lang") || domain.equals("java.nio") || domain.equals("java.util.logging") || domain.equals("JMImplementation") || domain.startsWith("com.sun.management")
        || domain.startsWith("jdk.management") || domain.equals("jmx4perl") || domain.equals("jolokia");
  }

  private MBeanInfo info(final MBeanServer server, final ObjectName name) throws Throwable {
    return (MBeanInfo) ask.call(name.getCanonicalName(), new Callable<Object>() {
      @Override
      public Object call() throws Exception {
        return server.getMBeanInfo(name);
      }
    });
  }

  private AttributeList values(final MBeanServer server, final ObjectName name, final String[] readable) throws Throwable {
    return readable.length == 0 ? new AttributeList() : (AttributeList) ask.call(name.getCanonicalName(), new Callable<Object>() {
      @Override
      public Object call() throws Exception {
        return server.getAttributes(name, readable);
      }
    });
  }

  private void bean(Capture capture, MBeanServer server, ObjectName name) throws Throwable {
    Known bean = known.get(name);
    String address = bean != null ? bean.address : addressOf(name);
    try {
      if (bean == null || System.nanoTime() - bean.readAt > INFO_NANOS) bean = meet(server, name, address);
      tell(capture, bean, values(server, name, bean.readable), name);
    } catch (Ask.Silent unanswered) {
      capture.unreached.add(address);
      throw unanswered;
    }
  }

  /** Beans that only such an id tells apart are numbered. */
  private String addressOf(ObjectName name) {
    String plain = "mbean:" + MADE_UP.matcher(name.getCanonicalName()).replaceAll("");
    String address = plain;
    for (int i = 1; isTaken(address); i++) address = plain + "#" + i;
    return address;
  }

  private boolean isTaken(String address) {
    for (Known each : known.values()) if (each.address.equals(address)) return true;
    return false;
  }

  private Known meet(MBeanServer server, ObjectName name, String address) throws Throwable {
    Known bean = new Known();
    bean.info = info(server, name);
    bean.readAt = System.nanoTime();
    bean.address = address;
    bean.title = title(name);
    List<String> readable = new ArrayList<String>();
    for (MBeanAttributeInfo attribute : bean.info.getAttributes()) if (attribute.isReadable()) readable.add(attribute.getName());
    bean.readable = readable.toArray(new String[0]);
    bean.actions = actions.of(server, name, bean.info, bean.address, bean.title);
    known.put(name, bean);
    return bean;
  }

  private void tell(Capture capture, Known bean, AttributeList values, ObjectName name) {
    Node root = capture.root(bean.address, "mbean", bean.title);
    root.type = bean.info.getClassName();
    if (Packages.isLibrary(name.getDomain() + ".") && !classes.hasPrefix(name.getDomain() + ".") && !classes.hasPrefix(bean.info.getClassName())) root.library = name.getDomain();
    Map<String, Object> byName = new HashMap<String, Object>();
    for (Object value : values) byName.put(((Attribute) value).getName(), ((Attribute) value).getValue());
    for (String attribute : bean.readable) {
      // Of model beans: what they are made of, not what they tell.
      if (attribute.equals("modelerType") || attribute.equals("objectName") || attribute.equals("managedResource")) continue;
      if (!byName.containsKey(attribute)) root.add(Node.omitted(attribute, "threw"));
      else add(root, attribute, byName.get(attribute), capture, 1);
    }
    if (root.library == null) capture.managed += bean.readable.length;
    told.add(bean);
  }

  /** An attribute of a bean that was told, as it is now. */
  Object value(String address, String attribute) throws Throwable {
    for (Map.Entry<ObjectName, Known> each : known.entrySet()) {
      if (!each.getValue().address.equals(address)) continue;
      for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
        if (!server.isRegistered(each.getKey())) continue;
        AttributeList values = values(server, each.getKey(), new String[] {attribute});
        Object value = values.isEmpty() ? null : ((Attribute) values.get(0)).getValue();
        // What is made of open types was told whole, in another form.
        if (!values.isEmpty() && !(value instanceof CompositeData) && !(value instanceof TabularData) && !(value instanceof CompositeData[])) return value;
      }
    }
    return Places.NOWHERE;
  }

  /** The words that tell a bean from the others: its name, its type, and what else its key says. */
  static String title(ObjectName name) {
    String type = name.getKeyProperty("type");
    String own = name.getKeyProperty("name");
    if (own != null && own.startsWith("\"")) own = own.substring(1, own.length() - 1);
    if (type != null && own != null) return type.equals(own) ? type : type + " " + own;
    if (type != null) {
      StringBuilder out = new StringBuilder(type);
      String list = name.getKeyPropertyListString();
      for (String pair : list.split(",")) {
        int equals = pair.indexOf('=');
        String key = equals < 0 ? pair : pair.substring(0, equals);
        if (equals <= 0 || key.equals("type") || key.equals("id") || key.equals("context")) continue;
        String told = MADE_UP.matcher(pair.substring(equals + 1)).replaceAll("");
        if (!told.isEmpty()) out.append(' ').append(told);
      }
      return out.toString();
    }
    if (own != null) return own;
    // The last that is no id: a session stands among the connections.
    String[] pairs = name.getKeyPropertyListString().split(",");
    for (int i = pairs.length - 1; i >= 0; i--) {
      String told = MADE_UP.matcher(pairs[i].substring(pairs[i].indexOf('=') + 1)).replaceAll("");
      if (!told.isEmpty()) return told;
    }
    return name.getDomain();
  }

  private static void add(Node parent, String name, Object value, Capture capture, int depth) {
    if (value instanceof CompositeData) {
      if (!capture.budget.take()) return;
      CompositeData data = (CompositeData) value;
      Node node = new Node(name, 'o');
      node.type = data.getCompositeType().getTypeName();
      for (String key : data.getCompositeType().keySet()) add(node, key, data.get(key), capture, depth + 1);
      parent.add(node);
    } else if (value instanceof TabularData) {
      if (!capture.budget.take()) return;
      TabularData data = (TabularData) value;
      Node node = new Node(name, 'l');
      node.children = new ArrayList<Node>();
      int index = 0;
      for (Object row : data.values()) {
        if (index >= capture.budget.maxElements) break;
        add(node, String.valueOf(index++), row, capture, depth + 1);
      }
      if (data.size() > index) node.size = data.size();
      parent.add(node);
    } else if (value instanceof CompositeData[]) {
      Node node = new Node(name, 'l');
      node.children = new ArrayList<Node>();
      CompositeData[] rows = (CompositeData[]) value;
      for (int i = 0; i < rows.length && i < capture.budget.maxElements; i++) add(node, String.valueOf(i), rows[i], capture, depth + 1);
      if (rows.length > node.children.size()) node.size = rows.length;
      parent.add(node);
    } else capture.reader.child(parent, name, value, depth + 1);
  }
}
