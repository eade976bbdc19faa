package pantry;

import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.AbstractHandler;

public class PantryServer extends AbstractHandler {
  private final Pantry pantry;
  private long served;

  PantryServer(Pantry pantry) {
    this.pantry = pantry;
  }

  @Override
  public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response) throws IOException {
    served++;
    if (target.equals("/put")) pantry.put(request.getParameter("shelf"), request.getParameter("what"), Integer.parseInt(request.getParameter("grams")));
    if (target.equals("/wish")) pantry.wish(request.getParameter("what"));
    base.setHandled(true);
    response.getWriter().println("shelves of " + target);
  }

  public static void main(String[] args) throws Exception {
    Server server = new Server(Integer.parseInt(args[0]));
    server.setHandler(new PantryServer(new Pantry()));
    server.start();
    server.join();
  }
}
