import java.util.ArrayList;
import java.util.List;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.DateTime;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Spinner;
import org.eclipse.swt.widgets.TabFolder;
import org.eclipse.swt.widgets.TabItem;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;

/** A form of SWT with one of everything that holds state. */
public final class SwtDesk {
  static int saves;
  static String chosen = "";
  static String taken = "";
  static String visited = "";
  static final List<String> log = new ArrayList<>();

  /** A page of the program's own class, as editors have, and the folder that holds pages. */
  static final class Sheet extends Composite {
    Sheet(Composite parent) {
      super(parent, SWT.NONE);
      setLayout(new GridLayout());
      new Button(this, SWT.CHECK).setText("Signed");
    }
  }

  static final class Desk extends Composite {
    final TabFolder folder = new TabFolder(this, SWT.NONE);
    final Text draft = new Text(folder, SWT.MULTI);

    Desk(Composite parent) {
      super(parent, SWT.NONE);
      setLayout(new GridLayout());
      add(new Sheet(folder), "*sheet of " + saves);
      add(draft, "draft of " + saves);
    }

    private void add(Control page, String title) {
      TabItem tab = new TabItem(folder, SWT.NONE);
      tab.setText(title);
      tab.setControl(page);
    }
  }

  /** Whoever keeps what is shown in fields, and is no part of the window. */
  static final class Bell {
    final Label whoRang;
    int rings;

    Bell(Shell shell) {
      whoRang = new Label(shell, SWT.NONE);
      whoRang.setText("nobody");
    }
  }

  private static void label(Shell shell, String text) {
    new Label(shell, SWT.NONE).setText(text);
  }

