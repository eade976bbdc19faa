namespace Marathon;

public sealed record RaceOptions(string Title, string Town, string File, double Kilometres);

public sealed record Incident(int Bib, string What);

public interface IScoreboard
{
    void Arrived(Runner runner);
    IReadOnlyList<string> Podium { get; }
}

public sealed class Scoreboard : IScoreboard
{
    private readonly PriorityQueue<string, TimeSpan> _arrivals = new();
    private TimeSpan? _best;

    public IReadOnlyList<string> Podium => _arrivals.UnorderedItems.OrderBy(one => one.Priority).Take(3).Select(one => one.Element).ToList();

    public void Arrived(Runner runner)
    {
        _arrivals.Enqueue(runner.Name, runner.Time!.Value);
        if (_best is null || runner.Time < _best) _best = runner.Time;
    }
}

/// <summary>The race as the office of the finish sees it.</summary>
public sealed class Race
{
    private readonly RaceOptions _options;
    private readonly IStartList _startList;
    private readonly IScoreboard _scoreboard;
    private readonly List<Incident> _incidents = [];
    private bool _started;
    private string _marshal = "Concha Vidal";
    private int _changes;

    public Race(RaceOptions options, IStartList startList, IScoreboard scoreboard)
    {
        (_options, _startList, _scoreboard) = (options, startList, scoreboard);
        foreach (var runner in startList.Runners) runner.PropertyChanged += (_, _) => _changes++;
    }

    public void Start()
    {
        _started = true;
        foreach (var runner in _startList.Runners) runner.Standing = Standing.Running;
    }

    public void Split(int bib, string time) => _startList.Find(bib).Splits.Add(TimeSpan.Parse(time));

    public void Finish(int bib, string time)
    {
        var runner = _startList.Find(bib);
        runner.Time = TimeSpan.Parse(time);
        runner.Standing = Standing.Finished;
        _scoreboard.Arrived(runner);
    }

    public void Retire(int bib, string reason)
    {
        _startList.Find(bib).Standing = Standing.Retired;
        _incidents.Add(new Incident(bib, reason));
    }

    public void Register(int bib, string name, string club) => _startList.Enter(bib, name, club);

    public void Appoint(string marshal) => _marshal = marshal;

    public string Report()
    {
        var runners = _startList.Runners.Select(one => $"{one.Bib} {one.Name} ({one.Club}, {one.Class}) {one.Standing} {one.Time} [{string.Join(", ", one.Splits)}]");
        return $"{_options.Title}, {_options.Town}, {_options.Kilometres} km, {(_started ? "started" : "not started")}, {_marshal}, {_changes} changes\n{string.Join("\n", runners)}\npodium: {string.Join(", ", _scoreboard.Podium)}\n{string.Join(", ", _incidents)}";
    }
}
