using System.Collections.Concurrent;
using System.Threading.Channels;

namespace Huts;

public record Guest(string Name, int Nights, string Meal);

/// <summary>Does one thing after the other: whatever it is asked goes through its mailbox.</summary>
public sealed class Hut
{
    private readonly Channel<(Action Work, TaskCompletionSource Done)> _mailbox = Channel.CreateUnbounded<(Action, TaskCompletionSource)>();
    private readonly Dictionary<string, Guest> _guests = [];
    private readonly Ledger _ledger;
    private readonly string _name;
    private string _warden;
    private string _weather = "unknown";
    private int _beds;
    private int _firewood = 20;

    public Hut(string name, string warden, int beds, Ledger ledger)
    {
        (_name, _warden, _beds, _ledger) = (name, warden, beds, ledger);
        _ = Task.Run(Work);
    }

    public Task CheckIn(string name, int nights, string meal) => Ask(() =>
    {
        _guests[name] = new Guest(name, nights, meal);
        _firewood--;
        _ledger.Book(_name, nights * 38m);
    });

    public Task CheckOut(string name) => Ask(() => _guests.Remove(name));

    public Task StockUp(int firewood) => Ask(() => _firewood += firewood);

    public Task SetWeather(string weather) => Ask(() => _weather = weather);

    public Task Relieve(string warden) => Ask(() => _warden = warden);

    public override string ToString() => $"{_name}: {_warden}, {_beds} beds, {_weather}, {_firewood} logs, {string.Join(", ", _guests.Values)}";

    private Task Ask(Action work)
    {
        var done = new TaskCompletionSource();
        _mailbox.Writer.TryWrite((work, done));
        return done.Task;
    }

    private async Task Work()
    {
        await foreach (var (work, done) in _mailbox.Reader.ReadAllAsync())
        {
            work();
            done.SetResult();
        }
    }
}

public sealed class HutRegistry(Ledger ledger)
{
    private readonly ConcurrentDictionary<string, Hut> _huts = new();

    public Hut this[string name] => _huts[name];

    public void Open(string name, string warden, int beds) => _huts[name] = new Hut(name, warden, beds, ledger);
}

public sealed class Ledger
{
    private readonly SortedDictionary<string, decimal> _income = [];
    private readonly Lock _gate = new();
    private int _bookings;

    public void Book(string hut, decimal amount)
    {
        lock (_gate)
        {
            _income[hut] = _income.GetValueOrDefault(hut) + amount;
            _bookings++;
        }
    }

    public override string ToString() => $"{_bookings} bookings, {string.Join(", ", _income)}";
}
