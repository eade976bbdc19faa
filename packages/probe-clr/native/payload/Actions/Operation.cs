using System;
using System.Reflection;

namespace Substrate.Payload;

public enum OperationKind : byte { Method, Setter, Route, Command }

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
    /// <summary>The address of the root that it would change.</summary>
    public string? TargetAddress;
    /// <summary>The address of the node that shows what a setter sets.</summary>
    public string? Reads;
    public string? HttpMethod;
}
