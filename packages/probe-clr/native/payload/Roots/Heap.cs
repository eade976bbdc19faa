using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace Substrate.Payload;

/// <summary>
/// Objects of the application's own types, wherever they are: of a program that is `new Game().Run()` nothing but a running stack leads to them.
/// A small library that the runtime has attached as a profiler walks the heap, first for the types that there are, then for weak handles to
/// objects of those that are the application's. The runtime stands still meanwhile, so a walk ends when its time does.
/// </summary>
public sealed unsafe class Heap(Origins origins, Failures failures)
{
    private const int Kinds = 1 << 14, Handles = 2000, PerKind = 40, KindLimit = 600, Tries = 6, SlowTries = 3, AgainMs = 20, QuickObjects = 100_000, BackgroundObjects = 250_000, BackgroundMs = 5000, QuickMs = 20;
    private const long TooMuch = 1, TooSlow = 2, QuickBytes = 32 << 20;
    // The number of objects decides whether a heap is too large, so that a busy machine finds what an idle one finds. The program stands still meanwhile, so
    // the time on the wall is the last guard: a walk that has to wait for a core is made again, now and a little later; one that had a core all the time only later.
    private const long ObjectLimit = 3_000_000, CpuLimit = 40_000_000, WallLimit = 45_000_000, PatientLimit = 2_000_000_000;
    private nint _library;
    private delegate* unmanaged<int> _begin, _isAttached, _leave;
    private delegate* unmanaged<void> _cancel;
    private delegate* unmanaged<Walk*, int> _tally, _take;

    [StructLayout(LayoutKind.Sequential)]
    private struct Kind
    {
        public nint Type;
        public long Count;
    }

    /// <summary>As the library has it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Walk
    {
        public Kind* Kinds;
        public long Mask;
        public nint* Handles;
        public long HandlesRoom, PerKind, ObjectLimit, CpuLimit, WallLimit;
        public long Objects, Taken, IsCut, Nanoseconds;
        public long CpuBegan, WallBegan, Used;
        public nint Info;
    }

    /// <summary>What was found last, fewest of a type first.</summary>
    public List<WeakReference<object>> Found { get; } = [];

    /// <summary>Why nothing was; null when it went well.</summary>
    public string? Note { get; private set; }
    /// <summary>The last search went to its end.</summary>
    public bool WentWell { get; private set; }
    /// <summary>One did: what it found is told, whatever becomes of later ones.</summary>
    public bool IsKnown { get; private set; }
    public long ObjectCount { get; private set; }

    /// <summary>Another time it may go well: the machine was busy, or the runtime with itself.</summary>
    public bool MayPass { get; private set; }
    public double PauseMs { get; private set; }

    /// <summary>Whether the library may be attached now: it is loaded, and no other daemon is at it.</summary>
    public bool Begin(string path)
    {
        Found.Clear();
        if (_library == 0)
        {
            _library = NativeLibrary.Load(path);
            _begin = (delegate* unmanaged<int>)Export("substrate_begin");
            _cancel = (delegate* unmanaged<void>)Export("substrate_cancel");
            _isAttached = (delegate* unmanaged<int>)Export("substrate_is_attached");
            _leave = (delegate* unmanaged<int>)Export("substrate_leave");
            _tally = (delegate* unmanaged<Walk*, int>)Export("substrate_tally");
            _take = (delegate* unmanaged<Walk*, int>)Export("substrate_take");
        }
        return _begin() != 0;
    }

    private nint Export(string name) => NativeLibrary.GetExport(_library, name);

    public void Cancel(string why)
    {
        Note = why;
        if (_library != 0) _cancel();
    }

