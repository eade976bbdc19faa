using NodaTime;
using Polly;
using Polly.CircuitBreaker;

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

public static class Program
{
    public static async Task Main()
    {
        var secretary = new Secretary();
        for (int i = 0; i < 3; i++) secretary.Ring();
        Console.WriteLine("ready");
        await Task.Delay(-1);
        secretary.Ring();
    }
}
