using System.Collections.Immutable;

namespace Lending;

public abstract record Standing
{
    public sealed record Shelved(string Room) : Standing;
    public sealed record Lent(string To, DateOnly Due) : Standing;
    public sealed record Lost : Standing;
}

public sealed record Volume(string Shelfmark, string Title, Standing Standing);

public sealed record Reader(string Name, int Fines, ImmutableHashSet<string> Wishes);

/// <summary>All of it; every change makes another one.</summary>
public sealed record Catalogue(ImmutableSortedDictionary<string, Volume> Volumes, ImmutableList<Reader> Readers, DateOnly Today)
{
    public static readonly Catalogue Empty = new(ImmutableSortedDictionary<string, Volume>.Empty, [], new DateOnly(2031, 3, 9));

    public Catalogue Add(Volume volume) => this with { Volumes = Volumes.Add(volume.Shelfmark, volume) };

    public Catalogue Enrol(string name) => this with { Readers = Readers.Add(new Reader(name, 0, [])) };

    public Catalogue Lend(string shelfmark, string to, int days) =>
        this with { Volumes = Volumes.SetItem(shelfmark, Volumes[shelfmark] with { Standing = new Standing.Lent(to, Today.AddDays(days)) }) };

    public Catalogue Wish(string name, string title) => With(name, reader => reader with { Wishes = reader.Wishes.Add(title) });

    public Catalogue Fine(string name, int amount) => With(name, reader => reader with { Fines = reader.Fines + amount });

    private Catalogue With(string name, Func<Reader, Reader> change)
    {
        int at = Readers.FindIndex(reader => reader.Name == name);
        return at < 0 ? this : this with { Readers = Readers.SetItem(at, change(Readers[at])) };
    }
}
