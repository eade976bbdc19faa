using System;

namespace Substrate.Payload;

/// <summary>What the stub calls: returns when the daemon has left.</summary>
public static class Entry
{
    public static void Run(string channelPath, string nonce)
    {
        using var channel = new Channel(channelPath, nonce);
        new Session(channel).Run();
    }
}
