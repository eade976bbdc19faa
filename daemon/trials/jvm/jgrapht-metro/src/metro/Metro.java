package metro;

import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

public class Metro {
  static class Station {
    final String name;
    int passengers;
    boolean closed;

    Station(String name, int passengers) {
      this.name = name;
      this.passengers = passengers;
    }
  }

  private final SimpleWeightedGraph<Station, DefaultWeightedEdge> lines = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
  private final SimpleWeightedGraph<String, DefaultWeightedEdge> fares = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
  private int trains = 9;

  public void addTrain() {
    trains++;
  }

  public static void main(String[] args) throws Exception {
    Metro metro = new Metro();
    Station a = new Station(args[0], 1200);
    Station b = new Station(args[1], 350);
    Station c = new Station(args[2], 41);
    metro.lines.addVertex(a);
    metro.lines.addVertex(b);
    metro.lines.addVertex(c);
    metro.lines.setEdgeWeight(metro.lines.addEdge(a, b), 7.5);
    metro.lines.setEdgeWeight(metro.lines.addEdge(b, c), 12.25);
    metro.fares.addVertex(args[3]);
    metro.fares.addVertex(args[4]);
    metro.fares.setEdgeWeight(metro.fares.addEdge(args[3], args[4]), 3.75);
    System.out.println("running");
    Thread.currentThread().join();
  }
}
