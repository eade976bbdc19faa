import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** What is wished at a well, in a container of servlets. */
public final class Well {
  static final List<String> wishes = new ArrayList<>();

  public static final class Wish extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest asked, HttpServletResponse answer) throws IOException {
      wishes.add(asked.getReader().readLine() + " " + asked.getPathInfo());
      answer.getWriter().print("{\"wishes\":" + wishes.size() + "}");
    }

    @Override
    protected void doDelete(HttpServletRequest asked, HttpServletResponse answer) {
      wishes.clear();
    }
  }

  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[0]);
    tomcat.setPort(0);
    tomcat.getConnector();
    Context context = tomcat.addContext("/well", args[0]);
    Tomcat.addServlet(context, "wish", new Wish());
    context.addServletMappingDecoded("/wish/*", "wish");
    context.addServletMappingDecoded("*.wish", "wish");
    tomcat.start();
    System.out.println("ready");
    tomcat.getServer().await();
  }
}
