package creamery;

import com.sun.jersey.api.container.httpserver.HttpServerFactory;
import com.sun.jersey.api.core.DefaultResourceConfig;
import com.sun.net.httpserver.HttpServer;

public final class Creamery {
  public static void main(String[] args) throws Exception {
    DefaultResourceConfig config = new DefaultResourceConfig();
    config.getSingletons().add(new CellarResource(new Cellar()));
    HttpServer server = HttpServerFactory.create("http://127.0.0.1:" + args[0] + "/", config);
    server.start();
    System.out.println("the creamery is open");
  }
}
