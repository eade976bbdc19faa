using System.Collections;

namespace Substrate.Payload;

/// <summary>
/// Containers without types of their own: named values, objects that grow members, documents of XML. An element of XML is a map of its attributes
/// and of what lies in it, by name; several of one name are a list; one with text alone is that text.
/// </summary>
public sealed partial class Walker
{
    private const string Content = "text";
    /// <summary>So many are looked through: others add and take away meanwhile, and a ring that is changed need not lead back to where it began.</summary>
    private const int MostSiblings = 10_000, MostNames = 256;
    private Reach? _reach;
    private FieldPlan? _attributes;

    private Reach Inside => _reach ??= new Reach(planner);

    private void ReadNamed(int index, object target)
    {
        _nodes[index].Kind = NodeKind.Map;
        if (Inside.Get(target, "_entriesArray") is not ArrayList entries) return;
        int size = entries.Count, from = From(index), shown = 0, limit = Limit(index);
        for (int i = from; i < entries.Count && shown < limit && HasRoom(index); i++, shown++)
        {
            object? entry = entries[i];
            Label label = Inside.Get(entry, "Key") is { } key ? KeyLabel(key, i) : new Label("null", 0);
            if (!IsWanted(index, label)) continue;
            if (Inside.Get(entry, "Value") is { } value) ReadObject(index, label, value, isElement: true);
            else AddNull(index, label);
        }
        if (shown < size) _nodes[index].Size = size;
    }

    private void ReadExpando(int index, object target)
    {
        _nodes[index].Kind = NodeKind.Map;
        object? data = Inside.Get(target, "_data");
        if (Inside.Get(Inside.Get(data, "Class"), "_keys") is not string[] keys || Inside.Get(data, "_dataArray") is not object?[] values) return;
        for (int i = 0; i < keys.Length && i < values.Length && HasRoom(index); i++)
        {
            // A bare object stands for a member that was taken away.
            if (values[i]?.GetType() == typeof(object)) continue;
            Label label = KeyLabel(keys[i], i);
            if (IsWanted(index, label)) ReadCopied(index, label, values[i]);
        }
    }

    private static bool IsDom(object node) => node.GetType().Namespace == "System.Xml";

    private string? XmlName(object node) => Inside.Get(Inside.Get(node, IsDom(node) ? "_name" : "name"), "_localName") as string;

    private static bool IsElement(object node) => node.GetType().Name is "XElement" or "XmlElement";

    private static bool IsXmlText(object node) => node.GetType().Name is "XText" or "XCData" or "XmlText" or "XmlCDataSection";

    private string? XmlText(object node) => Inside.Get(node, IsDom(node) ? "_data" : "text") as string;

    /// <summary>The last of what lies in it; the last leads to the first. An empty element of the older kind holds itself.</summary>
    private object? LastOf(object node) => Inside.Get(node, IsDom(node) ? "_lastChild" : "content") is { } last && !ReferenceEquals(last, node) ? last : null;

    private object? After(object node) => Inside.Get(node, "next");

    private void ReadXml(int index, object target)
    {
        // Several elements of one name wait as a list, with the one that they lie in.
        if (_nodes[index].Length > 0)
        {
            ReadSiblings(index, target, _nodes[index].Label.Text!);
            return;
        }
        _nodes[index].Kind = NodeKind.Map;
        // Where something else than a document holds an element, its name is told as well.
        if (IsElement(target) && _nodes[_nodes[index].Parent].Plan is not { Form: Form.Xml })
        {
            AddElement(index, XmlName(target) ?? "", target);
            return;
        }
        ReadAttributes(index, target);
        ReadContent(index, target);
    }

