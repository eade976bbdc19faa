package orchard;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

public class Orchard {
  private final Connection connection;
  private String owner = "Familie Berger";
  private int harvested = 860;

  Orchard() throws Exception {
    connection = DriverManager.getConnection("jdbc:hsqldb:mem:orchard", "SA", "");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE trees (id INT PRIMARY KEY, kind VARCHAR(40), planted INT, kilos DOUBLE)");
      statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(40), crates INT)");
      statement.execute("INSERT INTO trees VALUES (1, 'Boskoop', 1988, 74.5), (2, 'Elstar', 2003, 51.25), (3, 'Conference', 1995, 33)");
      statement.execute("INSERT INTO orders VALUES (501, 'Cider works', 36)");
      statement.execute("CREATE INDEX by_kind ON trees (kind)");
    }
  }

  public static void main(String[] args) throws Exception {
    Orchard orchard = new Orchard();
    System.out.println("planted");
    System.in.read();
    System.out.println(orchard.owner);
  }
}
