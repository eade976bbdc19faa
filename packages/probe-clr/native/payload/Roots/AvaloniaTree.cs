using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Threading;

namespace Substrate.Payload;

/// <summary>A control as it is shown: what it says, and the controls in it.</summary>
public sealed class Shown
{
    public required string Name;
    public readonly List<(string Name, object? Value)> Values = [];
    public readonly List<Shown> Children = [];
    public bool IsSecret;
}

/// <summary>
/// Windows and views of an Avalonia application, and the view models behind them. The tree is read on the user interface's own thread within
/// a few milliseconds, by properties that Avalonia itself declares; the view models are then read by their fields like anything else.
/// </summary>
public sealed class AvaloniaTree(RootTable table, Origins origins)
{
    private const int ControlLimit = 2000, DepthLimit = 40, TimeLimitMs = 50;
    private static readonly string[] Told = ["Title", "Text", "Content", "Header", "IsChecked", "Value", "SelectedIndex", "SelectedItem", "ItemCount", "IsEnabled"];
    private readonly Dictionary<(Type, string), PropertyInfo?> _properties = new();
    private readonly Dictionary<string, Shown> _shown = new();
    private int _controls;

    public void Refresh()
    {
        if (Reach.Assembly("Avalonia.Controls") is not { } controls) return;
        try
        {
            using var limit = new CancellationTokenSource(TimeLimitMs);
            var models = new List<object>();
            var tops = (List<Shown>)Avalonia.Run(() => ReadTops(controls, models), limit.Token)!;
            foreach (object model in models)
                if (!table.Has(model)) table.Add(model, "viewmodel:" + Names.FullName(model.GetType()), Names.OfType(model.GetType()), Source.Component, null);
            for (int i = 0; i < tops.Count; i++) Place(tops[i], i);
        }
        catch { }
    }

    private void Place(Shown top, int index)
    {
        string address = index == 0 ? "window:main" : $"window:{index + 1}";
        bool isNew = !_shown.ContainsKey(address);
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

    private List<Shown> ReadTops(Assembly controls, List<object> models)
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
        if (application != null) NoteModel(application, models);
        foreach (object window in windows)
        {
            var top = new Shown { Name = Get(window, "Title") as string ?? Get(window, "Name") as string ?? window.GetType().Name };
            Read(window, top, models, 0);
            tops.Add(top);
        }
        return tops;
    }

    /// <summary>What the control says goes to its own node if it has a name, else to its parent's: panels without a name are no part of the picture.</summary>
    private void Read(object control, Shown into, List<object> models, int depth)
    {
        if (++_controls > ControlLimit || depth > DepthLimit || Get(control, "IsVisible") is false) return;
        NoteModel(control, models);
        Shown own = into;
        if (depth > 0)
        {
            var values = new Shown { Name = Get(control, "Name") as string is { Length: > 0 } name ? name : control.GetType().Name };
            Tell(control, values);
            if (values.Values.Count > 0 || Get(control, "Name") is string { Length: > 0 })
            {
                into.Children.Add(values);
                own = values;
            }
        }
        else Tell(control, into);
        if (control.GetType().GetInterface("Avalonia.LogicalTree.ILogical")?.GetProperty("LogicalChildren")?.GetValue(control) is IEnumerable children)
            foreach (object child in children) Read(child, own, models, depth + 1);
    }

    private void Tell(object control, Shown shown)
    {
        foreach (string name in Told)
        {
            object? value = Get(control, name);
            if (value is null || name == "IsEnabled" && value is true) continue;
            if (value is string || value.GetType().IsPrimitive || value is decimal) shown.Values.Add((name, value));
        }
        if (Get(control, "PasswordChar") is char mask && mask != '\0') shown.IsSecret = true;
    }

    private void NoteModel(object control, List<object> models)
    {
        if (Get(control, "DataContext") is { } model && origins.Of(model.GetType()) == Origin.Application && !model.GetType().IsValueType && !models.Contains(model) && models.Count < 100) models.Add(model);
    }

    /// <summary>A property that Avalonia itself declares; what a class of the application declares is not run.</summary>
    private object? Get(object target, string name)
    {
        Type type = target.GetType();
        if (!_properties.TryGetValue((type, name), out PropertyInfo? property))
        {
            for (Type? level = type; level != null && property == null; level = level.BaseType)
                if (level.Assembly.GetName().Name?.StartsWith("Avalonia", StringComparison.Ordinal) == true)
                    property = level.GetProperty(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly);
            _properties[(type, name)] = property;
        }
        try { return property?.GetIndexParameters().Length == 0 ? property.GetValue(target) : null; }
        catch { return null; }
    }
}
