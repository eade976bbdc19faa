using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>A control as it is shown: what it says, and the controls in it.</summary>
public sealed class Shown
{
    public string Name = "";
    public readonly List<(string Name, object? Value)> Values = [];
    public readonly List<Shown> Children = [];
    public bool IsSecret;
}

/// <summary>The objects of a tree, to be used again for the next but one.</summary>
public sealed class ShownPool
{
    private readonly List<Shown> _all = [];
    private int _used;

    public void Reset() => _used = 0;

    public Shown Take(string name)
    {
        if (_used == _all.Count) _all.Add(new Shown());
        Shown one = _all[_used++];
        one.Name = name;
        one.Values.Clear();
        one.Children.Clear();
        one.IsSecret = false;
        return one;
    }
}

/// <summary>
/// Windows and views of an Avalonia application, and the view models behind them. The tree is read on the user interface's own thread within
/// a few milliseconds, by properties that Avalonia itself declares; the view models are then read by their fields like anything else.
/// </summary>
public sealed class AvaloniaTree(RootTable table, Origins origins)
{
    private const int ControlLimit = 2000, DepthLimit = 40;
    private static readonly string[] Told = ["Title", "Text", "Content", "Header", "IsChecked", "Value", "SelectedIndex", "SelectedItem", "ItemCount"];
    private readonly Dictionary<(Type, string), PropertyInfo?> _properties = new();
    private readonly Dictionary<(Type, string), Func<object, bool>?> _flags = new();
    private readonly Dictionary<string, Shown> _shown = new();
    private readonly List<object> _models = [];
    /// <summary>A tree is made while the one before is still shown.</summary>
    private ShownPool _pool = new(), _shownPool = new();
    private Errand? _errand;
    private PropertyInfo? _children;
    private int _controls;

    public void Refresh()
    {
        if (Assemblies.Find("Avalonia.Controls") is not { } controls) return;
        try
        {
            _pool.Reset();
            List<Shown> tops = [];
            if (_errand == null && Avalonia.Home() is { } home) _errand = new Errand(home);
            bool isRead = true;
            if (_errand == null) tops = ReadTops(controls);
            else isRead = _errand.TryRun(() => tops = ReadTops(controls));
            foreach (string address in _shown.Keys)
                if (table.Find(address) is { } root) root.IsLate = !isRead;
            if (!isRead) return;
            (_pool, _shownPool) = (_shownPool, _pool);
            foreach (object model in _models)
                if (!table.Has(model)) table.Add(model, "viewmodel:" + Names.FullName(model.GetType()), Names.OfType(model.GetType()), Source.Component, null);
            for (int i = 0; i < tops.Count; i++) Place(tops[i], i);
        }
        catch { }
        finally { _models.Clear(); }
    }

    private void Place(Shown top, int index)
    {
        string address = index == 0 ? "window:main" : $"window:{index + 1}";
        bool isNew = _shown.TryAdd(address, top);
        _shown[address] = top;
        if (isNew) table.Add(address, top.Name, Source.Window).Build = walker => Build(walker, address);
    }

    private int Build(Walker walker, string address)
    {
        int node = walker.AddRoot(_shown[address].Name);
        Fill(walker, node, _shown[address]);
        return node;
    }

    private static void Fill(Walker walker, int node, Shown shown)
    {
        foreach ((string name, object? value) in shown.Values) walker.AddShown(node, name, value, shown.IsSecret);
        foreach (Shown child in shown.Children) Fill(walker, walker.AddPart(node, child.Name), child);
    }

