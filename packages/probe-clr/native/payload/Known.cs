using System;
using System.Collections;
using System.Collections.Generic;
using System.Text;

namespace Substrate.Payload;

/// <summary>The framework types that have a meaning of their own, by full name: nothing is loaded to recognise one.</summary>
public static class Known
{
    private static readonly Dictionary<string, Form> Forms = new()
    {
        ["System.DateTimeOffset"] = Form.DateTimeOffset, ["System.DateOnly"] = Form.DateOnly, ["System.TimeOnly"] = Form.TimeOnly,
        ["System.TimeSpan"] = Form.TimeSpan, ["System.Guid"] = Form.Guid,
        ["System.Uri"] = Form.Text, ["System.Version"] = Form.Text, ["System.Net.IPAddress"] = Form.Text, ["System.Net.IPEndPoint"] = Form.Text,
        ["System.Text.StringBuilder"] = Form.Text, ["System.IO.FileInfo"] = Form.Text, ["System.IO.DirectoryInfo"] = Form.Text, ["System.Half"] = Form.Text,
        ["System.Int128"] = Form.Text, ["System.UInt128"] = Form.Text, ["System.Numerics.BigInteger"] = Form.Text, ["System.Index"] = Form.Text, ["System.Range"] = Form.Text,
        ["System.Net.IPNetwork"] = Form.Text, ["System.Globalization.RegionInfo"] = Form.Text,
        ["System.Globalization.CultureInfo"] = Form.Text, ["System.Text.Rune"] = Form.Text, ["System.Net.Http.HttpMethod"] = Form.Text,
        ["System.Text.RegularExpressions.Regex"] = Form.Text, ["System.Net.Mail.MailAddress"] = Form.Text,
        ["System.Nullable`1"] = Form.Nullable,
        ["System.Collections.Generic.KeyValuePair`2"] = Form.Pair,
        ["System.Collections.Generic.List`1"] = Form.List, ["System.Collections.ArrayList"] = Form.List,
        ["System.Collections.Generic.Dictionary`2"] = Form.Dictionary,
        ["System.Collections.Generic.HashSet`1"] = Form.Set,
        ["System.Collections.Generic.Queue`1"] = Form.Queue, ["System.Collections.Generic.Stack`1"] = Form.Stack,
        ["System.Collections.Concurrent.ConcurrentDictionary`2"] = Form.ConcurrentDictionary, ["System.Collections.Concurrent.ConcurrentQueue`1"] = Form.ConcurrentQueue,
        ["System.Collections.Concurrent.ConcurrentStack`1"] = Form.Chain, ["System.Collections.Generic.LinkedList`1"] = Form.Chain, ["Microsoft.FSharp.Collections.FSharpList`1"] = Form.Chain,
        ["System.Text.Json.JsonElement"] = Form.Json, ["System.Text.Json.JsonDocument"] = Form.Json,
        ["System.Xml.Linq.XDocument"] = Form.Xml, ["System.Xml.Linq.XElement"] = Form.Xml, ["System.Xml.XmlDocument"] = Form.Xml, ["System.Xml.XmlElement"] = Form.Xml,
        ["System.Dynamic.ExpandoObject"] = Form.Expando,
        ["System.Memory`1"] = Form.Slice, ["System.ReadOnlyMemory`1"] = Form.Slice, ["System.ArraySegment`1"] = Form.Slice, ["System.Buffers.ReadOnlySequence`1"] = Form.Slice,
        ["System.IO.MemoryStream"] = Form.Slice, ["System.Buffers.ArrayBufferWriter`1"] = Form.Slice,
        ["System.Collections.Generic.PriorityQueue`2"] = Form.List, ["System.Collections.Immutable.ImmutableArray`1+Builder"] = Form.List, ["System.Linq.Grouping`2"] = Form.List,
    };

