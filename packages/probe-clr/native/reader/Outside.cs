using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Reflection.Metadata;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Microsoft.Diagnostics.Runtime;
using Substrate.Payload;

namespace Substrate.Reader;

/// <summary>Why a process can't be read from outside.</summary>
public sealed class Refused(string reason, string message) : Exception(message)
{
    public string Reason => reason;
}

/// <summary>
/// A runtime that is read from outside: its memory as a file, its tables by the library that the runtime's makers build with it. Nothing of ours runs in
/// the process, and nothing stops it, so whatever was read is true only when no collection came between.
/// </summary>
public sealed class Outside : IDisposable
{
    private readonly DataTarget _target;
    private readonly Dictionary<ulong, Origin> _origins = [];
    private readonly Dictionary<ulong, Outline> _outlines = [];
    private readonly List<(ulong Address, int From)> _watched = [];
    private long _stamp;
    /// <summary>Names of the assemblies that the application's dependency file calls its own; null where there is none.</summary>
    private readonly HashSet<string>? _projects;

    public ClrRuntime Runtime { get; }
    public ClrHeap Heap { get; private set; }
    public IMemoryReader Memory => _target.DataReader;

    private Outside(DataTarget target, ClrRuntime runtime)
    {
        (_target, Runtime, Heap) = (target, runtime, runtime.Heap);
        foreach (ClrModule module in runtime.EnumerateModules())
            if ((_projects ??= Origins.ProjectsIn(Path.ChangeExtension(module.Name ?? "", ".deps.json"))) != null) break;
    }

    /// <summary>The libraries are those that may belong to the runtime; the one that was built with it does.</summary>
    public static Outside Open(int pid, IReadOnlyList<string> libraries)
    {
        DataTarget target;
        var options = new DataTargetOptions { FileLocator = new NoFiles(), ForceCompleteRuntimeEnumeration = true };
        try { target = DataTarget.AttachToProcess(pid, false, options); }
        catch (Exception e) { throw new Refused("not_permitted", e.Message); }
        try
        {
            if (target.ClrVersions.IsEmpty) target = new DataTarget(new ImageReader(target.DataReader), options);
            if (target.ClrVersions.IsEmpty) throw new Refused("no_runtime", "no runtime was found in its memory");
            ClrInfo info = target.ClrVersions[0];
            Span<byte> first = stackalloc byte[16];
            if (target.DataReader.Read(info.ModuleInfo.ImageBase, first) == 0) throw new Refused("not_permitted", "the system does not let its memory be read (kernel.yama.ptrace_scope, or a container’s rules)");
            string library = LibraryOf(info, libraries) ?? throw new Refused("no_library", $"libmscordaccore.so of exactly this build of .NET is not on the machine (build {Id(info.BuildId)})");
            ClrRuntime runtime = info.CreateRuntime(library, true);
            return new Outside(target, runtime);
        }
        catch
        {
            target.Dispose();
            throw;
        }
    }

    private static string Id(ImmutableArray<byte> id) => id.IsDefaultOrEmpty ? "unknown" : Convert.ToHexString(id.AsSpan()).ToLowerInvariant();

    /// <summary>
    /// Another build's would read nonsense: it is the one beside a runtime that has the mark which the linker gave this one, or has the mark itself that the
    /// runtime names.
    /// </summary>
    private static string? LibraryOf(ClrInfo info, IReadOnlyList<string> libraries)
    {
        foreach (string library in libraries)
        {
            if (IsBuild(Path.Combine(Path.GetDirectoryName(library) ?? "", "libcoreclr.so"), info.BuildId)) return library;
            foreach (DebugLibraryInfo wanted in info.DebuggingLibraries)
                if (wanted.Kind == DebugLibraryKind.Dac && IsBuild(library, wanted.IndexBuildId)) return library;
        }
        return null;
    }

    private static bool IsBuild(string file, ImmutableArray<byte> build) => !build.IsDefaultOrEmpty && BuildOf(file).AsSpan().SequenceEqual(build.AsSpan());

