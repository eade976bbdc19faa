using System;
using System.Collections.Generic;
using System.IO;
using Substrate.Payload;

namespace Substrate.Reader;

/// <summary>
/// Reads one process from outside, for a daemon at the other end of its standard streams: a line of JSON for each request, one for each answer. It ends
/// with the daemon's end of the stream.
/// </summary>
public static class Program
{
    private const int Tries = 3;
    private static readonly Utf8Buffer Json = new();

    public static int Main(string[] arguments)
    {
        using Stream output = Console.OpenStandardOutput();
        using var input = new StreamReader(Console.OpenStandardInput());
        Outside outside;
        try { outside = Outside.Open(int.Parse(arguments[0]), arguments[1..]); }
        catch (Exception e)
        {
            Json.Raw("{\"refused\":"u8);
            Json.String((e as Refused)?.Reason ?? "failed");
            Json.Raw(",\"message\":"u8);
            Json.String(e is Refused ? e.Message : $"{e.GetType().Name}: {e.Message}");
            Send(output);
            return 1;
        }
        using (outside)
        {
            Json.Raw("{\"ready\":true"u8);
            Send(output);
            var finder = new Finder(outside);
            var walker = new Walker(new Planner(new Origins()));
            while (input.ReadLine() is { } line)
            {
                Answer(line, outside, finder, walker);
                Send(output);
            }
        }
        return 0;
    }

    private static void Send(Stream output)
    {
        Json.Raw("}\n"u8);
        output.Write(Json.Written);
        output.Flush();
        Json.Clear();
    }

    private static void Answer(string line, Outside outside, Finder finder, Walker walker)
    {
        double id = -1;
        try
        {
            var fields = JsonText.Parse(line) as Dictionary<string, object?> ?? throw new FormatException("A request is an object.");
            id = fields.GetValueOrDefault("id") is double number ? number : -1;
            if (fields.GetValueOrDefault("op") is not "capture") throw new NotSupportedException("A process that is read from outside can be read, and nothing else.");
            Head(id);
            Capture(Session.BudgetOf(fields), fields.GetValueOrDefault("discover") is true, outside, finder, walker);
            Json.Raw((byte)'}');
        }
        catch (Exception e)
        {
            foreach (Place place in finder.Places) place.Root.SentAt = -1;
            Json.Clear();
            Head(id);
            Json.Raw("\"error\":"u8);
            Json.String($"{e.GetType().Name}: {e.Message}");
            Json.Raw((byte)'}');
        }
    }

    private static void Head(double id)
    {
        Json.Raw("{\"id\":"u8);
        Json.Number(id);
        Json.Raw(",\"body\":{"u8);
    }

    /// <summary>
    /// Nothing stops the process: what was read while a collection moved things is read again. Where collections come faster than that, what lies on the
    /// heap is told as it was, and said to be old.
    /// </summary>
    private static void Capture(in Budget budget, bool discover, Outside outside, Finder finder, Walker walker)
    {
        bool isTrue = false;
        for (int turn = 0; turn < Tries && !isTrue; turn++)
        {
            // Somebody who looks for more waits for it.
            if (discover && (turn == 0 || outside.HasMoved) || finder.MaySearch && (finder.IsOld || outside.HasMoved)) finder.Search();
            walker.Begin(budget, outside);
            foreach (Place place in finder.Places)
                if (place.Object != 0) walker.Claim(place.Object);
            foreach (Place place in finder.Places) Read(place, outside, walker);
            walker.WalkOutside();
            isTrue = !outside.HasMoved;
            if (!isTrue && !discover && !finder.MaySearch) break;
        }
        Write(finder, walker, isTrue);
        walker.End();
    }

    private static void Read(Place place, Outside outside, Walker walker)
    {
        Root root = place.Root;
        root.IsUnreached = false;
        try
        {
            if (place.Statics is { } fields)
            {
                root.Node = walker.AddRoot(root.Name);
                foreach ((string name, Spot spot) in fields) walker.AddChild(root.Node, name, spot);
            }
            else root.Node = place.Variable is { } spot ? walker.AddRoot(root.Name, spot) : walker.AddRoot(root.Name, outside.Heap.GetObject(place.Object));
        }
        catch (Exception)
        {
            root.Node = -1;
            root.IsUnreached = true;
        }
    }

    private static void Write(Finder finder, Walker walker, bool isTrue)
    {
        var writer = new RootWriter(walker);
        var unreached = new List<string>();
        int reached = 0;
        Json.Raw("\"roots\":"u8);
        writer.Begin(Json);
        foreach (Place place in finder.Places)
        {
            Root root = place.Root;
            if (root.IsUnreached || !isTrue)
            {
                unreached.Add(root.Address);
                if (root.SentAt >= 0) writer.Keep(root);
                continue;
            }
            reached++;
            if (root.Node < 0 || walker.IsEmpty(root.Node)) root.SentAt = -1;
            else writer.Write(root);
        }
        writer.End();
        Json.Raw(",\"unreached\":["u8);
        for (int i = 0; i < unreached.Count; i++)
        {
            if (i > 0) Json.Raw((byte)',');
            Json.String(unreached[i]);
        }
        Json.Raw("],\"objects\":"u8);
        Json.Number(walker.ObjectCount);
        Substrate.Payload.Capture.WriteCounts(Json, walker, finder.Places.Count, reached);
        Json.Raw(",\"notes\":["u8);
        for (int i = 0; i < finder.Notes.Count; i++)
        {
            if (i > 0) Json.Raw((byte)',');
            Json.String(finder.Notes[i]);
        }
        Json.Raw((byte)']');
    }
}
