import java.awt.BorderLayout;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JPanel;
import javax.swing.JPopupMenu;
import javax.swing.JTable;
import javax.swing.JTree;
import javax.swing.SwingUtilities;
import javax.swing.tree.DefaultMutableTreeNode;

/** A long menu, one of many short ones, menus behind the other button, windows that a person closes; and behind all that a model with methods of its own. */
public final class Marina extends JFrame {
  static final class Plan {
    private final List<String> berths = new ArrayList<>();
    private String keeper = "";

    Plan(String keeper) {
      this.keeper = keeper;
    }

    public String askEveryBerth(int number) {
      return berths.get(number);
    }

    public String getBerthAt(int number) {
      return berths.get(number);
    }

    public void zone(String keeper) {
      this.keeper = keeper;
    }
  }

  /** Asked for its menu, it makes one. */
  static final class Chart extends JPanel {
    static int asked;

    @Override
    public JPopupMenu getComponentPopupMenu() {
      asked++;
      return new JPopupMenu();
    }
  }

  static Marina instance;
  final Plan plan;
  final JTree waters;
  final JLabel said = new JLabel("nothing");
  final JTable table = new JTable(new Object[][] {{"Aava"}, {"Tuuli"}}, new Object[] {"Boat"});

  Marina(String keeper) {
    super("Marina");
    plan = new Plan(keeper);
    JMenuBar bar = new JMenuBar();
    JMenu places = new JMenu("Places");
    for (int i = 0; i < 700; i++) places.add(new JMenuItem("Place " + i));
    bar.add(places);
    JMenu coasts = new JMenu("Coasts");
    for (int i = 0; i < 14; i++) {
      JMenu coast = new JMenu("Coast " + i);
      for (int j = 0; j < 50; j++) coast.add(new JMenuItem("Bay " + j + " of " + i));
      coasts.add(coast);
    }
    bar.add(coasts);
    setJMenuBar(bar);
    JPopupMenu popup = new JPopupMenu();
    JMenuItem tow = new JMenuItem("Tow away");
    tow.addActionListener(event -> said.setText("towed " + table.getValueAt(table.getSelectedRow(), 0)));
    popup.add(tow);
    JMenu more = new JMenu("Send");
    JMenuItem home = new JMenuItem("Home");
    home.addActionListener(event -> said.setText("sent home"));
    more.add(home);
    popup.add(more);
    table.setComponentPopupMenu(popup);
    DefaultMutableTreeNode sea = new DefaultMutableTreeNode("Sea");
    for (String side : new String[] {"East", "West"}) {
      DefaultMutableTreeNode node = new DefaultMutableTreeNode(side);
      sea.add(node);
      node.add(new DefaultMutableTreeNode("Rock"));
      node.add(new DefaultMutableTreeNode(side + " buoy"));
    }
    waters = new JTree(sea);
    waters.collapseRow(0);
    waters.addTreeSelectionListener(event -> said.setText("at " + event.getPath()));
    JPanel below = new JPanel();
    below.add(said);
    below.add(new Chart());
    add(waters, BorderLayout.WEST);
    add(table);
    add(below, BorderLayout.SOUTH);
    pack();
  }

  public static void main(String[] arguments) throws Exception {
    SwingUtilities.invokeAndWait(() -> {
      instance = new Marina(arguments[0]);
      instance.setVisible(true);
      JFrame log = new JFrame("Log");
      log.setName("log");
      log.setDefaultCloseOperation(DISPOSE_ON_CLOSE);
      log.add(new JLabel("empty"));
      log.pack();
      log.setVisible(true);
      JFrame last = new JFrame("Last");
      last.setDefaultCloseOperation(EXIT_ON_CLOSE);
      last.pack();
      last.setVisible(true);
      JDialog tip = new JDialog(instance, "Tip");
      tip.add(new JLabel("Mind the rock"));
      tip.pack();
      tip.setVisible(true);
    });
    System.out.println("ready");
  }
}
