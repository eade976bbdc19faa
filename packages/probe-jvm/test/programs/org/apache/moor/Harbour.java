package org.apache.moor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Looks like a library: it keeps berths for a program, and rules that its own code alone works with. */
public final class Harbour {
  private final Map<Long, Berth> berths = new ConcurrentHashMap<>();
  private final Lights lights = new Lights();
  private final Rules rules = new Rules();

  public Berth open(long number) {
    Berth berth = new Quay();
    berths.put(number, berth);
    return berth;
  }

  public void leave(long number) {
    berths.remove(number);
  }

  public Lights lights() {
    return lights;
  }

  public static final class Lights {
    private int brightness = 40;
    private int hours = 9;

    public void setBrightness(int brightness) {
      this.brightness = brightness;
    }

    public void blink(int times) {}
  }

  public static final class Rules {
    private int longest = 30;
    private int widest = 8;

    public void setLongest(int longest) {
      this.longest = longest;
    }
  }

  static final class Quay implements Berth {
    private final Map<Object, Object> notes = new ConcurrentHashMap<>();
    private int depth = 4;

    @Override
    public void setDepth(int metres) {
      depth = metres;
    }

    @Override
    public Object setNote(Object name, Object note) {
      return notes.put(name, note);
    }

    public void dredge() {}
  }
}
