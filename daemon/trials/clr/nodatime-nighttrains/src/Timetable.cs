using NodaTime;
using NodaTime.Text;

namespace Nighttrains;

public sealed record Stop(string Station, DateTimeZone Zone, LocalDateTime Departure);

public sealed class Berth(int coach, string number)
{
    public int Coach { get; } = coach;
    public string Number { get; } = number;
    public string? Passenger { get; set; }
    public LocalTime? WakeUp { get; set; }
}

public sealed class Train
{
    public required string Name { get; init; }
    public required List<Stop> Stops { get; init; }
    public Duration Delay { get; set; } = Duration.Zero;
    public string Reason { get; set; } = "";
    public List<Berth> Berths { get; } = [];
    public Period Runs => Period.Between(Stops[0].Departure, Stops[^1].Departure, PeriodUnits.Hours | PeriodUnits.Minutes);
}

/// <summary>Night trains with their stops in several time zones, their berths and delays.</summary>
public sealed class Timetable
{
    private readonly Dictionary<string, Train> _trains = [];
    private readonly Interval _season;
    private int _sold;

    public Timetable(IDateTimeZoneProvider zones)
    {
        _season = new Interval(Instant.FromUtc(2026, 12, 13, 0, 0), Instant.FromUtc(2027, 12, 11, 0, 0));
        Add(new Train
        {
            Name = "EN 406 Chopin",
            Stops =
            [
                new Stop("Warszawa", zones["Europe/Warsaw"], new LocalDateTime(2027, 1, 8, 18, 20)),
                new Stop("Ostrava", zones["Europe/Prague"], new LocalDateTime(2027, 1, 8, 23, 41)),
                new Stop("Wien", zones["Europe/Vienna"], new LocalDateTime(2027, 1, 9, 7, 4)),
            ],
        }, 2);
        Add(new Train
        {
            Name = "NJ 211 Lusitania",
            Stops =
            [
                new Stop("Lisboa", zones["Europe/Lisbon"], new LocalDateTime(2027, 1, 9, 21, 25)),
                new Stop("Madrid", zones["Europe/Madrid"], new LocalDateTime(2027, 1, 10, 8, 40)),
            ],
        }, 1);
    }

    public IEnumerable<Train> Trains => _trains.Values;

    private void Add(Train train, int coaches)
    {
        for (var coach = 1; coach <= coaches; coach++)
            foreach (var letter in "AB") train.Berths.Add(new Berth(260 + coach, $"{coach}{letter}"));
        _trains[train.Name.Split(' ')[1]] = train;
    }

    public bool Book(string train, string berth, string passenger, string wakeUp)
    {
        var found = _trains[train].Berths.FirstOrDefault(one => one.Number == berth && one.Passenger is null);
        if (found is null) return false;
        found.Passenger = passenger;
        found.WakeUp = LocalTimePattern.CreateWithInvariantCulture("HH:mm").Parse(wakeUp).Value;
        _sold++;
        return true;
    }

    public void Free(string train, string berth)
    {
        var found = _trains[train].Berths.First(one => one.Number == berth);
        found.Passenger = null;
        found.WakeUp = null;
    }

    public void SetDelay(string train, int minutes, string reason)
    {
        _trains[train].Delay = Duration.FromMinutes(minutes);
        _trains[train].Reason = reason;
    }
}
