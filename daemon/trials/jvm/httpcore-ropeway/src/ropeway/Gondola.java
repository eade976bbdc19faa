package ropeway;

import java.util.ArrayList;
import java.util.List;

/** A cabin of the ropeway and who sits in it. */
public class Gondola {
    private final String name;
    private final int seats;
    private final List<Party> aboard = new ArrayList<>();
    private boolean inService = true;
    private String defect = "";

    public Gondola(String name, int seats) {
        this.name = name;
        this.seats = seats;
    }

    public record Party(String who, int persons) {}

    public void board(Party party) {
        int taken = aboard.stream().mapToInt(Party::persons).sum();
        if (taken + party.persons() > seats) throw new IllegalStateException("full");
        aboard.add(party);
    }

    public void empty() {
        aboard.clear();
    }

    public void takeOut(String why) {
        inService = false;
        defect = why;
    }

    public void repair() {
        inService = true;
        defect = "";
    }

    public String getName() {
        return name;
    }

    public boolean isInService() {
        return inService;
    }

    public String getDefect() {
        return defect;
    }
}
