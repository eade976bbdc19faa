using Huts;

var builder = WebApplication.CreateBuilder();
builder.WebHost.UseUrls($"http://127.0.0.1:{args[0]}");
builder.Services.AddSingleton<Ledger>();
builder.Services.AddSingleton<HutRegistry>();
builder.Services.AddControllers();
var app = builder.Build();
app.MapControllers();
app.Run();
