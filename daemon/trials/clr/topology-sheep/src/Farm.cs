using NetTopologySuite.Geometries;
using NetTopologySuite.IO;

namespace Sheep;

/// <summary>A pasture with its fence, as a polygon in metres.</summary>
public sealed class Pasture(string name, Polygon fence, string grass)
{
    public string Name { get; } = name;
    public Polygon Fence { get; private set; } = fence;
    public string Grass { get; set; } = grass;
    public double Hectares => Math.Round(Fence.Area / 10_000, 2);

    public void Widen(double metres) => Fence = (Polygon)Fence.Buffer(metres, 1);
}

/// <summary>An animal with a collar that tells where it is.</summary>
public sealed class Animal(string tag, string name, int born)
{
    public string Tag { get; } = tag;
    public string Name { get; set; } = name;
    public int Born { get; } = born;
    public Point? Position { get; set; }
    public int Battery { get; set; } = 100;
    public string? Within { get; set; }
}

public sealed record Alarm(string Tag, string What, double Metres);

/// <summary>Who is on which pasture, and who has got out.</summary>
public sealed class Farm(string shepherd)
{
    private readonly GeometryFactory _geometry = new(new PrecisionModel(10), 25832);
    private readonly SortedDictionary<string, Pasture> _pastures = [];
    private readonly Dictionary<string, Animal> _flock = [];
    private readonly List<Alarm> _alarms = [];
    private string _shepherd = shepherd;
    private bool _quiet;

    public void AddPasture(string name, string grass, string outline)
    {
        var fence = (Polygon)new WKTReader(_geometry.GeometryServices).Read($"POLYGON (({outline}))");
        _pastures[name] = new Pasture(name, fence, grass);
    }

    public void AddAnimal(string tag, string name, int born) => _flock[tag] = new Animal(tag, name, born);

    public void Locate(string tag, double x, double y, int battery)
    {
        var animal = _flock[tag];
        animal.Position = _geometry.CreatePoint(new Coordinate(x, y));
        animal.Battery = battery;
        animal.Within = _pastures.Values.FirstOrDefault(one => one.Fence.Contains(animal.Position))?.Name;
        if (animal.Within is null && !_quiet)
            _alarms.Add(new Alarm(tag, $"{animal.Name} is out", Math.Round(_pastures.Values.Min(one => one.Fence.Distance(animal.Position)), 1)));
    }

    public void SetShepherd(string name) => _shepherd = name;

    public void SetQuiet(bool quiet) => _quiet = quiet;

    public void ClearAlarms() => _alarms.Clear();

    public void Rename(string tag, string name) => _flock[tag].Name = name;

    public void WidenPasture(string pasture, double metres) => _pastures[pasture].Widen(metres);

    public string Report()
    {
        var lines = _flock.Values.Select(one => $"{one.Tag} {one.Name} {one.Within ?? "out"} {one.Battery}")
            .Concat(_pastures.Values.Select(one => $"{one.Name} {one.Hectares} ha, {one.Grass}"))
            .Concat(_alarms.Select(one => $"{one.What}, {one.Metres} m"));
        return $"{_shepherd}\n{string.Join('\n', lines)}\ndone";
    }
}
