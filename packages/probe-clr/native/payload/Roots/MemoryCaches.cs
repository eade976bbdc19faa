using System;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>The entries of an IMemoryCache of the framework, how much it may hold and how it did. Its tables have other names in each version.</summary>
public sealed class MemoryCaches(Reach reach, object cache)
{
    private static readonly string[] Tables = ["_stringEntries", "_nonStringEntries", "_entries"];
    private readonly WeakReference<object> _cache = new(cache);
    private readonly MethodInfo? _statistics = cache.GetType().GetMethod("GetCurrentStatistics", Type.EmptyTypes);

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

    /// <summary>What it was set to and, where it keeps count, how it did.</summary>
    public int ReadSettings(Walker walker)
    {
        if (!_cache.TryGetTarget(out object? live) || reach.Get(live, "_options") is not { } options) return -1;
        int node = walker.AddRoot("MemoryCacheStatistics");
        if (reach.Get(options, "_sizeLimit") is long limit and >= 0) walker.AddChild(node, "SizeLimit", limit, typeof(long));
        // The framework's own sum over the threads that asked; null where nobody counts.
        if (_statistics?.Invoke(live, null) is not { } told) return walker.HasChildren(node) ? node : -1;
        foreach (PropertyInfo property in told.GetType().GetProperties())
            if (property.GetValue(told) is long count) walker.AddChild(node, Short(property.Name), count, typeof(long));
        return node;
    }

    private static string Short(string name) => name.StartsWith("Current", StringComparison.Ordinal) ? name.Substring(7) : name;
}
