// What a container makes for each request, and handlers that look at the request that they answer.
namespace Tavern;

public sealed record Pour(string Guest, int Pints);

public interface IHandler<TRequest>
{
    Task<int> Handle(TRequest request, CancellationToken stop);
}

public sealed class Cellar
{
    public int Pints { get; private set; } = 90;
    public List<string> Guests { get; } = ["Ada"];

    internal int Draw(string guest, int pints)
    {
        Guests.Add(guest);
        return Pints -= pints;
    }
}

/// <summary>Of a scope, and given up asynchronously alone.</summary>
public sealed class Slate(Cellar cellar) : IAsyncDisposable
{
    private bool _isOver;

    public int Draw(string guest, int pints) => _isOver ? throw new ObjectDisposedException(nameof(Slate)) : cellar.Draw(guest, pints);

    public ValueTask DisposeAsync()
    {
        _isOver = true;
        return ValueTask.CompletedTask;
    }
}

public sealed class PourHandler(Slate slate) : IHandler<Pour>
{
    public Task<int> Handle(Pour request, CancellationToken stop) => Task.FromResult(slate.Draw(request.Guest, request.Pints));
}

public sealed class House
{
    public string Sign { get; set; } = "";
}

public static class Program
{
    public static async Task Main()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddDistributedMemoryCache().AddSession();
        builder.Services.AddSingleton<Cellar>().AddScoped<Slate>().AddTransient<IHandler<Pour>, PourHandler>();
        builder.Services.Configure<House>(house => house.Sign = "The Anchor " + Environment.ProcessId);
        var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.UseSession();
        app.MapGet("/guests", (Cellar cellar) => cellar.Guests);
        app.MapGet("/sign", (Microsoft.Extensions.Options.IOptions<House> house) => house.Value.Sign);
        app.MapGet("/mine", (HttpContext context) => context.Session.GetString("order") ?? "nothing");
        await app.StartAsync();
        Console.WriteLine($"ready {app.Services.GetRequiredService<Cellar>().Pints}");
        await app.WaitForShutdownAsync();
    }
}
