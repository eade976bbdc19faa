using System;
using System.Collections.Generic;
using System.Diagnostics;

namespace Substrate.Payload;

/// <summary>
/// One cycle: refresh the roots, read them, write those that read otherwise than when they were last sent. An unchanged application costs an
/// answer of a few bytes.
/// </summary>
public sealed class Capture(RootFinder finder, Walker walker, OperationFinder operations)
{
    private const int EarlySearches = 8, SearchEveryMs = 30_000, SoonSearches = 4, SoonEveryMs = 5000, SearchShare = 400;
    private readonly RootWriter _writer = new(walker);
    private int _searches;
    private long _searchedAt, _searchTook;
    private bool _hasLostTasks;
    private int _listedVersion = -1;
    private ulong _listedHash;

    public void Write(Utf8Buffer json, in Budget budget, bool discover)
    {
        long began = Stopwatch.GetTimestamp();
        _hasLostTasks |= finder.Table.Sweep();
        if (discover || _searches == 0 || finder.IsForgotten) Search();
        else finder.Refresh();
        long found = Stopwatch.GetTimestamp();
        bool takesHeap = finder.HasHeapRoots;
        walker.Compares = true;
        walker.Tracks = takesHeap;
        try
        {
            finder.Table.Arrange();
            ReadAll(budget);
            int known = finder.Table.All.Count;
            ReadTelling();
            if (takesHeap) finder.Failures.Try("What lies on the heap", () => finder.TakeHeap(walker, ReadFrom));
            if (finder.Table.All.Count > known)
            {
                // What several hold is told where it will be told from now on.
                walker.End();
                walker.Tracks = false;
                finder.Table.Arrange();
                ReadAll(budget);
            }
            try { finder.ReadStacks(walker); }
            catch (Exception e) { finder.Failures.Add("The stacks of threads that wait", e); }
            ReadTelling();
            Read(copies: true);
            walker.Walk();
            WriteRoots(json, budget);
            long read = Stopwatch.GetTimestamp();
            WriteOperations(json);
            if (finder.IsHeapDue) json.Raw(",\"heap_due\":true"u8);
            if (finder.HasComeFurther) json.Raw(",\"further\":true"u8);
            WriteTimes(json, Ms(began, found), Ms(found, read), Ms(read, Stopwatch.GetTimestamp()));
        }
        catch
        {
            // Nobody gets what was written: all of it is told the next time.
            foreach (Root root in finder.Table.All) root.SentAt = -1;
            _listedVersion = -1;
            _listedHash = 0;
            throw;
        }
        finally
        {
            walker.End();
            walker.Compares = false;
        }
    }

    /// <summary>
    /// Between two requests: what came since the last search is found without anybody waiting for it. A search may take a four-hundredth
    /// of the time, however large the application is; it comes sooner when something that was found is gone, and in the beginning: the program
    /// may just have started, and what is compiled for a search is compiled within the first minute.
    /// </summary>
    public void Rest()
    {
        if (_searches == 0) return;
        long pause = Environment.TickCount64 - _searchedAt;
        // A Main that was at work, and not waiting, when it was looked for shows at the next look.
        if (!finder.HasMain && finder.Routes.Count == 0 && _searches < EarlySearches || pause >= _searchTook * SearchShare && (_hasLostTasks || pause >= (_searches < SoonSearches ? SoonEveryMs : SearchEveryMs))) Search();
    }

    private void Search()
    {
        double began = ThreadTime.Ms();
        finder.Discover();
        _searches++;
        _hasLostTasks = false;
        _searchedAt = Environment.TickCount64;
        _searchTook = 1 + (long)(ThreadTime.Ms() - began);
    }

    private static double Ms(long from, long to) => Math.Round((to - from) * 1000.0 / Stopwatch.Frequency, 3);

    /// <summary>Milliseconds of the cycle: finding roots, reading them, listing actions.</summary>
    private static void WriteTimes(Utf8Buffer json, double find, double read, double list)
    {
        json.Raw(",\"ms\":["u8);
        json.Number(find);
        json.Raw((byte)',');
        json.Number(read);
        json.Raw((byte)',');
        json.Number(list);
        json.Raw((byte)']');
    }

    /// <summary>Everything but what lies on stacks.</summary>
    private void ReadAll(in Budget budget)
    {
        walker.Begin(budget);
        Claim();
        Read(copies: false);
        walker.Walk();
    }

    /// <summary>Objects that are roots are claimed before anything is read: inside one another they are left out.</summary>
    private void Claim()
    {
        IReadOnlyList<Root> roots = finder.Table.All;
        for (int i = 0; i < roots.Count; i++)
            if (roots[i] is { Field: null, Live: { } live }) walker.Claim(live);
    }

    /// <summary>Reads what the walk came upon that tells something in a way of its own.</summary>
    private void ReadTelling()
    {
        int known = finder.Table.All.Count;
        if (walker.Telling.Count > 0 && finder.TakeTelling(walker.Telling)) ReadFrom(known);
    }

