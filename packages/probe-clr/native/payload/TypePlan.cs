using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>How a type is read.</summary>
public enum Form : byte
{
    Left, // not shown
    Bool, Char, I1, U1, I2, U2, I4, U4, I8, U8, R4, R8, Decimal, Enum,
    DateTime, DateTimeOffset, DateOnly, TimeOnly, TimeSpan, Guid,
    String, Text, // Text: a framework type whose ToString is its value, or a packed one
    Nullable, Object, Pair, Wrapper,
    Bytes, Slice, Array, Grid, List, Dictionary, Set, Queue, Stack, ConcurrentDictionary,
    Chain, ConcurrentQueue, // nodes behind one another, segments behind one another
    Sequence, Map, // exact framework collections that are enumerated
    Holding, // maps and lists of libraries
    Json, Xml,
    DataSet, DataTable, DataRow, DataView, // tables of System.Data
    Named, Expando, // names with values, an object that grows members
    Task, // told by its result, once it has one
}

/// <summary>One field of a type, with the name that the source gave it.</summary>
public sealed class FieldPlan
{
    public required string Name;
    public required FieldInfo Info;
    public required int Offset;
    public required Type Type;
    public required int Secrecy;
    /// <summary>A compiler-made holder of captured variables: its fields read as if they were its owner's.</summary>
    public required bool IsInlined;
    /// <summary>The plan of a value type; references are planned by the object they lead to.</summary>
    public required TypePlan? Value;
    /// <summary>How an object of exactly the declared type is read, where this field knows more than the type: the names of tuples.</summary>
    public TypePlan? Held;
    /// <summary>Of a closure: how many variables that this field stands for were found.</summary>
    public int Found;
    /// <summary>In the capture of that turn: the object that all who were read hold here, null when they hold others, and how many they are.</summary>
    public int Turn, Sharers;
    public object? Common;
}

public delegate object Boxing(ref byte at);

public sealed class TypePlan
{
    public required Type Type;
    public required Form Form;
    public required Origin Origin;
    public required string Name;
    /// <summary>The fields that are shown; for collections and wrappers those that the walker needs.</summary>
    public FieldPlan[] Fields = [];
    /// <summary>Nothing below it but values: it may be shown in several places.</summary>
    public bool IsLeaf;
    /// <summary>Of a dictionary or set: key, value and next of an entry; of a concurrent one the buckets as well. Of chains: the parts of a node.</summary>
    public FieldPlan[]? Entry;
    /// <summary>Of a concurrent dictionary: which fields of an entry say where it comes.</summary>
    public FieldPlan[]? Deciding;
    /// <summary>A collection that is enumerated, in the order of its hashes.</summary>
    public bool IsHashed;
    public TypePlan? Element;
    /// <summary>Of an array or list: what its elements were declared to be.</summary>
    public Type? Kind;
    public int ElementSize;
    public Dictionary<long, string>? EnumNames;
    /// <summary>Of a case of an F# union: what it is called. Where it is empty the tag tells it, by <see cref="EnumNames"/>.</summary>
    public string? Case;
    public FieldInfo? Tag;
    /// <summary>Of a value type that is told by what it says: makes an object of it.</summary>
    public Boxing? Box;
    /// <summary>Of a library's value type that is told so.</summary>
    public Packed? Packed;
    /// <summary>The last capture that showed an object of the type.</summary>
    public int ShownIn;
    /// <summary>An object of a library, or a framework's box for the application's: followed for what lies inside.</summary>
    public bool IsBox;
    /// <summary>A type that has a reader of its own: its objects are roots, wherever they are met.</summary>
    public bool IsTelling;
    /// <summary>Of another object of the framework's: the fields through which it may lead to one.</summary>
    public FieldPlan[] Leads = [];
    /// <summary>Of a library's table: tells what the values of its rows are called.</summary>
    public RowNames? Rows;
    /// <summary>Of a library's map or list: where its elements lie.</summary>
    public Holding? Holding;
    /// <summary>Of a collection that a library's map lies in: the parts of a pair.</summary>
    public (Holding.TypedField Key, Holding.TypedField Value)? Parts;
    /// <summary>Of an element of a document, while that is read: the value that it stands for.</summary>
    public Type? LeafIn;
    public FieldPlan? Leaf;
    /// <summary>Describes types or members: its texts are names in code.</summary>
    public bool IsDescription;
    public bool IsComposite => Form >= Form.Object;
}
