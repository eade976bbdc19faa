using Foundry;
using Microsoft.EntityFrameworkCore;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Services.AddDbContext<FoundryContext>(options => options.UseInMemoryDatabase("foundry"));
builder.Services.AddScoped<ICastingRepository, CastingRepository>();
builder.Services.AddScoped<OrderDesk>();
builder.Services.AddSingleton<Furnace>();
builder.Services.AddHostedService<Board>();
var app = builder.Build();
app.Urls.Add($"http://127.0.0.1:{args[0]}");

using (var scope = app.Services.CreateScope())
{
    var context = scope.ServiceProvider.GetRequiredService<FoundryContext>();
    context.Customers.AddRange(new Customer { Name = "Abbey of Wend", Town = "Wend" }, new Customer { Name = "Harbour Board", Town = "Skarvik" });
    context.Alloys.AddRange(new Alloy { Name = "bell bronze", Kilos = 900 }, new Alloy { Name = "gunmetal", Kilos = 350 });
    context.SaveChanges();
    var desk = scope.ServiceProvider.GetRequiredService<OrderDesk>();
    int bell = await desk.PlaceOrder("Abbey of Wend", "tenor bell", 412.5, "bell bronze");
    await desk.PlaceOrder("Harbour Board", "bollard", 86, "gunmetal");
    await desk.PlaceOrder("Harbour Board", "ship's propeller", 140, "gunmetal");
    await desk.Advance(bell);
    await desk.Advance(bell);
}
app.MapGet("/castings", async (ICastingRepository castings) => (await castings.Open()).Select(one => new { one.Id, one.Piece, State = one.State.ToString() }));
await app.StartAsync();
Console.WriteLine("the furnace is lit");
await app.WaitForShutdownAsync();
