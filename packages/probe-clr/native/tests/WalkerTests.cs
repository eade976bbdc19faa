using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks.Dataflow;
using Substrate.Payload;

namespace PayloadTests;

public enum Level { Low, High }
[Flags] public enum Rights { None = 0, Read = 1, Write = 2 }
public record Point(int X, int Y);
public record struct Money(decimal Amount, string Currency);

public sealed class Shapes
{
    public int? Some = 3;
    public int? Nothing = null;
    public Level Level = Level.High;
    public Rights Rights = Rights.Read | Rights.Write;
    public DateTime Utc = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
    public DateTimeOffset Offset = new(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(2));
    public DateOnly Day = new(2026, 5, 4);
    public TimeOnly Time = new(13, 5);
    public TimeSpan Span = TimeSpan.FromMinutes(90);
    public Guid Id = Guid.Parse("01234567-89ab-cdef-0123-456789abcdef");
    public decimal Price = 12.50m;
    public double Ratio = 0.1;
    public float Single = 0.1f;
    public long Big = long.MaxValue;
    public char Letter = 'ä';
    public Uri Link = new("https://example.com/x");
    public Version Version = new(1, 2, 3);
    public Money Money = new(5, "EUR");
    public Point Point = new(1, 2);
    public (int, string) Pair = (1, "one");
    public byte[] Photo = new byte[10];
    public string ApiKey = "very-private";
    public string Text { get; set; } = "auto";
    public JsonElement Element = JsonDocument.Parse("""{"a":[1,"x"]}""").RootElement;
    public JsonNode Node = new JsonObject { ["k"] = 1, ["n"] = new JsonArray("p", "q") };
    public ConcurrentDictionary<string, Point> Concurrent = new() { ["here"] = new Point(3, 4) };
    public ImmutableArray<int> Array = [1, 2];
    public ImmutableList<string> Immutable = ["i1", "i2"];
    public ImmutableDictionary<string, int> ImmutableMap = ImmutableDictionary<string, int>.Empty.Add("im", 7);
    public Dictionary<Level, int> ByLevel = new() { [Level.Low] = 1 };
    public Dictionary<int, string> ByNumber = new() { [42] = "answer" };
    public HashSet<string> Set = ["s1"];
    public Queue<int> Queue = new([1, 2, 3]);
    public Stack<int> Stack = new([1, 2]);
    public LinkedList<int> Linked = new([8, 9]);
    public SortedDictionary<string, int> Sorted = new() { ["b"] = 2, ["a"] = 1 };
    public ObservableCollection<string> Observed = ["o1"];
    public Lazy<string> Lazy = new(() => throw new InvalidOperationException("application code ran"));
    public object Boxed = 17;
    public Action Callback = () => { };
    public unsafe int* Pointer;
    public Getter Getter = new();
    public Listy Listy = [1, 2];
}

public sealed class Getter
{
    private readonly int _value = 5;
    public int Value => throw new InvalidOperationException("application code ran");
    public override string ToString() => throw new InvalidOperationException("application code ran");
    public override int GetHashCode() => throw new InvalidOperationException("application code ran");
    public override bool Equals(object? other) => throw new InvalidOperationException($"application code ran {_value}");
}

/// <summary>A list of the application's own: its enumerator must not run.</summary>
public sealed class Listy : List<int>, IEnumerable<int>
{
    IEnumerator<int> IEnumerable<int>.GetEnumerator() => throw new InvalidOperationException("application code ran");
}

public sealed class Tuples
{
    public (string Unit, int Count) Pack = ("box", 20);
    public List<(string Name, decimal Price)> Prices = [("tea", 3.5m)];
    public Dictionary<string, (int Row, (double Lat, double Lon) At)> Places = new() { ["home"] = (7, (53.5, 10.0)) };
    public (string Pin, string Password)[] Logins = [("p", "very-private")];
    public (int Low, int High)? Range { get; set; } = (1, 9);
    public (int, string) Plain = (1, "one");
}

public sealed class Circle
{
    public string Name = "circle";
    public Circle? Self;
    public List<Circle> Friends = [];
}

