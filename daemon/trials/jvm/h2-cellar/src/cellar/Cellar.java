package cellar;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

public class Cellar {
  private static int tastings = 6;
  private static String keeper = System.getProperty("keeper", "nobody");

  public static void main(String[] args) throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:cellar", "sommelier", "");
    Statement statement = connection.createStatement();
    statement.execute("create table bottles (id int primary key, name varchar(40), vintage int, price double)");
    statement.execute("create table shelves (id int primary key, place varchar(40))");
    statement.execute("create index by_vintage on bottles(vintage)");
    for (int i = 0; i + 2 < args.length; i += 3)
      statement.execute("insert into bottles values (" + (i / 3 + 1) + ", '" + args[i] + "', " + args[i + 1] + ", " + args[i + 2] + ")");
    statement.execute("insert into shelves values (1, 'north wall')");
    System.out.println("stocked");
    Thread.currentThread().join();
  }
}
