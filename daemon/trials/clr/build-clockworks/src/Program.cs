using System.Collections.Concurrent;
using System.Threading.Channels;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

// A small build server: pipelines are written in YAML, builds wait in a channel, and one worker of the host runs them.
var builder = WebApplication.CreateBuilder();
builder.WebHost.UseUrls($"http://127.0.0.1:{args[0]}");
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Services.AddSingleton<BuildServer>();
builder.Services.AddHostedService<BuildAgent>();
var app = builder.Build();
var server = app.Services.GetRequiredService<BuildServer>();

app.MapGet("/", () => new { server.Name, server.IsDraining, Pipelines = server.Pipelines.Values, server.Builds, server.Agent });
app.MapPost("/pipelines", async (HttpRequest request) => server.Define(await new StreamReader(request.Body).ReadToEndAsync()).Name);
app.MapPost("/pipelines/{name}/builds", (string name, string branch, string by) => server.Enqueue(name, branch, by).Number);
app.MapPost("/builds/{number}/cancel", (int number) => server.Cancel(number));
app.MapPost("/pipelines/{name}/retention", (string name, int days) => server.Keep(name, days));
app.MapPost("/drain", (bool on) => server.Drain(on));
app.MapPost("/agent", (string label) => server.Relabel(label));
app.Run();

public sealed class Stage
{
    public string Name { get; set; } = "";
    public string Run { get; set; } = "";
    public int Seconds { get; set; }
}

public sealed class Pipeline
{
    public string Name { get; set; } = "";
    public string Repository { get; set; } = "";
    public string Owner { get; set; } = "";
    public int RetentionDays { get; set; } = 30;
    public List<Stage> Stages { get; set; } = [];
}

public enum Outcome
{
    Queued,
    Running,
    Passed,
    Failed,
    Cancelled,
}

public sealed class Build(int number, string pipeline, string branch, string by)
{
    public int Number { get; } = number;
    public string Pipeline { get; } = pipeline;
    public string Branch { get; } = branch;
    public string TriggeredBy { get; } = by;
    public Outcome Outcome { get; set; } = Outcome.Queued;
    public string? CurrentStage { get; set; }
    public List<string> Log { get; } = [];
}

public sealed class AgentStatus
{
    public string Label { get; set; } = "bench-1";
    public bool IsBusy { get; set; }
    public int BuildsDone { get; set; }
}

public sealed class BuildServer
{
    private readonly IDeserializer yaml = new DeserializerBuilder().WithNamingConvention(CamelCaseNamingConvention.Instance).Build();
    private int lastNumber = 400;

    public string Name { get; } = "Clockworks";
    public bool IsDraining { get; private set; }
    public AgentStatus Agent { get; } = new();
    public ConcurrentDictionary<string, Pipeline> Pipelines { get; } = new();
    public List<Build> Builds { get; } = [];
    internal Channel<Build> Waiting { get; } = Channel.CreateUnbounded<Build>();

    public Pipeline Define(string text)
    {
        var pipeline = yaml.Deserialize<Pipeline>(text);
        return Pipelines[pipeline.Name] = pipeline;
    }

    public Build Enqueue(string pipeline, string branch, string by)
    {
        if (IsDraining) throw new InvalidOperationException("No new builds are taken");
        var build = new Build(++lastNumber, Pipelines[pipeline].Name, branch, by);
        lock (Builds) Builds.Add(build);
        Waiting.Writer.TryWrite(build);
        return build;
    }

    public void Cancel(int number)
    {
        lock (Builds) Builds.Single(one => one.Number == number).Outcome = Outcome.Cancelled;
    }

    public void Keep(string pipeline, int days) => Pipelines[pipeline].RetentionDays = days;

    public void Drain(bool on) => IsDraining = on;

    public void Relabel(string label) => Agent.Label = label;
}

public sealed class BuildAgent(BuildServer server) : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stopping)
    {
        await foreach (var build in server.Waiting.Reader.ReadAllAsync(stopping))
        {
            if (build.Outcome == Outcome.Cancelled) continue;
            (build.Outcome, server.Agent.IsBusy) = (Outcome.Running, true);
            foreach (var stage in server.Pipelines[build.Pipeline].Stages)
            {
                build.CurrentStage = stage.Name;
                build.Log.Add($"{stage.Name}: {stage.Run}");
                for (var ends = DateTime.UtcNow.AddSeconds(stage.Seconds); DateTime.UtcNow < ends && build.Outcome == Outcome.Running; )
                    await Task.Delay(50, stopping);
                if (stage.Run == "false") build.Outcome = Outcome.Failed;
                if (build.Outcome != Outcome.Running) break;
            }
            if (build.Outcome == Outcome.Running) (build.Outcome, build.CurrentStage) = (Outcome.Passed, null);
            server.Agent.IsBusy = false;
            server.Agent.BuildsDone++;
        }
    }
}
