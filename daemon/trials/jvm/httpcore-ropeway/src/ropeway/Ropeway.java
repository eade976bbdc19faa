package ropeway;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the drivers in both stations see and do. */
public class Ropeway {
    public enum Ticket { SINGLE, DAY, SEASON }

    private final Map<String, Gondola> gondolas = new LinkedHashMap<>();
    private final Map<Ticket, Integer> sold = new EnumMap<>(Ticket.class);
    private final List<String> log = new ArrayList<>();
    private final Station valley = new Station("Talstation", 812);
    private final Station summit = new Station("Bergstation", 2140);
    private double speed = 6.0;
    private boolean running = true;
    private String driver = "Annelie Moser";
    private int takings = 0;

    public static final class Station {
        private final String name;
        private final int altitude;
        private int waiting = 0;

        Station(String name, int altitude) {
            this.name = name;
            this.altitude = altitude;
        }
    }

    public Ropeway() {
        for (int number : new int[] {2, 5, 7}) {
            Gondola gondola = new Gondola("Gondola " + number, 24);
            gondolas.put(gondola.getName(), gondola);
        }
        for (Ticket ticket : Ticket.values()) sold.put(ticket, 0);
        valley.waiting = 31;
    }

    public boolean board(String gondola, String who, int persons) {
        gondolas.get(gondola).board(new Gondola.Party(who, persons));
        valley.waiting -= persons;
        log.add(who + " boarded " + gondola);
        return true;
    }

    public double setSpeed(double metresPerSecond) {
        speed = metresPerSecond;
        log.add("speed " + metresPerSecond);
        return speed;
    }

    public boolean takeOut(String gondola, String why) {
        gondolas.get(gondola).takeOut(why);
        return true;
    }

    public boolean repair(String gondola) {
        gondolas.get(gondola).repair();
        log.add(gondola + " repaired");
        return true;
    }

    public int sell(String ticket, int count) {
        Ticket kind = Ticket.valueOf(ticket.toUpperCase());
        sold.merge(kind, count, Integer::sum);
        takings += count * switch (kind) {
            case SINGLE -> 14;
            case DAY -> 39;
            case SEASON -> 310;
        };
        return takings;
    }

    public boolean halt() {
        running = false;
        log.add("halted by " + driver);
        return true;
    }

    public boolean resume() {
        running = true;
        return true;
    }

    public String setDriver(String name) {
        driver = name;
        return driver;
    }

    public String report() {
        String cabins =
                gondolas.values().stream()
                        .map(one -> one.getName() + (one.isInService() ? " in service" : " out: " + one.getDefect()))
                        .collect(java.util.stream.Collectors.joining(", "));
        return driver + "; " + valley.name + " " + valley.altitude + " m, " + valley.waiting + " waiting; " + summit.name + " "
                + summit.altitude + " m; " + speed + " m/s; " + sold + " " + takings + "; " + cabins + "; " + log;
    }
}
