using System.Reactive.Linq;
using System.Reactive.Subjects;

namespace Buoys;

public record Reading(string Buoy, double Metres, double Celsius);

public class Coast
{
    private readonly BehaviorSubject<Reading> latest = new(new Reading("none", 0, 0));
    private readonly ReplaySubject<Reading> history = new(50);
    private readonly Dictionary<string, Reading> highest = [];
    private readonly List<string> warnings = [];
    private readonly string coast = "Skagerrak";
    private readonly IDisposable watch;

    public Coast()
    {
        latest.Skip(1).Subscribe(history);
        watch = latest.Where(one => one.Metres > 4).Subscribe(one => { warnings.Add($"high waves at {one.Buoy}"); highest[one.Buoy] = one; });
    }

    public void Measure(string buoy, double metres, double celsius) => latest.OnNext(new Reading(buoy, metres, celsius));
}

public static class Program
{
    private static Coast? coast;

    public static async Task Main()
    {
        coast = new Coast();
        coast.Measure("north", 1.75, 9.5);
        coast.Measure("reef", 4.5, 10.25);
        coast.Measure("south", 2.25, 11);
        Console.WriteLine("measured");
        await Task.Delay(-1);
    }
}
