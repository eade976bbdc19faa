using System;

namespace Substrate.Payload;

/// <summary>A place where state lives. It holds its object weakly: reading an application must not keep it in memory.</summary>
public sealed class Root
{
    public required string Address;
    public required string Name;
    public required Source Source;
    public string? Library;
    /// <summary>The object, or the one that has <see cref="Field"/>.</summary>
    public WeakReference<object>? Target;
    /// <summary>Set when the root is one variable of a closure or state machine.</summary>
    public FieldPlan? Field;
    /// <summary>For a state machine that is a value type inside its box: where it begins.</summary>
    public int Shift;
    /// <summary>Set when the root is a class with static fields.</summary>
    public StaticClass? Statics;
    /// <summary>Set when the root is put together by its finder.</summary>
    public Func<Walker, int>? Build;

    /// <summary>Set when it is read after all others: a copy of what lies on a stack.</summary>
    public bool IsCopy;

    /// <summary>A search found it, of the heap or of what the framework's objects lead to.</summary>
    public bool IsFound;

    /// <summary>Its node in the capture that is being made; -1 when it has none.</summary>
    public int Node;
    /// <summary>Its finder could not look at it this time: it is told as it was.</summary>
    public bool IsLate;
    /// <summary>It is there, and this capture did not get to it.</summary>
    public bool IsUnreached;
    /// <summary>Where it stands among the roots that were told, -1 when it is not; and what was told of it.</summary>
    public int SentAt = -1;
    public ulong SentHash;

    public object? Live => Target != null && Target.TryGetTarget(out object? live) ? live : null;
}
