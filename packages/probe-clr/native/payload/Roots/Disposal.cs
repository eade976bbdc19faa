using System;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>An object that was given up says so itself, by the switch that keeps it from being used again: what still holds it holds what was.</summary>
public static class Disposal
{
    private static readonly ConditionalWeakTable<Type, object> Switches = new();
    private static readonly object None = -1;

    public static bool IsOver(object target) =>
        target is IDisposable or IAsyncDisposable && Switches.GetValue(target.GetType(), SwitchOf) is int offset && offset >= 0 && Layout.Value<bool>(ref Unsafe.Add(ref Layout.DataOf(target), offset));

    private static object SwitchOf(Type type)
    {
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                if (field.FieldType == typeof(bool) && (Names.OfField(field.Name) ?? "").TrimStart('_').ToLowerInvariant() is "disposed" or "isdisposed") return Layout.OffsetOf(field);
        return None;
    }
}
