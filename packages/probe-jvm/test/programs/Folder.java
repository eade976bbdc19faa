import java.awt.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import javax.swing.JFrame;
import javax.swing.JTable;
import javax.swing.SwingUtilities;

/** What is current, saved last or touched last is one of those that are there: each line that comes in makes it another. */
public final class Folder {
  static final class Page {
    final String name;
    int edits;

    Page(String name) {
      this.name = name;
    }
  }

  static final class Window extends JFrame {
    private Component touched;
    private JTable table = new JTable(new Object[][] {{"one"}}, new Object[] {"Page"});

    Window() {
      add(table);
      pack();
    }
  }

  private static final Folder instance = new Folder();
  private Page current;
  private final List<Page> pages = new ArrayList<>();
  private Window window;

  public static void main(String[] args) throws Exception {
    for (String name : args) instance.pages.add(new Page(name));
    SwingUtilities.invokeAndWait(() -> (instance.window = new Window()).setVisible(true));
    System.out.println("ready");
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      instance.current = instance.pages.get(Integer.parseInt(lines.nextLine()));
      instance.window.touched = instance.window.table;
    }
  }
}
