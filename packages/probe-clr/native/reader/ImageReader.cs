using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace Substrate.Reader;

/// <summary>
/// A process whose program holds the runtime itself: a single file. It maps parts of its own file a second time, as assemblies, often below the place where it was
/// loaded; the library takes the lowest for the program. This one tells it where the program is.
/// </summary>
public sealed class ImageReader(IDataReader inner) : IDataReader
{
    public string DisplayName => inner.DisplayName;
    public bool IsThreadSafe => inner.IsThreadSafe;
    public OSPlatform TargetPlatform => inner.TargetPlatform;
    public Architecture Architecture => inner.Architecture;
    public int ProcessId => inner.ProcessId;
    public int PointerSize => inner.PointerSize;

    public IEnumerable<ModuleInfo> EnumerateModules()
    {
        string program = File.ResolveLinkTarget($"/proc/{inner.ProcessId}/exe", false)?.FullName ?? "";
        foreach (string line in File.ReadLines($"/proc/{inner.ProcessId}/maps"))
        {
            string[] parts = line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries);
            if (parts.Length < 6 || parts[5] != program || parts[2].Any(digit => digit != '0')) continue;
            ulong start = ulong.Parse(parts[0].AsSpan(0, parts[0].IndexOf('-')), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
            if (ModuleInfo.TryCreate(inner, start, program) is { } module) return [module];
        }
        return [];
    }

    public bool GetThreadContext(uint thread, uint flags, Span<byte> context) => inner.GetThreadContext(thread, flags, context);
    public void FlushCachedData() => inner.FlushCachedData();
    public int Read(ulong address, Span<byte> buffer) => inner.Read(address, buffer);
    public bool Read<T>(ulong address, out T value) where T : unmanaged => inner.Read(address, out value);
    public T Read<T>(ulong address) where T : unmanaged => inner.Read<T>(address);
    public bool ReadPointer(ulong address, out ulong value) => inner.ReadPointer(address, out value);
    public ulong ReadPointer(ulong address) => inner.ReadPointer(address);
}
