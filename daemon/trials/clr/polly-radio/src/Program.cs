using Polly;
using Polly.CircuitBreaker;

namespace Radio;

public class Transmitter
{
    private readonly CircuitBreakerStateProvider breaker = new();
    private readonly ResiliencePipeline pipeline;
    private readonly Queue<string> playlist = new(["Nocturne", "Gymnopédie", "Clair de lune"]);
    private readonly LinkedList<string> failures = new();
    private double megahertz = 93.7;
    private bool onAir = true;
    private DateTime since = new(2026, 11, 1, 6, 0, 0, DateTimeKind.Utc);
    private TimeSpan longest = TimeSpan.FromMinutes(42);

    public Transmitter() => pipeline = new ResiliencePipelineBuilder().AddCircuitBreaker(new CircuitBreakerStrategyOptions
    { FailureRatio = 0.5, MinimumThroughput = 2, BreakDuration = TimeSpan.FromHours(8), StateProvider = breaker }).Build();

    public void Send(string programme)
    {
        try { pipeline.Execute(() => throw new IOException($"mast is iced: {programme}")); }
        catch (Exception error) { failures.AddLast(error.Message); }
    }

    public void Tune(double to) => megahertz = to;
}

public static class Program
{
    public static async Task Main()
    {
        var transmitter = new Transmitter();
        for (var round = 0; round < 3; round++) transmitter.Send("news");
        Console.WriteLine("on air");
        await Task.Delay(Timeout.Infinite);
        transmitter.Tune(0);
    }
}
