using System;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>What can be done with a widget.</summary>
public enum Deed : byte { None, Press, Item, Write, WriteBuffer, Switch, Number, Choose, ChooseRow, ChoosePage }

/// <summary>A widget as it was seen on its own thread: its name, what stands beside it, what it says, and what is in it.</summary>
public sealed class Seen
{
    public required string Name;
    public string? Caption;
    public object? Value;
    /// <summary>Without it the widget is there to be pressed, and says nothing.</summary>
    public bool HasValue;
    public bool IsSecret, IsList;
    /// <summary>Of a list: how many there are.</summary>
    public int Size;
    public List<Seen>? Parts;
    public Deed Deed;
    public WeakReference<object>? Widget;
    public List<string>? Choices;

    public Seen Part(Seen part)
    {
        Parts ??= [];
        if (!IsList) part.Name = Unique(part.Name);
        Parts.Add(part);
        return part;
    }

    private string Unique(string name)
    {
        string unique = name;
        for (int i = 2; Parts!.Exists(one => one.Name == unique); i++) unique = $"{name} {i}";
        return unique;
    }

    /// <summary>Whether it has anything to say.</summary>
    public bool Says => HasValue || IsList || Parts?.Exists(one => one.Says) == true;
}
