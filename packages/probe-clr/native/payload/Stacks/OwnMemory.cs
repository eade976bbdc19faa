using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Substrate.Payload;

/// <summary>
/// Reads this process's memory as a file, so that an address that leads nowhere is a failed read and not the end of the process. What is read
/// are bytes: no address ever becomes a reference.
/// </summary>
public sealed class OwnMemory : IDisposable
{
    private const int PageSize = 4096;
    private readonly List<Mapping> _mappings = [];
    private readonly byte[] _page = new byte[PageSize];
    private SafeFileHandle? _file;
    private nint _pageAt = -1;

    public enum Holds : byte { Data, ManagedCode, OtherCode }

    public readonly record struct Mapping(nint Start, nint End, bool IsReadable, Holds Holds);

    /// <summary>Looks at the map again: what was mapped since can be read, and what was read is forgotten.</summary>
    public bool Refresh()
    {
        _pageAt = -1;
        _mappings.Clear();
        try
        {
            _file ??= File.OpenHandle("/proc/self/mem");
            ReadMap();
        }
        catch { return false; }
        return _mappings.Count > 0;
    }

    /// <summary>Forgets what was read, not what is mapped.</summary>
    public void Forget() => _pageAt = -1;

    /// <summary>Line by line, as bytes: there are hundreds of them.</summary>
    private void ReadMap()
    {
        using SafeFileHandle file = File.OpenHandle("/proc/self/maps");
        Span<byte> bytes = stackalloc byte[16 * 1024];
        long at = 0;
        for (int have = 0, count; (count = RandomAccess.Read(file, bytes.Slice(have), at)) > 0; at += count)
        {
            ReadOnlySpan<byte> text = bytes.Slice(0, have + count);
            for (int end; (end = text.IndexOf((byte)'\n')) >= 0; text = text.Slice(end + 1))
                if (Parse(text.Slice(0, end)) is { } mapping) _mappings.Add(mapping);
            // No line is as long as that: a path has at most 4096 characters.
            have = text.Length < bytes.Length ? text.Length : 0;
            text.Slice(0, have).CopyTo(bytes);
        }
    }

    private static Mapping? Parse(ReadOnlySpan<byte> line)
    {
        int dash = line.IndexOf((byte)'-'), space = line.IndexOf((byte)' ');
        if (dash <= 0 || space < dash || line.Length < space + 5) return null;
        if (!Utf8Parser.TryParse(line.Slice(0, dash), out long start, out _, 'x') || !Utf8Parser.TryParse(line.Slice(dash + 1), out long end, out _, 'x')) return null;
        Holds holds = Holds.Data;
        if (line[space + 3] == 'x')
        {
            // Code that was compiled while the program runs lies in memory without a file, or in one without a name; the rest in its assembly.
            int slash = line.IndexOf((byte)'/');
            bool isManaged = slash < 0 ? !line.Contains((byte)'[') : line.Slice(slash).StartsWith("/memfd:"u8) || line.EndsWith(".dll"u8) || line.EndsWith(".DLL"u8);
            holds = isManaged ? Holds.ManagedCode : Holds.OtherCode;
        }
        return new Mapping((nint)start, (nint)end, line[space + 1] == 'r', holds);
    }

    public Mapping? Find(nint address)
    {
        int low = 0, high = _mappings.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) >> 1;
            Mapping one = _mappings[middle];
            if (address < one.Start) high = middle - 1;
            else if (address >= one.End) low = middle + 1;
            else return one;
        }
        return null;
    }

    /// <summary>The mappings around an address that lie without a gap: what was reserved at once, in use or not.</summary>
    public (nint Start, nint End) Around(nint address)
    {
        int at = _mappings.FindIndex(one => address >= one.Start && address < one.End);
        if (at < 0) return (0, 0);
        int first = at, last = at;
        while (first > 0 && _mappings[first - 1].End == _mappings[first].Start && _mappings[first - 1].Holds == Holds.Data) first--;
        while (last + 1 < _mappings.Count && _mappings[last + 1].Start == _mappings[last].End && _mappings[last + 1].Holds == Holds.Data) last++;
        return (_mappings[first].Start, _mappings[last].End);
    }

    /// <summary>Reads that many bytes; false when not all of them are there.</summary>
    public bool Read(nint address, Span<byte> into)
    {
        while (into.Length > 0)
        {
            nint page = address & ~(nint)(PageSize - 1);
            if (page != _pageAt && !Load(page)) return false;
            int at = (int)(address - page), length = Math.Min(into.Length, PageSize - at);
            _page.AsSpan(at, length).CopyTo(into);
            into = into.Slice(length);
            address += length;
        }
        return true;
    }

    private bool Load(nint page)
    {
        _pageAt = -1;
        // A read that is known to fail is not tried: an exception would be seen by those who watch for them.
        if (Find(page) is not { IsReadable: true }) return false;
        try
        {
            if (RandomAccess.Read(_file!, _page, page) != PageSize) return false;
        }
        catch { return false; }
        _pageAt = page;
        return true;
    }

    public nint Word(nint address)
    {
        Span<byte> bytes = stackalloc byte[8];
        return Read(address, bytes) ? (nint)MemoryMarshal.Read<long>(bytes) : 0;
    }

    public int Half(nint address)
    {
        Span<byte> bytes = stackalloc byte[4];
        return Read(address, bytes) ? MemoryMarshal.Read<int>(bytes) : 0;
    }

    public void Dispose() => _file?.Dispose();
}
