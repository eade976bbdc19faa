using System;
using System.Collections.Generic;
using Substrate.Payload;

namespace PayloadTests;

public static class ErrandTests
{
    [Test]
    public static void AThreadThatIsBusyFindsOneErrandAndDoesNotRunIt()
    {
        var queue = new List<Action>();
        var errand = new Errand(new Home("a loop", queue.Add));
        int runs = 0;
        for (int i = 0; i < 5; i++) Check.Equal(false, errand.TryRun(() => runs++));
        Check.Equal(1, queue.Count);
        // It comes back: what was given up is not done, and the next is taken.
        queue[0]();
        Check.Equal(0, runs);
        Check.Equal(false, errand.TryRun(() => runs++));
        Check.Equal(2, queue.Count);
    }

    [Test]
    public static void WhatTheThreadTakesIsDoneAndWhatItThrowsIsThrown()
    {
        var errand = new Errand(new Home("a loop", work => work()));
        int runs = 0;
        Check.Equal(true, errand.TryRun(() => runs++));
        Check.Equal("no", Check.Throws(() => errand.TryRun(() => throw new InvalidOperationException("no"))));
        Check.Equal(true, errand.TryRun(() => runs++));
        Check.Equal(2, runs);
    }
}
