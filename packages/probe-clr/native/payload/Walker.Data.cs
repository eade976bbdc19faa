using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>
/// Tables of System.Data, as lists of records named by their columns. A column keeps its values in one array, by the number of a record; which
/// record a row has, and which place in its table, is read where it lies. A row that was deleted, as long as that is not accepted, keeps its place.
/// </summary>
public sealed partial class Walker
{
    private const int NoRecord = -1;
    private readonly List<Column> _columns = [];
    private DataLayout? _dataLayout;

    private readonly record struct Column(Label Label, Array Values, TypePlan Plan, TypePlan? Enum, BitArray? Nulls);

    private bool TryLayout(int index, TypePlan plan, out DataLayout layout)
    {
        // A class of the application's that is a table is one of the framework's by its base.
        Type type = plan.Fields[0].Info.DeclaringType!;
        layout = _dataLayout ??= new DataLayout(planner, type.Assembly);
        if (layout.IsKnown) return true;
        Omit(index, Omission.Unreachable);
        return false;
    }

    private void ReadDataSet(int index, TypePlan plan, object set)
    {
        if (!TryLayout(index, plan, out DataLayout layout)) return;
        _nodes[index].Kind = NodeKind.Map;
        if (Held(set, layout.Tables) is not { } tables || Held(tables, layout.TableList) is not ArrayList list) return;
        for (int i = 0; i < list.Count && HasRoom(index); i++)
            if (list[i] is { } table) ReadObject(index, Held(table, layout.TableName) is string { Length: > 0 } name ? KeyLabel(name, i) : Label.At(i), table, isElement: true);
    }

    private void ReadDataView(int index, TypePlan plan, object view)
    {
        if (!TryLayout(index, plan, out DataLayout layout)) return;
        _nodes[index].Kind = NodeKind.Object;
        if (Held(view, layout.ViewTable) is { } table) AddText(index, "table", Held(table, layout.TableName) as string);
        AddText(index, "filter", Held(view, layout.ViewFilter) is { } filter && layout.IsExpression(filter) ? Held(filter, layout.Expression) as string : null);
        AddText(index, "sort", Held(view, layout.ViewSort) as string);
        if (Held(view, layout.ViewIndex) is { } rows && HasRoom(index)) Put(Append(new Label("rows", 0), index), rows);
    }

    private void AddText(int index, string name, string? text)
    {
        if (!string.IsNullOrEmpty(text) && HasRoom(index)) PutText(Append(new Label(name, 0), index), text);
    }

    private void ReadDataRow(int index, TypePlan plan, object row)
    {
        if (!TryLayout(index, plan, out DataLayout layout)) return;
        _nodes[index].Kind = NodeKind.Object;
        if (layout.RecordOf(row) is var record and not NoRecord && Held(row, layout.RowTable) is { } table) ReadRecord(index, TakeColumns(layout, table), record);
        _columns.Clear();
    }

    /// <summary>The rows of a table, or those that a view shows.</summary>
    private void ReadDataTable(int index, TypePlan plan, object target)
    {
        if (!TryLayout(index, plan, out DataLayout layout)) return;
        _nodes[index].Kind = NodeKind.List;
        bool isView = layout.IsIndex(target);
        DataLayout.Tree tree = isView ? layout.Records : layout.Rows;
        object? table = isView ? Held(target, layout.IndexTable) : target, held = isView ? Held(target, layout.IndexTree) : Held(target, layout.RowCollection) is { } rows ? Held(rows, layout.RowTree) : null;
        if (table == null || held == null) return;
        List<Column> columns = TakeColumns(layout, table);
        try
        {
            for (int attempt = 0; attempt < Tries; attempt++)
            {
                int start = _count, version = tree.VersionOf(held);
                ReadRows(index, layout, tree, held, isView, columns);
                if (tree.VersionOf(held) == version) return;
                TakeBack(index, start);
            }
            Omit(index, Omission.Changing);
        }
        finally { columns.Clear(); }
    }

