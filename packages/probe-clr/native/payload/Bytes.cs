using System;
using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Substrate.Payload;

/// <summary>Bytes that are a text: valid UTF-8 without characters that no text has. Others are told by their number and their first ones.</summary>
public static class Bytes
{
    /// <summary>So few may be a key: of them not even the first are told.</summary>
    private const int LongestKey = 64;
    private const int Looked = 16 * 1024, First = 8, Shortest = 2;
    private static readonly SearchValues<byte> s_controls = SearchValues.Create([0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31, 127]);

    public static bool IsText(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < Shortest) return false;
        if (bytes.Length > Looked) bytes = WholeCharacters(bytes.Slice(0, Looked));
        return !bytes.ContainsAny(s_controls) && Utf8.IsValid(bytes);
    }

    /// <summary>Without the first bytes of a character whose others were cut off.</summary>
    public static ReadOnlySpan<byte> WholeCharacters(ReadOnlySpan<byte> bytes)
    {
        for (int back = 1; back <= 3 && back <= bytes.Length; back++)
        {
            byte one = bytes[^back];
            if (one < 0x80) break;
            if (one >= 0xC0) return bytes.Slice(0, bytes.Length - back);
        }
        return bytes;
    }

    /// <summary>The text as far as <paramref name="room"/> goes; what changed meanwhile and is none any more reads with marks in it.</summary>
    public static ReadOnlySpan<char> Text(ReadOnlySpan<byte> bytes, Span<char> room)
    {
        if (bytes.Length > room.Length) bytes = WholeCharacters(bytes.Slice(0, room.Length));
        return room.Slice(0, Encoding.UTF8.GetChars(bytes, room));
    }

    /// <summary>The number of characters, of a text as it was looked at.</summary>
    public static int Length(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetCharCount(bytes);

    /// <summary>What says of which kind they are.</summary>
    public static ReadOnlySpan<byte> Beginning(ReadOnlySpan<byte> bytes) => bytes.Slice(0, bytes.Length > LongestKey ? First : 0);
}
