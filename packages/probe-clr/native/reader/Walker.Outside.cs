using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Microsoft.Diagnostics.Runtime;
using Substrate.Reader;

namespace Substrate.Payload;

/// <summary>A place in the memory of another process, and what lies there.</summary>
public readonly record struct Spot(ClrType? Type, ClrElementType Kind, ulong At);

/// <summary>
/// The walker that the payload has, over objects of another process: the same nodes, written the same way, with the same secrets cut out. Only
/// the reading is another one.
/// </summary>
public sealed partial class Walker
{
    private const int MostSteps = 100_000, MostBytes = 4096, LibraryLevels = 3;
    private readonly Queue<(int Node, ClrObject Object, Outline Outline)> _waiting = new();
    private readonly HashSet<ulong> _shown = [], _shownAgain = [];
    private readonly Dictionary<ulong, Dictionary<long, string>> _enums = [];
    private Outside _from = null!;

    public void Begin(in Budget budget, Outside from)
    {
        Begin(budget);
        _from = from;
        _waiting.Clear();
        _shown.Clear();
        _shownAgain.Clear();
        _enums.Clear();
    }

    public bool Claim(ulong address) => _shown.Add(address);

    /// <summary>A root that is an object.</summary>
    public int AddRoot(string name, ClrObject value)
    {
        int node = AddRoot(name);
        Outline shape = _from.OutlineOf(value.Type!);
        _nodes[node].Kind = NodeKind.Object;
        _nodes[node].Plan = shape.Plan;
        _waiting.Enqueue((node, value, shape));
        return node;
    }

    /// <summary>A root that is one variable; -1 when there is nothing to tell.</summary>
    public int AddRoot(string name, in Spot spot)
    {
        int before = _count;
        Read(0, new Label(name, 0, Secrets.Name(name)), spot);
        return _count > before ? before : None;
    }

    public void AddChild(int node, string name, in Spot spot)
    {
        _nodes[node].Kind = NodeKind.Object;
        Read(node, new Label(name, 0, Secrets.Name(name)), spot);
    }

    /// <summary>Reads what waits, breadth first.</summary>
    public void WalkOutside()
    {
        while (_waiting.TryDequeue(out var next))
        {
            if (_count >= _budget.MaxNodes) Omit(next.Node, Omission.Budget);
            else if (_nodes[next.Node].Depth >= _budget.MaxDepth) Omit(next.Node, Omission.Depth);
            else
            {
                try { Expand(next.Node, next.Object, next.Outline); }
                catch (Exception) { Omit(next.Node, Omission.Threw); }
            }
        }
    }

    private static bool IsReference(ClrElementType kind) => kind is ClrElementType.String or ClrElementType.Class or ClrElementType.Object or ClrElementType.SZArray or ClrElementType.Array;

    private void Read(int parent, in Label label, in Spot spot, bool isElement = false)
    {
        if (IsReference(spot.Kind))
        {
            ulong address = _from.Memory.ReadPointer(spot.At);
            if (address != 0) ReadObject(parent, label, _from.Heap.GetObject(address), isElement);
            else if (spot.Type == null || _from.OutlineOf(spot.Type).Form != Form.Left) AddNull(parent, label);
        }
        else if (ScalarAt(spot) is { } scalar) AddScalar(parent, label, scalar);
        else if (spot is { Kind: ClrElementType.Struct, Type: { } type }) ReadStruct(parent, label, type, spot.At, isElement);
    }

    private void AddScalar(int parent, in Label label, object value)
    {
        if (!HasRoom(parent)) return;
        int node = Append(label, parent);
        Put(node, value);
        _nodes[node].Literal = Literals.Known.Not;
    }

