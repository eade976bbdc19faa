using System.Text.Json;
using System.Threading.Channels;
using System.Threading.Tasks.Dataflow;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace Workshop;

public record Order(string Customer, string Article, int Pieces);

/// <summary>What waits lies in a channel, in blocks of a pipeline and in a distributed cache, and in no field of the program's own.</summary>
public sealed class Line
{
    private readonly Channel<Order> incoming = Channel.CreateBounded<Order>(12);
    private readonly BufferBlock<Order> painting = new();
    private readonly BatchBlock<Order> packing = new(5);
    private readonly PriorityQueue<Order, int> urgent = new();
    private readonly IDistributedCache drafts = new MemoryDistributedCache(Options.Create(new MemoryDistributedCacheOptions { SizeLimit = 70_000 }));
    private readonly IMemoryCache prices = new MemoryCache(new MemoryCacheOptions { TrackStatistics = true });

    public void Fill()
    {
        incoming.Writer.TryWrite(new Order("Ada " + Environment.ProcessId, "lathe", 3));
        incoming.Writer.TryWrite(new Order("Grace", "anvil", 7));
        painting.Post(new Order("Linus", "gate", 41));
        packing.Post(new Order("Edsger", "hinge", 900));
        urgent.Enqueue(new Order("Barbara", "bolt", 66), 5);
        drafts.Set("draft:17", JsonSerializer.SerializeToUtf8Bytes(new { title = "Stairs for " + Environment.ProcessId }));
        prices.Set("lathe", 129.5m);
        prices.TryGetValue("lathe", out _);
        prices.TryGetValue("saw", out _);
    }

    public int Waiting() => incoming.Reader.Count;
}

public static class Program
{
    public static async Task Main()
    {
        var line = new Line();
        line.Fill();
        Console.WriteLine("ready");
        await Task.Delay(-1);
        line.Waiting();
    }
}
