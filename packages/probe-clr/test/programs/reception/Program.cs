// A loop on one thread, as user interfaces have it, made by the program itself, and calls that do not return.
using System.Collections.Concurrent;

namespace Reception;

public sealed class Loop : SynchronizationContext
{
    private readonly BlockingCollection<Action> work = new();

    public override void Post(SendOrPostCallback callback, object? state) => work.Add(() => callback(state));

    public void Run(Func<bool> isOver)
    {
        while (!isOver()) work.Take()();
    }
}

/// <summary>Belongs to the thread that made it, which is known by the context that it keeps.</summary>
public sealed class Desk
{
    private readonly SynchronizationContext home = SynchronizationContext.Current!;
    private readonly Loop loop;
    private bool isOpen;

    public Desk(Loop loop) => this.loop = loop;

    public List<string> Guests { get; } = ["Ada"];
    public int LastThread { get; private set; }
    public event Action? Changed;

    public int Welcome(string name)
    {
        LastThread = Environment.CurrentManagedThreadId;
        Guests.Add(name);
        Changed?.Invoke();
        return Guests.Count;
    }

    /// <summary>A dialog: the thread goes on with other work inside the call.</summary>
    public void Ask()
    {
        isOpen = true;
        loop.Run(() => !isOpen);
    }

    public void Answer() => isOpen = false;

    /// <summary>A dialog that is awaited.</summary>
    public Task AskLater() => new TaskCompletionSource().Task;

    /// <summary>The thread itself stands still.</summary>
    public void Freeze(int milliseconds) => Thread.Sleep(milliseconds);

    public override string ToString() => home.ToString() ?? "";
}

/// <summary>Nobody's: each call may be on any thread.</summary>
public sealed class Archive
{
    private readonly ManualResetEvent never = new(false);

    public List<string> Files { get; } = ["1998"];
    public double Sum { get; private set; }

    public int File(string name)
    {
        Files.Add(name);
        return Files.Count;
    }

    public void WaitForever() => never.WaitOne();

    public async Task<string> Fetch(int milliseconds)
    {
        await Task.Delay(milliseconds);
        return "fetched";
    }

    /// <summary>Takes long, and works all the time.</summary>
    public double Count(int milliseconds)
    {
        var until = DateTime.UtcNow.AddMilliseconds(milliseconds);
        while (DateTime.UtcNow < until) Sum += 0.5;
        return 1;
    }
}

/// <summary>Has no context of its own; the desk listens to it.</summary>
public sealed class Bell
{
    public event Action? Rung;
    public int Rings { get; private set; }

    public int Ring()
    {
        Rung?.Invoke();
        Rings++;
        return Environment.CurrentManagedThreadId;
    }
}

public static class Program
{
    public static Desk Desk = null!;
    public static readonly Archive Archive = new();
    public static readonly Bell Bell = new();

    public static void Main()
    {
        var loop = new Loop();
        SynchronizationContext.SetSynchronizationContext(loop);
        Desk = new Desk(loop);
        Bell.Rung += Desk.Answer;
        Console.WriteLine($"ready {Environment.CurrentManagedThreadId}");
        loop.Run(() => false);
    }
}
