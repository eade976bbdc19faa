using Microsoft.EntityFrameworkCore;

namespace Foundry;

public interface ICastingRepository
{
    Task<Casting?> Find(int id);
    Task<List<Casting>> Open();
    Task Add(Casting casting);
    Task Save();
}

public class CastingRepository(FoundryContext context) : ICastingRepository
{
    public async Task<Casting?> Find(int id) => await context.Castings.FindAsync(id);
    public Task<List<Casting>> Open() => context.Castings.Where(one => one.State != CastingState.Finished).ToListAsync();
    public async Task Add(Casting casting) => await context.Castings.AddAsync(casting);
    public Task Save() => context.SaveChangesAsync();
}

public class OrderDesk(ICastingRepository castings, FoundryContext context, ILogger<OrderDesk> log)
{
    public async Task<int> PlaceOrder(string customer, string piece, double weight, string alloy)
    {
        var casting = new Casting
        {
            Piece = piece,
            Weight = weight,
            Customer = await context.Customers.SingleAsync(one => one.Name == customer),
            Alloy = await context.Alloys.SingleAsync(one => one.Name == alloy),
        };
        casting.Alloy.Kilos -= weight;
        await castings.Add(casting);
        await castings.Save();
        log.LogDebug("ordered {Piece}", piece);
        return casting.Id;
    }

    public async Task Advance(int id)
    {
        if (await castings.Find(id) is not { State: < CastingState.Finished } casting) throw new InvalidOperationException($"Casting {id} is not under way.");
        casting.State++;
        await castings.Save();
    }

    public async Task CancelOrder(int id)
    {
        Casting casting = await castings.Find(id) ?? throw new KeyNotFoundException($"There is no casting {id}.");
        casting.State = CastingState.Cancelled;
        await castings.Save();
    }
}

public class Furnace
{
    public int Degrees { get; private set; } = 1180;
    public string Charge { get; private set; } = "bell bronze";
    public DateTime LitAt { get; } = DateTime.UtcNow;
    public void Heat(int degrees) => Degrees = degrees;
}

/// <summary>Keeps a context of its own, as a screen that shows the day's work would.</summary>
public class Board(IServiceScopeFactory scopes, Furnace furnace) : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stop)
    {
        using IServiceScope scope = scopes.CreateScope();
        var context = scope.ServiceProvider.GetRequiredService<FoundryContext>();
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1));
        do
        {
            List<Casting> today = await context.Castings.Include(one => one.Customer).OrderBy(one => one.Id).ToListAsync(stop);
            if (furnace.Degrees < 0) Console.WriteLine(today.Count);
        }
        while (await timer.WaitForNextTickAsync(stop));
    }
}