public static class WalkerTests
{
    private static readonly Budget Plenty = new() { MaxNodes = 20_000, MaxDepth = 12, MaxString = 4096, MaxElements = 200, MaxBytes = 4 << 20 };

    private static string Read(object value, Budget? budget = null, bool keepsLiterals = false)
    {
        var walker = new Walker(new Planner(new Origins()));
        walker.Begin(budget ?? Plenty);
        int node = walker.AddRoot("root", value);
        walker.Walk();
        var json = new Utf8Buffer();
        walker.Write(json, node);
        walker.End();
        string text = Encoding.UTF8.GetString(json.Written);
        JsonText.Parse(text);
        return keepsLiterals ? text : Regex.Replace(text, "\"q\":[01],", "");
    }

    [Test]
    public static void TheLayoutOfThisRuntimeIsKnown() => Check.True(Layout.Trusted, "the self-test fails on this runtime");

    [Test]
    public static void EveryShapeReadsAsAPersonWouldWriteIt()
    {
        string text = Read(new Shapes());
        foreach (string part in new[]
        {
            """{"n":"Some","v":3}""", """{"n":"Nothing","v":null}""", """{"n":"Level","t":"Level","v":"High"}""", """{"n":"Rights","t":"Rights","v":"Read, Write"}""",
            """{"n":"Utc","v":"2026-01-02T03:04:05Z"}""", """{"n":"Offset","v":"2026-01-02T03:04:05+02:00"}""", """{"n":"Day","v":"2026-05-04"}""", """{"n":"Time","v":"13:05:00"}""",
            """{"n":"Span","v":"01:30:00"}""", """{"n":"Id","v":"01234567-89ab-cdef-0123-456789abcdef"}""", """{"n":"Price","v":12.5}""", """{"n":"Ratio","v":0.1}""", """{"n":"Single","v":0.1}""",
            """{"n":"Big","v":"9223372036854775807"}""", """{"n":"Letter","v":"ä"}""", """{"n":"Link","v":"https://example.com/x"}""", """{"n":"Version","v":"1.2.3"}""",
            """{"n":"Money","t":"Money","o":[{"n":"Amount","v":5},{"n":"Currency","v":"EUR"}]}""", """{"n":"Point","t":"Point","o":[{"n":"X","v":1},{"n":"Y","v":2}]}""",
            """{"n":"Photo","t":"Byte[]","z":10,"y":""}""", """{"n":"ApiKey","r":1,"v":"[redacted]"}""", """{"n":"Text","v":"auto"}""",
            """{"n":"Element","m":[{"n":"a","l":[{"v":1},{"v":"x"}]}]}""", """{"n":"here","t":"Point","o":[{"n":"X","v":3},{"n":"Y","v":4}]}""", ""","l":[{"v":"i1"},{"v":"i2"}]""",
            """{"n":"im","v":7}""", ""","m":[{"n":"Low","v":1}]""", ""","m":[{"n":"42","v":"answer"}]""", ""","l":[{"v":"s1"}]""", ""","l":[{"v":1},{"v":2},{"v":3}]""",
            ""","l":[{"v":2},{"v":1}]""", ""","l":[{"v":8},{"v":9}]""", """[{"n":"a","v":1},{"n":"b","v":2}]""", ""","l":[{"v":"o1"}]""", """{"n":"Boxed","v":17}""", """{"n":"_value","v":5}""",
        }) Check.Contains(part, text);
        Check.Contains("\"k\"", text);
        Check.Contains("\"p\"", text);
        Check.Lacks("application code ran", text);
        Check.Lacks("very-private", text);
        Check.Lacks("Callback", text);
        Check.Lacks("Pointer", text);
    }

