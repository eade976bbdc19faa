using System.Text.Json;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

var fleet = new Fleet(new MemoryDistributedCache(Options.Create(new MemoryDistributedCacheOptions())));
fleet.Keep("boats:1", new Boat("Havfruen", "Svolvær", 14.2, ["Ivar", "Tone"], true));
fleet.Keep("boats:2", new Boat("Skarven", "Henningsvær", 9.8, ["Aksel"], false));
fleet.Keep("boats:3", new Boat("Lomvi", "Reine", 21.5, ["Sunniva", "Odd", "Kari"], true));
fleet.Keep("catches:40", new Catch("Lomvi", "haddock", 1260));
fleet.Keep("catches:41", new Catch("Havfruen", "cod", 875));
fleet.Season = "winter";
Console.WriteLine("at sea");
Thread.Sleep(Timeout.Infinite);
GC.KeepAlive(fleet);

public sealed record Boat(string Name, string Harbour, double Metres, string[] Crew, bool Afloat);

public sealed record Catch(string Boat, string Fish, int Kilos);

/// <summary>Boats and what they caught, as bytes of JSON in a cache.</summary>
public sealed class Fleet(IDistributedCache cache)
{
    public string Season { get; set; } = "";
    public void Keep<T>(string key, T value) => cache.Set(key, JsonSerializer.SerializeToUtf8Bytes(value));
}
