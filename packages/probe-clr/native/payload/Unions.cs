using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// F# unions. A case with fields is a class inside the union's, called after the case; cases without fields share the union's own class (or
/// one of their own, `_Case`) and differ by a tag. The fields are called `_radius` or `item1` where the source says `radius` or nothing.
/// </summary>
public static class Unions
{
    private const string Tag = "_tag";

    /// <summary>The name of the case; empty when an object's tag tells it; null for a type that is no union.</summary>
    public static string? CaseOf(Type type)
    {
        if (!IsUnion(type)) return null;
        if (Planner.FindField(type, Tag) != null) return "";
        return type.BaseType is { } above && IsUnion(above) ? type.Name.TrimStart('_') : type.Name;
    }

    public static string? CaseOf(TypePlan plan, ref byte data)
    {
        if (plan.Case is not { Length: 0 }) return plan.Case;
        plan.Tag ??= Planner.FindField(plan.Type, Tag)!;
        plan.EnumNames ??= TagNames(plan.Tag.DeclaringType!);
        int offset = Layout.OffsetOf(plan.Tag);
        return offset < 0 ? null : plan.EnumNames.GetValueOrDefault(Layout.Value<int>(ref Unsafe.Add(ref data, offset)));
    }

    private static Dictionary<long, string> TagNames(Type union)
    {
        var names = new Dictionary<long, string>();
        foreach (FieldInfo one in union.GetNestedType("Tags", BindingFlags.Public | BindingFlags.NonPublic)?.GetFields(BindingFlags.Static | BindingFlags.Public) ?? [])
            if (one.IsLiteral && one.GetRawConstantValue() is int tag) names.TryAdd(tag, one.Name);
        return names;
    }

    /// <summary>The case's fields by their names in the source; the tag is told as the case.</summary>
    public static FieldPlan[] Named(string? union, FieldPlan[] fields)
    {
        if (union == null) return fields;
        var named = new List<FieldPlan>();
        foreach (FieldPlan field in fields)
        {
            if (field.Info.Name == Tag) continue;
            named.Add(new FieldPlan
            {
                Name = field.Name.TrimStart('_'), Info = field.Info, Offset = field.Offset, Type = field.Type, Secrecy = field.Secrecy, IsInlined = field.IsInlined, Value = field.Value,
            });
        }
        return named.ToArray();
    }

    private static bool IsUnion(Type type)
    {
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
        {
            foreach (CustomAttributeData attribute in level.GetCustomAttributesData())
                if (attribute.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute" && attribute.ConstructorArguments[0].Value is int flags && (flags & 31) == 1) return true;
        }
        return false;
    }
}