    /// <param name="isPatient">Somebody asked for it, and takes a pause into account.</param>
    public void Search(bool isPatient)
    {
        Note = null;
        WentWell = MayPass = false;
        if (_isAttached() == 0)
        {
            Note = "The heap was not searched: the library that does it is not attached.";
            MayPass = true;
            return;
        }
        Walk walk = default;
        try
        {
            walk.Kinds = (Kind*)NativeMemory.AllocZeroed(Kinds, (nuint)sizeof(Kind));
            walk.Handles = (nint*)NativeMemory.AllocZeroed(Handles, (nuint)sizeof(nint));
            walk.Mask = Kinds - 1;
            walk.HandlesRoom = Handles;
            walk.PerKind = PerKind;
            walk.ObjectLimit = isPatient ? long.MaxValue : ObjectLimit;
            walk.CpuLimit = CpuLimit;
            walk.WallLimit = isPatient ? PatientLimit : WallLimit;
            // What is counted, and so what there are few of, would depend on when the program was last collected.
            CollectYoung();
            if (Run(_tally, &walk) && Choose(walk.Kinds) > 0 && Run(_take, &walk)) Resolve(walk.Handles, (int)walk.Taken);
            IsKnown |= WentWell = Note == null;
        }
        finally
        {
            NativeMemory.Free(walk.Kinds);
            NativeMemory.Free(walk.Handles);
            _leave();
        }
    }

    /// <summary>Suspending the runtime loses now and then to a collection, and a walk to other programs on a busy machine: then it is asked again.</summary>
    private bool Run(delegate* unmanaged<Walk*, int> each, Walk* walk)
    {
        int result = 0, slow = 0;
        for (int i = 0; i < Tries; i++)
        {
            if (i > 0) StartAnew(walk);
            result = each(walk);
            ObjectCount = walk->Objects;
            PauseMs = walk->Nanoseconds / 1e6;
            if (result >= 0 && (walk->IsCut != TooSlow || ++slow >= SlowTries)) break;
            Thread.Sleep(AgainMs);
        }
        MayPass = result < 0 || walk->IsCut > TooMuch;
        if (result < 0) Note = $"The heap was not searched: the runtime refused (0x{result:x8}).";
        else if (MayPass) Note = $"The heap was not searched to its end: the machine is too busy to do it without a pause that would be felt ({walk->Objects} objects were seen). It is tried again.";
        else if (walk->IsCut != 0) Note = $"The heap was not searched to its end: it is too large to walk without a pause that would be felt ({walk->Objects} objects were seen).";
        return result >= 0 && walk->IsCut == 0;
    }

    /// <summary>Takes back what a walk that was given up has counted and taken.</summary>
    private static void StartAnew(Walk* walk)
    {
        for (int i = 0; i < Kinds; i++) walk->Kinds[i].Count = 0;
        for (long i = 0; i < walk->Taken; i++) GCHandle.FromIntPtr(walk->Handles[i]).Free();
        walk->Taken = 0;
    }

    /// <summary>Leaves in the table the types of the application, fewest objects first, with a count of none.</summary>
    private int Choose(Kind* kinds)
    {
        var chosen = new List<(nint Type, long Count)>();
        for (int i = 0; i < Kinds; i++)
        {
            (nint handle, long count) = (kinds[i].Type, kinds[i].Count);
            if (handle == 0 || count > PerKind) continue;
            try
            {
                if (Type.GetTypeFromHandle(RuntimeTypeHandle.FromIntPtr(handle)) is { } type && IsOwn(type)) chosen.Add((handle, count));
            }
            catch (Exception e) { failures.Add("A type on the heap", e); }
        }
        chosen.Sort((a, b) => a.Count.CompareTo(b.Count));
        if (chosen.Count > KindLimit) chosen.RemoveRange(KindLimit, chosen.Count - KindLimit);
        new Span<Kind>(kinds, Kinds).Clear();
        foreach ((nint type, _) in chosen)
        {
            ulong at = (((ulong)type >> 3) * 0x9E3779B97F4A7C15ul) >> 20;
            while (kinds[at & (Kinds - 1)].Type != 0) at++;
            kinds[at & (Kinds - 1)].Type = type;
        }
        return chosen.Count;
    }

