using Lighthouse;

var builder = Host.CreateApplicationBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Services.Configure<StationOptions>(options =>
{
    options.Station = "Kobberskjær";
    options.Height = 34;
    options.Keepers = ["Runa", "Eilif"];
});
builder.Services.AddSingleton(TimeProvider.System);
builder.Services.AddSingleton<Lamp>();
builder.Services.AddSingleton<Horn>();
builder.Services.AddSingleton<IShipLog, ShipLog>();
builder.Services.AddScoped<Watch>();
builder.Services.AddScoped<ISender, Sender>();
foreach (Type type in typeof(Program).Assembly.GetTypes())
    foreach (Type contract in type.GetInterfaces().Where(one => one.IsGenericType && one.GetGenericTypeDefinition() == typeof(IRequestHandler<,>)))
        builder.Services.AddTransient(contract, type);
using IHost host = builder.Build();
await host.StartAsync();
using (IServiceScope scope = host.Services.CreateScope())
{
    var sender = scope.ServiceProvider.GetRequiredService<ISender>();
    await sender.Send(new LogShip("Havørn", 4.2));
    await sender.Send(new LogShip("Blidensol", 7.9));
    await sender.Send(new LogShip("Mercandia", 11.3));
    await sender.Send(new SoundHorn(2));
}
Console.WriteLine("the light is on");
await host.WaitForShutdownAsync();
