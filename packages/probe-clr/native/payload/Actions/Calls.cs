using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;

namespace Substrate.Payload;

/// <summary>One call, on a thread of its own or handed on to the one that its object belongs to: whatever it does, the channel goes on answering.</summary>
public sealed class Call
{
    /// <summary>Who does next to nothing for so long waits for what may never come: a user, a lock, an input.</summary>
    public const int QuietMs = 5000;
    private const double NothingMs = 50;
    private const int LookMs = 250;
    [ThreadStatic] private static Call? t_current;
    private readonly ManualResetEventSlim _done = new();
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private volatile string? _times;
    private volatile bool _isAwaited;
    private long _quietSince, _lookedAt;
    private double _worked;
    private Home? _home;

    public required string Name { get; init; }
    public object? Value { get; private set; }
    public Exception? Failure { get; private set; }
    public bool IsDone => _done.IsSet;
    /// <summary>Where it ran, in words.</summary>
    public string Place { get; private set; } = "a thread of its own";

    public static Call Start(string name, Func<Home?> homeOf, Func<CancellationToken, object?> work, int timeoutMs)
    {
        var call = new Call { Name = name };
        var thread = new Thread(() => call.Run(homeOf, work, timeoutMs)) { IsBackground = true, Name = "substrate action" };
        thread.Start();
        return call;
    }

    private void Run(Func<Home?> homeOf, Func<CancellationToken, object?> work, int timeoutMs)
    {
        t_current = this;
        try
        {
            // The token that a method is given ends with the caller's patience; a method that takes none goes on.
            using var cancellation = new CancellationTokenSource(timeoutMs);
            _home = homeOf();
            Value = Results.Complete(_home == null ? Here(work, cancellation.Token) : There(_home, work, cancellation.Token));
        }
        catch (Exception e) { Failure = e is AggregateException { InnerException: { } inner } ? inner : e; }
        finally { _done.Set(); }
    }

    private object? Here(Func<CancellationToken, object?> work, CancellationToken cancellation)
    {
        _times = ThreadTime.OwnFile();
        return work(cancellation);
    }

    private object? There(Home home, Func<CancellationToken, object?> work, CancellationToken cancellation)
    {
        var job = new Handover(() =>
        {
            Thread thread = Thread.CurrentThread;
            string name = thread.Name is { Length: > 0 } given ? $" \"{given}\"" : "";
            Place = thread.IsThreadPoolThread ? $"a thread of the pool, by {home.Name}" : $"thread {thread.ManagedThreadId}{name}, by {home.Name}";
            return Here(work, cancellation);
        });
        home.Post(job.Run);
        return job.AwaitCall(home, cancellation);
    }

    /// <summary>Waits for a task of the call that runs on this thread.</summary>
    public static void Await(Task task)
    {
        if (t_current is { } call) call._isAwaited = true;
        task.GetAwaiter().GetResult();
        if (t_current is { } same) same._isAwaited = false;
    }

    /// <summary>
    /// Whether the thread that it is on has done next to nothing for a while. A task tells nothing of who works at it: one is waited for,
    /// but for a user interface's, which may be a dialog.
    /// </summary>
    public bool IsQuiet
    {
        get
        {
            long now = _clock.ElapsedMilliseconds;
            if (now - _lookedAt < LookMs) return false;
            _lookedAt = now;
            double? worked = ThreadTime.Ms(_times);
            bool works = _isAwaited ? _home == null : worked == null || worked - _worked > NothingMs;
            if (works) (_quietSince, _worked) = (now, worked ?? _worked);
            return now - _quietSince >= QuietMs;
        }
    }

    public bool Wait(int milliseconds) => _done.Wait(milliseconds);
}

/// <summary>What a call returned, as something that can be read: tasks awaited, results of handlers opened, sequences run through.</summary>
public static class Results
{
    private const int ItemLimit = 1000;

    public static object? Complete(object? value)
    {
        for (int hops = 0; hops < 4; hops++)
        {
            if (value is Task task)
            {
                Call.Await(task);
                value = ResultOf(task);
            }
            else if (value != null && value.GetType() is { IsValueType: true } type && type.FullName is { } name && name.StartsWith("System.Threading.Tasks.ValueTask", StringComparison.Ordinal))
                value = type.GetMethod("AsTask")!.Invoke(value, null);
            else break;
        }
        return Open(value);
    }

    public static bool HasValue(Type returned) => returned != typeof(void) && returned != typeof(Task) && returned != typeof(ValueTask);

    private static object? ResultOf(Task task)
    {
        for (Type? type = task.GetType(); type != null; type = type.BaseType)
            if (type.IsConstructedGenericType && type.GetGenericTypeDefinition() == typeof(Task<>))
                return type.GenericTypeArguments[0].Name == "VoidTaskResult" ? null : type.GetProperty("Result")!.GetValue(task);
        return null;
    }

    /// <summary>`Results.Ok(x)` and `Ok(x)` of a controller stand for x; one without a value for its status.</summary>
    private static object? Open(object? value)
    {
        if (value == null) return null;
        Type type = value.GetType();
        if (type.IsConstructedGenericType && type.GetGenericTypeDefinition().FullName == "Microsoft.AspNetCore.Mvc.ActionResult`1")
            return Open(type.GetProperty("Result")?.GetValue(value) ?? type.GetProperty("Value")?.GetValue(value));
        foreach (Type contract in type.GetInterfaces())
        {
            if (contract.FullName == "Microsoft.AspNetCore.Http.INestedHttpResult" && contract.GetProperty("Result")?.GetValue(value) is { } nested) return Open(nested);
            if (contract.FullName == "Microsoft.AspNetCore.Mvc.IActionResult")
            {
                object? content = type.GetProperty("Value")?.GetValue(value) ?? type.GetProperty("Content")?.GetValue(value) ?? type.GetProperty("Model")?.GetValue(value);
                return content != null ? Materialise(content) : new Dictionary<string, object?> { ["status"] = type.GetProperty("StatusCode")?.GetValue(value) };
            }
            if (contract.FullName != "Microsoft.AspNetCore.Http.IResult") continue;
            object? inner = Property(value, "Microsoft.AspNetCore.Http.IValueHttpResult", "Value");
            return inner != null ? Materialise(inner) : new Dictionary<string, object?> { ["status"] = Property(value, "Microsoft.AspNetCore.Http.IStatusCodeHttpResult", "StatusCode") };
        }
        return Materialise(value);
    }

    private static object? Property(object value, string contract, string name)
    {
        foreach (Type one in value.GetType().GetInterfaces())
            if (one.FullName == contract) return one.GetProperty(name)?.GetValue(value);
        return null;
    }

    /// <summary>A sequence that is computed when it is run through (a query) becomes a list, here on the call's own thread.</summary>
    private static object Materialise(object value)
    {
        // What is read by its fields would show how a collection of somebody's own is made, not what is in it.
        if (value is string || value is not IEnumerable sequence || value is ICollection && Known.FormOf(value.GetType()) != Form.Object) return value;
        if (value is IDictionary) return value;
        var items = new List<object?>();
        foreach (object? item in sequence)
        {
            items.Add(item);
            if (items.Count >= ItemLimit) break;
        }
        return items;
    }
}
