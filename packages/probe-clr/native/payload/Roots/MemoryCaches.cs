using System;
using System.Collections;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>The entries of an IMemoryCache of the framework. Its tables have other names in each version.</summary>
public sealed class MemoryCaches(Reach reach, object cache)
{
    private const int EntryLimit = 1000;
    private static readonly string[] Tables = ["_stringEntries", "_nonStringEntries", "_entries"];
    private readonly WeakReference<object> _cache = new(cache);

    public static bool Knows(Type type) => type.FullName == "Microsoft.Extensions.Caching.Memory.MemoryCache";

    public int Read(Walker walker)
    {
        if (!_cache.TryGetTarget(out object? live)) return -1;
        object? state = reach.Get(live, "_coherentState");
        int count = 0, node = -1;
        foreach (string table in Tables)
        {
            if (reach.Get(state, table) is not IDictionary entries) continue;
            foreach (DictionaryEntry entry in entries)
            {
                if (entry.Value == null || ++count > EntryLimit) continue;
                if (node < 0) node = walker.AddRoot("MemoryCache");
                walker.AddEntry(node, entry.Key, reach.GetAny(entry.Value, "_value"));
            }
        }
        return node;
    }
}
