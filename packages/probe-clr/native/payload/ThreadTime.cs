using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;

namespace Substrate.Payload;

/// <summary>How long this thread has been on a core: what work costs, however busy the machine is. Where nobody tells, the time on the wall.</summary>
public static class ThreadTime
{
    public static double Ms()
    {
        try
        {
            string told = File.ReadAllText("/proc/thread-self/schedstat");
            return long.Parse(told.AsSpan(0, told.IndexOf(' ')), NumberStyles.None, CultureInfo.InvariantCulture) / 1e6;
        }
        catch { return Stopwatch.GetTimestamp() * 1000.0 / Stopwatch.Frequency; }
    }
}
