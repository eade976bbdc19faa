using System;
using System.Threading;
using Gtk;

Application.Init();
var larder = new Larder();
larder.ShowAll();
// Once it is laid out.
GLib.Timeout.Add(300, () =>
{
    Console.WriteLine($"ready {Environment.CurrentManagedThreadId}");
    return false;
});
Application.Run();

static class Clerk
{
    public static Entry? Slip;
}

class Larder : Window
{
    private readonly Entry _search = new("plum");
    private readonly Entry _key = new("open-sesame") { Visibility = false };
    private readonly Entry _draft = new("to be thrown away");
    private readonly CheckButton _cool = new("Kept cool");
    private readonly TextView _notes = new();
    private readonly Statusbar _status = new();
    private readonly TreeStore _shelves = new(typeof(string), typeof(int));
    private int _pressed;

    public Larder() : base("Larder of the old mill")
    {
        // Its name and its label differ: what a person reads is told beside what the program says.
        var kind = new ComboBoxText();
        foreach (string one in new[] { "Jam", "Pickle", "Syrup" }) kind.AppendText(one);
        kind.Active = 1;
        var jars = new SpinButton(0, 50, 1) { Value = 7 };
        TreeIter shelf = _shelves.AppendValues("Top shelf", 12);
        _shelves.AppendValues(shelf, "Quince", 5);
        _shelves.AppendValues("Cellar", 30);
        var view = new TreeView(_shelves);
        view.AppendColumn("Place", new CellRendererText(), "text", 0);
        view.AppendColumn("Jars", new CellRendererText(), "text", 1);
        _notes.Buffer.Text = "Lids are short.";
        _cool.Active = true;

        var count = new Button("Count again");
        count.Clicked += (_, _) => _status.Push(0, $"Counted {++_pressed} on {Environment.CurrentManagedThreadId}");
        var freeze = new Button("Defrost");
        freeze.Clicked += (_, _) => Thread.Sleep(6000);
        var discard = new Button("Discard draft");
        discard.Clicked += (_, _) => _draft.Destroy();
        var greyed = new Button("Sell") { Sensitive = false };
        // A picture and a word; one of a tool bar, by its place in the toolkit's stock.
        var pictured = new Button { Child = new HBox { new Image(), new Label("Wash jars") } };
        pictured.Clicked += (_, _) => _status.Push(0, "Washed");
        var tool = new ToolButton("gtk-refresh");
        tool.Clicked += (_, _) => _status.Push(0, "Fresh");
        var tools = new Toolbar();
        tools.Insert(tool, 0);
        var slip = new Entry("Unsigned");
        var hire = new Button("Hire a clerk");
        hire.Clicked += (_, _) => Clerk.Slip = slip;
        var menu = new Menu();
        var mend = new MenuItem("_Mend the notes");
        mend.Activated += (_, _) => _notes.Buffer.Text = "Lids are here.";
        menu.Append(mend);
        var bar = new MenuBar();
        bar.Append(new MenuItem("Work") { Submenu = menu });

        var form = new Table(5, 2, false);
        Row(form, 0, "Kind of jar:", kind);
        Row(form, 1, "How many", jars);
        Row(form, 2, "Word", _key);
        Row(form, 3, "Draft", _draft);
        Row(form, 4, "Slip for the miller", slip);
        var all = new VBox();
        foreach (Widget one in new Widget[] { bar, new Label("Keeper: Ilse Brandt"), new HBox(false, 4) { _search, _cool }, form, view, _notes, count, freeze, discard, greyed, hire, pictured, tools, _status }) all.PackStart(one, false, false, 2);
        Add(all);
        _status.Push(0, "Quiet");
    }

    static void Row(Table table, uint row, string label, Widget widget)
    {
        table.Attach(new Label(label), 0, 1, row, row + 1);
        table.Attach(widget, 1, 2, row, row + 1);
    }
}
