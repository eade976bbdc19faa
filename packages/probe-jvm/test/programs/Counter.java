import java.awt.Component;
import java.awt.FlowLayout;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JEditorPane;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JPanel;
import javax.swing.JSpinner;
import javax.swing.JTabbedPane;
import javax.swing.JTable;
import javax.swing.JTextField;
import javax.swing.JTree;
import javax.swing.SpinnerListModel;
import javax.swing.SwingUtilities;
import javax.swing.event.MenuEvent;
import javax.swing.event.MenuListener;
import javax.swing.event.PopupMenuEvent;
import javax.swing.event.PopupMenuListener;
import javax.swing.table.TableCellRenderer;
import javax.swing.text.DefaultFormatter;
import javax.swing.text.DefaultFormatterFactory;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.DefaultTreeCellRenderer;

/**
 * Takes a text over when its field is left, another when Enter is pressed; has a folded tree, a button that is disabled, and menus that are filled or
 * brought up to date only as they open.
 */
public final class Counter {
  static String taken = "";
  static String entered = "";

  static final class Waiter {
    final String called;

    Waiter(String called) {
      this.called = called;
    }
  }

  /** Says of itself what a tool writes. */
  static final class Dish {
    final String called;
    final int price;

    Dish(String called, int price) {
      this.called = called;
      this.price = price;
    }

    @Override
    public String toString() {
      return "Dish{called='" + called + "', price=" + price + "}";
    }
  }

  /** Paints what its renderers do not say. */
  static final class Bills extends JTable {
    Bills() {
      super(new Object[][] {{new Waiter("Ines"), new Dish("Soup", 7), new Dish("Pie", 9)}}, new Object[] {"Served by", "Dish", "Extra"});
      getColumnModel().getColumn(2).setCellRenderer((table, value, selected, focus, row, column) -> {
        throw new IllegalStateException("no words for " + value);
      });
    }

    @Override
    public Component prepareRenderer(TableCellRenderer renderer, int row, int column) {
      Component painted = super.prepareRenderer(renderer, row, column);
      if (column == 0) ((JLabel) painted).setText("Waiter " + ((Waiter) getValueAt(row, column)).called);
      return painted;
    }
  }

  /** Each of its nodes is painted as a name and a page about it, of which there is none yet. */
  static final class Cellar extends JTree {
    Cellar() {
      super(new DefaultMutableTreeNode("House red"));
      setCellRenderer((tree, value, selected, expanded, leaf, row, focus) -> {
        JPanel painted = new JPanel();
        painted.add(new JLabel(String.valueOf(value)));
        JEditorPane page = new JEditorPane("text/html", "");
        painted.add(page);
        return painted;
      });
    }
  }

  static final class Back extends JPanel {
    private JComponent touched;

    Back() {
      touched = new Cellar();
      add(touched);
    }
  }

  static String opened = "";
  static int voided;
  static int fired;

  private static JMenuBar menus() {
    JMenu orders = new JMenu("Orders");
    JMenu recent = new JMenu("Recent");
    recent.addMenuListener(new MenuListener() {
      @Override
      public void menuSelected(MenuEvent event) {
        recent.removeAll();
        for (String name : new String[] {"Tea for two", "Cake"}) recent.add(name).addActionListener(chosen -> opened = name);
      }

      @Override
      public void menuDeselected(MenuEvent event) {}

      @Override
      public void menuCanceled(MenuEvent event) {}
    });
    orders.add(recent);
    JMenuItem cancel = new JMenuItem("Void");
    cancel.setEnabled(false);
    cancel.addActionListener(event -> voided++);
    orders.add(cancel);
    // Whether it can be chosen is found out as the menu opens.
    orders.getPopupMenu().addPopupMenuListener(new PopupMenuListener() {
      @Override
      public void popupMenuWillBecomeVisible(PopupMenuEvent event) {
        cancel.setEnabled(!opened.isEmpty());
      }

      @Override
      public void popupMenuWillBecomeInvisible(PopupMenuEvent event) {}

      @Override
      public void popupMenuCanceled(PopupMenuEvent event) {}
    });
    // A menu that does not open, with an item that says nothing of that.
    JMenu kitchen = new JMenu("Kitchen");
    kitchen.setEnabled(false);
    kitchen.add("Ring").addActionListener(event -> fired++);
    JMenuBar bar = new JMenuBar();
    bar.add(kitchen);
    bar.add(orders);
    return bar;
  }

  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      JFrame frame = new JFrame("Counter");
      frame.setLayout(new FlowLayout());
      frame.setJMenuBar(menus());
      JTextField left = new JTextField(10);
      left.addFocusListener(new FocusAdapter() {
        @Override
        public void focusLost(FocusEvent event) {
          taken = left.getText();
        }
      });
      frame.add(new JLabel("Guest:"));
      frame.add(left);
      JTextField search = new JTextField(10);
      search.addKeyListener(new KeyAdapter() {
        @Override
        public void keyPressed(KeyEvent event) {
          if (event.getKeyCode() == KeyEvent.VK_ENTER) entered = search.getText();
        }
      });
      frame.add(new JLabel("Search:"));
      frame.add(search);
      DefaultMutableTreeNode menu = new DefaultMutableTreeNode("Menu");
      DefaultMutableTreeNode drinks = new DefaultMutableTreeNode("Drinks");
      DefaultMutableTreeNode hot = new DefaultMutableTreeNode("Hot");
      hot.add(new DefaultMutableTreeNode("Tea"));
      drinks.add(hot);
      menu.add(drinks);
      frame.add(new JLabel("Card:"));
      frame.add(new JTree(menu));
      // Words that only its painting tells.
      JTree staff = new JTree(new DefaultMutableTreeNode(new Waiter("Ines")));
      staff.setCellRenderer(new DefaultTreeCellRenderer() {
        @Override
        public Component getTreeCellRendererComponent(JTree tree, Object value, boolean selected, boolean expanded, boolean leaf, int row, boolean focus) {
          Object user = ((DefaultMutableTreeNode) value).getUserObject();
          return super.getTreeCellRendererComponent(tree, "Waiter " + ((Waiter) user).called, selected, expanded, leaf, row, focus);
        }
      });
      frame.add(new JLabel("Staff:"));
      frame.add(staff);
      frame.add(new JLabel("Bills:"));
      frame.add(new Bills());
      JSpinner shift = new JSpinner(new SpinnerListModel(List.of(new Waiter("Ines"), new Waiter("Jo"))));
      shift.setEditor(new JSpinner.DefaultEditor(shift));
      ((JSpinner.DefaultEditor) shift.getEditor()).getTextField().setFormatterFactory(new DefaultFormatterFactory(new DefaultFormatter() {
        @Override
        public String valueToString(Object waiter) {
          return "Waiter " + ((Waiter) waiter).called;
        }
      }));
      frame.add(new JLabel("Shift:"));
      frame.add(shift);
      JTabbedPane rooms = new JTabbedPane();
      rooms.addTab("Hall", new JLabel("tiled"));
      rooms.addTab("Garden", new JLabel("wet"));
      rooms.setEnabledAt(1, false);
      frame.add(rooms);
      frame.add(new Back());
      JButton pay = new JButton("Pay");
      pay.setEnabled(false);
      frame.add(pay);
      frame.add(new JButton("Help"));
      // Somewhere else than in the fields.
      frame.setSize(500, 400);
      frame.setVisible(true);
      pay.requestFocusInWindow();
      System.out.println("ready");
    });
  }
}
