using Microsoft.FeatureManagement;

public sealed record Guest(string Name, string Locker, bool Whisk);

public sealed record Stove(string Wood, int Degrees);

/// <summary>Whether somebody stays for the evening.</summary>
[FilterAlias("Evening")]
public sealed class EveningFilter(IServiceProvider services) : IFeatureFilter
{
    public Task<bool> EvaluateAsync(FeatureFilterEvaluationContext context) =>
        Task.FromResult(services.GetRequiredService<Bathhouse>().OpenInTheEvening);
}

/// <summary>A bathhouse with two stoves; what it offers beside them is switched on and off.</summary>
public sealed class Bathhouse(IServiceProvider services)
{
    private readonly Dictionary<string, Stove> _stoves = new()
    {
        ["Smoke"] = new Stove("alder", 60),
        ["Garden"] = new Stove("birch", 60),
    };
    private readonly List<Guest> _guests = [];
    private readonly List<string> _diary = [];
    private string _attendant = "Tuulikki Rauha";
    private decimal _takings;

    public bool OpenInTheEvening { get; private set; }

    public object Look() => new { attendant = _attendant, takings = _takings, stoves = _stoves, guests = _guests, diary = _diary, evening = OpenInTheEvening };

    public async Task<bool> Admit(Guest guest)
    {
        using IServiceScope scope = services.CreateScope();
        var features = scope.ServiceProvider.GetRequiredService<IFeatureManager>();
        if (guest.Whisk && !await features.IsEnabledAsync("BirchWhisks"))
        {
            _diary.Add($"No whisk for {guest.Name}");
            return false;
        }
        _guests.Add(guest);
        _takings += guest.Whisk ? 18.5m : 14m;
        if (await features.IsEnabledAsync("IcePlunge")) _diary.Add($"{guest.Name} may plunge");
        return true;
    }

    public void SeeOut(string name) => _guests.RemoveAll(one => one.Name == name);

    public void Heat(string stove, int degrees) => _stoves[stove] = _stoves[stove] with { Degrees = degrees };

    public void Relieve(string name) => _attendant = name;

    public void StayOpen(bool open) => OpenInTheEvening = open;
}
