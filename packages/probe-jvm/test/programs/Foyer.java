import java.awt.BorderLayout;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

/** A window of the toolkit's own class, made by an object that is no component and keeps its parts in fields. */
public final class Foyer {
  private final JLabel statusLine = new JLabel("doors closed");
  private final JTextField visitorName = new JTextField("Odile");

  private Foyer() {
    JFrame frame = new JFrame("Foyer");
    frame.add(visitorName, BorderLayout.CENTER);
    frame.add(statusLine, BorderLayout.SOUTH);
    frame.addWindowListener(new WindowAdapter() {
      @Override
      public void windowClosing(WindowEvent event) {
        leave();
      }
    });
    frame.pack();
    frame.setVisible(true);
  }

  private void leave() {
    System.exit(0);
  }

  public static void main(String[] args) throws Exception {
    SwingUtilities.invokeAndWait(Foyer::new);
    System.out.println("ready");
  }
}
