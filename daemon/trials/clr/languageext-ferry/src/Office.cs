using LanguageExt;
using static LanguageExt.Prelude;

namespace Ferry;

/// <summary>Holds what is going on in one place; every change makes a new crossing.</summary>
public sealed class Office(Crossing first, int limit)
{
    private readonly Atom<Crossing> _crossing = Atom(first);
    private readonly Atom<Seq<string>> _log = Atom(Seq<string>());

    public Either<string, Crossing> Drive(string plate, int tons, string driver)
    {
        if (_crossing.Value.Load + tons > limit) return Left($"{plate} is too heavy");
        var vehicle = new Vehicle(plate, tons, driver == "" ? None : Some(driver));
        _crossing.Swap(crossing => crossing with { Deck = crossing.Deck.Add(vehicle) });
        Note($"{plate} drove on");
        return Right(_crossing.Value);
    }

    public void Board(string kind, int passengers)
    {
        _crossing.Swap(crossing => crossing with
        {
            Passengers = crossing.Passengers.AddOrUpdate(kind, before => before + passengers, passengers),
        });
        Note($"{passengers} {kind} boarded");
    }

    public void Postpone(string reason)
    {
        _crossing.Swap(crossing => crossing with { Delay = Some(reason) });
        Note($"delayed: {reason}");
    }

    public void TurnTide(Tide tide) => _crossing.Swap(crossing => crossing with { Tide = tide });

    public void Sail()
    {
        _crossing.Swap(crossing => crossing with
        {
            Deck = List<Vehicle>(),
            Passengers = Map<string, int>(),
            Delay = None,
            Trips = crossing.Trips + 1,
        });
        Note("sailed");
    }

    public override string ToString() => $"{_crossing.Value}\nlog: {string.Join("; ", _log.Value)}";

    private void Note(string line) => _log.Swap(log => log.Add(line));
}
