using Spectre.Console;

namespace Caravan;

public enum Weather { Calm, Wind, Sandstorm }

public sealed class Camel(string name, int load)
{
    public Guid Tag { get; } = Guid.NewGuid();
    public string Name { get; } = name;
    public int Load { get; set; } = load;
    public int Thirst { get; set; }
}

public sealed record Offer(string Id, string Good, int Price)
{
    public DateTime Until { get; init; } = DateTime.UtcNow.AddDays(2);
}

public sealed class Journey
{
    private readonly Random _dice = new();
    private readonly List<Camel> _camels = [new("Zuleika", 80), new("Old Tamim", 65)];
    private readonly Dictionary<string, int> _goods = new() { ["salt"] = 40, ["indigo"] = 12 };
    private readonly Dictionary<string, Offer> _offers = new();
    private readonly Queue<string> _route = new(["Well of Asel", "Tamanrit", "Ghat"]);
    private readonly List<string> _diary = [];
    private readonly DateTime _began = DateTime.Now;
    private int _day = 1;
    private int _silver = 250;
    private Weather _weather = Weather.Wind;

    public Journey()
    {
        foreach (string good in _goods.Keys)
        {
            var offer = new Offer($"{_dice.Next(1 << 20):x}", good, good == "salt" ? 7 : 31);
            _offers[offer.Id] = offer;
        }
    }

    public void Advance()
    {
        _day++;
        if (_day % 3 == 0 && _route.Count > 1) _diary.Add($"reached {_route.Dequeue()}");
    }

    public void Sell(string good, int amount)
    {
        int have = _goods.GetValueOrDefault(good);
        if (amount > have) throw new InvalidOperationException($"There are only {have} of {good}.");
        _goods[good] = have - amount;
        _silver += amount * _offers.Values.First(one => one.Good == good).Price;
    }

    public void BuyCamel(string name, int load)
    {
        _silver -= 60;
        _camels.Add(new Camel(name, load));
    }

    public void Note(string text) => _diary.Add(text);

    private Table Draw()
    {
        var table = new Table().Title($"day {_day}, {_weather}");
        table.AddColumn("camel").AddColumn("load");
        foreach (Camel camel in _camels) table.AddRow(Markup.Escape(camel.Name), camel.Load.ToString());
        return table.Caption($"{_silver} silver, {(DateTime.Now - _began).Seconds} s");
    }

    public void Run()
    {
        bool leaves = false;
        AnsiConsole.Write(Draw());
        while (!leaves)
        {
            string[] words = (Console.ReadLine() ?? "").Split(' ', 3);
            switch (words[0])
            {
                case "on": Advance(); break;
                case "sell": Sell(words[1], int.Parse(words[2])); break;
                case "note": Note(string.Join(' ', words[1..])); break;
                case "leave": leaves = true; break;
            }
            AnsiConsole.Write(Draw());
            Console.WriteLine($"did {words[0]}");
        }
    }
}

public static class Program
{
    public static void Main()
    {
        AnsiConsole.Write(new Rule("Caravan"));
        new Journey().Run();
    }
}