    private void ReadRows(int index, DataLayout layout, DataLayout.Tree tree, object held, bool isView, List<Column> columns)
    {
        int size = tree.Count(held), from = From(index), end = (int)Math.Min(size, (long)from + Limit(index)), at = from;
        for (; at < end && HasRoom(index); at++)
        {
            ref byte key = ref tree.KeyAt(held, at);
            if (Unsafe.IsNullRef(ref key)) break;
            object? row = isView ? null : Layout.Reference(ref key);
            int record = isView ? Layout.Value<int>(ref key) : row == null ? NoRecord : layout.RecordOf(row);
            if (record == NoRecord)
            {
                AddNull(index, Label.At(at));
                continue;
            }
            int one = Append(Label.At(at), index);
            _nodes[one].Kind = NodeKind.Object;
            _nodes[one].Plan = row == null ? null : planner.Of(row.GetType());
            ObjectCount++;
            if (_nodes[one].Depth >= _budget.MaxDepth) Omit(one, Omission.Depth);
            else ReadRecord(one, columns, record);
        }
        if (from > 0 || at < size) _nodes[index].Size = size;
    }

    private void ReadRecord(int index, List<Column> columns, int record)
    {
        foreach (Column column in columns)
        {
            if (record < 0 || record >= column.Values.Length) continue;
            if (!HasRoom(index)) return;
            bool isNull = column.Nulls is { } nulls && record < nulls.Length && nulls.Get(record);
            if (isNull || column.Values is object?[] items && items[record] is null or DBNull) AddNull(index, column.Label);
            else if (column.Enum != null) ReadValue(index, column.Label, column.Enum, ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(column.Values), (nint)record * column.Plan.ElementSize), null);
            else ReadElement(index, column.Label, column.Plan, column.Values, record);
        }
    }

    private List<Column> TakeColumns(DataLayout layout, object table)
    {
        _columns.Clear();
        if (Held(table, layout.Columns) is not { } collection || Held(collection, layout.ColumnList) is not ArrayList list) return _columns;
        for (int i = 0; i < list.Count; i++)
        {
            if (list[i] is not { } column || Held(column, layout.Storage) is not { } storage || layout.ValuesOf(storage) is not { } values) continue;
            string name = Held(column, layout.ColumnName) as string ?? "";
            TypePlan plan = planner.Of(values.GetType());
            TypePlan? named = Held(column, layout.ColumnType) is Type { IsEnum: true } type && plan.Element != null && Layout.ElementSize(type.MakeArrayType()) == plan.ElementSize ? planner.Of(type) : null;
            _columns.Add(new Column(new Label(name, 0, Secrets.Name(name)), values, plan, named, Held(storage, layout.Nulls) as BitArray));
        }
        return _columns;
    }
}

/// <summary>Where System.Data keeps what lies in its tables; private to the framework, so all of it must be where it is looked for.</summary>
public sealed class DataLayout
{
    private readonly Planner _planner;
    private readonly Dictionary<Type, FieldPlan?> _values = new();
    private readonly FieldPlan _new, _edited;
    private readonly Type _index, _expression;
    public readonly FieldPlan Tables = null!, TableList = null!, TableName = null!, Columns = null!, ColumnList = null!, ColumnName = null!, ColumnType = null!, Storage = null!, Nulls = null!;
    public readonly FieldPlan RowCollection = null!, RowTree = null!, RowTable = null!, ViewTable = null!, ViewFilter = null!, ViewSort = null!, ViewIndex = null!, Expression = null!, IndexTable = null!, IndexTree = null!;
    public readonly Tree Rows = null!, Records = null!;

    public bool IsKnown { get; } = true;

    public DataLayout(Planner planner, System.Reflection.Assembly data)
    {
        _planner = planner;
        _new = _edited = null!;
        _index = _expression = null!;
        try
        {
            FieldPlan Field(string type, string name) => Need(planner, data.GetType("System.Data." + type, throwOnError: true)!, name);
            (Tables, TableList, TableName) = (Field("DataSet", "_tableCollection"), Field("DataTableCollection", "_list"), Field("DataTable", "_tableName"));
            (Columns, ColumnList, ColumnName, ColumnType) = (Field("DataTable", "_columnCollection"), Field("DataColumnCollection", "_list"), Field("DataColumn", "_columnName"), Field("DataColumn", "_dataType"));
            (Storage, Nulls) = (Field("DataColumn", "_storage"), Field("Common.DataStorage", "_dbNullBits"));
            (RowCollection, RowTree, RowTable) = (Field("DataTable", "_rowCollection"), Field("DataRowCollection", "_list"), Field("DataRow", "_table"));
            (_new, _edited) = (Field("DataRow", "_newRecord"), Field("DataRow", "_tempRecord"));
            (ViewTable, ViewFilter, ViewSort, ViewIndex) = (Field("DataView", "_table"), Field("DataView", "_rowFilter"), Field("DataView", "_sort"), Field("DataView", "_index"));
            (Expression, IndexTable, IndexTree) = (Field("DataExpression", "_originalExpression"), Field("Index", "_table"), Field("Index", "_records"));
            (_index, _expression) = (IndexTable.Info.DeclaringType!, Expression.Info.DeclaringType!);
            (Rows, Records) = (new Tree(planner, RowTree.Type), new Tree(planner, IndexTree.Type));
        }
        catch (Exception e)
        {
            planner.Failures.Add("Tables of System.Data", e);
            IsKnown = false;
        }
    }

