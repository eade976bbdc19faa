import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Keeps its coins in a database that it has a connection to. */
public class Vault {
  private final Connection connection;
  private int opened = 4;

  Vault(Connection connection) {
    this.connection = connection;
  }

  public static void main(String[] args) throws Exception {
    Vault vault = new Vault(DriverManager.getConnection("jdbc:h2:mem:vault"));
    vault.fill();
    System.out.println("ready");
    Thread.currentThread().join();
    vault.opened++;
  }

  private void fill() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table coins (name varchar(40), worth int, password varchar(40))");
      statement.execute("insert into coins values ('ducat', 90, 'hunter2')");
    }
  }
}
