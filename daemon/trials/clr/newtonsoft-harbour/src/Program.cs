using Newtonsoft.Json.Linq;

var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.Services.AddSingleton<Register>();
var app = builder.Build();
app.MapGet("/ships", (Register register) => Results.Text(register.Ships.ToString(), "application/json"));
app.MapPost("/ships", async (HttpRequest request, Register register) =>
    register.Enter(await new StreamReader(request.Body).ReadToEndAsync()));
app.MapPut("/ships/{name}/berth", (string name, string berth, Register register) => register.Moor(name, berth));
app.MapDelete("/ships/{name}", (string name, Register register) => register.Clear(name));
app.MapPut("/dues", (string kind, double perTonne, Register register) => register.SetDue(kind, perTonne));
app.MapPut("/master", (string name, Register register) => register.Appoint(name));
app.MapPost("/log", (string line, Register register) => register.Write(line));
app.Urls.Add($"http://127.0.0.1:{args[0]}");
await app.StartAsync();
Console.WriteLine("open");
await app.WaitForShutdownAsync();

/// <summary>The documents of a harbour, as JSON that is kept in memory.</summary>
class Register
{
    public JArray Ships { get; } = [];
    readonly JObject _office = JObject.Parse("""{ "master": "Captain Yrsa Holm", "channel": 14, "dues": { "timber": 1.35, "fish": 0.8 }, "gates": { "north": "shut", "south": "open" } }""");
    readonly LinkedList<string> _log = new();

    public string Enter(string document)
    {
        var ship = JObject.Parse(document);
        Ships.Add(ship);
        return Write($"{ship["name"]} came in");
    }

    JObject Find(string name) => Ships.OfType<JObject>().First(ship => (string?)ship["name"] == name);

    public string Moor(string name, string berth)
    {
        Find(name)["berth"] = berth;
        return Write($"{name} lies at {berth}");
    }

    public string Clear(string name)
    {
        Find(name).Remove();
        return Write("One ship was cleared");
    }

    public double SetDue(string kind, double perTonne)
    {
        _office["dues"]![kind] = perTonne;
        return perTonne;
    }

    public string Appoint(string name)
    {
        _office["master"] = name;
        return name;
    }

    public string Write(string line)
    {
        _log.AddFirst(line);
        return line;
    }
}
