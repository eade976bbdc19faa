using System;
using System.Collections.ObjectModel;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>
/// The names that the source gives to the elements of tuples: `(string Unit, int Count)` is a plain tuple to the runtime, and the names are an
/// attribute of the field, in the order in which the tuples stand in its type. They make plans of their own, for that field alone.
/// </summary>
public static class TupleNames
{
    private const int MostElements = 7;

    /// <summary>The plan of the field's type with its tuples named; null when there are none.</summary>
    public static TypePlan? Apply(Planner planner, FieldInfo field)
    {
        if (!HasTuple(field.FieldType) || Read(field) is not { } names) return null;
        int at = 0;
        return Name(planner, field.FieldType, names, ref at);
    }

    private static bool IsTuple(Type type) => type.IsConstructedGenericType && type.IsValueType && type.FullName?.StartsWith("System.ValueTuple`", StringComparison.Ordinal) == true;

    private static bool HasTuple(Type type) => type.IsArray ? HasTuple(type.GetElementType()!) : type.IsConstructedGenericType && (IsTuple(type) || Array.Exists(type.GenericTypeArguments, HasTuple));

    private static string?[]? Read(FieldInfo field)
    {
        try
        {
            foreach (CustomAttributeData attribute in field.GetCustomAttributesData())
            {
                if (attribute.AttributeType.FullName != "System.Runtime.CompilerServices.TupleElementNamesAttribute") continue;
                if (attribute.ConstructorArguments is not [{ Value: ReadOnlyCollection<CustomAttributeTypedArgument> texts }]) continue;
                var names = new string?[texts.Count];
                for (int i = 0; i < names.Length; i++) names[i] = texts[i].Value as string;
                return names;
            }
        }
        catch { }
        return null;
    }

    /// <summary>A tuple's own elements come first, then those of the tuples inside it.</summary>
    private static TypePlan Name(Planner planner, Type type, string?[] names, ref int at)
    {
        TypePlan plan = planner.Of(type);
        if (type.IsArray) return With(plan, element: NameInside(planner, type.GetElementType()!, names, ref at));
        if (!type.IsConstructedGenericType) return plan;
        Type[] arguments = type.GenericTypeArguments;
        int own = at;
        if (IsTuple(type)) at += arguments.Length;
        var parts = new TypePlan?[arguments.Length];
        for (int i = 0; i < parts.Length; i++) parts[i] = NameInside(planner, arguments[i], names, ref at);
        if (!IsTuple(type)) return With(plan, element: parts[^1]);
        if (arguments.Length > MostElements || plan.Fields.Length != arguments.Length || own + arguments.Length > names.Length) return plan;
        var fields = new FieldPlan[plan.Fields.Length];
        for (int i = 0; i < fields.Length; i++) fields[i] = With(plan.Fields[i], names[own + i], parts[i]);
        return Copy(plan, fields, plan.Element, plan.Entry);
    }

    private static TypePlan? NameInside(Planner planner, Type type, string?[] names, ref int at) => HasTuple(type) ? Name(planner, type, names, ref at) : null;

    /// <summary>A collection whose elements, or whose values, are read by another plan.</summary>
    private static TypePlan With(TypePlan plan, TypePlan? element)
    {
        if (element == null || !element.Type.IsValueType) return plan;
        switch (plan.Form)
        {
            case Form.Array or Form.List or Form.Queue or Form.Stack: return Copy(plan, plan.Fields, element, plan.Entry);
            case Form.Nullable: return Copy(plan, [plan.Fields[0], With(plan.Fields[1], null, element)], plan.Element, plan.Entry);
            case Form.Dictionary or Form.Set or Form.ConcurrentDictionary when plan.Entry is { } entry && entry[1].Type == element.Type:
                FieldPlan[] named = [.. entry];
                named[1] = With(entry[1], null, element);
                return Copy(plan, plan.Fields, plan.Element, named);
            default: return plan;
        }
    }

    private static FieldPlan With(FieldPlan field, string? name, TypePlan? plan) => new()
    {
        Name = name ?? field.Name,
        Info = field.Info,
        Offset = field.Offset,
        Type = field.Type,
        Secrecy = Secrets.Name(name ?? field.Name),
        IsInlined = false,
        Value = field.Value == null ? null : plan ?? field.Value,
        Held = field.Value == null ? plan : null,
    };

    private static TypePlan Copy(TypePlan plan, FieldPlan[] fields, TypePlan? element, FieldPlan[]? entry) => new()
    {
        Type = plan.Type, Form = plan.Form, Origin = plan.Origin, Name = plan.Name, Fields = fields, IsLeaf = plan.IsLeaf, Entry = entry, Element = element, ElementSize = plan.ElementSize,
        EnumNames = plan.EnumNames, Case = plan.Case,
    };
}
