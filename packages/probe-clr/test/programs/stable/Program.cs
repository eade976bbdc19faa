using System.Text;

namespace Stable;

/// <summary>What the yard was configured with.</summary>
public sealed class Rules
{
    public readonly string Opens = "at " + Environment.ProcessId;
    public readonly int MostRiders = 3;
}

public sealed record Ride(string Rider, int Hours = 1);

public sealed class Horse(string name, string owner, string feed)
{
    public Horse? Dam { get; set; }
    public string Name = name, Owner = owner, Feed = feed;
    public bool Rests { get; set; }

    public string Sell(string to) => Owner = to;
}

public sealed class Farrier
{
    public string Tool = "";

    public void Come(object? _) => Yard.Visit(Tool);
}

public static class Yard
{
    public static readonly int Boxes = Environment.ProcessorCount + 12;
    public static readonly string Town = "Town " + Environment.ProcessId;
    public static readonly List<Horse> Horses = [];
    public static readonly Rules Rules = new();
    public static readonly byte[] Letter = Encoding.UTF8.GetBytes("Dear Ada, " + Environment.ProcessId), Seal = [.. Enumerable.Repeat((byte)0xfe, 300)];
    public static readonly Memory<byte> Page = Encoding.UTF8.GetBytes("recto and verso of " + Environment.ProcessId).AsMemory(0, 15);
    public static readonly Dictionary<string, Ride> Rides = [];
    public static Horse? Favourite;
    public static string Groom = "Groom " + Environment.ProcessId;
    public static int Visits;

    public static void Bring(string name) => Horses.Add(new Horse(name, Groom, new string('x', Horses.Count + 1)));

    public static void Visit(string what) => Visits += what.Length;

    public static IEnumerable<string> Names() => Horses.Select(horse => horse.Name);

    public static void Book(string day, Ride ride) => Rides[day] = ride;

    public static void Hire(string groom) => Groom = groom;

    /// <summary>What is there now is old afterwards.</summary>
    public static void Settle()
    {
        GC.Collect();
        GC.Collect();
    }
}

public static class Program
{
    public static async Task Main()
    {
        for (int i = 0; i < 5; i++) Yard.Bring("horse " + i);
        var timers = new List<Timer>();
        foreach (string gait in (string[])["walk", "trot", "canter"]) timers.Add(new Timer(_ => Yard.Visit(gait), null, 3_600_000, -1));
        foreach (Horse horse in Yard.Horses[..2])
        {
            string stall = "stall of " + horse.Name;
            timers.Add(new Timer(_ => Yard.Visit(stall), null, 3_600_000, -1));
        }
        for (int i = 0; i < 5; i++) timers.Add(new Timer(new Farrier { Tool = "hammer " + i }.Come, null, 3_600_000, -1));
        Yard.Favourite = Yard.Horses[1];
        Yard.Settle();
        Console.WriteLine("ready");
        await Task.Delay(-1);
        timers.Clear();
    }
}
