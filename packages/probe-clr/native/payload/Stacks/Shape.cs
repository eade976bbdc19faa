using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Substrate.Payload;

/// <summary>What an object or value of a type is made of, values inside values laid flat: plain bytes, and references with the type that they may have.</summary>
public sealed class Shape
{
    public readonly record struct Part(int Offset, int Size, Type? Reference);

    private const int DepthLimit = 6;
    private static readonly Type[] Left = [typeof(Delegate), typeof(MemberInfo), typeof(Assembly), typeof(Module), typeof(Thread), typeof(Exception), typeof(Attribute), typeof(Pointer)];

    public required Part[] Parts;
    /// <summary>The distance from the first field to the end of the last.</summary>
    public required int Length;

    /// <summary>Null when an object of the type must not be made: it has a finalizer, which would run for a copy, too.</summary>
    public static Shape? Of(Type type)
    {
        if (type.IsAbstract || type.IsPointer || type.IsByRefLike || type.ContainsGenericParameters || Array.Exists(Left, one => one.IsAssignableFrom(type)) || HasFinalizer(type)) return null;
        var parts = new List<Part>();
        Collect(type, 0, parts, 0);
        int length = 0;
        foreach (Part part in parts) length = Math.Max(length, part.Offset + part.Size);
        return new Shape { Parts = parts.ToArray(), Length = length };
    }

    /// <summary>C# makes it protected, F# public.</summary>
    private static bool HasFinalizer(Type type)
    {
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            if (level.GetMethod("Finalize", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly, Type.EmptyTypes) != null) return true;
        return false;
    }

    private static void Collect(Type type, int at, List<Part> parts, int depth)
    {
        for (Type? level = type; level != null && level != typeof(object) && level != typeof(ValueType) && level != typeof(Enum); level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                Type inner = field.FieldType;
                int offset = Layout.OffsetOf(field);
                if (offset < 0 || inner.IsByRefLike || inner == typeof(nint) || inner == typeof(nuint)) continue;
                int size = SizeOf(inner);
                if (size > 0) parts.Add(new Part(at + offset, size, null));
                else if (!inner.IsValueType) parts.Add(new Part(at + offset, Unsafe.SizeOf<nint>(), inner));
                else if (depth < DepthLimit) Collect(inner, at + offset, parts, depth + 1);
            }
        }
    }

    /// <summary>The size of a value that is nothing but itself; 0 for others.</summary>
    public static int SizeOf(Type type) => type.IsPrimitive || type.IsEnum
        ? Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean or TypeCode.SByte or TypeCode.Byte => 1,
            TypeCode.Char or TypeCode.Int16 or TypeCode.UInt16 => 2,
            TypeCode.Int32 or TypeCode.UInt32 or TypeCode.Single => 4,
            TypeCode.Int64 or TypeCode.UInt64 or TypeCode.Double => 8,
            _ => 0,
        }
        : 0;
}
