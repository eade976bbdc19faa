package reef;

import edu.umd.cs.piccolo.PCanvas;
import edu.umd.cs.piccolo.PLayer;
import edu.umd.cs.piccolo.nodes.PPath;
import edu.umd.cs.piccolo.nodes.PText;
import java.awt.BorderLayout;
import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JSlider;
import javax.swing.SwingUtilities;

/** A chart of a reef that can be zoomed: corals where divers saw them. */
public final class Reef {
  record Sighting(String coral, int depth, String diver, boolean bleached) {}

  private final PCanvas chart = new PCanvas();
  private final Map<PPath, Sighting> sightings = new LinkedHashMap<>();
  private final JComboBox<String> season = new JComboBox<>(new String[] {"dry", "wet", "all year"});
  private final JSlider visibility = new JSlider(0, 40, 15);
  private final JLabel total = new JLabel("0 sightings");
  private final PText caption = new PText("Outer wall");
  private String boat = "Manta II";

  private void mark(String coral, int depth, String diver, boolean bleached) {
    PLayer layer = chart.getLayer();
    PPath spot = PPath.createEllipse(60f * sightings.size() + 40, depth * 12f, 30, 30);
    spot.setPaint(bleached ? Color.WHITE : Color.ORANGE);
    spot.addAttribute("diver", diver);
    layer.addChild(spot);
    sightings.put(spot, new Sighting(coral, depth, diver, bleached));
    total.setText(sightings.size() + " sightings");
  }

  void rename(String text) {
    caption.setText(text);
  }

  private void show() {
    caption.setOffset(20, 10);
    chart.getLayer().addChild(caption);
    mark("Staghorn", 9, "Malia", false);
    mark("Brain coral", 17, "Tevita", true);
    mark("Sea fan", 24, "Malia", false);
    season.setSelectedItem("wet");
    visibility.setValue(22);
    chart.getCamera().setViewScale(1.5);
    JButton clear = new JButton("Clear the chart");
    clear.addActionListener(
        event -> {
          sightings.keySet().forEach(chart.getLayer()::removeChild);
          sightings.clear();
          total.setText("0 sightings");
        });
    JPanel bar = new JPanel();
    JLabel label = new JLabel("Season");
    label.setLabelFor(season);
    JLabel sight = new JLabel("Visibility");
    sight.setLabelFor(visibility);
    bar.add(label);
    bar.add(season);
    bar.add(sight);
    bar.add(visibility);
    bar.add(clear);
    bar.add(total);
    JFrame frame = new JFrame("Reef of Nakalo, from the " + boat);
    frame.add(bar, BorderLayout.NORTH);
    frame.add(chart, BorderLayout.CENTER);
    frame.setSize(800, 600);
    frame.setVisible(true);
  }

  public static void main(String[] arguments) throws Exception {
    SwingUtilities.invokeAndWait(() -> new Reef().show());
    System.out.println("the reef is charted");
  }
}
