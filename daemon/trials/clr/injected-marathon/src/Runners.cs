using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using CsvHelper;

namespace Marathon;

public enum Standing { Registered, Running, Finished, Retired }

public sealed class Entry
{
    public int Bib { get; set; }
    public string Name { get; set; } = "";
    public string Club { get; set; } = "";
    public string Class { get; set; } = "";
}

public sealed class Runner(Entry entry) : INotifyPropertyChanged
{
    private Standing _standing = Standing.Registered;
    private TimeSpan? _time;

    public event PropertyChangedEventHandler? PropertyChanged;

    public int Bib { get; } = entry.Bib;
    public string Name { get; } = entry.Name;
    public string Club { get; } = entry.Club;
    public string Class { get; } = entry.Class;
    public List<TimeSpan> Splits { get; } = [];

    public Standing Standing
    {
        get => _standing;
        set => Set(ref _standing, value);
    }

    public TimeSpan? Time
    {
        get => _time;
        set => Set(ref _time, value);
    }

    private void Set<T>(ref T field, T value, [CallerMemberName] string? name = null)
    {
        field = value;
        PropertyChanged?.Invoke(this, new PropertyChangedEventArgs(name));
    }
}

public interface IStartList
{
    IReadOnlyCollection<Runner> Runners { get; }
    Runner Find(int bib);
    void Enter(int bib, string name, string club);
}

public sealed class CsvStartList : IStartList
{
    private readonly SortedList<int, Runner> _runners = [];

    public CsvStartList(RaceOptions options)
    {
        using var reader = new CsvReader(new StreamReader(options.File), CultureInfo.InvariantCulture);
        foreach (var entry in reader.GetRecords<Entry>()) _runners[entry.Bib] = new Runner(entry);
    }

    public IReadOnlyCollection<Runner> Runners => [.. _runners.Values];

    public Runner Find(int bib) => _runners[bib];

    public void Enter(int bib, string name, string club) =>
        _runners[bib] = new Runner(new Entry { Bib = bib, Name = name, Club = club, Class = "late" });
}
