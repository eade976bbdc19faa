package allotments;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Inject;
import com.google.inject.Injector;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.name.Named;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

public class Application extends AbstractModule {
  private final int port;

  Application(int port) {
    this.port = port;
  }

  @Provides
  @Singleton
  Society society() {
    Society society = new Society("Mill Lane allotments", "Dorothy Pym");
    society.addPlot("3A", 120);
    society.addPlot("3B", 95);
    society.addPlot("7", 250);
    return society;
  }

  @Provides
  @Named("office hours")
  String officeHours() {
    return "Sundays from ten to noon";
  }

  @Provides
  @Named("port")
  int port() {
    return port;
  }

  @Singleton
  static class Office {
    private final Society society;
    private final String hours;
    private final int port;

    @Inject
    Office(Society society, @Named("office hours") String hours, @Named("port") int port) {
      this.society = society;
      this.hours = hours;
      this.port = port;
    }

    void open() throws IOException {
      HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
      server.createContext("/plots/", this::plots);
      server.createContext("/waiting", this::waiting);
      server.start();
    }

    private void plots(HttpExchange exchange) throws IOException {
      Map<String, String> asked = query(exchange);
      String number = exchange.getRequestURI().getPath().substring("/plots/".length());
      if (asked.containsKey("tenant")) society.letPlot(number, asked.get("tenant"));
      if (asked.containsKey("warning")) society.warn(number, asked.get("warning"), false);
      answer(exchange, society + "\n" + hours);
    }

    private void waiting(HttpExchange exchange) throws IOException {
      society.join(query(exchange).get("name"));
      answer(exchange, "ok");
    }

    private static Map<String, String> query(HttpExchange exchange) {
      Map<String, String> found = new HashMap<>();
      String raw = exchange.getRequestURI().getRawQuery();
      if (raw == null) return found;
      for (String pair : raw.split("&")) {
        String[] sides = pair.split("=", 2);
        found.put(sides[0], URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
      }
      return found;
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    }
  }

  public static void main(String[] args) throws Exception {
    Injector injector = Guice.createInjector(new Application(Integer.parseInt(args[0])));
    injector.getInstance(Office.class).open();
    System.out.println("open");
  }
}