    /// <summary>Reads roots that were found while others are read.</summary>
    private void ReadFrom(int first)
    {
        IReadOnlyList<Root> roots = finder.Table.All;
        for (int i = first; i < roots.Count; i++)
            if (roots[i] is { Field: null, Live: { } live }) walker.Claim(live);
        Read(copies: false, first);
        walker.Walk();
    }

    private void Read(bool copies, int first = 0)
    {
        IReadOnlyList<Root> roots = finder.Table.All;
        for (int i = first; i < roots.Count; i++)
        {
            if (roots[i].IsCopy != copies) continue;
            roots[i].IsUnreached = roots[i].IsLate;
            roots[i].Node = -1;
            if (roots[i].IsLate) continue;
            try { roots[i].Node = finder.Read(walker, roots[i]); }
            catch (Exception e)
            {
                roots[i].Node = -1;
                roots[i].IsUnreached = true;
                finder.Failures.Add($"What {roots[i].Address} holds", e);
            }
        }
    }

    private void WriteRoots(Utf8Buffer json, in Budget budget)
    {
        json.Raw("\"roots\":"u8);
        int reached = 0;
        IReadOnlyList<Root> roots = finder.Table.All;
        _writer.Begin(json);
        for (int i = 0; i < roots.Count; i++)
        {
            Root root = roots[i];
            bool isEmpty = !root.IsUnreached && (root.Node < 0 || walker.IsEmpty(root.Node));
            bool isLate = !root.IsUnreached && !isEmpty && json.Length > budget.MaxBytes;
            if (!root.IsUnreached && !isLate) reached++;
            if (isEmpty) root.SentAt = -1;
            // A root that was not reached is told as it was; one that does not fit and never was told is told as cut.
            else if ((root.IsUnreached || isLate) && root.SentAt >= 0) _writer.Keep(root);
            else if (!root.IsUnreached)
            {
                if (isLate) walker.Omit(root.Node, Omission.Budget);
                _writer.Write(root);
            }
            root.IsUnreached |= isLate;
        }
        _writer.End();
        json.Raw(",\"unreached\":["u8);
        bool first = true;
        for (int i = 0; i < roots.Count; i++)
        {
            if (!roots[i].IsUnreached) continue;
            if (!first) json.Raw((byte)',');
            first = false;
            json.String(roots[i].Address);
        }
        json.Raw("],\"objects\":"u8);
        json.Number(walker.ObjectCount + finder.BridgedObjects);
        WriteCounts(json, walker, roots.Count, reached);
    }

    public static void WriteCounts(Utf8Buffer json, Walker walker, int known, int reached)
    {
        json.Raw(",\"counts\":{\"rootsKnown\":"u8);
        json.Number(known);
        json.Raw(",\"rootsReached\":"u8);
        json.Number(reached);
        json.Raw(",\"nodesRead\":"u8);
        json.Number(walker.NodeCount);
        json.Raw(",\"nodesCut\":"u8);
        json.Number(walker.CutCount);
        json.Raw(",\"nodesFailed\":"u8);
        json.Number(walker.FailedCount);
        json.Raw((byte)'}');
    }

    /// <summary>One place, now: the root's own address, the way from there, and which elements of what lies there.</summary>
    public void WriteOne(Utf8Buffer json, in Budget budget, string address, IReadOnlyList<string> path, int from, int limit)
    {
        json.Raw("\"node\":"u8);
        int start = json.Length;
        walker.Begin(budget);
        try
        {
            int node = finder.Table.Find(address) is { } root ? finder.Read(walker, root) : -1;
            if (node >= 0) node = walker.Follow(node, path);
            if (node >= 0)
            {
                walker.WalkFrom(node, from, limit);
                walker.Write(json, node);
            }
        }
        finally { walker.End(); }
        if (json.Length == start) json.Raw("null"u8);
    }

    /// <summary>What is out of reach, for people.</summary>
    private void WriteNotes(Utf8Buffer json)
    {
        json.Raw(",\"notes\":["u8);
        bool first = true;
        foreach (string note in finder.Notes())
        {
            if (!first) json.Raw((byte)',');
            json.String(note);
            first = false;
        }
        json.Raw((byte)']');
    }

    /// <summary>The list of actions, when the roots are others than at the last time and the list reads otherwise.</summary>
    private void WriteOperations(Utf8Buffer json)
    {
        if (_listedVersion == finder.Table.Version) return;
        _listedVersion = finder.Table.Version;
        finder.Failures.Try("What the application can do", operations.Refresh);
        int start = json.Length;
        json.Raw(",\"actions\":["u8);
        bool first = true;
        foreach (Operation operation in operations.All)
        {
            int before = json.Length;
            try
            {
                if (!first) json.Raw((byte)',');
                OperationWriter.Write(json, operation);
                first = false;
            }
            catch (Exception e)
            {
                json.CutTo(before);
                finder.Failures.Add($"The action {operation.Address}", e);
            }
        }
        json.Raw((byte)']');
        ulong hash = json.HashFrom(start);
        if (hash == _listedHash) json.CutTo(start);
        _listedHash = hash;
        WriteNotes(json);
    }
}
