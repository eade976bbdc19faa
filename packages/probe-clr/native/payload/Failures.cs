using System;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>
/// What could not be looked at, for people. A type whose assembly is missing makes every question about it throw: each step stands alone,
/// and what failed is said once.
/// </summary>
public sealed class Failures
{
    private const int Limit = 20;
    private readonly HashSet<string> _known = [];
    private readonly List<string> _notes = [];

    public IReadOnlyList<string> Notes => _notes;

    public void Add(string what, Exception e)
    {
        string reason = e.Message.Split('\n')[0].Trim();
        if (_notes.Count < Limit && _known.Add(what)) _notes.Add($"{what} could not be read: {e.GetType().Name}: {(reason.Length > 200 ? reason.Substring(0, 200) + "…" : reason)}");
    }

    /// <summary>Runs one step; one that fails is noted, and the others go on.</summary>
    public void Try(string what, Action step)
    {
        try { step(); }
        catch (Exception e) { Add(what, e); }
    }
}
