// A million objects, and a thread that sleeps a millisecond at a time and tells how long it was kept from running.
using System.Diagnostics;
using Microsoft.Win32.SafeHandles;

Depot.Fill(args.Length > 0 ? int.Parse(args[0]) : 1_000_000);
new Thread(Clock.Run) { IsBackground = true, Priority = ThreadPriority.Highest }.Start();
Console.WriteLine("ready");
// Each line asks what was seen since the one before.
while (Console.ReadLine() != null) Console.WriteLine(Clock.Tell());

public sealed class Parcel
{
    public int Id;
    public string? Label;
    public double Weight;
}

public static class Depot
{
    public static readonly List<Parcel> Parcels = [];

    public static void Fill(int objects)
    {
        // Every second one has a text of its own: half of the objects are parcels.
        for (int i = 0; i < objects / 3 * 2; i++) Parcels.Add(new Parcel { Id = i, Label = i % 2 == 0 ? $"Parcel {i}" : null, Weight = i * 0.25 });
    }
}

public static class Clock
{
    private static readonly object Gate = new();
    private static double longest, longestHeld;
    private static long over;

    public static void Run()
    {
        file = File.OpenHandle("/proc/thread-self/schedstat");
        (double atMs, double waitedMs) = (0, Waited());
        var clock = Stopwatch.StartNew();
        while (true)
        {
            Thread.Sleep(1);
            double now = clock.Elapsed.TotalMilliseconds;
            double gap = now - atMs - 1;
            if (gap > 3)
            {
                // Time in the queue for a core is the machine's doing; the rest is the runtime's.
                double waited = Waited();
                double held = gap - (waited - waitedMs);
                lock (Gate) (longest, longestHeld, over) = (Math.Max(longest, gap), Math.Max(longestHeld, held), over + (held > 50 ? 1 : 0));
            }
            waitedMs = Waited();
            atMs = clock.Elapsed.TotalMilliseconds;
        }
    }

    public static string Tell()
    {
        lock (Gate)
        {
            string told = $"{longest:0.0} {longestHeld:0.0} {over} {GC.GetTotalAllocatedBytes(true)} {GC.CollectionCount(2)}";
            (longest, longestHeld, over) = (0, 0, 0);
            return told;
        }
    }

    private static SafeFileHandle file = null!;
    private static readonly byte[] Bytes = new byte[128];

    /// <summary>The second number of the thread's own file, in nanoseconds.</summary>
    private static double Waited()
    {
        int length = RandomAccess.Read(file, Bytes, 0);
        int at = Array.IndexOf(Bytes, (byte)' ') + 1;
        long sum = 0;
        for (; at < length && Bytes[at] is >= (byte)'0' and <= (byte)'9'; at++) sum = sum * 10 + Bytes[at] - '0';
        return sum / 1e6;
    }
}
