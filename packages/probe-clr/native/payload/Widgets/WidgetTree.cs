using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// What the windows of a binding to a native toolkit show: texts, switches, numbers, choices, rows. Containers that only lay things out are passed through;
/// pages and titled frames are groups. Read on the toolkit's own thread, so much and no more; while that thread is busy what was seen last stays.
/// </summary>
public sealed class WidgetTree(RootTable table, Origins origins, Func<FieldInfo, object?> readStatic)
{
    private const int WidgetLimit = 1000, DepthLimit = 40, CellLimit = 2000, ChoiceLimit = 100;
    private readonly ConditionalWeakTable<Assembly, object> _looked = new();
    private readonly Homes _homes = new(origins);
    private readonly Dictionary<string, Seen> _seen = new();
    /// <summary>Fields of the windows and containers themselves, which are always there, and of what else was found by now.</summary>
    private readonly Dictionary<object, string> _ownFieldOf = new(ReferenceEqualityComparer.Instance), _fieldOf = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<Type, FieldInfo[]> _fields = new();
    private Captions? _captions;
    private Errand? _errand;
    private int _widgets, _cells, _deeds;

    /// <summary>Null in a program that has none: it pays nothing.</summary>
    public Binding? Binding { get; private set; }

    /// <summary>The widgets that something can be done with: the address of the window, the way to it, what it is.</summary>
    public List<(Root Root, string Address, Seen Seen)> Deeds { get; } = [];

    public void LookAt(Assembly[] assemblies)
    {
        foreach (Assembly assembly in assemblies)
        {
            if (Binding != null) return;
            if (!_looked.TryAdd(assembly, assembly) || origins.Of(assembly) is Origin.Framework or Origin.Own) continue;
            if (Binding.In(assembly, _homes) is not { } binding) continue;
            Binding = binding;
            origins.NoteLibrary(assembly);
            _captions = new Captions(binding);
            _errand = new Errand(binding.Home);
        }
    }

    public void Refresh()
    {
        if (Binding == null) return;
        var tops = new List<(string Address, Seen Seen)>();
        bool isRead;
        try
        {
            NoteFields();
            isRead = _errand!.TryRun(() => ReadTops(tops));
        }
        finally
        {
            _ownFieldOf.Clear();
            _fieldOf.Clear();
            _captions!.Forget();
        }
        foreach (string address in _seen.Keys)
            if (table.Find(address) is { } root) root.IsLate = !isRead;
        if (!isRead) return;
        foreach ((string address, Seen seen) in tops)
        {
            bool isNew = !_seen.ContainsKey(address);
            _seen[address] = seen;
            if (isNew) table.Add(address, seen.Name, Source.Window).Build = walker => Build(walker, address);
        }
        foreach (string address in new List<string>(_seen.Keys))
            if (!tops.Exists(one => one.Address == address)) _seen[address] = new Seen { Name = _seen[address].Name };
        NoteDeeds();
    }

    private int Build(Walker walker, string address)
    {
        Seen seen = _seen[address];
        int node = walker.AddRoot(seen.Name);
        foreach (Seen part in seen.Parts ?? []) Fill(walker, node, part, -1);
        return node;
    }

    private static void Fill(Walker walker, int node, Seen seen, int index)
    {
        if (!seen.Says) return;
        if (seen.HasValue)
        {
            walker.AddSeen(node, seen, index);
            return;
        }
        int own = walker.AddSeen(node, seen, index);
        for (int i = 0; own >= 0 && i < seen.Parts?.Count; i++) Fill(walker, own, seen.Parts[i], seen.IsList ? i : -1);
    }

    /// <summary>The list of what can be done is made anew when it reads otherwise, and not when a text changes.</summary>
    private void NoteDeeds()
    {
        Deeds.Clear();
        foreach ((string address, Seen seen) in _seen)
            if (table.Find(address) is { } root) NoteDeeds(root, address, seen);
        var hash = new HashCode();
        foreach ((_, string address, Seen seen) in Deeds)
        {
            hash.Add(address);
            hash.Add(seen.Deed);
            hash.Add(RuntimeHelpers.GetHashCode(seen.Widget!.TryGetTarget(out object? widget) ? widget : null));
            foreach (string choice in seen.Choices ?? []) hash.Add(choice);
        }
        int deeds = hash.ToHashCode();
        if (deeds != _deeds) table.Touch();
        _deeds = deeds;
    }

    private void NoteDeeds(Root root, string address, Seen seen)
    {
        if (seen is { Deed: not Deed.None, Widget: not null }) Deeds.Add((root, address, seen));
        if (seen.IsList) return;
        foreach (Seen part in seen.Parts ?? []) NoteDeeds(root, $"{address}/{part.Id}", part);
    }

