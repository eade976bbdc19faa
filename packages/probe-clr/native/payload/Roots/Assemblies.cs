using System;
using System.Collections.Generic;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>
/// The assemblies that are loaded. Listing them makes garbage, so it is done when their number is another than before; the runtime tells the
/// number for nothing, to those who know whom to ask.
/// </summary>
public static class Assemblies
{
    private sealed record Listing(uint Count, int Length, Dictionary<string, WeakReference<Assembly>> ByName);

    private static readonly Func<uint>? s_count = FindCount();
    private static Listing? s_last;

    public static uint Count => s_count != null ? s_count() : (uint)AppDomain.CurrentDomain.GetAssemblies().Length;

    /// <summary>Lists them. One that was counted before it could be listed is seen here at the latest, and is found from then on.</summary>
    public static Assembly[] All()
    {
        Assembly[] all = AppDomain.CurrentDomain.GetAssemblies();
        if (s_last?.Length != all.Length) s_last = null;
        return all;
    }

    /// <summary>The first one of that simple name.</summary>
    public static Assembly? Find(string name)
    {
        uint count = Count;
        Listing? last = s_last;
        if (last == null || last.Count != count) s_last = last = List(count);
        return last.ByName.TryGetValue(name, out WeakReference<Assembly>? weak) && weak.TryGetTarget(out Assembly? found) ? found : null;
    }

    private static Listing List(uint count)
    {
        var byName = new Dictionary<string, WeakReference<Assembly>>();
        Assembly[] all = AppDomain.CurrentDomain.GetAssemblies();
        foreach (Assembly assembly in all) byName.TryAdd(assembly.GetName().Name ?? "", new(assembly));
        return new Listing(count, all.Length, byName);
    }

    private static Func<uint>? FindCount()
    {
        try { return typeof(Assembly).GetMethod("GetAssemblyCount", BindingFlags.Static | BindingFlags.NonPublic, [])?.CreateDelegate<Func<uint>>() is { } count && count() > 0 ? count : null; }
        catch { return null; }
    }
}
