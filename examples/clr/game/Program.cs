using System.Collections.Concurrent;

namespace Dungeon;

public static class Program
{
    // Nothing but the stack of a thread that is busy leads to the game: no static field, no container, no task that waits.
    public static void Main(string[] args) => new Game(args.Length > 0 ? args[0] : "Deep " + Environment.ProcessId).Run();
}

public enum Phase { Menu, Playing, Over }

public record struct Place(int X, int Y);

public sealed class Item
{
    public required string Name { get; init; }
    public int Weight { get; set; }
}

public sealed class Hero
{
    public required string Name { get; init; }
    public int Health { get; set; } = 80;
    public Place At { get; set; }
    public List<Item> Bag { get; } = [];
}

public sealed class Monster
{
    public required string Kind { get; init; }
    public int Health { get; set; }
}

/// <summary>Made and forgotten all the time: most of those on the heap are garbage.</summary>
public sealed class Spark
{
    public int Heat;
    public string Colour = "";
}

/// <summary>Two of a kind, that differ in their names.</summary>
public sealed class Clock(string zone)
{
    public string Zone { get; } = zone;
    public long Ticks;
}

public sealed class Game(string title)
{
    private readonly Hero _hero = new() { Name = "Ada", At = new Place(2, 3) };
    private readonly List<Monster> _monsters = [];
    private readonly ConcurrentQueue<string> _orders = new();
    private readonly int[,] _tiles = new int[3, 4];
    private Phase _phase = Phase.Menu;
    private Monster? _target;
    private long _turn;
    private int _gold;

    public string Title { get; } = title;

    public void Order(string words) => _orders.Enqueue(words);

    public void Run()
    {
        _hero.Bag.Add(new Item { Name = "lamp", Weight = 3 });
        for (int i = 1; i <= 3; i++) _monsters.Add(new Monster { Kind = "orc " + i, Health = 10 * i });
        _target = _monsters[1];
        _tiles[1, 2] = 7;
        _phase = Phase.Playing;
        var local = new Clock("local");
        var utc = new Clock("utc");
        Console.WriteLine("ready");
        while (_phase != Phase.Over)
        {
            _turn++;
            local.Ticks++;
            utc.Ticks += 2;
            Burn();
            while (_orders.TryDequeue(out string? order)) _gold += order.Length;
            if (_turn % 100 == 0) Thread.Sleep(1);
        }
    }

    private static void Burn()
    {
        var spark = new Spark { Heat = 5 };
        spark.Colour = spark.Heat.ToString();
    }
}
