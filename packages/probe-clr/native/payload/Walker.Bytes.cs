using System;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>Bytes and parts of arrays, read where they lie. A part that only a class of the application could hand out is told by its length.</summary>
public sealed partial class Walker
{
    private const int StartMask = int.MaxValue, MostJoined = 16 * 1024;
    private char[] _text = [];

    private static int Number(TypePlan plan, int field, ref byte at) => Layout.Value<int>(ref Unsafe.Add(ref at, plan.Fields[field].Offset));

    private void ReadSlice(int index, TypePlan plan, ref byte at)
    {
        object? holder = Layout.Reference(ref Unsafe.Add(ref at, plan.Fields[0].Offset));
        int from = 0, length;
        if (plan.Fields.Length == 4)
        {
            from = Number(plan, 2, ref at) & StartMask;
            int end = Number(plan, 3, ref at) & StartMask;
            object? last = Layout.Reference(ref Unsafe.Add(ref at, plan.Fields[1].Offset));
            if (!ReferenceEquals(holder, last))
            {
                ReadJoined(index, holder, from, last, end);
                return;
            }
            length = end - from;
        }
        else if (plan.Fields.Length == 2) length = Number(plan, 1, ref at);
        else
        {
            from = Number(plan, 1, ref at) & StartMask;
            // Of a stream the end is told, of the others the length.
            length = plan.Type.IsValueType ? Number(plan, 2, ref at) : Number(plan, 2, ref at) - from;
        }
        ReadPart(index, holder, from, length);
    }

    private void ReadPart(int index, object? holder, int from, int length)
    {
        if (holder == null)
        {
            _nodes[index].Form = Form.Left;
            return;
        }
        if (from < 0 || length < 0 || holder is Array whole && (from > whole.Length || length > whole.Length - from) || holder is string words && (from > words.Length || length > words.Length - from))
        {
            Omit(index, Omission.Changing);
            return;
        }
        switch (holder)
        {
            case byte[] bytes: PutBytes(index, bytes, from, length); break;
            case string text:
                PutText(index, from == 0 && length == text.Length ? text : text.Substring(from, length));
                break;
            case char[] letters: PutText(index, new string(letters, from, length)); break;
            case Array array when array.GetType().IsSZArray:
                _nodes[index].Kind = NodeKind.List;
                ReadElements(index, planner.Of(array.GetType()), array, from, length);
                break;
            default:
                Omit(index, Omission.Unreachable);
                _nodes[index].Size = length;
                break;
        }
    }

    private void PutText(int index, string text)
    {
        _nodes[index].Form = Form.String;
        _nodes[index].Reference = text;
        _nodes[index].Literal = Literals.Of(text);
    }

    private void PutBytes(int index, byte[] bytes, int from, int length)
    {
        ref Node node = ref _nodes[index];
        node.Form = Form.Bytes;
        node.Reference = bytes;
        node.Bits = from;
        node.More = length;
        node.Size = length;
        if (Bytes.IsText(bytes.AsSpan(from, length)))
        {
            node.Kind = NodeKind.Value;
            node.Literal = Literals.Known.Made;
        }
        else Omit(index, Omission.Binary);
    }

    /// <summary>A sequence that lies in several pieces: its first bytes as one, and the number of all of them.</summary>
    private void ReadJoined(int index, object? first, int from, object? last, int end)
    {
        var joined = new byte[MostJoined];
        int count = 0, length = 0;
        object? piece = first;
        for (int hops = 0; piece != null && hops < 1000; hops++)
        {
            if (SegmentOf(piece.GetType()) is not [var memory, var next]) break;
            ref byte part = ref Unsafe.Add(ref Layout.DataOf(piece), memory.Offset);
            bool isLast = ReferenceEquals(piece, last);
            int stop = isLast ? end : Number(memory.Value!, 2, ref part);
            if (Layout.Reference(ref Unsafe.Add(ref part, memory.Value!.Fields[0].Offset)) is not byte[] bytes) break;
            int at = (Number(memory.Value, 1, ref part) & StartMask) + from, some = stop - from;
            if (at < 0 || some < 0 || some > bytes.Length - at) break;
            int taken = Math.Min(some, joined.Length - count);
            bytes.AsSpan(at, taken).CopyTo(joined.AsSpan(count));
            count += taken;
            length += some;
            if (isLast)
            {
                PutBytes(index, joined, 0, count);
                _nodes[index].Size = length;
                return;
            }
            from = 0;
            piece = Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(piece), next.Offset));
        }
        Omit(index, Omission.Unreachable);
    }

    private FieldPlan[] SegmentOf(Type type)
    {
        FieldPlan? memory = planner.Field(type, "<Memory>k__BackingField") ?? planner.Field(type, "_memory"), next = planner.Field(type, "<Next>k__BackingField") ?? planner.Field(type, "_next");
        return memory is { Offset: >= 0, Value.Form: Form.Slice } && next is { Offset: >= 0 } ? [memory, next] : [];
    }

    private static ReadOnlySpan<byte> BytesOf(in Node node) => ((byte[])node.Reference!).AsSpan((int)node.Bits, (int)node.More);

    private static void WriteBinary(Utf8Buffer json, in Node node)
    {
        json.Raw(Wire.Bytes);
        json.Raw((byte)'"');
        if (!Secrets.IsSecret(node.Secrecy)) json.Hex(Bytes.Beginning(BytesOf(node)));
        json.Raw((byte)'"');
    }

    private void WriteText(Utf8Buffer json, in Node node)
    {
        // As many bytes as characters are asked for, and one more character, so that a cut is seen.
        ReadOnlySpan<byte> bytes = BytesOf(node);
        int most = _budget.MaxString + 4;
        if (_text.Length < Math.Min(most, bytes.Length)) _text = new char[Math.Min(most, Math.Max(bytes.Length, 256))];
        ReadOnlySpan<char> text = Bytes.Text(bytes, _text);
        if (node.IsHidden || Secrets.Cuts(node.Secrecy, text))
        {
            WriteRedacted(json);
            return;
        }
        if (text.Length > _budget.MaxString) json.Count(Wire.Length, Bytes.Length(bytes));
        json.Raw(Wire.Value);
        json.String(text, _budget.MaxString);
    }
}
