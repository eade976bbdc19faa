import java.awt.FlowLayout;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JTextField;
import javax.swing.JTree;
import javax.swing.SwingUtilities;
import javax.swing.tree.DefaultMutableTreeNode;

/** Takes a text over when its field is left, another when Enter is pressed; has a folded tree and a button that is disabled. */
public final class Counter {
  static String taken = "";
  static String entered = "";

  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      JFrame frame = new JFrame("Counter");
      frame.setLayout(new FlowLayout());
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
