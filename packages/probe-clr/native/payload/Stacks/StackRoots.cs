using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// Makes roots of what lies on the stacks of blocked threads: an object is one, and so is each variable of a closure. They have the addresses that a
/// search of the heap would give them: one that is stopped by a busy machine and goes well later changes what can be done with them, and no name.
/// </summary>
public sealed class StackRoots(RootTable table, Planner planner, ClassState state) : IDisposable
{
    /// <summary>Where so many searches found nothing, only every so many-th is made.</summary>
    private const int VainSearches = 3, Seldom = 10;
    private bool _hasWaited;
    private int _vain;
    private readonly StackLocals _locals = new(planner, state, table.HasType);
    private Walker? _walker;
    private Func<Type, bool>? _isShown;

    /// <summary>Set when the heap was searched: objects of the application's own types that are not told by now are on their way to be garbage.</summary>
    public bool HeapIsKnown { get; set; }

    /// <summary>Set when all stacks are to be looked at, not only what was found.</summary>
    public bool IsDue { get; set; }

    public string Note => _locals.IsKnown
        ? "Main is not waiting in an await: of what threads that block have at hand only objects can be read, from their stacks, not numbers and texts; they can't be acted on."
        : "Locals of threads that block (a loop with Thread.Sleep, a wait for input) can't be read: Main is not waiting in an await.";

    /// <param name="isUrgent">Nothing else tells of the program; otherwise its first capture does not wait for this.</param>
    public void Refresh(Walker walker, bool isUrgent)
    {
        if (!isUrgent && !_hasWaited)
        {
            _hasWaited = true;
            return;
        }
        _walker = walker;
        bool searches = IsDue ? _vain < VainSearches || _vain % Seldom == 0 : _locals.HaveChanged();
        bool isRead = !searches || _locals.Search(_isShown ??= IsShown);
        if (IsDue) _vain = _locals.Objects.Count == 0 ? _vain + 1 : 0;
        // Without a moment to read it the next capture tries again, a few times.
        IsDue &= !isRead && _vain < VainSearches;
        walker.Hollow = _locals.Hollow;
        if (searches) TakeObjects();
    }

    /// <summary>Makes room for what a search of the heap will find.</summary>
    public void Yield()
    {
        _locals.Yield();
        if (_walker != null) _walker.Hollow = null;
        table.RemoveCopies();
        IsDue = true;
        // A program that was still starting may have had no moment for it.
        _vain = 0;
    }

    private bool IsShown(Type type) => _walker!.Shows(type) || table.HasType(type) || HeapIsKnown && planner.Origins.Of(type) == Origin.Application;

    private void TakeObjects()
    {
        foreach ((string address, object copy) in _locals.Objects)
        {
            Type type = copy.GetType();
            if (Names.IsClosure(type)) TakeVariables(type, "task:" + Names.Place(type), () => _locals.Objects.GetValueOrDefault(address));
            else if (table.Find(address) == null) Add(address, Names.OfThing(type, planner.Origins), root => walker => _locals.Objects.TryGetValue(address, out object? now) ? walker.AddRoot(root.Name, now) : -1);
        }
    }

    private void Add(string address, string name, Func<Root, Func<Walker, int>> read)
    {
        Root root = table.Add(address, name, Source.Task);
        root.IsCopy = true;
        root.Build = read(root);
    }

    private void TakeVariables(Type closure, string address, Func<object?> holder, int depth = 0)
    {
        foreach (FieldPlan field in planner.Of(closure).Fields)
        {
            if (field.IsInlined)
            {
                if (depth < 4 && field.Offset >= 0) TakeVariables(field.Type, address, () => holder() is { } outer ? Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(outer), field.Offset)) : null, depth + 1);
            }
            else if (table.Find($"{address}/{field.Name}") == null)
                Add($"{address}/{field.Name}", field.Name, _ => walker => holder() is { } live && live.GetType() == closure ? walker.AddRoot(field, live, ref Layout.DataOf(live)) : -1);
        }
    }

    public void Dispose() => _locals.Dispose();
}
