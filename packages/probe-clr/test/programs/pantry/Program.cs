// A store in memory whose rows are read by a context that lives, beside one that was given up and is still held.
using Microsoft.EntityFrameworkCore;

namespace Pantry;

public sealed class Jar
{
    public int Id { get; set; }
    public required string Label { get; set; }
    public double Litres { get; set; }
}

public sealed class PantryContext(DbContextOptions<PantryContext> options) : DbContext(options)
{
    public DbSet<Jar> Jars => Set<Jar>();
}

/// <summary>Made for each request.</summary>
public sealed class Cook(PantryContext context)
{
    public int Preserve(string label, double litres)
    {
        var jar = new Jar { Label = label, Litres = litres };
        context.Jars.Add(jar);
        context.SaveChanges();
        return jar.Id;
    }
}

public sealed class Shelf(IServiceScopeFactory scopes) : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stop)
    {
        using IServiceScope given = scopes.CreateScope(), scope = scopes.CreateScope();
        var over = given.ServiceProvider.GetRequiredService<PantryContext>();
        over.Jars.Add(new Jar { Label = $"plums {Environment.ProcessId}", Litres = 1.5 });
        over.SaveChanges();
        given.Dispose();
        var context = scope.ServiceProvider.GetRequiredService<PantryContext>();
        Console.WriteLine("ready");
        while (!stop.IsCancellationRequested)
        {
            int jars = await context.Jars.AsNoTracking().CountAsync(stop);
            await Task.Delay(100 + jars, stop);
        }
        GC.KeepAlive(over);
    }
}

public static class Program
{
    public static async Task Main()
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddDbContext<PantryContext>(options => options.UseInMemoryDatabase("pantry"));
        builder.Services.AddScoped<Cook>().AddHostedService<Shelf>();
        using IHost host = builder.Build();
        await host.StartAsync();
        await host.WaitForShutdownAsync();
    }
}