    /// <summary>A value that needs no other; null for what is none.</summary>
    private object? ScalarAt(in Spot spot)
    {
        IMemoryReader memory = _from.Memory;
        if (spot.Type is { IsEnum: true } named) return EnumAt(named, spot.At);
        switch (spot.Kind)
        {
            case ClrElementType.Boolean: return memory.Read<byte>(spot.At) != 0;
            case ClrElementType.Char: return (char)memory.Read<ushort>(spot.At);
            case ClrElementType.Int8: return memory.Read<sbyte>(spot.At);
            case ClrElementType.UInt8: return memory.Read<byte>(spot.At);
            case ClrElementType.Int16: return memory.Read<short>(spot.At);
            case ClrElementType.UInt16: return memory.Read<ushort>(spot.At);
            case ClrElementType.Int32: return memory.Read<int>(spot.At);
            case ClrElementType.UInt32: return memory.Read<uint>(spot.At);
            case ClrElementType.Int64: return memory.Read<long>(spot.At);
            case ClrElementType.UInt64: return memory.Read<ulong>(spot.At);
            case ClrElementType.Float: return memory.Read<float>(spot.At);
            case ClrElementType.Double: return memory.Read<double>(spot.At);
            case ClrElementType.Struct: break;
            default: return null;
        }
        switch (spot.Type?.Name)
        {
            case "System.DateTime": return Unsafe.BitCast<long, DateTime>(memory.Read<long>(spot.At));
            case "System.TimeSpan": return new TimeSpan(memory.Read<long>(spot.At));
            case "System.TimeOnly": return new TimeOnly(memory.Read<long>(spot.At));
            case "System.DateOnly": return DateOnly.FromDayNumber(memory.Read<int>(spot.At));
            case "System.Guid": return memory.Read<Guid>(spot.At);
            case "System.Decimal": return memory.Read<decimal>(spot.At);
            case "System.DateTimeOffset":
                ClrInstanceField moment = spot.Type.GetFieldByName("_dateTime")!, offset = spot.Type.GetFieldByName("_offsetMinutes")!;
                long minutes = offset.Size == 2 ? memory.Read<short>(offset.GetAddress(spot.At, true)) : memory.Read<int>(offset.GetAddress(spot.At, true));
                return new DateTimeOffset(new DateTime(memory.Read<long>(moment.GetAddress(spot.At, true)) & 0x3FFFFFFFFFFFFFFF)).ToOffset(TimeSpan.FromMinutes(minutes));
            default: return null;
        }
    }

    private string EnumAt(ClrType type, ulong at)
    {
        IMemoryReader memory = _from.Memory;
        if (!_enums.TryGetValue(type.MethodTable, out Dictionary<long, string>? names))
        {
            _enums[type.MethodTable] = names = [];
            foreach ((string name, object? value) in type.AsEnum().EnumerateValues())
                if (value is IConvertible number) names.TryAdd(value is ulong all ? (long)all : number.ToInt64(null), name);
        }
        long bits = type.AsEnum().ElementType switch
        {
            ClrElementType.Int8 => memory.Read<sbyte>(at), ClrElementType.UInt8 => memory.Read<byte>(at),
            ClrElementType.Int16 => memory.Read<short>(at), ClrElementType.UInt16 => memory.Read<ushort>(at),
            ClrElementType.UInt32 => memory.Read<uint>(at), ClrElementType.Int64 or ClrElementType.UInt64 => memory.Read<long>(at),
            _ => memory.Read<int>(at),
        };
        if (names.TryGetValue(bits, out string? exact)) return exact;
        var flags = new List<string>();
        long rest = bits;
        foreach ((long bit, string name) in names)
        {
            if (bit == 0 || (rest & bit) != bit) continue;
            flags.Add(name);
            rest &= ~bit;
        }
        return rest == 0 && flags.Count > 0 ? string.Join(", ", flags) : bits.ToString();
    }

    private void ReadStruct(int parent, in Label label, ClrType type, ulong at, bool isElement)
    {
        if (type.Name?.StartsWith("System.Nullable<", StringComparison.Ordinal) == true)
        {
            if (_from.Memory.Read<byte>(type.GetFieldByName("hasValue")!.GetAddress(at, true)) == 0) AddNull(parent, label);
            else Read(parent, label, SpotOf(type, "value", at));
            return;
        }
        if (type.Name?.StartsWith("System.Collections.Immutable.ImmutableArray<", StringComparison.Ordinal) == true)
        {
            Read(parent, label, SpotOf(type, "array", at), isElement);
            return;
        }
        Outline shape = _from.OutlineOf(type);
        if (shape.Form != Form.Object || !HasRoom(parent)) return;
        int node = Append(label, parent);
        ObjectCount++;
        _nodes[node].Kind = NodeKind.Object;
        _nodes[node].Plan = shape.Plan;
        if (_nodes[node].Depth >= _budget.MaxDepth) Omit(node, Omission.Depth);
        else ReadFields(node, type, at, true);
    }

