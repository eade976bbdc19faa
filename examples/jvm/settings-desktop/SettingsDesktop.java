import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.util.ArrayList;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.ButtonGroup;
import javax.swing.DefaultListModel;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JCheckBoxMenuItem;
import javax.swing.JComboBox;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JOptionPane;
import javax.swing.JPanel;
import javax.swing.JPasswordField;
import javax.swing.JRadioButton;
import javax.swing.JScrollPane;
import javax.swing.JSlider;
import javax.swing.JSpinner;
import javax.swing.JTabbedPane;
import javax.swing.JTable;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.JTree;
import javax.swing.SpinnerNumberModel;
import javax.swing.SwingUtilities;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.DefaultMutableTreeNode;

/** A mail program's settings window: every kind of widget a person meets in one. */
public final class SettingsDesktop {
  enum Theme { LIGHT, DARK, SYSTEM }

  /** What is saved when a person presses Save. */
  static final class Preferences {
    String displayName = "Ada Lovelace";
    String server = "imap.example.org";
    int checkEveryMinutes = 15;
    boolean notifications = true;
    Theme theme = Theme.SYSTEM;
    final List<String> labels = new ArrayList<>(List.of("Inbox", "Work", "Travel"));

    public void setTheme(Theme theme) {
      this.theme = theme;
    }
  }

  static final class SettingsWindow extends JFrame {
    private final Preferences preferences;
    private final JTextField nameField = new JTextField(20);
    private final JTextField serverField = new JTextField(20);
    private final JPasswordField passwordField = new JPasswordField("correct horse battery", 20);
    private final JSpinner interval = new JSpinner(new SpinnerNumberModel(15, 1, 240, 1));
    private final JCheckBox notifications = new JCheckBox("Show notifications");
    private final JComboBox<Theme> theme = new JComboBox<>(Theme.values());
    private final JSlider volume = new JSlider(0, 100, 70);
    private final JLabel statusLabel = new JLabel("All changes saved");
    private final JTextArea signature = new JTextArea("Kind regards\nAda", 4, 20);
    private final DefaultListModel<String> labelModel = new DefaultListModel<>();
    private final DefaultTableModel filterModel =
        new DefaultTableModel(new Object[][] {{"From boss", "Work", true}, {"Airline", "Travel", true}, {"Newsletter", "Inbox", false}}, new Object[] {"Rule", "Label", "Active"});
    private boolean dirty;
    private int saves;

    SettingsWindow(Preferences preferences) {
      super("Mail settings");
      this.preferences = preferences;
      JTabbedPane tabs = new JTabbedPane();
      tabs.addTab("Account", account());
      tabs.addTab("Appearance", appearance());
      tabs.addTab("Filters", filters());
      add(tabs, BorderLayout.CENTER);
      add(footer(), BorderLayout.SOUTH);
      setJMenuBar(menus());
      load();
      pack();
    }

    private JPanel account() {
      JPanel panel = new JPanel(new GridLayout(0, 2));
      labelled(panel, "Display name:", nameField);
      labelled(panel, "Mail server:", serverField);
      labelled(panel, "Password:", passwordField);
      labelled(panel, "Check every (minutes):", interval);
      panel.add(notifications);
      return panel;
    }

    private JPanel appearance() {
      JPanel panel = new JPanel(new GridLayout(0, 2));
      labelled(panel, "Theme:", theme);
      labelled(panel, "Volume:", volume);
      JPanel density = new JPanel();
      density.setBorder(BorderFactory.createTitledBorder("Density"));
      ButtonGroup group = new ButtonGroup();
      for (String name : new String[] {"Compact", "Comfortable"}) {
        JRadioButton button = new JRadioButton(name, name.equals("Compact"));
        group.add(button);
        density.add(button);
      }
      panel.add(density);
      labelled(panel, "Signature:", new JScrollPane(signature));
      return panel;
    }

    private JPanel filters() {
      JPanel panel = new JPanel(new BorderLayout());
      JTable table = new JTable(filterModel);
      table.setName("filters");
      panel.add(new JScrollPane(table), BorderLayout.CENTER);
      JList<String> labels = new JList<>(labelModel);
      labels.setName("labels");
      panel.add(new JScrollPane(labels), BorderLayout.WEST);
      DefaultMutableTreeNode root = new DefaultMutableTreeNode("Folders");
      root.add(new DefaultMutableTreeNode("Archive"));
      root.add(new DefaultMutableTreeNode("Drafts"));
      JTree folders = new JTree(root);
      folders.setName("folders");
      panel.add(folders, BorderLayout.EAST);
      return panel;
    }

    private JPanel footer() {
      JPanel panel = new JPanel(new FlowLayout());
      JButton save = new JButton("Save");
      save.addActionListener(event -> save());
      JButton reset = new JButton("Reset to defaults…");
      reset.addActionListener(event -> {
        int answer = JOptionPane.showConfirmDialog(this, "Forget all changes?", "Reset settings", JOptionPane.YES_NO_OPTION);
        if (answer == JOptionPane.YES_OPTION) load();
      });
      panel.add(statusLabel);
      panel.add(save);
      panel.add(reset);
      return panel;
    }

    private JMenuBar menus() {
      JMenuBar bar = new JMenuBar();
      JMenu view = new JMenu("View");
      view.add(new JCheckBoxMenuItem("Show toolbar", true));
      JMenuItem shout = new JMenuItem("Show status");
      shout.addActionListener(event -> statusLabel.setText("Saved " + saves + " times"));
      view.add(shout);
      bar.add(view);
      return bar;
    }

    private void load() {
      nameField.setText(preferences.displayName);
      serverField.setText(preferences.server);
      interval.setValue(preferences.checkEveryMinutes);
      notifications.setSelected(preferences.notifications);
      theme.setSelectedItem(preferences.theme);
      labelModel.clear();
      preferences.labels.forEach(labelModel::addElement);
      dirty = false;
    }

    private void save() {
      preferences.displayName = nameField.getText();
      preferences.server = serverField.getText();
      preferences.checkEveryMinutes = (Integer) interval.getValue();
      preferences.notifications = notifications.isSelected();
      preferences.theme = (Theme) theme.getSelectedItem();
      saves++;
      dirty = false;
      statusLabel.setText("Saved");
    }

    private static void labelled(JPanel panel, String text, java.awt.Component field) {
      panel.add(new JLabel(text));
      panel.add(field);
    }
  }

  public static void main(String[] args) throws Exception {
    SwingUtilities.invokeAndWait(() -> {
      SettingsWindow window = new SettingsWindow(new Preferences());
      window.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
      window.setVisible(true);
    });
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