    /// <summary>The names that the program itself has for its widgets: fields of its objects and classes, variables of its closures.</summary>
    private void NoteFields()
    {
        foreach (Root root in table.All)
        {
            if (root.Statics != null)
            {
                foreach (StaticField field in root.Statics.Fields)
                    if (Binding!.Wraps(field.Info.FieldType)) Note(_fieldOf, readStatic(field.Info), field.Name);
            }
            else if (root.Live is not { } live) continue;
            else if (root.Field == null) NoteFields(_fieldOf, live);
            else if (root.Field.Value == null && root.Field.Offset >= 0) Note(_fieldOf, Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(live), root.Shift + root.Field.Offset)), root.Field.Name);
        }
    }

    private void NoteFields(Dictionary<object, string> into, object owner)
    {
        Type type = owner.GetType();
        if (!_fields.TryGetValue(type, out FieldInfo[]? fields))
        {
            var found = new List<FieldInfo>();
            for (Type? level = type; level != null && origins.Of(level) == Origin.Application && !Binding!.Made(level); level = level.BaseType)
                foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                    if (Binding.Wraps(field.FieldType)) found.Add(field);
            _fields[type] = fields = found.ToArray();
        }
        foreach (FieldInfo field in fields) Note(into, field.GetValue(owner), Names.OfField(field.Name));
    }

    private void Note(Dictionary<object, string> into, object? widget, string? name)
    {
        if (widget != null && name != null && Binding!.Wraps(widget.GetType())) into.TryAdd(widget, name);
    }

    private string? FieldOf(object widget) => _ownFieldOf.GetValueOrDefault(widget) ?? _fieldOf.GetValueOrDefault(widget);

    private void ReadTops(List<(string, Seen)> tops)
    {
        _widgets = 0;
        _cells = CellLimit;
        foreach (object? top in Binding!.Tops())
        {
            if (top == null || !Binding.IsLive(top) || Binding.Get(top, "Visible") is not true || Binding.Get(top, "Type") is Enum kind && kind.ToString() == "Popup") continue;
            Type type = top.GetType();
            bool isOwn = !Binding.Made(type);
            string title = Binding.Get(top, "Title") as string ?? "";
            string address = $"window:{Names.FullName(type)}", unique = address;
            for (int i = 2; tops.Exists(one => one.Item1 == unique); i++) unique = $"{address}#{i}";
            var seen = new Seen { Name = isOwn ? Names.OfType(type) : type.Name, Caption = title };
            if (title.Length > 0) seen.Part(new Seen { Name = "Title", Value = title, HasValue = true });
            ReadChildren(top, seen, 0, null);
            tops.Add((unique, seen));
        }
    }

    private void ReadChildren(object container, Seen into, int depth, string? caption)
    {
        if (depth > DepthLimit || Binding!.Get(container, "Children") is not IEnumerable all) return;
        if (!Binding.Made(container.GetType())) NoteFields(_ownFieldOf, container);
        var children = new List<object>();
        foreach (object? child in all)
            if (child != null && Binding.IsLive(child) && Binding.Get(child, "Visible") is not false) children.Add(child);
        if (children.Count > 1) _captions!.Read(children, child => IsLabel(child) && !_ownFieldOf.ContainsKey(child), TakesCaption);
        foreach (object child in children)
        {
            if (++_widgets > WidgetLimit) return;
            // One that the program keeps is told as well: it may be what it writes into.
            if (IsLabel(child) && _captions!.IsCaption(child) && FieldOf(child) == null) continue;
            string? said = _captions!.Of(child) is { } label ? Clean(Binding.Get(label, "Text") as string) : children.Count == 1 ? caption : null;
            Read(child, into, depth + 1, said);
        }
    }

    /// <summary>What says itself what it is, and what has several things in it, is not what a label beside it is about.</summary>
    private bool TakesCaption(object widget) =>
        !(Binding!.Get(widget, "Label") is string { Length: > 0 }) && (Binding.Has(widget, "Model") || Binding.Has(widget, "Buffer") || Binding.Get(widget, "Children") is not ICollection { Count: > 1 });

    private bool IsLabel(object widget) => Binding!.Has(widget, "LabelProp", typeof(string)) || Binding.Has(widget, "MnemonicWidget") && Binding.Has(widget, "Text", typeof(string));

    private void Read(object widget, Seen into, int depth, string? caption)
    {
        Binding binding = Binding!;
        string? label = LabelOf(widget);
        if (binding.Has(widget, "Submenu")) ReadItem(widget, into, depth, label);
        else if (binding.Has(widget, "Active", typeof(bool), isWritable: true)) Tell(into, widget, label ?? caption, binding.Get(widget, "Active"), Deed.Switch);
        else if (Pressed(widget) is { } pressed)
        {
            Seen button = into.Part(Make(widget, label ?? binding.Get(widget, "TooltipText") as string, Deed.Press));
            button.Widget = new WeakReference<object>(pressed);
        }
        else if (Rows.Of(binding, widget) is { } rows)
        {
            if (binding.Has(widget, "Active", typeof(int), isWritable: true)) ReadChoice(widget, into, rows, caption);
            else if (binding.Has(widget, "Columns")) ReadRows(widget, into, rows, caption);
        }
        else if (binding.Has(widget, "Value", typeof(double), isWritable: true)) ReadNumber(widget, into, caption);
        else if (binding.Has(widget, "Fraction", typeof(double))) Tell(into, widget, caption ?? Clean(binding.Get(widget, "Text") as string), binding.Get(widget, "Fraction"), Deed.None);
        else if (binding.Has(widget, "Date", typeof(DateTime))) Tell(into, widget, caption, binding.Get(widget, "Date"), Deed.None);
        else if (binding.Has(widget, "Text", typeof(string)))
        {
            bool isWritten = binding.Get(widget, "IsEditable") is true, isSecret = binding.Get(widget, "Visibility") is false;
            // A separator, an empty place.
            if (!isWritten && binding.Get(widget, "Text") is not string { Length: > 0 } && FieldOf(widget) == null) return;
            Tell(into, widget, caption, binding.Get(widget, "Text") ?? "", isWritten ? Deed.Write : Deed.None).IsSecret = isSecret;
        }
        else if (binding.Get(widget, "Buffer") is { } buffer && binding.Has(buffer, "Text", typeof(string)))
            Tell(into, widget, caption, binding.Get(buffer, "Text") ?? "", binding.Get(widget, "Editable") is true ? Deed.WriteBuffer : Deed.None);
        else if (binding.Has(widget, "CurrentPage", typeof(int), isWritable: true) && binding.Method(widget.GetType(), "GetTabLabelText", 1) != null) ReadPages(widget, into, depth);
        else if (label is { Length: > 0 })
        {
            var group = new Seen { Name = label, Caption = label };
            ReadChildren(widget, group, depth, null);
            if (group.Parts != null) into.Part(group);
        }
        else
        {
            int before = into.Parts?.Count ?? 0;
            ReadChildren(widget, into, depth, caption);
            // What stands for one widget has its name: the line of a status bar.
            if (FieldOf(widget) is { } name && into.Parts?.Count == before + 1 && into.Parts[before] is { Widget: { } inner } only && !(inner.TryGetTarget(out object? told) && FieldOf(told) != null))
            {
                only.Name = name;
                if (_ownFieldOf.ContainsKey(widget)) only.Id = name;
            }
        }
    }

    /// <summary>What it is called on the screen; of a button of the toolkit's own stock, what that is called there.</summary>
    private string? LabelOf(object widget)
    {
        string? label = Binding!.Has(widget, "Label", typeof(string)) ? Binding.Get(widget, "Label") as string : null;
        if (label is not { Length: > 0 }) label = Binding.Get(widget, "StockId") as string;
        else if (Binding.Get(widget, "UseStock") is not true) return Clean(label);
        if (label is { Length: > 0 }) return label.Substring(label.IndexOf('-', StringComparison.Ordinal) + 1);
        // A picture with a word beside it.
        return Binding.Method(widget.GetType(), "Click") != null ? WordIn(widget, 0) : null;
    }

    private string? WordIn(object widget, int depth)
    {
        if (depth > 3 || Binding!.Get(widget, "Children") is not IEnumerable children) return null;
        foreach (object? child in children)
        {
            if (child == null) continue;
            if ((IsLabel(child) ? Clean(Binding.Get(child, "Text") as string) : WordIn(child, depth + 1)) is { Length: > 0 } word) return word;
        }
        return null;
    }

    /// <summary>What is pressed: the widget itself, or the button inside one of a tool bar.</summary>
    private object? Pressed(object widget)
    {
        if (Binding!.Method(widget.GetType(), "Click") != null) return widget;
        return widget.GetType().GetEvent("Clicked") != null && Binding.Get(widget, "Child") is { } inner && Binding.Method(inner.GetType(), "Click") != null ? inner : null;
    }

    private Seen Make(object widget, string? caption, Deed deed)
    {
        string said = caption is { Length: > 0 } ? caption : widget.GetType().Name;
        string? name = _ownFieldOf.GetValueOrDefault(widget) ?? Given(widget);
        return new Seen { Name = name ?? _fieldOf.GetValueOrDefault(widget) ?? said, Id = name ?? said, Caption = caption is { Length: > 0 } ? caption : null, Deed = deed, Widget = new WeakReference<object>(widget) };
    }

    /// <summary>The name that the program gave the widget: without one it is that of its class.</summary>
    private string? Given(object widget) => Binding!.Get(widget, "Name") is string { Length: > 0 } name && !name.Contains(widget.GetType().Name, StringComparison.OrdinalIgnoreCase) && !name.StartsWith("Gtk", StringComparison.Ordinal) && !name.StartsWith('_') ? name : null;

    private Seen Tell(Seen into, object widget, string? caption, object? value, Deed deed)
    {
        Seen seen = Make(widget, caption, deed);
        (seen.Value, seen.HasValue) = (value, true);
        return into.Part(seen);
    }

    private void ReadItem(object item, Seen into, int depth, string? label)
    {
        if (Binding!.Get(item, "Submenu") is { } menu) ReadChildren(menu, into, depth, null);
        else if (label is not { Length: > 0 }) return;
        else if (Binding.Has(item, "Active", typeof(bool), isWritable: true)) Tell(into, item, label, Binding.Get(item, "Active"), Deed.Switch);
        else into.Part(Make(item, label, Deed.Item));
    }

    /// <summary>A scroll bar is a number, too, and nothing that the program knows: what it moves over has the size of a page.</summary>
    private void ReadNumber(object widget, Seen into, string? caption)
    {
        if (Binding!.Get(widget, "Adjustment") is { } range && Binding.Get(range, "PageSize") is double and > 0) return;
        Tell(into, widget, caption, Binding.Get(widget, "Value"), Deed.Number);
    }

    private void ReadChoice(object widget, Seen into, Rows rows, string? caption)
    {
        var choices = new List<string>();
        foreach (object place in rows.Places())
        {
            if (choices.Count >= ChoiceLimit) break;
            choices.Add(rows.TextOf(place) ?? "");
        }
        int active = Binding!.Get(widget, "Active") is int index ? index : -1;
        object? entered = Binding.Get(widget, "Child") is { } child && Binding.Get(child, "IsEditable") is true ? Binding.Get(child, "Text") : null;
        Tell(into, widget, caption, entered ?? (active >= 0 && active < choices.Count ? choices[active] : null), Deed.Choose).Choices = choices;
    }

    private void ReadRows(object widget, Seen into, Rows rows, string? caption)
    {
        Seen all = into.Part(Make(widget, caption, Deed.ChooseRow));
        var selected = new List<string>();
        Seen list = all.Part(new Seen { Name = "rows", IsList = true, Size = rows.Count });
        rows.Read(list, widget, selected, ref _cells);
        all.Choices = list.Parts?.ConvertAll(one => Rows.NameOf(one) ?? "");
        all.Part(new Seen { Name = "selected", Value = selected.Count == 0 ? null : string.Join(", ", selected), HasValue = true });
    }

    private void ReadPages(object widget, Seen into, int depth)
    {
        if (Binding!.Get(widget, "Children") is not IEnumerable pages) return;
        int current = Binding.Get(widget, "CurrentPage") is int page ? page : -1;
        var titles = new List<string>();
        Seen tabs = Make(widget, null, Deed.ChoosePage);
        if (tabs.Id == widget.GetType().Name) (tabs.Id, tabs.Name) = ("tab", tabs.Name == tabs.Id ? "tab" : tabs.Name);
        into.Part(tabs);
        foreach (object child in pages)
        {
            if (child == null) continue;
            string title = Clean(Binding.Call(widget, "GetTabLabelText", child) as string) ?? $"page {titles.Count + 1}";
            titles.Add(title);
            if (Binding.Get(child, "Visible") is false) continue;
            var group = new Seen { Name = title, Caption = title };
            Read(child, group, depth + 1, null);
            if (group.Parts != null) into.Part(group);
        }
        (tabs.Value, tabs.HasValue, tabs.Choices) = (current >= 0 && current < titles.Count ? titles[current] : null, true, titles);
    }

    /// <summary>Without the mark of the key that leads there, and without the colon.</summary>
    private static string? Clean(string? text) => text?.Replace("_", "").Trim().TrimEnd(':', '…', '.').TrimEnd();
}
