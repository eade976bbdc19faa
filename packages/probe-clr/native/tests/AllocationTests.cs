using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Data;
using System.Dynamic;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Substrate.Payload;

namespace PayloadTests;

/// <summary>Reading the same state again leaves nothing for the collector.</summary>
public static class AllocationTests
{
    private const int Rounds = 10;
    private static readonly Budget Plenty = new() { MaxNodes = 20_000, MaxDepth = 12, MaxString = 4096, MaxElements = 200, MaxBytes = 4 << 20 };
    private static readonly Walker s_walker = new(new Planner(new Origins()));
    private static readonly Utf8Buffer s_json = new();

    private sealed class Holder<T> { public T? Value; }

    private static void Read(object state)
    {
        s_walker.Begin(Plenty);
        int node = s_walker.AddRoot("state", state);
        s_walker.Walk();
        s_json.Clear();
        s_walker.Write(s_json, node);
        s_walker.End();
    }

    /// <summary>The least of several rounds: what comes with a first use comes once.</summary>
    private static void Free<T>(T value)
    {
        object state = new Holder<T> { Value = value };
        long least = long.MaxValue;
        for (int i = 0; i < Rounds; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Read(state);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Check.True(least == 0, $"{typeof(T)} costs {least} bytes each time");
    }

    [Test]
    public static void ValuesAreFree()
    {
        Free("tea");
        Free(new string('x', 10_000));
        Free(ulong.MaxValue);
        Free(0.1);
        Free(0.1f);
        Free(12.50m);
        Free('ä');
        Free<int?>(5);
        Free<object>(17);
        Free(Level.High);
        Free(Rights.Read | Rights.Write);
        Free((Level)77);
        Free(DateTime.UtcNow);
        Free(DateTimeOffset.Now);
        Free(new DateOnly(2026, 1, 2));
        Free(new TimeOnly(1, 2, 3));
        Free(TimeSpan.FromMinutes(3));
        Free(Guid.NewGuid());
        Free(new Uri("https://example.com/x"));
        Free(new Version(1, 2, 3));
        Free(new StringBuilder("grows"));
        Free(new Money(5, "EUR"));
        Free((1, "one"));
        Free(new Point(1, 2));
    }

    [Test]
    public static void CollectionsAreFree()
    {
        Free(new[] { 1, 2 });
        Free(new List<Point> { new(1, 2), new(3, 4) });
        Free(new HashSet<string> { "a" });
        Free(new Queue<int>([1, 2]));
        Free(new Stack<int>([1, 2]));
        Free(new Dictionary<string, Point> { ["a"] = new(1, 2) });
        Free(new Dictionary<long, int> { [1] = 2 });
        Free(new Dictionary<Guid, int> { [Guid.NewGuid()] = 2 });
        Free(new Dictionary<Level, int> { [Level.High] = 2 });
        Free(new Dictionary<(int, int), int> { [(1, 2)] = 3 });
        Free(new Dictionary<DateTime, int> { [DateTime.UtcNow] = 2 });
        Free(new Dictionary<char, int> { ['x'] = 2 });
        Free(new ConcurrentDictionary<string, int> { ["a"] = 1 });
        Free(new ConcurrentQueue<(int, string)>([(1, "one")]));
        Free(new ConcurrentStack<int>([1, 2]));
        Free(new LinkedList<string>(["a", "b"]));
        Free(ImmutableArray.Create(1, 2));
        Free(new ObservableCollection<string> { "o" });
        Free(new NameValueCollection { { "colour", "red" }, { "colour", "green" } });
    }

    [Test]
    public static void TablesAndDocumentsAreFree()
    {
        var table = new DataTable("Parts") { Columns = { { "Name", typeof(string) }, { "Price", typeof(decimal) }, { "Level", typeof(Level) }, { "Since", typeof(DateTime) } } };
        for (int i = 0; i < 100; i++) table.Rows.Add("part" + i, 1.5m, Level.High, DateTime.UtcNow);
        Free(table);
        Free(table.Rows[1]);
        Free(new DataView(table, "Price < 2", "Name", DataViewRowState.CurrentRows));
        Free(new DataSet { Tables = { table } });
        Free(XElement.Parse("<a b='c'><d>e</d><d f='g'/></a>"));
        var document = new XmlDocument();
        document.LoadXml("<a b='c'><d>e</d><d f='g' h='i'/></a>");
        Free(document);
        var grows = new ExpandoObject();
        grows.TryAdd("name", "value");
        Free(grows);
    }

    /// <summary>What grew is read anew, and no more of it is copied than is shown.</summary>
    [Test]
    public static void GrowingTextsAreShownAsTheyAre()
    {
        var text = new StringBuilder("one");
        object state = new Holder<StringBuilder> { Value = text };
        Read(state);
        text.Append(" two");
        Read(state);
        Check.Contains("\"one two\"", Encoding.UTF8.GetString(s_json.Written));
        text.Append('x', 1_000_000);
        Read(state);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Read(state);
        Check.True(GC.GetAllocatedBytesForCurrentThread() - before < 20_000, "the whole text was copied");
        Check.Contains("xx…\"", Encoding.UTF8.GetString(s_json.Written));
    }
}
