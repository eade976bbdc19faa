using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace Substrate.Payload;

/// <summary>
/// Lists whose elements lie in nodes behind one another, and concurrent queues, whose lie in segments: read where they lie. To enumerate one
/// makes garbage, and a concurrent queue that is enumerated begins a new segment.
/// </summary>
public sealed partial class Walker
{
    private static object? Held(object owner, FieldPlan field) => Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(owner), field.Offset));

    private void ReadChain(int index, TypePlan plan, object target)
    {
        _nodes[index].Kind = NodeKind.List;
        bool isVersioned = plan.Fields.Length > 1;
        for (int attempt = 0; attempt < Tries; attempt++)
        {
            int start = _count, version = isVersioned ? IntField(plan.Fields[1], target) : 0;
            ReadNodes(index, plan, target);
            if (!isVersioned || IntField(plan.Fields[1], target) == version) return;
            TakeBack(index, start);
        }
        Omit(index, Omission.Changing);
    }

    private void ReadNodes(int index, TypePlan plan, object target)
    {
        FieldPlan value = plan.Entry![0], next = plan.Entry[1];
        // A list of F# is its own first node, and ends with an empty one.
        bool isOwnNode = next.Info.DeclaringType == plan.Type;
        object? first = isOwnNode ? target : Held(target, plan.Fields[0]);
        int count = 0, from = From(index), end = (int)Math.Min((long)from + Limit(index), int.MaxValue), shown = 0;
        for (object? node = first; node != null && count < MostCounted; count++)
        {
            object? following = Held(node, next);
            if (isOwnNode && following == null) break;
            if (count >= from && count < end && HasRoom(index))
            {
                ReadLink(index, count, value, ref Unsafe.Add(ref Layout.DataOf(node), value.Offset));
                shown++;
            }
            // The framework's linked lists are circles.
            node = ReferenceEquals(following, first) ? null : following;
        }
        if (count > shown) _nodes[index].Size = count;
    }

    private void ReadLink(int index, int number, FieldPlan value, ref byte at)
    {
        if (value.Value != null) ReadValue(index, Label.At(number), value.Value, ref at, null);
        else if (Layout.Reference(ref at) is { } item) ReadItem(index, Label.At(number), item);
        else AddNull(index, Label.At(number));
    }

    /// <summary>A value could be taken out and replaced while it is read: then it is all done again.</summary>
    private void ReadConcurrentQueue(int index, TypePlan plan, object target)
    {
        _nodes[index].Kind = NodeKind.List;
        for (int attempt = 0; attempt < Tries; attempt++)
        {
            object first = Held(target, plan.Fields[0])!;
            int start = _count, head = HeadOf(plan, first), count = 0;
            for (object? segment = first; segment != null; segment = Held(segment, plan.Entry![1])) count = ReadSegment(index, plan, segment, count);
            if (count > Limit(index) || From(index) > 0 || _nodes[index].Omission == Omission.Budget) _nodes[index].Size = count;
            if (plan.Entry![4].Value == null || ReferenceEquals(first, Held(target, plan.Fields[0])) && HeadOf(plan, first) == head) return;
            TakeBack(index, start);
        }
        Omit(index, Omission.Changing);
    }

    private static int HeadOf(TypePlan plan, object segment) => Volatile.Read(ref Unsafe.As<byte, int>(ref Unsafe.Add(ref Layout.DataOf(segment), plan.Entry![2].Offset + plan.Entry[3].Offset)));

    private int ReadSegment(int index, TypePlan plan, object segment, int count)
    {
        var slots = (Array)Held(segment, plan.Entry![0])!;
        FieldPlan item = plan.Entry[4], number = plan.Entry[5];
        int head = HeadOf(plan, segment);
        for (int i = 0; i < slots.Length; i++)
        {
            ref byte slot = ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(slots), (nint)((head + i) & (slots.Length - 1)) * plan.ElementSize);
            ref int turn = ref Unsafe.As<byte, int>(ref Unsafe.Add(ref slot, number.Offset));
            // The number says that an element was put in; another one, that it is to come or was taken out.
            if (Volatile.Read(ref turn) != head + i + 1) continue;
            ref byte at = ref Unsafe.Add(ref slot, item.Offset);
            object? held = item.Value == null ? Layout.Reference(ref at) : null;
            if (Volatile.Read(ref turn) != head + i + 1) continue;
            if (count >= From(index) && count < (long)From(index) + Limit(index) && HasRoom(index)) ReadLink(index, count, item, ref item.Value != null ? ref at : ref Unsafe.As<object?, byte>(ref held));
            count++;
        }
        return count;
    }
}
