using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>
/// The order in which a collection is told that has none but that of its hashes, which are others in the next run: of texts, of objects, of types. It goes by its
/// keys, as texts and numbers compare, those that are objects by their type and by what is set in them once, and where that decides nothing by what lies there.
/// What changes decides nothing, so that the order stays from one reading to the next. Nothing is allocated, and no code of the application runs.
/// </summary>
public sealed class Order
{
    /// <summary>One that holds more is told as it lies, and so are those that come after so many in a capture.</summary>
    private const int Most = 1000, MostInAll = 20_000, Depth = 3;
    private readonly Planner _planner;
    private readonly object?[] _entries = new object?[Most];
    private readonly Comparison<object?> _comparison;
    private FieldPlan[]? _fields;
    private int _count, _left;

    public Order(Planner planner)
    {
        _planner = planner;
        _comparison = (a, b) => _fields == null ? Compare(a, b, Depth) : CompareFields(_fields, ref Layout.DataOf(a!), ref Layout.DataOf(b!), Depth, isWhole: true);
    }

    public void Begin() => _left = MostInAll;

    /// <summary>Whether there is room for so many, which are to be added then.</summary>
    public bool Takes(int count)
    {
        if (count is < 2 or > Most || count > _left) return false;
        _left -= count;
        Clear();
        return true;
    }

    /// <summary>False where more came than were said.</summary>
    public bool Add(object? entry)
    {
        if (_count == Most) return false;
        _entries[_count++] = entry;
        return true;
    }

    /// <param name="fields">Those of an entry that decide, first to last; null where an entry is what it is.</param>
    public ReadOnlySpan<object?> Sorted(FieldPlan[]? fields) => Sort(_entries.AsSpan(0, _count), fields);

    public void Sort(List<object?> entries) => Sort(CollectionsMarshal.AsSpan(entries), null);

    private Span<object?> Sort(Span<object?> entries, FieldPlan[]? fields)
    {
        _fields = fields;
        // What is set once may be set just now: then no order can be told from it, and any will do.
        try { entries.Sort(_comparison); }
        catch (InvalidOperationException) { }
        return entries;
    }

    /// <summary>Keeps nothing alive.</summary>
    public void Clear()
    {
        Array.Clear(_entries, 0, _count);
        _count = 0;
    }

    private int Compare(object? a, object? b, int depth)
    {
        if (ReferenceEquals(a, b)) return 0;
        if (a == null || b == null) return a == null ? -1 : 1;
        if (a is string text && b is string other) return string.CompareOrdinal(text, other);
        if (a is Type type && b is Type another) return string.CompareOrdinal(type.FullName, another.FullName);
        TypePlan plan = _planner.Of(a.GetType());
        if (a.GetType() != b.GetType()) return string.CompareOrdinal(plan.Name, _planner.Of(b.GetType()).Name);
        if (plan.Type.IsValueType) return CompareValues(plan, ref Layout.DataOf(a), ref Layout.DataOf(b), depth);
        return depth > 0 && plan.Form is Form.Object or Form.Wrapper ? CompareFields(plan.Fields, ref Layout.DataOf(a), ref Layout.DataOf(b), depth - 1, isWhole: false) : 0;
    }

    /// <param name="isWhole">All fields decide: nothing of a value that is a key, or of a pair, is set later.</param>
    private int CompareFields(FieldPlan[] fields, ref byte a, ref byte b, int depth, bool isWhole)
    {
        foreach (FieldPlan field in fields)
        {
            if (field.Offset < 0 || !isWhole && !field.Info.IsInitOnly) continue;
            ref byte x = ref Unsafe.Add(ref a, field.Offset), y = ref Unsafe.Add(ref b, field.Offset);
            int order = field.Value != null ? CompareValues(field.Value, ref x, ref y, depth) : Compare(Layout.Reference(ref x), Layout.Reference(ref y), depth);
            if (order != 0) return order;
        }
        return 0;
    }

    private int CompareValues(TypePlan plan, ref byte a, ref byte b, int depth) => plan.Form switch
    {
        Form.Left => 0,
        Form.R4 => Layout.Value<float>(ref a).CompareTo(Layout.Value<float>(ref b)),
        Form.R8 => Layout.Value<double>(ref a).CompareTo(Layout.Value<double>(ref b)),
        Form.U8 => Layout.Value<ulong>(ref a).CompareTo(Layout.Value<ulong>(ref b)),
        Form.Decimal => Layout.Value<decimal>(ref a).CompareTo(Layout.Value<decimal>(ref b)),
        Form.Guid => Layout.Value<Guid>(ref a).CompareTo(Layout.Value<Guid>(ref b)),
        Form.DateTimeOffset => Layout.Value<DateTimeOffset>(ref a).CompareTo(Layout.Value<DateTimeOffset>(ref b)),
        < Form.String => Scalars.Bits(plan, ref a).CompareTo(Scalars.Bits(plan, ref b)),
        Form.Nullable or Form.Object or Form.Pair or Form.Wrapper when depth > 0 => CompareFields(plan.Fields, ref a, ref b, depth - 1, isWhole: true),
        _ => 0,
    };
}
