using System;
using System.Collections.Generic;
using Microsoft.Win32.SafeHandles;

namespace Substrate.Payload;

/// <summary>
/// Objects of the application that only the stacks of blocked threads lead to: what a Main that waits for a key, for a line or in a sleep has
/// at hand. Nothing in the process refers to them that could be followed, so they are looked for among the words of the stack, and copies are
/// shown: they can be read, not acted on. A collection in the meantime moves objects: then it is all done again, and given up after a few times.
/// </summary>
public sealed class StackLocals : IDisposable
{
    private const int Tries = 3, CandidateLimit = 60, PerType = 3, Share = 200, PatienceMs = 10_000, PatienceTries = 20, MostMs = 20;
    private readonly OwnMemory _memory = new();
    private readonly Planner _planner;
    private readonly ClassState _state;
    private readonly Func<Type, bool>? _isRoot;
    private readonly BlockedThreads _threads;
    private readonly List<(int Thread, nint Slot, nint Address)> _slots = [];
    private readonly Dictionary<int, SafeFileHandle?> _watched = new();
    private readonly Dictionary<string, object> _objects = new();
    private readonly List<Candidate> _candidates = [];
    private readonly HashSet<string> _taken = [];
    private readonly List<object> _probes = [];
    private TypeTables? _types;
    private Copier? _copier;
    private long _notBefore, _acceptedAt;
    private int _vain;

    private sealed record Candidate(BlockedThreads.Stretch Stretch, nint Slot, nint Address, string Name, object Copy, bool IsBroken);

    public StackLocals(Planner planner, ClassState state, Func<Type, bool>? isRoot = null)
    {
        _planner = planner;
        _state = state;
        _isRoot = isRoot;
        _threads = new BlockedThreads(_memory);
        // Objects of several ages and sizes, to learn where the heap lies.
        _probes.AddRange([new object(), new byte[100_000], AppDomain.CurrentDomain]);
    }

    /// <summary>Whether the runtime's tables are where they are expected.</summary>
    public bool IsKnown => _copier != null;

    /// <summary>What there is now: the copies, by address.</summary>
    public IReadOnlyDictionary<string, object> Objects => _objects;

    /// <summary>Copies whose insides are not known.</summary>
    public IReadOnlyDictionary<object, int>? Hollow { get; private set; }

    /// <summary>Looks at all stacks. <paramref name="isShown"/> tells types that are shown already: what is on a stack, too, is the same.</summary>
    /// <returns>False when there was no moment at which it could be read: a thread was at work, or a collection.</returns>
    public bool Search(Func<Type, bool> isShown)
    {
        double began = ThreadTime.Ms();
        try
        {
            for (int attempt = 0; attempt < Tries; attempt++)
            {
                int collections = GC.CollectionCount(0);
                if (!Build(isShown)) break;
                // The collector moves what was read.
                if (collections != GC.CollectionCount(0) || attempt + 1 < Tries && !_candidates.TrueForAll(IsWhole)) continue;
                Accept();
                return true;
            }
            // Threads that run and objects that move are still there: what was found before stays for a while, and on a busy machine for some tries.
            if (++_vain >= PatienceTries && Environment.TickCount64 - _acceptedAt > PatienceMs) Clear();
        }
        catch { Clear(); }
        finally { Rest(ThreadTime.Ms() - began); }
        return false;
    }

    /// <summary>Whether what was read is not what it was; how often that is looked at depends on how long it takes.</summary>
    public bool HaveChanged()
    {
        long began = Environment.TickCount64;
        if (_slots.Count == 0 || began < _notBefore) return false;
        bool isSame = IsSame();
        // The time on the wall costs nothing to know; on a busy machine it is not all ours.
        Rest(Math.Min(Environment.TickCount64 - began, MostMs));
        return !isSame;
    }

    private void Rest(double tookMs) => _notBefore = Environment.TickCount64 + (long)(tookMs * Share);

    private bool IsSame()
    {
        _memory.Forget();
        int thread = -1;
        nint pointer = 0;
        foreach ((int owner, nint slot, nint address) in _slots)
        {
            if (owner != thread) pointer = BlockedThreads.StackPointer(Watch(thread = owner));
            if (slot < pointer || _memory.Word(slot) != address) return false;
        }
        return _copier!.ReadAgain() == _copier.Hash;
    }

    /// <summary>The file that tells of the thread stays open while objects of its stack are shown.</summary>
    private SafeFileHandle? Watch(int thread)
    {
        if (!_watched.TryGetValue(thread, out SafeFileHandle? file)) _watched[thread] = file = BlockedThreads.Open(thread, "syscall");
        return file;
    }

    private void Unwatch()
    {
        foreach (SafeFileHandle? file in _watched.Values) file?.Dispose();
        _watched.Clear();
    }

    /// <summary>Whether everything in it could be read, and its thread has not run meanwhile, which may have changed it.</summary>
    private static bool IsWhole(Candidate one) => !one.IsBroken && one.Stretch.Turns == BlockedThreads.TurnsOf(one.Stretch.Thread);

    private void Accept()
    {
        Clear();
        foreach (Candidate one in _candidates)
            if (IsWhole(one) && !_copier!.Hollow.ContainsKey(one.Copy)) Keep(one);
        _candidates.Clear();
        _copier!.End();
        Hollow = _copier.Hollow;
        _acceptedAt = Environment.TickCount64;
        _vain = 0;
    }

