namespace Substrate.Payload;

public enum NodeKind : byte { Value, Object, Map, List, Omitted }

public enum Omission : byte { None, Budget, Depth, Getter, Threw, Changing, Binary, Unreachable }

/// <summary>What a node is called: a text, or a number (an index, or a key that is one) that needs no text of its own.</summary>
public readonly struct Label(string? text, long number, bool isSecret = false)
{
    public readonly string? Text = text;
    public readonly long Number = number;
    public readonly bool IsSecret = isSecret;
    public static Label At(long index) => new(null, index);
}

/// <summary>One node of the tree that a capture reads: a struct in an array that is used again. Children are a linked list by index.</summary>
public struct Node
{
    public Label Label;
    public NodeKind Kind;
    public Form Form;
    public Omission Omission;
    public bool IsSecret, IsPending, IsShown;
    public short Depth;
    public byte LibraryDepth;
    /// <summary>A value that is no reference: its bits.</summary>
    public long Bits, More;
    /// <summary>A text, or the object that is to be read.</summary>
    public object? Reference;
    public TypePlan? Plan;
    public int Size, Parent, First, Last, Next;
}

public struct Budget
{
    public int MaxNodes, MaxDepth, MaxString, MaxElements, MaxBytes;
}
