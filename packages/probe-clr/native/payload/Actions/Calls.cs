using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;

namespace Substrate.Payload;

/// <summary>A call that was begun and that nobody waits for any longer.</summary>
public sealed class StillRunningException(string message) : Exception(message);

/// <summary>One call, on a thread of its own: whatever it does, the channel goes on answering.</summary>
public sealed class Call
{
    private readonly ManualResetEventSlim _done = new();
    public object? Value { get; private set; }
    public Exception? Failure { get; private set; }
    public bool IsDone => _done.IsSet;

    public static Call Start(Func<CancellationToken, object?> work, int timeoutMs)
    {
        var call = new Call();
        var thread = new Thread(() => call.Run(work, timeoutMs)) { IsBackground = true, Name = "substrate action" };
        thread.Start();
        return call;
    }

    private void Run(Func<CancellationToken, object?> work, int timeoutMs)
    {
        try
        {
            // The token that a method is given ends with the caller's patience; a method that takes none goes on.
            using var cancellation = new CancellationTokenSource(timeoutMs);
            Value = Results.Complete(work(cancellation.Token));
        }
        catch (Exception e) { Failure = e is AggregateException { InnerException: { } inner } ? inner : e; }
        finally { _done.Set(); }
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
                task.GetAwaiter().GetResult();
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
