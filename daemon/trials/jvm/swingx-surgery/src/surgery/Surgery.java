package surgery;

import java.awt.BorderLayout;
import java.awt.GridLayout;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSpinner;
import javax.swing.JTabbedPane;
import javax.swing.JTextField;
import javax.swing.SpinnerNumberModel;
import javax.swing.SwingUtilities;
import javax.swing.table.AbstractTableModel;
import org.jdesktop.swingx.JXTable;
import org.jdesktop.swingx.JXTaskPane;
import org.jdesktop.swingx.JXTitledPanel;

public class Surgery extends JFrame {
  static class Patient {
    String animal;
    String kind;
    int age;
    boolean vaccinated;

    Patient(String animal, String kind, int age, boolean vaccinated) {
      this.animal = animal;
      this.kind = kind;
      this.age = age;
      this.vaccinated = vaccinated;
    }
  }

  static class Waiting extends AbstractTableModel {
    private static final String[] TITLES = {"Animal", "Kind", "Age", "Vaccinated"};
    private final List<Patient> patients = new ArrayList<>();

    @Override
    public int getRowCount() {
      return patients.size();
    }

    @Override
    public int getColumnCount() {
      return TITLES.length;
    }

    @Override
    public String getColumnName(int column) {
      return TITLES[column];
    }

    @Override
    public Object getValueAt(int row, int column) {
      Patient patient = patients.get(row);
      return column == 0 ? patient.animal : column == 1 ? patient.kind : column == 2 ? (Object) patient.age : (Object) patient.vaccinated;
    }

    void add(Patient patient) {
      patients.add(patient);
      fireTableRowsInserted(patients.size() - 1, patients.size() - 1);
    }

    void remove(int row) {
      patients.remove(row);
      fireTableRowsDeleted(row, row);
    }
  }

  private final Waiting waiting = new Waiting();
  private final JXTable table = new JXTable(waiting);
  private final JTextField animal = new JTextField(12);
  private final JComboBox<String> kind = new JComboBox<>(new String[] {"cat", "dog", "parrot", "tortoise"});
  private final JSpinner age = new JSpinner(new SpinnerNumberModel(4, 0, 150, 1));
  private final JCheckBox vaccinated = new JCheckBox("Vaccinated");
  private final JLabel status = new JLabel("Nobody was called yet");
  private int called;

  Surgery(String vet) {
    super("Surgery of " + vet);
    JPanel form = new JPanel(new GridLayout(0, 2));
    JLabel animalLabel = new JLabel("Animal");
    animalLabel.setLabelFor(animal);
    form.add(animalLabel);
    form.add(animal);
    form.add(new JLabel("Kind"));
    form.add(kind);
    form.add(new JLabel("Age"));
    form.add(age);
    form.add(vaccinated);
    JButton admit = new JButton("Admit");
    admit.addActionListener(event -> {
      waiting.add(new Patient(animal.getText(), (String) kind.getSelectedItem(), (Integer) age.getValue(), vaccinated.isSelected()));
      animal.setText("");
    });
    form.add(admit);
    JXTitledPanel titled = new JXTitledPanel("New patient", form);
    JXTaskPane task = new JXTaskPane();
    task.setTitle("Today");
    task.add(status);
    JTabbedPane tabs = new JTabbedPane();
    tabs.addTab("Waiting room", new JScrollPane(table));
    tabs.addTab("Notes", new JScrollPane(new javax.swing.JTextArea("Ring the farm at noon", 6, 30)));
    JMenuBar bar = new JMenuBar();
    JMenu patients = new JMenu("Patients");
    JMenuItem call = new JMenuItem("Call next");
    call.addActionListener(event -> {
      if (waiting.getRowCount() == 0) return;
      status.setText("Called: " + waiting.patients.get(0).animal);
      waiting.remove(0);
      called++;
    });
    patients.add(call);
    JMenu view = new JMenu("View");
    JMenu order = new JMenu("Order");
    order.add(new JMenuItem("By age")).addActionListener(event -> table.setSortOrder(2, javax.swing.SortOrder.ASCENDING));
    view.add(order);
    bar.add(patients);
    bar.add(view);
    setJMenuBar(bar);
    add(titled, BorderLayout.NORTH);
    add(tabs, BorderLayout.CENTER);
    add(task, BorderLayout.SOUTH);
    waiting.add(new Patient("Tiglath", "cat", 6, true));
    waiting.add(new Patient("Captain", "parrot", 31, false));
    waiting.add(new Patient("Boulder", "tortoise", 88, true));
    table.setRowSelectionInterval(1, 1);
    pack();
  }

  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      Surgery surgery = new Surgery(args[0]);
      surgery.setDefaultCloseOperation(EXIT_ON_CLOSE);
      surgery.setVisible(true);
      System.out.println("the surgery is open");
    });
  }
}
