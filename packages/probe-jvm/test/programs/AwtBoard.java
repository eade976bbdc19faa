import java.awt.BorderLayout;
import java.awt.CheckboxMenuItem;
import java.awt.Frame;
import java.awt.Menu;
import java.awt.MenuBar;
import java.awt.MenuItem;
import java.awt.Panel;
import javax.swing.JLabel;
import javax.swing.JTable;
import javax.swing.table.AbstractTableModel;

/** A window with AWT's own menus, labels that all go by one name, and a table whose header alone names its columns. */
public final class AwtBoard extends Frame {
  private static final long serialVersionUID = 1L;

  static final class Card extends JLabel {
    private static final long serialVersionUID = 1L;

    Card(String text) {
      super(text);
    }
  }

  static final java.util.Properties SETTINGS = new java.util.Properties();
  static int turns;

  /** Draws itself. */
  static final class Track extends java.awt.Canvas {
    private static final long serialVersionUID = 1L;
    private String lens = "red";
    private byte[] legend = "north".getBytes();

    public void setLens(String lens) {
      this.lens = lens;
    }

    public void setLegend(byte[] legend) {
      this.legend = legend;
    }
  }

  private final java.awt.TextField train = new java.awt.TextField("4A12", 8);
  private final java.awt.Checkbox bell = new java.awt.Checkbox("Bell");
  private final java.awt.Choice aspect = new java.awt.Choice();
  private final java.awt.List points = new java.awt.List(2);
  private final java.awt.Scrollbar speed = new java.awt.Scrollbar(java.awt.Scrollbar.HORIZONTAL, 20, 5, 0, 105);
  private String heard = "";

  private Panel widgets() {
    for (String each : new String[] {"danger", "clear"}) aspect.add(each);
    for (String each : new String[] {"junction", "yard"}) points.add(each);
    train.addActionListener(event -> heard = "train " + event.getActionCommand());
    bell.addItemListener(event -> heard = "bell " + bell.getState());
    aspect.addItemListener(event -> heard = "aspect " + event.getItem());
    points.addItemListener(event -> heard = "points " + points.getSelectedItem());
    speed.addAdjustmentListener(event -> heard = "speed " + event.getValue());
    Panel widgets = new Panel();
    widgets.add(new java.awt.Label("Train"));
    for (java.awt.Component each : new java.awt.Component[] {train, bell, aspect, points, speed, new Track()}) widgets.add(each);
    return widgets;
  }

  AwtBoard() {
    super("Board");
    Menu game = new Menu("Game");
    MenuItem turn = new MenuItem("Next turn");
    turn.addActionListener(event -> turns++);
    MenuItem closed = new MenuItem("Give up");
    closed.setEnabled(false);
    CheckboxMenuItem hints = new CheckboxMenuItem("Hints", false);
    hints.addItemListener(event -> turns += 100);
    game.add(turn);
    game.add(closed);
    game.add(hints);
    MenuBar bar = new MenuBar();
    bar.add(game);
    setMenuBar(bar);
    Panel cards = new Panel();
    for (String text : new String[] {"red", "green", "blue", "black"}) cards.add(new Card(text));
    add(cards, BorderLayout.CENTER);
    JTable table = new JTable(new AbstractTableModel() {
      private static final long serialVersionUID = 1L;

      @Override
      public int getRowCount() {
        return 1;
      }

      @Override
      public int getColumnCount() {
        return 2;
      }

      @Override
      public Object getValueAt(int row, int column) {
        return column == 0 ? "ada" : 7;
      }
    });
    table.getColumnModel().getColumn(0).setHeaderValue("Player");
    add(table, BorderLayout.SOUTH);
    add(widgets(), BorderLayout.NORTH);
    setSize(600, 300);
  }

  public static void main(String[] args) {
    SETTINGS.setProperty("port", "8080");
    SETTINGS.setProperty("sound", "true");
    SETTINGS.setProperty("zip", "00501");
    new AwtBoard().setVisible(true);
    System.out.println("ready");
  }
}
