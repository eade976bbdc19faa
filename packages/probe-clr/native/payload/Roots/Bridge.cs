using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

namespace Substrate.Payload;

/// <summary>
/// Searches from what the framework keeps alive (timers, sockets, meters, signal handlers, containers) breadth first to the first objects of
/// the application: state machines of async methods that wait for something, closures of timers and handlers. Their variables are state that
/// no field of a reachable class holds. Objects of libraries are passed through as well, after the framework's: a container that is not the
/// framework's, a scheduler, a server of calls leads to what it was given. Its limits are counts, so that a busy machine sees what an idle one sees.
/// </summary>
public sealed class Bridge(Origins origins, ClassState state, Failures failures)
{
    public enum Find : byte { Machine, Object, Service }

    private const int ObjectLimit = 60_000, VisitLimit = 2_000_000;
    private static readonly string[] SkippedSpaces = ["System.Reflection", "System.Globalization", "System.Text", "System.Diagnostics.Tracing", "System.Resources", "System.Security", "System.Linq.Expressions", "System.Runtime.Serialization", "System.Xml"];
    private static readonly int[] Itself = [0];
    private const string Core = "System.Private.CoreLib";
    private readonly StaticPlace[] _places =
    [
        new(Core, "System.Threading.TimerQueue", "<Instances>k__BackingField"), new(Core, "System.Threading.TimerQueue", "s_instances"),
        new("System.Net.Sockets", "System.Net.Sockets.SocketAsyncEngine", "s_registeredContexts"), new("System.Net.Sockets", "System.Net.Sockets.SocketAsyncEngine", "s_engines"),
        new("System.Diagnostics.DiagnosticSource", "System.Diagnostics.Metrics.Meter", "s_allMeters"),
        new(Core, "System.Runtime.InteropServices.PosixSignalRegistration", "s_registrations"), new("System.Runtime.InteropServices", "System.Runtime.InteropServices.PosixSignalRegistration", "s_registrations"),
        new("System.Console", "System.Console", "s_cancelCallbacks"), new(Core, "System.AppContext", "ProcessExit"), new(Core, "System.AppContext", "UnhandledException"),
        new(Core, "System.Threading.ThreadPool", "s_workQueue"), new(Core, "System.Threading.ThreadPoolWorkQueue+WorkStealingQueueList", "s_queues"),
        new(Core, "System.AppContext", "FirstChanceException"), new(Core, "System.Threading.Tasks.TaskScheduler", "UnobservedTaskException"),
    ];
    private readonly Dictionary<Type, Handling> _types = new();
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);
    private readonly List<object> _queue = [], _later = [];
    private readonly List<(object, Find)> _found = [];
    private Type? _socketType;
    private int _visits;
    private bool _inLibraries;

    public int ObjectCount { get; private set; }

    /// <summary>Where the process listens, as its own sockets say.</summary>
    public SortedSet<string> Listening { get; } = new(StringComparer.Ordinal);

    /// <summary>Objects of the application and of libraries, boxes of state machines, and services of the framework that tell about the host.</summary>
    public List<(object Target, Find Kind)> Search(IEnumerable<object> containers)
    {
        _found.Clear();
        if (!Layout.Trusted) return _found;
        _visits = 0;
        _inLibraries = false;
        _socketType ??= Assemblies.Find("System.Net.Sockets")?.GetType("System.Net.Sockets.Socket");
        try
        {
            foreach (object root in FrameworkRoots()) Visit(root, Kind.Followed);
            foreach (object container in containers) Visit(container, Kind.Followed);
            for (int i = 0; i < ObjectLimit && _visits < VisitLimit; i++)
            {
                if (i == _queue.Count)
                {
                    if (_later.Count == 0) break;
                    _inLibraries = true;
                    _queue.AddRange(_later);
                    _later.Clear();
                }
                Follow(_queue[i]);
            }
            ObjectCount = _queue.Count;
        }
        finally
        {
            _queue.Clear();
            _later.Clear();
            _seen.Clear();
            if (_queue.Capacity > 16_384) _queue.Capacity = 1024;
        }
        return _found;
    }

    /// <summary>Lets go of what was found: nothing of the application is kept alive between two searches.</summary>
    public void Forget() => _found.Clear();

    private IEnumerable<object> FrameworkRoots()
    {
        foreach (StaticPlace place in _places)
            if (place.Read(state) is { } root) yield return root;
        foreach (string name in new[] { "_unloading", "_resolving", "_resolvingUnmanagedDll" })
            if (Planner.FindField(typeof(AssemblyLoadContext), name)?.GetValue(AssemblyLoadContext.Default) is { } handler) yield return handler;
    }

    private void Visit(object target, Kind from)
    {
        _visits++;
        Kind kind = Of(target.GetType()).Kind;
        if (kind == Kind.Skipped || !_seen.Add(target)) return;
        switch (kind)
        {
            case Kind.Machine: _found.Add((target, Find.Machine)); break;
            case Kind.Service: _found.Add((target, Find.Service)); break;
            // What an async method holds is shown with the method; it may be met again elsewhere.
            case Kind.Application or Kind.Library when from == Kind.Machine: _seen.Remove(target); return;
            // A closure that a library keeps is how the library was set up.
            case Kind.Application when !_inLibraries || !Names.IsCompilerMade(target.GetType()): _found.Add((target, Find.Object)); break;
            // Of a library's own objects only those that the framework leads to.
            case Kind.Library when !_inLibraries: _found.Add((target, Find.Object)); break;
        }
        if (kind != Kind.Application) (kind == Kind.Library ? _later : _queue).Add(target);
    }

    private enum Kind : byte { Skipped, Followed, Service, Machine, Library, Application }

    /// <summary>What is done with objects of a type, and where references lie in them.</summary>
    private sealed class Handling
    {
        public required Kind Kind;
        public int[]? References;
    }

    /// <summary>Decided once, as thousands of objects have the same type.</summary>
    private Handling Of(Type type)
    {
        if (_types.TryGetValue(type, out Handling? known)) return known;
        try { known = new Handling { Kind = Classify(type) }; }
        catch (Exception e)
        {
            failures.Add($"The type {type.Name}", e);
            known = new Handling { Kind = Kind.Skipped };
        }
        if (!type.IsCollectible) _types[type] = known;
        return known;
    }

    private Kind Classify(Type type)
    {
        if (type == typeof(string) || typeof(MemberInfo).IsAssignableFrom(type) || typeof(Assembly).IsAssignableFrom(type) || type == typeof(Pointer)) return Kind.Skipped;
        if (type.IsArray) return type.GetElementType() is { IsPrimitive: true } ? Kind.Skipped : Kind.Followed;
        if (IsMachine(type)) return Kind.Machine;
        Origin origin = origins.Of(type);
        if (origin == Origin.Own) return Kind.Skipped;
        if (origin == Origin.Framework) return RootFinder.IsTelling(type) ? Kind.Service : IsSkipped(type) ? Kind.Skipped : Kind.Followed;
        if (typeof(Delegate).IsAssignableFrom(type)) return Kind.Followed;
        return origin == Origin.Library ? Services.IsScopeFactory(type) ? Kind.Service : Kind.Library : Kind.Application;
    }

    private void Follow(object target)
    {
        Type type = target.GetType();
        if (type.IsArray)
        {
            FollowArray((Array)target, type);
            return;
        }
        Kind kind = Of(type).Kind;
        if (ReferenceEquals(type, _socketType)) NoteSocket(target);
        ref byte data = ref Layout.DataOf(target);
        foreach (int offset in ReferencesOf(type))
            if (Layout.Reference(ref Unsafe.Add(ref data, offset)) is { } next) Visit(next, kind);
    }

    private void NoteSocket(object socket)
    {
        try
        {
            if (Planner.FindField(socket.GetType(), "_isListening")?.GetValue(socket) is not true) return;
            object? end = Planner.FindField(socket.GetType(), "_localEndPoint")?.GetValue(socket) ?? Planner.FindField(socket.GetType(), "_rightEndPoint")?.GetValue(socket);
            // Nobody asked it yet where it ended up; an address of the framework's own makes the answer.
            if (end?.GetType().FullName == "System.Net.IPEndPoint") end = socket.GetType().GetProperty("LocalEndPoint")?.GetValue(socket) ?? end;
            if (end?.ToString() is { Length: > 0 } text && Listening.Count < 16) Listening.Add(text);
        }
        catch { }
    }

    private void FollowArray(Array array, Type type)
    {
        Type element = type.GetElementType()!;
        int size = Layout.ElementSize(type), length = Math.Min(array.Length, 10_000);
        if (size <= 0 || !type.IsSZArray) return;
        int[] offsets = element.IsValueType ? ReferencesOf(element) : Itself;
        if (offsets.Length == 0) return;
        for (int i = 0; i < length; i++)
        {
            ref byte place = ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(array), (nint)i * size);
            foreach (int offset in offsets)
                if (Layout.Reference(ref Unsafe.Add(ref place, offset)) is { } next) Visit(next, Kind.Followed);
        }
    }

    /// <summary>The box of an async method's state machine.</summary>
    public static bool IsMachine(Type type) => type.IsConstructedGenericType && type.Name.EndsWith("StateMachineBox`1", StringComparison.Ordinal);

    private static bool IsSkipped(Type type)
    {
        string space = type.Namespace ?? "";
        foreach (string skipped in SkippedSpaces)
            if (space.StartsWith(skipped, StringComparison.Ordinal)) return true;
        return false;
    }

    /// <summary>Where references lie in an object or value of the type, those of nested values included.</summary>
    private int[] ReferencesOf(Type type)
    {
        Handling known = Of(type);
        if (known.References != null) return known.References;
        var offsets = new List<int>();
        Collect(type, 0, offsets, 0);
        return known.References = offsets.ToArray();
    }

    private void Collect(Type type, int at, List<int> offsets, int depth)
    {
        if (depth > 6) return;
        for (Type? level = type; level != null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                try
                {
                    Type inner = field.FieldType;
                    if (inner.IsPrimitive || inner.IsEnum || inner.IsPointer || inner.IsByRefLike || inner == typeof(string) || inner.IsFunctionPointer) continue;
                    int offset = Layout.OffsetOf(field);
                    if (offset < 0) continue;
                    if (inner.IsValueType) Collect(inner, at + offset, offsets, depth + 1);
                    else offsets.Add(at + offset);
                }
                catch (Exception e) { failures.Add($"The field {level.Name}.{field.Name}", e); }
            }
        }
    }
}