    private void ReadContent(int index, object target)
    {
        object? last = LastOf(target);
        if (last is string all)
        {
            AddText(index, Content, all);
            return;
        }
        int count = 0, names = 0;
        for (object? node = last == null ? null : After(last); node != null && HasRoom(index); node = ReferenceEquals(node, last) ? null : After(node))
        {
            if (++count > MostSiblings || names > MostNames)
            {
                _nodes[index].Omission = Omission.Budget;
                return;
            }
            if (IsXmlText(node)) AddText(index, Content, XmlText(node));
            else if (IsElement(node) && XmlName(node) is { } name)
            {
                int known = ChildOf(index, name);
                if (known >= 0) MakeList(known, target);
                else
                {
                    AddElement(index, name, node);
                    names++;
                }
            }
        }
    }

    private int ChildOf(int index, string name)
    {
        int child = _nodes[index].First;
        while (child >= 0 && _nodes[child].Label.Text != name) child = _nodes[child].Next;
        return child;
    }

    /// <summary>The node of a name that comes again waits as the list of all of them.</summary>
    private void MakeList(int node, object parent)
    {
        if (_nodes[node].Length > 0) return;
        Put(node, parent);
        _nodes[node].Form = default;
        _nodes[node].Length = 1;
    }

    private void ReadSiblings(int index, object parent, string name)
    {
        _nodes[index].Kind = NodeKind.List;
        _nodes[index].Length = 0;
        object? last = LastOf(parent);
        int count = 0, hops = 0, from = From(index), limit = Limit(index), shown = 0;
        for (object? node = last == null ? null : After(last); node != null && hops < MostSiblings; node = ReferenceEquals(node, last) ? null : After(node), hops++)
        {
            if (!IsElement(node) || XmlName(node) != name) continue;
            if (count >= from && shown < limit && HasRoom(index))
            {
                AddElement(index, Label.At(count), node);
                shown++;
            }
            count++;
        }
        if (shown < count) _nodes[index].Size = count;
        if (hops >= MostSiblings) _nodes[index].Omission = Omission.Budget;
    }

    private void AddElement(int index, string name, object element) => AddElement(index, KeyLabel(name, 0), element);

    private void AddElement(int index, in Label label, object element)
    {
        if (!HasRoom(index)) return;
        int one = Append(label, index);
        object? last = LastOf(element);
        bool isBare = !HasAttributes(element);
        if (isBare && last is null) PutText(one, "");
        else if (isBare && (last as string ?? (IsXmlText(last!) && ReferenceEquals(After(last!), last) ? XmlText(last!) : null)) is { } text) PutText(one, text);
        else Put(one, element);
    }

    private bool HasAttributes(object element) => IsDom(element) ? DomAttributes(element) is not (null or ArrayList { Count: 0 }) : Inside.Get(element, "lastAttr") != null;

    /// <summary>None, one, or a list of them.</summary>
    private object? DomAttributes(object element) =>
        Inside.Get(element, "_attributes") is { } map && (_attributes ??= planner.Field(map.GetType(), "nodes")) is { Offset: >= 0 } nodes ? Held(map, nodes) : null;

    private void ReadAttributes(int index, object element)
    {
        if (!IsElement(element)) return;
        if (!IsDom(element))
        {
            object? last = Inside.Get(element, "lastAttr");
            int count = 0;
            for (object? one = last == null ? null : After(last); one != null && count++ < MostNames; one = ReferenceEquals(one, last) ? null : After(one)) AddAttribute(index, XmlName(one), Inside.Get(one, "value") as string);
            return;
        }
        object? held = DomAttributes(element);
        var several = held as ArrayList;
        for (int i = 0; i < (several?.Count ?? (held == null ? 0 : 1)); i++)
            if ((several == null ? held : several[i]) is { } one) AddAttribute(index, XmlName(one), LastOf(one) is { } text && IsXmlText(text) ? XmlText(text) : "");
    }

    private void AddAttribute(int index, string? name, string? value)
    {
        if (name != null && value != null && HasRoom(index)) PutText(Append(KeyLabel(name, 0), index), value);
    }
}
