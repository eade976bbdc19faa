import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public final class Foundry {
    static final class Bell {
        final String name;
        final String note;
        int kilos;
        boolean tuned;

        Bell(String name, String note, int kilos) {
            this.name = name;
            this.note = note;
            this.kilos = kilos;
        }
    }

    record Order(String parish, String note, int kilos) {}

    private final List<Bell> bells = new ArrayList<>();
    private final Deque<Order> orders = new ArrayDeque<>();
    private final Map<String, Double> metals = new TreeMap<>();
    private String founder = "Clemence Harrow";
    private int furnaceDegrees = 1090;
    private boolean furnaceLit = true;
    private int visits;

    void castBell(String name, String note, int kilos) {
        bells.add(new Bell(name, note, kilos));
    }

    void tuneBell(String name) {
        for (Bell bell : bells) if (bell.name.equals(name)) bell.tuned = true;
    }

    void takeOrder(String parish, String note, int kilos) {
        orders.add(new Order(parish, note, kilos));
    }

    void buyMetal(String metal, double kilos) {
        metals.merge(metal, kilos, Double::sum);
    }

    void heatFurnace(int degrees) {
        furnaceDegrees = degrees;
    }

    void dampFurnace() {
        furnaceLit = false;
    }

    public static void main(String[] args) throws Exception {
        Foundry foundry = new Foundry();
        foundry.castBell("Great Agnes", "B flat", 1420);
        foundry.castBell("Little Tom", "F sharp", 310);
        foundry.takeOrder("Upper Merrow", "D", 560);
        foundry.takeOrder("Saint Ebb", "G", 275);
        foundry.buyMetal("copper", 2300.5);
        foundry.buyMetal("tin", 640);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.createContext("/tune", exchange -> {
            foundry.visits++;
            foundry.tuneBell(exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(204, -1);
        });
        server.createContext("/heat", exchange -> {
            foundry.visits++;
            foundry.heatFurnace(Integer.parseInt(exchange.getRequestURI().getQuery()));
            exchange.sendResponseHeaders(204, -1);
        });
        server.start();
        System.out.println("the foundry is warm");
    }
}
