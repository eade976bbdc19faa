using System;
using System.Collections.Generic;
using System.Reflection;
using System.Threading;

namespace Substrate.Payload;

/// <summary>Binds a call's parameters, runs it, and tells how it went. A call that is refused never reached the application.</summary>
public sealed class Invoker(OperationFinder operations, Walker walker, Origins origins)
{
    private const int FirstWaitMs = 15, PendingLimit = 64;
    private readonly Dictionary<int, Call> _pending = new();
    private readonly Homes _homes = new(origins);
    private int _lastTicket;

    public void Invoke(Utf8Buffer json, string address, Dictionary<string, object?> parameters, int timeoutMs, in Budget budget)
    {
        if (operations.Find(address) is not { } operation)
        {
            Refuse(json, "no_target", $"There is no action '{address}'.");
            return;
        }
        object? target = operation.Target();
        if (operation.NeedsTarget && target == null)
        {
            Refuse(json, "no_target", $"The object that '{operation.Name}' belongs to is gone.");
            return;
        }
        if (_pending.Count >= PendingLimit)
        {
            Refuse(json, "busy", $"{PendingLimit} calls are still running.");
            return;
        }
        Func<CancellationToken, object?> work;
        try
        {
            if (operation.Element is { } type) target = operations.Elements.Pick(target!, parameters.GetValueOrDefault(operation.Which), type);
            work = Prepare(operation, target, parameters);
        }
        catch (Exception e)
        {
            Refuse(json, "bad_parameter", e.Message);
            return;
        }
        var call = Call.Start(operation.Name, () => _homes.Of(operation, target), work, timeoutMs);
        int ticket = ++_lastTicket;
        _pending.Add(ticket, call);
        call.Wait(FirstWaitMs);
        Tell(json, ticket, budget);
    }

    public void Tell(Utf8Buffer json, int ticket, in Budget budget)
    {
        if (!_pending.TryGetValue(ticket, out Call? call))
        {
            Refuse(json, "no_target", "There is no such call.");
            return;
        }
        if (!call.IsDone && !call.IsQuiet)
        {
            json.Raw("\"state\":\"running\",\"ticket\":"u8);
            json.Number(ticket);
            return;
        }
        _pending.Remove(ticket);
        if (!call.IsDone || call.Failure != null)
        {
            Refuse(json, call.Failure ?? new StillRunningException($"It waits on {call.Place}, and has done nothing for {Call.QuietMs / 1000} seconds: it is still running."));
            return;
        }
        json.Raw("\"state\":\"done\",\"name\":"u8);
        json.String(call.Name);
        json.Raw(",\"place\":"u8);
        json.String(call.Place);
        json.Raw(",\"value\":"u8);
        walker.Begin(budget);
        try
        {
            int node = walker.AddRoot("value", call.Value);
            walker.Walk();
            walker.Write(json, node);
        }
        finally { walker.End(); }
    }

    /// <summary>Nobody will ask for that call's result: it goes on, and is in nobody's way.</summary>
    public void Forget(int ticket) => _pending.Remove(ticket);

    private static void Refuse(Utf8Buffer json, Exception failure)
    {
        string reason = failure switch { StillRunningException => "timeout_still_running", NotBegunException => "busy", _ => "threw" };
        Refuse(json, reason, failure.Message.Length > 0 ? failure.Message : failure.GetType().Name, isDispatched: failure is not NotBegunException);
    }

    private static void Refuse(Utf8Buffer json, string reason, string message, bool isDispatched = false)
    {
        json.Raw(isDispatched ? "\"state\":\"refused\",\"dispatched\":true,\"reason\":"u8 : "\"state\":\"refused\",\"dispatched\":false,\"reason\":"u8);
        json.String(reason);
        json.Raw(",\"message\":"u8);
        json.String(message);
    }

    private Func<CancellationToken, object?> Prepare(Operation operation, object? target, Dictionary<string, object?> given)
    {
        if (operation.Widget is { } widget)
        {
            Func<object?> deed = Deeds.Prepare(widget.Binding, widget.Seen, target!, given);
            return _ => deed();
        }
        if (operation.Kind == OperationKind.Command)
        {
            object? parameter = given.GetValueOrDefault("parameter");
            return _ => Commands.Invoke(target!, parameter);
        }
        ParameterInfo[] parameters = operation.Method.GetParameters();
        var arguments = new object?[parameters.Length];
        var filled = new List<int>();
        int token = -1;
        for (int i = 0; i < parameters.Length; i++)
        {
            ParameterInfo parameter = parameters[i];
            Type type = parameter.ParameterType;
            string name = operation.Kind == OperationKind.Setter ? "value" : parameter.Name ?? "";
            if (operation.IsExtension && i == 0) arguments[i] = target;
            else if (type == typeof(CancellationToken)) token = i;
            else if (operation.IsFilled(parameter)) filled.Add(i);
            else if (given.TryGetValue(name, out object? value) && Binder.IsGiven(parameter)) arguments[i] = Binder.Bind(value, type, name);
            else if (operation.PartsOf(parameter) is { Length: > 0 }) arguments[i] = Binder.Bind(given, type, "");
            else if (parameter.HasDefaultValue) arguments[i] = parameter.DefaultValue is DBNull ? null : parameter.DefaultValue;
            else if (!Binder.IsRequired(parameter)) arguments[i] = null;
            else throw new ArgumentException($"'{name}' is missing.");
        }
        MethodInfo method = operation.Method;
        object? Call(object? on, CancellationToken cancellation)
        {
            if (token >= 0) arguments[token] = cancellation;
            return method.Invoke(on, BindingFlags.DoNotWrapExceptions, null, arguments, null);
        }
        if (filled.Count == 0 && operation.Route?.Controller == null && operation.Service == null) return cancellation => Call(target, cancellation);
        object provider = operation.Provider ?? throw new InvalidOperationException("The container that it takes its services from is gone.");
        return cancellation =>
        {
            using var services = new Services(provider);
            foreach (int i in filled) arguments[i] = services.Require(parameters[i].ParameterType);
            if (operation.Service != null) return Results.Complete(Call(services.Require(operation.Service), cancellation));
            object? on = operation.Route!.Controller is { } controller ? services.Create(controller) : target;
            try
            {
                object? value = Results.Complete(Call(on, cancellation));
                return Results.HasValue(method.ReturnType) ? value : services.Written();
            }
            finally { if (!ReferenceEquals(on, target)) (on as IDisposable)?.Dispose(); }
        };
    }
}
