import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A web server of the JDK's that answers by lambdas; nobody holds it but its own thread. */
public final class Tavern {
  private final Map<String, Integer> stock = new LinkedHashMap<>();
  private final List<String> asked = new ArrayList<>();
  private boolean open = true;

  private void deliver(String drink, int bottles) {
    stock.merge(drink, bottles, Integer::sum);
  }

  private void shut() {
    open = false;
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes("UTF-8");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void serve() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/guests", exchange -> {
      String body = new String(exchange.getRequestBody().readAllBytes(), "UTF-8");
      asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
      if (body.equals("stock")) deliver("cider", 12);
      if (body.equals("close")) shut();
      answer(exchange, asked.size() > 1 ? 201 : 404, "{\"asked\":" + asked.size() + ",\"password\":\"hunter2\"}");
    });
    server.start();
  }

  public static void main(String[] args) throws IOException {
    new Tavern().serve();
    System.out.println("ready");
  }
}
