// Programs of several shapes that take a while to come up, and wait for a line on their way. Each is at rest afterwards.
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Threading.Channels;
using Microsoft.Extensions.DependencyInjection;

namespace Jetty;

public sealed record Berth(string Code, int Metres);

public sealed class Boat(string name)
{
    public string Name { get; } = name;
    public int Crew { get; set; } = 4;
    public Boat? Tows { get; set; }
}

/// <summary>Holds what it tracks and what it was asked for, as a context of a mapper does.</summary>
public class Context
{
    private readonly Dictionary<object, string> _states = new(ReferenceEqualityComparer.Instance);
    public Table<Boat> Boats { get; }
    public Context() => Boats = new Table<Boat>(this);
    public void Track(object entity, string state) => _states[entity] = state;
}

public sealed class Table<T>(Context context) where T : class
{
    private readonly List<T> _rows = [];
    public void Add(T row)
    {
        _rows.Add(row);
        context.Track(row, "Added");
    }
    public Table<T> Self => this;
}

public sealed class Ledger(Context context)
{
    private readonly List<string> _lines = [];
    public int Entries => _lines.Count;
    public void Write(string line) => _lines.Add($"{line} ({context.GetType().Name})");
}

public sealed class Office(Ledger ledger)
{
    public string Warden { get; set; } = "Maud";
    public void Open() => ledger.Write("opened");
}

public sealed class Signal<T> : IObservable<T>
{
    private ImmutableList<IObserver<T>> _observers = [];
    public T? Latest { get; private set; }
    public IDisposable Subscribe(IObserver<T> observer)
    {
        _observers = _observers.Add(observer);
        return new Ticket(() => _observers = _observers.Remove(observer));
    }
    public void Next(T value)
    {
        Latest = value;
        foreach (IObserver<T> one in _observers) one.OnNext(value);
    }
    private sealed class Ticket(Action end) : IDisposable
    {
        public void Dispose() => end();
    }
}

public sealed class Watch<T>(Action<T> each) : IObserver<T>
{
    public int Seen { get; private set; }
    public void OnNext(T value)
    {
        Seen++;
        each(value);
    }
    public void OnError(Exception error) { }
    public void OnCompleted() { }
}

public sealed record Tide(string Phase, int Centimetres, ImmutableArray<string> Warnings);

public sealed class Gauge
{
    private Tide _now = new("low", 40, []);
    public Tide Now => _now;
    public void Turn(int by) => _now = _now with { Centimetres = 40 + by % 7, Phase = by % 2 == 0 ? "low" : "high" };
}

public static class Charts
{
    public static readonly Lazy<Dictionary<string, Berth>> Berths = new(() => new() { ["A1"] = new("A1", 12), ["B2"] = new("B2", 9) });
    public static Lazy<Boat> Flagship = new(() => new Boat("Heron"));
    public static class Late
    {
        public static readonly List<Boat> Guests = [new("Skua"), new("Gull")];
        public static int Nights = 3;
    }
}

public static class Caches
{
    private static readonly ConcurrentDictionary<string, Boat> ByName = new();
    public static Boat Get(string name) => ByName.GetOrAdd(name, one => new Boat(one));
}

/// <summary>Waits for orders of its own.</summary>
public sealed class Keeper(string lamp)
{
    private readonly Channel<int> _orders = Channel.CreateUnbounded<int>();
    private int _lit;
    public async Task Work()
    {
        await foreach (int order in _orders.Reader.ReadAllAsync()) _lit += order;
        Console.WriteLine(lamp);
    }
}

public static class Program
{
    private static void Gate()
    {
        Console.WriteLine("ready");
        Console.ReadLine();
    }

    private static void Step() => Thread.Sleep(900);

    public static async Task Main(string[] args)
    {
        switch (args[0])
        {
            case "services": await Services(); break;
            case "lazily": Lazily(); break;
            case "signals": await Signals(); break;
            case "console": OnConsole(); break;
            case "timers": await Timers(); break;
            case "keepers": await Keepers(args[1..]); break;
            default: await Cached(); break;
        }
    }

