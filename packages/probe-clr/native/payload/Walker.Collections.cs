using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>
/// Collections are read where they lie. When the collection's version moved meanwhile, what was read is taken back and read again; after
/// three times its array is copied first.
/// </summary>
public sealed partial class Walker
{
    private const int Tries = 3, MostCopied = 10_000, MostCounted = 1_000_000;
    private readonly List<object?> _items = [];
    /// <summary>The form of a label that is the name of a type: what lies there describes it.</summary>
    private const Form OfType = Form.Task;
    private bool _leavesLibraries;
    /// <summary>Nodes of tables in this capture, with what the values of their rows are called.</summary>
    private readonly Dictionary<int, Label[]> _tables = new();

    private void Expand(int index)
    {
        object target = _nodes[index].Reference!;
        TypePlan plan = _nodes[index].Plan!;
        // A part of a library's is known by what it is: see Prune.
        _nodes[index].Reference = IsPart(_nodes[index]) ? target : null;
        if ((plan.Holding is { Key: null } holding ? holding.Value : plan.Kind) is { } kind) Level(index, kind);
        if (plan.Form == Form.Holding) ReadHolding(index, plan, target);
        else ReadAs(index, plan, target);
    }

    /// <summary>What an object has of its own kind, as in a tree, lies one level below it: the list between the two is none. And of a library's it lies no deeper in the library.</summary>
    private void Level(int index, Type kind)
    {
        int owner = _nodes[index].Parent;
        if (owner < 0 || _nodes[owner].Plan is not { } plan || kind == typeof(object) || !kind.IsAssignableFrom(plan.Type)) return;
        _nodes[index].Depth = _nodes[owner].Depth;
        int within = _nodes[owner].LibraryDepth;
        _nodes[index].LibraryDepth = (byte)(within > 1 ? within - 1 : within);
    }

    private void ReadAs(int index, TypePlan plan, object target)
    {
        int whole = -1;
        Hollow?.TryGetValue(target, out whole);
        switch (plan.Form)
        {
            case Form.Object or Form.Pair:
                if (plan.Rows != null) _tables[index] = plan.Rows.NamesIn(target);
                AddFields(index, plan, target, ref Layout.DataOf(target));
                break;
            case Form.Array when target is object?[] row && IsRow(index, row.Length, out Label[] names):
                ReadRow(index, plan, row, names);
                break;
            case Form.Array:
                _nodes[index].Kind = NodeKind.List;
                ReadElements(index, plan, (Array)target, 0, Math.Max(whole, ((Array)target).Length));
                break;
            case Form.Grid: ReadGrid(index, plan, (Array)target); break;
            case Form.List or Form.Stack or Form.Queue or Form.Dictionary or Form.Set: ReadVersioned(index, plan, target); break;
            case Form.ConcurrentDictionary: ReadConcurrent(index, plan, target); break;
            case Form.Chain: ReadChain(index, plan, target); break;
            case Form.ConcurrentQueue: ReadConcurrentQueue(index, plan, target); break;
            case Form.Sequence: ReadSequence(index, (IEnumerable)target); break;
            case Form.Map: ReadMap(index, (IEnumerable)target); break;
            case Form.Json: ReadJson(index, target); break;
            case Form.Xml: ReadXml(index, target); break;
            case Form.DataSet: ReadDataSet(index, plan, target); break;
            case Form.DataTable: ReadDataTable(index, plan, target); break;
            case Form.DataRow: ReadDataRow(index, plan, target); break;
            case Form.DataView: ReadDataView(index, plan, target); break;
            case Form.Named: ReadNamed(index, target); break;
            case Form.Expando: ReadExpando(index, target); break;
            case Form.Nullable or Form.Wrapper:
                Omit(index, Omission.Unreachable);
                break;
            default: Omit(index, Omission.Unreachable); break;
        }
    }

    /// <summary>The number of elements where it is known at once, else -1.</summary>
    private static int Size(TypePlan plan, object target) => plan.Form switch
    {
        Form.Array => ((Array)target).Length,
        Form.List or Form.Stack or Form.Queue or Form.Dictionary or Form.Set => IntField(plan.Fields[1], target),
        _ => -1,
    };

    private static int IntField(FieldPlan field, object target) => Layout.Value<int>(ref Unsafe.Add(ref Layout.DataOf(target), field.Offset));

