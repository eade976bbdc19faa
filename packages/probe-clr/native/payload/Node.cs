namespace Substrate.Payload;

public enum NodeKind : byte { Value, Object, Map, List, Omitted }

/// <summary>What a node is called: a text, or the bits of an index or key, which become a text only where they are written.</summary>
public readonly struct Label(string? text, long bits, int secrecy = 0, Form form = Form.I8, long more = 0)
{
    public readonly string? Text = text;
    public readonly long Bits = bits, More = more;
    /// <summary>What the bits are; <see cref="Form.Left"/> for the number of a key that has no words.</summary>
    public readonly Form Form = form;
    /// <summary>What it says of what it is the name of: see <see cref="Secrets"/>.</summary>
    public readonly int Secrecy = secrecy;
    public static Label At(long index) => new(null, index);
}

/// <summary>One node of the tree that a capture reads: a struct in an array that is used again. Children are a linked list by index.</summary>
public struct Node
{
    public Label Label;
    public NodeKind Kind;
    public Form Form;
    public Omission Omission;
    /// <summary>What its name and those above say of it, and whether what stands beside it says that it is a secret.</summary>
    public int Secrecy;
    public bool IsHidden, IsPending, IsShown;
    /// <summary>Lies in an element of a list or map, at whatever depth.</summary>
    public bool IsInElement;
    /// <summary>Lies in a description of code: what a library keeps there describes more of it.</summary>
    public bool IsInDescription;
    /// <summary>Lies in a root of a library: read after what the application holds.</summary>
    public bool IsOfLibrary;
    /// <summary>Told only when something in it is worth it: <see cref="Walker.Prune"/>.</summary>
    public bool IsDoubtful;
    /// <summary>Something in it is the application's data; a text of its own is.</summary>
    public bool IsWorth, TellsItself;
    /// <summary>A text in it, or a key, was made while the program ran.</summary>
    public bool HasMade;
    /// <summary>Something in it was cut because a budget ran out.</summary>
    public bool IsHalf;
    /// <summary>Read, and not told.</summary>
    public bool IsLeftOut;
    public Literals.Known Literal;
    /// <summary>What is known of its variable and its object: set once; came late; and the field that it was read from, which knows how many share it.</summary>
    public bool IsFixed, IsRecent;
    public FieldPlan? Field;
    public short Depth;
    /// <summary>How many objects of libraries lie one in another above it, since the last of the application's.</summary>
    public byte LibraryDepth;
    /// <summary>A value that is no reference: its bits.</summary>
    public long Bits, More;
    /// <summary>A text, or the object that is to be read.</summary>
    public object? Reference;
    public TypePlan? Plan;
    /// <summary>The words that a person sees beside it.</summary>
    public string? Caption;
    /// <summary>What its address has where the name may change.</summary>
    public string? Id;
    /// <summary>Of a text: its true length where the reference is not the whole of it, else 0.</summary>
    public int Length;
    public int Size, Parent, First, Last, Next;
}

public struct Budget
{
    public int MaxNodes, MaxDepth, MaxString, MaxElements, MaxBytes;
}
