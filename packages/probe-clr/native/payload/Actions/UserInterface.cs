using System;
using System.Threading;

namespace Substrate.Payload;

/// <summary>Calls that must run on a user interface's thread.</summary>
public static class UserInterface
{
    public static Func<CancellationToken, object?> OnItsThread(Operation operation, Func<CancellationToken, object?> work)
    {
        if (operation.Source is not (Source.Component or Source.Window)) return work;
        return cancellation => Avalonia.Run(() => work(cancellation), cancellation, isCall: true);
    }
}