    private List<Shown> ReadTops(Assembly controls)
    {
        var tops = new List<Shown>();
        _controls = 0;
        object? application = controls.GetType("Avalonia.Application")?.GetProperty("Current")?.GetValue(null);
        object? lifetime = application == null ? null : Get(application, "ApplicationLifetime");
        var windows = new List<object>();
        if (lifetime?.GetType().GetProperty("Windows")?.GetValue(lifetime) is IEnumerable list)
            foreach (object window in list) windows.Add(window);
        if (lifetime?.GetType().GetProperty("MainView")?.GetValue(lifetime) is { } view) windows.Add(view);
        if (lifetime?.GetType().GetProperty("MainWindow")?.GetValue(lifetime) is { } main && !windows.Contains(main)) windows.Insert(0, main);
        if (application != null) NoteModel(application);
        foreach (object window in windows)
        {
            Shown top = _pool.Take(Get(window, "Title") as string ?? Get(window, "Name") as string ?? window.GetType().Name);
            Read(window, top, 0);
            tops.Add(top);
        }
        return tops;
    }

    /// <summary>What the control says goes to its own node if it has a name, else to its parent's: panels without a name are no part of the picture.</summary>
    private void Read(object control, Shown into, int depth)
    {
        if (++_controls > ControlLimit || depth > DepthLimit || IsFalse(control, "IsVisible")) return;
        NoteModel(control);
        Shown own = into;
        if (depth > 0)
        {
            Shown values = _pool.Take(Get(control, "Name") as string is { Length: > 0 } name ? name : control.GetType().Name);
            Tell(control, values);
            if (values.Values.Count > 0 || Get(control, "Name") is string { Length: > 0 })
            {
                into.Children.Add(values);
                own = values;
            }
        }
        else Tell(control, into);
        _children ??= control.GetType().GetInterface("Avalonia.LogicalTree.ILogical")?.GetProperty("LogicalChildren");
        if (_children?.DeclaringType!.IsInstanceOfType(control) != true || _children.GetValue(control) is not IList children) return;
        for (int i = 0; i < children.Count; i++)
            if (children[i] is { } child) Read(child, own, depth + 1);
    }

    private void Tell(object control, Shown shown)
    {
        foreach (string name in Told)
        {
            object? value = Get(control, name);
            if (value is null) continue;
            if (value is string || value.GetType().IsPrimitive || value is decimal) shown.Values.Add((name, value));
        }
        if (IsFalse(control, "IsEnabled")) shown.Values.Add(("IsEnabled", false));
        if (Get(control, "PasswordChar") is char mask && mask != '\0') shown.IsSecret = true;
    }

    private void NoteModel(object control)
    {
        if (Get(control, "DataContext") is { } model && origins.Of(model.GetType()) == Origin.Application && !model.GetType().IsValueType && !_models.Contains(model) && _models.Count < 100) _models.Add(model);
    }

    /// <summary>A property that Avalonia itself declares; what a class of the application declares is not run.</summary>
    private object? Get(object target, string name)
    {
        Type type = target.GetType();
        if (!_properties.TryGetValue((type, name), out PropertyInfo? property)) _properties[(type, name)] = property = Find(type, name);
        try { return property?.GetValue(target); }
        catch { return null; }
    }

    private static PropertyInfo? Find(Type type, string name)
    {
        for (Type? level = type; level != null; level = level.BaseType)
            if (level.Assembly.GetName().Name?.StartsWith("Avalonia", StringComparison.Ordinal) == true && level.GetProperty(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly) is { } property)
                return property.GetIndexParameters().Length == 0 ? property : null;
        return null;
    }

    /// <summary>Whether such a property says no; every control is asked, so the answer is not boxed.</summary>
    private bool IsFalse(object target, string name)
    {
        Type type = target.GetType();
        if (!_flags.TryGetValue((type, name), out Func<object, bool>? flag))
            // A delegate that takes any object: only objects of the type are ever given to it.
            _flags[(type, name)] = flag = Find(type, name)?.GetMethod is { IsStatic: false, DeclaringType: { } declaring } getter && getter.ReturnType == typeof(bool)
                ? Unsafe.As<Func<object, bool>>(getter.CreateDelegate(typeof(Func<,>).MakeGenericType(declaring, typeof(bool)))) : null;
        try { return flag?.Invoke(target) == false; }
        catch { return false; }
    }
}
