using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Data;
using System.Dynamic;
using System.Globalization;
using System.Net;
using System.Net.Mail;
using System.Numerics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Threading.Channels;
using System.Xml;
using System.Xml.Linq;

namespace Depot;

public record Part(string Name, int Pieces);

[Flags]
public enum Doors { None = 0, North = 1, East = 2, South = 4 }

public sealed class PartsByName : KeyedCollection<string, Part>
{
    protected override string GetKeyForItem(Part item) => item.Name;
}

public sealed class Segment : ReadOnlySequenceSegment<byte>
{
    public Segment(string text) => Memory = Encoding.UTF8.GetBytes(text);

    public Segment Follow(string text)
    {
        var next = new Segment(text) { RunningIndex = RunningIndex + Memory.Length };
        Next = next;
        return next;
    }
}

/// <summary>A field for each container and each kind of value of the base libraries; no text in them is a literal.</summary>
public sealed class Store
{
    private static readonly int Pid = Environment.ProcessId;
    private static string Made(string name) => $"{name} {Pid}";

    private readonly DataSet dataSet = new("Depot");
    private readonly DataTable dataTable = new("Shelves");
    private readonly DataRow dataRow;
    private readonly DataView dataView;
    private readonly Hashtable hashtable = new() { [Made("hash")] = new Part(Made("bolt"), 11) };
    private readonly ArrayList arrayList = [Made("array"), 12];
    private readonly SortedList sortedList = new() { [Made("sorted")] = 13 };
    private readonly SortedList<string, int> sortedListOf = new() { [Made("sortedOf")] = 14 };
    private readonly SortedDictionary<string, int> sortedDictionary = new() { [Made("tree")] = 15 };
    private readonly SortedSet<string> sortedSet = [Made("ordered")];
    private readonly NameValueCollection nameValues = new() { { "colour" + Pid, Made("red") }, { "colour" + Pid, Made("green") } };
    private readonly StringCollection strings = [Made("string")];
    private readonly StringDictionary stringDictionary = new() { ["size" + Pid] = Made("large") };
    private readonly ListDictionary listDictionary = new() { ["list" + Pid] = Made("linen") };
    private readonly HybridDictionary hybridDictionary = new() { ["hybrid" + Pid] = Made("hemp") };
    private readonly OrderedDictionary ordered = new() { ["ordered" + Pid] = Made("oak") };
    private readonly OrderedDictionary<string, int> orderedOf = new() { ["orderedOf" + Pid] = 16 };
    private readonly PartsByName keyed = [new Part(Made("keyed"), 17)];
    private readonly ObservableCollection<Part> observable = [new Part(Made("seen"), 18)];
    private readonly ReadOnlyObservableCollection<Part> readOnlyObservable;
    private readonly ReadOnlyCollection<string> readOnly = new([Made("fixed")]);
    private readonly ReadOnlyDictionary<string, int> readOnlyDictionary = new(new Dictionary<string, int> { [Made("still")] = 19 });
    private readonly BindingList<Part> binding = [new Part(Made("bound"), 20)];
    private readonly BlockingCollection<Part> blocking = [new Part(Made("blocked"), 21)];
    private readonly ConcurrentBag<string> bag = [Made("bag")];
    private readonly ConcurrentStack<string> stack = new([Made("stack")]);
    private readonly ConcurrentQueue<string> queue = new([Made("queue")]);
    private readonly ConcurrentDictionary<string, int> concurrent = new() { [Made("concurrent")] = 22 };
    private readonly Queue oldQueue = new(new[] { Made("oldQueue") });
    private readonly Stack oldStack = new(new[] { Made("oldStack") });
    private readonly ImmutableArray<string> immutableArray = [Made("immutableArray")];
    private readonly ImmutableList<string> immutableList = [Made("immutableList")];
    private readonly ImmutableHashSet<string> immutableSet = [Made("immutableSet")];
    private readonly ImmutableSortedSet<string> immutableSortedSet = [Made("immutableSortedSet")];
    private readonly ImmutableQueue<string> immutableQueue = [Made("immutableQueue")];
    private readonly ImmutableStack<string> immutableStack = [Made("immutableStack")];
    private readonly ImmutableDictionary<string, int> immutableDictionary = ImmutableDictionary<string, int>.Empty.Add(Made("immutable"), 23);
    private readonly ImmutableSortedDictionary<string, int> immutableSorted = ImmutableSortedDictionary<string, int>.Empty.Add(Made("immutableSorted"), 24);
    private readonly ImmutableArray<Part>.Builder arrayBuilder = ImmutableArray.CreateBuilder<Part>();
    private readonly ImmutableList<string>.Builder listBuilder = ImmutableList.CreateBuilder<string>();
    private readonly ImmutableDictionary<string, int>.Builder dictionaryBuilder = ImmutableDictionary.CreateBuilder<string, int>();
    private readonly FrozenDictionary<string, int> frozen = new Dictionary<string, int> { [Made("frozen")] = 25 }.ToFrozenDictionary();
    private readonly FrozenSet<string> frozenSet = new[] { Made("frozenSet") }.ToFrozenSet();
    private readonly PriorityQueue<string, int> priority = new([(Made("urgent"), 26)]);
    private readonly LinkedList<string> linked = new([Made("linked")]);
    private readonly BitArray bits = new([true, false, true]);
    private readonly BitVector32 bitVector = new(Pid | 1);
    private readonly Channel<string> channel = Channel.CreateUnbounded<string>();
    private readonly JsonNode jsonNode = JsonNode.Parse($$$"""{"node": {"name": "json {{{Pid}}}", "list": [27]}}""")!;
    private readonly JsonObject jsonObject = new() { ["built" + Pid] = Made("jsonObject"), ["deep"] = new JsonArray(28, Made("jsonArray")) };
    private readonly JsonDocument jsonDocument = JsonDocument.Parse($$"""{"document": "jsonDocument {{Pid}}"}""");
    private readonly JsonElement jsonElement = JsonDocument.Parse($$"""{"element": "jsonElement {{Pid}}"}""").RootElement;
    private readonly XDocument xDocument = XDocument.Parse($"<depot town='Ulm {Pid}'><shelf n='1'>bolts {Pid}</shelf><shelf n='2'>nuts {Pid}</shelf></depot>");
    private readonly XElement xElement = new("crate", new XAttribute("weight", Pid + 29), new XElement("label", Made("fragile")));
    private readonly XmlDocument xmlDocument = new();
    private readonly ExpandoObject expando = new();
    private readonly Lazy<Part> lazy = new(() => new Part(Made("lazy"), 30));
    private readonly Lazy<Part> never = new(() => throw new InvalidOperationException("nobody may ask for it"));
    private readonly Part weakly = new(Made("weak"), 31);
    private readonly WeakReference<Part> weak;
    private readonly StringBuilder builder = new(Made("builder"));
    private readonly Memory<char> memory = Made("memory").ToCharArray();
    private readonly ReadOnlySequence<byte> sequence;
    private readonly Tuple<string, int> tuple = Tuple.Create(Made("tuple"), 32);
    private readonly (string Place, int Row) valueTuple = (Made("valueTuple"), 33);
    private readonly int? nullable = Pid + 34;
    private readonly int? nothing = Pid < 0 ? 1 : null;
    private readonly Doors doors = Pid > 0 ? Doors.North | Doors.South : Doors.None;
    private readonly DateOnly dateOnly = new DateOnly(2024, 2, 28).AddDays(Pid > 0 ? 1 : 0);
    private readonly TimeOnly timeOnly = new TimeOnly(7, 0).AddMinutes(Pid > 0 ? 45 : 0);
    private readonly DateTime dateTime = new DateTime(2024, 2, 28, 1, 2, 3, DateTimeKind.Utc).AddDays(Pid > 0 ? 1 : 0);
    private readonly DateTimeOffset dateTimeOffset = new DateTimeOffset(2024, 2, 28, 1, 2, 3, TimeSpan.FromHours(2)).AddDays(Pid > 0 ? 1 : 0);
    private readonly TimeSpan timeSpan = TimeSpan.FromMinutes(Pid > 0 ? 95 : 0);
    private readonly TimeZoneInfo zone = TimeZoneInfo.CreateCustomTimeZone("Depot/" + Pid, TimeSpan.FromHours(3), Made("depot time"), Made("depot time"));
    private readonly Uri uri = new($"http://depot.example/{Pid}");
    private readonly Version version = new(3, 5, Pid);
    private readonly Guid guid = new(Pid, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    private readonly BigInteger big = BigInteger.Pow(10, 30) + Pid;
    private readonly Complex complex = new(Pid, 35.5);
    private readonly decimal money = Pid + 0.25m;
    private readonly Int128 wide = Int128.MaxValue - Pid;
    private readonly Half half = (Half)(Pid > 0 ? 1.5 : 0);
    private readonly CultureInfo culture = CultureInfo.InvariantCulture.Name.Length == Pid ? CultureInfo.CurrentCulture : new CultureInfo("de-AT");
    private readonly RegionInfo region = new("AT");
    private readonly IPAddress address = IPAddress.Parse($"10.0.{Pid % 200}.36");
    private readonly IPEndPoint endPoint = new(IPAddress.Loopback, 1024 + Pid % 1000);
    private readonly DnsEndPoint dnsEndPoint = new($"depot{Pid}.example", 1024 + Pid % 1000);
    private readonly IPNetwork network = new(IPAddress.Parse("10.0.0.0"), Pid > 0 ? 24 : 8);
    private readonly Cookie cookie = new("basket", "apples" + Pid, "/", "depot.example");
    private readonly WebHeaderCollection headers = new() { ["X-Depot"] = Made("header") };
    private readonly MailMessage mail = new(new MailAddress($"sender{Pid}@depot.example"), new MailAddress($"receiver{Pid}@depot.example"));
    private readonly Exception failure = new InvalidOperationException(Made("the gate is stuck"), new IOException(Made("no current")));
    private readonly KeyValuePair<string, int> pair = new(Made("pair"), 37);
    private readonly DictionaryEntry entry = new(Made("entry"), 38);
    private readonly ArraySegment<int> part = new([1, Pid, 39], 1, 2);
    private readonly string[,] grid = { { Made("grid"), Made("plan") } };
    private readonly Task<Part> done = Task.FromResult(new Part(Made("task"), 40));
    private readonly TaskCompletionSource<Part> completion = new();
    private readonly ThreadLocal<Part> threadLocal = new(() => new Part(Made("thread"), 41), trackAllValues: true);
    private readonly Rune rune = new(Pid > 0 ? 'ß' : 's');
    private readonly Range range = 1..(Pid > 0 ? 42 : 2);
    private readonly ILookup<string, int> lookup;
    private readonly IGrouping<string, int> grouping;
    private readonly IEnumerable<int> notRun = Enumerable.Range(0, 3).Select(int (_) => throw new InvalidOperationException("nobody may run it"));

    public Store()
    {
        dataTable.Columns.Add("Code", typeof(int));
        dataTable.Columns.Add("Label", typeof(string));
        dataTable.Columns.Add("Price", typeof(decimal));
        dataTable.Columns.Add("Since", typeof(DateTime));
        dataTable.Columns.Add("Doors", typeof(Doors));
        dataTable.Columns.Add("Double", typeof(int), "Code * 2");
        dataTable.Rows.Add(101, Made("upper"), 1.25m, new DateTime(2024, 2, 29), Doors.East);
        dataTable.Rows.Add(102, Made("gone"), 2.25m, new DateTime(2024, 3, 1), Doors.North);
        dataTable.Rows.Add(103, DBNull.Value, 3.25m, new DateTime(2024, 3, 2), Doors.South);
        dataTable.AcceptChanges();
        dataTable.Rows[0]["Price"] = 9.75m;
        dataTable.Rows[1].Delete();
        dataView = new DataView(dataTable, "Code > " + Pid % 50, "Code DESC", DataViewRowState.CurrentRows);
        DataTable people = dataSet.Tables.Add("People");
        people.Columns.Add("Name", typeof(string));
        people.Columns.Add("Age", typeof(int));
        people.Rows.Add(Made("Ada"), 51);
        people.Rows.Add(Made("Grace"), 52);
        DataTable rooms = dataSet.Tables.Add("Rooms");
        rooms.Columns.Add("Room", typeof(string));
        for (int i = 0; i < 1500; i++) rooms.Rows.Add(Made("room" + i));
        dataRow = people.Rows[1];
        readOnlyObservable = new ReadOnlyObservableCollection<Part>(observable);
        arrayBuilder.Add(new Part(Made("arrayBuilder"), 43));
        listBuilder.Add(Made("listBuilder"));
        dictionaryBuilder.Add(Made("dictionaryBuilder"), 44);
        channel.Writer.TryWrite(Made("channel"));
        xmlDocument.LoadXml($"<depot town='Bonn {Pid}'><shelf n='3'>nails {Pid}</shelf></depot>");
        ((IDictionary<string, object?>)expando)["expanded" + Pid] = Made("expando");
        _ = lazy.Value;
        weak = new WeakReference<Part>(weakly);
        builder.Append(Made(", chunk").PadRight(20_000, '.'));
        var first = new Segment(Made("sequence of") + " ");
        Segment last = first.Follow(Made("segments"));
        sequence = new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
        mail.Subject = Made("Delivery");
        mail.Body = Made("Your parts are here");
        completion.SetResult(new Part(Made("completion"), 45));
        _ = threadLocal.Value;
        lookup = new[] { 46, 48 }.ToLookup(_ => Made("lookup"));
        grouping = new[] { 47 }.GroupBy(_ => Made("group")).First();
    }

    public int Total() => dataTable.Rows.Count;
}

public static class Program
{
    public static async Task Main()
    {
        var store = new Store();
        Console.WriteLine("ready " + Environment.ProcessId);
        await Task.Delay(-1);
        store.Total();
    }
}
