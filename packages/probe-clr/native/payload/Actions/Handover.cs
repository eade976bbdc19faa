using System;
using System.Threading;

namespace Substrate.Payload;

/// <summary>A call that was begun and that nobody waits for any longer.</summary>
public sealed class StillRunningException(string message) : Exception(message);

/// <summary>A call that never began: the thread that it belongs to took no work.</summary>
public sealed class NotBegunException(string message) : Exception(message);

/// <summary>Work that is handed to another thread and waited for here. What has not begun when its caller gives up never runs.</summary>
public sealed class Handover(Func<object?> work)
{
    private const int SoonMs = 1000, LookMs = 50;
    private const int Waiting = 0, Begun = 1, GivenUp = 2;
    private readonly ManualResetEventSlim _done = new();
    private object? _value;
    private Exception? _failure;
    private int _state;

    public void Run()
    {
        if (Interlocked.CompareExchange(ref _state, Begun, Waiting) != Waiting) return;
        try { _value = work(); }
        catch (Exception e) { _failure = e; }
        finally { _done.Set(); }
    }

    /// <summary>For work of our own, which ends: once it has begun it is waited for.</summary>
    public object? Await(CancellationToken cancellation)
    {
        try { _done.Wait(cancellation); }
        catch (OperationCanceledException)
        {
            if (GivesUp) throw new NotBegunException("The user interface's thread was busy: nothing was done.");
            _done.Wait();
        }
        return Outcome;
    }

    /// <summary>For the application's code, which may not return: nobody waits for it longer than it was told.</summary>
    public object? AwaitCall(Home home, CancellationToken cancellation)
    {
        try
        {
            if (!_done.Wait(SoonMs, cancellation) && Volatile.Read(ref _state) == Waiting) AwaitBegin(home, cancellation);
            // A thread that takes other work while this call has not returned is in a loop inside it: a dialog waits for its user.
            using var passed = new ManualResetEventSlim();
            if (!_done.IsSet) home.Post(passed.Set);
            while (!_done.Wait(LookMs, cancellation))
                if (passed.IsSet && !_done.IsSet) throw new StillRunningException("It has opened something that waits for its user, and is still running.");
        }
        catch (OperationCanceledException)
        {
            if (GivesUp) throw NotBegun(home);
            throw new StillRunningException($"The thread of {home.Name} is still at it.");
        }
        return Outcome;
    }

    private void AwaitBegin(Home home, CancellationToken cancellation)
    {
        for (int waited = SoonMs; Volatile.Read(ref _state) == Waiting; waited += LookMs)
        {
            if (waited >= Call.QuietMs && GivesUp) throw NotBegun(home);
            _done.Wait(LookMs, cancellation);
        }
    }

    private static NotBegunException NotBegun(Home home) => new($"The thread of {home.Name} takes no work, perhaps because another call has not returned: nothing was done.");

    private bool GivesUp => Interlocked.CompareExchange(ref _state, GivenUp, Waiting) == Waiting;

    private object? Outcome => _failure != null ? throw _failure : _value;
}
