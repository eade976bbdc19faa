using System;
using System.Collections.Generic;
using System.Text;
using Microsoft.Diagnostics.Runtime;
using Substrate.Payload;

namespace Substrate.Reader;

/// <summary>How objects of a type are read from outside: by what the type, or one that it derives from, is called.</summary>
public sealed class Outline
{
    private static readonly Dictionary<string, (Form Form, string? Field)> Known = new()
    {
        ["System.Collections.Generic.List"] = (Form.List, null),
        ["System.Collections.Generic.Dictionary"] = (Form.Dictionary, null),
        ["System.Collections.Generic.SortedDictionary"] = (Form.Map, null),
        ["System.Collections.Generic.SortedList"] = (Form.Named, null),
        ["System.Collections.Generic.HashSet"] = (Form.Set, null),
        ["System.Collections.Generic.SortedSet"] = (Form.Sequence, "root"),
        ["System.Collections.Immutable.ImmutableList"] = (Form.Sequence, "_root"),
        ["System.Collections.Generic.Queue"] = (Form.Queue, null),
        ["System.Collections.Generic.Stack"] = (Form.Stack, null),
        ["System.Collections.Generic.LinkedList"] = (Form.Chain, null),
        ["System.Collections.Concurrent.ConcurrentDictionary"] = (Form.ConcurrentDictionary, null),
        ["System.Collections.Concurrent.ConcurrentQueue"] = (Form.ConcurrentQueue, null),
        ["System.Collections.ObjectModel.Collection"] = (Form.Wrapper, "items"),
        ["System.Collections.ObjectModel.ReadOnlyCollection"] = (Form.Wrapper, "list"),
        ["System.Collections.ObjectModel.ReadOnlyDictionary"] = (Form.Wrapper, "m_dictionary"),
        ["System.Lazy"] = (Form.Wrapper, "_value"),
        ["System.Uri"] = (Form.Wrapper, "_string"),
        ["System.Delegate"] = (Form.Left, null),
        ["System.Threading.Tasks.Task"] = (Form.Left, null),
    };

    public required Form Form { get; init; }
    /// <summary>Of a wrapper, what it wraps; of a tree, its root.</summary>
    public string? Field { get; init; }
    public required TypePlan Plan { get; init; }
    /// <summary>A method that waits, and a class that holds what one captured: where their variables lie, and whose they are.</summary>
    public ClrInstanceField? Machine { get; init; }
    public string? Method { get; init; }

    /// <summary>An object of the application's, that can be a root.</summary>
    public bool IsOwn => Form == Form.Object && Plan.Origin == Origin.Application && Method == null;
    /// <summary>What it refers to may be told below it.</summary>
    public bool Leads => Form != Form.Left;

    public static Outline Of(ClrType type, Origin origin)
    {
        string name = type.Name ?? "";
        string? method = null;
        ClrInstanceField? machine = null;
        Form form = Form.Object;
        string? field = null;
        if (type.IsArray) form = type.ComponentType?.ElementType == ClrElementType.UInt8 ? Form.Bytes : name.EndsWith("[]", StringComparison.Ordinal) ? Form.Array : Form.Left;
        else if (origin == Origin.Framework && type.GetFieldByName("StateMachine") is { } box && name.Contains("AsyncStateMachineBox<", StringComparison.Ordinal)) (machine, method) = (box, MethodOf(box.Type?.Name ?? Argument(name)));
        else if (IsClosure(name)) method = MethodOf(name);
        else (form, field) = FormOf(type, origin);
        var plan = new TypePlan { Type = typeof(object), Form = form, Origin = origin, Name = Short(name) };
        return new Outline { Form = form, Field = field, Plan = plan, Machine = machine, Method = method };
    }

    private static (Form, string?) FormOf(ClrType type, Origin origin)
    {
        for (ClrType? level = type; level != null; level = level.BaseType)
            if (Known.TryGetValue(Open(level.Name ?? ""), out (Form, string?) known)) return known;
        // Of the framework's own objects no more is told than what they are known to hold.
        bool isPlain = origin != Origin.Framework || Open(type.Name ?? "") is "System.Tuple" or "System.Collections.Generic.KeyValuePair" or "System.ValueTuple";
        return (isPlain && !(type.Name ?? "").Contains("<>c", StringComparison.Ordinal) ? Form.Object : Form.Left, null);
    }

    private static string Open(string name) => name.IndexOf('<') is > 0 and int at ? name.Substring(0, at) : name;

    private static string Argument(string name) => name.IndexOf("AsyncStateMachineBox<", StringComparison.Ordinal) is >= 0 and int at ? name.Substring(at + 21).TrimEnd('>') : name;

    public static bool IsClosure(string name) => name.Contains("<>c__DisplayClass", StringComparison.Ordinal);

    /// <summary>`Shop.Till+&lt;Serve&gt;d__3` is Shop.Till.Serve, `Program+&lt;&gt;c__DisplayClass0_0` what it stands in.</summary>
    public static string MethodOf(string name)
    {
        int plus = name.IndexOf("+<", StringComparison.Ordinal);
        if (plus < 0) return Full(name);
        string owner = Full(name.Substring(0, plus)), inner = name.Substring(plus + 1);
        if (inner.IndexOf("g__", StringComparison.Ordinal) is > 0 and int local && inner.IndexOf('|', local) is > 0 and int bar) return $"{owner}.{inner.Substring(local + 3, bar - local - 3)}";
        int end = inner.IndexOf(">d", StringComparison.Ordinal);
        string method = end > 0 ? inner.Substring(0, end).Trim('<', '>', '$') : "";
        return method.Length == 0 ? owner : $"{owner}.{method}";
    }

    public static string Full(string name) => name.Replace('+', '.');

    /// <summary>`CartLine`, `List&lt;CartLine&gt;`: without the namespaces.</summary>
    public static string Short(string name)
    {
        var text = new StringBuilder();
        int word = 0;
        foreach (char one in name)
        {
            if (one is '.' or '+') text.Length = word;
            else text.Append(one);
            if (one is '<' or ',' or '>' or '[' or ' ' or '(') word = text.Length;
        }
        return text.ToString();
    }
}