    private bool IsOwn(Type type)
    {
        if (type.IsArray || type.IsValueType || type.IsByRefLike || typeof(Delegate).IsAssignableFrom(type) || typeof(Exception).IsAssignableFrom(type) || typeof(Attribute).IsAssignableFrom(type)) return false;
        if (Bridge.IsMachine(type)) return origins.Of(type.GenericTypeArguments[^1]) == Origin.Application;
        if (Known.IsData(type)) return true;
        // The instance that closures without captured variables share.
        return origins.Of(type) == Origin.Application && type.Name != "<>c" && !type.Name.StartsWith("<>O", StringComparison.Ordinal);
    }

    /// <summary>
    /// Objects that nothing holds are on the heap until a collection: which were collected before we came, and which were not, is chance. So the
    /// young are collected, and the old in the background, where the runtime does that and the heap is no large one.
    /// </summary>
    private void Resolve(nint* handles, int count)
    {
        Hold(handles, count);
        if (Found.Count > 0 && CollectYoung()) CollectOld();
        var live = new List<(WeakReference<object> Weak, string Type, int Order)>();
        foreach (WeakReference<object> weak in Found)
            if (TypeOf(weak) is { } type) live.Add((weak, type, live.Count));
        var counts = new Dictionary<string, int>();
        foreach ((_, string type, _) in live) counts[type] = counts.GetValueOrDefault(type) + 1;
        // The same order each time, whatever a collection moved: by how many there are, then by name, then as they lie, which is mostly as they were made.
        live.Sort((a, b) => counts[a.Type] != counts[b.Type] ? counts[a.Type].CompareTo(counts[b.Type]) : string.CompareOrdinal(a.Type, b.Type) is not 0 and var order ? order : a.Order.CompareTo(b.Order));
        Found.Clear();
        foreach ((WeakReference<object> weak, _, _) in live) Found.Add(weak);
    }

    /// <summary>False when the program has asked that nothing is collected now, or might stand still for it: there is much that is young, and nothing says that it is mostly garbage.</summary>
    private static bool CollectYoung()
    {
        if (GCSettings.LatencyMode is GCLatencyMode.NoGCRegion or GCLatencyMode.LowLatency) return false;
        GCMemoryInfo last = GC.GetGCMemoryInfo(GCKind.Any), young = GC.GetGCMemoryInfo(GCKind.Ephemeral);
        long size = GC.GetTotalMemory(false) - last.HeapSizeBytes + last.FragmentedBytes;
        if (last.Index > 0) size += last.GenerationInfo[0].SizeAfterBytes + last.GenerationInfo[1].SizeAfterBytes;
        bool isQuick = young.Index > 0 && young.PauseDurations[0].TotalMilliseconds < QuickMs;
        if (size > QuickBytes && !isQuick) return false;
        GC.Collect(1, GCCollectionMode.Forced, blocking: true);
        return true;
    }

    private void CollectOld()
    {
        // A large heap would stand still for it longer than for a walk.
        bool isInBackground = GCSettings.LatencyMode != GCLatencyMode.Batch;
        if (ObjectCount > (isInBackground ? BackgroundObjects : QuickObjects)) return;
        if (!isInBackground)
        {
            GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: false);
            return;
        }
        long before = Collected();
        GC.Collect(2, GCCollectionMode.Forced, blocking: false);
        Literals.NoteBackground();
        for (long ends = Environment.TickCount64 + BackgroundMs; Collected() == before && Environment.TickCount64 < ends;) Thread.Sleep(2);
    }

    /// <summary>Another number after each collection of everything that is over.</summary>
    private static long Collected() => Math.Max(GC.GetGCMemoryInfo(GCKind.Background).Index, GC.GetGCMemoryInfo(GCKind.FullBlocking).Index);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string? TypeOf(WeakReference<object> weak) => weak.TryGetTarget(out object? target) ? Names.FullName(target.GetType()) : null;

    /// <summary>Weak references in place of the handles.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Hold(nint* handles, int count)
    {
        for (int i = 0; i < count; i++)
        {
            GCHandle handle = GCHandle.FromIntPtr(handles[i]);
            if (handle.Target is { } target) Found.Add(new WeakReference<object>(target));
            handle.Free();
        }
    }
}
