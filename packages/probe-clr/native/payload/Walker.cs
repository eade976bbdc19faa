using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

namespace Substrate.Payload;

/// <summary>
/// Reads objects by their fields into a tree, breadth first: the array of nodes is the queue. Depth first would bury a list in its first
/// item. A value type is read on the spot, as it can't lead back to itself; a reference waits for its turn. An object with references below
/// it is shown once, at its shallowest place.
/// </summary>
public sealed partial class Walker(Planner planner)
{
    /// <summary>So deep objects of libraries are followed one in another; those deeper than the first must be worth it.</summary>
    private const int LibraryDepthLimit = 8, LibraryShare = 4, TellingLimit = 64, None = -1;
    private Node[] _nodes = new Node[1024];
    private int _count, _turn;
    private Budget _budget;
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance), _again = new(ReferenceEqualityComparer.Instance);
    private readonly Queue<int> _ofLibraries = new(), _later = new();
    private readonly List<object> _telling = [];
    private readonly Order _order = new(planner);
    private readonly List<FieldPlan> _compared = [];
    private int _libraryNodes, _walked;
    private bool _tellsAge;

    public int ObjectCount { get; private set; }
    /// <summary>Nodes that were met and left out because a budget ran out, and those that could not be read.</summary>
    public int CutCount { get; private set; }
    public int FailedCount { get; private set; }
    public int NodeCount => _count - 1;
    public Planner Planner => planner;

    /// <summary>Whether it remembers every object that it shows, those of values alone included.</summary>
    public bool Tracks { get; set; }

    /// <summary>Whether it tells how old objects are, and counts how many share what lies in a field. One walker does: the plans of fields are everybody's.</summary>
    public bool Compares { get; set; }

    /// <summary>Whether the object is shown in this capture; of one that only holds another, whether that is.</summary>
    public bool Saw(object target)
    {
        for (int hops = 0; hops < 5 && planner.Of(target.GetType()) is { Form: Form.Wrapper } wrapper && Held(wrapper, target, out _) is { } inner; hops++) target = inner;
        return _seen.Contains(target);
    }

    /// <summary>Objects that were met in what was read, and that tell something in a way of their own: a cache, what was typed at a prompt.</summary>
    public IReadOnlyList<object> Telling => _telling;

    /// <summary>Copies whose insides were not read, with the number of their elements, or -1.</summary>
    public IReadOnlyDictionary<object, int>? Hollow { get; set; }

    /// <summary>Whether an object of the type is in this capture.</summary>
    public bool Shows(Type type) => planner.Of(type).ShownIn == _turn;

    public void Begin(in Budget budget)
    {
        _budget = budget;
        // Several walkers share the plans, which remember when they were last shown.
        _turn = ++planner.Turns;
        _order.Begin();
        _count = 0;
        ObjectCount = 0;
        CutCount = FailedCount = _libraryNodes = _walked = 0;
        _windowNode = None;
        _tellsAge = Compares && Literals.TellsAge;
        // Node 0 stands above all roots.
        Append(default, None);
        _nodes[0].Depth = -1;
        _nodes[0].Kind = NodeKind.Object;
    }

    /// <summary>Lets go of everything that was read: nothing of the application is kept alive between two captures.</summary>
    public void End()
    {
        Array.Clear(_nodes, 0, Math.Min(_nodes.Length, _count + 1));
        if (_nodes.Length > 64 * 1024) _nodes = new Node[1024];
        _count = 0;
        _tables.Clear();
        _items.Clear();
        _order.Clear();
        _seen.Clear();
        _again.Clear();
        _ofLibraries.Clear();
        _later.Clear();
        _telling.Clear();
        _family = null;
        foreach (FieldPlan field in _compared) field.Common = null;
        _compared.Clear();
    }

    /// <summary>Marks an object that is a root of its own: elsewhere it is left out.</summary>
    public bool Claim(object root) => _seen.Add(root);

    public int AddRoot(string name) => Append(new Label(name, 0, Secrets.Name(name)), 0);

    /// <summary>A root that is one variable of a closure or state machine; -1 when there is nothing to show.</summary>
    public int AddRoot(FieldPlan field, object? owner, ref byte data)
    {
        int before = _count;
        ReadField(0, field, owner, ref data);
        return _count > before ? before : None;
    }

    /// <summary>The entries of a dictionary, as the node's own.</summary>
    public void AddEntries(int node, object dictionary)
    {
        TypePlan plan = planner.Of(dictionary.GetType());
        // What a library keeps under a key of its own making is its business.
        _leavesLibraries = true;
        try
        {
            if (plan.Form == Form.ConcurrentDictionary) ReadConcurrent(node, plan, dictionary);
            else if (dictionary is IDictionary map) ReadMap(node, map);
        }
        finally { _leavesLibraries = false; }
    }

    public bool HasChildren(int node)
    {
        for (int child = _nodes[node].First; child >= 0; child = _nodes[child].Next)
            if (!_nodes[child].IsLeftOut) return true;
        return false;
    }

    /// <summary>A root that is one object.</summary>
    public int AddRoot(string name, object? value)
    {
        int node = AddRoot(name);
        // What only holds another object stands for it, unless that is a root of its own.
        for (int hops = 0; value != null && hops < 5 && planner.Of(value.GetType()) is { Form: Form.Wrapper } wrapper; hops++)
        {
            value = Unwrap(wrapper, value, node, new Label(name, 0), out _);
            if (value != null && planner.Of(value.GetType()) is { IsComposite: true, Form: not Form.Wrapper } && !_seen.Add(value)) value = null;
        }
        Put(node, value);
        // What a library object that is a root holds is shown; what that holds in turn must be worth it.
        _nodes[node].LibraryDepth = 0;
        _nodes[node].IsOfLibrary = value != null && planner.Origins.Of(value.GetType()) == Origin.Library;
        return node;
    }

    /// <summary>The fields of the object that a closure or state machine is, each a child of the node.</summary>
    public void AddFields(int node, TypePlan plan, object? owner, ref byte data)
    {
        _nodes[node].Kind = NodeKind.Object;
        if (plan.Case != null && HasRoom(node))
        {
            int one = Append(new Label("Case", 0), node);
            _nodes[one].Form = Form.String;
            _nodes[one].Reference = Unions.CaseOf(plan, ref data);
        }
        foreach (FieldPlan field in plan.Fields) ReadField(node, field, owner, ref data);
    }

    /// <summary>Captured variables, as if they were their owner's; one that the owner has a copy of is shown once.</summary>
    private void AddCaptured(int node, TypePlan plan, object owner, ref byte data)
    {
        foreach (FieldPlan field in plan.Fields)
            if (field.IsInlined || !HasChild(node, field.Name)) ReadField(node, field, owner, ref data);
    }

    private bool HasChild(int node, string name) => ChildOf(node, name) >= 0;

    /// <summary>Whether the node is an object without anything to show.</summary>
    public bool IsEmpty(int node) => _nodes[node] is { IsLeftOut: true } or { Kind: NodeKind.Object, Omission: Omission.None } && !HasChildren(node);

    /// <summary>A child that was read by someone else, such as a static field.</summary>
    public void AddChild(int node, string name, object? value, Type declared, TypePlan? known = null, bool isDoubtful = false, bool isFixed = false)
    {
        _nodes[node].Kind = NodeKind.Object;
        int before = _count;
        var label = new Label(name, 0, Secrets.Name(name));
        if (value == null)
        {
            if (!declared.IsValueType && planner.Of(declared).Form == Form.Left && planner.Origins.Of(declared) == Origin.Framework) return;
            AddNull(node, label);
        }
        else ReadObject(node, label, value, known);
        if (_count == before) return;
        _nodes[before].IsDoubtful |= isDoubtful;
        _nodes[before].IsFixed = isFixed;
    }

    /// <summary>A child that is a value at a place in memory.</summary>
    public void AddChild(int node, string name, TypePlan plan, ref byte at, bool isFixed)
    {
        _nodes[node].Kind = NodeKind.Object;
        ObjectCount++;
        int before = _count;
        ReadValue(node, new Label(name, 0, Secrets.Name(name)), plan, ref at, null);
        if (_count > before) _nodes[before].IsFixed = isFixed;
    }

    /// <summary>A part of something that is on the screen, and what it says there.</summary>
    public int AddPart(int node, string name)
    {
        _nodes[node].Kind = NodeKind.Object;
        int part = Append(new Label(name, 0, Secrets.Name(name)), node);
        _nodes[part].Kind = NodeKind.Object;
        _nodes[part].IsShown = true;
        return part;
    }

    public void AddShown(int node, string name, object? value, bool isSecret)
    {
        _nodes[node].Kind = NodeKind.Object;
        if (value == null || !HasRoom(node)) return;
        int shown = Append(new Label(name, 0, isSecret ? Secrets.Secret : Secrets.Name(name)), node);
        Put(shown, value);
        _nodes[shown].IsShown = true;
    }

    /// <summary>A widget; the index is that of an element of a list, or -1. The node, -1 without room.</summary>
    public int AddSeen(int parent, Seen seen, int index)
    {
        if (_nodes[parent].Kind == NodeKind.Value) _nodes[parent].Kind = NodeKind.Object;
        if (!HasRoom(parent)) return None;
        int node = Append(index >= 0 ? Label.At(index) : new Label(seen.Name, 0, seen.IsSecret ? Secrets.Secret : Secrets.Name(seen.Name) | Secrets.Name(seen.Caption ?? "")), parent);
        if (seen.HasValue) Put(node, seen.Value);
        else _nodes[node].Kind = seen.IsList ? NodeKind.List : NodeKind.Object;
        if (seen.IsList && seen.Size > (seen.Parts?.Count ?? 0)) _nodes[node].Size = seen.Size;
        _nodes[node].Caption = seen.Caption;
        if (index < 0 && seen.Id != seen.Name) _nodes[node].Id = seen.Id;
        _nodes[node].IsShown = true;
        return node;
    }

    public void Omit(int node, Omission why)
    {
        _nodes[node].Kind = NodeKind.Omitted;
        _nodes[node].Omission = why;
        _nodes[node].IsPending = false;
        if (why is Omission.Threw or Omission.Changing) FailedCount++;
        if (why != Omission.Budget) return;
        CutCount++;
        _nodes[node].IsHalf = true;
    }

    /// <summary>
    /// Reads what waits. What a library's root holds waits for what the application's hold, so that what both do is told in the application's words.
    /// Objects deep in a library wait for all others: what they hold may be the application's, and most of it is not, so they have a share of the room and no more.
    /// </summary>
    public void Walk()
    {
        int next = 0;
        if (_count == _walked) return;
        do
        {
            for (; next < _count; next++)
            {
                if (!_nodes[next].IsPending) continue;
                if (IsDeep(_nodes[next])) _later.Enqueue(next);
                else if (_nodes[next].IsOfLibrary) _ofLibraries.Enqueue(next);
                else Visit(next);
            }
            if (_ofLibraries.TryDequeue(out int held)) Visit(held);
            else if (_later.TryDequeue(out int deep)) VisitDeep(deep);
        }
        while (_ofLibraries.Count > 0 || _later.Count > 0 || next < _count);
        Prune();
        _walked = _count;
    }

    private static bool IsDeep(in Node node) => node.LibraryDepth > 1;

    private void VisitDeep(int index)
    {
        if (_libraryNodes >= _budget.MaxNodes / LibraryShare || _nodes[index].LibraryDepth > LibraryDepthLimit)
        {
            _nodes[index].IsPending = false;
            _nodes[index].Reference = null;
            _nodes[index].IsLeftOut = true;
            return;
        }
        int before = _count;
        Visit(index);
        _libraryNodes += _count - before;
    }

    private void Visit(int index)
    {
        _nodes[index].IsPending = false;
        if (_count >= _budget.MaxNodes) Omit(index, Omission.Budget);
        else if (_nodes[index].Depth >= _budget.MaxDepth) Omit(index, Omission.Depth);
        else
        {
            try { Expand(index); }
            catch (Exception) { Omit(index, Omission.Threw); }
        }
    }

    private int Append(in Label label, int parent)
    {
        if (_count == _nodes.Length) Array.Resize(ref _nodes, _nodes.Length * 2);
        ref Node node = ref _nodes[_count];
        node = default;
        node.Label = label;
        node.Parent = parent;
        node.First = node.Last = node.Next = None;
        node.Size = -1;
        if (parent >= 0)
        {
            ref Node above = ref _nodes[parent];
            node.Depth = (short)(above.Depth + 1);
            node.LibraryDepth = above.LibraryDepth;
            node.IsInDescription = above.IsInDescription;
            node.IsOfLibrary = above.IsOfLibrary;
            node.IsInElement = above.IsInElement || above.Kind is NodeKind.List or NodeKind.Map;
            node.Secrecy = Secrets.Below(above.Secrecy, label.Secrecy);
            if (above.Last >= 0) _nodes[above.Last].Next = _count;
            else above.First = _count;
            above.Last = _count;
        }
        return _count++;
    }

    /// <summary>Room for one more child; without it the parent says that something is missing.</summary>
    private bool HasRoom(int parent)
    {
        if (_count < _budget.MaxNodes) return true;
        _nodes[parent].Omission = Omission.Budget;
        _nodes[parent].IsHalf = true;
        CutCount++;
        return false;
    }

    private void AddNull(int parent, in Label label)
    {
        if (!HasRoom(parent)) return;
        int node = Append(label, parent);
        _nodes[node].Form = Form.Left;
    }

    private void ReadField(int parent, FieldPlan field, object? owner, ref byte data)
    {
        if (field.Offset >= 0)
        {
            ref byte at = ref Unsafe.Add(ref data, field.Offset);
            if (field.Value != null) ReadValue(parent, new Label(field.Name, 0, field.Secrecy), field.Value, ref at, null);
            else ReadReference(parent, field, Layout.Reference(ref at));
            return;
        }
        object? value = owner == null ? null : field.Info.GetValue(owner);
        if (owner == null) return;
        if (field.Value == null) ReadReference(parent, field, value);
        else if (value == null) AddNull(parent, new Label(field.Name, 0));
        else ReadValue(parent, new Label(field.Name, 0, field.Secrecy), planner.Of(value.GetType()), ref Layout.DataOf(value), value);
    }

    private void ReadReference(int parent, FieldPlan field, object? value)
    {
        if (Compares) Compare(field, value);
        if (value == null)
        {
            if (!field.IsInlined && (planner.Origins.Of(field.Type) != Origin.Framework || planner.Of(field.Type).Form is not (Form.Left or Form.Task))) AddNull(parent, new Label(field.Name, 0));
        }
        else if (field.IsInlined)
        {
            if (_seen.Add(value)) AddCaptured(parent, planner.Of(value.GetType()), value, ref Layout.DataOf(value));
        }
        else
        {
            int before = _count;
            ReadObject(parent, new Label(field.Name, 0, field.Secrecy), value, field.Held);
            if (_count > before) _nodes[before].Field = field;
        }
    }

    private void Compare(FieldPlan field, object? value)
    {
        if (field.Turn != _turn)
        {
            (field.Turn, field.Sharers, field.Common) = (_turn, 1, value);
            _compared.Add(field);
        }
        else if (ReferenceEquals(field.Common, value)) field.Sharers++;
        else field.Common = null;
    }

    /// <summary>A value type at a place in memory.</summary>
    private void ReadValue(int parent, in Label label, TypePlan plan, ref byte at, object? boxed)
    {
        switch (plan.Form)
        {
            case Form.Left: return;
            case < Form.String:
                if (!HasRoom(parent)) return;
                int scalar = Append(label, parent);
                Scalars.Read(ref _nodes[scalar], plan, ref at);
                return;
            case Form.Text:
                ReadText(parent, label, plan.Packed?.Known(ref at) ?? boxed ?? plan.Box!(ref at));
                return;
            case Form.Nullable:
                FieldPlan[] parts = plan.Fields;
                if (parts[0].Offset < 0) return;
                if (Layout.Value<bool>(ref Unsafe.Add(ref at, parts[0].Offset))) ReadValue(parent, label, parts[1].Value!, ref Unsafe.Add(ref at, parts[1].Offset), null);
                else AddNull(parent, label);
                return;
            case Form.Wrapper:
                foreach (FieldPlan field in plan.Fields)
                {
                    object? inner = field.Offset >= 0 ? Layout.Reference(ref Unsafe.Add(ref at, field.Offset)) : boxed == null ? null : field.Info.GetValue(boxed);
                    if (inner == null) continue;
                    ReadObject(parent, label, inner);
                    return;
                }
                AddNull(parent, label);
                return;
            case Form.Json:
                ReadJson(parent, label, ref at);
                return;
            case Form.Slice:
                if (!HasRoom(parent)) return;
                int slice = Append(label, parent);
                _nodes[slice].Plan = plan;
                ReadSlice(slice, plan, ref at);
                return;
            case Form.Object or Form.Pair:
                if (!HasRoom(parent)) return;
                int node = Append(label, parent);
                _nodes[node].Kind = NodeKind.Object;
                _nodes[node].Plan = plan;
                _nodes[node].IsInDescription |= plan.IsDescription;
                ObjectCount++;
                if (_nodes[node].Depth >= _budget.MaxDepth) Omit(node, Omission.Depth);
                else
                    foreach (FieldPlan field in plan.Fields) ReadField(node, field, boxed, ref at);
                return;
        }
    }

    private void ReadObject(int parent, in Label label, object value, TypePlan? known = null, bool isElement = false)
    {
        TypePlan plan = known?.Type == value.GetType() ? known : planner.Of(value.GetType());
        for (int hops = 0; plan.Form is Form.Wrapper or Form.Task && hops < 5; hops++)
        {
            object? inner = Unwrap(plan, value, parent, label, out bool done);
            if (done) return;
            if (inner == null)
            {
                AddNull(parent, label);
                return;
            }
            value = inner;
            plan = planner.Of(value.GetType());
        }
        if (isElement && ReadLeaf(parent, label, plan, value)) return;
        if (plan.IsBox && _nodes[parent].IsInDescription || !MayShow(plan, value, isElement) || !HasRoom(parent)) return;
        if (plan.Form == Form.Json) ReadJson(parent, label, value);
        else Put(Append(label, parent), plan, value);
    }

    private object? Unwrap(TypePlan plan, object value, int parent, in Label label, out bool done)
    {
        // What is not done has no result, or one that is none yet.
        done = value is Task { IsCompletedSuccessfully: false };
        if (done) return null;
        if (Held(plan, value, out FieldPlan? scalar) is { } inner) return inner;
        if (scalar == null) return null;
        done = true;
        if (scalar.Offset >= 0) ReadValue(parent, label, scalar.Value!, ref Unsafe.Add(ref Layout.DataOf(value), scalar.Offset), null);
        return null;
    }

    /// <summary>The object that one stands for, the first that it holds; none where a field comes before it that holds a value.</summary>
    private static object? Held(TypePlan plan, object value, out FieldPlan? scalar)
    {
        scalar = null;
        foreach (FieldPlan field in plan.Fields)
        {
            if (field.Value != null)
            {
                scalar = field;
                return null;
            }
            object? inner = field.Offset >= 0 ? Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(value), field.Offset)) : field.Info.GetValue(value);
            if (inner != null) return inner;
        }
        return null;
    }

    /// <summary>An object is shown at its shallowest place, and in its list: a record that is selected elsewhere is still one of the list's.</summary>
    private bool MayShow(TypePlan plan, object value, bool isElement)
    {
        ObjectCount++;
        if (plan.IsTelling) NoteTelling(value);
        foreach (FieldPlan lead in plan.Leads)
            if (Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(value), lead.Offset)) is { } led && planner.Of(led.GetType()).IsTelling) NoteTelling(led);
        if (plan.Form is Form.Left or Form.Wrapper or Form.Task) return false;
        if (Tracks && plan is { IsComposite: true, IsLeaf: true }) _seen.Add(value);
        return !plan.IsComposite || plan.IsLeaf || _seen.Add(value) || Size(plan, value) == 0 || isElement && _again.Add(value);
    }

    private void NoteTelling(object value)
    {
        if (_telling.Count < TellingLimit && _seen.Add(value)) _telling.Add(value);
    }

    public void Put(int node, object? value)
    {
        if (value == null) _nodes[node].Form = Form.Left;
        else Put(node, planner.Of(value.GetType()), value);
    }

    private void Put(int index, TypePlan plan, object value)
    {
        ref Node node = ref _nodes[index];
        node.Plan = plan;
        if (Hollow?.TryGetValue(value, out int whole) == true && whole < 0) Omit(index, Omission.Unreachable);
        else if (plan.Form == Form.String)
        {
            node.Form = Form.String;
            node.Reference = value;
            node.Literal = Literals.Of((string)value);
            node.IsRecent = _tellsAge && Literals.IsRecent(value);
        }
        else if (plan.Form == Form.Text) PutText(ref node, index, value);
        else if (plan.Form < Form.String && plan.Form != Form.Left) Scalars.Read(ref node, plan, ref Layout.DataOf(value));
        else if (plan.Form == Form.Bytes)
        {
            var bytes = (byte[])value;
            PutBytes(index, bytes, 0, bytes.Length);
        }
        else if (plan.Form == Form.Slice) ReadSlice(index, plan, ref Layout.DataOf(value));
        else
        {
            if (plan.IsBox && node.LibraryDepth < byte.MaxValue) node.LibraryDepth++;
            else if (plan.Origin == Origin.Application && plan.Form == Form.Object)
            {
                node.LibraryDepth = 0;
                node.IsInDescription = false;
            }
            node.IsInDescription |= plan.IsDescription;
            plan.ShownIn = _turn;
            node.Reference = value;
            node.IsPending = true;
            // A value that lies in a box was put there to be read.
            node.IsRecent = _tellsAge && !plan.Type.IsValueType && Literals.IsRecent(value);
        }
    }
}
