using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>Values that are no reference: read from memory into a node, and written from a node as JSON.</summary>
public static class Scalars
{
    public static void Read(ref Node node, TypePlan plan, ref byte at)
    {
        node.Form = plan.Form;
        node.Plan = plan;
        switch (plan.Form)
        {
            case Form.Decimal or Form.Guid:
                node.Bits = Layout.Value<long>(ref at);
                node.More = Layout.Value<long>(ref Unsafe.Add(ref at, 8));
                break;
            case Form.DateTimeOffset:
                DateTimeOffset moment = Layout.Value<DateTimeOffset>(ref at);
                node.Bits = moment.Ticks;
                node.More = moment.Offset.Ticks;
                break;
            default: node.Bits = Bits(plan, ref at); break;
        }
    }

    public static long Bits(TypePlan plan, ref byte at)
    {
        Form form = plan.Form == Form.Enum ? UnderlyingForm(plan.Type) : plan.Form;
        return form switch
        {
            Form.Bool or Form.U1 => at,
            Form.I1 => (sbyte)at,
            Form.I2 => Layout.Value<short>(ref at),
            Form.U2 or Form.Char => Layout.Value<ushort>(ref at),
            Form.I4 or Form.DateOnly => Layout.Value<int>(ref at),
            Form.U4 or Form.R4 => Layout.Value<uint>(ref at),
            _ => Layout.Value<long>(ref at),
        };
    }

    private static Form UnderlyingForm(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.SByte => Form.I1, TypeCode.Byte => Form.U1, TypeCode.Int16 => Form.I2, TypeCode.UInt16 => Form.U2,
        TypeCode.Int32 => Form.I4, TypeCode.UInt32 => Form.U4, _ => Form.I8,
    };

    /// <summary>A value type as an object.</summary>
    public static object Box<T>(ref byte at) where T : struct => Unsafe.As<byte, T>(ref at);

    public static string EnumName(TypePlan plan, long bits)
    {
        if (plan.EnumNames!.TryGetValue(bits, out string? name)) return name;
        // Flags, or a number without a name: ToString of an enum is the framework's.
        name = Enum.ToObject(plan.Type, bits).ToString() ?? "";
        if (plan.EnumNames.Count < 256) plan.EnumNames[bits] = name;
        return name;
    }

    /// <summary>A map's key as a name. A key that only the application could put into words is numbered.</summary>
    public static Label KeyLabel(TypePlan plan, ref byte at, int index)
    {
        switch (plan.Form)
        {
            case Form.Enum: return new Label(EnumName(plan, Bits(plan, ref at)), 0);
            case Form.Bool: return new Label(at != 0 ? "true" : "false", 0);
            case Form.Guid: return new Label(null, Layout.Value<long>(ref at), 0, plan.Form, Layout.Value<long>(ref Unsafe.Add(ref at, 8)));
            case >= Form.Char and <= Form.I8 or Form.DateTime or Form.DateOnly: return new Label(null, Bits(plan, ref at), 0, plan.Form);
            default: return new Label(null, index, 0, Form.Left);
        }
    }

    public static void WriteKey(Utf8Buffer json, in Label key)
    {
        switch (key.Form)
        {
            case Form.Char: json.String([(char)key.Bits], int.MaxValue); break;
            case Form.Guid: json.Quoted(Pair<Guid>(key.Bits, key.More), "D"); break;
            case Form.DateTime: json.Quoted(Unsafe.BitCast<long, DateTime>(key.Bits), "O"); break;
            case Form.DateOnly: json.Quoted(DateOnly.FromDayNumber((int)key.Bits), "O"); break;
            default:
                json.Raw(key.Form == Form.Left ? "\"#"u8 : "\""u8);
                json.Digits(key.Bits);
                json.Raw((byte)'"');
                break;
        }
    }

    public static void Write(Utf8Buffer json, in Node node, int limit)
    {
        switch (node.Form)
        {
            case Form.Bool: json.Raw(node.Bits != 0 ? "true"u8 : "false"u8); break;
            case Form.Char: json.String([(char)node.Bits], int.MaxValue); break;
            case Form.I1 or Form.U1 or Form.I2 or Form.U2 or Form.I4 or Form.U4 or Form.I8: json.Number(node.Bits); break;
            case Form.U8: json.Number((ulong)node.Bits); break;
            case Form.R4: json.Number(BitConverter.Int32BitsToSingle((int)node.Bits)); break;
            case Form.R8: json.Number(BitConverter.Int64BitsToDouble(node.Bits)); break;
            case Form.Decimal: json.Number(Pair<decimal>(node.Bits, node.More)); break;
            case Form.Guid: json.Quoted(Pair<Guid>(node.Bits, node.More), "D"); break;
            case Form.Enum: json.String(EnumName(node.Plan!, node.Bits), limit); break;
            case Form.DateTime: Moment(json, Unsafe.BitCast<long, DateTime>(node.Bits)); break;
            case Form.DateTimeOffset: Moment(json, new DateTime(node.Bits), new TimeSpan(node.More)); break;
            case Form.DateOnly: json.Quoted(DateOnly.FromDayNumber((int)node.Bits), "O"); break;
            case Form.TimeOnly: json.Quoted(new TimeOnly(node.Bits), node.Bits % TimeSpan.TicksPerSecond == 0 ? "HH:mm:ss" : "HH:mm:ss.FFFFFFF"); break;
            case Form.TimeSpan: json.Quoted(new TimeSpan(node.Bits), "c"); break;
            default: json.Raw("null"u8); break;
        }
    }

    private static T Pair<T>(long bits, long more) where T : struct
    {
        Span<long> pair = [bits, more];
        return MemoryMarshal.Cast<long, T>(pair)[0];
    }

    private static void Moment(Utf8Buffer json, DateTime moment) =>
        json.Quoted(moment, moment.Ticks % TimeSpan.TicksPerSecond == 0 ? "yyyy-MM-ddTHH:mm:ssK" : "yyyy-MM-ddTHH:mm:ss.FFFFFFFK");

    private static void Moment(Utf8Buffer json, DateTime local, TimeSpan offset) =>
        json.Quoted(new DateTimeOffset(local, offset), local.Ticks % TimeSpan.TicksPerSecond == 0 ? "yyyy-MM-ddTHH:mm:sszzz" : "yyyy-MM-ddTHH:mm:ss.FFFFFFFzzz");
}
