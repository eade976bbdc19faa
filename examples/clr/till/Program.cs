// A till that waits for lines from a keyboard: all it knows are locals of a Main that blocks, and nothing else in the process leads to them.
using Till;

var register = new Register("Front desk");
register.Sell(new Sale("tea", 2, 3.50m));
register.Members["ada"] = new Member("Ada", Level.Gold, new DateTime(2020, 5, 1, 0, 0, 0, DateTimeKind.Utc));
register.Payments.Add(new CardPayment { Amount = 7m, Brand = "Girocard", Token = "hm-4711-very-private" });
var refunds = new List<Refund> { new("tea", 1) };
var tips = 0m;
Action<decimal> tip = amount => tips += amount;

Console.WriteLine($"ready {Environment.ProcessId}");
while (Console.ReadLine() is { } line)
{
    switch (line)
    {
        case "collect":
            GC.Collect();
            break;
        case "tip":
            tip(0.50m);
            break;
        default:
            register.Sell(new Sale(line, 1, 1m));
            break;
    }
}
// Without a keyboard it stays as it is.
Thread.Sleep(Timeout.Infinite);
Console.WriteLine($"closed with {register.Sales.Count} sales and {refunds.Count} refunds");
