using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>
/// Makes copies of objects that only an address is known of, with everything below them that would be shown: empty objects of their types,
/// no constructor run, filled with the bytes that lie there. A reference in a copy is a copy of what the address leads to, and only where the
/// field may hold that type. So whatever was read, even nonsense, a copy is a sound object, and a walk over it a walk like any other.
/// </summary>
public sealed class Copier(OwnMemory memory, TypeTables types, Planner planner, ClassState state, Func<Type, bool>? isRoot = null)
{
    private const int ObjectLimit = 5000, ByteLimit = 1 << 20, ElementLimit = 1000, PlainLimit = 64 * 1024, TextLimit = 8192;
    private readonly Dictionary<Type, Shape?> _shapes = new();
    private readonly Dictionary<nint, object> _copies = new();
    private readonly Queue<(nint Address, object Copy)> _waiting = new();
    private readonly List<(nint Address, int Length)> _read = [];
    private readonly HashSet<(int Owner, Type Type)> _below = [];
    private byte[] _bytes = new byte[4096];
    private ulong _hash;
    private int _taken, _owner;

    /// <summary>Copies whose insides were not read, with the number of their elements where it is known.</summary>
    public Dictionary<object, int> Hollow { get; private set; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>How many references led to where nothing could be read: to what came into being after the map was looked at, or to nothing.</summary>
    public int Missed { get; private set; }

    /// <summary>What was read, as one number; see <see cref="ReadAgain"/>.</summary>
    public ulong Hash { get; private set; }

    public void Begin()
    {
        _copies.Clear();
        _waiting.Clear();
        _read.Clear();
        _below.Clear();
        Hollow = new(ReferenceEqualityComparer.Instance);
        _hash = 0;
        _taken = 0;
        Missed = 0;
    }

    /// <summary>The same number, from the same places as they are now.</summary>
    public ulong ReadAgain()
    {
        _hash = 0;
        foreach ((nint address, int length) in _read)
            if (Fetch(address, length)) Mix(_bytes.AsSpan(0, length));
        return _hash;
    }

    public bool Has(nint address) => _copies.ContainsKey(address);

    /// <summary>A copy of the object there and of what is below it; null when there is none that can be copied.</summary>
    public object? Copy(nint address, Type type, int owner)
    {
        _owner = -1;
        object? copy = Make(address, type);
        _owner = owner;
        while (_waiting.TryDequeue(out (nint Address, object Copy) next)) Fill(next.Address, next.Copy);
        return copy;
    }

    /// <summary>Whether the copy with that number has an object of the type below it.</summary>
    public bool HasBelow(int owner, Type type) => _below.Contains((owner, type));

    /// <summary>Lets go of everything but the list of what was read.</summary>
    public void End()
    {
        Hash = _hash;
        _copies.Clear();
        _below.Clear();
    }

    private bool Fetch(nint address, int length)
    {
        if (_bytes.Length < length) _bytes = new byte[Math.Max(length, _bytes.Length * 2)];
        return memory.Read(address, _bytes.AsSpan(0, length));
    }

    /// <summary>Reads bytes that count: when they change, so has what was copied.</summary>
    private bool Take(nint address, int length)
    {
        if (length < 0 || length > ByteLimit || !Fetch(address, length)) return false;
        _taken += length;
        _read.Add((address, length));
        Mix(_bytes.AsSpan(0, length));
        return true;
    }

    private void Mix(ReadOnlySpan<byte> bytes)
    {
        ulong hash = _hash;
        foreach (ulong word in MemoryMarshal.Cast<byte, ulong>(bytes)) hash = (hash ^ word) * 0x9E3779B97F4A7C15 + (hash >> 29);
        foreach (byte one in bytes.Slice(bytes.Length & ~7)) hash = (hash ^ one) * 0x9E3779B97F4A7C15 + (hash >> 29);
        _hash = hash;
    }

    private Shape? ShapeOf(Type type)
    {
        if (!_shapes.TryGetValue(type, out Shape? shape)) _shapes[type] = shape = Shape.Of(type);
        return shape;
    }

    private object? Make(nint address, Type declared)
    {
        if (address == 0 || (address & 7) != 0) return null;
        if (_copies.TryGetValue(address, out object? known)) return declared.IsInstanceOfType(known) ? known : null;
        nint table = memory.Word(address) & ~(nint)7;
        if (table == 0)
        {
            Missed++;
            return null;
        }
        Type? type = declared.TypeHandle.Value == table ? declared : types.Of(table);
        if (type == null || !declared.IsAssignableFrom(type)) return null;
        object? copy = type == typeof(string) ? MakeText(address) : type.IsSZArray ? MakeArray(address, type) : MakeObject(address, type);
        if (copy == null) return null;
        _copies[address] = copy;
        if (_owner >= 0) _below.Add((_owner, type));
        return copy;
    }

    private string? MakeText(nint address)
    {
        int length = memory.Half(address + 8), shown = Math.Min(length, TextLimit);
        if (length < 0 || !Take(address + 12, shown * 2)) return null;
        string text = new(MemoryMarshal.Cast<byte, char>(_bytes.AsSpan(0, shown * 2)));
        // A literal of the program is told as one, as it would be in the object itself.
        return string.IsInterned(text) ?? text;
    }

    private Array? MakeArray(nint address, Type type)
    {
        int length = memory.Half(address + 8), size = Layout.ElementSize(type);
        if (length < 0 || size <= 0 || type.GetElementType() is not { IsPointer: false } element) return null;
        Array copy = Array.CreateInstance(element, Math.Min(length, Shape.SizeOf(element) > 0 ? PlainLimit / size : ElementLimit));
        if (length > copy.Length) Hollow[copy] = length;
        if (copy.Length > 0) _waiting.Enqueue((address, copy));
        return copy;
    }

    private object? MakeObject(nint address, Type type)
    {
        if (!IsWanted(type) || ShapeOf(type) == null || MakeEmpty(type) is not { } copy) return null;
        // To be enumerated it would have to be whole: what the framework does with one that is not, nobody knows. What is a root is shown there.
        if (planner.Of(type).Form is Form.Chain or Form.ConcurrentQueue or >= Form.Sequence || _owner >= 0 && isRoot?.Invoke(type) == true) Hollow[copy] = -1;
        else _waiting.Enqueue((address, copy));
        return copy;
    }

    /// <summary>An object of the type, with nothing of it run: a static constructor runs with the first object, and where there is one it has run.</summary>
    private object? MakeEmpty(Type type)
    {
        if ((type.Attributes & TypeAttributes.BeforeFieldInit) == 0 && !state.HasRun(type)) return null;
        try
        {
            object copy = RuntimeHelpers.GetUninitializedObject(type);
            // It should have none. If it has one all the same, that must not run.
            GC.SuppressFinalize(copy);
            return copy;
        }
        catch
        {
            _shapes[type] = null;
            return null;
        }
    }

    /// <summary>What a walk would show, and the parts that the framework's collections are made of.</summary>
    private bool IsWanted(Type type) => planner.Of(type).Form is not (Form.Left or Form.Task) || type.Namespace is { } space && space.StartsWith("System.Collections.", StringComparison.Ordinal);

    private void Fill(nint address, object copy)
    {
        // Enough: the rest is there, and what is in it is not known. Nothing is shown as null or zero that may not be.
        if (_copies.Count >= ObjectLimit || _taken >= ByteLimit || !TryFill(address, copy)) Hollow[copy] = -1;
    }

    private bool TryFill(nint address, object copy)
    {
        Type type = copy.GetType();
        if (copy is Array array) return TryFillArray(address + 16, array, type);
        Shape shape = ShapeOf(type)!;
        if (shape.Length == 0) return true;
        if (!Take(address + 8, shape.Length)) return false;
        Span<byte> bytes = shape.Length <= 512 ? stackalloc byte[shape.Length] : new byte[shape.Length];
        _bytes.AsSpan(0, shape.Length).CopyTo(bytes);
        Fill(ref Layout.DataOf(copy), bytes, shape);
        return true;
    }

    private bool TryFillArray(nint address, Array array, Type type)
    {
        Type element = type.GetElementType()!;
        int size = Layout.ElementSize(type), length = array.Length * size;
        if (!Take(address, length)) return false;
        ref byte first = ref MemoryMarshal.GetArrayDataReference(array);
        if (Shape.SizeOf(element) == size)
        {
            _bytes.AsSpan(0, length).CopyTo(MemoryMarshal.CreateSpan(ref first, length));
            return true;
        }
        byte[] bytes = _bytes.AsSpan(0, length).ToArray();
        Shape? shape = element.IsValueType ? ShapeOf(element) : new Shape { Parts = [new Shape.Part(0, size, element)], Length = size };
        for (int i = 0; i < array.Length && shape != null; i++) Fill(ref Unsafe.Add(ref first, i * size), bytes.AsSpan(i * size, size), shape);
        return shape != null;
    }

    private void Fill(ref byte into, ReadOnlySpan<byte> bytes, Shape shape)
    {
        foreach (Shape.Part part in shape.Parts)
        {
            ReadOnlySpan<byte> from = bytes.Slice(part.Offset, part.Size);
            ref byte place = ref Unsafe.Add(ref into, part.Offset);
            if (part.Reference == null) from.CopyTo(MemoryMarshal.CreateSpan(ref place, part.Size));
            // Assigned as a reference, so that the collector knows.
            else Unsafe.As<byte, object?>(ref place) = Make((nint)MemoryMarshal.Read<long>(from), part.Reference);
        }
    }
}
