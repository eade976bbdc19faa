using System;
using System.Buffers.Text;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>Answers requests, one at a time, until the daemon leaves. A request that fails is answered with its error; nothing escapes.</summary>
public sealed class Session(Channel channel)
{
    private readonly Utf8Buffer _json = new();
    private Capture? _capture;
    private Invoker? _invoker;
    private RootFinder? _finder;
    private byte[] _lastRequest = [];
    private Dictionary<string, object?> _lastFields = [];

    public void Run()
    {
        try { Serve(); }
        finally { _finder?.Dispose(); }
    }

    private void Serve()
    {
        while (true)
        {
            ReadOnlySpan<byte> request = channel.Receive();
            if (channel.DaemonLeft) return;
            _json.Clear();
            bool leave = Answer(request);
            channel.Send(_json.Written);
            if (leave || channel.DaemonLeft) return;
            Rest();
        }
    }

    private void Rest()
    {
        try { _capture?.Rest(); }
        catch { }
    }

    private bool Answer(ReadOnlySpan<byte> request)
    {
        long id = -1;
        try
        {
            Dictionary<string, object?> fields = Parse(request, ref id);
            Head(id);
            string op = fields.GetValueOrDefault("op") as string ?? "";
            switch (op)
            {
                case "ping": Echo(fields); break;
                case "hello": Hello(); break;
                case "stats": Stats(); break;
                case "capture": CaptureNow(fields); break;
                case "read": ReadNow(fields); break;
                case "heap_begin": HeapBegin(fields); break;
                case "heap_cancel": Prepare(); _finder!.Heap.Cancel(fields.GetValueOrDefault("note") as string ?? ""); _finder.Table.Touch(); _json.Raw("\"done\":true"u8); break;
                case "heap": HeapSearch(fields); break;
                case "invoke": Invoke(fields); break;
                case "result": Prepare(); _invoker!.Tell(_json, (int)Number(fields, "ticket", 0), ResultBudget); break;
                case "forget": Prepare(); _invoker!.Forget((int)Number(fields, "ticket", 0)); _json.Raw("\"done\":true"u8); break;
                case "leave": break;
                default: throw new NotSupportedException($"There is no operation '{op}'.");
            }
            _json.Raw((byte)'}');
            return op == "leave";
        }
        catch (Exception e)
        {
            _json.Clear();
            Head(id);
            _json.Raw("\"error\":"u8);
            _json.String($"{e.GetType().Name}: {e.Message}");
            _json.Raw((byte)'}');
            return false;
        }
    }

    /// <summary>A poll is the request before it with another number, which comes first: nothing is made of it anew.</summary>
    private Dictionary<string, object?> Parse(ReadOnlySpan<byte> request, ref long id)
    {
        ReadOnlySpan<byte> rest = request, first = "{\"id\":"u8;
        if (request.StartsWith(first) && Utf8Parser.TryParse(request.Slice(first.Length), out id, out int digits)) rest = request.Slice(first.Length + digits);
        if (rest.Length < request.Length && rest.SequenceEqual(_lastRequest)) return _lastFields;
        var fields = JsonText.Parse(request) as Dictionary<string, object?> ?? throw new FormatException("A request is an object.");
        id = (long)Number(fields, "id", -1);
        if (fields.GetValueOrDefault("op") is not "capture") return fields;
        _lastRequest = rest.ToArray();
        return _lastFields = fields;
    }

    private void Head(long id)
    {
        _json.Raw("{\"id\":"u8);
        _json.Number(id);
        _json.Raw((byte)',');
    }

    private static double Number(Dictionary<string, object?> fields, string name, double otherwise) => fields.GetValueOrDefault(name) is double value ? value : otherwise;

    /// <summary>Says back what it was told: for tests of the channel.</summary>
    private void Echo(Dictionary<string, object?> fields)
    {
        _json.Raw("\"text\":"u8);
        _json.String(fields.GetValueOrDefault("text") as string ?? "");
        int repeat = (int)Number(fields, "repeat", 0);
        if (repeat <= 0) return;
        _json.Raw(",\"filler\":\""u8);
        for (int i = 0; i < repeat; i++) _json.Raw((byte)('a' + i % 26));
        _json.Raw((byte)'"');
    }

