using Microsoft.AspNetCore.SignalR;

namespace Auction;

public record Bid(string Bidder, decimal Amount);

public class House
{
    public string Auctioneer { get; set; } = "Madame Zora";
    public Dictionary<string, Stack<Bid>> Lots { get; } = new() { ["vase"] = new([new Bid("Ilse", 120)]), ["clock"] = new() };
    public TimeOnly Closes { get; set; } = new(21, 30);
    public bool Paused { get; set; }
    public void PlaceBid(string lot, string bidder, decimal amount) => Lots[lot].Push(new Bid(bidder, amount));
}

public class Room(House house) : Hub
{
    public async Task Bid(string lot, string bidder, decimal amount)
    {
        house.PlaceBid(lot, bidder, amount);
        await Clients.All.SendAsync("bid", lot, amount);
    }
}

public class Hammer(House house) : BackgroundService
{
    private int strokes = 3;
    protected override async Task ExecuteAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested) { await Task.Delay(TimeSpan.FromHours(1), stop); if (!house.Paused) strokes++; }
    }
}

public static class Program
{
    public static void Main(string[] args)
    {
        var builder = WebApplication.CreateBuilder();
        builder.WebHost.UseUrls($"http://127.0.0.1:{args[0]}");
        builder.Services.AddSingleton<House>().AddHostedService<Hammer>().AddSignalR();
        var app = builder.Build();
        app.MapHub<Room>("/room");
        app.MapGet("/lots", (House house) => house.Lots.Keys);
        app.MapPost("/bids/{lot}", (House house, string lot, string bidder, decimal amount) => { house.PlaceBid(lot, bidder, amount); return house.Lots[lot].Count; });
        app.Run();
    }
}
