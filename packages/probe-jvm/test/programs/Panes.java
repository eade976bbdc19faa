import java.util.ArrayList;
import java.util.List;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.SwingUtilities;

/** Documents that the program keeps, and windows that show them: a line opens a window or closes the last one. */
public final class Panes {
  static final class Paper {
    private final String title;
    private final List<String> lines = new ArrayList<>();
    private boolean changed;

    Paper(String title) {
      this.title = title;
      lines.add("first line of " + title);
    }
  }

  static final class View extends JFrame {
    private final Paper paper;
    private int zoom = 100;

    View(Paper paper) {
      super("View of " + paper.title);
      this.paper = paper;
      add(new JLabel("some words"));
      setSize(200, 100);
      setVisible(true);
    }
  }

  static final List<Paper> papers = new ArrayList<>();
  static int opened;

  private static void onEventThread(Runnable body) throws Exception {
    SwingUtilities.invokeAndWait(body);
    System.out.println("done");
  }

  public static void main(String[] args) throws Exception {
    papers.add(new Paper("letter"));
    papers.add(new Paper("list"));
    List<View> views = new ArrayList<>();
    onEventThread(() -> views.add(new View(papers.get(0))));
    for (int key = System.in.read(); key >= 0; key = System.in.read()) {
      if (key == '+') onEventThread(() -> views.add(new View(papers.get(1))));
      if (key == '-') onEventThread(() -> views.remove(0).dispose());
    }
  }
}
