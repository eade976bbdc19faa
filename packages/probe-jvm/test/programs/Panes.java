import java.util.ArrayList;
import java.util.List;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JTabbedPane;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

/** Documents that the program keeps, and windows that show them: a key opens a window, closes the first, changes or saves what the first shows. */
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
    private final JTabbedPane tabs = new JTabbedPane();

    View(Paper paper) {
      super("View of " + paper.title);
      this.paper = paper;
      tabs.addTab(paper.title, new JTextField("a note on " + paper.title));
      tabs.addTab("notes", new JLabel("some words"));
      add(tabs);
      setSize(200, 100);
      setVisible(true);
    }
  }

  /** As editors do: a star where something is unsaved. */
  private static void change(View view, boolean changed) {
    view.paper.changed = changed;
    view.setTitle("View of " + view.paper.title + (changed ? "*" : ""));
    view.tabs.setTitleAt(0, view.paper.title + (changed ? "*" : ""));
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
      if (key == 'c') onEventThread(() -> change(views.get(0), true));
      if (key == 's') onEventThread(() -> change(views.get(0), false));
      if (key == '-') onEventThread(() -> views.remove(0).dispose());
    }
  }
}
