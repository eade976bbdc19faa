using System;
using System.Reflection;

namespace Substrate.Payload;

public enum OperationKind : byte { Method, Setter, Route, Command, Widget }

/// <summary>A widget that something can be done with.</summary>
public sealed record WidgetPart(Binding Binding, Seen Seen);

/// <summary>Something that the application can be told to do.</summary>
public sealed class Operation
{
    public required string Address;
    public required string Name;
    public required OperationKind Kind;
    public required Source Source;
    /// <summary>The type that it belongs to, in the source's words.</summary>
    public required string Owner;
    /// <summary>The object it is called on, now; null for a static method. A target that is gone answers null as well.</summary>
    public required Func<object?> Target;
    public required MethodInfo Method;
    public required bool NeedsTarget;
    /// <summary>A static method whose first parameter is the target.</summary>
    public bool IsExtension;
    /// <summary>The address of the root that it would change.</summary>
    public string? TargetAddress;
    /// <summary>The address of the node that shows what a setter sets.</summary>
    public string? Reads;
    public string? HttpMethod;
    public WidgetPart? Widget;
    /// <summary>Of a route: where its services come from, and the controller that is made for a call.</summary>
    public RouteEntry? Route;

    /// <summary>Whether the framework fills that parameter of a route: a service, the request.</summary>
    public bool IsFilled(ParameterInfo parameter)
    {
        if (Route == null) return false;
        Type type = parameter.ParameterType;
        return Binder.TypeName(type) == null || Services.IsContext(type) || Services.Has(Provider, type);
    }

    public object? Provider => Route?.Provider != null && Route.Provider.TryGetTarget(out object? live) ? live : null;
}
