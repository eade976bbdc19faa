using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;

namespace Substrate.Payload;

/// <summary>How long this thread has been on a core: what work costs, however busy the machine is. Where nobody tells, the time on the wall.</summary>
public static class ThreadTime
{
    public static double Ms() => Ms("/proc/thread-self/schedstat") ?? Stopwatch.GetTimestamp() * 1000.0 / Stopwatch.Frequency;

    /// <summary>The same of the thread whose file that is; null when nobody tells.</summary>
    public static double? Ms(string? file)
    {
        if (file == null) return null;
        try
        {
            string told = File.ReadAllText(file);
            return long.Parse(told.AsSpan(0, told.IndexOf(' ')), NumberStyles.None, CultureInfo.InvariantCulture) / 1e6;
        }
        catch { return null; }
    }

    /// <summary>Where other threads read how long this one has been on a core.</summary>
    public static string? OwnFile()
    {
        try { return new FileInfo("/proc/thread-self").LinkTarget is { } link ? $"/proc/{link}/schedstat" : null; }
        catch { return null; }
    }
}
