using System;
using System.Buffers.Text;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Substrate.Payload;

/// <summary>JSON written by hand into one buffer that is used again: a poll of an unchanged application allocates next to nothing.</summary>
public sealed class Utf8Buffer
{
    private byte[] _bytes = new byte[16 * 1024];

    public int Length { get; private set; }

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    public void Clear()
    {
        Length = 0;
        if (_bytes.Length > 2 * 1024 * 1024) _bytes = new byte[16 * 1024];
    }

    /// <summary>Takes back everything after <paramref name="length"/>.</summary>
    public void CutTo(int length) => Length = length;

    /// <summary>Shortens the quoted text of single-byte characters (a date) that was written since <paramref name="from"/>.</summary>
    public void CutText(int from, int limit)
    {
        if (_bytes[from] != '"' || Length - from - 2 <= limit || _bytes[Length - 2] > 127) return;
        Length = from + 1 + limit;
        Raw("…\""u8);
    }

    private Span<byte> Room(int count)
    {
        if (_bytes.Length - Length < count) Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, Length + count));
        return _bytes.AsSpan(Length);
    }

    public void Raw(ReadOnlySpan<byte> json)
    {
        json.CopyTo(Room(json.Length));
        Length += json.Length;
    }

    public void Raw(byte one)
    {
        Room(1)[0] = one;
        Length++;
    }

    /// <summary>A field with what follows it, told as it stands; more fields come.</summary>
    public void Field(ReadOnlySpan<byte> tag, ReadOnlySpan<byte> json)
    {
        Raw(tag);
        Raw(json);
        Raw((byte)',');
    }

    public void Text(ReadOnlySpan<byte> tag, string text)
    {
        Raw(tag);
        String(text);
        Raw((byte)',');
    }

    public void Count(ReadOnlySpan<byte> tag, long count)
    {
        Raw(tag);
        Digits(count);
        Raw((byte)',');
    }

    public void Number(long value)
    {
        if (value is > 9007199254740991 or < -9007199254740991)
        {
            Raw((byte)'"');
            Digits(value);
            Raw((byte)'"');
        }
        else Digits(value);
    }

    public void Digits(long value)
    {
        Utf8Formatter.TryFormat(value, Room(24), out int count);
        Length += count;
    }

    public void Number(ulong value)
    {
        if (value <= long.MaxValue) Number((long)value);
        else
        {
            Raw((byte)'"');
            Utf8Formatter.TryFormat(value, Room(24), out int count);
            Length += count;
            Raw((byte)'"');
        }
    }

    public void Number(double value)
    {
        if (!double.IsFinite(value)) String(double.IsNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
        else Format(value, "R");
    }

    /// <summary>A float as a person wrote it: 0.1, not 0.10000000149.</summary>
    public void Number(float value)
    {
        if (!float.IsFinite(value)) Number((double)value);
        else Format(value, "R");
    }

    public void Number(decimal value) => Format(value, "0.#############################");

    private void Format<T>(T value, string format) where T : IUtf8SpanFormattable
    {
        value.TryFormat(Room(64), out int count, format, CultureInfo.InvariantCulture);
        Length += count;
    }

    /// <summary>A value that formats itself without a character that JSON would escape.</summary>
    public void Quoted<T>(T value, string format) where T : IUtf8SpanFormattable
    {
        Raw((byte)'"');
        Format(value, format);
        Raw((byte)'"');
    }

    public void String(string text) => String(text, int.MaxValue);

    public void String(ReadOnlySpan<char> text, int limit)
    {
        bool cut = text.Length > limit;
        if (cut) text = text.Slice(0, limit > 0 && char.IsHighSurrogate(text[limit - 1]) ? limit - 1 : limit);
        Raw((byte)'"');
        while (text.Length > 0)
        {
            int plain = 0;
            while (plain < text.Length && text[plain] is >= ' ' and not '"' and not '\\' and (< '\uD800' or > '\uDFFF') || IsPair(text, ref plain)) plain++;
            if (plain > 0)
            {
                ReadOnlySpan<char> run = text.Slice(0, plain);
                Length += Encoding.UTF8.GetBytes(run, Room(run.Length * 3));
                text = text.Slice(plain);
            }
            if (text.Length == 0) break;
            Escape(text[0]);
            text = text.Slice(1);
        }
        if (cut) Raw("…"u8);
        Raw((byte)'"');
    }

    /// <summary>Whether two halves of one character stand there; then it moves on to the second.</summary>
    private static bool IsPair(ReadOnlySpan<char> text, ref int at)
    {
        if (at + 1 >= text.Length || !char.IsSurrogatePair(text[at], text[at + 1])) return false;
        at++;
        return true;
    }

    private void Escape(char one)
    {
        Raw((byte)'\\');
        switch (one)
        {
            case '"' or '\\': Raw((byte)one); break;
            case '\n': Raw((byte)'n'); break;
            case '\r': Raw((byte)'r'); break;
            case '\t': Raw((byte)'t'); break;
            default:
                Raw((byte)'u');
                for (int shift = 12; shift >= 0; shift -= 4) Raw((byte)"0123456789abcdef"[one >> shift & 15]);
                break;
        }
    }

    public void Hex(ReadOnlySpan<byte> bytes)
    {
        foreach (byte one in bytes)
        {
            Raw((byte)"0123456789abcdef"[one >> 4]);
            Raw((byte)"0123456789abcdef"[one & 15]);
        }
    }

    /// <summary>A hash of what was written since <paramref name="from"/>: tells whether a root reads as it did before.</summary>
    public ulong HashFrom(int from)
    {
        ReadOnlySpan<byte> bytes = _bytes.AsSpan(from, Length - from);
        ulong hash = 0x9E3779B97F4A7C15ul ^ (ulong)bytes.Length;
        while (bytes.Length >= 8)
        {
            hash = (hash ^ MemoryMarshal.Read<ulong>(bytes)) * 0xFF51AFD7ED558CCDul;
            hash ^= hash >> 29;
            bytes = bytes.Slice(8);
        }
        foreach (byte one in bytes) hash = (hash ^ one) * 0x100000001B3ul;
        return hash ^ (hash >> 32);
    }
}
