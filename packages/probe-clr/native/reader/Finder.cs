using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using Microsoft.Diagnostics.Runtime;
using Substrate.Payload;

namespace Substrate.Reader;

/// <summary>A place that is told, and how to find it again as long as no collection has moved it.</summary>
public sealed class Place
{
    public required Root Root { get; init; }
    /// <summary>Of a class: its static fields. Null for what lies on the heap.</summary>
    public (string Name, Spot Spot)[]? Statics { get; init; }
    public ulong Object { get; init; }
    public Spot? Variable { get; init; }
    public bool IsOnHeap => Statics == null;
}

/// <summary>Places in their order, each address once.</summary>
public sealed class Placed
{
    private readonly HashSet<Root> _roots = [];

    public List<Place> All { get; } = [];

    public bool Has(Root root) => _roots.Contains(root);

    public void Add(Place place)
    {
        if (_roots.Add(place.Root)) All.Add(place);
    }
}

/// <summary>
/// Where the application's state lies, seen from outside: static fields of its classes, variables of methods that wait, and the objects of its types on the heap that none of
/// these leads to. Garbage lies there as well: what nothing reaches is not told.
/// </summary>
public sealed class Finder(Outside outside)
{
    private const int MostObjects = 2_000_000, MostCandidates = 20_000, PerType = 8, MostRoots = 400, MostFollowed = 1000;
    private const int EarlySearches = 4;
    private const long SearchLimitMs = 2000, SearchShare = 20, SearchEveryMs = 30_000, EarlyEveryMs = 2000;
    private readonly Dictionary<string, Root> _roots = [];
    private readonly HashSet<ulong> _shownTypes = [];
    private long _searchedAt, _searchTook;
    private int _searches;

    public List<Place> Places { get; private set; } = [];
    public List<string> Notes { get; } = [];

    /// <summary>A search takes no more than a twentieth of the time, however large the heap is.</summary>
    public bool MaySearch => _searches == 0 || Environment.TickCount64 - _searchedAt >= _searchTook * SearchShare;

    /// <summary>What came since is not found by reading what was found. A program that has just started has more to show soon.</summary>
    public bool IsOld => _searches == 0 || Environment.TickCount64 - _searchedAt >= (_searches < EarlySearches ? EarlyEveryMs : SearchEveryMs);

    public void Search()
    {
        var clock = Stopwatch.StartNew();
        outside.Refresh();
        Notes.Clear();
        var places = new Placed();
        FindStatics(places);
        try { FindOnHeap(places, clock); }
        catch (Exception e) when (e is not OutOfMemoryException) { Notes.Add($"The heap could not be searched: {e.GetType().Name}: {e.Message}"); }
        // What is not told is gone: told again, it is new.
        foreach (Place place in Places)
            if (!places.Has(place.Root)) place.Root.SentAt = -1;
        Places = places.All;
        _searches++;
        _searchedAt = Environment.TickCount64;
        _searchTook = clock.ElapsedMilliseconds;
    }

    private Root RootOf(string address, string name, Source source)
    {
        if (!_roots.TryGetValue(address, out Root? root)) _roots[address] = root = new Root { Address = address, Name = name, Source = source };
        return root;
    }

    private void FindStatics(Placed places)
    {
        foreach (ClrAppDomain domain in outside.Runtime.AppDomains)
            foreach (ClrModule module in domain.Modules)
            {
                if (outside.OriginOf(module) != Origin.Application) continue;
                foreach ((ulong table, _) in module.EnumerateTypeDefToMethodTableMap())
                {
                    if (outside.Runtime.GetTypeByMethodTable(table) is not { Name: { } name } type || name.Contains("<>", StringComparison.Ordinal) || name[0] == '<') continue;
                    var fields = new List<(string, Spot)>();
                    foreach (ClrStaticField field in type.StaticFields)
                        if (field.Name is { } raw && Names.OfField(raw) is { } own && (field.Attributes & System.Reflection.FieldAttributes.Literal) == 0 && AddressOf(field, domain) is > 0 and ulong at) fields.Add((own, new Spot(field.Type, field.ElementType, at)));
                    if (fields.Count > 0) places.Add(new Place { Root = RootOf("static:" + Outline.Full(name), Outline.Short(name), Source.Static), Statics = [.. fields] });
                }
            }
    }

    private static ulong AddressOf(ClrStaticField field, ClrAppDomain domain)
    {
        try { return field.IsInitialized(domain) ? field.GetAddress(domain) : 0; }
        catch { return 0; }
    }

