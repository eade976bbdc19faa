import java.awt.Component;
import java.awt.Graphics;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import javax.swing.AbstractAction;
import javax.swing.BoxLayout;
import javax.swing.Icon;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JOptionPane;
import javax.swing.JPanel;
import javax.swing.JTable;
import javax.swing.JTree;
import javax.swing.KeyStroke;
import javax.swing.table.DefaultTableModel;

/** A window with two menus that have a New, both on the tool bar too, a key that nothing shows, rows that open by a double click, and a line of what was done last. */
public final class Nursery extends JFrame {
  private static final long serialVersionUID = 1L;

  static final class Plan extends JComponent {
    private static final long serialVersionUID = 1L;
    private String brush = "spade";

    public void setBrush(String brush) {
      this.brush = brush;
    }

    @Override
    protected void paintComponent(Graphics graphics) {
      graphics.drawString(brush, 5, 15);
    }
  }

  private final JLabel status = new JLabel("idle");
  private final DefaultTableModel stock = new DefaultTableModel(new Object[][] {{"Alder", 40}, {"Birch", 12}}, new Object[] {"Tree", "Count"});
  private final JTable stockTable = new JTable(stock);
  private int refreshed;
  private String opened = "";

  private JButton icon(String tip, ActionListener listener) {
    JButton button = new JButton(new Icon() {
      @Override
      public void paintIcon(Component component, Graphics graphics, int x, int y) {}

      @Override
      public int getIconWidth() {
        return 8;
      }

      @Override
      public int getIconHeight() {
        return 8;
      }
    });
    button.setToolTipText(tip);
    button.addActionListener(listener);
    return button;
  }

  private JMenu menu(String name, String key, ActionListener fresh) {
    JMenu menu = new JMenu(name);
    JMenuItem item = new JMenuItem("New");
    item.setAccelerator(KeyStroke.getKeyStroke(key));
    item.addActionListener(fresh);
    menu.add(item);
    return menu;
  }

  Nursery() {
    super("Nursery");
    ActionListener label = event -> status.setText("new label");
    ActionListener tree = event -> JOptionPane.showMessageDialog(this, "Which tree?", "New tree", JOptionPane.PLAIN_MESSAGE);
    JMenuBar bar = new JMenuBar();
    bar.add(menu("Stock", "ctrl N", tree));
    bar.add(menu("Label", "ctrl L", label));
    JMenuItem off = new JMenuItem("Refresh shade");
    off.setEnabled(false);
    bar.getMenu(0).add(off);
    setJMenuBar(bar);
    JPanel all = new JPanel();
    all.setLayout(new BoxLayout(all, BoxLayout.Y_AXIS));
    JTree sites = new JTree(new Object[] {"Hill", "Valley"});
    sites.setName("sites");
    for (Component each : new Component[] {icon("New (Ctrl+N)", tree), icon("New (Ctrl+L)", label), icon("Print list", event -> status.setText("printed")), status, new Plan(), sites, stockTable}) all.add(each);
    stockTable.addMouseListener(new MouseAdapter() {
      @Override
      public void mouseClicked(MouseEvent event) {
        if (event.getClickCount() == 2) opened = String.valueOf(stock.getValueAt(stockTable.rowAtPoint(event.getPoint()), 0));
      }
    });
    getRootPane().getInputMap(JComponent.WHEN_IN_FOCUSED_WINDOW).put(KeyStroke.getKeyStroke("F5"), "refreshStock");
    getRootPane().getActionMap().put("refreshStock", new AbstractAction() {
      private static final long serialVersionUID = 1L;

      @Override
      public void actionPerformed(ActionEvent event) {
        refreshed++;
      }
    });
    add(all);
    setSize(400, 500);
  }

  public static void main(String[] args) {
    javax.swing.SwingUtilities.invokeLater(() -> {
      new Nursery().setVisible(true);
      System.out.println("ready");
    });
  }
}
