import java.awt.BorderLayout;
import java.util.Arrays;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTable;
import javax.swing.SwingUtilities;
import javax.swing.table.AbstractTableModel;

/** A table of a thousand rows, with columns of objects that say nothing of themselves. */
public final class Rows {
  static final class Person {
    private final String name;
    private final int age;

    Person(int row) {
      name = "person " + row;
      age = 20 + row % 60;
    }
  }

  static final class Model extends AbstractTableModel {
    private static final String[] NAMES = {"Name", "Number", "Person", "Badge", "Guests", "Seats"};

    @Override
    public int getRowCount() {
      return 1000;
    }

    @Override
    public int getColumnCount() {
      return NAMES.length;
    }

    @Override
    public String getColumnName(int column) {
      return NAMES[column];
    }

    @Override
    public Object getValueAt(int row, int column) {
      if (column == 4) return Arrays.asList(new Person(row), new Person(row + 1));
      if (column == 5) {
        JPanel seats = new JPanel();
        seats.add(new JLabel("seat " + row));
        return seats;
      }
      return column == 0 ? "row " + row : column == 1 ? row : column == 2 ? new Person(row) : new JLabel("badge " + row);
    }
  }

  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      JFrame frame = new JFrame("Rows");
      frame.add(new JScrollPane(new JTable(new Model())), BorderLayout.CENTER);
      frame.setSize(400, 300);
      frame.setVisible(true);
      System.out.println("ready");
    });
  }
}
