using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>All roots. An object keeps its address for life; a second one of the same kind is `#2`.</summary>
public sealed class RootTable
{
    private readonly Dictionary<string, Root> _byAddress = new();
    private readonly ConditionalWeakTable<object, Root> _byObject = new();
    private readonly ConditionalWeakTable<Type, object> _types = new();
    private readonly List<Root> _roots = [];
    private readonly List<WeakReference<object>> _found = [];
    private readonly ConditionalWeakTable<object, string> _earlier = new();
    private int _arranged = -1;

    public IReadOnlyList<Root> All => _roots;

    /// <summary>Grows with every root that comes or goes.</summary>
    public int Version { get; private set; }

    /// <summary>Something that actions depend on has changed, though no root has.</summary>
    public void Touch() => Version++;

    /// <summary>Whether an object of the type is a root, or has variables that are.</summary>
    public bool HasType(Type type) => _types.TryGetValue(type, out _);

    public bool Has(object target) => _byObject.TryGetValue(target, out _);

    /// <summary>How many roots a library has.</summary>
    public int CountOf(string library)
    {
        int count = 0;
        foreach (Root root in _roots)
            if (root.Library == library) count++;
        return count;
    }

    /// <summary>
    /// Puts them in an order that does not depend on when each was found: what several hold is told in the first of them. Who is asked for by name comes before what
    /// had to be searched for.
    /// </summary>
    public void Arrange()
    {
        if (_arranged == Version) return;
        _arranged = Version;
        _roots.Sort((a, b) => RankOf(a.Source) != RankOf(b.Source) ? RankOf(a.Source).CompareTo(RankOf(b.Source)) : string.CompareOrdinal(a.Address, b.Address));
    }

    private static int RankOf(Source source) => source switch
    {
        Source.Process => 0,
        Source.Bean or Source.Cache => 1,
        Source.Static => 3,
        Source.Endpoint => 4,
        Source.Task => 5,
        Source.Instance => 6,
        _ => 2,
    };

    public Root? Find(string address) => _byAddress.GetValueOrDefault(address);

    /// <summary>The root of an object, made when it has none.</summary>
    public Root Add(object target, string address, string name, Source source, string? library)
    {
        if (_byObject.TryGetValue(target, out Root? known)) return known;
        Root root = Add(address, name, source);
        root.Target = new WeakReference<object>(target);
        root.Library = library;
        Keep(target, root);
        return root;
    }

    public Root Add(string address, string name, Source source)
    {
        string unique = address;
        for (int i = 2; _byAddress.ContainsKey(unique); i++) unique = $"{address}#{i}";
        var root = new Root { Address = unique, Name = name, Source = source, Node = -1, IsFound = IsFinding };
        _byAddress.Add(unique, root);
        _roots.Add(root);
        Version++;
        return root;
    }

    public void RemoveCopies()
    {
        foreach (Root root in _roots)
            if (root.IsCopy) _byAddress.Remove(root.Address);
        if (_roots.RemoveAll(root => root.IsCopy) > 0) Version++;
    }

    /// <summary>Set while what a search found is told.</summary>
    public bool IsFinding { get; set; }

    /// <summary>Forgets what searches found: the next ones tell anew what no other object leads to.</summary>
    /// <param name="isForGood">Nothing is to be told under the address that it had.</param>
    public void RemoveFound(bool isForGood)
    {
        if (isForGood) _earlier.Clear();
        foreach (WeakReference<object> weak in _found)
            if (weak.TryGetTarget(out object? target)) _byObject.Remove(target);
        _found.Clear();
        _types.Clear();
        foreach ((object target, Root root) in _byObject) _types.TryAdd(target.GetType(), root);
        foreach (Root root in _roots)
        {
            if (!root.IsFound) continue;
            _byAddress.Remove(root.Address);
            if (root.Field != null) root.Field.Found--;
            else if (!isForGood && root.Live is { } live) _earlier.AddOrUpdate(live, root.Address);
        }
        if (_roots.RemoveAll(root => root.IsFound) > 0) Version++;
    }

    /// <summary>The address that an object had before it was forgotten.</summary>
    public string? Earlier(object target) => _earlier.TryGetValue(target, out string? address) ? address : null;

    /// <summary>Marks an object as one whose variables are roots, so that it is not taken twice.</summary>
    public bool TryMark(object holder)
    {
        if (_byObject.TryGetValue(holder, out _)) return false;
        var mark = new Root { Address = "", Name = "", Source = Source.Instance };
        Keep(holder, mark);
        return true;
    }

    private void Keep(object target, Root root)
    {
        _byObject.Add(target, root);
        _types.TryAdd(target.GetType(), root);
        if (IsFinding) _found.Add(new WeakReference<object>(target));
    }

    /// <summary>
    /// Forgets roots whose object is gone, or was given up; true when a task that was told is one of them. The next of the kind takes the place that came free:
    /// it would have that after a restart.
    /// </summary>
    public bool Sweep()
    {
        bool hasLostTasks = false;
        for (int i = _roots.Count - 1; i >= 0; i--)
        {
            Root root = _roots[i];
            if (root.Target == null || root.Live is { } live && !(root.Source == Source.Instance && Disposal.IsOver(live))) continue;
            hasLostTasks |= root.SentAt >= 0 && root.Address.StartsWith("task:", StringComparison.Ordinal);
            _byAddress.Remove(root.Address);
            _roots.RemoveAt(i);
            Version++;
            if (root.Source == Source.Instance && root.Field == null) MoveUp(root.Address);
        }
        return hasLostTasks;
    }

    private void MoveUp(string free)
    {
        int mark = free.LastIndexOf('#'), number = 1;
        if (mark > 0 && !int.TryParse(free.AsSpan(mark + 1), out number)) return;
        string kind = mark > 0 ? free.Substring(0, mark) : free;
        for (; _byAddress.Remove($"{kind}#{number + 1}", out Root? next); number++)
        {
            next.Address = number == 1 ? kind : $"{kind}#{number}";
            next.SentAt = -1;
            _byAddress.Add(next.Address, next);
        }
    }
}
