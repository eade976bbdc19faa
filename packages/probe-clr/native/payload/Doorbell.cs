using System;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>A local socket on which each side rings after it wrote. Without one (a trimmed application, a path too long) both sides poll.</summary>
public sealed class Doorbell : IDisposable
{
    private readonly Socket _socket;
    private readonly byte[] _rings = new byte[64];

    private Doorbell(Socket socket) => _socket = socket;

    public bool IsOpen { get; private set; } = true;

    /// <summary>The daemon's end is closed: it has ended, whatever the channel says.</summary>
    public bool HasDaemonLeft { get; private set; }

    public static Doorbell? TryConnect(string path)
    {
        try { return Connect(path); }
        catch { return null; }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Doorbell Connect(string path)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.SendTimeout = 100;
            socket.Connect(new UnixDomainSocketEndPoint(path));
            return new Doorbell(socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    public void Ring()
    {
        if (!IsOpen) return;
        try
        {
            // A bell that is full has been rung.
            if (_socket.Poll(0, SelectMode.SelectWrite)) _socket.Send(_rings.AsSpan(0, 1));
        }
        catch { IsOpen = false; }
    }

    public void Wait(int milliseconds)
    {
        try
        {
            if (_socket.Poll(milliseconds * 1000, SelectMode.SelectRead) && _socket.Receive(_rings) == 0) HasDaemonLeft = true;
        }
        catch { HasDaemonLeft = true; }
        IsOpen &= !HasDaemonLeft;
    }

    public void Dispose()
    {
        IsOpen = false;
        _socket.Dispose();
    }
}
