using System;
using System.Runtime.CompilerServices;
using System.Text;

namespace Substrate.Payload;

/// <summary>Framework objects that are shown as what they say.</summary>
public sealed partial class Walker
{
    private const int MostBits = 8192;
    private readonly ConditionalWeakTable<object, string> _texts = new();

    private void ReadText(int parent, in Label label, object value)
    {
        if (!HasRoom(parent)) return;
        int index = Append(label, parent);
        PutText(ref _nodes[index], index, value);
    }

    private void PutText(ref Node node, int index, object value)
    {
        try
        {
            node.Reference = TextOf(value);
            node.Form = Form.String;
            if (value is StringBuilder growing) node.Length = growing.Length;
        }
        catch { Omit(index, Omission.Threw); }
    }

    /// <summary>What a framework object says; most have it ready, and for the others the last text is kept with them.</summary>
    private string? TextOf(object value)
    {
        var growing = value as StringBuilder;
        if (growing?.Length > _budget.MaxString) return growing.ToString(0, _budget.MaxString + 1);
        if (growing == null && value is not Version) return IsEndless(value) ? throw new NotSupportedException() : value.ToString();
        if (_texts.TryGetValue(value, out string? last) && growing?.Equals(last.AsSpan()) != false) return last;
        string text = value.ToString()!;
        _texts.AddOrUpdate(value, text);
        return text;
    }

    /// <summary>Of a number of so many digits the time to write it down grows with their square.</summary>
    private static bool IsEndless(object value) => value.GetType().FullName == "System.Numerics.BigInteger" && BitsOf(value) > MostBits;

    /// <summary>Apart, so that its assembly is asked for only where the application has such a value.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long BitsOf(object value) => ((System.Numerics.BigInteger)value).GetBitLength();
}