    private void ReadObject(int parent, in Label label, ClrObject value, bool isElement)
    {
        for (int hops = 0; hops < 5; hops++)
        {
            if (!value.IsValid || value.Type is not { } type)
            {
                FailedCount++;
                return;
            }
            if (type.IsString)
            {
                ReadText(parent, label, value);
                return;
            }
            if (value.IsBoxedValue)
            {
                Read(parent, label, new Spot(type, type.IsEnum ? ClrElementType.Int32 : type.ElementType, value.Address + (ulong)_from.Memory.PointerSize));
                return;
            }
            Outline shape = _from.OutlineOf(type);
            if (shape.Form != Form.Wrapper)
            {
                if (shape.Form != Form.Left && shape.Method == null) Add(parent, label, value, shape, isElement);
                return;
            }
            Spot inner = SpotOf(type, shape.Field!, value.Address, false);
            ulong address = IsReference(inner.Kind) ? _from.Memory.ReadPointer(inner.At) : 0;
            if (address == 0)
            {
                if (IsReference(inner.Kind)) AddNull(parent, label);
                else if (ScalarAt(inner) is { } scalar) AddScalar(parent, label, scalar);
                return;
            }
            value = _from.Heap.GetObject(address);
        }
    }

    private void Add(int parent, in Label label, ClrObject value, Outline shape, bool isElement)
    {
        ObjectCount++;
        if (!_shown.Add(value.Address) && !(isElement && _shownAgain.Add(value.Address)) || !HasRoom(parent)) return;
        if (shape.Plan.Origin == Origin.Library && _nodes[parent].LibraryDepth >= LibraryLevels) return;
        int node = Append(label, parent);
        _nodes[node].Kind = NodeKind.Object;
        _nodes[node].Plan = shape.Plan;
        if (shape.Plan.Origin == Origin.Library) _nodes[node].LibraryDepth++;
        else if (shape.IsOwn) _nodes[node].LibraryDepth = 0;
        _waiting.Enqueue((node, value, shape));
    }

    private void ReadText(int parent, in Label label, ClrObject value)
    {
        if (!HasRoom(parent)) return;
        int node = Append(label, parent);
        string text = value.AsString(_budget.MaxString + 513) ?? "";
        Put(node, text);
        _nodes[node].Length = _from.Memory.Read<int>(value.Address + (ulong)_from.Memory.PointerSize);
        _nodes[node].Literal = _from.Heap.GetSegmentByAddress(value.Address)?.Kind == GCSegmentKind.Frozen ? Literals.Known.Literal : Literals.Known.Made;
    }

    private Spot SpotOf(ClrType type, string field, ulong at, bool isInside = true)
    {
        ClrInstanceField found = type.GetFieldByName(field) ?? throw new MissingFieldException(type.Name, field);
        return new Spot(found.Type, found.ElementType, found.GetAddress(at, isInside));
    }

    /// <summary>The fields of an object, or of a value inside one, by the names that the source has; those that captured variables lie in as if they were its own.</summary>
    private void ReadFields(int node, ClrType type, ulong at, bool isInside)
    {
        foreach (ClrInstanceField field in type.Fields)
        {
            if (field.Name is not { } raw) continue;
            var spot = new Spot(field.Type, field.ElementType, field.GetAddress(at, isInside));
            if (Names.OfField(raw) is { } name) Read(node, new Label(name, 0, Secrets.Name(name)), spot);
        }
    }

    private void Expand(int node, ClrObject value, Outline shape)
    {
        switch (shape.Form)
        {
            case Form.Object: ReadFields(node, value.Type!, value.Address, false); break;
            case Form.Bytes: ReadBytes(node, value); break;
            case Form.Dictionary or Form.ConcurrentDictionary or Form.Map or Form.Named: ReadMap(node, value, shape); break;
            default: ReadList(node, value, shape); break;
        }
    }

    private void ReadBytes(int node, ClrObject value)
    {
        int length = value.AsArray().Length;
        var bytes = new byte[Math.Min(length, MostBytes)];
        _from.Memory.Read(value.Type!.GetArrayElementAddress(value.Address, 0), bytes);
        if (length <= MostBytes)
        {
            PutBytes(node, bytes, 0, length);
            return;
        }
        Omit(node, Omission.Binary);
        _nodes[node].Size = length;
    }

