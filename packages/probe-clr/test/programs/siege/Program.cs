// A program in one of many difficult situations, which its argument names.
using System.Runtime.Loader;
using System.Text;

namespace Siege;

public static class Town
{
    public static readonly Dictionary<string, int> Walls = new() { ["north"] = 7 + Environment.ProcessId };
    public static readonly object Gate = new();
}

/// <summary>Its static constructor never returns.</summary>
public static class Well
{
    public static readonly int Depth = Dig();
    public static int Width = 3;

    private static int Dig()
    {
        Program.Begun.Set();
        Thread.Sleep(Timeout.Infinite);
        return 1;
    }
}

public sealed class Broken : TextWriter
{
    public override Encoding Encoding => Encoding.UTF8;
    public override void Write(char value) => throw new IOException("nobody may write");
    public override void Flush() => throw new IOException("nobody may write");
}

public static class Program
{
    public static readonly ManualResetEventSlim Begun = new();

    public static void Main(string[] args)
    {
        Town.Walls["south"] = 9;
        var own = Console.Out;
        switch (args.Length > 0 ? args[0] : "")
        {
            case "starved":
                ThreadPool.SetMinThreads(1, 1);
                ThreadPool.SetMaxThreads(Environment.ProcessorCount, Environment.ProcessorCount);
                for (int i = 0; i < 64; i++) ThreadPool.QueueUserWorkItem(_ => Thread.Sleep(Timeout.Infinite));
                break;
            case "throwing":
                Forever(2, () => { try { throw new InvalidOperationException("as always"); } catch { } });
                break;
            case "collecting":
                // Without a moment between them nothing else of the process runs, its diagnostic port included.
                Forever(1, () =>
                {
                    GC.Collect();
                    Thread.Sleep(1);
                });
                break;
            case "compacting":
                Forever(1, () =>
                {
                    GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                    Thread.Sleep(1);
                });
                break;
            case "allocating":
                Forever(4, () => _ = new byte[40_000]);
                break;
            case "spinning":
                Forever(Environment.ProcessorCount, () => { }, ThreadPriority.Highest);
                break;
            case "threading":
                Forever(2, () => { var one = new Thread(() => { }); one.Start(); one.Join(); });
                break;
            case "changing":
                Forever(2, () => { lock (Town.Gate) Town.Walls[Guid.NewGuid().ToString("n").Substring(0, 4)] = 1; });
                break;
            case "resolving":
                AssemblyLoadContext.Default.Resolving += (_, name) => throw new FileLoadException(name.Name);
                AppDomain.CurrentDomain.AssemblyResolve += (_, asked) => throw new FileLoadException(asked.Name);
                break;
            case "loading":
                AppDomain.CurrentDomain.AssemblyLoad += (_, _) => throw new InvalidOperationException("nothing is loaded here");
                break;
            case "watching":
                AppDomain.CurrentDomain.FirstChanceException += (_, _) => Thread.Yield();
                break;
            case "silenced":
                Console.SetOut(new Broken());
                Console.SetError(new Broken());
                break;
            case "locked":
                new Thread(() => { lock (Town.Gate) lock (Town.Walls) { Begun.Set(); Thread.Sleep(Timeout.Infinite); } }) { IsBackground = true }.Start();
                Begun.Wait();
                break;
            case "initializing":
                new Thread(() => Console.Error.WriteLine(Well.Width)) { IsBackground = true }.Start();
                Begun.Wait();
                break;
        }
        own.WriteLine($"ready {Environment.ProcessId}");
        own.Flush();
        Thread.Sleep(Timeout.Infinite);
    }

    private static void Forever(int threads, Action work, ThreadPriority priority = ThreadPriority.Normal)
    {
        for (int i = 0; i < threads; i++) new Thread(() => { while (true) work(); }) { IsBackground = true, Priority = priority }.Start();
    }
}
