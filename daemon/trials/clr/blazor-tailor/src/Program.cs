using Microsoft.AspNetCore.Components.Server.Circuits;
using Tailor;

var builder = WebApplication.CreateBuilder(new WebApplicationOptions { Args = args, ContentRootPath = AppContext.BaseDirectory });
builder.WebHost.UseUrls($"http://127.0.0.1:{args[0]}");
builder.Logging.ClearProviders();
builder.Services.AddRazorComponents().AddInteractiveServerComponents();
builder.Services.AddSingleton<OrderBook>();
builder.Services.AddScoped<Fitting>();
builder.Services.AddScoped<CircuitHandler, DoorBell>();
var app = builder.Build();
app.UseAntiforgery();
app.MapRazorComponents<Tailor.App>().AddInteractiveServerRenderMode();
app.Run();
