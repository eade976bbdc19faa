using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Threading;

/// <summary>
/// The first code of ours that a runtime loads. A hook that throws ends the process, so Initialize catches everything, and what it calls is
/// never inlined: a member that this runtime lacks then surfaces inside the try.
///
/// It works on orders: files in a directory that belongs to this process alone, beside the stub. An order names a payload and a channel.
/// When the payload has left, the thread waits for the next order, so that a daemon that comes back needs no second hook.
/// </summary>
internal class StartupHook
{
    private static readonly Dictionary<string, MethodInfo> s_payloads = new Dictionary<string, MethodInfo>();
    private static int s_waiting;

    public static void Initialize()
    {
        try { Start(); }
        catch { }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Start()
    {
        Thread thread = new Thread(Work, 1024 * 1024);
        thread.IsBackground = true;
        thread.Name = "substrate";
        thread.UnsafeStart();
    }

    private static void Work()
    {
        try { Serve(); }
        catch { }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Serve()
    {
        string orders = OrdersDirectory();
        while (true)
        {
            string order = Take(orders) ?? Wait(orders);
            if (order == null) return;
            try { Execute(order); }
            catch (Exception e) { Report(order, e); }
        }
    }

    /// <summary>Waits for an order. One thread waits; a second one ends.</summary>
    private static string Wait(string orders)
    {
        if (Interlocked.Exchange(ref s_waiting, 1) == 1) return null;
        try { return Listen(orders) ?? Watch(orders); }
        finally { Volatile.Write(ref s_waiting, 0); }
    }

    /// <summary>Sleeps in a read of the named pipe that the daemon made, at no cost, and wakes with its first byte; null without a pipe.</summary>
    private static string Listen(string orders)
    {
        try
        {
            string pipe = Path.Combine(orders, "call");
            if (!File.Exists(pipe)) return null;
            byte[] calls = new byte[64];
            // Open for both, it neither waits for a writer nor ends when one goes.
            using (FileStream stream = new FileStream(pipe, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, 0))
            {
                if (stream.CanSeek) return null;
                while (true)
                {
                    // Looked for before the first read: an order may have come before anybody could see that we listen.
                    string order = Take(orders);
                    if (order != null) return order;
                    if (stream.Read(calls, 0, calls.Length) <= 0) return null;
                }
            }
        }
        catch { return null; }
    }

    /// <summary>Looks for an order for ten minutes, at first attentively.</summary>
    private static string Watch(string orders)
    {
        for (int waited = 0; waited < 600_000;)
        {
            int pause = waited < 30_000 ? 100 : 500;
            Thread.Sleep(pause);
            waited += pause;
            string order = Take(orders);
            if (order != null) return order;
        }
        return null;
    }

    /// <summary>Takes an order by deleting its file: of two threads only one can.</summary>
    private static string Take(string orders)
    {
        if (!Directory.Exists(orders)) return null;
        foreach (string path in Directory.GetFiles(orders, "*.order"))
        {
            try
            {
                string text = File.ReadAllText(path);
                string claimed = path + ".taken";
                File.Move(path, claimed);
                File.Delete(claimed);
                return text;
            }
            catch { }
        }
        return null;
    }

    /// <summary>`orders/PID-STARTTIME` beside the stub: a pid may come again, a pid with its start time does not.</summary>
    private static string OrdersDirectory()
    {
        string name = Environment.ProcessId.ToString();
        try
        {
            string stat = File.ReadAllText("/proc/self/stat");
            string[] fields = stat.Substring(stat.LastIndexOf(')') + 2).Split(' ');
            name += "-" + fields[19];
        }
        catch { }
        return Path.Combine(Path.GetDirectoryName(typeof(StartupHook).Assembly.Location), "orders", name);
    }

    /// <summary>Lines of an order: payload, channel, nonce, file for a failure's text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Execute(string order)
    {
        string[] lines = order.Split('\n');
        Load(lines[0]).Invoke(null, BindingFlags.DoNotWrapExceptions, null, new object[] { lines[1], lines[2] }, null);
    }

    /// <summary>
    /// A payload is loaded once and kept: its name holds a hash of what it is. Its context can't be unloaded, because code of one that can is
    /// compiled with every optimisation before it first runs, and a first capture then takes four times as long.
    /// </summary>
    private static MethodInfo Load(string path)
    {
        string name = Path.GetFileName(path);
        lock (s_payloads)
        {
            MethodInfo run;
            if (s_payloads.TryGetValue(name, out run)) return run;
            Assembly payload;
            using (MemoryStream bytes = new MemoryStream(File.ReadAllBytes(path))) payload = new AssemblyLoadContext("Substrate").LoadFromStream(bytes);
            run = payload.GetType("Substrate.Payload.Entry", throwOnError: true).GetMethod("Run");
            s_payloads.Add(name, run);
            return run;
        }
    }

    private static void Report(string order, Exception e)
    {
        try { File.WriteAllText(order.Split('\n')[3], e.GetType().FullName + ": " + e.Message); }
        catch { }
    }
}
