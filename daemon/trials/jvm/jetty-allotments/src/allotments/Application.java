package allotments;

import java.io.IOException;
import java.net.InetSocketAddress;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

public class Application {
  private static class PlotServlet extends HttpServlet {
    private final Society society;

    PlotServlet(Society society) {
      this.society = society;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
      response.setContentType("text/plain");
      response.getWriter().println(society);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
      String number = request.getPathInfo().substring(1);
      if (request.getParameter("tenant") != null) society.letPlot(number, request.getParameter("tenant"));
      if (request.getParameter("warning") != null) society.warn(number, request.getParameter("warning"), false);
      response.getWriter().println("ok");
    }
  }

  private static class WaitingServlet extends HttpServlet {
    private final Society society;

    WaitingServlet(Society society) {
      this.society = society;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
      society.join(request.getParameter("name"));
      response.getWriter().println("ok");
    }
  }

  public static void main(String[] args) throws Exception {
    Society society = new Society("Mill Lane allotments", "Dorothy Pym");
    society.addPlot("3A", 120);
    society.addPlot("3B", 95);
    society.addPlot("7", 250);
    Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])));
    ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
    context.setContextPath("/society");
    context.setDisplayName("Allotment office");
    context.addServlet(new ServletHolder("plots", new PlotServlet(society)), "/plots/*");
    context.addServlet(new ServletHolder("waiting", new WaitingServlet(society)), "/waiting");
    StatisticsHandler statistics = new StatisticsHandler();
    statistics.setHandler(context);
    server.setHandler(statistics);
    server.start();
    System.out.println("open");
    server.join();
  }
}
