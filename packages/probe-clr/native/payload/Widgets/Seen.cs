using System;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>What can be done with a widget.</summary>
public enum Deed : byte { None, Press, Item, Write, WriteBuffer, Switch, Number, Choose, ChooseRow, ChoosePage }

/// <summary>A widget as it was seen on its own thread: its name, what stands beside it, what it says, and what is in it.</summary>
public sealed class Seen
{
    public required string Name;
    /// <summary>Its place in addresses: the same whether or not the field that holds it was found yet.</summary>
    public string Id = "";
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
        if (!IsList) Place(part, part.Id.Length > 0 ? part.Id : part.Name);
        Parts.Add(part);
        return part;
    }

    private void Place(Seen part, string id)
    {
        bool isNamed = part.Name != id;
        part.Id = id;
        for (int i = 2; Parts!.Exists(one => one.Id == part.Id); i++) part.Id = $"{id} {i}";
        if (!isNamed) part.Name = part.Id;
    }

    /// <summary>Whether it has anything to say.</summary>
    public bool Says => HasValue || IsList || Parts?.Exists(one => one.Says) == true;
}
