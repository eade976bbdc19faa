using System;
using System.Text;

namespace Substrate.Payload;

/// <summary>
/// One place read on demand: the way there is gone step by step, reading nothing beside it, and of the list or map that it leads to any
/// elements can be had, not only the first ones.
/// </summary>
public sealed partial class Walker
{
    private int _windowNode = None, _windowFrom, _windowLimit;
    private string? _wanted;
    private readonly Utf8Buffer _key = new();

    private int From(int index) => index == _windowNode ? _windowFrom : 0;

    private int Limit(int index) => index == _windowNode ? _windowLimit : _budget.MaxElements;

    /// <summary>Whether an entry of a map may be read: the wanted one where one is and what could say that it is a secret, else every one.</summary>
    private bool IsWanted(int index, in Label label) => index != _windowNode || _wanted == null || NameOf(label) is var name && (name == _wanted || Secrets.IsNaming(Secrets.Name(name)));

    private string NameOf(in Label label)
    {
        if (label.Text != null) return label.Text;
        _key.Clear();
        Scalars.WriteKey(_key, label);
        return JsonText.Parse(_key.Written) as string ?? "";
    }

    /// <summary>The node at the end of the path below a root that was added; -1 when it leads nowhere.</summary>
    public int Follow(int node, System.Collections.Generic.IReadOnlyList<string> path)
    {
        foreach (string segment in path)
        {
            node = Step(node, segment);
            if (node < 0) return None;
        }
        return node;
    }

    private int Step(int node, string segment)
    {
        if (_nodes[node].IsPending)
        {
            _nodes[node].IsPending = false;
            bool isNumber = int.TryParse(segment, out int number) && number >= 0;
            bool isMap = _nodes[node].Plan is { Form: Form.Dictionary or Form.ConcurrentDictionary or Form.Map or Form.Named or Form.Expando } or { Holding.Key: not null };
            // A list is entered at the element; a map is searched for its key; an object has few fields.
            // The element before it may say that it is a secret.
            int before = isNumber && number > 0 ? 1 : 0;
            (_windowNode, _windowFrom, _windowLimit, _wanted) = (node, isNumber && !isMap ? number - before : 0, isMap ? int.MaxValue : 1 + before, isMap ? segment : null);
            Expand(node);
            _windowNode = None;
            if (_nodes[node].Kind == NodeKind.List)
            {
                int first = _nodes[node].First;
                if (!isNumber || before == 0 || first < 0) return isNumber ? first : None;
                int wanted = _nodes[first].Next;
                if (wanted >= 0 && _nodes[first] is { Form: Form.String, Reference: string one } && _nodes[wanted] is { Form: Form.String, Reference: string two } && Secrets.IsBefore(one, false, two)) _nodes[wanted].IsHidden = true;
                return wanted;
            }
            Settle(node);
        }
        for (int child = _nodes[node].First; child >= 0; child = _nodes[child].Next)
            if (NameOf(_nodes[child].Label) == segment) return child;
        // A second field of one name is `name#2`.
        int hash = segment.LastIndexOf('#');
        if (_nodes[node].Kind == NodeKind.List || hash <= 0 || !int.TryParse(segment.AsSpan(hash + 1), out int turn)) return None;
        for (int child = _nodes[node].First; child >= 0; child = _nodes[child].Next)
            if (NameOf(_nodes[child].Label) == segment.Substring(0, hash) && --turn == 0) return child;
        return None;
    }

    /// <summary>Reads the node and what lies below it, and nothing else; of a list or map the elements from there on.</summary>
    public void WalkFrom(int node, int from, int limit)
    {
        for (int i = 0; i < _count; i++)
            if (i != node && !IsBelow(i, node)) _nodes[i].IsPending = false;
        // What was read on the way counts for nothing: the place has the whole budget.
        _nodes[node].Depth = 0;
        _nodes[node].LibraryDepth = 0;
        _nodes[node].Parent = 0;
        _nodes[node].IsInElement = false;
        _budget.MaxNodes += _count;
        _walked = 0;
        (_windowNode, _windowFrom, _windowLimit, _wanted) = (node, from, limit, null);
        Walk();
        _windowNode = None;
    }

    private bool IsBelow(int index, int node)
    {
        for (; index > node; index = _nodes[index].Parent) { }
        return index == node;
    }
}