    [Test]
    public static void ChainsAndConcurrentQueuesReadInOrder()
    {
        Check.Contains("\"l\":[]", Read(new LinkedList<int>()));
        Check.Contains("\"l\":[{\"v\":\"a\"},{\"v\":null},{\"v\":\"b\"}]", Read(new LinkedList<string?>(["a", null, "b"])));
        Check.Contains("\"l\":[{\"v\":2},{\"v\":1}]", Read(new ConcurrentStack<int>([1, 2])));
        var queue = new ConcurrentQueue<int>();
        Check.Contains("\"l\":[]", Read(queue));
        // Over several segments and around their ends, with and without a first one that was enumerated.
        foreach (bool isEnumerated in new[] { false, true })
        {
            for (int i = 0; i < 300; i++)
            {
                queue.Enqueue(i);
                if (isEnumerated && i == 100) GC.KeepAlive(queue.ToArray());
                if (i % 3 == 0) queue.TryDequeue(out _);
                if (i % 50 != 0 && i < 290) continue;
                string expected = string.Join(",", Array.ConvertAll(queue.ToArray(), one => $"{{\"v\":{one}}}"));
                Check.Contains(queue.Count > 200 ? $"\"z\":{queue.Count}," : $"\"l\":[{expected}]", Read(queue));
            }
            while (queue.TryDequeue(out _)) { }
        }
    }

