using System;
using System.Collections.Generic;
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
    /// <summary>The class of the elements, one of which a call is for, where the target is a collection.</summary>
    public Type? Element;
    /// <summary>The parameter that says which.</summary>
    public string Which => Array.Exists(Method.GetParameters(), one => one.Name == "which") ? "which_element" : "which";
    /// <summary>The address of the root that it would change.</summary>
    public string? TargetAddress;
    /// <summary>The address of the node that shows what a setter sets.</summary>
    public string? Reads;
    public string? HttpMethod;
    public WidgetPart? Widget;
    /// <summary>Of a route: where its services come from, and the controller that is made for a call.</summary>
    public RouteEntry? Route;

    /// <summary>Of a service that is made for a call: what its container is asked for.</summary>
    public Type? Service;
    public WeakReference<object>? Container;

    /// <summary>Whether the framework fills that parameter of a route: a service, the request.</summary>
    public bool IsFilled(ParameterInfo parameter)
    {
        if (Route == null) return false;
        Type type = parameter.ParameterType;
        return Binder.TypeName(type) == null || Services.IsContext(type) || Services.Has(Provider, type);
    }

    private Dictionary<ParameterInfo, Part[]>? _parts;

    /// <summary>The parts by which a parameter that takes an object is given; none where it is given whole. Names that are there twice would not tell whose part is meant.</summary>
    public Part[] PartsOf(ParameterInfo parameter)
    {
        if (_parts == null)
        {
            _parts = new();
            var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
            bool isClear = true;
            foreach (ParameterInfo one in Method.GetParameters())
            {
                if (Kind is not (OperationKind.Method or OperationKind.Route) || IsFilled(one) || IsExtension && one.Position == 0 || !Binder.IsGiven(one)) continue;
                Part[] parts = Binder.IsRequired(one) ? Binder.PartsOf(one.ParameterType) : [];
                if (parts.Length > 0) _parts[one] = parts;
                else isClear &= names.Add(one.Name ?? "");
                foreach (Part part in parts) isClear &= names.Add(part.Name);
            }
            if (!isClear) _parts.Clear();
        }
        return _parts.GetValueOrDefault(parameter) ?? [];
    }

    public object? Provider => Container == null ? Route?.Provider?.Invoke() : Container.TryGetTarget(out object? live) ? live : null;
}
