using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Runtime;

namespace Reef;

public interface IDiver : IGrainWithStringKey
{
    Task Dive(int metres, string seen);
}

[GenerateSerializer]
public class Logbook
{
    [Id(0)] public int Deepest { get; set; }
    [Id(1)] public List<string> Seen { get; set; } = [];
    [Id(2)] public bool Certified { get; set; }
}

public class Diver([PersistentState("logbook")] IPersistentState<Logbook> logbook) : Grain, IDiver
{
    private int dives;

    public async Task Dive(int metres, string seen)
    {
        dives++;
        logbook.State.Deepest = Math.Max(logbook.State.Deepest, metres);
        logbook.State.Seen.Add(seen);
        logbook.State.Certified = true;
        await logbook.WriteStateAsync();
    }
}

public static class Program
{
    public static async Task Main(string[] args)
    {
        int port = int.Parse(args[0]);
        using IHost host = Host.CreateDefaultBuilder().UseOrleans(silo => silo
            .UseLocalhostClustering(port, port + 1, serviceId: "coral", clusterId: "pacific")
            .AddMemoryGrainStorageAsDefault()).Build();
        await host.StartAsync();
        IGrainFactory grains = host.Services.GetRequiredService<IGrainFactory>();
        await grains.GetGrain<IDiver>("leilani").Dive(31, "manta ray");
        await grains.GetGrain<IDiver>("leilani").Dive(18, "moray");
        await grains.GetGrain<IDiver>("kimo").Dive(54, "wreck");
        Console.WriteLine("dived");
        await host.WaitForShutdownAsync();
    }
}