    private void ReadVersioned(int index, TypePlan plan, object target)
    {
        bool isMap = plan.Form == Form.Dictionary;
        FieldPlan? versions = plan.Fields.Length > 2 && plan.Fields[2].Name == "_version" ? plan.Fields[2] : null;
        for (int attempt = 0; ; attempt++)
        {
            int start = _count;
            int version = versions == null ? 0 : IntField(versions, target);
            var array = (Array?)Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(target), plan.Fields[0].Offset));
            int size = IntField(plan.Fields[1], target);
            int head = plan.Form == Form.Queue ? IntField(plan.Fields[^1], target) : 0;
            _nodes[index].Kind = isMap ? NodeKind.Map : NodeKind.List;
            if (array == null || size == 0) return;
            if (Hollow?.TryGetValue(array, out int whole) == true && (head > 0 || whole < 0))
            {
                Omit(index, Omission.Unreachable);
                return;
            }
            if (attempt >= Tries)
            {
                // A copy of much would be felt more than it is worth.
                if (array.Length > MostCopied)
                {
                    Omit(index, Omission.Changing);
                    _nodes[index].Size = size;
                    return;
                }
                array = (Array)array.Clone();
            }
            switch (plan.Form)
            {
                case Form.Dictionary or Form.Set: ReadEntries(index, plan, array, size, size - IntField(plan.Fields[3], target), isMap); break;
                case Form.Stack: ReadElements(index, plan, array, size - 1, size, step: -1); break;
                default: ReadElements(index, plan, array, head, size); break;
            }
            if (attempt >= Tries || versions == null || IntField(versions, target) == version) return;
            TakeBack(index, start);
        }
    }

    private void TakeBack(int index, int start)
    {
        for (int i = start; i < _count; i++)
        {
            if (_nodes[i].IsPending && _nodes[i].Reference is { } waiting && !_again.Remove(waiting)) _seen.Remove(waiting);
            _nodes[i] = default;
            _tables.Remove(i);
        }
        _count = start;
        _nodes[index].First = _nodes[index].Last = None;
        _nodes[index].Size = -1;
    }

    private void ReadElements(int index, TypePlan plan, Array array, int from, int size, int step = 1)
    {
        int length = array.Length;
        if (length == 0) return;
        int first = From(index), end = Math.Min(Math.Min(size, length), (int)Math.Min((long)first + Limit(index), int.MaxValue));
        if (plan.Element?.Form == Form.Left) end = 0;
        if (first > 0 || end < size) _nodes[index].Size = size;
        for (int i = first; i < end; i++)
        {
            int at = (int)((from + (long)i * step) % length);
            if (at < 0 || !HasRoom(index)) break;
            ReadElement(index, Label.At(i), plan, array, at);
        }
        if (_nodes[index].Omission == Omission.Budget) _nodes[index].Size = size;
    }

    private bool IsRow(int index, int length, out Label[] names)
    {
        names = [];
        return _tables.Count > 0 && _nodes[index].Parent is >= 0 and int rows && _tables.TryGetValue(_nodes[rows].Parent, out names!) && names.Length == length;
    }

    /// <summary>The values of a row by the names that its table has for them.</summary>
    private void ReadRow(int index, TypePlan plan, object?[] row, Label[] names)
    {
        _nodes[index].Kind = NodeKind.Object;
        _nodes[index].IsWorth = true;
        for (int i = 0; i < row.Length && HasRoom(index); i++) ReadElement(index, names[i], plan, row, i);
    }

    /// <summary>An array of two dimensions is a list of rows; one of characters a list of lines.</summary>
    private void ReadGrid(int index, TypePlan plan, Array grid)
    {
        _nodes[index].Kind = NodeKind.List;
        int rows = grid.GetLength(0), columns = grid.GetLength(1), first = From(index), end = (int)Math.Min(rows, (long)first + Limit(index));
        if (plan.ElementSize <= 0 || plan.Element?.Form == Form.Left) end = 0;
        if (first > 0 || end < rows) _nodes[index].Size = rows;
        for (int row = first; row < end && HasRoom(index); row++)
        {
            int line = Append(Label.At(row), index);
            if (plan.Element?.Form == Form.Char)
            {
                ref byte letters = ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(grid), (nint)row * columns * sizeof(char));
                PutText(line, new string(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<byte, char>(ref letters), columns)));
                continue;
            }
            _nodes[line].Kind = NodeKind.List;
            int shown = Math.Min(columns, _budget.MaxElements);
            if (shown < columns) _nodes[line].Size = columns;
            for (int column = 0; column < shown && HasRoom(line); column++) ReadPlace(line, Label.At(column), plan, ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(grid), ((nint)row * columns + column) * plan.ElementSize));
        }
    }

    private void ReadElement(int index, in Label label, TypePlan plan, Array array, int at)
    {
        if (plan.ElementSize <= 0)
        {
            object? boxed = array.GetValue(at);
            if (boxed == null) AddNull(index, label);
            else if (boxed.GetType().IsValueType) ReadValue(index, label, planner.Of(boxed.GetType()), ref Layout.DataOf(boxed), boxed);
            else ReadItem(index, label, boxed);
            return;
        }
        ReadPlace(index, label, plan, ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(array), (nint)at * plan.ElementSize));
    }

    private void ReadPlace(int index, in Label label, TypePlan plan, ref byte place)
    {
        if (plan.Element is { Type.IsValueType: true } element) ReadValue(index, label, element, ref place, null);
        else if (Layout.Reference(ref place) is { } item) ReadItem(index, label, item);
        else AddNull(index, label);
    }

    /// <summary>An element that is left out keeps its place, so that the others keep their numbers.</summary>
    private void ReadItem(int index, in Label label, object item)
    {
        int before = _count;
        ReadObject(index, label, item, isElement: true);
        if (_count == before && HasRoom(index)) Omit(Append(label, index), Omission.Unreachable);
    }

    private void ReadEntries(int index, TypePlan plan, Array entries, int count, int live, bool isMap)
    {
        FieldPlan key = plan.Entry![0], value = plan.Entry[1], next = plan.Entry[2];
        ref byte first = ref MemoryMarshal.GetArrayDataReference(entries);
        int shown = 0, skipped = 0, from = From(index), limit = Limit(index);
        for (int i = 0; i < count && i < entries.Length && shown < limit && HasRoom(index); i++)
        {
            ref byte entry = ref Unsafe.AddByteOffset(ref first, (nint)i * plan.ElementSize);
            if (Layout.Value<int>(ref Unsafe.Add(ref entry, next.Offset)) < -1) continue;
            // A dictionary has no key that is null: this entry is being removed.
            if (isMap && key.Value == null && Layout.Reference(ref Unsafe.Add(ref entry, key.Offset)) == null) continue;
            if (skipped < from)
            {
                skipped++;
                continue;
            }
            Label label = isMap ? KeyLabel(key, ref entry, from + shown) : Label.At(from + shown);
            if (IsWanted(index, label)) ReadEntryValue(index, label, value, ref entry, isMap);
            shown++;
        }
        if (shown < live) _nodes[index].Size = live;
    }

    private void ReadEntryValue(int index, in Label label, FieldPlan value, ref byte entry, bool isMap = true)
    {
        ref byte at = ref Unsafe.Add(ref entry, value.Offset);
        if (value.Value != null) ReadValue(index, label, value.Value, ref at, null);
        else if (Layout.Reference(ref at) is not { } item) AddNull(index, label);
        else if (isMap) ReadObject(index, label, item, isElement: true);
        else ReadItem(index, label, item);
    }

    private Label KeyLabel(FieldPlan key, ref byte entry, int index)
    {
        ref byte at = ref Unsafe.Add(ref entry, key.Offset);
        if (key.Value is { Form: Form.Text, Box: { } box }) return KeyLabel(box(ref at), index);
        if (key.Value != null) return Scalars.KeyLabel(key.Value, ref at, index);
        return Layout.Reference(ref at) is { } text ? KeyLabel(text, index) : new Label("null", 0);
    }

    private Label KeyLabel(object key, int index)
    {
        // A key that opens something, as session ids do, is told by its place alone.
        if (key is string text) return Secrets.Holds(text) ? new Label(null, index, 0, Form.Left) : new Label(text, 0, Secrets.Name(text), Form.String);
        TypePlan plan = planner.Of(key.GetType());
        if (LeafOf(plan) is { Offset: >= 0, Value: null } leaf && Held(key, leaf) is string said) return KeyLabel(said, index);
        if (key is Type) return new Label(key.ToString(), 0, 0, OfType);
        if (plan.Form == Form.Text) return Said(key) is { } told ? new Label(told, 0) : new Label(null, index, 0, Form.Left);
        return Scalars.KeyLabel(plan, ref Layout.DataOf(key), index);
    }

    /// <summary>Nodes of a concurrent dictionary never change their key, and a chain is only ever replaced: it can be read without its locks.</summary>
    private void ReadConcurrent(int index, TypePlan plan, object target)
    {
        _nodes[index].Kind = NodeKind.Map;
        FieldPlan key = plan.Entry![0], value = plan.Entry[1], next = plan.Entry[2];
        object tables = Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(target), plan.Fields[0].Offset))!;
        var buckets = (Array)Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(tables), plan.Entry[3].Offset))!;
        ref byte first = ref MemoryMarshal.GetArrayDataReference(buckets);
        int shown = 0, live = 0, skipped = 0, from = From(index), limit = Limit(index);
        foreach (int count in (int[])Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(tables), plan.Entry[4].Offset))!) live += count;
        bool isOrdered = _order.Takes(live), isOver = false;
        for (int i = 0, left = live; i < buckets.Length && left > 0 && !isOver; i++)
        {
            object? node = Layout.Reference(ref Unsafe.AddByteOffset(ref first, (nint)i * sizeof(long)));
            for (; node != null && !isOver; node = Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(node), next.Offset)))
            {
                left--;
                isOver = isOrdered ? !_order.Add(node) : !ReadNode(node);
            }
        }
        if (isOrdered)
        {
            foreach (object? node in _order.Sorted(plan.Deciding))
                if (!ReadNode(node!)) break;
            _order.Clear();
        }
        if (shown < live) _nodes[index].Size = live;

        // False where there is no room for more.
        bool ReadNode(object node)
        {
            if (skipped < from)
            {
                skipped++;
                return true;
            }
            if (shown >= limit || !HasRoom(index)) return false;
            ref byte data = ref Layout.DataOf(node);
            if (_leavesLibraries && key.Value == null && Layout.Reference(ref Unsafe.Add(ref data, key.Offset)) is { } own && planner.Origins.Of(own.GetType()) == Origin.Library)
            {
                live--;
                return true;
            }
            Label label = KeyLabel(key, ref data, from + shown);
            if (IsWanted(index, label)) ReadEntryValue(index, label, value, ref data);
            shown++;
            return true;
        }
    }

    private void ReadSequence(int index, IEnumerable target)
    {
        _nodes[index].Kind = NodeKind.List;
        int from = From(index);
        if (!TryCopy(target, from, Limit(index), out int size))
        {
            Omit(index, Omission.Changing);
            return;
        }
        if (_items.Count < size) _nodes[index].Size = size;
        for (int i = 0; i < _items.Count && HasRoom(index); i++) ReadCopied(index, Label.At(from + i), _items[i]);
    }

    private void ReadMap(int index, IEnumerable target)
    {
        _nodes[index].Kind = NodeKind.Map;
        int from = From(index);
        if (!TryCopy(target, from, Limit(index), out int size))
        {
            Omit(index, Omission.Changing);
            return;
        }
        if (_items.Count < size) _nodes[index].Size = size;
        for (int i = 0; i < _items.Count && HasRoom(index); i++)
        {
            if (_items[i] is DictionaryEntry entry) ReadCopiedEntry(index, KeyLabel(entry.Key, from + i), entry.Value);
            else if (_items[i] is { } pair && planner.Of(pair.GetType()) is { Form: Form.Pair, Fields.Length: 2 } plan && plan.Fields[0].Info.GetValue(pair) is { } key)
                ReadCopiedEntry(index, KeyLabel(key, from + i), plan.Fields[1].Info.GetValue(pair));
            else if (_items[i] is { } group && planner.Of(group.GetType()) is { Form: Form.List, Fields: [_, _, { Name: "_key" } of] } && of.Info.GetValue(group) is { } name)
                ReadCopiedEntry(index, KeyLabel(name, from + i), group);
        }
    }

    private void ReadCopiedEntry(int index, in Label label, object? item)
    {
        if (IsWanted(index, label)) ReadCopied(index, label, item);
    }

    private void ReadCopied(int index, in Label label, object? item)
    {
        if (item == null) AddNull(index, label);
        else if (item.GetType().IsValueType) ReadValue(index, label, planner.Of(item.GetType()), ref Layout.DataOf(item), item);
        else ReadItem(index, label, item);
    }

    private bool TryCopy(IEnumerable source, int from, int limit, out int size)
    {
        size = 0;
        bool isOrdered = source is ICollection { Count: var all } && planner.Of(source.GetType()).IsHashed && _order.Takes(all);
        (int first, int most) = isOrdered ? (0, int.MaxValue) : (from, limit);
        for (int attempt = 0; attempt < Tries; attempt++)
        {
            _items.Clear();
            size = 0;
            IEnumerator? enumerator = null;
            try
            {
                enumerator = source is IDictionary map ? map.GetEnumerator() : source.GetEnumerator();
                while (enumerator.MoveNext() && size < MostCounted)
                {
                    if (size++ < first) continue;
                    if (_items.Count < most) _items.Add(enumerator.Current);
                    // All these collections are the framework's own, and most know their number.
                    else if (source is ICollection counted)
                    {
                        size = counted.Count;
                        break;
                    }
                }
                if (!isOrdered) return true;
                _order.Sort(_items);
                _items.RemoveRange(0, Math.Min(from, size));
                if (_items.Count > limit) _items.RemoveRange(limit, _items.Count - limit);
                return true;
            }
            catch (InvalidOperationException) { }
            finally { (enumerator as IDisposable)?.Dispose(); }
        }
        return false;
    }
}