    private void FindOnHeap(Placed places, Stopwatch clock)
    {
        ClrHeap heap = outside.Heap;
        if (!heap.CanWalkHeap)
        {
            Notes.Add("The heap was not searched: a collection was under way.");
            return;
        }
        var alive = new List<ClrObject>();
        _shownTypes.Clear();
        if (Mark(places, alive, clock) is { } reached) AddLone(alive, reached, clock);
        // What a class holds is told there.
        var covered = new HashSet<ulong>();
        foreach (Place place in places.All)
            foreach ((_, Spot spot) in place.Statics!)
                if (spot.Type is not { IsValueType: true } && !IsValue(spot.Kind)) Cover(outside.Memory.ReadPointer(spot.At), covered, null, clock);
        TakeVariables(places, alive, covered, clock);
        TakeObjects(places, alive, covered, clock);
    }

    private static bool IsValue(ClrElementType kind) => kind is not (ClrElementType.String or ClrElementType.Class or ClrElementType.Object or ClrElementType.SZArray or ClrElementType.Array);

    private bool IsCandidate(ClrType type) => type is { IsFree: false, IsString: false, IsValueType: false } && outside.OutlineOf(type) is var outline && (outline.IsOwn || outline.Method != null);

    /// <summary>Everything that the runtime's own roots lead to, and which of it is the application's; null when that is more than may be looked at.</summary>
    private HashSet<ulong>? Mark(Placed places, List<ClrObject> alive, Stopwatch clock)
    {
        var reached = new HashSet<ulong>();
        var open = new Queue<ulong>();
        void Push(ulong address)
        {
            if (address != 0 && reached.Add(address)) open.Enqueue(address);
        }
        foreach (ClrRoot root in outside.Heap.EnumerateRoots())
            if (root.RootKind != ClrRootKind.FinalizerQueue) Push(root.Object.Address);
        foreach (Place place in places.All)
            foreach ((_, Spot spot) in place.Statics!)
                if (!IsValue(spot.Kind)) Push(outside.Memory.ReadPointer(spot.At));
        while (open.TryDequeue(out ulong next))
        {
            if (reached.Count > MostObjects || alive.Count >= MostCandidates || clock.ElapsedMilliseconds > SearchLimitMs)
            {
                Notes.Add($"The heap was searched in part: {reached.Count} objects were looked at.");
                return null;
            }
            ClrObject value = outside.Heap.GetObject(next);
            if (value.Type is not { } type) continue;
            if (IsCandidate(type)) alive.Add(value);
            if (!type.ContainsPointers) continue;
            foreach (ulong below in value.EnumerateReferenceAddresses(false, false)) Push(below);
        }
        return reached;
    }

    /// <summary>
    /// A thread that is at work shows nothing of its stack. What it alone holds can't be told from garbage, but for the only object of a type: of what is
    /// made and dropped there are many.
    /// </summary>
    private void AddLone(List<ClrObject> alive, HashSet<ulong> reached, Stopwatch clock)
    {
        var only = new Dictionary<ulong, ClrObject>();
        int count = 0;
        foreach (ClrObject one in outside.Heap.EnumerateObjects())
        {
            if (++count > MostObjects || clock.ElapsedMilliseconds > 2 * SearchLimitMs) return;
            if (one.Type is not { } type || !IsCandidate(type)) continue;
            if (!only.TryAdd(type.MethodTable, one)) only[type.MethodTable] = default;
        }
        foreach (ClrObject one in only.Values)
            if (one.Address != 0 && !reached.Contains(one.Address)) alive.Add(one);
    }

    /// <summary>What is told below an object: the ways that the walker takes, and no others.</summary>
    private void Cover(ulong from, HashSet<ulong> covered, Action<ulong>? onMet, Stopwatch clock)
    {
        var open = new Stack<ulong>();
        open.Push(from);
        bool isFirst = true;
        while (open.TryPop(out ulong next) && clock.ElapsedMilliseconds < 3 * SearchLimitMs)
        {
            if (next == 0) continue;
            if (!isFirst) onMet?.Invoke(next);
            isFirst = false;
            if (!covered.Add(next)) continue;
            ClrObject value = outside.Heap.GetObject(next);
            if (value.Type is not { ContainsPointers: true } type || outside.OutlineOf(type) is not { } shape) continue;
            // A node of a list or table is the framework's, and leads to what lies in it.
            bool isPart = type.Name?.StartsWith("System.Collections.", StringComparison.Ordinal) == true;
            if (!(shape.Leads && shape.Method == null || isPart)) continue;
            foreach (ulong below in value.EnumerateReferenceAddresses(false, false)) open.Push(below);
        }
    }