    [Test]
    public static void AQueueInUseNeverShowsHalfAnElement()
    {
        var queue = new ConcurrentQueue<Money>();
        var linked = new LinkedList<Money>();
        bool isOver = false;
        var thread = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref isOver); i = (i + 1) % 1000)
            {
                queue.Enqueue(new Money(i, i.ToString()));
                linked.AddLast(new Money(i, i.ToString()));
                if (queue.Count > 20 + i % 30) queue.TryDequeue(out _);
                if (linked.Count > 20 + i % 30) linked.RemoveFirst();
            }
        });
        thread.Start();
        int shown = 0;
        for (int i = 0; i < 300; i++)
            foreach (object list in new object[] { queue, linked })
                foreach (Match one in Regex.Matches(Read(list), "\"Amount\",\"v\":(\\d+)\\},\\{\"n\":\"Currency\",\"v\":\"(\\d+)\""))
                {
                    shown++;
                    Check.Equal(one.Groups[1].Value, one.Groups[2].Value);
                }
        Volatile.Write(ref isOver, true);
        thread.Join();
        Check.True(shown > 0, "something was shown");
    }

    [Test]
    public static void KeysAreWords()
    {
        var id = Guid.Parse("01234567-89ab-cdef-0123-456789abcdef");
        Check.Contains("\"m\":[{\"n\":\"01234567-89ab-cdef-0123-456789abcdef\",\"v\":1}]", Read(new Dictionary<Guid, int> { [id] = 1 }));
        Check.Contains("\"m\":[{\"n\":\"2026-01-02T03:04:05.0000000Z\",\"v\":1}]", Read(new Dictionary<DateTime, int> { [new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc)] = 1 }));
        Check.Contains("\"m\":[{\"n\":\"2026-05-04\",\"v\":1}]", Read(new Dictionary<DateOnly, int> { [new(2026, 5, 4)] = 1 }));
        Check.Contains("\"m\":[{\"n\":\"\\\"\",\"v\":1}]", Read(new Dictionary<char, int> { ['"'] = 1 }));
        Check.Contains("\"m\":[{\"n\":\"9223372036854775807\",\"v\":1},{\"n\":\"-3\",\"v\":2}]", Read(new Dictionary<long, int> { [long.MaxValue] = 1, [-3] = 2 }));
        Check.Contains("\"m\":[{\"n\":\"#0\",\"v\":1},{\"n\":\"#1\",\"v\":2}]", Read(new Dictionary<(int, int), int> { [(1, 2)] = 1, [(3, 4)] = 2 }));
    }

    [Test]
    public static void TuplesHaveTheNamesOfTheSource()
    {
        string text = Read(new Tuples());
        foreach (string part in new[]
        {
            """[{"n":"Unit","v":"box"},{"n":"Count","v":20}]""", """[{"n":"Name","v":"tea"},{"n":"Price","v":3.5}]""", """{"n":"Row","v":7}""", """[{"n":"Lat","v":53.5},{"n":"Lon","v":10}]""",
            """{"n":"Password","r":1,"v":"[redacted]"}""", """[{"n":"Low","v":1},{"n":"High","v":9}]""", """[{"n":"Item1","v":1},{"n":"Item2","v":"one"}]""",
        }) Check.Contains(part, text);
        Check.Lacks("very-private", text);
    }

    [Test]
    public static void CirclesEnd()
    {
        var circle = new Circle();
        circle.Self = circle;
        circle.Friends.Add(circle);
        circle.Friends.Add(new Circle { Name = "other", Self = circle });
        string text = Read(circle);
        Check.Contains("other", text);
        Check.True(text.Length < 1000, text);
    }

    [Test]
    public static void TextsThatStandInTheCodeAreTold()
    {
        string made = string.Concat("ma", Environment.ProcessId.ToString());
        string text = Read(new List<object> { "literal", made, new Uri("http://a/") }, keepsLiterals: true);
        Check.Contains("{\"q\":1,\"v\":\"literal\"}", text);
        Check.Contains($"{{\"q\":0,\"v\":\"{made}\"}}", text);
        Check.Contains("{\"v\":\"http://a/\"}", text);
    }

    [Test]
    public static void BytesThatReadAsTextAreText()
    {
        byte[] words = Encoding.UTF8.GetBytes("grün\n{\"a\":1}"), image = new byte[100];
        image[0] = 0x89;
        image[1] = 0x50;
        string expected = "\"v\":\"grün\\n{\\\"a\\\":1}\"";
        Check.Contains($"\"t\":\"Byte[]\",\"z\":13,{expected}", Read(words));
        Check.Contains("\"z\":100,\"y\":\"8950000000000000\"", Read(image));
        // So few bytes may be a key.
        Check.Contains("\"z\":32,\"y\":\"\"", Read(new byte[32]));
        var around = new byte[50];
        words.CopyTo(around, 7);
        foreach (object part in new object[] { new ReadOnlyMemory<byte>(around, 7, 13), new Memory<byte>(around, 7, 13), new ArraySegment<byte>(around, 7, 13), new System.IO.MemoryStream(around, 7, 13), new ReadOnlySequence<byte>(around, 7, 13) })
            Check.Contains(expected, Read(new Dictionary<string, object> { ["part"] = part }));
        var last = new Piece(words.AsMemory(5));
        var first = new Piece(words.AsMemory(0, 5)) { Follows = last };
        Check.Contains(expected, Read(new Dictionary<string, object> { ["part"] = new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length) }));
        Check.Contains("\"v\":\"part\"", Read(new Dictionary<string, object> { ["text"] = "a part of".AsMemory(2, 4) }));
        Check.Contains("\"l\":[{\"v\":2},{\"v\":3}]", Read(new Dictionary<string, object> { ["numbers"] = new Memory<int>([1, 2, 3, 4], 1, 2) }));
        Check.Contains("\"r\":1,\"v\":\"[redacted]\"", Read(new Dictionary<string, object> { ["password"] = words }));
        Check.Contains("\"e\":5000,\"v\":\"aaa…\"", Read(Encoding.UTF8.GetBytes(new string('a', 5000)), Plenty with { MaxString = 3 }));
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory) => Memory = memory;
        public Piece Follows { init { Next = value; value.RunningIndex = RunningIndex + Memory.Length; } }
    }

    [Test]
    public static void TextsThatAreCutTellTheirLength()
    {
        Check.Contains("\"e\":500,\"v\":\"xx…\"", Read(new string('x', 500), Plenty with { MaxString = 2 }));
        Check.Contains("\"e\":500,\"v\":\"xx…\"", Read(new Dictionary<string, object> { ["b"] = new StringBuilder(new string('x', 500)) }, Plenty with { MaxString = 2 }));
        Check.Lacks("\"e\":", Read("short"));
    }

    [Test]
    public static void GridsAreRows()
    {
        Check.Contains("\"l\":[{\"l\":[{\"v\":1},{\"v\":2}]},{\"l\":[{\"v\":3},{\"v\":4}]}]", Read(new[,] { { 1, 2 }, { 3, 4 } }));
        Check.Contains("\"l\":[{\"v\":\"X.\"},{\"v\":\".O\"}]", Read(new[,] { { 'X', '.' }, { '.', 'O' } }));
    }

    private sealed class Shelf
    {
        public Circle Selected = new() { Name = "chosen" };
        public List<Circle> All = [];
    }

    [Test]
    public static void ARecordThatIsSelectedElsewhereStaysInItsList()
    {
        var shelf = new Shelf();
        shelf.All.AddRange([new Circle { Name = "first" }, shelf.Selected]);
        string text = Read(shelf);
        Check.Equal(3, Regex.Matches(text, "\"Name\"").Count);
        Check.Equal(2, Regex.Matches(text, "\"chosen\"").Count);
    }

    [Test]
    public static void ContainersOfTheFrameworkAreFollowedToTheApplicationsObjects()
    {
        var buffer = new BufferBlock<Circle>();
        buffer.Post(new Circle { Name = "buffered" });
        using var gate = new ManualResetEventSlim();
        var slow = new ActionBlock<Circle>(_ => gate.Wait());
        for (int i = 0; i < 3; i++) slow.Post(new Circle { Name = "slow " + i });
        SpinWait.SpinUntil(() => slow.InputCount == 2);
        string text = Read(new Dictionary<string, object> { ["buffer"] = buffer, ["slow"] = slow });
        gate.Set();
        Check.Contains("\"buffered\"", text);
        Check.Contains("\"slow 2\"", text);
        // Room that is ready for more is not told.
        Check.Lacks("{\"v\":null},{\"v\":null}", text);
    }

    private static string ReadPlace(object value, int from, int limit, params string[] path)
    {
        var walker = new Walker(new Planner(new Origins()));
        walker.Begin(Plenty);
        int node = walker.Follow(walker.AddRoot("root", value), path);
        if (node < 0) return "null";
        walker.WalkFrom(node, from, limit);
        var json = new Utf8Buffer();
        walker.Write(json, node);
        walker.End();
        return Regex.Replace(Encoding.UTF8.GetString(json.Written), "\"q\":[01],", "");
    }

    [Test]
    public static void AnyPlaceCanBeReadOnDemand()
    {
        var list = new List<Point>();
        for (int i = 0; i < 1500; i++) list.Add(new Point(i, -i));
        var owner = new Dictionary<string, object> { ["list"] = list, ["other"] = new Point(1, 1) };
        Check.Contains("\"z\":1500,\"f\":700,\"l\":[{\"t\":\"Point\",\"o\":[{\"n\":\"X\",\"v\":700},{\"n\":\"Y\",\"v\":-700}]},{\"t\":\"Point\",\"o\":[{\"n\":\"X\",\"v\":701}", ReadPlace(owner, 700, 2, "list"));
        Check.Contains("\"v\":-1234", ReadPlace(owner, 0, 10, "list", "1234", "Y"));
        Check.Equal("null", ReadPlace(owner, 0, 10, "list", "1500"));
        Check.Equal("null", ReadPlace(owner, 0, 10, "nothing"));
        Check.Contains("\"l\":[]", ReadPlace(owner, 1500, 10, "list"));
        var queue = new Queue<int>();
        var map = new Dictionary<int, Point>();
        var shared = new ConcurrentDictionary<string, Point>();
        var sorted = new SortedDictionary<int, int>();
        for (int i = 0; i < 1000; i++)
        {
            queue.Enqueue(i);
            map[i] = list[i];
            shared["k" + i] = list[i];
            sorted[i] = i;
        }
        foreach (object one in new object[] { queue, new ConcurrentQueue<int>(queue), new LinkedList<int>(queue), ImmutableList.CreateRange(queue), new HashSet<int>(queue), queue.ToArray() })
            Check.Contains("\"z\":1000,\"f\":900,\"l\":[{\"v\":900},{\"v\":901}]", ReadPlace(one, 900, 2));
        Check.Contains("\"z\":1000,\"m\":[{\"n\":\"900\",\"v\":900}]", ReadPlace(sorted, 900, 1));
        Check.Contains("\"v\":-765", ReadPlace(map, 0, 1, "765", "Y"));
        Check.Contains("\"v\":-765", ReadPlace(shared, 0, 1, "k765", "Y"));
        Check.Contains("\"v\":765", ReadPlace(sorted, 0, 1, "765"));
        Check.Equal("null", ReadPlace(map, 0, 1, "1765"));
    }

    [Test]
    public static void BudgetsAreKeptAndSaid()
    {
        var long1 = new List<string>();
        for (int i = 0; i < 500; i++) long1.Add("item " + i);
        string text = Read(long1, Plenty with { MaxElements = 3 });
        Check.Contains("\"z\":500", text);
        Check.Lacks("item 3", text);
        Check.Contains("budget", Read(long1, Plenty with { MaxNodes = 20 }));
        object deep = new List<object>();
        for (int i = 0; i < 30; i++) deep = new List<object> { deep };
        Check.Contains("depth", Read(deep));
    }

    [Test]
    public static void LargeCollectionsTellTheirExactNumber()
    {
        const int Many = 150_000;
        var map = new Dictionary<int, int>();
        var set = new HashSet<int>();
        var shared = new ConcurrentDictionary<int, int>();
        var sorted = new SortedDictionary<int, int>();
        for (int i = 0; i < Many; i++) map[i] = sorted[i] = shared[i] = i;
        for (int i = 0; i < Many; i++) set.Add(i);
        for (int i = 0; i < 7; i++)
        {
            map.Remove(i * 3);
            set.Remove(i * 3);
            shared.TryRemove(i * 3, out _);
            sorted.Remove(i * 3);
        }
        foreach (object collection in new object[] { map, set, shared, sorted }) Check.Contains((Many - 7).ToString(), Read(collection, Plenty with { MaxElements = 10 }));
    }

    private sealed record Branch(string Name, List<Branch> Branches, Branch[] Cut);
    private sealed record Nest(string Name, List<Nest[]> Inside);

    [Test]
    public static void ATreeIsAsDeepAsItsBranches()
    {
        Branch tree = new("leaf", [], []);
        for (int i = 9; i > 0; i--) tree = i % 2 == 0 ? new("branch " + i, [tree], []) : new("branch " + i, [], [tree]);
        Check.True(Read(tree).Contains("\"leaf\""), "nine branches up");
        // What is not of its own kind lies below the list that it is in.
        Nest nest = new("egg", []);
        for (int i = 0; i < 6; i++) nest = new("nest " + i, [[nest]]);
        Check.True(!Read(nest).Contains("\"egg\""), "lists of lists count");
    }

    [Test]
    public static void BreadthComesBeforeDepth()
    {
        var first = new Dictionary<string, object>();
        for (int i = 0; i < 100; i++) first["deep" + i] = new List<string> { "a", "b" };
        var both = new Dictionary<string, object> { ["first"] = first, ["second"] = new List<string> { "shallow" } };
        Check.Contains("shallow", Read(both, Plenty with { MaxNodes = 120 }));
    }

    [Test]
    public static void NothingWrongIsReadWhileAnotherThreadWrites()
    {
        var map = new Dictionary<string, string>();
        var list = new List<string>();
        bool stop = false;
        var writer = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref stop); i++)
            {
                string key = (i % 50).ToString();
                if (i % 3 == 0) map.Remove(key);
                else map[key] = "value " + key;
                if (list.Count > 50) list.Clear();
                list.Add("entry");
            }
        });
        writer.Start();
        try
        {
            for (int i = 0; i < 300; i++)
            {
                var read = (Dictionary<string, object?>)JsonText.Parse(Read(map))!;
                foreach (object? child in (List<object?>)read["m"]!)
                {
                    var entry = (Dictionary<string, object?>)child!;
                    if (entry.GetValueOrDefault("v") is string value) Check.Equal("value " + (string)entry["n"]!, value);
                }
                Read(list);
            }
        }
        finally
        {
            Volatile.Write(ref stop, true);
            writer.Join();
        }
    }

    [Test]
    public static void ReadingAgainAllocatesNextToNothing()
    {
        var items = new Dictionary<string, Point>();
        for (int i = 0; i < 200; i++) items["item" + i] = new Point(i, -i);
        var walker = new Walker(new Planner(new Origins()));
        var json = new Utf8Buffer();
        void Once()
        {
            json.Clear();
            walker.Begin(Plenty);
            int node = walker.AddRoot("root", items);
            walker.Walk();
            walker.Write(json, node);
            walker.End();
        }
        for (int i = 0; i < 50; i++) Once();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 100; i++) Once();
        long each = (GC.GetAllocatedBytesForCurrentThread() - before) / 100;
        Check.True(each < 512, $"{each} bytes a read");
    }
}
