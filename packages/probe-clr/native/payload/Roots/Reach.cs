using System;
using System.Collections.Generic;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>Private fields of framework objects by name, each looked up once. What is not there reads as null.</summary>
public sealed class Reach(Planner planner)
{
    private const BindingFlags Statics = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
    private readonly Dictionary<(Type, string), FieldPlan?> _fields = new();
    private readonly Dictionary<(string, string, string), FieldInfo?> _statics = new();

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
        if (_fields.TryGetValue((type, field), out FieldPlan? plan)) return plan;
        plan = planner.Field(type, field);
        if (!type.IsCollectible) _fields[(type, field)] = plan;
        return plan;
    }

    /// <summary>A static field of a framework class that the application has in use already; null otherwise: nothing is initialised for us.</summary>
    public object? Static(ClassState state, string assembly, string type, string field)
    {
        try
        {
            if (!_statics.TryGetValue((assembly, type, field), out FieldInfo? info))
            {
                if (Assemblies.Find(assembly) is not { } loaded) return null;
                info = loaded.GetType(type)?.GetField(field, Statics);
                _statics[(assembly, type, field)] = info != null && state.IsReadable(info.DeclaringType!) ? info : null;
            }
            return info != null && state.HasRun(info.DeclaringType!) ? state.Read(info) : null;
        }
        catch { return null; }
    }
}