    /// <summary>Collections that are enumerated: an enumerator of the framework runs no application code.</summary>
    private static readonly HashSet<string> Sequences =
    [
        "Microsoft.FSharp.Collections.FSharpSet`1", "System.Collections.Concurrent.ConcurrentBag`1", "System.Collections.Generic.SortedSet`1", "System.Collections.BitArray", "System.Collections.Queue", "System.Collections.Stack",
        "System.Collections.Immutable.ImmutableList`1", "System.Collections.Immutable.ImmutableHashSet`1", "System.Collections.Immutable.ImmutableSortedSet`1",
        "System.Collections.Immutable.ImmutableQueue`1", "System.Collections.Immutable.ImmutableStack`1", "System.Collections.Specialized.StringCollection",
        "System.Collections.Immutable.ImmutableList`1+Builder", "System.Collections.Immutable.ImmutableHashSet`1+Builder", "System.Collections.Immutable.ImmutableSortedSet`1+Builder",
    ];

    private static readonly HashSet<string> Maps =
    [
        "System.Collections.Generic.SortedDictionary`2", "System.Collections.Generic.SortedList`2", "System.Collections.Generic.OrderedDictionary`2", "System.Collections.Hashtable",
        "System.Collections.SortedList", "System.Collections.Immutable.ImmutableDictionary`2", "System.Collections.Immutable.ImmutableSortedDictionary`2",
        "Microsoft.FSharp.Collections.FSharpMap`2", "System.Collections.Specialized.ListDictionary", "System.Collections.Specialized.OrderedDictionary",
        "System.Collections.Immutable.ImmutableDictionary`2+Builder", "System.Collections.Immutable.ImmutableSortedDictionary`2+Builder",
    ];

    /// <summary>Those among both that have no order but that of their hashes.</summary>
    private static readonly HashSet<string> Hashed =
    [
        "System.Collections.Hashtable", "System.Collections.Immutable.ImmutableDictionary`2", "System.Collections.Immutable.ImmutableDictionary`2+Builder",
        "System.Collections.Immutable.ImmutableHashSet`1", "System.Collections.Immutable.ImmutableHashSet`1+Builder",
    ];

