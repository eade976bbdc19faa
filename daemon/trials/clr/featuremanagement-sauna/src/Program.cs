using Microsoft.FeatureManagement;

var builder = WebApplication.CreateBuilder();
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.WebHost.UseUrls($"http://127.0.0.1:{args[0]}");
builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?>
{
    ["FeatureManagement:BirchWhisks"] = "true",
    ["FeatureManagement:IcePlunge"] = "false",
    ["FeatureManagement:LateHours:EnabledFor:0:Name"] = "Evening",
    ["FeatureManagement:LateHours:EnabledFor:0:Parameters:Until"] = "23:30",
});
builder.Services.AddFeatureManagement().AddFeatureFilter<EveningFilter>();
builder.Services.AddSingleton<Bathhouse>();

var app = builder.Build();

app.MapGet("/bathhouse", (Bathhouse house) => house.Look());
app.MapGet("/features", async (IFeatureManager features) =>
{
    var all = new SortedDictionary<string, bool>();
    await foreach (string name in features.GetFeatureNamesAsync()) all[name] = await features.IsEnabledAsync(name);
    return all;
});
app.MapPut("/features/{name}", (string name, bool on, IConfiguration configuration) =>
{
    configuration[$"FeatureManagement:{name}"] = on ? "true" : "false";
    (configuration as IConfigurationRoot)?.Reload();
});
app.MapPost("/bathhouse/guests", async (Guest guest, Bathhouse house) => await house.Admit(guest));
app.MapDelete("/bathhouse/guests/{name}", (string name, Bathhouse house) => house.SeeOut(name));
app.MapPut("/bathhouse/stoves/{stove}", (string stove, int degrees, Bathhouse house) => house.Heat(stove, degrees));
app.MapPut("/bathhouse/attendant", (string name, Bathhouse house) => house.Relieve(name));
app.MapPut("/bathhouse/evening", (bool open, Bathhouse house) => house.StayOpen(open));

app.Run();
