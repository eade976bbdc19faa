using System;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>Private fields of framework objects by name, each looked up once. What is not there reads as null.</summary>
public sealed class Reach(Planner planner)
{
    private readonly Dictionary<Type, Dictionary<string, FieldPlan?>> _fields = new();

    public object? Get(object? target, string field)
    {
        if (target == null) return null;
        FieldPlan? plan = Plan(target.GetType(), field);
        if (plan == null) return null;
        return plan.Offset >= 0 && plan.Value == null ? Layout.Reference(ref System.Runtime.CompilerServices.Unsafe.Add(ref Layout.DataOf(target), plan.Offset)) : plan.Info.GetValue(target);
    }

    /// <summary>An automatic property or a field of that name, whichever this version has.</summary>
    public object? GetAny(object? target, string name, string? other = null, string? third = null) =>
        Get(target, name) ?? (other == null ? null : Get(target, other)) ?? (third == null ? null : Get(target, third));

    private FieldPlan? Plan(Type type, string field)
    {
        if (!_fields.TryGetValue(type, out Dictionary<string, FieldPlan?>? known))
        {
            known = [];
            if (!type.IsCollectible) _fields[type] = known;
        }
        if (!known.TryGetValue(field, out FieldPlan? plan)) known[field] = plan = planner.Field(type, field);
        return plan;
    }
}
