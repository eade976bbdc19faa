using MassTransit;
using Brew;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddSingleton<Cellar>();
builder.Services.AddMassTransit(bus => {
  bus.AddConsumer<TapKeg>();
  bus.AddConsumer<RateBeer>();
  bus.AddSagaStateMachine<BatchMachine, Batch>().InMemoryRepository();
  bus.UsingInMemory((context, config) => config.ConfigureEndpoints(context));
});
var app = builder.Build();
app.MapGet("/", () => new { ready = true });
app.MapPost("/batches/{recipe}", async (string recipe, double litres, IPublishEndpoint publish) => {
  var id = NewId.NextGuid();
  await publish.Publish(new MashStarted(id, recipe, litres));
  return id;
});
app.MapPost("/batches/{id}/ferment", async (Guid id, double temperature, IPublishEndpoint publish) => await publish.Publish(new FermentationBegan(id, temperature)));
app.MapPost("/batches/{id}/keg", async (Guid id, int kegs, IPublishEndpoint publish) => await publish.Publish(new Kegged(id, kegs)));
app.MapPost("/tap/{beer}", async (string beer, int line, IPublishEndpoint publish) => await publish.Publish(new TapRequested(beer, line)));
app.MapPost("/rate/{beer}", async (string beer, int stars, string guest, IPublishEndpoint publish) => await publish.Publish(new Rated(beer, stars, guest)));
app.Run($"http://127.0.0.1:{args[0]}");

namespace Brew {
  public record MashStarted(Guid CorrelationId, string Recipe, double Litres);
  public record FermentationBegan(Guid CorrelationId, double Temperature);
  public record Kegged(Guid CorrelationId, int Kegs);
  public record TapRequested(string Beer, int Line);
  public record Rated(string Beer, int Stars, string Guest);

  public class Batch : SagaStateMachineInstance {
    public Guid CorrelationId { get; set; }
    public string CurrentState { get; set; } = "";
    public string Recipe { get; set; } = "";
    public double Litres { get; set; }
    public double? Temperature { get; set; }
    public int Kegs { get; set; }
  }

  public class BatchMachine : MassTransitStateMachine<Batch> {
    public State Mashing { get; private set; } = null!;
    public State Fermenting { get; private set; } = null!;
    public State InKegs { get; private set; } = null!;
    public Event<MashStarted> Started { get; private set; } = null!;
    public Event<FermentationBegan> Began { get; private set; } = null!;
    public Event<Kegged> Filled { get; private set; } = null!;
    public BatchMachine(Cellar cellar) {
      InstanceState(x => x.CurrentState);
      Event(() => Started); Event(() => Began); Event(() => Filled);
      Initially(When(Started).Then(c => { c.Saga.Recipe = c.Message.Recipe; c.Saga.Litres = c.Message.Litres; }).TransitionTo(Mashing));
      During(Mashing, When(Began).Then(c => c.Saga.Temperature = c.Message.Temperature).TransitionTo(Fermenting));
      During(Fermenting, When(Filled).Then(c => { c.Saga.Kegs = c.Message.Kegs; cellar.Store(c.Saga.Recipe, c.Message.Kegs); }).TransitionTo(InKegs));
    }
  }

  public class Cellar {
    readonly Dictionary<string, int> kegs = new() { ["Old Heron"] = 4 };
    readonly SortedDictionary<int, string> taps = new();
    readonly List<Review> reviews = new();
    double temperature = 8.5;
    public string Keeper { get; private set; } = "Ludmila Benz";
    public void Store(string beer, int count) => kegs[beer] = kegs.GetValueOrDefault(beer) + count;
    public bool Tap(string beer, int line) { if (kegs.GetValueOrDefault(beer) == 0) return false; kegs[beer]--; taps[line] = beer; return true; }
    public void Review(string beer, int stars, string guest) => reviews.Add(new Review(beer, stars, guest));
    public void CoolTo(double degrees) => temperature = degrees;
    public void HandOver(string keeper) => Keeper = keeper;
    public double Average => reviews.Count == 0 ? 0 : reviews.Average(r => r.Stars);
  }
  public record Review(string Beer, int Stars, string Guest);

  public class TapKeg(Cellar cellar) : IConsumer<TapRequested> { public Task Consume(ConsumeContext<TapRequested> c) { cellar.Tap(c.Message.Beer, c.Message.Line); return Task.CompletedTask; } }
  public class RateBeer(Cellar cellar) : IConsumer<Rated> { public Task Consume(ConsumeContext<Rated> c) { cellar.Review(c.Message.Beer, c.Message.Stars, c.Message.Guest); return Task.CompletedTask; } }
}
