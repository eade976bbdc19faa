using HandlebarsDotNet;

public sealed record Chart(int Number, string Title, int Scale)
{
    public bool Corrected { get; set; }
    public string? Borrower { get; set; }
}

public sealed record Correction(int Chart, string Text);

/// <summary>A room full of sea charts; its slips and its report are Handlebars templates.</summary>
public sealed class Chartroom
{
    private readonly IHandlebars _printer = Handlebars.Create();
    private readonly HandlebarsTemplate<object, object> _slip;
    private readonly HandlebarsTemplate<object, object> _report;
    private readonly SortedDictionary<int, Chart> _charts = [];
    private readonly List<Correction> _corrections = [];
    private readonly Queue<string> _waiting = new();
    private readonly List<string> _slips = [];
    private string _keeper = "Tormod Eik";
    private string _magneticVariation = "4.5 W";
    private int _loans;

    public Chartroom()
    {
        _printer.RegisterHelper("scale", (output, _, arguments) => output.WriteSafeString($"1:{arguments[0]}"));
        _printer.RegisterTemplate("mark", "{{#if Corrected}}*{{/if}}{{Title}}");
        _slip = _printer.Compile("Chart {{Number}}, {{{Title}}} ({{scale Scale}}), to {{{Borrower}}}");
        _report = _printer.Compile("{{keeper}}, {{loans}} loans, {{variation}}:{{#each charts}} {{>mark}};{{/each}}");
    }

    public void AddChart(int number, string title, int scale) => _charts[number] = new Chart(number, title, scale);

    public bool ScrapChart(int number) => _charts.Remove(number);

    public void CorrectChart(int number, string text)
    {
        _charts[number].Corrected = true;
        _corrections.Add(new Correction(number, text));
    }

    public bool Lend(int number, string borrower)
    {
        Chart chart = _charts[number];
        if (chart.Borrower is not null)
        {
            _waiting.Enqueue(borrower);
            return false;
        }
        chart.Borrower = borrower;
        _loans++;
        _slips.Add(_slip(chart));
        return true;
    }

    public void GiveBack(int number) => _charts[number].Borrower = null;

    public void SetVariation(string variation) => _magneticVariation = variation;

    public void HandOver(string keeper) => _keeper = keeper;

    public string Report() =>
        _report(new { keeper = _keeper, loans = _loans, variation = _magneticVariation, charts = _charts.Values });
}
