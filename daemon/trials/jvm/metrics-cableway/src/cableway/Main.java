package cableway;

import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Reads what the sensors of the cableway say. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        Cableway cableway = new Cableway("Cableway to the Hochalm");
        cableway.addSection("valley", 24, "Resi Unterholzer");
        cableway.addSection("summit", 2, "Tobias Egger");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", 4);
            switch (words[0]) {
                case "wind" -> cableway.setWind(Double.parseDouble(words[1]));
                case "carry" -> cableway.carry(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                case "stop" -> cableway.stop(words[1], line.substring(6 + words[1].length()));
                case "go" -> cableway.go(words[1]);
                default -> System.out.println(cableway.report());
            }
        }
    }
}
