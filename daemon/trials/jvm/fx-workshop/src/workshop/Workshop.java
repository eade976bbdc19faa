package workshop;

import javafx.application.Application;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.geometry.Insets;
import javafx.scene.Scene;
import javafx.scene.control.*;
import javafx.scene.control.cell.PropertyValueFactory;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.GridPane;
import javafx.stage.Stage;

public class Workshop extends Application {
  private final ObservableList<Repair> repairs = FXCollections.observableArrayList();
  private final TableView<Repair> table = new TableView<>(repairs);
  private final TextField bicycle = new TextField();
  private final ComboBox<String> fault = new ComboBox<>(FXCollections.observableArrayList("puncture", "brake", "chain"));
  private final Spinner<Integer> hours = new Spinner<>(1, 12, 2);
  private final CheckBox urgent = new CheckBox("Urgent");
  private final Label status = new Label("2 repairs");

  private <T> void column(String title, String property) {
    TableColumn<Repair, T> column = new TableColumn<>(title);
    column.setCellValueFactory(new PropertyValueFactory<>(property));
    table.getColumns().add(column);
  }

  private void add() {
    repairs.add(new Repair(bicycle.getText(), fault.getValue(), hours.getValue() * 40 * (urgent.isSelected() ? 1.5 : 1)));
    status.setText(repairs.size() + " repairs");
  }

  private void remove() {
    repairs.remove(table.getSelectionModel().getSelectedItem());
    status.setText(repairs.size() + " repairs");
  }

  @Override
  public void start(Stage stage) {
    this.<String>column("Bicycle", "bicycle");
    this.<String>column("Fault", "fault");
    this.<Double>column("Cost", "cost");
    repairs.add(new Repair("Batavus green", "chain", 55));
    repairs.add(new Repair("Tandem", "brake", 95));
    fault.setValue("puncture");
    bicycle.setText("Gazelle");

    GridPane form = new GridPane();
    form.setPadding(new Insets(8));
    form.addRow(0, new Label("Bicycle:"), bicycle);
    form.addRow(1, new Label("Fault:"), fault);
    form.addRow(2, new Label("Hours:"), hours);
    form.addRow(3, urgent);
    Button add = new Button("Add repair");
    add.setOnAction(event -> add());
    Button remove = new Button("Remove repair");
    remove.setOnAction(event -> remove());
    form.addRow(4, add, remove);

    MenuItem clear = new MenuItem("Clear all");
    clear.setOnAction(event -> {
      repairs.clear();
      status.setText("nothing to do");
    });
    BorderPane pane = new BorderPane(table);
    pane.setTop(new MenuBar(new Menu("Repairs", null, clear)));
    pane.setLeft(form);
    pane.setBottom(status);
    stage.setTitle("Workshop");
    stage.setScene(new Scene(pane, 700, 400));
    stage.show();
    System.out.println("shown");
  }

  public static void main(String[] args) {
    launch(args);
  }
}