    /// <summary>The note with which a linker marks what it made; empty where there is none.</summary>
    private static byte[] BuildOf(string library)
    {
        const int NoteSegment = 4, BuildNote = 3;
        try
        {
            using FileStream file = File.OpenRead(library);
            var head = new byte[4096];
            int length = file.ReadAtLeast(head, head.Length, false);
            int table = (int)BitConverter.ToInt64(head, 32), size = BitConverter.ToUInt16(head, 54), count = BitConverter.ToUInt16(head, 56);
            for (int at = table; count-- > 0 && at + size <= length; at += size)
            {
                if (BitConverter.ToInt32(head, at) != NoteSegment) continue;
                var notes = new byte[Math.Min(BitConverter.ToInt64(head, at + 32), 4096)];
                file.Position = BitConverter.ToInt64(head, at + 8);
                file.ReadExactly(notes);
                for (int note = 0; note + 12 < notes.Length;)
                {
                    int name = BitConverter.ToInt32(notes, note) + 3 & ~3, content = BitConverter.ToInt32(notes, note + 4);
                    if (BitConverter.ToInt32(notes, note + 8) == BuildNote) return notes.AsSpan(note + 12 + name, content).ToArray();
                    note += 12 + name + (content + 3 & ~3);
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException) { }
        return [];
    }

    /// <summary>Forgets what was read: the process has gone on. What was had of its types before is of no use after it.</summary>
    public void Refresh()
    {
        Runtime.FlushCachedData();
        Heap = Runtime.Heap;
        _origins.Clear();
        _outlines.Clear();
        _watched.Clear();
        foreach (ClrSegment segment in Heap.Segments)
            if (segment.Kind is GCSegmentKind.Generation0 or GCSegmentKind.Generation1 or GCSegmentKind.Generation2 or GCSegmentKind.Ephemeral) _watched.Add((segment.Address, segment.Kind == GCSegmentKind.Generation0 ? Filled : 0));
        _stamp = Stamp();
    }

    /// <summary>
    /// Whether a collection came since the last <see cref="Refresh"/>: each gives what survives it to an older generation, and so changes the runtime's descriptions of
    /// the parts of its heap. In those of the youngest, how far they are filled is left out: that changes all the time.
    /// </summary>
    public bool HasMoved => Stamp() != _stamp;

    private const int Described = 160, Filled = 32;

    private long Stamp()
    {
        var hash = new HashCode();
        Span<byte> bytes = stackalloc byte[Described];
        foreach ((ulong address, int from) in _watched) hash.AddBytes(bytes.Slice(from, Math.Max(0, Memory.Read(address, bytes) - from)));
        return hash.ToHashCode();
    }

    public Origin OriginOf(ClrType type)
    {
        while (type.ComponentType is { } element) type = element;
        return type.Module is { } module ? OriginOf(module) : Origin.Framework;
    }

    public Origin OriginOf(ClrModule module)
    {
        if (_origins.TryGetValue(module.Address, out Origin known)) return known;
        return _origins[module.Address] = Classify(module);
    }

    /// <summary>As <see cref="Origins"/> has it, by the bytes of the assembly's own description.</summary>
    private Origin Classify(ClrModule module)
    {
        try
        {
            if (module.IsDynamic) return Origin.Application;
            var bytes = new byte[Math.Min(module.MetadataLength, 64 << 20)];
            if (Memory.Read(module.MetadataAddress, bytes) < bytes.Length) return Origin.Framework;
            unsafe
            {
                fixed (byte* start = bytes)
                {
                    var metadata = new MetadataReader(start, bytes.Length);
                    AssemblyDefinition assembly = metadata.GetAssemblyDefinition();
                    string name = metadata.GetString(assembly.Name);
                    if (Origins.IsFrameworkName(name) || Origins.IsFrameworkToken(Token(metadata.GetBlobBytes(assembly.PublicKey)))) return Origin.Framework;
                    return _projects == null || _projects.Contains(name) ? Origin.Application : Origin.Library;
                }
            }
        }
        catch { return Origin.Framework; }
    }

    private static byte[] Token(byte[] key)
    {
        if (key.Length == 0) return [];
        byte[] token = SHA1.HashData(key)[^8..];
        Array.Reverse(token);
        return token;
    }

    public Outline OutlineOf(ClrType type)
    {
        if (_outlines.TryGetValue(type.MethodTable, out Outline? known)) return known;
        return _outlines[type.MethodTable] = Outline.Of(type, OriginOf(type));
    }

    public void Dispose()
    {
        Runtime.Dispose();
        _target.Dispose();
    }

    /// <summary>Nothing is fetched from anywhere.</summary>
    private sealed class NoFiles : IFileLocator
    {
        public string? FindPEImage(string name, int stamp, int size, bool check) => null;
        public string? FindPEImage(string name, SymbolProperties archivedUnder, ImmutableArray<byte> id, OSPlatform platform, bool check) => null;
        public string? FindElfImage(string name, SymbolProperties archivedUnder, ImmutableArray<byte> id, bool check) => null;
        public string? FindMachOImage(string name, SymbolProperties archivedUnder, ImmutableArray<byte> id, bool check) => null;
    }
}
