using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>Maps and lists of libraries, by what their fields lead to: see <see cref="Holding"/>.</summary>
public sealed partial class Walker
{
    private const int MostHops = 5, MostPlaces = 32;
    /// <summary>While the elements of a document are read: what they are.</summary>
    private Type? _family;

    private void ReadHolding(int index, TypePlan plan, object target)
    {
        Holding holding = plan.Holding!;
        // One that says more than what lies in it is told with all of it.
        if (!IsBare(holding, target) || StoreOf(holding, target) is not { } store)
        {
            AddFields(index, plan, target, ref Layout.DataOf(target));
            return;
        }
        if (Hollow?.TryGetValue(store, out int whole) == true && whole < 0)
        {
            Omit(index, Omission.Unreachable);
            return;
        }
        Type? before = _family;
        _family = holding.Family ?? before;
        try
        {
            TypePlan held = planner.Of(store.GetType());
            if (holding.Key != null && !IsMap(held)) ReadPairs(index, holding, target, held, (IEnumerable)store);
            else if (held.Form == Form.Array)
            {
                _nodes[index].Kind = NodeKind.List;
                (int from, int size) = UsedOf(holding, target, (Array)store);
                ReadElements(index, held, (Array)store, from, size);
            }
            else ReadAs(index, held, store);
        }
        finally { _family = before; }
    }

    private static bool IsMap(TypePlan plan) => plan.Form is Form.Dictionary or Form.ConcurrentDictionary or Form.Map;

    private static bool IsBare(Holding holding, object target)
    {
        foreach (FieldPlan field in holding.Rest)
            if (Held(target, field) != null) return false;
        return true;
    }

    /// <summary>
    /// The collection of the framework where its elements lie; another map or list of the library may stand between. Lists whose fields lead to one another,
    /// as those that are chained do, have more ways than places: so many are looked at and no more.
    /// </summary>
    private object? StoreOf(Holding holding, object target)
    {
        int places = MostPlaces;
        return StoreOf(holding, target, MostHops, ref places) is { } store && store != Several ? store : null;
    }

    /// <summary>No one collection has all elements of a list: a queue of two lists keeps its first in one and its last in the other.</summary>
    private static readonly object Several = new();

    private object? StoreOf(Holding holding, object target, int hops, ref int places)
    {
        object? found = null;
        foreach (FieldPlan field in holding.Stores)
        {
            if (places-- <= 0) return found;
            object? held = Held(target, field), store = null;
            for (int i = 0; held != null && i < MostHops && planner.Of(held.GetType()) is { Form: Form.Wrapper } wrapper; i++) held = Held(wrapper, held, out _);
            if (held == null) continue;
            TypePlan plan = planner.Of(held.GetType());
            if (plan.Holding is { } inner)
            {
                if (hops > 0 && inner.Key == null == (holding.Key == null) && IsOf(holding, inner.Key, inner.Value) && IsBare(inner, held) && StoreOf(inner, held, hops - 1, ref places) is { } one && !(one is Array && inner.Count != null)) store = one;
            }
            else if (ReferenceEquals(plan, holding.Store) || IsStore(holding, plan))
            {
                holding.Store = plan;
                store = held;
            }
            if (store == null || store == found) continue;
            // A map that keeps an order has a list beside, of the same.
            if (holding.Key != null) return store;
            if (found != null) return Several;
            found = store;
        }
        return found;
    }

    private static bool IsOf(Holding holding, Type? key, Type value) => (key == null || holding.Key!.IsAssignableFrom(key)) && (holding.Value.IsAssignableFrom(value) || value == typeof(object));

