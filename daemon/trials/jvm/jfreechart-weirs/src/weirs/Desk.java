package weirs;

import java.awt.BorderLayout;
import java.awt.GridLayout;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import javax.swing.DefaultListModel;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSpinner;
import javax.swing.JTextField;
import javax.swing.SpinnerNumberModel;
import javax.swing.SwingUtilities;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.ChartPanel;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.data.xy.XYSeriesCollection;

/** Where somebody watches the gauges. */
public class Desk extends JFrame {
  private final DefaultListModel<Gauge> gauges = new DefaultListModel<>();
  private final JList<Gauge> gaugeList = new JList<>(gauges);
  private final XYSeriesCollection readings = new XYSeriesCollection();
  private final JFreeChart chart;
  private final ValueMarker mark = new ValueMarker(0);
  private final JSpinner warning = new JSpinner(new SpinnerNumberModel(1.0, 0.0, 9.0, 0.1));
  private final JCheckBox gateOpen = new JCheckBox("Gate open");
  private final JTextField remark = new JTextField("Rain since Tuesday", 16);
  private final JLabel status = new JLabel("Quiet");
  private int alarms;

  Desk(String river) {
    super(river + ": gauges");
    add(new Gauge("Millbridge", 12.4, 2.5, "Ines Faro"), 1.95);
    add(new Gauge("Oxbow", 31.0, 1.8, "Karl Stolz"), 1.20);
    add(new Gauge("Saltings", 58.7, 3.1, "Ines Faro"), 2.75);
    chart = ChartFactory.createXYLineChart("Levels of the " + river, "Hour", "Metres", readings);
    chart.getXYPlot().addRangeMarker(mark);

    JButton alarm = new JButton("Raise alarm");
    alarm.addActionListener((event) -> raiseAlarm());
    JButton save = new JButton("Save warning");
    save.addActionListener((event) -> saveWarning());
    gateOpen.addActionListener((event) -> gaugeList.getSelectedValue().setGateOpen(gateOpen.isSelected()));
    gaugeList.addListSelectionListener((event) -> show(gaugeList.getSelectedValue()));

    JPanel form = new JPanel(new GridLayout(0, 1));
    JLabel warningLabel = new JLabel("Warning at");
    warningLabel.setLabelFor(warning);
    JLabel remarkLabel = new JLabel("Remark");
    remarkLabel.setLabelFor(remark);
    form.add(warningLabel);
    form.add(warning);
    form.add(save);
    form.add(gateOpen);
    form.add(remarkLabel);
    form.add(remark);
    form.add(alarm);
    add(new JScrollPane(gaugeList), BorderLayout.WEST);
    add(new ChartPanel(chart), BorderLayout.CENTER);
    add(form, BorderLayout.EAST);
    add(status, BorderLayout.SOUTH);
    gaugeList.setSelectedIndex(1);
    setDefaultCloseOperation(EXIT_ON_CLOSE);
    setSize(1000, 600);
    setVisible(true);
  }

  private void add(Gauge gauge, double level) {
    gauge.read(13, level);
    gauges.addElement(gauge);
    readings.addSeries(gauge.getLevels());
  }

  private Gauge named(String name) {
    for (int at = 0; at < gauges.size(); at++) if (gauges.get(at).toString().equals(name)) return gauges.get(at);
    throw new IllegalArgumentException(name);
  }

  private void show(Gauge gauge) {
    if (gauge == null) return;
    warning.setValue(gauge.getWarning());
    gateOpen.setSelected(gauge.isGateOpen());
    mark.setValue(gauge.getWarning());
    status.setText(gauge + (gauge.isHigh() ? " is high" : " is as usual"));
  }

  void saveWarning() {
    Gauge gauge = gaugeList.getSelectedValue();
    gauge.setWarning((Double) warning.getValue());
    show(gauge);
  }

  void raiseAlarm() {
    alarms++;
    status.setText("Alarm for " + gaugeList.getSelectedValue());
  }

  void watch(String name) {
    gaugeList.setSelectedValue(named(name), true);
  }

  void reading(String name, int hour, double level) {
    named(name).read(hour, level);
  }

  public static void main(String[] args) throws Exception {
    Desk[] desk = new Desk[1];
    SwingUtilities.invokeAndWait(() -> desk[0] = new Desk(args[0]));
    System.out.println("the desk is manned");
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ");
      SwingUtilities.invokeAndWait(
          () -> {
            if (words[0].equals("watch")) desk[0].watch(words[1]);
            else desk[0].reading(words[0], Integer.parseInt(words[1]), Double.parseDouble(words[2]));
          });
      if (words[0].equals("watch")) System.out.println("watching " + words[1]);
    }
  }
}