    private static FieldPlan Need(Planner planner, Type type, string name) => planner.Field(type, name) is { Offset: >= 0 } field ? field : throw new MissingFieldException(type.Name, name);

    public bool IsIndex(object target) => target.GetType() == _index;

    public bool IsExpression(object filter) => filter.GetType() == _expression;

    /// <summary>The record of a row as it is now: as edited, else as it stands; -1 when it is deleted.</summary>
    public int RecordOf(object row)
    {
        int edited = Layout.Value<int>(ref Unsafe.Add(ref Layout.DataOf(row), _edited.Offset));
        return edited >= 0 ? edited : Layout.Value<int>(ref Unsafe.Add(ref Layout.DataOf(row), _new.Offset));
    }

    public Array? ValuesOf(object storage)
    {
        Type type = storage.GetType();
        if (!_values.TryGetValue(type, out FieldPlan? field)) _values[type] = field = _planner.Field(type, "_values") is { Offset: >= 0, Type.IsSZArray: true } found ? found : null;
        return field == null ? null : Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(storage), field.Offset)) as Array;
    }

    /// <summary>A tree whose nodes lie in pages and know how many are below them, so that the one at a place is found at once.</summary>
    public sealed class Tree
    {
        private const int Most = 64, Nil = 0;
        private readonly FieldPlan _root, _version, _pages, _slots, _left, _right, _size, _key;
        private readonly int _step;

        public Tree(Planner planner, Type tree)
        {
            (_root, _version, _pages) = (Need(planner, tree, "root"), Need(planner, tree, "_version"), Need(planner, tree, "_pageTable"));
            _slots = Need(planner, _pages.Type.GetElementType()!, "_slots");
            Type node = _slots.Type.GetElementType()!;
            (_left, _right, _size, _key) = (Need(planner, node, "_leftId"), Need(planner, node, "_rightId"), Need(planner, node, "_subTreeSize"), Need(planner, node, "_keyOfNode"));
            _step = Layout.ElementSize(_slots.Type);
        }

        private static int Number(object owner, FieldPlan field) => Layout.Value<int>(ref Unsafe.Add(ref Layout.DataOf(owner), field.Offset));

        public int VersionOf(object tree) => Number(tree, _version);

        public int Count(object tree) => SizeOf(tree, Number(tree, _root));

        private int SizeOf(object tree, int id)
        {
            ref byte node = ref Node(tree, id);
            return Unsafe.IsNullRef(ref node) ? 0 : Layout.Value<int>(ref Unsafe.Add(ref node, _size.Offset));
        }

        /// <summary>The key at a place in the order of the tree; no reference when there is none, or the tree changes meanwhile.</summary>
        public ref byte KeyAt(object tree, int place)
        {
            int id = Number(tree, _root), rank = place + 1;
            for (int hops = 0; hops < Most; hops++)
            {
                ref byte node = ref Node(tree, id);
                if (Unsafe.IsNullRef(ref node)) break;
                int left = Layout.Value<int>(ref Unsafe.Add(ref node, _left.Offset)), own = SizeOf(tree, left) + 1;
                if (rank == own) return ref Unsafe.Add(ref node, _key.Offset);
                id = rank < own ? left : Layout.Value<int>(ref Unsafe.Add(ref node, _right.Offset));
                if (rank > own) rank -= own;
            }
            return ref Unsafe.NullRef<byte>();
        }

        private ref byte Node(object tree, int id)
        {
            if (id == Nil || Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(tree), _pages.Offset)) is not object?[] pages || id >>> 16 >= pages.Length || pages[id >>> 16] is not { } page
                || Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(page), _slots.Offset)) is not Array slots || (id & 0xFFFF) >= slots.Length) return ref Unsafe.NullRef<byte>();
            return ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(slots), (nint)(id & 0xFFFF) * _step);
        }
    }
}
