using System;
using Gtk;

Application.Init();
var window = new StockWindow("Nursery Lindenhof");
window.ShowAll();
Console.WriteLine("open");
Application.Run();

class StockWindow : Window
{
    readonly ListStore stock = new(typeof(string), typeof(string), typeof(int), typeof(bool));
    readonly TreeView plants;
    readonly Entry nameEntry = new();
    readonly ComboBoxText benchBox = new();
    readonly SpinButton countSpin = new(1, 500, 1);
    readonly Entry searchEntry = new();
    readonly Label summary = new();
    readonly Statusbar status = new();

    public StockWindow(string title) : base(title)
    {
        SetDefaultSize(640, 420);
        DeleteEvent += (_, args) => { Application.Quit(); args.RetVal = true; };

        foreach (string bench in new[] { "North house", "South house", "Cold frame" }) benchBox.AppendText(bench);
        benchBox.Active = 1;
        countSpin.Value = 12;
        stock.AppendValues("Hellebore", "Cold frame", 48, true);
        stock.AppendValues("Fuchsia", "South house", 36, false);
        stock.AppendValues("Maidenhair fern", "North house", 17, true);

        var shown = new TreeModelFilter(stock, null);
        shown.VisibleFunc = (model, row) => searchEntry.Text.Length == 0 || ((string)model.GetValue(row, 0)).Contains(searchEntry.Text, StringComparison.OrdinalIgnoreCase);
        searchEntry.Changed += (_, _) => shown.Refilter();
        plants = new TreeView(shown);
        plants.AppendColumn("Plant", new CellRendererText(), "text", 0);
        plants.AppendColumn("Bench", new CellRendererText(), "text", 1);
        plants.AppendColumn("Pots", new CellRendererText(), "text", 2);
        plants.AppendColumn("Watered", new CellRendererToggle(), "active", 3);
        plants.Selection.Changed += (_, _) => Tell();

        var add = new Button("Add plant");
        add.Clicked += (_, _) => AddPlant();
        var water = new Button("Water all");
        water.Clicked += (_, _) => WaterAll();
        var form = new HBox(false, 6);
        form.PackStart(new Label("Plant"), false, false, 0);
        form.PackStart(nameEntry, true, true, 0);
        form.PackStart(new Label("Bench"), false, false, 0);
        form.PackStart(benchBox, false, false, 0);
        form.PackStart(new Label("Pots"), false, false, 0);
        form.PackStart(countSpin, false, false, 0);
        form.PackStart(add, false, false, 0);
        form.PackStart(water, false, false, 0);

        var scroll = new ScrolledWindow { plants };
        var all = new VBox(false, 6);
        all.PackStart(new Label("Head gardener: Amelie Brandt"), false, false, 0);
        var search = new HBox(false, 6);
        search.PackStart(new Label("Search plants"), false, false, 0);
        search.PackStart(searchEntry, true, true, 0);
        all.PackStart(search, false, false, 0);
        all.PackStart(scroll, true, true, 0);
        all.PackStart(form, false, false, 0);
        all.PackStart(summary, false, false, 0);
        all.PackStart(status, false, false, 0);
        Add(all);
        status.Push(0, "Opened at the potting shed");
        plants.Selection.SelectPath(new TreePath("1"));
        Tell();
    }

    void AddPlant()
    {
        if (nameEntry.Text.Length == 0) return;
        stock.AppendValues(nameEntry.Text, benchBox.ActiveText, countSpin.ValueAsInt, false);
        status.Push(0, $"Added {nameEntry.Text}");
        nameEntry.Text = "";
        Tell();
    }

    void WaterAll()
    {
        stock.Foreach((model, path, row) =>
        {
            stock.SetValue(row, 3, true);
            return false;
        });
        status.Push(0, "Everything is watered");
        Tell();
    }

    void Tell()
    {
        int pots = 0;
        stock.Foreach((model, path, row) =>
        {
            pots += (int)model.GetValue(row, 2);
            return false;
        });
        string chosen = plants.Selection.GetSelected(out ITreeModel shown, out TreeIter at) ? (string)shown.GetValue(at, 0) : "none";
        summary.Text = $"{pots} pots on three benches, selected: {chosen}";
    }
}
