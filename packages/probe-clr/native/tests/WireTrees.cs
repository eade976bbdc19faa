using System;
using System.Collections.Generic;
using PayloadTests;

namespace PayloadTests
{
    using Substrate.Payload;

    /// <summary>Tells captures that it is given as lines, each a list of `RawRoot`, as the payload would; an empty line ends a visit.</summary>
    public static class WireTrees
    {
        private static readonly Budget Some = new() { MaxNodes = 20_000, MaxDepth = 64, MaxString = 40, MaxElements = 200, MaxBytes = 4 << 20 };

        public static int Tell()
        {
            var planner = new Planner(new Origins());
            var walker = new Walker(planner);
            var writer = new RootWriter(walker);
            var json = new Utf8Buffer();
            var roots = new Dictionary<string, Root>();
            using var output = Console.OpenStandardOutput();
            using var input = new System.IO.StreamReader(Console.OpenStandardInput());
            while (input.ReadLine() is { } line)
            {
                if (line.Length == 0)
                {
                    roots.Clear();
                    continue;
                }
                var next = new Dictionary<string, Root>();
                json.Clear();
                walker.Begin(Some);
                writer.Begin(json);
                foreach (object? one in (List<object?>)JsonText.Parse(line)!)
                {
                    var told = (Dictionary<string, object?>)one!;
                    string address = (string)told["address"]!;
                    Root root = roots.GetValueOrDefault(address) ?? new Root { Address = address, Name = address, Source = default };
                    root.Source = Enum.Parse<Source>((string)told["source"]!, ignoreCase: true);
                    root.Library = told.GetValueOrDefault("library") as string;
                    root.Node = walker.Build(told, 0, isElement: false);
                    next.Add(address, root);
                    writer.Write(root);
                }
                writer.End();
                walker.End();
                json.Raw((byte)'\n');
                output.Write(json.Written);
                roots = next;
            }
            return 0;
        }
    }
}

namespace Substrate.Payload
{
    public sealed partial class Walker
    {
        /// <summary>A node that says what it is given, as if it had been read.</summary>
        public int Build(Dictionary<string, object?> told, int parent, bool isElement)
        {
            var name = (string)told["name"]!;
            int index = Append(isElement ? Label.At(long.Parse(name)) : new Label(name, 0), parent);
            string? why = told.GetValueOrDefault("omitted") as string, kind = told["kind"] as string;
            ref Node node = ref _nodes[index];
            if (told.GetValueOrDefault("type") is string type) node.Plan = new TypePlan { Type = typeof(object), Form = Form.Object, Origin = Origin.Application, Name = type };
            if (told.GetValueOrDefault("size") is double size) node.Size = (int)size;
            if (why != null) node.Omission = Enum.Parse<Omission>(why, ignoreCase: true);
            node.IsShown = told.GetValueOrDefault("shown") is true;
            node.IsFixed = told.GetValueOrDefault("fixed") is true;
            node.IsHidden = told.GetValueOrDefault("secret") is true;
            node.Kind = Enum.Parse<NodeKind>(kind!, ignoreCase: true);
            if (kind == "value") PutTold(ref node, told);
            else if (told.GetValueOrDefault("value") is string bytes)
            {
                node.Form = Form.Bytes;
                node.Reference = new byte[node.Size];
                Convert.FromHexString(bytes).CopyTo((byte[])node.Reference, 0);
                node.More = node.Size;
            }
            foreach (object? child in told.GetValueOrDefault("children") as List<object?> ?? []) Build((Dictionary<string, object?>)child!, index, kind == "list");
            return index;
        }

        private static void PutTold(ref Node node, Dictionary<string, object?> told)
        {
            switch (told["value"])
            {
                case bool one: (node.Form, node.Bits) = (Form.Bool, one ? 1 : 0); break;
                case double one when one == Math.Floor(one): (node.Form, node.Bits) = (Form.I8, (long)one); break;
                case double one: (node.Form, node.Bits) = (Form.R8, BitConverter.DoubleToInt64Bits(one)); break;
                case string text:
                    node.Form = Form.String;
                    node.Reference = told.GetValueOrDefault("length") is double length ? text.Substring(0, text.Length - 1).PadRight((int)length, '-') : text;
                    if (told.GetValueOrDefault("literal") is bool literal) node.Literal = literal ? Literals.Known.Literal : Literals.Known.Made;
                    break;
            }
        }
    }
}
