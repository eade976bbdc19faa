using System;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// A node as JSON: `n` name, `v` value, or children under `o` (object), `m` (map) or `l` (list); `s` true size, `t` type, `x` why something
/// is missing, `r` redacted, `h` on the screen, `i` whether a text is a literal (1) or not (0), `e` the true length of a text that was cut. Bytes that
/// are no text have their first ones as `v`. Elements have no name: they are counted.
/// </summary>
public sealed partial class Walker
{
    public void Write(Utf8Buffer json, int index)
    {
        // One place alone is told by what stands beside it too.
        if (_nodes[index].Parent > 0) Settle(_nodes[index].Parent);
        Write(json, index, named: true);
    }

    private void Write(Utf8Buffer json, int index, bool named)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        ref Node node = ref _nodes[index];
        json.Raw((byte)'{');
        bool first = true;
        if (named)
        {
            json.Raw("\"n\":"u8);
            if (node.Label.Text != null) json.String(node.Label.Text, 512);
            else Scalars.WriteKey(json, node.Label);
            first = false;
        }
        if (node.Plan is { } plan && (plan.IsComposite || plan.Form == Form.Enum))
        {
            json.Raw(first ? "\"t\":"u8 : ",\"t\":"u8);
            json.String(plan.Name);
            first = false;
        }
        if (node.IsShown)
        {
            json.Raw(first ? "\"h\":1"u8 : ",\"h\":1"u8);
            first = false;
        }
        if (node.Omission != Omission.None)
        {
            json.Raw(first ? "\"x\":"u8 : ",\"x\":"u8);
            json.Raw(OmissionName(node.Omission));
            first = false;
        }
        if (node.Size >= 0)
        {
            json.Raw(first ? "\"s\":"u8 : ",\"s\":"u8);
            json.Number(node.Size);
            first = false;
        }
        if (node.Kind != NodeKind.Omitted || node is { Form: Form.Bytes, Reference: not null })
        {
            if (!first) json.Raw((byte)',');
            WriteContent(json, index, ref node);
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

    private void WriteContent(Utf8Buffer json, int index, ref Node node)
    {
        if (node.IsHidden && node.Kind != NodeKind.Value)
        {
            json.Raw("\"r\":1,\"v\":\"[redacted]\""u8);
            return;
        }
        if (node is { Form: Form.Bytes, Reference: not null })
        {
            WriteBytes(json, node);
            return;
        }
        if (node.Kind == NodeKind.Value)
        {
            bool hidden = IsCut(node);
            if (!hidden && node.Form == Form.String && node.Reference is string whole)
            {
                if (node.Literal != Literals.Known.Not) json.Raw(node.Literal == Literals.Known.Literal ? "\"i\":1,"u8 : "\"i\":0,"u8);
                if (whole.Length > _budget.MaxString) WriteLength(json, Math.Max(whole.Length, node.Length));
            }
            json.Raw(hidden ? "\"r\":1,\"v\":"u8 : "\"v\":"u8);
            if (hidden) json.Raw("\"[redacted]\""u8);
            else if (node.Form == Form.String && node.Reference is string text) json.String(text, _budget.MaxString);
            else
            {
                int start = json.Length;
                Scalars.Write(json, node, _budget.MaxString);
                json.CutText(start, _budget.MaxString);
            }
            return;
        }
        Settle(index);
        json.Raw(node.Kind switch { NodeKind.Object => "\"o\":["u8, NodeKind.Map => "\"m\":["u8, _ => "\"l\":["u8 });
        bool named = node.Kind != NodeKind.List, first = true;
        for (int child = node.First; child >= 0; child = _nodes[child].Next)
        {
            if (_nodes[child].IsLeftOut) continue;
            if (!first) json.Raw((byte)',');
            first = false;
            Write(json, child, named);
        }
        json.Raw((byte)']');
    }

    private static ReadOnlySpan<byte> OmissionName(Omission why) => why switch
    {
        Omission.Budget => "\"budget\""u8,
        Omission.Depth => "\"depth\""u8,
        Omission.Getter => "\"getter\""u8,
        Omission.Changing => "\"changing\""u8,
        Omission.Binary => "\"binary\""u8,
        Omission.Unreachable => "\"unreachable\""u8,
        _ => "\"threw\""u8,
    };
}
