package claims;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The office of an insurance against hail: claims, prices of crops and the rules that claims go through. */
public final class Office {
    private final String name;
    private final Map<String, Double> pricePerHectare = new LinkedHashMap<>();
    private final Map<String, Claim> claims = new LinkedHashMap<>();
    private final List<Rule> rules = new ArrayList<>();
    private double paidOut;
    private double reserve;

    Office(String name, double reserve) {
        this.name = name;
        this.reserve = reserve;
    }

    public void setPrice(String crop, double price) { pricePerHectare.put(crop, price); }

    void addRule(Rule rule) {
        rules.add(rule);
        rules.sort(Comparator.comparingInt(Rule::rank));
    }

    public void enableRule(String rule, boolean enabled) {
        rules.stream().filter(one -> one.name().equals(rule)).forEach(one -> one.enable(enabled));
    }

    public Claim receive(String number, String farmer, String crop, double hectares, int damagePercent, String happened) {
        Claim claim = new Claim(number, farmer, crop, hectares, damagePercent, LocalDate.parse(happened));
        claims.put(number, claim);
        Map<String, Object> facts = new HashMap<>();
        facts.put("claim", claim);
        facts.put("price", pricePerHectare.getOrDefault(crop, 0.0));
        for (Rule rule : rules) rule.apply(facts);
        return claim;
    }

    public void pay(String number) {
        Claim claim = claims.get(number);
        if (!"approved".equals(claim.getStatus())) return;
        claim.setStatus("paid");
        paidOut += claim.getPayment();
        reserve -= claim.getPayment();
    }

    public void assign(String number, String adjuster) {
        Claim claim = claims.get(number);
        claim.setAdjuster(adjuster);
        claim.getRemarks().add(adjuster + " looks at the field");
    }

    String report() {
        StringBuilder text = new StringBuilder(name).append('\n');
        for (Claim one : claims.values())
            text.append(one.getNumber()).append(' ').append(one.getStatus()).append(' ').append(one.getPayment()).append('\n');
        for (Rule rule : rules) text.append(rule).append('\n');
        return text.append(paidOut).append(" of ").append(reserve).append(" done").toString();
    }
}
