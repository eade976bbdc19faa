using System;

namespace Substrate.Payload;

/// <summary>The entries of an IMemoryCache of the framework. Its tables have other names in each version.</summary>
public sealed class MemoryCaches(Reach reach, object cache)
{
    private static readonly string[] Tables = ["_stringEntries", "_nonStringEntries", "_entries"];
    private readonly WeakReference<object> _cache = new(cache);

    public static bool Knows(Type type) => type.FullName == "Microsoft.Extensions.Caching.Memory.MemoryCache";

    public int Read(Walker walker)
    {
        if (!_cache.TryGetTarget(out object? live)) return -1;
        object? state = reach.Get(live, "_coherentState");
        int node = walker.AddRoot("MemoryCache");
        foreach (string table in Tables)
            if (reach.Get(state, table) is { } entries) walker.AddEntries(node, entries);
        return walker.HasChildren(node) ? node : -1;
    }
}
