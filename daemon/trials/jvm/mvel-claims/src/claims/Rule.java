package claims;

import java.io.Serializable;
import java.util.Map;
import org.mvel2.MVEL;

/** What is to be done when something holds, both written in MVEL. */
final class Rule {
    private final String name;
    private final int rank;
    private final String when;
    private final Serializable condition;
    private final Serializable consequence;
    private boolean enabled = true;
    private int fired;

    Rule(String name, int rank, String when, String then) {
        this.name = name;
        this.rank = rank;
        this.when = when;
        this.condition = MVEL.compileExpression(when);
        this.consequence = MVEL.compileExpression(then);
    }

    String name() { return name; }

    int rank() { return rank; }

    void enable(boolean enabled) { this.enabled = enabled; }

    void apply(Map<String, Object> facts) {
        if (!enabled || !MVEL.executeExpression(condition, facts, Boolean.class)) return;
        MVEL.executeExpression(consequence, facts);
        fired++;
    }

    @Override
    public String toString() { return name + " when " + when + ": " + fired; }
}