    /// <summary>Fields that the walker reads, in the order that it expects; for a wrapper the first that holds something is what it stands for.</summary>
    private static readonly Dictionary<string, string[]> Fields = new()
    {
        ["System.Nullable`1"] = ["hasValue", "value"],
        ["System.Collections.Generic.KeyValuePair`2"] = ["key", "value"],
        ["System.Collections.Generic.List`1"] = ["_items", "_size", "_version"], ["System.Collections.ArrayList"] = ["_items", "_size", "_version"],
        ["System.Collections.Generic.PriorityQueue`2"] = ["_nodes", "_size", "_version"],
        ["System.Collections.Immutable.ImmutableArray`1+Builder"] = ["_elements", "_count"], ["System.Linq.Grouping`2"] = ["_elements", "_count", "_key"],
        // What it lies in, where it begins and how long it is; what has no beginning begins at the first.
        ["System.Memory`1"] = ["_object", "_index", "_length"], ["System.ReadOnlyMemory`1"] = ["_object", "_index", "_length"], ["System.ArraySegment`1"] = ["_array", "_offset", "_count"],
        ["System.IO.MemoryStream"] = ["_buffer", "_origin", "_length"], ["System.Buffers.ArrayBufferWriter`1"] = ["_buffer", "_index"],
        ["System.Buffers.ReadOnlySequence`1"] = ["_startObject", "_endObject", "_startInteger", "_endInteger"],
        ["System.Collections.Generic.Dictionary`2"] = ["_entries", "_count", "_version", "_freeCount"],
        ["System.Collections.Generic.HashSet`1"] = ["_entries", "_count", "_version", "_freeCount"],
        ["System.Collections.Generic.Queue`1"] = ["_array", "_size", "_version", "_head"],
        ["System.Collections.Generic.Stack`1"] = ["_array", "_size", "_version"],
        ["System.Collections.Concurrent.ConcurrentDictionary`2"] = ["_tables"],
        ["System.Collections.ObjectModel.Collection`1"] = ["items"],
        ["System.Collections.CollectionBase"] = ["_list"], ["System.Collections.ReadOnlyCollectionBase"] = ["_list"], ["System.Collections.DictionaryBase"] = ["_hashtable"],
        ["System.Collections.ObjectModel.ReadOnlyCollection`1"] = ["list"],
        ["System.Collections.ObjectModel.ReadOnlyDictionary`2"] = ["m_dictionary"],
        ["System.Collections.Immutable.ImmutableArray`1"] = ["array"],
        ["System.Collections.Concurrent.BlockingCollection`1"] = ["_collection"],
        ["System.Threading.Channels.UnboundedChannel`1"] = ["_items"], ["System.Threading.Channels.BoundedChannel`1"] = ["_items"],
        ["System.Threading.Channels.SingleConsumerUnboundedChannel`1"] = ["_items"],
        ["System.Collections.Generic.Deque`1"] = ["_array", "_size", "_head"],
        ["System.Collections.Specialized.HybridDictionary"] = ["hashtable", "list"], ["System.Collections.Specialized.StringDictionary"] = ["contents"],
        ["System.Net.WebHeaderCollection"] = ["_innerCollection"], ["System.Data.DataRowView"] = ["_row"], ["System.TimeZoneInfo"] = ["_id"],
        ["System.Threading.Tasks.TaskCompletionSource`1"] = ["_task"],
        ["System.Lazy`1"] = ["_value"], ["Microsoft.Extensions.Caching.Memory.CacheEntry"] = ["_value"],
        ["System.Threading.AsyncLocal`1"] = [],
        ["Microsoft.Extensions.Options.UnnamedOptionsManager`1"] = ["_value"],
        ["Microsoft.Extensions.Options.OptionsWrapper`1"] = ["<Value>k__BackingField"],
        ["System.Text.Json.Nodes.JsonObject"] = ["_dictionary", "_jsonElement"], ["System.Text.Json.Nodes.JsonArray"] = ["_list", "_jsonElement"],
        ["System.Text.Json.JsonPropertyDictionary`1"] = ["_propertyList"],
        ["System.Text.Json.Nodes.JsonValue`1"] = ["Value"],
        ["System.Runtime.CompilerServices.StrongBox`1"] = ["Value"],
        ["Microsoft.FSharp.Core.FSharpOption`1"] = ["item"], ["Microsoft.FSharp.Core.FSharpRef`1"] = ["contents@"],
    };

    /// <summary>Read by fields of their own, and so are classes of the application that derive from them: what is first tells two of them apart.</summary>
    private static readonly Dictionary<string, (Form Form, string[] Fields)> Bases = new()
    {
        ["System.Data.DataSet"] = (Form.DataSet, ["_dataSetName"]), ["System.Data.DataTable"] = (Form.DataTable, ["_tableName"]), ["System.Data.Index"] = (Form.DataTable, ["_table"]),
        ["System.Data.DataRow"] = (Form.DataRow, ["_table"]), ["System.Data.DataView"] = (Form.DataView, ["_sort"]),
        ["System.Collections.Specialized.NameObjectCollectionBase"] = (Form.Named, ["_entriesArray"]),
        ["System.Threading.Tasks.Task`1"] = (Form.Task, ["m_result"]),
        ["System.Linq.Lookup`2"] = (Form.Map, []),
    };

    /// <summary>Objects that are data by what they are, though no code of the application made their type.</summary>
    public static bool IsData(Type type) => type.Namespace == "System.Data" && FormOf(type) is Form.DataSet or Form.DataTable or Form.DataView && type.IsPublic;

    /// <summary>Of a chain: its own fields, a node and where it can change its version, and those of a node, value and next.</summary>
    public static (string[] Own, string[] Node) LinksOf(Type type) => KeyOf(type) switch
    {
        "System.Collections.Generic.LinkedList`1" => (["head", "version"], ["item", "next"]),
        "System.Collections.Concurrent.ConcurrentStack`1" => (["_head"], ["_value", "_next"]),
        _ => (["tail"], ["head", "tail"]),
    };

