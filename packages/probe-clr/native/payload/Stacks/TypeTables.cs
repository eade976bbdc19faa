using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// The type that the first word of an object stands for. That word points to a table of the runtime; whether one does is told by three things
/// that only such a table has: its module is one that is loaded, its class points back to it, and it is not one that can be unloaded. Where
/// they lie is private to the runtime: they are tried on known types first, and without success no type is ever told.
/// </summary>
public sealed class TypeTables
{
    private const int ModuleAt = 0x18, ClassAt = 0x28, SharedMark = 1, ClassLimit = 0x60;
    /// <summary>Tables of types that can be unloaded have the one mark, or in other versions the other.</summary>
    private const int Unloadable = 0x00200000 | 0x10000000;
    private static readonly Type[] Samples = [typeof(string), typeof(object), typeof(Version), typeof(Channel), typeof(TypeTables), typeof(OwnMemory), typeof(List<string>), typeof(Dictionary<string, int>), typeof(int[]), typeof(string[])];
    private readonly OwnMemory _memory;
    private readonly Dictionary<nint, Type?> _known = new();
    private readonly HashSet<nint> _modules = [];
    private readonly FieldInfo? _moduleField;
    private int _backAt = -1;

    public TypeTables(OwnMemory memory)
    {
        _memory = memory;
        _moduleField = typeof(object).Module.GetType().GetField("m_pData", BindingFlags.Instance | BindingFlags.NonPublic);
        try { Learn(); }
        catch { _backAt = -1; }
    }

    public bool IsKnown => _backAt >= 0;

    /// <summary>Finds where a class points back to its table, and tries the whole on types of several kinds.</summary>
    private void Learn()
    {
        if (_moduleField?.FieldType != typeof(nint) || sizeof(long) != Unsafe.SizeOf<nint>()) return;
        // Tables come with the first use of a type: what is loaded and what is mapped is looked at after that.
        if (Array.Exists(Samples, one => one.TypeHandle.Value == 0) || !_memory.Refresh()) return;
        LookAtModules();
        for (int at = 0; at < ClassLimit; at += 8)
        {
            _backAt = at;
            if (Array.TrueForAll(Samples, IsTable) && !IsTable(typeof(string).TypeHandle.Value + 8)) return;
        }
        _backAt = -1;
    }

    private bool IsTable(Type type) => IsTable(type.TypeHandle.Value) && RuntimeTypeHandle.FromIntPtr(type.TypeHandle.Value).Equals(type.TypeHandle);

    /// <summary>Modules that were loaded since; those that can be unloaded are left out.</summary>
    public void LookAtModules()
    {
        foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
            if (!assembly.IsCollectible && !assembly.IsDynamic && _moduleField?.GetValue(assembly.ManifestModule) is nint module and not 0) _modules.Add(module);
    }

    private bool IsTable(nint table)
    {
        if (table == 0 || (table & 7) != 0 || !_modules.Contains(_memory.Word(table + ModuleAt)) || (_memory.Half(table) & Unloadable) != 0) return false;
        nint own = _memory.Word(table + ClassAt);
        if ((own & SharedMark) == 0) return own != 0 && _memory.Word(own + _backAt) == table;
        // One of several that share their code: the one that stands for all of them has the class.
        nint shared = own & ~(nint)7;
        own = _memory.Word(shared + ClassAt);
        return own != 0 && (own & SharedMark) == 0 && _memory.Word(own + _backAt) == shared;
    }

    /// <summary>The type of an object whose first word this is; null when it is none, or none that may be told.</summary>
    public Type? Of(nint table)
    {
        if (_backAt < 0) return null;
        if (_known.TryGetValue(table, out Type? known)) return known;
        Type? type = IsTable(table) ? Type.GetTypeFromHandle(RuntimeTypeHandle.FromIntPtr(table)) : null;
        if (type != null && (type.IsCollectible || type.ContainsGenericParameters || type.TypeHandle.Value != table)) type = null;
        if (_known.Count > 20_000) _known.Clear();
        _known[table] = type;
        return type;
    }
}
