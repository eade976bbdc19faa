package claims;

import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Reads what the clerks type: a command and its words, with semicolons between. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        Office office = new Office("Hail insurance of the Palatinate", 250000);
        office.setPrice("Riesling", 9800);
        office.setPrice("Apples", 7200);
        office.setPrice("Barley", 1100);
        office.addRule(new Rule("too little", 10, "claim.damagePercent < 8", "claim.status = 'refused'; claim.remarks.add('Below the deductible')"));
        office.addRule(new Rule("payment", 20, "claim.status == 'received'", "claim.payment = claim.hectares * price * claim.damagePercent / 100"));
        office.addRule(new Rule("large", 30, "claim.payment > 20000", "claim.status = 'to be inspected'"));
        office.addRule(new Rule("small", 40, "claim.status == 'received' && claim.payment > 0", "claim.status = 'approved'"));

        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(";");
            switch (words[0]) {
                case "claim" -> office.receive(words[1], words[2], words[3], Double.parseDouble(words[4]), Integer.parseInt(words[5]), words[6]);
                case "assign" -> office.assign(words[1], words[2]);
                case "pay" -> office.pay(words[1]);
                case "rule" -> office.enableRule(words[1], Boolean.parseBoolean(words[2]));
                default -> System.out.println(office.report());
            }
        }
    }
}
