using System.Collections.Concurrent;
using Microsoft.Extensions.Options;

namespace Lighthouse;

public class StationOptions
{
    public string Station { get; set; } = "";
    public int Height { get; set; }
    public string[] Keepers { get; set; } = [];
}

public record Sighting(Guid Id, string Name, double Miles, DateTimeOffset At);

public interface IShipLog
{
    int Add(string name, double miles);
    bool Remove(string name);
}

public class ShipLog(TimeProvider clock) : IShipLog
{
    private readonly ConcurrentDictionary<Guid, Sighting> _sightings = new();
    public int Add(string name, double miles)
    {
        var sighting = new Sighting(Guid.NewGuid(), name, miles, clock.GetUtcNow());
        _sightings[sighting.Id] = sighting;
        return _sightings.Count;
    }
    public bool Remove(string name) => _sightings.FirstOrDefault(one => one.Value.Name == name) is { Value: not null } found && _sightings.TryRemove(found);
}

public class Lamp
{
    private int _percent = 80;
    public TimeSpan Turn { get; } = TimeSpan.FromSeconds(12);
    public string Colour { get; set; } = "white";
    public int Percent => _percent;
    internal void Dim(int percent) => _percent = percent;
}

public class Horn
{
    internal int Sounded;
    internal string? Last;
}

/// <summary>Made for each request.</summary>
public class Watch(IShipLog log, IOptionsSnapshot<StationOptions> options)
{
    public Guid Id { get; } = Guid.NewGuid();
    public string Note(string name, double miles) => $"{options.Value.Station}: {log.Add(name, miles)}";
}

public class LogShipHandler(Watch watch, IShipLog log) : IRequestHandler<LogShip, int>
{
    public Task<int> Handle(LogShip request, CancellationToken stop) => Task.FromResult(watch.Id == Guid.Empty ? 0 : log.Add(request.Name, request.Miles));
}

public class ForgetShipHandler(IShipLog log) : IRequestHandler<ForgetShip, bool>
{
    public Task<bool> Handle(ForgetShip request, CancellationToken stop) => Task.FromResult(log.Remove(request.Name));
}

public class DimLampHandler(Lamp lamp) : IRequestHandler<DimLamp, int>
{
    public Task<int> Handle(DimLamp request, CancellationToken stop)
    {
        lamp.Dim(request.Percent);
        return Task.FromResult(lamp.Percent);
    }
}

public class SoundHornHandler(Horn horn) : IRequestHandler<SoundHorn, string>
{
    public Task<string> Handle(SoundHorn request, CancellationToken stop)
    {
        horn.Sounded += request.Blasts;
        return Task.FromResult(horn.Last = string.Concat(Enumerable.Repeat("toot ", request.Blasts)).Trim());
    }
}
