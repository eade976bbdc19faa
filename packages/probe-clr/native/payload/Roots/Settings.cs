using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// What an application was configured with: the values of the framework's own configuration sources (files, the command line, code), nested
/// as their names say. The environment, user secrets and vaults are left out. A host puts its configuration together in steps, each an object
/// of its own: the largest is the application's.
/// </summary>
public sealed class Settings
{
    private readonly Reach _reach;
    private readonly List<Settings> _all;
    private readonly WeakReference<object> _configuration;
    private int _count;

    public Settings(Reach reach, object configuration, List<Settings> all)
    {
        _reach = reach;
        _configuration = new(configuration);
        _all = all;
        all.Add(this);
    }

    private const int EntryLimit = 400;
    private static readonly string[] Told = ["JsonConfigurationProvider", "JsonStreamConfigurationProvider", "CommandLineConfigurationProvider", "MemoryConfigurationProvider", "IniConfigurationProvider", "XmlConfigurationProvider"];
    private readonly List<Dictionary<string, string?>> _tables = [];
    private Dictionary<string, object?> _tree = [];
    private int _seen;

    public static bool Knows(Type type) => type.FullName is "Microsoft.Extensions.Configuration.ConfigurationManager" or "Microsoft.Extensions.Configuration.ConfigurationRoot";

    public int Read(Walker walker)
    {
        if (!_configuration.TryGetTarget(out object? live)) return -1;
        _tables.Clear();
        Collect(live, 0);
        int now = Fingerprint();
        if (now != _seen) Build();
        _seen = now;
        _tables.Clear();
        return _tree.Count == 0 || !IsLargest() ? -1 : walker.AddRoot("Configuration", _tree);
    }

    private bool IsLargest()
    {
        foreach (Settings other in _all)
            if (other._count > _count) return false;
        return true;
    }

    private void Collect(object configuration, int depth)
    {
        object? providers = _reach.Get(configuration, "_providers") ?? _reach.GetAny(_reach.Get(_reach.Get(configuration, "_providerManager"), "_refCountedProviders"), "_providers", "<Providers>k__BackingField");
        if (providers is not System.Collections.IList list || depth > 3) return;
        for (int i = 0; i < list.Count; i++)
        {
            if (list[i] is not { } provider) continue;
            if (_reach.Get(provider, "_config") is { } inner && Knows(inner.GetType())) Collect(inner, depth + 1);
            else if (Array.IndexOf(Told, provider.GetType().Name) >= 0 && !IsSecret(provider) && _reach.Get(provider, "<Data>k__BackingField") is Dictionary<string, string?> data) _tables.Add(data);
        }
    }

    private bool IsSecret(object provider) => _reach.Get(_reach.Get(provider, "<Source>k__BackingField"), "<Path>k__BackingField") is "secrets.json";

    /// <summary>Another number when a value is another text. A table that changes meanwhile is read at the next time.</summary>
    private int Fingerprint()
    {
        int sum = 1;
        try
        {
            foreach (Dictionary<string, string?> table in _tables)
                foreach (KeyValuePair<string, string?> entry in table) sum = sum * 31 + RuntimeHelpers.GetHashCode(entry.Value);
        }
        catch (InvalidOperationException) { return _seen; }
        return sum;
    }

    private void Build()
    {
        var tree = new Dictionary<string, object?>();
        int count = 0;
        foreach (Dictionary<string, string?> table in _tables)
        {
            foreach ((string path, string? value) in new List<KeyValuePair<string, string?>>(table))
            {
                // A section has no value of its own.
                if (value == null) continue;
                if (++count > EntryLimit) break;
                string[] parts = path.Split(':');
                Dictionary<string, object?> level = tree;
                for (int i = 0; i < parts.Length - 1; i++)
                {
                    if (level.GetValueOrDefault(parts[i]) is not Dictionary<string, object?> next) level[parts[i]] = next = [];
                    level = next;
                }
                level[parts[^1]] = value;
            }
        }
        _tree = tree;
        _count = count;
    }
}
