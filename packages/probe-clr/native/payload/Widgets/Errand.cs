using System;
using System.Threading;

namespace Substrate.Payload;

/// <summary>Reading of our own on a thread of the application's: one at a time, so that a thread that is busy finds one piece of work when it comes back, and not all that was asked meanwhile.</summary>
public sealed class Errand(Home home)
{
    private const int TimeLimitMs = 50;
    private CancellationTokenSource _limit = new();
    private int _isOut;

    /// <summary>False when the thread did not take it in time: nothing was done.</summary>
    public bool TryRun(Action work)
    {
        if (Interlocked.Exchange(ref _isOut, 1) == 1) return false;
        var job = new Handover(() =>
        {
            work();
            return null;
        });
        try
        {
            _limit.CancelAfter(TimeLimitMs);
            home.Post(() =>
            {
                Volatile.Write(ref _isOut, 0);
                job.Run();
            });
            job.Await(_limit.Token);
            return true;
        }
        catch (NotBegunException) { return false; }
        finally
        {
            if (!_limit.TryReset()) _limit = new CancellationTokenSource();
        }
    }
}
