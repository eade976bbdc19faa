using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// A table of a library's that keeps each row as an array of values: a store in memory does so. What they are is said by a description that the table
/// leads to, which lists the properties of what is kept, in the order of the values.
/// </summary>
public sealed class RowNames
{
    private const int Hops = 5, Most = 200;
    private readonly ConditionalWeakTable<object, Label[]> _known = new();

    private RowNames() { }

    /// <summary>Null for a class that has no rows.</summary>
    public static RowNames? Of(Type type) => FieldsOf(type).Exists(field => field.FieldType.IsConstructedGenericType && field.FieldType.GenericTypeArguments[^1] == typeof(object[])) ? new RowNames() : null;

    private static List<FieldInfo> FieldsOf(Type type)
    {
        var fields = new List<FieldInfo>();
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            fields.AddRange(level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly));
        return fields;
    }

    /// <summary>None where no description can be read.</summary>
    public Label[] NamesIn(object table) => _known.GetValue(table, Find);

    private static Label[] Find(object table)
    {
        try
        {
            var seen = new HashSet<object>(ReferenceEqualityComparer.Instance) { table };
            var waiting = new Queue<(object Target, int Hop)>([(table, 0)]);
            while (waiting.TryDequeue(out (object Target, int Hop) next) && seen.Count < Most)
            {
                if (ListOf(next.Target.GetType()) is { } list) return NamesOf((IEnumerable)list.Invoke(next.Target, null)!);
                if (next.Hop >= Hops) continue;
                foreach (FieldInfo field in FieldsOf(next.Target.GetType()))
                {
                    if (field.FieldType.IsValueType || field.FieldType == typeof(string) || field.GetValue(next.Target) is not { } held) continue;
                    // Of several one will do: they are properties of the same thing.
                    object? led = held is IList several ? several.Count > 0 ? several[0] : null : held;
                    if (led is { } and not (string or Delegate or Type or ICollection) && !led.GetType().IsValueType && seen.Add(led)) waiting.Enqueue((led, next.Hop + 1));
                }
            }
        }
        catch { }
        return [];
    }

    private static MethodInfo? ListOf(Type type)
    {
        foreach (Type contract in type.GetInterfaces())
            if (contract.GetMethod("GetProperties", []) is { } list && typeof(IEnumerable).IsAssignableFrom(list.ReturnType)) return list;
        return null;
    }

    private static Label[] NamesOf(IEnumerable properties)
    {
        var names = new List<Label>();
        foreach (object property in properties)
            foreach (Type contract in property.GetType().GetInterfaces())
                if (contract.GetProperty("Name", typeof(string))?.GetValue(property) is string { Length: > 0 } name)
                {
                    names.Add(new Label(name, 0, Secrets.Name(name)));
                    break;
                }
        return names.ToArray();
    }
}