    /// <summary>The objects themselves are about to be known: none of the copies is wanted any more, nor may one be found in their place.</summary>
    public void Yield()
    {
        Clear();
        _taken.Clear();
        _candidates.Clear();
        _copier?.Begin();
        Hollow = null;
    }

    private void Clear()
    {
        Unwatch();
        _slots.Clear();
        _objects.Clear();
    }

    private bool Build(Func<Type, bool> isShown)
    {
        if (!Layout.Trusted || !_memory.Refresh()) return false;
        _types ??= new TypeTables(_memory);
        if (!_types.IsKnown) return false;
        _copier ??= new Copier(_memory, _types, _planner, _state, _isRoot);
        List<BlockedThreads.Stretch> stretches = _threads.Find();
        if (IsOwnerAtWork(stretches)) return false;
        _types.LookAtModules();
        _copier.Begin();
        List<(nint Start, nint End)> heap = Heap();
        _candidates.Clear();
        foreach (BlockedThreads.Stretch stretch in stretches)
            // The outermost method first: what the inner ones work on is mostly below what it has.
            for (nint slot = (stretch.End - 8) & ~(nint)7; slot >= stretch.Start && _candidates.Count < CandidateLimit; slot -= 8)
                TakeSlot(stretch, slot, heap, isShown);
        return true;
    }

    /// <summary>Whether a thread whose objects are known runs at this moment: it has them still, though nothing tells where.</summary>
    private bool IsOwnerAtWork(List<BlockedThreads.Stretch> stretches)
    {
        if (_vain >= PatienceTries && Environment.TickCount64 - _acceptedAt > PatienceMs) return false;
        foreach ((int owner, _, _) in _slots)
            if (!stretches.Exists(one => one.Thread == owner) && BlockedThreads.StackPointer(owner) == 0 && BlockedThreads.IsThere(owner)) return true;
        return false;
    }

    private List<(nint, nint)> Heap()
    {
        var ranges = new List<(nint, nint)>();
        foreach (object probe in _probes)
            if (_memory.Around(AddressOf(probe)) is var range && !ranges.Contains(range)) ranges.Add(range);
        return ranges;
    }

    private static nint AddressOf(object target) => System.Runtime.CompilerServices.Unsafe.As<object, nint>(ref target);

    private void TakeSlot(BlockedThreads.Stretch stretch, nint slot, List<(nint Start, nint End)> heap, Func<Type, bool> isShown)
    {
        nint address = _memory.Word(slot);
        if ((address & 7) != 0 || !IsWithin(heap, address) || _copier!.Has(address)) return;
        // Before an object lies the word of its lock, of which one half is always empty.
        if (_memory.Half(address - 8) != 0 || _types!.Of(_memory.Word(address) & ~(nint)7) is not { } type || !IsState(type)) return;
        // What was taken once stays: a type that is shown elsewhere later must not make it come and go.
        string name = (_planner.Origins.Of(type) == Origin.Application ? "heap:" : "thread:") + Names.FullName(type);
        if (!_taken.Contains(name) && isShown(type)) return;
        int missed = _copier.Missed;
        if (_copier.Copy(address, type, _candidates.Count) is { } copy) _candidates.Add(new Candidate(stretch, slot, address, name, copy, _copier.Missed > missed));
    }

    private static bool IsWithin(List<(nint Start, nint End)> ranges, nint address)
    {
        foreach ((nint start, nint end) in ranges)
            if (address > start && address < end) return true;
        return false;
    }

    /// <summary>Makes a root of a candidate, unless things of its type are held by another one: then it is one of those, at hand or used up.</summary>
    private void Keep(Candidate one)
    {
        Type type = one.Copy.GetType();
        for (int i = 0; i < _candidates.Count; i++)
            if (_candidates[i].Copy.GetType() != type && _copier!.HasBelow(i, type)) return;
        string unique = one.Name;
        for (int i = 2; _objects.ContainsKey(unique); i++)
        {
            if (i > PerType) return;
            unique = $"{one.Name}#{i}";
        }
        _taken.Add(one.Name);
        _objects.Add(unique, one.Copy);
        _slots.Add((one.Stretch.Thread, one.Slot, one.Address));
    }

    private bool IsState(Type type)
    {
        if (type.IsValueType || type == typeof(string) || typeof(Exception).IsAssignableFrom(type) || typeof(Delegate).IsAssignableFrom(type) || !HoldsApplication(type)) return false;
        TypePlan plan = _planner.Of(type);
        if (plan.Form == Form.Left) return false;
        if (_planner.Origins.Of(type) == Origin.Application) return plan.Form != Form.Object || plan.Fields.Length > 0 && (Names.IsClosure(type) || !Names.IsCompilerMade(type));
        // A collection of the framework's that holds what is the application's.
        return _planner.Origins.Of(type) == Origin.Framework && plan.Form >= Form.Array;
    }

    /// <summary>A type of the application, or a collection of such.</summary>
    private bool HoldsApplication(Type type) => type.IsArray ? HoldsApplication(type.GetElementType()!)
        : _planner.Origins.Of(type) == Origin.Application || type.IsConstructedGenericType && Array.Exists(type.GenericTypeArguments, HoldsApplication);

    public void Dispose()
    {
        Unwatch();
        _memory.Dispose();
    }
}
