using System;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// What was read and is not worth telling goes again. An object deep inside a library stays when something in it is the application's: an
/// object of its types, a text that no code holds as a literal, a collection of records. The same holds for what a class keeps for good and
/// may be a table of constants. A list that was cut ends before the first element that is not whole.
/// </summary>
public sealed partial class Walker
{
    /// <summary>How much of the application's data lies in what was read: the number of values that are.</summary>
    public int Worth { get; private set; }

    private const int ToldLimit = 500;
    private static readonly object Tells = new(), TellsItself = new();
    private readonly ConditionalWeakTable<object, object> _told = new();
    private int _toldCount;

    private void Prune()
    {
        Worth = 0;
        // Children come after their parents: from the end, everything below a node is known when its turn comes.
        for (int i = _count - 1; i > 0; i--)
        {
            ref Node node = ref _nodes[i];
            if (node.IsLeftOut || node.IsPending) continue;
            if (_nodes[node.Parent].Kind == NodeKind.Map && node is { IsInDescription: false, Kind: not NodeKind.Omitted } && node.Label is { Form: Form.String, Text: { } key } && Literals.Of(key) == Literals.Known.Made) node.HasMade = node.IsWorth = true;
            if (node.Kind == NodeKind.Value) Weigh(ref node);
            else
            {
                if (node.IsHalf && node.Kind is NodeKind.List) CutHalf(ref node);
                if (IsOwn(node)) node.IsWorth = true;
                if (node.Kind == NodeKind.Object && IsPart(node)) Recall(ref node);
                if (IsDeep(node)) LeaveBare(ref node);
                if (node.IsDoubtful && !node.HasMade || !node.IsWorth && (IsDeep(node) && node.Plan is { IsComposite: true })) LeaveOut(i);
            }
            if (node.IsLeftOut) continue;
            ref Node above = ref _nodes[node.Parent];
            above.IsWorth |= node.IsWorth;
            above.HasMade |= node.HasMade;
            above.IsHalf |= node.IsHalf && node.Kind != NodeKind.List;
        }
    }

    /// <summary>An object deep in a library that is no element: one that stays what it is while what it holds comes and goes.</summary>
    private static bool IsPart(in Node node) => IsDeep(node) && node is { IsInElement: false, Plan.Form: Form.Object };

    /// <summary>
    /// What was told once is told as long as it is there: a breaker that has forgotten its last failure is still a breaker, and that it is closed
    /// now is what somebody waits for.
    /// </summary>
    private void Recall(ref Node node)
    {
        if (node.Reference is not { } part) return;
        bool isKnown = _told.TryGetValue(part, out object? itself);
        if (isKnown)
        {
            node.IsWorth = true;
            node.TellsItself |= itself == TellsItself;
        }
        if (!node.IsWorth || (isKnown ? itself == TellsItself || !node.TellsItself : _toldCount >= ToldLimit)) return;
        if (!isKnown) _toldCount++;
        _told.AddOrUpdate(part, node.TellsItself ? TellsItself : Tells);
    }

    private static bool IsOwn(in Node node) => !node.IsDoubtful && node.Plan is { Origin: Origin.Application, Form: Form.Object } && node.First >= 0;

    private void Weigh(ref Node node)
    {
        ref Node above = ref _nodes[node.Parent];
        if (node.Label is { Text: not null, Form: OfType }) return;
        bool isInCollection = above.Kind is NodeKind.List or NodeKind.Map;
        if (node.Form == Form.String || node.Form == Form.Bytes)
        {
            if (node.Literal != Literals.Known.Made || node.IsInDescription || node.Reference is string { Length: 0 }) return;
            above.TellsItself = true;
            node.IsWorth = node.HasMade = true;
        }
        // A row of a table; an array of numbers alone may be anything.
        else if (isInCollection && node.Form is not (Form.Left or Form.Bool) && above.Plan is not { Form: Form.Array, Element.Form: < Form.String }) node.IsWorth = true;
        else if (node.IsInElement && node.Form is Form.DateTime or Form.DateTimeOffset or Form.Decimal or Form.Guid) node.IsWorth = above.TellsItself = true;
        if (node.IsWorth) Worth++;
    }

    /// <summary>Room that a container has ready.</summary>
    private void LeaveRoom(ref Node list)
    {
        int last = None;
        for (int child = list.First; child >= 0; child = _nodes[child].Next)
            if (_nodes[child] is not { Kind: NodeKind.Value, Form: Form.Left }) last = child;
        for (int child = last < 0 ? list.First : _nodes[last].Next; child >= 0; child = _nodes[child].Next) _nodes[child].IsLeftOut = true;
    }

    /// <summary>
    /// Of an object that is only passed through, its own counters and switches are how it works. A state that has a name, a time or a measure
    /// is what it was set to or has come to, and so is a number beside the collection that it keeps: how many there may be.
    /// </summary>
    private void LeaveBare(ref Node node)
    {
        if (node is { Kind: NodeKind.List, Plan.Form: Form.Array }) LeaveRoom(ref node);
        if (node.Kind != NodeKind.Object || node.TellsItself || node.IsInElement || node.Plan is not { IsBox: true }) return;
        bool keeps = false;
        for (int child = node.First; child >= 0; child = _nodes[child].Next) keeps |= _nodes[child] is { Kind: NodeKind.List or NodeKind.Map, IsWorth: true };
        for (int child = node.First; child >= 0; child = _nodes[child].Next)
            if (!_nodes[child].IsWorth && !(_nodes[child].Kind == NodeKind.Value && (IsSetting(_nodes[child].Form) || keeps && _nodes[child].Form is Form.I4 or Form.I8))) _nodes[child].IsLeftOut = true;
    }

    private static bool IsSetting(Form form) => form is Form.Enum or Form.R4 or Form.R8 or Form.Decimal or (>= Form.DateTime and <= Form.TimeSpan);

    /// <summary>An element keeps its place, so that the others keep their numbers.</summary>
    private void LeaveOut(int index)
    {
        if (_nodes[_nodes[index].Parent].Kind == NodeKind.List && !_nodes[index].IsDoubtful)
        {
            _nodes[index].Kind = NodeKind.Omitted;
            _nodes[index].Omission = Omission.Unreachable;
        }
        else _nodes[index].IsLeftOut = true;
    }

    /// <summary>Fewer elements rather than half ones; the size tells how many there are.</summary>
    private void CutHalf(ref Node list)
    {
        int place = 0, number = 0;
        bool isCut = false;
        for (int child = list.First; child >= 0; child = _nodes[child].Next, number++)
        {
            if (!isCut && (!_nodes[child].IsHalf || place == 0))
            {
                place++;
                continue;
            }
            isCut = true;
            _nodes[child].IsLeftOut = true;
        }
        if (list.Size < number && isCut) list.Size = number;
    }
}
