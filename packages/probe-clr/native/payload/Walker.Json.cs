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
    public void Write(Utf8Buffer json, int index) => Write(json, index, named: true);

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
            WriteContent(json, ref node);
        }
        json.Raw((byte)'}');
    }

    private void WriteContent(Utf8Buffer json, ref Node node)
    {
        if (node is { Form: Form.Bytes, Reference: not null })
        {
            WriteBytes(json, node);
            return;
        }
        if (node.Kind == NodeKind.Value)
        {
            bool hidden = node.Form == Form.String && node.Reference is string secret && secret.Length > 0 && (node.IsSecret || Secrets.LooksSecret(secret));
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
