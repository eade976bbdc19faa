using System.Collections;
using System.Reflection;
using Google.Protobuf.Collections;
using Newtonsoft.Json.Linq;
using NodaTime;
using Polly;
using Polly.CircuitBreaker;
using YamlDotNet.RepresentationModel;

namespace Desk;

/// <summary>Whether the line is up is known to a breaker inside a library alone, and only the library's own control can close it.</summary>
public sealed class Secretary
{
    private readonly CircuitBreakerManualControl control = new();
    private readonly ResiliencePipeline line;
    private readonly Dictionary<LocalDate, LocalTime?> appointments = new() { [new LocalDate(2027, 1, 8)] = new LocalTime(18, 20), [new LocalDate(2027, 1, 9)] = null };
    private readonly Interval season = new(Instant.FromUtc(2026, 12, 13, 0, 0), Instant.FromUtc(2027, 12, 11, 6, 30));
    private readonly string office = "North " + Environment.ProcessId;

    public Secretary() => line = new ResiliencePipelineBuilder().AddCircuitBreaker(new CircuitBreakerStrategyOptions
    { FailureRatio = 0.25, MinimumThroughput = 2, BreakDuration = TimeSpan.FromHours(3), ManualControl = control }).Build();

    public void Ring()
    {
        try { line.Execute(() => throw new IOException("the line is dead")); } catch { }
    }
}

/// <summary>Documents and collections of libraries, which keep what lies in them in fields of their own, and lists of the old kind.</summary>
public static class Papers
{
    public static readonly JObject Lease = JObject.Parse($$"""{ "tenant": "Ada {{Environment.ProcessId}}", "rent": 612.5, "keys": ["front", "cellar"], "deposit": { "paid": true, "at": null } }""");
    public static readonly YamlMappingNode Rota = (YamlMappingNode)Parse($"monday: Grace {Environment.ProcessId}\ntuesday:\n  - {{ who: Barbara, until: 18 }}\n").RootNode;
    public static readonly MapField<string, int> Stamps = new() { ["first class " + Environment.ProcessId] = 30 };
    public static readonly RepeatedField<string> Letters = ["to the council " + Environment.ProcessId, "to the landlord"];
    public static readonly Tray Tray = new();
    /// <summary>Its first lies in one list, what came later in another.</summary>
    public static readonly FSharpx.Collections.Queue<string> Callers = FSharpx.Collections.Queue.ofSeq(["Urs"]).Conj($"Resi {Environment.ProcessId}");

    private static YamlDocument Parse(string text)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(text));
        return stream.Documents[0];
    }
}

/// <summary>A page, deep in which somebody wrote.</summary>
public static class Wall
{
    public static readonly AngleSharp.Html.Dom.IHtmlDocument Page = new AngleSharp.Html.Parser.HtmlParser().ParseDocument(
        $"<main><section><article><ul><li>Lost: <b>umbrella of Grace {Environment.ProcessId}</b></li></ul></article></section></main>");
}

/// <summary>A document whose only value holds itself, and one that lies in itself.</summary>
public static class Knots
{
    public static readonly JArray Loop = [new JValue("to be tied")];
    public static readonly YamlSequenceNode Ring = new(new YamlScalarNode($"knot of {Environment.ProcessId}"));

    public static void Tie()
    {
        typeof(JValue).GetField("_value", BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(Loop[0], Loop[0]);
        Ring.Add(Ring);
    }
}

public sealed class Tray : CollectionBase
{
    public void Put(string paper) => List.Add(paper);
}

public static class Program
{
    public static async Task Main()
    {
        var secretary = new Secretary();
        Papers.Tray.Put($"invoice {Papers.Lease.Count + Papers.Rota.Children.Count + Papers.Stamps.Count + Papers.Letters.Count}");
        _ = Wall.Page;
        Knots.Tie();
        for (int i = 0; i < 3; i++) secretary.Ring();
        Console.WriteLine("ready");
        await Task.Delay(-1);
        secretary.Ring();
    }
}
