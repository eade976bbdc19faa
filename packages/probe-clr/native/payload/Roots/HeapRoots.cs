using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// Which of the objects that lie on the heap are told: those that no other leads to. An object that is shown already, in whatever place, is
/// none. Several of one type are told apart by what is different in them, so that an address means the same after a restart.
/// </summary>
public sealed class HeapRoots(Planner planner, RootTable table, Heap heap)
{
    private const int NodesEach = 2000, NodesAll = 300_000, PerType = 8, CandidateLimit = 400;
    private readonly List<WeakReference<object>> _outer = [];

    /// <summary>Set while objects wait to be told.</summary>
    public bool IsDue { get; private set; }

    /// <summary>Something was replaced between the search and the telling: what took its place is not told.</summary>
    public bool HasLost { get; private set; }

    private sealed class Candidate
    {
        public required WeakReference<object> Weak;
        public required int Order;
        public HashSet<int> Reaches = [];
        public Type? Type;
        public string Says = "";
    }

    /// <summary>Sorts out what was found: who leads to most comes first, and what it leads to is not told by itself.</summary>
    public void Sort()
    {
        _outer.Clear();
        HasLost = false;
        var all = new List<Candidate>();
        foreach (WeakReference<object> weak in heap.Found)
            if (all.Count < CandidateLimit && IsTold(weak)) all.Add(new Candidate { Weak = weak, Order = all.Count });
        heap.Found.Clear();
        var walker = new Walker(planner) { Tracks = true };
        int nodes = 0;
        foreach (Candidate one in all)
        {
            if (nodes > NodesAll) break;
            nodes += Reach(walker, one, all);
        }
        all.Sort(Compare);
        var covered = new HashSet<int>();
        foreach (Candidate one in all)
        {
            if (covered.Contains(one.Order)) continue;
            _outer.Add(one.Weak);
            covered.UnionWith(one.Reaches);
        }
        IsDue = _outer.Count > 0;
    }

    /// <summary>Where they lie, and which came first, is chance: of one type, and leading to as many, they go by what they say.</summary>
    private static int Compare(Candidate a, Candidate b)
    {
        if (a.Reaches.Count != b.Reaches.Count) return b.Reaches.Count.CompareTo(a.Reaches.Count);
        return a.Type == b.Type && string.CompareOrdinal(a.Says, b.Says) is not 0 and var order ? order : a.Order.CompareTo(b.Order);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool IsTold(WeakReference<object> weak)
    {
        if (!weak.TryGetTarget(out object? target) || table.Has(target)) return false;
        if (Bridge.IsMachine(target.GetType())) return !IsOver(target);
        if (Disposal.IsOver(target)) return false;
        TypePlan plan = planner.Of(target.GetType());
        return plan.Form != Form.Left && (plan.Fields.Length > 0 || plan.IsTelling) || Names.IsClosure(target.GetType());
    }

    /// <summary>An async method that has returned; its box may lie about for a while.</summary>
    private static bool IsOver(object box)
    {
        if (Planner.FindField(box.GetType(), "StateMachine") is not { } field || field.GetValue(box) is not { } machine) return true;
        return machine.GetType().GetField("<>1__state", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)?.GetValue(machine) is int state && state < -1;
    }

    /// <summary>What a candidate holds, to be walked.</summary>
    public static void Add(Walker walker, object target)
    {
        if (Bridge.IsMachine(target.GetType()) && Planner.FindField(target.GetType(), "StateMachine") is { } field) walker.AddRoot("machine", field.GetValue(target));
        else walker.AddRoot("object", target);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Reach(Walker walker, Candidate one, List<Candidate> all)
    {
        if (!one.Weak.TryGetTarget(out object? target)) return 0;
        walker.Begin(new Budget { MaxNodes = NodesEach, MaxDepth = 12, MaxString = 16, MaxElements = 200, MaxBytes = int.MaxValue });
        try
        {
            Add(walker, target);
            walker.Walk();
            (one.Type, one.Says) = (target.GetType(), walker.Texts());
            foreach (Candidate other in all)
                if (other != one && other.Weak.TryGetTarget(out object? found) && walker.Saw(found)) one.Reaches.Add(other.Order);
            return walker.NodeCount;
        }
        catch { return NodesEach; }
        finally { walker.End(); }
    }

    /// <summary>After everything else was walked: makes roots of what is not shown yet, and has each read at once, so that it covers the next.</summary>
    public void Take(Walker walker, Action<object> takeCompilerMade, Action<int> readFrom)
    {
        IsDue = false;
        var taken = new HashSet<Type>();
        foreach (WeakReference<object> weak in _outer)
        {
            if (!weak.TryGetTarget(out object? target)) HasLost = true;
            if (target == null || table.Has(target) || walker.Saw(target)) continue;
            int before = table.All.Count;
            Type type = target.GetType();
            // Where others of its type are shown, in a list or a field, this one is left over from before, or on its way to somewhere.
            if (walker.Shows(type) && !taken.Contains(type)) continue;
            taken.Add(type);
            table.IsFinding = true;
            try
            {
                if (Bridge.IsMachine(type) || Names.IsClosure(type) || planner.Of(type).IsTelling) takeCompilerMade(target);
                else if (!Names.IsCompilerMade(type) && AddressOf(target, type) is { } address) table.Add(target, address, Names.OfThing(type, planner.Origins), Source.Instance, null);
            }
            finally { table.IsFinding = false; }
            if (table.All.Count > before) readFrom(before);
        }
        _outer.Clear();
    }

    /// <summary>The type, and the first value that no other object of the type has; a number where none tells them apart. Null for one too many.</summary>
    private string? AddressOf(object target, Type type)
    {
        string address = "heap:" + Names.FullName(type);
        var others = new List<object>();
        foreach (WeakReference<object> weak in _outer)
            if (weak.TryGetTarget(out object? other) && other != target && other.GetType() == type) others.Add(other);
        if (others.Count == 0 && table.Find(address) == null) return address;
        if (table.Earlier(target) is { } earlier && table.Find(earlier) == null) return earlier;
        foreach (FieldPlan field in planner.Of(type).Fields)
        {
            if (Secrets.IsSecret(field.Secrecy) || Identity(field, target) is not { } own) continue;
            if (others.TrueForAll(other => Identity(field, other) is { } its && its != own) && table.Find($"{address}[{own}]") == null) return $"{address}[{own}]";
        }
        return table.Find($"{address}#{PerType}") == null ? address : null;
    }

    private static string? Identity(FieldPlan field, object target)
    {
        Type type = field.Type;
        // A number that changes would be another address each time; one that is made up at the start, after each restart.
        bool isNumber = (type == typeof(int) || type == typeof(long)) && (field.Info.IsInitOnly || field.Name.EndsWith("Id", StringComparison.OrdinalIgnoreCase));
        if (type != typeof(string) && !type.IsEnum && !isNumber) return null;
        string? text = field.Info.GetValue(target)?.ToString();
        return text is { Length: > 0 and <= 40 } && !Secrets.Holds(text) ? text : null;
    }
}
