using Microsoft.AspNetCore.Components.Server.Circuits;

namespace Tailor;

public enum Stage { Measured, Cut, Basted, Finished }

public sealed class Commission(string customer, string garment, decimal price)
{
    public string Customer { get; } = customer;
    public string Garment { get; } = garment;
    public decimal Price { get; private set; } = price;
    public Stage Stage { get; set; } = Stage.Measured;

    public void Discount(decimal percent) => Price -= Price * percent / 100;
}

/// <summary>What the whole workshop has taken on; one for all who are connected.</summary>
public sealed class OrderBook
{
    private readonly object _gate = new();
    private readonly List<Commission> _commissions = [];

    public OrderBook()
    {
        Take("Ottilie Brandt", "frock coat", 420);
        Take("Emil Sand", "waistcoat", 135).Stage = Stage.Basted;
    }

    public event Action? Changed;

    public string Master { get; set; } = "Konrad Nadler";

    public int Doorbell { get; private set; }

    public IReadOnlyList<Commission> Commissions => _commissions;

    public Commission Take(string customer, string garment, decimal price)
    {
        var one = new Commission(customer, garment, price);
        lock (_gate) _commissions.Add(one);
        Changed?.Invoke();
        return one;
    }

    public void Advance(string customer)
    {
        lock (_gate)
        {
            Commission one = _commissions.First(each => each.Customer == customer);
            if (one.Stage < Stage.Finished) one.Stage++;
        }
        Changed?.Invoke();
    }

    public void Ring()
    {
        Doorbell++;
        Changed?.Invoke();
    }
}

/// <summary>What one visitor has chosen so far; one for each circuit.</summary>
public sealed class Fitting
{
    public string Customer { get; set; } = "";
    public int Chest { get; set; }
    public string Cloth { get; private set; } = "none";
    public List<string> Alterations { get; } = [];

    public void Choose(string cloth) => Cloth = cloth;

    public void Alter(string what) => Alterations.Add(what);
}

public sealed class DoorBell(OrderBook book) : CircuitHandler
{
    public override Task OnConnectionUpAsync(Circuit circuit, CancellationToken cancellationToken)
    {
        book.Ring();
        return Task.CompletedTask;
    }
}