    private static async Task Services()
    {
        var services = new ServiceCollection();
        services.AddSingleton<Context>();
        services.AddSingleton<Ledger>();
        services.AddSingleton<Office>();
        services.AddKeyedSingleton("north", (_, key) => new Boat($"{key} ferry"));
        services.AddKeyedSingleton("south", (_, key) => new Boat($"{key} ferry"));
        await using ServiceProvider provider = services.BuildServiceProvider();
        await Task.Run(Gate);
        provider.GetRequiredKeyedService<Boat>("south");
        var context = provider.GetRequiredService<Context>();
        context.Boats.Add(new Boat("Tern"));
        await Task.Delay(900);
        provider.GetRequiredService<Office>().Open();
        provider.GetRequiredKeyedService<Boat>("north");
        context.Boats.Add(new Boat("Auk"));
        Console.WriteLine("up");
        await Task.Delay(Timeout.Infinite);
    }

    private static void Lazily()
    {
        Gate();
        _ = Charts.Berths.Value.Count;
        Step();
        _ = Charts.Flagship.Value.Crew;
        Charts.Late.Guests[0].Tows = Charts.Flagship.Value;
        Console.WriteLine("up");
        Console.ReadLine();
    }

    private static async Task Signals()
    {
        var tides = new Signal<Tide>();
        var warnings = new Signal<string>();
        await Task.Run(Gate);
        var log = new List<string>();
        var watch = new Watch<Tide>(tide => { if (tide.Centimetres > 43) warnings.Next(tide.Phase); });
        using IDisposable first = tides.Subscribe(watch);
        await Task.Delay(900);
        using IDisposable second = warnings.Subscribe(new Watch<string>(log.Add));
        for (int i = 0; i < 6; i++) tides.Next(new Tide("rising", 40 + i, ["fog"]));
        Console.WriteLine("up");
        await Task.Delay(Timeout.Infinite);
        GC.KeepAlive(watch);
    }

    private static void OnConsole()
    {
        var draft = new Boat("unnamed");
        Gate();
        var fleet = new List<Boat> { new("Tern"), new("Auk") };
        Step();
        var leader = new Boat("Heron") { Tows = fleet[0] };
        var gauge = new Gauge();
        Console.WriteLine("up");
        while (Console.ReadLine() is { } line) fleet.Add(new Boat(line));
        GC.KeepAlive((draft, leader, gauge));
    }

    private static async Task Keepers(string[] lamps)
    {
        var services = new ServiceCollection();
        services.AddSingleton(new ConcurrentDictionary<string, Keeper>());
        await using ServiceProvider provider = services.BuildServiceProvider();
        var keepers = provider.GetRequiredService<ConcurrentDictionary<string, Keeper>>();
        foreach (string lamp in lamps)
        {
            keepers[lamp] = new Keeper(lamp);
            _ = Task.Run(keepers[lamp].Work);
            await Task.Delay(100);
        }
        Console.WriteLine("ready");
        await Task.Delay(Timeout.Infinite);
    }

    private static async Task Timers()
    {
        var gauge = new Gauge();
        int turns = 0;
        await using var timer = new Timer(_ => gauge.Turn(Interlocked.Increment(ref turns)), null, 300, 200);
        await Task.Run(Gate);
        var berths = new ConcurrentDictionary<string, Berth>();
        await using var other = new Timer(_ => berths["A1"] = new Berth("A1", turns), null, 300, 500);
        await Task.Delay(900);
        Task sweep = Sweep(gauge);
        Console.WriteLine("up");
        await sweep;
    }

    private static async Task Sweep(Gauge gauge)
    {
        var log = new string[] { "low", "low", "low" };
        for (int i = 0; ; i++)
        {
            log[i % log.Length] = gauge.Now.Phase;
            await Task.Delay(700);
        }
    }

    private static async Task Cached()
    {
        var heron = new Boat("Heron");
        await Task.Run(Gate);
        for (int i = 0; i < 5; i++) Caches.Get($"boat {i}").Tows = i == 0 ? heron : null;
        await Task.Delay(900);
        for (int i = 0; i < 5; i++) Caches.Get($"ship {i}");
        Console.WriteLine("up");
        await Task.Delay(Timeout.Infinite);
    }
}
