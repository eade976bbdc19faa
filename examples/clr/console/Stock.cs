using System.Collections.Concurrent;

namespace Inventory;

public enum StockLevel { Empty, Low, Normal, High }

public record Address(string Street, string City, string PostCode);

public record Warehouse(string Name, Address Address);

public sealed class StockItem
{
    public required string Name { get; init; }
    public int Quantity { get; set; }
    public decimal UnitPrice { get; set; }
    public StockLevel Level => Quantity switch { 0 => StockLevel.Empty, < 100 => StockLevel.Low, < 500 => StockLevel.Normal, _ => StockLevel.High };
    public DateTimeOffset? LastCounted { get; set; }
    public (int Row, int Shelf) Place { get; set; }
}

public sealed class StockSettings
{
    public string Supplier { get; set; } = "";
    public string ApiKey { get; set; } = "hm-4711-very-private";
    public TimeSpan CountEvery { get; set; } = TimeSpan.FromHours(12);
}

/// <summary>The store: static, as many small programs keep it.</summary>
public static class Stock
{
    private static readonly ConcurrentDictionary<string, StockItem> Items = new();
    public static readonly StockSettings Current = new();
    public static int Movements { get; private set; }
    public static bool Closing { get; private set; }

    public static int Receive(string sku, string name, int quantity, decimal unitPrice)
    {
        var item = Items.GetOrAdd(sku, _ => new StockItem { Name = name, Place = (Items.Count + 1, 2) });
        item.Quantity += quantity;
        item.UnitPrice = unitPrice;
        Movements++;
        return item.Quantity;
    }

    public static async Task<int> ShipAsync(string sku, int quantity)
    {
        await Task.Delay(10);
        if (!Items.TryGetValue(sku, out var item)) throw new InvalidOperationException($"There is no item '{sku}'.");
        if (item.Quantity < quantity) throw new InvalidOperationException($"Only {item.Quantity} of '{sku}' are left.");
        item.Quantity -= quantity;
        Movements++;
        return item.Quantity;
    }

    public static void Close() => Closing = true;
}