    /// <summary>Plain holders of values, read by their fields like the application's own.</summary>
    private static readonly HashSet<string> ByFields =
    [
        "System.Numerics.Vector2", "System.Numerics.Vector3", "System.Numerics.Vector4", "System.Numerics.Complex", "System.Numerics.Quaternion",
        "System.Drawing.Point", "System.Drawing.PointF", "System.Drawing.Size", "System.Drawing.SizeF", "System.Drawing.Rectangle", "System.Drawing.RectangleF",
        "System.Collections.DictionaryEntry", "System.Collections.Specialized.BitVector32", "System.Text.Json.Nodes.JsonValue",
    ];

    /// <summary>Of classes of the framework that hold much else: the fields that say what they are.</summary>
    private static readonly Dictionary<string, string[]> Telling = new()
    {
        ["System.Exception"] = ["_message", "_innerException"],
        ["System.Net.DnsEndPoint"] = ["_host", "_port"],
        // What a cookie holds may open something.
        ["System.Net.Cookie"] = ["m_name", "m_domain", "m_path", "m_expires"],
        ["System.Net.Mail.MailMessage"] = ["_message", "_body"],
        ["System.Net.Mail.Message"] = ["_from", "_to", "<CC>k__BackingField", "<Bcc>k__BackingField", "_subject", "_priority"],
    };

    public static bool IsHashed(Type type) => Hashed.Contains(KeyOf(type)) || type.BaseType is { Namespace: "System.Collections.Frozen" } || type.Namespace == "System.Collections.Frozen";

    /// <summary>Null when all fields of the class are told.</summary>
    public static string[]? ToldOf(Type type) => Telling.GetValueOrDefault(KeyOf(type));

    private static string KeyOf(Type type) => (type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type).FullName ?? "";

    public static Form FormOf(Type type)
    {
        string key = KeyOf(type);
        if (Forms.TryGetValue(key, out Form form)) return form;
        if (Sequences.Contains(key)) return Form.Sequence;
        if (Maps.Contains(key)) return Form.Map;
        for (Type? level = type; level != null; level = level.BaseType)
        {
            key = KeyOf(level);
            if (key.StartsWith("System.Collections.Frozen.FrozenDictionary`", StringComparison.Ordinal)) return Form.Map;
            if (key.StartsWith("System.Collections.Frozen.FrozenSet`", StringComparison.Ordinal)) return Form.Sequence;
            // A class of the application that is a list reads as one; its own fields are not shown.
            if (level != type && Forms.TryGetValue(key, out form) && form is Form.List or Form.Dictionary or Form.Set or Form.Queue or Form.Stack or Form.ConcurrentDictionary or Form.ConcurrentQueue) return form;
            if (Bases.TryGetValue(key, out (Form Form, string[] Fields) known)) return known.Form;
            if (Fields.TryGetValue(key, out string[]? fields)) return fields.Length == 0 ? Form.Left : key.EndsWith("Deque`1", StringComparison.Ordinal) ? Form.Queue : Form.Wrapper;
        }
        return Form.Object;
    }

    public static string[] FieldsOf(Type type)
    {
        for (Type? level = type; level != null; level = level.BaseType)
        {
            if (Fields.TryGetValue(KeyOf(level), out string[]? fields)) return fields;
            if (Bases.TryGetValue(KeyOf(level), out (Form Form, string[] Fields) known)) return known.Fields;
        }
        return [];
    }

    public static bool IsExact(Type type) => Forms.ContainsKey(KeyOf(type));

    public static bool IsReadByFields(Type type)
    {
        string name = KeyOf(type);
        return name.StartsWith("System.ValueTuple`", StringComparison.Ordinal) || name.StartsWith("System.Tuple`", StringComparison.Ordinal) || ByFields.Contains(name) || Telling.ContainsKey(name)
            || typeof(Exception).IsAssignableFrom(type);
    }
}
