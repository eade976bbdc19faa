package coast;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

public class Coast {
  private static String weather = System.getProperty("weather", "calm");

  public static void main(String[] args) throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:coast", "SA", "");
    Statement statement = connection.createStatement();
    statement.execute("create table lifeboats (id int primary key, name varchar(40), station varchar(40), coxswain varchar(40), built int)");
    statement.execute("create table launches (id int identity, boat int, reason varchar(60), saved int)");
    for (int i = 0; i + 3 < args.length; i += 4)
      statement.execute("insert into lifeboats values (" + (i / 4 + 1) + ", '" + args[i] + "', '" + args[i + 1] + "', '" + args[i + 2] + "', " + args[i + 3] + ")");
    statement.execute("insert into launches (boat, reason, saved) values (1, '" + args[args.length - 1] + "', 4)");
    System.out.println("afloat");
    Thread.currentThread().join();
  }
}
