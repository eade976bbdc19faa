using System.Net;
using System.Net.Sockets;
using MathNet.Numerics.Statistics;

// Watches a viaduct: gauges say what they measure over a line protocol, statistics of Math.NET are kept of each, and alarms are raised.
var monitor = new Monitor("Glenmore viaduct", "Fiona Baird");
monitor.Watch("pier-3-tilt", "mrad", 2.5);
monitor.Watch("deck-strain", "microstrain", 180);
monitor.Watch("rail-temperature", "celsius", 48);

var listener = new TcpListener(IPAddress.Loopback, int.Parse(args[0]));
listener.Start();
Console.WriteLine("watching");
while (true) _ = Serve(await listener.AcceptTcpClientAsync());

async Task Serve(TcpClient client)
{
    using var stream = client.GetStream();
    using var reader = new StreamReader(stream);
    using var writer = new StreamWriter(stream) { AutoFlush = true };
    while (await reader.ReadLineAsync() is { } line)
    {
        string answer;
        try
        {
            answer = Answer(line.Split(' ', 4));
        }
        catch (Exception error)
        {
            answer = $"! {error.Message}";
        }
        await writer.WriteLineAsync(answer);
    }
}

string Answer(string[] words)
{
    lock (monitor)
    {
        switch (words[0])
        {
            case "measure":
                monitor.Measure(words[1], double.Parse(words[2]));
                return "ok";
            case "watch":
                monitor.Watch(words[1], words[2], double.Parse(words[3]));
                return "ok";
            case "limit":
                monitor.SetLimit(words[1], double.Parse(words[2]));
                return "ok";
            case "acknowledge":
                monitor.Acknowledge(int.Parse(words[1]), words[2]);
                return "ok";
            case "speed":
                monitor.RestrictSpeed(int.Parse(words[1]));
                return "ok";
            case "shift":
                monitor.StartShift(string.Join(' ', words[1..]));
                return "ok";
            case "tell":
                return monitor.ToString();
            default:
                return "?";
        }
    }
}

public sealed class Gauge(string name, string unit, double limit)
{
    public string Name { get; } = name;
    public string Unit { get; } = unit;
    public double Limit { get; set; } = limit;
    public double? Last { get; private set; }
    public RunningStatistics Statistics { get; } = new();
    public MovingStatistics Recent { get; } = new(3);

    public void Take(double value)
    {
        Last = value;
        Statistics.Push(value);
        Recent.Push(value);
    }

    public override string ToString() =>
        $"{Name} {Last} {Unit} limit {Limit} n {Statistics.Count} mean {Statistics.Mean} max {Statistics.Maximum} min {Statistics.Minimum} recent {Recent.Mean}";
}

public sealed record Alarm(int Number, string Gauge, double Value)
{
    public string? AcknowledgedBy { get; set; }
}

public sealed class Monitor(string bridge, string engineer)
{
    private readonly Dictionary<string, Gauge> gauges = [];
    private readonly List<Alarm> alarms = [];

    public string Bridge { get; } = bridge;
    public string Engineer { get; private set; } = engineer;
    public int SpeedLimit { get; private set; } = 100;

    public void Watch(string gauge, string unit, double limit) => gauges[gauge] = new Gauge(gauge, unit, limit);

    public void Measure(string gauge, double value)
    {
        var one = gauges[gauge];
        one.Take(value);
        if (value > one.Limit) alarms.Add(new Alarm(alarms.Count + 1, gauge, value));
    }

    public void SetLimit(string gauge, double limit) => gauges[gauge].Limit = limit;

    public void Acknowledge(int alarm, string by) => alarms[alarm - 1].AcknowledgedBy = by;

    public void RestrictSpeed(int kilometresPerHour) => SpeedLimit = kilometresPerHour;

    public void StartShift(string name) => Engineer = name;

    public override string ToString() => $"{Bridge}; {Engineer}; {SpeedLimit}; {string.Join(", ", gauges.Values)}; {string.Join(", ", alarms)}";
}
