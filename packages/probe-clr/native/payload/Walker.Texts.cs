using System;
using System.Runtime.CompilerServices;
using System.Text;

namespace Substrate.Payload;

/// <summary>Framework objects that are shown as what they say.</summary>
public sealed partial class Walker
{
    private const int MostBits = 8192, TextsLimit = 32, TextLimit = 80;
    private readonly ConditionalWeakTable<object, string> _texts = new();

    /// <summary>The first texts in what was read, names of a map's entries included, and after them the first numbers: what tells one object from another, wherever they lie.</summary>
    public string Texts()
    {
        StringBuilder texts = new(), numbers = new();
        for (int i = 1, left = TextsLimit; i < _count && left > 0; i++)
        {
            ref Node node = ref _nodes[i];
            if (node.IsLeftOut) continue;
            if (_nodes[node.Parent].Kind == NodeKind.Map && node.Label.Text is { } name) texts.Append(name, 0, Math.Min(name.Length, TextLimit)).Append('\0');
            if (node.Kind != NodeKind.Value) continue;
            if (node is { Form: Form.String, Reference: string text }) texts.Append(text, 0, Math.Min(text.Length, TextLimit)).Append('\0');
            else if (node.Form is >= Form.I1 and <= Form.U8 or Form.Enum) numbers.Append(node.Bits).Append('\0');
            else continue;
            left--;
        }
        return texts.Append(numbers).ToString();
    }

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

    private string? Said(object value)
    {
        try { return TextOf(value); }
        catch { return null; }
    }

    /// <summary>What a framework object says; most have it ready, and for the others the last text is kept with them.</summary>
    private string? TextOf(object value)
    {
        if (value is string known) return known;
        if (value is ValueType && planner.Of(value.GetType()).Packed is { } packed) return packed.Say(value);
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
