using System;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// A node as the core package's `node-wire.ts` reads it: what it is stands last, everything else before it and only when it says something. An element has a name only where
/// it is not its place.
/// </summary>
public sealed partial class Walker
{
    public void Write(Utf8Buffer json, int index)
    {
        // One place alone is told by what stands beside it too.
        if (_nodes[index].Parent > 0) Settle(_nodes[index].Parent);
        json.Raw((byte)'{');
        WriteNode(json, index, None, 0);
    }

    public void Write(Utf8Buffer json, Root root)
    {
        json.Raw((byte)'{');
        json.Text(Wire.Address, root.Address);
        json.Field(Wire.Source, WireWords.Of(root.Source));
        if (root.Library != null) json.Text(Wire.Library, root.Library);
        WriteNode(json, root.Node, None, 0);
    }

    private static bool IsPlace(in Label label, long place) => place >= 0 && label is { Text: null, Form: Form.I8 } && label.Bits == place;

    /// <summary>The rest of a node that was begun; the place is that of an element of a list.</summary>
    private void WriteNode(Utf8Buffer json, int index, long place, int depth)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        ref Node node = ref _nodes[index];
        if (!IsPlace(node.Label, place))
        {
            json.Raw(Wire.Name);
            if (node.Label.Text != null) json.String(node.Label.Text, 512);
            else Scalars.WriteKey(json, node.Label);
            json.Raw((byte)',');
        }
        if (node.Plan is { } plan && (plan.IsComposite || plan.Form == Form.Enum)) json.Text(Wire.Type, plan.Name);
        if (node.Id != null) json.Text(Wire.Id, node.Id);
        if (node.Caption != null) json.Text(Wire.Label, node.Caption);
        if (node.IsShown) json.Field(Wire.Shown, "1"u8);
        if (node.Size >= 0) json.Count(Wire.Size, node.Size);
        if (node.IsFixed) json.Field(Wire.Fixed, "1"u8);
        if (node.IsRecent) json.Field(Wire.Recent, "1"u8);
        if (node.Field is { Sharers: > 1, Common: not null } shared && shared.Turn == _turn) json.Count(Wire.Shared, 1 << BitOperations.Log2((uint)shared.Sharers));
        if (node is { Kind: NodeKind.Omitted, Form: Form.Bytes, Reference: not null })
        {
            if (node.IsHidden) WriteRedacted(json);
            else WriteBinary(json, node);
        }
        else if (node.Kind == NodeKind.Omitted || node.Kind != NodeKind.Value && depth >= Wire.Depth)
        {
            json.Raw(Wire.Omitted);
            json.Raw(WireWords.Of(node.Kind == NodeKind.Omitted ? node.Omission : Omission.Depth));
        }
        else
        {
            if (node.Omission != Omission.None) json.Field(Wire.Part, WireWords.Of(node.Omission));
            if (node.Kind == NodeKind.Value || node.IsHidden) WriteValue(json, node);
            else WriteChildren(json, index, ref node, depth);
        }
        json.Raw((byte)'}');
    }

    private bool IsCut(in Node node)
    {
        if (node.IsHidden) return true;
        switch (node.Form)
        {
            // What is cut off is not told; a secret that is cut in two must still be known.
            case Form.String or Form.Text: return node.Reference is string text && Secrets.Cuts(node.Secrecy, text.AsSpan(0, Math.Min(text.Length, _budget.MaxString + 512)));
            case Form.R8: return Secrets.Cuts(node.Secrecy, BitConverter.Int64BitsToDouble(node.Bits));
            case Form.R4: return Secrets.Cuts(node.Secrecy, BitConverter.Int32BitsToSingle((int)node.Bits));
            case >= Form.I1 and <= Form.U8: return Secrets.Cuts(node.Secrecy, (double)node.Bits);
            default: return false;
        }
    }

    /// <summary>Notes those of a node's children that are secret by what the others say: `name: "password", value: …`, `--password x`.</summary>
    private void Settle(int index)
    {
        ref Node node = ref _nodes[index];
        int count = 0, all = 0;
        for (int child = node.First; child >= 0; child = _nodes[child].Next)
        {
            all |= _nodes[child].Label.Secrecy;
            count++;
        }
        if (count < 2) return;
        if (node.Kind == NodeKind.List)
        {
            for (int child = node.First, next = _nodes[child].Next; next >= 0; child = next, next = _nodes[child].Next)
                if (_nodes[child] is { Form: Form.String, Reference: string one } && _nodes[next] is { Form: Form.String, Reference: string two } && Secrets.IsBefore(one, count == 2, two)) _nodes[next].IsHidden = true;
            return;
        }
        bool isWebKey = Secrets.IsWebKey(all) && Secrets.IsPart(all);
        if (count > MostBeside || !isWebKey && !(Secrets.IsNaming(all) && Secrets.IsValued(all))) return;
        int said = 0;
        for (int child = node.First; child >= 0; child = _nodes[child].Next)
            if (Secrets.IsNaming(_nodes[child].Label.Secrecy) && _nodes[child] is { Form: Form.String, Reference: string { Length: <= 64 } name } && Secrets.OfNamed(name) is var one && Secrets.IsSecret(one)) said = one;
        for (int child = node.First; child >= 0; child = _nodes[child].Next)
        {
            ref Node held = ref _nodes[child];
            int role = held.Label.Secrecy;
            if (isWebKey && Secrets.IsPart(role) && held.Form != Form.Left) held.IsHidden = true;
            else if (said != 0 && Secrets.IsValued(role))
            {
                if (held.Kind == NodeKind.Value) held.Secrecy = said;
                else held.IsHidden = true;
            }
        }
    }

    private const int MostBeside = 24;

    private void WriteValue(Utf8Buffer json, in Node node)
    {
        if (node.Kind == NodeKind.Value && node is { Form: Form.Bytes, Reference: not null })
        {
            WriteText(json, node);
            return;
        }
        if (IsCut(node))
        {
            WriteRedacted(json);
            return;
        }
        var text = node.Form == Form.String ? node.Reference as string : null;
        if (text != null)
        {
            if (node.Literal != Literals.Known.Not) json.Field(Wire.Literal, node.Literal == Literals.Known.Literal ? "1"u8 : "0"u8);
            if (text.Length > _budget.MaxString) json.Count(Wire.Length, Math.Max(text.Length, node.Length));
        }
        json.Raw(Wire.Value);
        if (text != null) json.String(text, _budget.MaxString);
        else
        {
            int start = json.Length;
            Scalars.Write(json, node, _budget.MaxString);
            json.CutText(start, _budget.MaxString);
        }
    }

    private static void WriteRedacted(Utf8Buffer json)
    {
        json.Field(Wire.Secret, "1"u8);
        json.Raw(Wire.Value);
        json.Raw("\"[redacted]\""u8);
    }

    private void WriteChildren(Utf8Buffer json, int index, ref Node node, int depth)
    {
        Settle(index);
        bool isList = node.Kind == NodeKind.List, first = true;
        long place = None;
        if (isList)
        {
            place = node.First >= 0 && _nodes[node.First].Label is { Text: null, Form: Form.I8, Bits: > 0 } one ? one.Bits : 0;
            if (place > 0) json.Count(Wire.From, place);
        }
        json.Raw(isList ? Wire.List : node.Kind == NodeKind.Map ? Wire.Map : Wire.Object);
        json.Raw((byte)'[');
        for (int child = node.First; child >= 0; child = _nodes[child].Next)
        {
            if (_nodes[child].IsLeftOut) continue;
            json.Raw(first ? "{"u8 : ",{"u8);
            first = false;
            WriteNode(json, child, place, depth + 1);
            if (isList) place++;
        }
        json.Raw((byte)']');
    }
}
