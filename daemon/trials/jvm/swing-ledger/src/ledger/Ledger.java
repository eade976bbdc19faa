package ledger;

import java.awt.BorderLayout;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSlider;
import javax.swing.JTable;
import javax.swing.JTextField;
import javax.swing.JTree;
import javax.swing.SwingUtilities;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.DefaultMutableTreeNode;

/** What a small guest house takes and gives. */
public final class Ledger {
  private final DefaultTableModel entries = new DefaultTableModel(new Object[] {"Day", "Purpose", "Amount"}, 0);
  private final JTable table = new JTable(entries);
  private final JTextField guest = new JTextField("Familie Brandt", 14);
  private final JCheckBox breakfast = new JCheckBox("Breakfast", true);
  private final JSlider nights = new JSlider(1, 14, 6);
  private final JLabel balance = new JLabel();

  public static void main(String[] arguments) throws Exception {
    SwingUtilities.invokeAndWait(() -> new Ledger().show());
    System.out.println("shown");
  }

  private void add(String day, String purpose, double amount) {
    entries.addRow(new Object[] {day, purpose, amount});
    double sum = 0;
    for (int row = 0; row < entries.getRowCount(); row++) sum += (Double) entries.getValueAt(row, 2);
    balance.setText(String.format(java.util.Locale.ROOT, "Balance: %.2f", sum));
  }

  private void show() {
    add("4 May", "Linen", -62.4);
    add("5 May", "Room 7", 310);
    add("9 May", "Boat for guests", 45.5);
    table.setRowSelectionInterval(1, 1);
    DefaultMutableTreeNode house = new DefaultMutableTreeNode("Haus am See");
    DefaultMutableTreeNode upper = new DefaultMutableTreeNode("Upper floor");
    upper.add(new DefaultMutableTreeNode("Room 7"));
    upper.add(new DefaultMutableTreeNode("Room 8"));
    house.add(upper);
    house.add(new DefaultMutableTreeNode("Garden cabin"));
    JPanel form = new JPanel();
    JLabel caption = new JLabel("Guest");
    caption.setLabelFor(guest);
    JButton book = new JButton("Book");
    book.addActionListener(event -> add("today", guest.getText(), 51.5 * nights.getValue()));
    nights.getAccessibleContext().setAccessibleName("Nights");
    for (var part : new java.awt.Component[] {caption, guest, breakfast, nights, book, balance}) form.add(part);
    JFrame frame = new JFrame("Ledger of the guest house");
    frame.setLayout(new BorderLayout());
    frame.add(form, BorderLayout.NORTH);
    frame.add(new JScrollPane(table), BorderLayout.CENTER);
    frame.add(new JScrollPane(new JTree(house)), BorderLayout.WEST);
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    frame.setSize(900, 500);
    frame.setVisible(true);
  }
}
