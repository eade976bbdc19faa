import javafx.application.Application;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.scene.Scene;
import javafx.scene.control.Alert;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.PasswordField;
import javafx.scene.control.Spinner;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableView;
import javafx.scene.control.TreeView;
import javafx.scene.control.cell.PropertyValueFactory;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import javafx.util.StringConverter;

/** A small JavaFX form. */
public final class FxForm extends Application {
  /** Says nothing of itself. */
  static final class Pet {
    final String called;

    Pet(String called) {
      this.called = called;
    }
  }

  public static final class Trip {
    private final String harbour;

    Trip(String harbour) {
      this.harbour = harbour;
    }

    public String getHarbour() {
      return harbour;
    }
  }

  /** A page of the program's own class. */
  static final class Sheet extends VBox {
    Sheet(String text) {
      getChildren().add(new TextArea(text));
    }
  }

  private final Tab log = new Tab("day " + System.getProperty("user.name"), new VBox(new CheckBox("Windy")));
  private final Label weather = new Label("drizzle");
  private final TableView<Trip> trips = new TableView<>(FXCollections.observableArrayList(new Trip("Hanko"), new Trip("Porvoo")));

  @Override
  public void start(Stage stage) {
    TableColumn<Trip, String> harbour = new TableColumn<>("Harbour");
    harbour.setCellValueFactory(new PropertyValueFactory<>("harbour"));
    trips.getColumns().add(harbour);
    // Objects that say nothing of themselves: shown by what a cell draws, or as they are.
    TableColumn<Trip, Pet> guest = new TableColumn<>("Guest");
    guest.setCellValueFactory(row -> new SimpleObjectProperty<>(new Pet("of " + row.getValue().harbour)));
    guest.setCellFactory(column -> new TableCell<Trip, Pet>() {
      @Override
      protected void updateItem(Pet pet, boolean empty) {
        super.updateItem(pet, empty);
        setGraphic(empty ? null : new HBox(new Label("pet"), new Label(pet.called)));
      }
    });
    TableColumn<Trip, Label> flag = new TableColumn<>("Flag");
    flag.setCellValueFactory(row -> new SimpleObjectProperty<>(new Label("flag of " + row.getValue().harbour)));
    TableColumn<Trip, Pet> cat = new TableColumn<>("Cat");
    cat.setCellValueFactory(row -> new SimpleObjectProperty<>(new Pet("Tom")));
    trips.getColumns().add(guest);
    trips.getColumns().add(flag);
    trips.getColumns().add(cat);
    MenuItem cancel = new MenuItem("Cancel trip");
    cancel.setOnAction(event -> trips.getItems().remove(trips.getSelectionModel().getSelectedIndex()));
    trips.setContextMenu(new ContextMenu(cancel));
    trips.setPrefHeight(160);
    TextField name = new TextField("Ada");
    PasswordField password = new PasswordField();
    password.setText("correct horse battery");
    ComboBox<String> colour = new ComboBox<>(FXCollections.observableArrayList("red", "green"));
    colour.setValue("red");
    CheckBox news = new CheckBox("Newsletter");
    ListView<String> cities = new ListView<>(FXCollections.observableArrayList("Bern", "Oslo"));
    cities.setId("cities");
    ListView<Pet> pets = new ListView<>(FXCollections.observableArrayList(new Pet("Mia"), new Pet("Rex")));
    pets.setCellFactory(view -> new ListCell<Pet>() {
      @Override
      protected void updateItem(Pet pet, boolean empty) {
        super.updateItem(pet, empty);
        setText(empty ? null : "pet " + pet.called);
      }
    });
    pets.setPrefHeight(80);
    Label status = new Label("new");
    status.setId("status");
    Button save = new Button("Save");
    Tab person = new Tab("Person");
    save.setOnAction(event -> {
      status.setText("saved " + name.getText() + " " + colour.getValue());
      person.setText("Person");
      stage.setTitle("Form");
    });
    name.textProperty().addListener(change -> {
      person.setText("Person *");
      stage.setTitle("Form *");
    });
    Stage another = new Stage();
    another.setTitle("Another");
    another.setScene(new Scene(new VBox(new CheckBox("Extra"))));
    Button open = new Button("Beside");
    open.setOnAction(event -> another.show());
    Button close = new Button("Alone");
    close.setOnAction(event -> another.close());
    TextField town = new TextField();
    town.focusedProperty().addListener((property, before, now) -> {
      if (!now) status.setText("lives in " + town.getText());
    });
    town.setOnAction(event -> status.setText("found " + town.getText()));
    Spinner<Integer> age = new Spinner<>(0, 120, 36);
    TreeItem<String> sea = new TreeItem<>("Sea");
    TreeItem<String> north = new TreeItem<>("North");
    north.getChildren().add(new TreeItem<>("Skagerrak"));
    sea.getChildren().add(north);
    TreeView<String> waters = new TreeView<>(sea);
    waters.setPrefHeight(80);
    CheckMenuItem large = new CheckMenuItem("Large");
    Menu recent = new Menu("Recent");
    recent.setOnShowing(event -> {
      MenuItem last = new MenuItem("Lovelace");
      last.setOnAction(chosen -> status.setText("opened Lovelace"));
      recent.getItems().setAll(last);
    });
    Button ask = new Button("Ask…");
    ask.setOnAction(event -> new Alert(Alert.AlertType.CONFIRMATION, "Sure?").showAndWait());
    MenuItem clear = new MenuItem("Clear");
    clear.setOnAction(event -> status.setText("cleared"));
    MenuItem sink = new MenuItem("Sink");
    sink.setOnAction(event -> status.setText("sunk"));
    Menu ship = new Menu("Ship", null, sink);
    ship.setDisable(true);
    Menu edit = new Menu("Edit", null, clear, large, recent, ship);
    GridPane form = new GridPane();
    form.addRow(0, new Label("Name:"), name);
    form.addRow(1, new Label("Password:"), password);
    form.addRow(2, new Label("Colour:"), colour);
    form.addRow(3, news, save);
    form.addRow(4, ask, status);
    form.addRow(5, new Label("Town:"), town);
    form.addRow(6, new Label("Age:"), age);
    form.addRow(8, new Label("Pets:"), pets);
    form.addRow(7, new Label("Waters:"), waters);
    Button bell = new Button();
    bell.setTooltip(new Tooltip("Ring the bell"));
    bell.setOnAction(event -> status.setText("rang"));
    form.addRow(9, open, close, bell);
    // Shown by what a cell or a converter makes of them.
    TreeItem<Pet> litter = new TreeItem<>(new Pet("Mia"));
    litter.getChildren().add(new TreeItem<>(new Pet("Rex")));
    litter.setExpanded(true);
    TreeView<Pet> kin = new TreeView<>(litter);
    kin.setPrefHeight(60);
    kin.setCellFactory(view -> new TreeCell<Pet>() {
      @Override
      protected void updateItem(Pet pet, boolean empty) {
        super.updateItem(pet, empty);
        setText(empty ? null : "kin " + pet.called);
      }
    });
    form.addRow(10, new Label("Kin:"), kin);
    ChoiceBox<Pet> guard = new ChoiceBox<>(FXCollections.observableArrayList(new Pet("Mia"), new Pet("Rex")));
    guard.setConverter(new StringConverter<Pet>() {
      @Override
      public String toString(Pet pet) {
        return pet == null ? "" : "guard " + pet.called;
      }

      @Override
      public Pet fromString(String text) {
        return null;
      }
    });
    guard.setOnAction(event -> status.setText("on guard: " + guard.getValue().called));
    form.addRow(11, new Label("Guard:"), guard);
    ComboBox<String> wish = new ComboBox<>(FXCollections.observableArrayList("window", "aisle"));
    wish.setEditable(true);
    wish.setOnAction(event -> status.setText("wants " + wish.getValue()));
    form.addRow(12, new Label("Wish:"), wish);
    TreeTableColumn<Trip, String> pier = new TreeTableColumn<>("Pier");
    pier.setCellValueFactory(row -> new SimpleObjectProperty<>("pier of " + row.getValue().getValue().harbour));
    TreeItem<Trip> journey = new TreeItem<>(new Trip("Hanko"));
    journey.getChildren().add(new TreeItem<>(new Trip("Utö")));
    journey.setExpanded(true);
    TreeTableView<Trip> legs = new TreeTableView<>(journey);
    legs.getColumns().add(pier);
    legs.setPrefHeight(60);
    form.addRow(13, new Label("Legs:"), legs);
    MenuItem pack = new MenuItem("Pack");
    pack.setOnAction(event -> status.setText("packed"));
    form.addRow(14, new MenuButton("Luggage", null, pack));
    person.setContent(form);
    Tab crew = new Tab("Crew", new Label("none yet"));
    crew.setDisable(true);
    TabPane tabs = new TabPane(person, new Tab("Places", cities), crew);
    // Documents: what their tabs say changes.
    Tab sheet = new Tab("*sheet " + System.getProperty("user.name"), new Sheet("by the sea"));
    Button rename = new Button("Rename");
    rename.setOnAction(event -> {
      sheet.setText("regatta of " + age.getValue());
      log.setText("night " + age.getValue());
    });
    TabPane documents = new TabPane(sheet, log);
    stage.setScene(new Scene(new VBox(new MenuBar(edit), rename, documents, tabs, trips, weather)));
    stage.setTitle("Form");
    stage.show();
    System.out.println("ready");
  }

  public static void main(String[] args) {
    launch(args);
  }
}
