using Jint;
using Jint.Native;

namespace Homestead;

public class Lamp
{
    public string Room { get; init; } = "";
    public int Percent { get; set; }
    public bool On => Percent > 0;
}

public class House
{
    public Dictionary<string, Lamp> Lamps { get; } = new();
    public double Outside { get; set; } = -4.5;
    public bool Shutters { get; set; }
    public List<string> Diary { get; } = [];
    public void Note(string text) => Diary.Add(text);
    public void Light(string lamp, int percent) => Lamps[lamp].Percent = percent;
}

public class Automation
{
    private readonly Engine engine;
    private readonly House house;
    private int events;

    public Automation(House house, string rules)
    {
        this.house = house;
        engine = new Engine(options => options.LimitRecursion(40).TimeoutInterval(TimeSpan.FromSeconds(2)));
        engine.SetValue("house", house);
        engine.SetValue("note", new Action<string>(house.Note));
        engine.Execute(rules);
    }

    public void Happen(string what, double value)
    {
        events++;
        engine.Invoke("happen", what, value);
    }

    public string Evaluate(string script) => engine.Execute(script).GetCompletionValue().ToString();

    public void CloseShutters() => house.Shutters = true;
}

public static class Program
{
    public static void Main()
    {
        var house = new House();
        house.Lamps["porch"] = new Lamp { Room = "Porch", Percent = 10 };
        house.Lamps["reading"] = new Lamp { Room = "Library", Percent = 0 };
        house.Lamps["stove"] = new Lamp { Room = "Kitchen", Percent = 75 };
        var automation = new Automation(house, File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "house.rules")));
        automation.Happen("dusk", 1640);
        automation.Happen("frost", -7.25);
        Console.WriteLine($"{house.Diary.Count} notes");
        while (Console.ReadLine() is { } line) Console.WriteLine(automation.Evaluate(line));
    }
}
