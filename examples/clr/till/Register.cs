using System.Collections.Concurrent;
using System.Text;

namespace Till;

public enum Level { Bronze, Silver, Gold }

public sealed record Sale(string Article, int Quantity, decimal Price);

public sealed record Refund(string Article, int Quantity);

public sealed record Member(string Name, Level Level, DateTime Since);

public abstract class Payment { public decimal Amount { get; init; } }

public sealed class CardPayment : Payment
{
    public string? Brand { get; init; }
    public string? Token { get; init; }
}

public sealed class Register(string place)
{
    private readonly StringBuilder _tape = new();

    public string Place { get; } = place;
    public List<Sale> Sales { get; } = [];
    public Dictionary<string, Member> Members { get; } = [];
    public ConcurrentDictionary<string, int> Sold { get; } = new();
    public List<Payment> Payments { get; } = [];
    public SortedDictionary<string, int> Shelf { get; } = new() { ["tea"] = 40 };
    public (string Unit, int Count) Pack { get; set; } = ("box", 20);

    public void Sell(Sale sale)
    {
        Sales.Add(sale);
        Sold.AddOrUpdate(sale.Article, sale.Quantity, (_, before) => before + sale.Quantity);
        _tape.Append(sale.Article).Append('\n');
    }
}