    /// <summary>Variables of methods that wait, and those that lambdas hold: each is told by itself, as it is from inside.</summary>
    private void TakeVariables(Placed places, List<ClrObject> alive, HashSet<ulong> covered, Stopwatch clock)
    {
        var taken = new HashSet<string>();
        var inlined = new HashSet<ulong>();
        foreach (ClrObject one in alive.OrderBy(one => outside.OutlineOf(one.Type!).Machine == null))
        {
            Outline shape = outside.OutlineOf(one.Type!);
            if (shape.Method is not { } method || places.All.Count > MostRoots || !inlined.Add(one.Address)) continue;
            if (shape.Machine is { } machine)
            {
                if (machine.Type is not { } type) continue;
                bool isInside = type.IsValueType;
                ulong at = isInside ? machine.GetAddress(one.Address, false) : outside.Memory.ReadPointer(machine.GetAddress(one.Address, false));
                // Below -1 the method has returned.
                if (type.GetFieldByName("<>1__state") is { } state && outside.Memory.Read<int>(state.GetAddress(at, isInside)) < -1) continue;
                TakeFields(places, type, at, isInside, method, taken, covered, inlined, clock);
            }
            else TakeFields(places, one.Type!, one.Address, false, method, taken, covered, inlined, clock);
        }
    }

    private void TakeFields(Placed places, ClrType type, ulong at, bool isInside, string method, HashSet<string> taken, HashSet<ulong> covered, HashSet<ulong> inlined, Stopwatch clock)
    {
        foreach (ClrInstanceField field in type.Fields)
        {
            if (field.Name is not { } raw) continue;
            ulong place = field.GetAddress(at, isInside);
            if (Names.IsHolder(raw))
            {
                ClrObject holder = outside.Heap.GetObject(outside.Memory.ReadPointer(place));
                if (holder.Type is { } held && inlined.Add(holder.Address)) TakeFields(places, held, holder.Address, false, method, taken, covered, inlined, clock);
                continue;
            }
            if (Names.OfField(raw) is not { } name || !taken.Add($"{method}/{name}")) continue;
            places.Add(new Place { Root = RootOf($"task:{method}/{name}", name, Source.Task), Variable = new Spot(field.Type, field.ElementType, place) });
            if (!IsValue(field.ElementType)) Cover(outside.Memory.ReadPointer(place), covered, null, clock);
        }
        // The object whose method it is.
        if (type.GetFieldByName("<>4__this") is { } self && outside.Memory.ReadPointer(self.GetAddress(at, isInside)) is > 0 and ulong own && !covered.Contains(own)
            && outside.Heap.GetObject(own) is { Type: { } ownType } && outside.OutlineOf(ownType).IsOwn && taken.Add($"{own:x}"))
        {
            places.Add(new Place { Root = RootOf("heap:" + Outline.Full(ownType.Name!), Outline.Short(ownType.Name!), Source.Instance), Object = own });
            Cover(own, covered, null, clock);
        }
    }

    /// <summary>Objects that no other leads to; several of one type are told apart by their number.</summary>
    private void TakeObjects(Placed places, List<ClrObject> alive, HashSet<ulong> covered, Stopwatch clock)
    {
        // By their places: what was made first mostly lies first, before and after a collection.
        alive.Sort((one, other) => one.Address.CompareTo(other.Address));
        var outer = new HashSet<ulong>();
        foreach (ClrObject one in alive)
        {
            if (!outside.OutlineOf(one.Type!).IsOwn || covered.Contains(one.Address)) continue;
            outer.Add(one.Address);
            Cover(one.Address, covered, met => outer.Remove(met), clock);
        }
        var counts = new Dictionary<string, int>();
        foreach (Place place in places.All)
            if (place.Object != 0) counts[place.Root.Address] = 1;
        foreach (ClrObject one in alive)
        {
            // Where others of its type are shown, in a list or a field, this one is left over from before, or on its way to somewhere.
            if (!outer.Contains(one.Address) || places.All.Count > MostRoots || _shownTypes.Contains(one.Type!.MethodTable)) continue;
            string address = "heap:" + Outline.Full(one.Type.Name!);
            int number = counts[address] = counts.GetValueOrDefault(address) + 1;
            if (number > PerType) continue;
            places.Add(new Place { Root = RootOf(number == 1 ? address : $"{address}#{number}", Outline.Short(one.Type.Name!), Source.Instance), Object = one.Address });
        }
    }
}
