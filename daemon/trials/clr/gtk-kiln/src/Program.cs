using System;
using Gtk;

Application.Init();
var window = new KilnSettings();
window.ShowAll();
Console.WriteLine("open");
Application.Run();

/// <summary>What a firing is set to, and who may start it.</summary>
class Firing
{
    public double Peak { get; set; } = 1240;
    public int Hold { get; set; } = 25;
    public int Saved { get; set; }
}

class KilnSettings : Window
{
    private readonly Firing _firing = new();
    private readonly Entry _potter;
    private readonly Entry _pin;
    private readonly ComboBoxText _glaze;
    private readonly Scale _peak;
    private readonly SpinButton _hold;
    private readonly CheckButton _vent;
    private readonly RadioButton _oxidation, _reduction;
    private readonly TextView _notes;
    private readonly ProgressBar _wear;
    private readonly Label _outcome;

    public KilnSettings() : base("Kiln 3 settings")
    {
        DeleteEvent += delegate { Application.Quit(); };
        _potter = new Entry("Ruth Okafor");
        _pin = new Entry("4471") { Visibility = false };
        _glaze = new ComboBoxText();
        _glaze.AppendText("Celadon");
        _glaze.AppendText("Tenmoku");
        _glaze.AppendText("Shino");
        _glaze.Active = 2;
        _peak = new HScale(900, 1320, 5) { Value = _firing.Peak };
        _hold = new SpinButton(0, 120, 5) { Value = _firing.Hold };
        _vent = new CheckButton("Open the vent below 600 degrees") { Active = true };
        _oxidation = new RadioButton("Oxidation");
        _reduction = new RadioButton(_oxidation, "Reduction") { Active = true };
        _notes = new TextView();
        _notes.Buffer.Text = "Bisque shelf is cracked.\nPut cones on the left.";
        _wear = new ProgressBar { Fraction = 0.35, Text = "Elements", ShowText = true };
        _outcome = new Label("Not saved yet");

        var program = new Table(5, 2, false) { BorderWidth = 8, ColumnSpacing = 8, RowSpacing = 4 };
        Row(program, 0, "Glaze", _glaze);
        Row(program, 1, "Peak temperature", _peak);
        Row(program, 2, "Hold (minutes)", _hold);
        Row(program, 3, "Atmosphere", _oxidation);
        Row(program, 4, "", _reduction);
        var keeper = new Table(4, 2, false) { BorderWidth = 8, ColumnSpacing = 8, RowSpacing = 4 };
        Row(keeper, 0, "Potter", _potter);
        Row(keeper, 1, "PIN", _pin);
        Row(keeper, 2, "Notes", _notes);
        Row(keeper, 3, "Wear", _wear);

        var pages = new Notebook();
        pages.AppendPage(program, new Label("Program"));
        pages.AppendPage(keeper, new Label("Keeper"));

        var save = new Button("Save settings");
        save.Clicked += OnSave;
        var locked = new Button("Start firing") { Sensitive = false };
        var buttons = new HButtonBox { LayoutStyle = ButtonBoxStyle.End };
        buttons.Add(save);
        buttons.Add(locked);

        var file = new Menu();
        var reset = new MenuItem("Reset to cone 6");
        reset.Activated += (_, _) => { _peak.Value = 1220; _hold.Value = 15; };
        file.Append(reset);
        var bar = new MenuBar();
        bar.Append(new MenuItem("Program") { Submenu = file });

        var all = new VBox();
        all.PackStart(bar, false, false, 0);
        all.PackStart(pages, true, true, 0);
        all.PackStart(_vent, false, false, 4);
        all.PackStart(buttons, false, false, 4);
        all.PackStart(_outcome, false, false, 4);
        Add(all);
    }

    private static void Row(Table table, uint row, string label, Widget widget)
    {
        if (label.Length > 0) table.Attach(new Label(label) { Xalign = 0 }, 0, 1, row, row + 1);
        table.Attach(widget, 1, 2, row, row + 1);
    }

    private void OnSave(object sender, EventArgs args)
    {
        _firing.Peak = _peak.Value;
        _firing.Hold = _hold.ValueAsInt;
        _firing.Saved++;
        _outcome.Text = $"Saved {_glaze.ActiveText} at {_firing.Peak} for {_potter.Text}";
    }
}
