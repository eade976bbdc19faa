namespace TodoApi;

public record Todo(int Id, string Title, bool Done, DateOnly? Due);

public record NewTodo(string Title, DateOnly? Due);

public record Quote(string Text, string Author);

public sealed class PriceList
{
    private readonly Dictionary<string, decimal> _prices = new() { ["tea"] = 4.5m, ["milk"] = 1.2m, ["bread"] = 3.1m };
    public decimal Of(string sku) => _prices.TryGetValue(sku, out var price) ? price : throw new KeyNotFoundException($"No price for '{sku}'.");
}

public sealed class CartLine
{
    public required string Sku { get; init; }
    public int Quantity { get; set; }
    public decimal Price { get; set; }
}

public interface ICart
{
    decimal Total { get; }
    decimal Add(string sku, int quantity);
}

public sealed class Cart(PriceList prices) : ICart
{
    private readonly List<CartLine> _lines = [];
    private readonly object _gate = new();
    public decimal Total { get; private set; }
    public string? Coupon { get; set; }

    public decimal Add(string sku, int quantity)
    {
        var price = prices.Of(sku);
        lock (_gate)
        {
            var line = _lines.Find(line => line.Sku == sku);
            if (line is null) _lines.Add(line = new CartLine { Sku = sku, Price = price });
            line.Quantity += quantity;
            Total += price * quantity;
            return Total;
        }
    }

    public async Task<bool> CheckoutAsync(string address, CancellationToken cancellation)
    {
        await Task.Delay(20, cancellation);
        lock (_gate) _lines.Clear();
        Total = 0;
        return address.Length > 0;
    }

    /// <summary>Takes as long as it is told to: what a caller sees of an action that does not end in time.</summary>
    public async Task<string> AuditAsync(int milliseconds)
    {
        await Task.Delay(milliseconds);
        return "audited";
    }
}