    private void ReadList(int node, ClrObject value, Outline shape)
    {
        _nodes[node].Kind = NodeKind.List;
        int count = 0, shown = 0;
        foreach (Spot item in Items(value, shape))
        {
            if (count++ < _budget.MaxElements)
            {
                Read(node, Label.At(shown), item, isElement: true);
                shown++;
            }
            else if (count > MostSteps) break;
        }
        if (shown < count) _nodes[node].Size = Math.Max(count, CountOf(value, shape));
    }

    private void ReadMap(int node, ClrObject value, Outline shape)
    {
        _nodes[node].Kind = NodeKind.Map;
        int count = 0, shown = 0;
        foreach ((Spot key, Spot item) in Entries(value, shape))
        {
            if (count++ < _budget.MaxElements)
            {
                Read(node, KeyLabel(KeyAt(key), shown), item, isElement: true);
                shown++;
            }
            else if (count > MostSteps) break;
        }
        if (shown < count) _nodes[node].Size = Math.Max(count, CountOf(value, shape));
    }

    /// <summary>What a key says; an object that has no words of its own stands for its place.</summary>
    private object KeyAt(in Spot key)
    {
        if (!IsReference(key.Kind)) return ScalarAt(key) ?? new object();
        ClrObject value = _from.Heap.GetObject(_from.Memory.ReadPointer(key.At));
        return value.Type?.IsString == true ? value.AsString(512) ?? "" : new object();
    }

    private int CountOf(ClrObject value, Outline shape) => shape.Form switch
    {
        Form.List or Form.Queue or Form.Stack or Form.Named => Number(value, "_size"),
        Form.Array => value.AsArray().Length,
        Form.Set or Form.Dictionary => Number(value, "_count"),
        Form.Chain => Number(value, "count"),
        _ => 0,
    };

    private int Number(ClrObject value, string field) => _from.Memory.Read<int>(SpotOf(value.Type!, field, value.Address, false).At);

    private ClrObject Held(ClrObject value, string field) => _from.Heap.GetObject(_from.Memory.ReadPointer(SpotOf(value.Type!, field, value.Address, false).At));

    private IEnumerable<Spot> Elements(ClrObject array, int from, int count)
    {
        if (array.Type is not { IsArray: true } type) yield break;
        int length = array.AsArray().Length;
        ClrType? element = type.ComponentType;
        for (int i = from; i < length && i - from < count; i++)
            yield return new Spot(element, element?.ElementType ?? ClrElementType.Object, type.GetArrayElementAddress(array.Address, i));
    }

    private IEnumerable<Spot> Items(ClrObject value, Outline shape)
    {
        switch (shape.Form)
        {
            case Form.Array: return Elements(value, 0, int.MaxValue);
            case Form.List: return Elements(Held(value, "_items"), 0, Number(value, "_size"));
            case Form.Stack: return Backwards(Held(value, "_array"), Number(value, "_size"));
            case Form.Queue: return Ring(Held(value, "_array"), Number(value, "_head"), Number(value, "_size"));
            case Form.Set: return Values(value);
            case Form.Chain: return Links(value);
            case Form.ConcurrentQueue: return Segments(value);
            default: return Tree(Held(value, shape.Field!));
        }
    }

    private IEnumerable<Spot> Backwards(ClrObject array, int size)
    {
        for (int i = size - 1; i >= 0; i--)
            foreach (Spot one in Elements(array, i, 1)) yield return one;
    }

    private IEnumerable<Spot> Ring(ClrObject array, int head, int size)
    {
        int length = array.Type is { IsArray: true } ? array.AsArray().Length : 0;
        for (int i = 0; i < size && length > 0; i++)
            foreach (Spot one in Elements(array, (head + i) % length, 1)) yield return one;
    }

    private IEnumerable<Spot> Values(ClrObject set)
    {
        foreach (Spot entry in Elements(Held(set, "_entries"), 0, Number(set, "_count")))
            if (entry.Type is { } type && _from.Memory.Read<int>(SpotOf(type, "Next", entry.At).At) >= -1) yield return SpotOf(type, "Value", entry.At);
    }

