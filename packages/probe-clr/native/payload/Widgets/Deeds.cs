using System;
using System.Collections.Generic;
using System.Globalization;

namespace Substrate.Payload;

/// <summary>What a person could do with a widget, done on its thread: press, write, switch, choose. The toolkit tells the program as if a person had.</summary>
public static class Deeds
{
    /// <summary>What it is called on the wire, and what must be given for it: a name and a type.</summary>
    public static (string Kind, string? Parameter, string Type) Of(Deed deed) => deed switch
    {
        Deed.Press => ("button", null, ""),
        Deed.Item => ("menu_item", null, ""),
        Deed.Write or Deed.WriteBuffer => ("text", "text", "string"),
        Deed.Switch => ("toggle", "value", "boolean"),
        Deed.Number => ("setter", "value", "number"),
        _ => ("select", "value", "string"),
    };

    /// <summary>What is to be run on the widget's thread; throws when what was given does not fit.</summary>
    public static Func<object?> Prepare(Binding binding, Seen seen, object widget, Dictionary<string, object?> given)
    {
        (_, string? parameter, string type) = Of(seen.Deed);
        object? value = parameter == null ? null : given.GetValueOrDefault(parameter);
        bool fits = value is string && type == "string" || value is double && type == "number" || value is bool && type == "boolean" || value == null && (parameter == null || seen.Deed == Deed.Switch);
        if (!fits) throw new ArgumentException(value == null ? $"'{parameter}' is missing." : $"'{parameter}' must be a {type}.");
        int choice = seen.Choices != null && value is string text ? seen.Choices.IndexOf(text) : -1;
        if (seen.Deed is Deed.Choose or Deed.ChooseRow or Deed.ChoosePage && choice < 0) throw new ArgumentException($"There is no '{value}'; there are {string.Join(", ", seen.Choices ?? [])}.");
        return () =>
        {
            if (!binding.IsLive(widget)) throw new InvalidOperationException("The widget is gone.");
            if (binding.Get(widget, "IsSensitive") is false) throw new InvalidOperationException("It can't be used now: it is greyed out.");
            return Do(binding, seen.Deed, widget, value, choice);
        };
    }

    private static object? Do(Binding binding, Deed deed, object widget, object? value, int choice)
    {
        switch (deed)
        {
            case Deed.Press: return binding.Call(widget, "Click");
            case Deed.Item: return binding.Call(widget, "Activate");
            case Deed.Write: binding.Set(widget, "Text", value!); break;
            case Deed.WriteBuffer: binding.Set(binding.Get(widget, "Buffer")!, "Text", value!); break;
            case Deed.Switch: binding.Set(widget, "Active", value ?? binding.Get(widget, "Active") is false); break;
            case Deed.Number: SetNumber(binding, widget, (double)value!); break;
            case Deed.Choose: binding.Set(widget, "Active", choice); break;
            case Deed.ChoosePage: binding.Set(widget, "CurrentPage", choice); break;
            case Deed.ChooseRow: ChooseRow(binding, widget, choice); break;
        }
        return null;
    }

    private static void SetNumber(Binding binding, object widget, double value)
    {
        if (binding.Get(widget, "Adjustment") is { } range && binding.Get(range, "Lower") is double lower && binding.Get(range, "Upper") is double upper && (value < lower || value > upper))
            throw new ArgumentException(string.Create(CultureInfo.InvariantCulture, $"It takes {lower} to {upper}, not {value}."));
        binding.Set(widget, "Value", value);
    }

    private static void ChooseRow(Binding binding, object view, int index)
    {
        if (Rows.Of(binding, view) is not { } rows || binding.Get(view, "Selection") is not { } selection) return;
        foreach (object place in rows.Places())
        {
            if (index-- > 0) continue;
            binding.Call(selection, "UnselectAll");
            binding.Call(selection, "SelectIter", place);
            return;
        }
    }
}
