package cinema;

import javafx.application.Application;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.geometry.Insets;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.cell.PropertyValueFactory;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.controlsfx.control.Rating;
import org.controlsfx.control.StatusBar;

public class BoxOffice extends Application {
  private final ObservableList<Screening> screenings =
      FXCollections.observableArrayList(
          new Screening("The Salt Road", "Blue Hall", 180, 61),
          new Screening("Nine Lanterns", "Attic", 42, 40),
          new Screening("Goodbye, Herring", "Blue Hall", 180, 7));
  private final TableView<Screening> table = new TableView<>(screenings);
  private final TextField customer = new TextField("Mrs. Abernathy");
  private final CheckBox reduced = new CheckBox("Reduced price");
  private final Rating rating = new Rating(5, 4);
  private final Label price = new Label();
  private final StatusBar status = new StatusBar();
  private double takings = 1311.5;

  @Override
  public void start(Stage stage) {
    table.getColumns().add(column("Film", "film"));
    table.getColumns().add(column("Hall", "hall"));
    table.getColumns().add(column("Seats", "seats"));
    table.getColumns().add(column("Sold", "sold"));
    table.getSelectionModel().select(1);
    reduced.setSelected(true);
    price.textProperty().bind(Bindings.when(reduced.selectedProperty()).then("8.50 a seat").otherwise("12.00 a seat"));
    status.setText("Attic is nearly full");

    Button sell = new Button("Sell ticket");
    sell.setOnAction(event -> sellTicket());
    Button cancel = new Button("Take back");
    cancel.setOnAction(event -> takeBack());

    HBox buttons = new HBox(8, customer, reduced, price, sell, cancel);
    VBox below = new VBox(8, new HBox(8, new Label("Visitors say"), rating), buttons, status);
    below.setPadding(new Insets(8));
    BorderPane pane = new BorderPane(table);
    pane.setBottom(below);
    stage.setTitle("Box office of the Rialto");
    stage.setScene(new Scene(pane, 820, 480));
    stage.show();
    Platform.runLater(() -> System.out.println("shown"));
  }

  private static <T> TableColumn<Screening, T> column(String title, String property) {
    TableColumn<Screening, T> column = new TableColumn<>(title);
    column.setCellValueFactory(new PropertyValueFactory<>(property));
    return column;
  }

  private void sellTicket() {
    Screening screening = table.getSelectionModel().getSelectedItem();
    screening.setSold(screening.getSold() + 1);
    takings += reduced.isSelected() ? 8.5 : 12;
    status.setText("Sold to " + customer.getText());
  }

  private void takeBack() {
    Screening screening = table.getSelectionModel().getSelectedItem();
    screening.setSold(screening.getSold() - 1);
    takings -= reduced.isSelected() ? 8.5 : 12;
    status.setText("Taken back from " + customer.getText());
  }
}