    private bool IsStore(Holding holding, TypePlan plan)
    {
        if (plan.Type.IsArray) return holding.Key == null && plan.Form == Form.Array && IsOf(holding, null, plan.Type.GetElementType()!);
        if (!Substrate.Payload.Elements.IsCollection(plan) || !plan.Type.IsConstructedGenericType || !Known.IsExact(plan.Type) && plan.Form is not (Form.Sequence or Form.Map)) return false;
        Type[] of = plan.Type.GenericTypeArguments;
        if (IsMap(plan)) return holding.Key != null && of.Length == 2 && IsOf(holding, of[0], of[1]);
        if (of.Length != 1) return false;
        if (holding.Key == null) return IsOf(holding, null, of[0]);
        // Each is a pair, or a part of the document that has a name.
        plan.Parts = Holding.PartsOf(of[0]);
        return plan.Parts is var (key, value) ? IsOf(holding, key.Type, value.Type) : holding.Family != null && holding.Family.IsAssignableFrom(of[0]);
    }

    /// <summary>The part of an array that is used; all of it where nothing tells.</summary>
    private static (int From, int Size) UsedOf(Holding holding, object target, Array array)
    {
        if (holding.Count == null) return (0, array.Length);
        int size = IntField(holding.Count, target), from = holding.Head == null ? 0 : IntField(holding.Head, target);
        return size >= 0 && size <= array.Length && from >= 0 && from < Math.Max(1, array.Length) ? (from, size) : (0, array.Length);
    }

    private void ReadPairs(int index, Holding holding, object target, TypePlan held, IEnumerable store)
    {
        _nodes[index].Kind = NodeKind.Map;
        int from = From(index);
        if (!TryCopy(store, from, Limit(index), out int size))
        {
            Omit(index, Omission.Changing);
            return;
        }
        if (_items.Count < size) _nodes[index].Size = size;
        for (int i = 0; i < _items.Count && HasRoom(index); i++)
        {
            if (_items[i] is not { } pair) continue;
            (object? key, object? value) = held.Parts is var (name, one) ? (name.Info.GetValue(pair), one.Info.GetValue(pair)) : PartsOf(holding, target, pair, i > 0 ? _items[i - 1] : null, i + 1 < _items.Count ? _items[i + 1] : null);
            if (key != null) ReadCopiedEntry(index, KeyLabel(key, from + i), value);
        }
    }

    private (object? Key, object? Value) PartsOf(Holding holding, object target, object pair, object? before, object? after)
    {
        object? key = null, value = null;
        // A class that derives from another says what it is for in fields of its own: they come last.
        FieldPlan[] fields = planner.Of(pair.GetType()).Fields;
        for (int i = fields.Length - 1; i >= 0; i--)
        {
            if (fields[i].Offset < 0 || fields[i].Value != null || Held(pair, fields[i]) is not { } held) continue;
            if (ReferenceEquals(held, target) || ReferenceEquals(held, before) || ReferenceEquals(held, after)) continue;
            if (holding.Key!.IsInstanceOfType(held) && !holding.Value.IsInstanceOfType(held)) key ??= held;
            else value ??= holding.Value.IsInstanceOfType(held) ? held : OnlyIn(holding.Value, held);
        }
        return (key, value);
    }

    /// <summary>What a list of one holds.</summary>
    private object? OnlyIn(Type wanted, object list)
    {
        foreach (FieldPlan field in planner.Of(list.GetType()).Fields)
            if (field is { Offset: >= 0, Value: null } && wanted.IsAssignableFrom(field.Type)) return Held(list, field);
        return null;
    }

    /// <summary>The value that an element of a document stands for; false where it is no such element.</summary>
    private bool ReadLeaf(int parent, in Label label, TypePlan plan, object value)
    {
        if (LeafOf(plan) is not { } leaf) return false;
        if (leaf.Value != null) ReadValue(parent, label, leaf.Value, ref Unsafe.Add(ref Layout.DataOf(value), leaf.Offset), null);
        else
        {
            // What it holds is no part of the document again: one that holds itself would never end.
            Type? family = _family;
            _family = null;
            try { ReadCopied(parent, label, Held(value, leaf)); }
            finally { _family = family; }
        }
        return true;
    }

    private FieldPlan? LeafOf(TypePlan plan)
    {
        if (_family == null || plan is not { IsBox: true, Form: Form.Object }) return null;
        if (plan.LeafIn != _family) (plan.LeafIn, plan.Leaf) = (_family, Holding.LeafOf(plan.Type, _family, plan.Fields));
        return plan.Leaf;
    }
}
