using System;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>CRC-32 as in zlib, eight bytes a step.</summary>
public static class Crc
{
    private static readonly uint[] Table = MakeTable();

    private static uint[] MakeTable()
    {
        var table = new uint[8 * 256];
        for (uint i = 0; i < 256; i++)
        {
            uint value = i;
            for (int bit = 0; bit < 8; bit++) value = (value & 1) != 0 ? (value >> 1) ^ 0xEDB88320u : value >> 1;
            table[i] = value;
        }
        for (int i = 0; i < 256; i++)
            for (int slice = 1; slice < 8; slice++)
                table[slice * 256 + i] = (table[(slice - 1) * 256 + i] >> 8) ^ table[table[(slice - 1) * 256 + i] & 0xFF];
        return table;
    }

    public static uint Of(ReadOnlySpan<byte> bytes)
    {
        uint[] table = Table;
        uint crc = 0xFFFFFFFFu;
        while (bytes.Length >= 8)
        {
            uint low = MemoryMarshal.Read<uint>(bytes) ^ crc;
            uint high = MemoryMarshal.Read<uint>(bytes.Slice(4));
            crc = table[7 * 256 + (low & 0xFF)] ^ table[6 * 256 + ((low >> 8) & 0xFF)] ^ table[5 * 256 + ((low >> 16) & 0xFF)]
                ^ table[4 * 256 + (low >> 24)] ^ table[3 * 256 + (high & 0xFF)] ^ table[2 * 256 + ((high >> 8) & 0xFF)]
                ^ table[256 + ((high >> 16) & 0xFF)] ^ table[high >> 24];
            bytes = bytes.Slice(8);
        }
        foreach (byte one in bytes) crc = table[(crc ^ one) & 0xFF] ^ (crc >> 8);
        return ~crc;
    }
}
