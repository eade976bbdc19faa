using Microsoft.Extensions.Caching.Memory;

namespace Atlas;

public record Country(string Name, string Capital, int Population, bool Landlocked);

public class Atlas
{
    private readonly MemoryCache cache = new(new MemoryCacheOptions { SizeLimit = 4096, TrackStatistics = true });
    private readonly string edition = "17th";
    private int lookups;

    public Country? Find(string code) { lookups++; return cache.Get<Country>(code); }
    public void Keep(string code, Country country) => cache.Set(code, country, new MemoryCacheEntryOptions { Size = 1, SlidingExpiration = TimeSpan.FromDays(2) });
}

public static class Program
{
    public static void Main()
    {
        var atlas = new Atlas();
        atlas.Keep("bo", new Country("Bolivia", "Sucre", 12_000_000, true));
        atlas.Keep("fj", new Country("Fiji", "Suva", 900_000, false));
        atlas.Find("bo");
        atlas.Find("xx");
        using var timer = new Timer(_ => atlas.Find("bo"), null, TimeSpan.FromDays(1), TimeSpan.FromDays(1));
        Console.WriteLine("ready");
        Console.ReadLine();
    }
}
