using System.Collections.Concurrent;
using Bikes;
using Microsoft.Extensions.Options;

var builder = WebApplication.CreateBuilder(new WebApplicationOptions { Args = args });
builder.WebHost.UseUrls($"http://127.0.0.1:{args[0]}");
builder.Logging.ClearProviders();
builder.Services.Configure<TariffOptions>(options => { options.PerHour = 4.5m; options.Deposit = 60; });
builder.Services.AddSingleton<IRentalStore, RentalStore>();
builder.Services.AddSingleton<Notices>();
builder.Services.AddScoped<RentalDesk>();
builder.Services.AddHostedService<Inspector>();
var app = builder.Build();

var rentals = app.MapGroup("/rentals");
rentals.MapGet("/", (IRentalStore store) => store.All());
rentals.MapPost("/", (NewRental asked, RentalDesk desk) => Results.Created("/rentals", desk.Open(asked.Rider, asked.Bike)));
rentals.MapPost("/{id:guid}/return", (Guid id, RentalDesk desk) => desk.Close(id) is { } closed ? Results.Ok(closed) : Results.NotFound());
app.MapPost("/bikes", (Bike bike, IRentalStore store) => { store.Register(bike); return Results.NoContent(); });
app.MapPut("/bikes/{frame}/condition/{condition}", (string frame, Condition condition, IRentalStore store) => store.Mark(frame, condition) ? Results.NoContent() : Results.NotFound());
app.MapGet("/tariff", (IOptions<TariffOptions> tariff) => tariff.Value);
app.Run();

namespace Bikes
{
    public enum Condition { Ready, Worn, Broken }

    public sealed record Bike(string Frame, string Kind, Condition Condition = Condition.Ready);

    public sealed record Rental(Guid Id, string Rider, string Frame, DateTimeOffset Since, DateTimeOffset? Until = null);

    public sealed record NewRental(string Rider, string Bike);

    public sealed class TariffOptions
    {
        public decimal PerHour { get; set; }
        public int Deposit { get; set; }
        public string Currency { get; set; } = "EUR";
    }

    public interface IRentalStore
    {
        IReadOnlyCollection<Rental> All();
        void Register(Bike bike);
        bool Mark(string frame, Condition condition);
        Bike? Find(string frame);
        void Put(Rental rental);
        Rental? Get(Guid id);
    }

    public sealed class RentalStore : IRentalStore
    {
        private readonly ConcurrentDictionary<Guid, Rental> _rentals = new();
        private readonly ConcurrentDictionary<string, Bike> _fleet = new(StringComparer.OrdinalIgnoreCase);

        public IReadOnlyCollection<Rental> All() => [.. _rentals.Values];

        public void Register(Bike bike) => _fleet[bike.Frame] = bike;

        public bool Mark(string frame, Condition condition)
        {
            while (_fleet.TryGetValue(frame, out Bike? bike))
                if (_fleet.TryUpdate(frame, bike with { Condition = condition }, bike)) return true;
            return false;
        }

        public Bike? Find(string frame) => _fleet.GetValueOrDefault(frame);

        public void Put(Rental rental) => _rentals[rental.Id] = rental;

        public Rental? Get(Guid id) => _rentals.GetValueOrDefault(id);
    }

    public sealed class RentalDesk(IRentalStore store, Notices notices, TimeProvider? time = null)
    {
        private readonly TimeProvider _time = time ?? TimeProvider.System;

        public Rental Open(string rider, string frame)
        {
            if (store.Find(frame) is not { Condition: Condition.Ready }) throw new InvalidOperationException($"{frame} is not to be had");
            var rental = new Rental(Guid.NewGuid(), rider, frame, _time.GetUtcNow());
            store.Put(rental);
            notices.Post($"{rider} took {frame}");
            return rental;
        }

        public Rental? Close(Guid id)
        {
            if (store.Get(id) is not { } rental) return null;
            rental = rental with { Until = _time.GetUtcNow() };
            store.Put(rental);
            notices.Post($"{rental.Rider} brought {rental.Frame} back");
            return rental;
        }
    }

    /// <summary>The last few things that happened, for the board at the door.</summary>
    public sealed class Notices
    {
        private readonly Queue<string> _board = new();
        private readonly Lock _gate = new();

        public int Capacity { get; set; } = 5;

        public void Post(string notice)
        {
            lock (_gate)
            {
                _board.Enqueue(notice);
                while (_board.Count > Capacity) _board.Dequeue();
            }
        }

        public void Wipe()
        {
            lock (_gate) _board.Clear();
        }
    }

    /// <summary>Looks the fleet over now and then.</summary>
    public sealed class Inspector(IRentalStore store, Notices notices) : BackgroundService
    {
        private int _rounds;
        private string _lastSeen = "";

        public TimeSpan Pause { get; set; } = TimeSpan.FromMilliseconds(200);

        protected override async Task ExecuteAsync(CancellationToken stopping)
        {
            using var timer = new PeriodicTimer(Pause);
            while (await timer.WaitForNextTickAsync(stopping))
            {
                if (_rounds >= 3 || store.Find("R-14") is not { } bike) continue;
                _rounds++;
                _lastSeen = bike.Frame;
                if (_rounds == 3) notices.Post("All wheels looked at");
            }
        }
    }
}
