using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// A library's value whose fields are bits that nobody gave a public name (a date in one number, an id in sixteen bytes), and whose type says that it can be written as text.
/// It holds no reference, never changes and is small: its text is a function of its bits, and the library is asked once for each.
/// </summary>
public sealed class Packed
{
    private const int MostBytes = 16, MostKept = 4096;
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
    private readonly Dictionary<UInt128, string> _texts = new();
    private readonly int _size;
    private readonly Func<object, string?> _say = value => value is IFormattable formed ? formed.ToString(null, CultureInfo.InvariantCulture) : Convert.ToString(value, CultureInfo.InvariantCulture);

    private Packed(Type type, int size)
    {
        _size = size;
        try { if (IsConverted(type)) _say = Converter(type); }
        catch { /* What converts was trimmed away. */ }
    }

    /// <summary>Null when it is read by its fields.</summary>
    public static Packed? Of(Type type)
    {
        if (!type.IsValueType || type.IsGenericType || !IsPacked(type)) return null;
        if (!typeof(IFormattable).IsAssignableFrom(type) && !typeof(IConvertible).IsAssignableFrom(type) && !IsConverted(type)) return null;
        int size = (int)typeof(Packed).GetMethod(nameof(SizeOf), BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(type).Invoke(null, null)!;
        return size is > 0 and <= MostBytes ? new Packed(type, size) : null;
    }

    private static int SizeOf<T>() => RuntimeHelpers.IsReferenceOrContainsReferences<T>() ? 0 : Unsafe.SizeOf<T>();

    private static bool IsConverted(Type type) => type.CustomAttributes.Any(one => one.AttributeType.FullName == "System.ComponentModel.TypeConverterAttribute");

    /// <summary>Apart, so that its assembly is asked for only where a type has one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Func<object, string?> Converter(Type type) => TypeDescriptor.GetConverter(type).ConvertToInvariantString;

    /// <summary>Set once, and in some part by what has no public name.</summary>
    private static bool IsPacked(Type type)
    {
        bool isPacked = false;
        foreach (FieldInfo field in type.GetFields(Fields))
        {
            if (!field.IsInitOnly) return false;
            Type held = field.FieldType;
            isPacked |= !field.IsPublic && !IsNamed(type, Names.OfField(field.Name))
                || held is { IsValueType: true, IsPrimitive: false, IsEnum: false } && held.Assembly == type.Assembly && IsPacked(held);
        }
        return isPacked;
    }

    private static bool IsNamed(Type type, string? field) => field != null && type.GetProperties().Any(one => string.Equals(one.Name, field.TrimStart('_'), StringComparison.OrdinalIgnoreCase));

    public string? Known(ref byte at) => _texts.GetValueOrDefault(Bits(ref at));

    public string? Say(object value)
    {
        UInt128 bits = Bits(ref Layout.DataOf(value));
        if (_texts.TryGetValue(bits, out string? text)) return text;
        text = _say(value);
        if (_texts.Count == MostKept) _texts.Clear();
        if (text != null) _texts[bits] = text;
        return text;
    }

    private UInt128 Bits(ref byte at)
    {
        UInt128 bits = 0;
        for (int i = 0; i < _size; i++) bits = bits << 8 | Unsafe.Add(ref at, i);
        return bits;
    }
}
