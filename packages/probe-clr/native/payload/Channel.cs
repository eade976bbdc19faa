using System;
using System.IO;
using System.IO.MemoryMappedFiles;
using System.Text;
using System.Threading;

namespace Substrate.Payload;

/// <summary>
/// The target's end of the memory-mapped file; `src/channel-layout.ts` has the same numbers. Two slots, one a direction, each with one
/// writer. A chunk is its body, then length and CRC, then its sequence number, written last; the reader looks at the number again after
/// copying, checks the CRC and acknowledges. A message is as many chunks as it needs. The daemon is gone when its end of the doorbell closes,
/// or when its heartbeat has not moved for eight seconds.
/// </summary>
public sealed unsafe class Channel : IDisposable
{
    private const ulong Magic = 0x3154_5254_5342_5553; // "SUBSTRT1"
    private const int RequestCapacityAt = 8, AnswerCapacityAt = 12, NonceAt = 16, EchoAt = 48, DaemonBeatAt = 80, DaemonStateAt = 84;
    private const int TargetBeatAt = 88, TargetStateAt = 92, RequestSlot = 128, RequestAckAt = 160, AnswerSlot = 192, AnswerAckAt = 224, Bodies = 4096;
    private const int LengthOf = 0, CrcOf = 4, TotalOf = 8, SequenceOf = 12;
    private const int SilenceLimitMs = 8000, MessageLimit = 64 * 1024 * 1024, NonceLength = 32;

    private readonly FileStream _file;
    private readonly MemoryMappedFile _map;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _at;
    private readonly int _requestCapacity, _answerCapacity;
    private readonly Doorbell? _bell;
    private byte[] _request = new byte[4096];
    private uint _lastRequest, _lastAnswer, _daemonBeat, _targetBeat;
    private long _daemonSeen, _lastActivity;

    public Channel(string path, string nonce)
    {
        // The stream is ours, so that others may read, write and unlink the file while it is mapped.
        _file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, 1);
        long size = _file.Length;
        _map = MemoryMappedFile.CreateFromFile(_file, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None, leaveOpen: true);
        _view = _map.CreateViewAccessor();
        byte* at = null;
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref at);
        _at = at;
        _requestCapacity = (int)Read(RequestCapacityAt);
        _answerCapacity = (int)Read(AnswerCapacityAt);
        if (*(ulong*)_at != Magic || Bodies + (long)_requestCapacity + _answerCapacity > size || _requestCapacity < 64 || _answerCapacity < 64)
            throw new InvalidDataException("The channel file is not of this format.");
        if (nonce.Length != NonceLength || Encoding.ASCII.GetString(_at + NonceAt, NonceLength) != nonce)
            throw new InvalidDataException("The channel file belongs to another attach.");
        _daemonBeat = Read(DaemonBeatAt);
        _lastRequest = Read(RequestAckAt);
        _lastAnswer = Read(AnswerSlot + SequenceOf);
        _daemonSeen = _lastActivity = Environment.TickCount64;
        _bell = Doorbell.TryConnect(Path.Combine(Path.GetDirectoryName(path)!, "bell"));
        Encoding.ASCII.GetBytes(nonce, new Span<byte>(_at + EchoAt, NonceLength));
        Write(TargetStateAt, 1);
        Beat();
        _bell?.Ring();
    }

    public bool DaemonLeft { get; private set; }

    /// <summary>The next request, or nothing when the daemon has left. The bytes are good until the next call.</summary>
    public ReadOnlySpan<byte> Receive()
    {
        int have = 0;
        while (true)
        {
            while (Read(RequestSlot + SequenceOf) == _lastRequest)
                if (!Wait()) return default;
            uint sequence = Read(RequestSlot + SequenceOf);
            int length = (int)Read(RequestSlot + LengthOf), total = (int)Read(RequestSlot + TotalOf);
            uint crc = Read(RequestSlot + CrcOf);
            if (length < 0 || length > _requestCapacity || total < length || total > MessageLimit || have + length > total)
            {
                if (!Wait()) return default;
                continue;
            }
            if (_request.Length < total) Array.Resize(ref _request, total);
            new ReadOnlySpan<byte>(_at + Bodies, length).CopyTo(_request.AsSpan(have));
            // A write that was cut short shows as a number that moved or a CRC that differs: wait for its writer to finish or to go.
            if (Read(RequestSlot + SequenceOf) != sequence || Crc.Of(_request.AsSpan(have, length)) != crc)
            {
                if (!Wait()) return default;
                continue;
            }
            have += length;
            _lastRequest = sequence;
            _lastActivity = Environment.TickCount64;
            Write(RequestAckAt, sequence);
            if (have < total) _bell?.Ring();
            else return _request.AsSpan(0, have);
        }
    }

    public void Send(ReadOnlySpan<byte> message)
    {
        int total = message.Length;
        do
        {
            int length = Math.Min(message.Length, _answerCapacity);
            message.Slice(0, length).CopyTo(new Span<byte>(_at + Bodies + _requestCapacity, length));
            Write(AnswerSlot + LengthOf, (uint)length);
            Write(AnswerSlot + TotalOf, (uint)total);
            Write(AnswerSlot + CrcOf, Crc.Of(message.Slice(0, length)));
            _lastAnswer = Next(_lastAnswer);
            Write(AnswerSlot + SequenceOf, _lastAnswer);
            message = message.Slice(length);
            _bell?.Ring();
            while (Read(AnswerAckAt) != _lastAnswer)
                if (!Wait()) return;
        }
        while (message.Length > 0);
        if (_request.Length > 256 * 1024) _request = new byte[4096];
    }

    private static uint Next(uint sequence) => sequence == uint.MaxValue ? 1 : sequence + 1;

    /// <summary>Pauses until something may have changed; false when the daemon has left.</summary>
    private bool Wait()
    {
        long now = Environment.TickCount64;
        if (_bell is { IsOpen: true } bell) bell.Wait(1000);
        else Thread.Sleep(now - _lastActivity < 200 ? 1 : 25);
        Beat();
        uint beat = Read(DaemonBeatAt);
        now = Environment.TickCount64;
        if (beat != _daemonBeat)
        {
            _daemonBeat = beat;
            _daemonSeen = now;
        }
        DaemonLeft = Read(DaemonStateAt) != 1 || _bell is { HasDaemonLeft: true } || now - _daemonSeen > SilenceLimitMs;
        return !DaemonLeft;
    }

    /// <summary>Tells the daemon that this end lives; called while a long answer is made, too.</summary>
    public void Beat() => Write(TargetBeatAt, ++_targetBeat);

    private uint Read(int offset) => Volatile.Read(ref *(uint*)(_at + offset));

    private void Write(int offset, uint value) => Volatile.Write(ref *(uint*)(_at + offset), value);

    public void Dispose()
    {
        Write(TargetStateAt, 2);
        _bell?.Ring();
        _bell?.Dispose();
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _map.Dispose();
        _file.Dispose();
    }
}
