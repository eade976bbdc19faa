import java.awt.BorderLayout;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JDesktopPane;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JInternalFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTabbedPane;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

/**
 * Documents that the program keeps, and windows that show them: a key opens a window, closes the first, changes or saves what the first shows, saves it by another name, opens
 * and closes a dialog, opens and closes a frame of nothing but plain components.
 */
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
    private final JLabel notes = new JLabel("some words");
    private final JInternalFrame sheetFrame = new JInternalFrame();
    private JDialog preview;

    /** What only somebody who listens holds. */
    private final class Zoomer {
      private int steps = 3;

      void run() {
        zoom += steps;
      }
    }

    View(Paper paper) {
      super("View of " + paper.title);
      this.paper = paper;
      tabs.addTab(paper.title, new JTextField("a note on " + paper.title));
      tabs.addTab("notes", new JScrollPane(notes));
      Zoomer zoomer = new Zoomer();
      notes.addPropertyChangeListener("zoom", event -> zoomer.run());
      JPanel panel = new JPanel();
      Sheet sheet = new Sheet();
      panel.add(new Strip(new Wrapper(sheet)));
      preview = new JDialog(this, "Preview");
      preview.add(new Strip(sheet));
      tabs.addTab("strip", panel);
      JTabbedPane fixed = new JTabbedPane();
      fixed.addTab("Margins", new JTextField("2 cm"));
      fixed.addTab("Paper", new JTextField("A4"));
      JDesktopPane desk = new JDesktopPane();
      desk.add(sheetFrame);
      sheetFrame.add(new JTextField("on the desk"));
      sheetFrame.setSize(80, 60);
      sheetFrame.setVisible(true);
      add(tabs, BorderLayout.NORTH);
      add(desk, BorderLayout.CENTER);
      add(fixed, BorderLayout.SOUTH);
      setSize(200, 100);
      setVisible(true);
    }
  }

  /** As editors do: a star where something is unsaved. */
  private static void change(View view, String name, boolean changed) {
    view.paper.changed = changed;
    String shown = view.paper.title + name + (changed ? "*" : "");
    view.setTitle("View of " + shown);
    view.tabs.setTitleAt(0, shown);
    view.sheetFrame.setTitle(shown);
  }

  private static JFrame plain(String title) {
    JFrame frame = new JFrame(title);
    frame.add(new JTextField("a line of " + title));
    frame.setSize(100, 60);
    frame.setVisible(true);
    return frame;
  }

  static final List<Paper> papers = new ArrayList<>();
  static int opened;

  private static void onEventThread(Runnable body) throws Exception {
    SwingUtilities.invokeAndWait(body);
    System.out.println("done");
  }

  public static void main(String[] args) throws Exception {
    // Names of files stand in nobody's code.
    papers.add(new Paper(String.join("", "let", "ter")));
    papers.add(new Paper(String.join("", "li", "st")));
    List<View> views = new ArrayList<>();
    List<JFrame> frames = new ArrayList<>();
    onEventThread(() -> views.add(new View(papers.get(0))));
    for (int key = System.in.read(); key >= 0; key = System.in.read()) {
      if (key == '+') onEventThread(() -> views.add(new View(papers.get(1))));
      if (key == 'c') onEventThread(() -> change(views.get(0), "", true));
      if (key == 's') onEventThread(() -> change(views.get(0), "", false));
      if (key == 'a') onEventThread(() -> change(views.get(0), " to Ada", false));
      if (key == 'f') onEventThread(() -> frames.add(plain("frame " + frames.size())));
      if (key == 'g') onEventThread(() -> frames.get(1).setTitle("frame of another name"));
      if (key == 'h') onEventThread(() -> frames.remove(1).dispose());
      if (key == 'd') onEventThread(() -> views.get(0).preview.setVisible(true));
      if (key == 'e') onEventThread(() -> views.get(0).preview.setVisible(false));
      if (key == '-') onEventThread(() -> views.remove(0).dispose());
    }
  }
}
