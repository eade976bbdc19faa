import java.util.ArrayList;
import java.util.List;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTabbedPane;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

/** Documents that the program keeps, and windows that show them: a key opens a window, closes the first, changes or saves what the first shows, opens and closes a dialog. */
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

  /** A sheet that only who shows it holds. */
  static final class Sheet {
    private final String colour = new StringBuilder("white").append(" of ").append(System.nanoTime()).toString();
    private int folds = 3;
  }

  static final class Wrapper {
    private final Sheet sheet;
    private int layers = 2;

    Wrapper(Sheet sheet) {
      this.sheet = sheet;
    }
  }

  static final class Strip extends JPanel {
    private final Object shown;
    private int gap = 5;

    Strip(Object shown) {
      this.shown = shown;
    }
  }

  static final class View extends JFrame {
    private final Paper paper;
    private int zoom = 100;
    private final JTabbedPane tabs = new JTabbedPane();
    private JDialog preview;

    View(Paper paper) {
      super("View of " + paper.title);
      this.paper = paper;
      tabs.addTab(paper.title, new JTextField("a note on " + paper.title));
      tabs.addTab("notes", new JLabel("some words"));
      JPanel notes = new JPanel();
      Sheet sheet = new Sheet();
      notes.add(new Strip(new Wrapper(sheet)));
      preview = new JDialog(this, "Preview");
      preview.add(new Strip(sheet));
      tabs.addTab("strip", notes);
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
      if (key == 'd') onEventThread(() -> views.get(0).preview.setVisible(true));
      if (key == 'e') onEventThread(() -> views.get(0).preview.setVisible(false));
      if (key == '-') onEventThread(() -> views.remove(0).dispose());
    }
  }
}
