using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Substrate.Payload;

namespace PayloadTests;

public static class Loud
{
    public static bool HasRun;
}

/// <summary>Its static constructor is application code: nobody but the application may run it.</summary>
public static class NeverTouched
{
    public static readonly List<string> Items = ["must not be seen"];
    static NeverTouched() => Loud.HasRun = true;
}

public sealed class Registry
{
    public static readonly Registry Instance = new();
    public Dictionary<string, int> Entries { get; } = new() { ["one"] = 1 };
}

public sealed class Sentinel
{
    public static readonly Sentinel Empty = new() { Parts = ["sentinel part"] };
    public static readonly Sentinel Other = new() { Parts = ["sentinel part"] };
    public List<string> Parts = [];
}

public static class Meter
{
    public static int Count = 7;
    public static Level Level = Level.High;
    public static decimal Price = 12.50m;
    public static DateTime Since = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
    public static int? Limit = 9;
    public static int? NoLimit;
    public static Money Paid = new(5, "EUR");
    public static object Lock = new();
}

public sealed class Tray : IDisposable
{
    private bool _disposed;
    public bool IsEmpty => _disposed;
    public void Dispose() => _disposed = true;
}

public static class RootTests
{
    [Test]
    public static void WhatWasGivenUpMakesRoomForTheNextOfItsKind()
    {
        var table = new RootTable();
        Tray first = new(), second = new(), third = new();
        foreach (Tray tray in (Tray[])[first, second, third]) table.Add(tray, "instance:Tray", "Tray", Source.Instance, null);
        table.Sweep();
        Check.Equal(3, table.All.Count);
        first.Dispose();
        table.Sweep();
        Check.Equal(2, table.All.Count);
        Check.True(ReferenceEquals(table.Find("instance:Tray")?.Live, second) && ReferenceEquals(table.Find("instance:Tray#2")?.Live, third), "they move up");
        Check.True(table.Find("instance:Tray#3") == null && Disposal.IsOver(first) && !Disposal.IsOver(second), "the last place is free");
    }

    private static readonly Budget Plenty = new() { MaxNodes = 20_000, MaxDepth = 12, MaxString = 4096, MaxElements = 200, MaxBytes = 4 << 20 };

    private static string CaptureNow()
    {
        var planner = new Planner(new Origins());
        var finder = new RootFinder(planner);
        var walker = new Walker(planner);
        var json = new Utf8Buffer();
        json.Raw((byte)'{');
        new Capture(finder, walker, new OperationFinder(finder, planner)).Write(json, Plenty, discover: true);
        json.Raw((byte)'}');
        string text = System.Text.RegularExpressions.Regex.Replace(Encoding.UTF8.GetString(json.Written), "\"q\":[01],", "");
        JsonText.Parse(text);
        return text;
    }

    [Test]
    public static void StaticValuesAreReadWhereTheyLie()
    {
        var planner = new Planner(new Origins());
        var finder = new RootFinder(planner);
        var capture = new Capture(finder, new Walker(planner), new OperationFinder(finder, planner));
        string Now()
        {
            var json = new Utf8Buffer();
            capture.Write(json, Plenty, discover: false);
            string text = System.Text.RegularExpressions.Regex.Replace(Encoding.UTF8.GetString(json.Written), "\"q\":[01],", "");
            int start = text.IndexOf("{\"a\":\"static:PayloadTests.Meter\"", StringComparison.Ordinal);
            return start < 0 ? "" : text.Substring(start);
        }
        foreach (int count in new[] { 7, 8, 9 })
        {
            Meter.Count = count;
            Meter.Price += 1;
            string text = Now();
            Check.Contains($"[{{\"n\":\"Count\",\"v\":{count}}},{{\"n\":\"Level\",\"t\":\"Level\",\"v\":\"High\"}},{{\"n\":\"Price\",\"v\":{count + 6.5}}},{{\"n\":\"Since\",\"v\":\"2026-01-02T03:04:05Z\"}},{{\"n\":\"Limit\",\"v\":9}},{{\"n\":\"NoLimit\",\"v\":null}},{{\"n\":\"Paid\",\"t\":\"Money\",\"o\":[{{\"n\":\"Amount\",\"v\":5}},{{\"n\":\"Currency\",\"v\":\"EUR\"}}]}}]", text);
        }
    }

    [Test]
    public static void SingletonsAreFoundAndNoStaticConstructorRuns()
    {
        GC.KeepAlive(Registry.Instance);
        GC.KeepAlive(Sentinel.Empty);
        string text = CaptureNow();
        Check.Contains("static:PayloadTests.Registry", text);
        Check.Contains("""{"n":"one","v":1}""", text);
        Check.Lacks("must not be seen", text);
        Check.Lacks("sentinel part", text);
        Check.True(!Loud.HasRun, "a static constructor ran");
        GC.KeepAlive(NeverTouched.Items);
        Check.True(Loud.HasRun, "the test is of no use");
        Check.Contains("must not be seen", CaptureNow());
    }

    [Test]
    public static void LocalsOfAWaitingMethodAndOfATimerAreFound()
    {
        using var stop = new CancellationTokenSource();
        Task waiting = Wait("a local that waits", stop.Token);
        string held = "a variable of a timer";
        using var timer = new Timer(_ => GC.KeepAlive(held), null, 100_000, 100_000);
        string text = CaptureNow();
        stop.Cancel();
        Check.Contains("a local that waits", text);
        Check.Contains("task:PayloadTests.RootTests.Wait", text);
        Check.Contains("a variable of a timer", text);
        GC.KeepAlive(waiting);
    }

    private static async Task Wait(string name, CancellationToken stop)
    {
        string local = name;
        try { await Task.Delay(100_000, stop); }
        catch (OperationCanceledException) { }
        GC.KeepAlive(local);
    }
}
