import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ObjectName;

/** A server that tells of itself in management beans. What its main method holds it lets go of when it is told to, and then it loads much when it is told to. */
public final class Pier {
  /** Compared by what it holds: there to look something up. */
  static final class Lamp {
    private final String colour;
    private final int[] beats;

    Lamp(String colour, int... beats) {
      this.colour = colour;
      this.beats = beats;
    }

    @Override
    public int hashCode() {
      return colour.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Lamp && ((Lamp) other).colour.equals(colour);
    }
  }

  /** A collection in a class of its own. */
  static final class Notes extends LinkedHashMap<String, String> {
    private static final long serialVersionUID = 1L;
  }

  static final class TideStore {
    private double high = 4.75;
    private final Map<String, String> heard = Collections.synchronizedMap(new Notes());
    private final Map<String, String> sent = Collections.synchronizedMap(new Notes());
  }

  static final class DockManager {
    private final TideStore tides = new TideStore();
    private final Map<Lamp, Thread> watches = new HashMap<>();
    private int berths = 12;

    void watch() {
      synchronized (this) {
        try {
          while (true) wait();
        } catch (InterruptedException end) {
          return;
        }
      }
    }
  }

  static final class Yard {
    private final DockManager docks = new DockManager();
    private String owner = "nobody";
  }

  static final class Board implements DynamicMBean {
    private static final int LINES = 45;

    @Override
    public Object getAttribute(String name) {
      return name.length();
    }

    @Override
    public AttributeList getAttributes(String[] names) {
      AttributeList all = new AttributeList();
      for (String name : names) all.add(new Attribute(name, getAttribute(name)));
      return all;
    }

    @Override
    public void setAttribute(Attribute attribute) {}

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
      return new AttributeList();
    }

    @Override
    public Object invoke(String name, Object[] values, String[] types) {
      return null;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
      MBeanAttributeInfo[] lines = new MBeanAttributeInfo[LINES];
      for (int i = 0; i < LINES; i++) lines[i] = new MBeanAttributeInfo("Line" + i, "int", "A line.", true, false, false);
      return new MBeanInfo(Board.class.getName(), "What goes on.", lines, null, null, null);
    }
  }

  /** Loaded many times, by a loader each. */
  public static final class Cargo {
    static int kept = 1;
  }

  private static final class OwnLoader extends URLClassLoader {
    OwnLoader(URL where) {
      super(new URL[] {where}, Pier.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.startsWith("Pier$Cargo") ? findClass(name) : super.loadClass(name, resolve);
    }
  }

  public static void main(String[] args) throws Exception {
    ManagementFactory.getPlatformMBeanServer().registerMBean(new Board(), new ObjectName("pier:type=Board"));
    Yard yard = new Yard();
    Thread watch = new Thread(yard.docks::watch);
    watch.setDaemon(true);
    watch.start();
    yard.docks.watches.put(new Lamp("red", 1, 3), watch);
    yard.docks.watches.put(new Lamp("green", 2), watch);
    List<Class<?>> loaded = new ArrayList<>();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("let go")) {
        yard = null;
        System.gc();
      } else {
        URL where = Pier.class.getProtectionDomain().getCodeSource().getLocation();
        for (int i = 0; i < 40; i++) loaded.add(Class.forName("Pier$Cargo", true, new OwnLoader(where)));
      }
      System.out.println("done");
    }
  }
}
