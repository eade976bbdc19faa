// A console program that keeps its stock in a static store and works in an async Main: no framework, no container, no web server.
using Inventory;

var warehouse = new Warehouse("North Dock", new Address("Quay 7", "Rotterdam", "3011"));
var receipts = new List<string> { "R-1001", "R-1002" };
var opened = new DateTime(2026, 3, 1, 8, 30, 0, DateTimeKind.Utc);
var shifts = 0;

Stock.Receive("bolt-m8", "Bolt M8", 120, 0.35m);
Stock.Receive("nut-m8", "Nut M8", 480, 0.12m);
Stock.Receive("washer-8", "Washer 8 mm", 950, 0.04m);
Stock.Current.Supplier = "Hanse Metall";

Console.WriteLine($"ready {Environment.ProcessId}");
while (!Stock.Closing)
{
    await Task.Delay(TimeSpan.FromSeconds(1));
    shifts++;
    if (shifts % 3600 == 0) receipts.Add($"R-{1000 + receipts.Count}");
}
Console.WriteLine($"closed {warehouse.Name} after {shifts} shifts, opened {opened:O}");
