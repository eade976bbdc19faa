using System;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>
/// Where a field lies inside its object, so that it can be read without boxing. That is private to the runtime: every offset is compared
/// with what reflection says of the field's type, and the whole is tried on classes of our own first (<see cref="Trusted"/>). Where it
/// fails, fields are read by reflection alone.
/// </summary>
public static unsafe class Layout
{
    private const int OffsetMask = 0x7FFFFFF, OffsetLimit = 1 << 20;
    private static readonly bool s_trusted = Try();

    public static bool Trusted => s_trusted;

    private sealed class RawData { public byte First; }

    /// <summary>The first byte of an object's fields, or of a boxed value.</summary>
    public static ref byte DataOf(object target) => ref Unsafe.As<RawData>(target).First;

    public static object? Reference(ref byte at) => Unsafe.As<byte, object?>(ref at);

    public static T Value<T>(ref byte at) where T : unmanaged => Unsafe.ReadUnaligned<T>(ref at);

    /// <summary>The field's distance from the first byte, or -1 when it must be read by reflection.</summary>
    public static int OffsetOf(FieldInfo field) => s_trusted ? Offset(field) : -1;

    /// <summary>The distance between two elements of an array, or -1.</summary>
    public static int ElementSize(Type array) => s_trusted ? ComponentSize(array) : -1;

    private static int ComponentSize(Type array) => *(ushort*)array.TypeHandle.Value;

    private static int Offset(FieldInfo field)
    {
        if (field.IsStatic || !field.GetType().Name.StartsWith("Rt", StringComparison.Ordinal)) return -1;
        byte* description = (byte*)field.FieldHandle.Value;
        uint packed = *(uint*)(description + sizeof(nint) + 4);
        int offset = (int)(packed & OffsetMask);
        return offset < OffsetLimit && (packed >> 27) == ElementTypeOf(field.FieldType) ? offset : -1;
    }

    /// <summary>The type code that metadata signatures use.</summary>
    private static uint ElementTypeOf(Type type)
    {
        if (!type.IsValueType) return type.IsPointer || type.IsByRef || type.IsFunctionPointer ? 0xFFu : 0x12u;
        if (type.IsEnum) type = Enum.GetUnderlyingType(type);
        if (type == typeof(nint)) return 0x18;
        if (type == typeof(nuint)) return 0x19;
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => 0x02, TypeCode.Char => 0x03, TypeCode.SByte => 0x04, TypeCode.Byte => 0x05, TypeCode.Int16 => 0x06,
            TypeCode.UInt16 => 0x07, TypeCode.Int32 => 0x08, TypeCode.UInt32 => 0x09, TypeCode.Int64 => 0x0A, TypeCode.UInt64 => 0x0B,
            TypeCode.Single => 0x0C, TypeCode.Double => 0x0D, _ => 0x11,
        };
    }

#pragma warning disable CS0414, CS0649, IDE0044
    private class SampleBase { private protected byte _small = 7; private protected string _text = "base"; }

    private struct SampleValue { public short A; public object? B; public decimal C; }

    private sealed class Sample<T> : SampleBase
    {
        public bool Flag = true;
        public T? Item;
        public double Ratio = 2.5;
        public SampleValue Nested = new() { A = 11, B = "inner", C = 12.5m };
        public DayOfWeek Day = DayOfWeek.Friday;
        public long Big = long.MinValue + 3;
        public SampleValue[] Several = [new() { A = 1 }, new() { A = 2, B = "second", C = 3 }];
    }
#pragma warning restore

    private static bool Try()
    {
        try
        {
            return sizeof(nint) == 8 && Reads(new Sample<string> { Item = "item" }) && Reads(new Sample<int> { Item = 42 }) && Reads(new Sample<SampleValue> { Item = new() { C = 9 } })
                && ComponentSize(typeof(SampleValue[])) == Unsafe.SizeOf<SampleValue>() && ComponentSize(typeof(byte[])) == 1
                && ComponentSize(typeof(string[])) == sizeof(nint) && ComponentSize(typeof(Guid[])) == 16;
        }
        catch { return false; }
    }

    /// <summary>Whether every field of the sample, read by its offset, is what reflection says.</summary>
    private static bool Reads(object sample)
    {
        for (Type? type = sample.GetType(); type != typeof(object) && type != null; type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                int offset = Offset(field);
                object? expected = field.GetValue(sample);
                if (offset < 0) return false;
                ref byte at = ref Unsafe.Add(ref DataOf(sample), offset);
                if (!field.FieldType.IsValueType)
                {
                    if (!ReferenceEquals(Reference(ref at), expected)) return false;
                }
                else if (field.FieldType == typeof(SampleValue))
                {
                    var value = (SampleValue)expected!;
                    foreach (FieldInfo inner in typeof(SampleValue).GetFields())
                    {
                        ref byte innerAt = ref Unsafe.Add(ref at, Offset(inner));
                        if (inner.Name == "A" && Value<short>(ref innerAt) != value.A) return false;
                        if (inner.Name == "B" && !ReferenceEquals(Reference(ref innerAt), value.B)) return false;
                        if (inner.Name == "C" && Value<decimal>(ref innerAt) != value.C) return false;
                    }
                }
                else
                {
                    int size = Marshal.SizeOf(field.FieldType.IsEnum ? Enum.GetUnderlyingType(field.FieldType) : field.FieldType);
                    if (field.FieldType == typeof(bool)) size = 1;
                    if (!MemoryMarshal.CreateSpan(ref at, size).SequenceEqual(MemoryMarshal.CreateSpan(ref DataOf(expected!), size))) return false;
                }
            }
        }
        return true;
    }
}