    private void Hello()
    {
        _json.Raw("\"version\":"u8);
        _json.String(Environment.Version.ToString());
        _json.Raw(",\"entry\":"u8);
        _json.String(System.Reflection.Assembly.GetEntryAssembly()?.GetName().Name ?? "");
        _json.Raw(Layout.Trusted ? ",\"layout\":true"u8 : ",\"layout\":false"u8);
    }

    /// <summary>What we cost: for tests that see to it that it stays little.</summary>
    private void Stats()
    {
        _json.Raw("\"allocated\":"u8);
        _json.Number(GC.GetAllocatedBytesForCurrentThread());
        _json.Raw(",\"heap\":"u8);
        _json.Number(GC.GetTotalMemory(true));
        _json.Raw(",\"assemblies\":"u8);
        _json.Number(AppDomain.CurrentDomain.GetAssemblies().Length);
    }

    private void CaptureNow(Dictionary<string, object?> fields)
    {
        Prepare();
        _capture!.Write(_json, BudgetOf(fields), fields.GetValueOrDefault("discover") is true);
    }

    public static Budget BudgetOf(Dictionary<string, object?> fields) => new()
    {
        MaxNodes = (int)Number(fields, "maxNodes", 20_000),
        MaxDepth = (int)Number(fields, "maxDepth", 12),
        MaxString = (int)Number(fields, "maxString", 4096),
        MaxElements = (int)Number(fields, "maxElements", 200),
        MaxBytes = (int)Number(fields, "maxBytes", 4 << 20),
    };

    private void HeapBegin(Dictionary<string, object?> fields)
    {
        Prepare();
        _json.Raw(_finder!.Heap.Begin(fields.GetValueOrDefault("library") as string ?? "") ? "\"ready\":true"u8 : "\"ready\":false"u8);
    }

    private void HeapSearch(Dictionary<string, object?> fields)
    {
        _finder!.SearchHeap(fields.GetValueOrDefault("patient") is true);
        _json.Raw("\"objects\":"u8);
        _json.Number(_finder.Heap.ObjectCount);
        _json.Raw(",\"ms\":"u8);
        _json.Number(_finder.Heap.PauseMs);
        _json.Raw(_finder.Heap.MayPass ? ",\"again\":true,\"note\":"u8 : ",\"again\":false,\"note\":"u8);
        if (_finder.Heap.Note is { } note) _json.String(note);
        else _json.Raw("null"u8);
    }

    private void ReadNow(Dictionary<string, object?> fields)
    {
        Prepare();
        var path = new List<string>();
        foreach (object? segment in fields.GetValueOrDefault("path") as List<object?> ?? []) path.Add(segment as string ?? "");
        int from = (int)Math.Clamp(Number(fields, "from", 0), 0, int.MaxValue), limit = (int)Math.Clamp(Number(fields, "limit", 200), 0, int.MaxValue);
        _capture!.WriteOne(_json, BudgetOf(fields), fields.GetValueOrDefault("root") as string ?? "", path, from, limit);
    }

    private static readonly Budget ResultBudget = new() { MaxNodes = 20_000, MaxDepth = 12, MaxString = 64 * 1024, MaxElements = 1000, MaxBytes = 4 << 20 };

    private void Invoke(Dictionary<string, object?> fields)
    {
        Prepare();
        var parameters = fields.GetValueOrDefault("parameters") as Dictionary<string, object?> ?? [];
        _invoker!.Invoke(_json, fields.GetValueOrDefault("address") as string ?? "", parameters, (int)Math.Clamp(Number(fields, "timeoutMs", 30_000), 1, int.MaxValue), ResultBudget);
    }

    private void Prepare()
    {
        if (_capture != null) return;
        var planner = new Planner(new Origins());
        RootFinder finder = _finder = new RootFinder(planner);
        var walker = new Walker(planner);
        var operations = new OperationFinder(finder, planner);
        _capture = new Capture(finder, walker, operations);
        _invoker = new Invoker(operations, walker, planner.Origins);
    }
}
