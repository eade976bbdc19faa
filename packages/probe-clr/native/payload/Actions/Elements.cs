using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;

namespace Substrate.Payload;

/// <summary>
/// The element of a collection that a call is for. It is named by its key in a map and by its position in a list, or by a text or number that it
/// alone has: what a person would call it by.
/// </summary>
public sealed class Elements(Planner planner)
{
    private const int Most = 10_000;
    public const string Hint = "Which one: its key or position, the first is 0, or a text or number that it alone holds.";

    /// <summary>Collections of the framework, which run no code of the application's when they are gone through.</summary>
    public static bool IsCollection(TypePlan plan) => plan.Form is Form.Array or Form.List or Form.Dictionary or Form.Set or Form.Queue or Form.Stack or Form.ConcurrentDictionary or Form.ConcurrentQueue or Form.Chain or Form.Sequence or Form.Map;

    /// <summary>The class of its elements, where they are objects of the application's: as it was declared, whether there are any yet or not, else that of the first.</summary>
    public Type? TypeIn(object collection)
    {
        Type made = collection.GetType();
        Type? declared = made.IsArray ? made.GetElementType() : made.IsConstructedGenericType ? made.GenericTypeArguments[^1] : null;
        if (declared is { IsAbstract: false } && declared != typeof(object)) return IsOwn(declared) ? declared : null;
        foreach ((_, object? element) in All(collection))
            if (element != null) return IsOwn(element.GetType()) ? element.GetType() : null;
        return null;
    }

    private bool IsOwn(Type type) => type.IsClass && planner.Origins.Of(type) == Origin.Application && !Names.IsCompilerMade(type) && !planner.IsNative(type) && planner.Of(type).Form == Form.Object;

    public object Pick(object collection, object? wanted, Type type)
    {
        string text = Convert.ToString(wanted, CultureInfo.InvariantCulture) ?? "";
        object? placed = null;
        var holders = new List<object>();
        int at = 0;
        foreach ((object? key, object? element) in All(collection))
        {
            string name = Convert.ToString(key ?? at, CultureInfo.InvariantCulture) ?? "";
            at++;
            if (element == null || !type.IsInstanceOfType(element)) continue;
            if (name == text) placed = element;
            else if (Holds(element, text)) holders.Add(element);
        }
        if (placed != null) return placed;
        if (holders.Count == 1) return holders[0];
        throw new ArgumentException(holders.Count == 0 ? $"There is no element '{text}'. {Hint}" : $"{holders.Count} elements hold '{text}'. {Hint}");
    }

    private bool Holds(object element, string text)
    {
        foreach (FieldPlan field in planner.Of(element.GetType()).Fields)
        {
            // What may not be told may not be found out either.
            if (field.Value != null || field.IsInlined || Secrets.IsSecret(field.Secrecy)) continue;
            if (field.Info.FieldType == typeof(string) || field.Info.FieldType.IsPrimitive || field.Info.FieldType == typeof(Guid))
                if (Convert.ToString(field.Info.GetValue(element), CultureInfo.InvariantCulture) == text) return true;
        }
        return false;
    }

    private static IEnumerable<(object? Key, object? Element)> All(object collection)
    {
        int left = Most;
        if (collection is IDictionary map)
        {
            foreach (DictionaryEntry entry in map)
                if (left-- > 0) yield return (entry.Key, entry.Value);
                else yield break;
        }
        else if (collection is IEnumerable all)
        {
            foreach (object? one in all)
                if (left-- > 0) yield return (null, one);
                else yield break;
        }
    }
}
