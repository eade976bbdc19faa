using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.IO;
using Microsoft.Win32.SafeHandles;

namespace Substrate.Payload;

/// <summary>
/// Where the frames of managed methods lie on the stacks of threads that wait in a system call. A frame begins with the address of the one
/// above it, and the place in the code where that one goes on: such pairs form a chain, which is followed for as long as it leads upwards.
/// </summary>
public sealed class BlockedThreads(OwnMemory memory)
{
    private const int ThreadLimit = 64, StackLimit = 1 << 20;

    /// <summary>A part of a stack, and how often its thread had run when it was found.</summary>
    public readonly record struct Stretch(int Thread, nint Start, nint End, long Turns);

    /// <summary>The part of each stack that managed methods have; none for a thread that runs.</summary>
    public List<Stretch> Find()
    {
        var found = new List<Stretch>();
        foreach (string folder in Threads())
        {
            if (found.Count >= ThreadLimit || !int.TryParse(Path.GetFileName(folder), out int thread)) continue;
            long turns = TurnsOf(thread);
            nint pointer = StackPointer(thread);
            if (pointer == 0 || memory.Find(pointer) is not { IsReadable: true } stack || IsOwn(stack)) continue;
            if (ManagedPart(pointer, stack.End) is { } part) found.Add(new Stretch(thread, part.Start, part.End, turns));
        }
        return found;
    }

    private static string[] Threads()
    {
        try { return Directory.GetDirectories("/proc/self/task"); }
        catch { return []; }
    }

    private static unsafe bool IsOwn(OwnMemory.Mapping stack)
    {
        byte here = 0;
        nint address = (nint)(&here);
        return address >= stack.Start && address < stack.End;
    }

    /// <summary>Changes whenever the thread has run.</summary>
    public static long TurnsOf(int thread)
    {
        using SafeFileHandle? file = Open(thread, "schedstat");
        Span<byte> bytes = stackalloc byte[128];
        // The time that it ran, in nanoseconds, comes first.
        return Utf8Parser.TryParse(Read(file, bytes), out long time, out _) ? time : 0;
    }

    public static SafeFileHandle? Open(int thread, string what)
    {
        try { return File.OpenHandle($"/proc/self/task/{thread}/{what}"); }
        catch { return null; }
    }

    private static ReadOnlySpan<byte> Read(SafeFileHandle? file, Span<byte> into)
    {
        try { return file == null ? default : into.Slice(0, RandomAccess.Read(file, into, 0)); }
        catch { return default; }
    }

    public static bool IsThere(int thread) => Directory.Exists($"/proc/self/task/{thread}");

    /// <summary>Where the stack of a thread ends that waits in a system call; 0 when it runs.</summary>
    public static nint StackPointer(int thread)
    {
        using SafeFileHandle? file = Open(thread, "syscall");
        return StackPointer(file);
    }

    /// <summary>The same, from the file that tells what the thread waits in.</summary>
    public static nint StackPointer(SafeFileHandle? file)
    {
        Span<byte> bytes = stackalloc byte[256];
        // Number, six arguments, stack pointer, place in the code; `running`, or only the last two, otherwise.
        ReadOnlySpan<byte> text = Read(file, bytes);
        int end = text.LastIndexOf((byte)' ');
        int start = end < 0 ? -1 : text.Slice(0, end).LastIndexOf((byte)' ') + 1;
        return start > 0 && text.Slice(start).StartsWith("0x"u8) && Utf8Parser.TryParse(text.Slice(start + 2), out long pointer, out _, 'x') ? (nint)pointer : 0;
    }

    private (nint Start, nint End)? ManagedPart(nint pointer, nint top)
    {
        nint limit = (nint)Math.Min((long)top, (long)pointer + StackLimit);
        for (nint at = (pointer + 7) & ~(nint)7; at + 16 <= limit; at += 8)
        {
            if (!IsLink(at, limit) || !IsManaged(at)) continue;
            nint end = at;
            for (nint link = at; IsLink(link, limit); link = memory.Word(link))
                if (IsManaged(link)) end = memory.Word(link);
            return (at + 16, end);
        }
        return null;
    }

    private bool IsLink(nint at, nint limit)
    {
        nint above = memory.Word(at);
        return above > at && above + 16 <= limit && (above & 7) == 0;
    }

    private bool IsManaged(nint link) => memory.Find(memory.Word(link + 8)) is { Holds: OwnMemory.Holds.ManagedCode };
}
