package switchyard;

import com.mxgraph.model.mxCell;
import com.mxgraph.swing.mxGraphComponent;
import com.mxgraph.view.mxGraph;
import java.awt.BorderLayout;
import java.util.ArrayList;
import java.util.List;
import javax.swing.DefaultListModel;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.JSpinner;
import javax.swing.JTextField;
import javax.swing.SpinnerNumberModel;
import javax.swing.SwingUtilities;

/** A yard where wagons are sorted: tracks meet at points, and trains wait. */
public final class Switchyard {
  static final class Post {
    final String name;
    int wagons;
    boolean occupied;

    Post(String name, int wagons, boolean occupied) {
      this.name = name;
      this.wagons = wagons;
      this.occupied = occupied;
    }

    @Override
    public String toString() {
      return name + " (" + wagons + ")";
    }
  }

  static final class Track {
    final int metres;
    String signal;

    Track(int metres, String signal) {
      this.metres = metres;
      this.signal = signal;
    }

    @Override
    public String toString() {
      return metres + " m";
    }
  }

  private final mxGraph graph = new mxGraph();
  private final DefaultListModel<String> trains = new DefaultListModel<>();
  private final List<String> journal = new ArrayList<>();
  private final JLabel status = new JLabel("No train moves");
  private final JTextField driver = new JTextField("Hauke Brix", 14);
  private final JCheckBox night = new JCheckBox("Night lights", true);
  private final JSpinner speed = new JSpinner(new SpinnerNumberModel(25, 5, 40, 5));
  private final JList<String> waiting = new JList<>(trains);
  private Object shown;

  private void build(String name) {
    Object root = graph.getDefaultParent();
    graph.getModel().beginUpdate();
    try {
      Object hump = graph.insertVertex(root, "hump", new Post("Hump", 18, true), 20, 60, 120, 40);
      Object west = graph.insertVertex(root, "west", new Post("West sidings", 42, false), 260, 20, 120, 40);
      Object dock = graph.insertVertex(root, "dock", new Post("Paper dock", 7, true), 260, 140, 120, 40);
      graph.insertEdge(root, "t1", new Track(640, "green"), hump, west);
      graph.insertEdge(root, "t2", new Track(385, "red"), hump, dock);
      graph.setSelectionCell(dock);
      shown = dock;
    } finally {
      graph.getModel().endUpdate();
    }
    trains.addElement("DGS 48211");
    trains.addElement("DGS 90077");
    waiting.setSelectedIndex(1);
    JButton dispatch = new JButton("Dispatch");
    dispatch.addActionListener(event -> dispatch());
    JButton hold = new JButton("Hold all");
    hold.addActionListener(event -> holdAll());
    JPanel desk = new JPanel();
    JLabel label = new JLabel("Driver");
    label.setLabelFor(driver);
    JLabel speedLabel = new JLabel("Speed");
    speedLabel.setLabelFor(speed);
    for (var part : List.of(label, driver, speedLabel, speed, night, dispatch, hold)) desk.add(part);
    JFrame frame = new JFrame(name);
    frame.add(new mxGraphComponent(graph), BorderLayout.CENTER);
    frame.add(waiting, BorderLayout.WEST);
    frame.add(desk, BorderLayout.NORTH);
    frame.add(status, BorderLayout.SOUTH);
    frame.setSize(900, 500);
    frame.setVisible(true);
    journal.add("05:40 yard opened");
  }

  void dispatch() {
    String train = waiting.getSelectedValue();
    trains.removeElement(train);
    status.setText(train + " leaves with " + driver.getText());
    journal.add("dispatched " + train);
  }

  void holdAll() {
    for (Object edge : graph.getChildEdges(graph.getDefaultParent())) ((Track) ((mxCell) edge).getValue()).signal = "red";
    graph.refresh();
    status.setText("All tracks are held");
  }

  public static void main(String[] arguments) throws Exception {
    SwingUtilities.invokeAndWait(() -> new Switchyard().build(arguments[0]));
    System.out.println("the yard is shown");
  }
}
