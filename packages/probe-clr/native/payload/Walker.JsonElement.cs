using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Substrate.Payload;

/// <summary>Values of System.Text.Json, as far as they are shown. Apart, so that its assembly is asked for only where the application has such a value.</summary>
public sealed partial class Walker
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReadJson(int parent, in Label label, ref byte at) => Json.Add(this, parent, label, Unsafe.As<byte, JsonElement>(ref at));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReadJson(int parent, in Label label, object json) => Json.Add(this, parent, label, Json.Of(json));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReadJson(int node, object json) => Json.Read(this, node, Json.Of(json));

    private static class Json
    {
        public static void Add(Walker walker, int parent, in Label label, JsonElement json)
        {
            if (!walker.HasRoom(parent)) return;
            int node = walker.Append(label, parent);
            // A document that was disposed of says so.
            try { Read(walker, node, json); }
            catch (System.ObjectDisposedException) { walker.Omit(node, Omission.Unreachable); }
        }

        public static JsonElement Of(object json) => json is JsonDocument document ? document.RootElement : (JsonElement)json;

        public static void Read(Walker walker, int node, JsonElement json)
        {
            switch (json.ValueKind)
            {
                case JsonValueKind.Object or JsonValueKind.Array when walker._nodes[node].Depth >= walker._budget.MaxDepth: walker.Omit(node, Omission.Depth); break;
                case JsonValueKind.Object:
                    walker._nodes[node].Kind = NodeKind.Map;
                    foreach (JsonProperty one in json.EnumerateObject())
                    {
                        if (!walker.HasRoom(node)) break;
                        string name = one.Name;
                        Add(walker, node, new Label(name, 0, Secrets.Name(name)), one.Value);
                    }
                    break;
                case JsonValueKind.Array:
                    walker._nodes[node].Kind = NodeKind.List;
                    int count = json.GetArrayLength(), from = walker.From(node), end = (int)System.Math.Min(count, (long)from + walker.Limit(node));
                    if (from > 0 || end < count) walker._nodes[node].Size = count;
                    for (int index = from; index < end && walker.HasRoom(node); index++) Add(walker, node, Label.At(index), json[index]);
                    break;
                case JsonValueKind.String:
                    walker._nodes[node].Form = Form.String;
                    walker._nodes[node].Reference = json.GetString();
                    walker._nodes[node].Literal = Literals.Known.Made;
                    break;
                case JsonValueKind.Number:
                    walker._nodes[node].Form = Form.R8;
                    walker._nodes[node].Bits = System.BitConverter.DoubleToInt64Bits(json.GetDouble());
                    break;
                case JsonValueKind.True or JsonValueKind.False:
                    walker._nodes[node].Form = Form.Bool;
                    walker._nodes[node].Bits = json.ValueKind == JsonValueKind.True ? 1 : 0;
                    break;
                default: walker._nodes[node].Form = Form.Left; break;
            }
        }
    }
}
