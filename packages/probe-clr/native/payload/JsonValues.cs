using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Substrate.Payload;

/// <summary>Values of System.Text.Json. Apart, so that its assembly is asked for only where the application has such a value.</summary>
public static class JsonValues
{
    /// <summary>The parsed text of the JsonElement that lies there.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object? Raw(ref byte at)
    {
        JsonElement element = Unsafe.As<byte, JsonElement>(ref at);
        return element.ValueKind == JsonValueKind.Undefined ? null : JsonText.Parse(element.GetRawText());
    }
}

public sealed partial class Walker
{
    private void ReadJson(int parent, in Label label, object? json)
    {
        if (!HasRoom(parent)) return;
        int node = Append(label, parent);
        ReadJson(node, json);
    }

    private void ReadJson(int node, object? json)
    {
        if (json is Dictionary<string, object?> or List<object?> && _nodes[node].Depth >= _budget.MaxDepth)
        {
            Omit(node, Omission.Depth);
            return;
        }
        switch (json)
        {
            case Dictionary<string, object?> fields:
                _nodes[node].Kind = NodeKind.Map;
                foreach ((string name, object? value) in fields) ReadJson(node, new Label(name, 0, Secrets.IsSecretName(name)), value);
                break;
            case List<object?> items:
                _nodes[node].Kind = NodeKind.List;
                if (items.Count > _budget.MaxElements) _nodes[node].Size = items.Count;
                for (int i = 0; i < items.Count && i < _budget.MaxElements; i++) ReadJson(node, Label.At(i), items[i]);
                break;
            case null: _nodes[node].Form = Form.Left; break;
            default: Put(node, json); break;
        }
    }
}
