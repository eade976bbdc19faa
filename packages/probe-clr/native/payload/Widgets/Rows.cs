using System;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>The rows of a model that a view shows, by the model's own contract: a place in it is a value that is passed along.</summary>
public sealed class Rows(Binding binding, object model, Type contract)
{
    private const int RowLimit = 200, DepthLimit = 4;
    private readonly int _columns = contract.GetProperty("NColumns")?.GetValue(model) is int columns ? columns : 0;

    /// <summary>Null when it is no such model.</summary>
    public static Rows? Of(Binding binding, object view) =>
        binding.Property(view.GetType(), "Model") is { PropertyType: { IsInterface: true } contract } && binding.Get(view, "Model") is { } model && Method(contract, "GetIterFirst", 1) != null && Method(contract, "IterNext", 1) != null ? new Rows(binding, model, contract) : null;

    private static MethodInfo? Method(Type contract, string name, int arguments) => Array.Find(contract.GetMethods(), one => one.Name == name && one.GetParameters().Length == arguments);

    private object? Call(string name, object?[] arguments) => Method(contract, name, arguments.Length)?.Invoke(model, BindingFlags.DoNotWrapExceptions, null, arguments, null);

    public int Count => Method(contract, "IterNChildren", 0)?.Invoke(model, null) is int count ? count : 0;

    public IEnumerable<object> Places(object? parent = null)
    {
        object?[] at = parent == null ? [null] : [null, parent];
        bool goesOn = Call(parent == null ? "GetIterFirst" : "IterChildren", at) is true;
        for (int i = 0; goesOn && i < RowLimit && at[0] is { } place; i++)
        {
            yield return place;
            at = [place];
            goesOn = Call("IterNext", at) is true;
        }
    }

    /// <summary>What a row is called where one line must do: its first text.</summary>
    public string? TextOf(object place)
    {
        for (int i = 0; i < _columns; i++)
            if (Call("GetValue", [place, i]) is string text) return text;
        return null;
    }

    /// <summary>
    /// Rows as the view's columns show them: each column is told which row is to be drawn, as for drawing, and then its cells are asked. Selected
    /// rows go to the second list.
    /// </summary>
    public void Read(Seen into, object view, List<string> selected, ref int budget, object? parent = null, int depth = 0)
    {
        var columns = new List<(string Title, object Column, object[] Cells)>();
        if (binding.Get(view, "Columns") is Array all)
            foreach (object? column in all)
                if (column != null && binding.Get(column, "Visible") is not false && binding.Get(column, "Cells") is object[] cells) columns.Add((binding.Get(column, "Title") as string ?? "", column, cells));
        object? selection = binding.Get(view, "Selection");
        foreach (object place in Places(parent))
        {
            if (budget <= 0) return;
            var row = new Seen { Name = "" };
            object?[] kept = Kept(place);
            foreach ((string title, object column, object[] cells) in columns)
            {
                budget--;
                binding.Call(column, "CellSetCellData", model, place, false, false);
                foreach (object cell in cells)
                    if (Told(cell, kept, out object? value)) row.Part(new Seen { Name = title.Length > 0 ? title : "cell", Value = value, HasValue = true });
            }
            if (selection != null && binding.Call(selection, "IterIsSelected", place) is true) selected.Add(NameOf(row) ?? TextOf(place) ?? "");
            if (depth < DepthLimit && Call("IterHasChild", [place]) is true)
            {
                Seen inner = row.Part(new Seen { Name = "children", IsList = true, Size = Call("IterNChildren", [place]) is int count ? count : 0 });
                Read(inner, view, selected, ref budget, place, depth + 1);
            }
            // A list of one column is a list of what stands there.
            else if (row.Parts is [{ } only])
            {
                only.Name = "";
                row = only;
            }
            into.Part(row);
        }
    }

    public static string? NameOf(Seen row) => (row.Value ?? row.Parts?.Find(one => one.Value is string { Length: > 0 })?.Value) as string;

    private object?[] Kept(object place)
    {
        var kept = new object?[_columns];
        for (int i = 0; i < _columns; i++) kept[i] = Call("GetValue", [place, i]);
        return kept;
    }

    /// <summary>What the cell shows; a number that the row has, where that is what it shows.</summary>
    private bool Told(object cell, object?[] kept, out object? value)
    {
        value = null;
        if (binding.Get(cell, "Visible") is false) return false;
        foreach (string name in (string[])["Text", "Active", "Value"])
        {
            if (!binding.Has(cell, name)) continue;
            value = binding.Get(cell, name) ?? "";
            if (value is string text && Array.Find(kept, one => one is int or uint or long or double && Convert.ToString(one, CultureInfo.InvariantCulture) == text) is { } number) value = number;
            return value is string or bool or int or uint or long or double;
        }
        return false;
    }
}