    private IEnumerable<Spot> Links(ClrObject list)
    {
        ClrObject head = Held(list, "head"), node = head;
        for (int i = 0; i < MostSteps && node.Type is { } type; i++)
        {
            yield return SpotOf(type, "item", node.Address, false);
            node = Held(node, "next");
            if (node.Address == head.Address) yield break;
        }
    }

    private IEnumerable<Spot> Segments(ClrObject queue)
    {
        ClrObject segment = Held(queue, "_head");
        for (int i = 0; i < 1000 && segment.Type is { } type; i++, segment = Held(segment, "_nextSegment"))
        {
            Spot ends = SpotOf(type, "_headAndTail", segment.Address, false);
            int head = _from.Memory.Read<int>(SpotOf(ends.Type!, "Head", ends.At).At), tail = _from.Memory.Read<int>(SpotOf(ends.Type!, "Tail", ends.At).At), mask = Number(segment, "_slotsMask");
            ClrObject slots = Held(segment, "_slots");
            for (int at = head; at != tail && at - head <= mask; at++)
                foreach (Spot slot in Elements(slots, at & mask, 1))
                    if (slot.Type is { } inner && _from.Memory.Read<int>(SpotOf(inner, "SequenceNumber", slot.At).At) == at + 1) yield return SpotOf(inner, "Item", slot.At);
        }
    }

    /// <summary>A sorted tree in its order: nodes of a sorted set, or of an immutable list.</summary>
    private IEnumerable<Spot> Tree(ClrObject root)
    {
        var above = new Stack<ClrObject>();
        ClrObject node = root;
        for (int i = 0; i < MostSteps; i++)
        {
            if (node.Type is { } type)
            {
                above.Push(node);
                node = Held(node, type.GetFieldByName("Left") != null ? "Left" : type.GetFieldByName("<Left>k__BackingField") != null ? "<Left>k__BackingField" : "_left");
                continue;
            }
            if (!above.TryPop(out ClrObject own)) yield break;
            ClrType shape = own.Type!;
            // The end of an immutable list is a node without anything.
            if (shape.GetFieldByName("_height") is not { } height || _from.Memory.Read<byte>(height.GetAddress(own.Address, false)) > 0)
                yield return SpotOf(shape, shape.GetFieldByName("Item") != null ? "Item" : shape.GetFieldByName("<Item>k__BackingField") != null ? "<Item>k__BackingField" : "_key", own.Address, false);
            node = Held(own, shape.GetFieldByName("Right") != null ? "Right" : shape.GetFieldByName("<Right>k__BackingField") != null ? "<Right>k__BackingField" : "_right");
        }
    }

    private IEnumerable<(Spot Key, Spot Value)> Entries(ClrObject value, Outline shape)
    {
        switch (shape.Form)
        {
            case Form.Dictionary:
                foreach (Spot entry in Elements(Held(value, "_entries"), 0, Number(value, "_count")))
                    if (entry.Type is { } type && _from.Memory.Read<int>(SpotOf(type, "next", entry.At).At) >= -1) yield return (SpotOf(type, "key", entry.At), SpotOf(type, "value", entry.At));
                break;
            case Form.Map:
                foreach (Spot pair in Tree(Held(Held(value, "_set"), "root")))
                    if (pair.Type is { } type) yield return (SpotOf(type, "key", pair.At), SpotOf(type, "value", pair.At));
                break;
            case Form.Named:
                using (IEnumerator<Spot> values = Elements(Held(value, "values"), 0, Number(value, "_size")).GetEnumerator())
                    foreach (Spot key in Elements(Held(value, "keys"), 0, Number(value, "_size")))
                        if (values.MoveNext()) yield return (key, values.Current);
                break;
            default:
                foreach (Spot bucket in Elements(Held(Held(value, "_tables"), "_buckets"), 0, MostSteps))
                {
                    ulong at = IsReference(bucket.Kind) || bucket.Type == null ? bucket.At : SpotOf(bucket.Type, "_node", bucket.At).At;
                    ClrObject node = _from.Heap.GetObject(_from.Memory.ReadPointer(at));
                    for (int i = 0; i < MostSteps && node.Type is { } type; i++, node = Held(node, "_next"))
                        yield return (SpotOf(type, "_key", node.Address, false), SpotOf(type, "_value", node.Address, false));
                }
                break;
        }
    }
}