  public static void main(String[] args) {
    Display display = new Display();
    Shell shell = new Shell(display);
    shell.setText("SWT desk");
    shell.setLayout(new GridLayout(2, false));
    label(shell, "Guest:");
    Text guest = new Text(shell, SWT.BORDER);
    guest.setText("Ada");
    guest.addListener(SWT.FocusOut, event -> taken = guest.getText());
    guest.addListener(SWT.DefaultSelection, event -> log.add("welcome " + guest.getText()));
    label(shell, "Password:");
    new Text(shell, SWT.BORDER | SWT.PASSWORD).setText("hunter2");
    label(shell, "Room:");
    Combo room = new Combo(shell, SWT.READ_ONLY);
    room.setItems("Blue", "Green");
    room.select(0);
    room.addListener(SWT.Selection, event -> chosen = room.getText());
    label(shell, "Nights:");
    Spinner nights = new Spinner(shell, SWT.NONE);
    nights.setMinimum(1);
    nights.setMaximum(9);
    nights.setSelection(3);
    Button breakfast = new Button(shell, SWT.CHECK);
    breakfast.setText("Breakfast");
    Button save = new Button(shell, SWT.PUSH);
    save.setText("&Save");
    save.addListener(SWT.Selection, event -> saves++);
    // What is unsaved has a mark in the title.
    nights.addListener(SWT.Modify, event -> shell.setText("*SWT desk"));
    save.addListener(SWT.Selection, event -> shell.setText("SWT desk"));
    Button off = new Button(shell, SWT.PUSH);
    off.setText("Cancel");
    off.setEnabled(false);
    Button ask = new Button(shell, SWT.PUSH);
    ask.setText("Ask");
    ask.addListener(SWT.Selection, event -> {
      Shell dialog = new Shell(shell, SWT.DIALOG_TRIM | SWT.APPLICATION_MODAL);
      dialog.setText("Really?");
      dialog.setLayout(new GridLayout());
      Button yes = new Button(dialog, SWT.PUSH);
      yes.setText("Yes");
      yes.addListener(SWT.Selection, pressed -> {
        log.add("yes");
        dialog.dispose();
      });
      dialog.pack();
      dialog.open();
      while (!dialog.isDisposed()) if (!display.readAndDispatch()) display.sleep();
    });
    Table table = new Table(shell, SWT.BORDER);
    table.setHeaderVisible(true);
    for (String name : new String[] {"Guest", "Nights"}) {
      TableColumn column = new TableColumn(table, SWT.NONE);
      column.setText(name);
      column.setWidth(80);
    }
    for (int i = 0; i < 3; i++) new TableItem(table, SWT.NONE).setText(new String[] {"guest " + i, String.valueOf(i + 1)});
    table.addListener(SWT.Selection, event -> log.add("row " + table.getSelectionIndex()));
    table.addListener(SWT.DefaultSelection, event -> log.add("opened " + ((TableItem) event.item).getText()));
    // Filled only as it comes up.
    Menu other = new Menu(table);
    other.addListener(SWT.Show, event -> {
      for (MenuItem item : other.getItems()) item.dispose();
      String name = table.getSelection()[0].getText();
      MenuItem move = new MenuItem(other, SWT.PUSH);
      move.setText("Move out");
      move.addListener(SWT.Selection, picked -> log.add("moved " + name));
    });
    table.setMenu(other);
    label(shell, "Arrival:");
    DateTime arrival = new DateTime(shell, SWT.DATE);
    arrival.setDate(2024, 1, 29);
    arrival.addListener(SWT.Selection, event -> log.add("arrives on the " + arrival.getDay()));
    label(shell, "Wishes:");
    Combo wishes = new Combo(shell, SWT.NONE);
    wishes.setItems("Quiet room", "Late breakfast");
    wishes.addListener(SWT.Modify, event -> log.add("wishes " + wishes.getText()));
    label(shell, "House:");
    Tree house = new Tree(shell, SWT.BORDER);
    TreeItem floor = new TreeItem(house, SWT.NONE);
    floor.setText("First floor");
    new TreeItem(floor, SWT.NONE);
    house.addListener(SWT.Expand, event -> {
      for (TreeItem item : floor.getItems()) item.dispose();
      new TreeItem(floor, SWT.NONE).setText("Blue room");
    });
    house.addListener(SWT.DefaultSelection, event -> log.add("lit the " + ((TreeItem) event.item).getText()));
    house.addListener(SWT.Selection, event -> log.add("in the " + house.getSelection()[0].getText()));
    TabFolder tabs = new TabFolder(shell, SWT.NONE);
    for (String name : new String[] {"Notes", "Bill"}) {
      TabItem tab = new TabItem(tabs, SWT.NONE);
      tab.setText(name);
      Text inside = new Text(tabs, SWT.MULTI);
      inside.setText("the " + name);
      tab.setControl(inside);
    }
    Desk desk = new Desk(shell);
    Button rename = new Button(shell, SWT.PUSH);
    rename.setText("Rename");
    rename.addListener(SWT.Selection, event -> {
      for (TabItem tab : desk.folder.getItems()) tab.setText("renamed in " + tab.getText().length());
    });
    Bell bell = new Bell(shell);
    rename.addListener(SWT.Selection, event -> bell.whoRang.setText("rang " + ++bell.rings));
    Menu bar = new Menu(shell, SWT.BAR);
    MenuItem file = new MenuItem(bar, SWT.CASCADE);
    file.setText("&File");
    Menu below = new Menu(shell, SWT.DROP_DOWN);
    file.setMenu(below);
    MenuItem print = new MenuItem(below, SWT.PUSH);
    print.setText("&Print\tCtrl+P");
    print.addListener(SWT.Selection, event -> log.add("printed"));
    MenuItem recent = new MenuItem(below, SWT.CASCADE);
    recent.setText("Recent");
    Menu visits = new Menu(shell, SWT.DROP_DOWN);
    recent.setMenu(visits);
    visits.addListener(SWT.Show, event -> {
      for (MenuItem item : visits.getItems()) item.dispose();
      for (String name : new String[] {"Hopper", "Turing"}) {
        MenuItem visit = new MenuItem(visits, SWT.PUSH);
        visit.setText(name);
        visit.addListener(SWT.Selection, picked -> visited = name);
      }
    });
    MenuItem marks = new MenuItem(below, SWT.CASCADE);
    marks.setText("Marks");
    marks.setMenu(new Menu(shell, SWT.DROP_DOWN));
    for (int i = 1; i <= 41; i++) new MenuItem(marks.getMenu(), SWT.CHECK).setText("Mark " + i);
    MenuItem staff = new MenuItem(below, SWT.CASCADE);
    staff.setText("Staff");
    staff.setMenu(new Menu(shell, SWT.DROP_DOWN));
    staff.setEnabled(false);
    MenuItem call = new MenuItem(staff.getMenu(), SWT.PUSH);
    call.setText("Call");
    call.addListener(SWT.Selection, event -> log.add("called"));
    MenuItem quiet = new MenuItem(below, SWT.CHECK);
    quiet.setText("Quiet");
    shell.setMenuBar(bar);
    shell.setSize(500, 700);
    shell.open();
    System.out.println("ready");
    while (!shell.isDisposed()) if (!display.readAndDispatch()) display.sleep();
  }
}
