using System.Collections.Immutable;
using System.Threading.Channels;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Services.AddSingleton<Store>();
builder.Services.AddSingleton(Channel.CreateUnbounded<Command>());
builder.Services.AddHostedService<Clerk>();
builder.Services.Configure<KioskOptions>(options => options.Corner = "Lindengasse");
var app = builder.Build();
app.Urls.Add($"http://127.0.0.1:{args[0]}");

var orders = app.MapGroup("/orders");
orders.MapGet("/", (Store store) => store.State.Orders.Values);
orders.MapPost("/", async (NewOrder order, Channel<Command> queue) =>
{
    await queue.Writer.WriteAsync(new Command.Add(order));
    return Results.Accepted();
});
orders.MapPost("/{number:int}/cancel", (int number, Store store) => store.Change(state => state with { Orders = state.Orders.SetItem(number, state.Orders[number] with { Status = "cancelled" }) }) ? Results.NoContent() : Results.NotFound());
app.MapPut("/prices/{article}", (string article, decimal price, Store store) => store.Change(state => state with { Prices = state.Prices.SetItem(article, price) }));

await app.StartAsync();
var queue = app.Services.GetRequiredService<Channel<Command>>();
await queue.Writer.WriteAsync(new Command.Add(new NewOrder("Wanda", "liquorice", 3)));
await queue.Writer.WriteAsync(new Command.Add(new NewOrder("Piet", "evening paper", 1)));
await queue.Writer.WriteAsync(new Command.Close("Friday"));
var store = app.Services.GetRequiredService<Store>();
while (store.State.Closed == null) await Task.Delay(20);
Console.WriteLine("the kiosk is open");
await app.WaitForShutdownAsync();

public class KioskOptions
{
    public string Corner { get; set; } = "";
}

public record NewOrder(string Customer, string Article, int Amount);
public record Order(int Number, string Customer, string Article, int Amount, decimal Sum, string Status, DateTimeOffset At);

public abstract record Command
{
    public record Add(NewOrder Order) : Command;
    public record Close(string Day) : Command;
}

public record KioskState(ImmutableDictionary<int, Order> Orders, ImmutableSortedDictionary<string, decimal> Prices, int Next, string? Closed)
{
    public static readonly KioskState Empty = new(ImmutableDictionary<int, Order>.Empty, ImmutableSortedDictionary<string, decimal>.Empty, 501, null);
}

public class Store
{
    private KioskState _state = KioskState.Empty with
    {
        Prices = ImmutableSortedDictionary<string, decimal>.Empty.Add("liquorice", 0.60m).Add("evening paper", 2.20m),
    };

    public KioskState State => _state;

    public bool Change(Func<KioskState, KioskState> change) => ImmutableInterlocked.Update(ref _state, change);
}

public class Clerk(Channel<Command> queue, Store store) : BackgroundService
{
    private int _handled;

    protected override async Task ExecuteAsync(CancellationToken stop)
    {
        await foreach (Command command in queue.Reader.ReadAllAsync(stop))
        {
            _handled++;
            store.Change(state => command switch
            {
                Command.Add { Order: var (customer, article, amount) } => state with
                {
                    Orders = state.Orders.Add(state.Next, new Order(state.Next, customer, article, amount, amount * state.Prices[article], "open", DateTimeOffset.UtcNow)),
                    Next = state.Next + 1,
                },
                Command.Close { Day: var day } => state with { Closed = day },
                _ => state,
            });
        }
    }
}
