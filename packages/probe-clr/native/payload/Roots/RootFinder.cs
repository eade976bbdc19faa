using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>Puts the routes together: what is found where, under which address and name.</summary>
public sealed class RootFinder : IDisposable
{
    private const int MachinesPerMethod = 3, InstancesPerType = 3, PerLibrary = 3, RootLimit = 600, NewsShare = 32, AlikeLimit = 100;
    /// <summary>Types of the application of which there are more objects than are told.</summary>
    private readonly HashSet<string> _crowds = [];
    private readonly Planner _planner;
    private readonly Origins _origins;
    private readonly Reach _reach;
    private readonly Containers _containers;
    private readonly Endpoints _endpoints;
    private readonly Statics _statics;
    private readonly Bridge _bridge;
    private readonly HostFacts _host;
    private readonly List<Settings> _settings = [];
    private readonly AvaloniaTree _avalonia;
    private readonly StackRoots _stacks;
    private readonly HeapRoots _heapRoots;
    private readonly Walker _scale;
    private readonly Action<object> _takeCompilerMade;
    private bool _hasAvalonia;
    private readonly Func<string?, object, int, bool> _takeSingleton;
    private long _assemblyCount = -1;
    private int _staticsTaken;
    private int _code, _codeAtSearch;
    private long _compiledAtSearch;

    public RootFinder(Planner planner)
    {
        _planner = planner;
        _origins = planner.Origins;
        _reach = new Reach(planner);
        var state = new ClassState();
        _containers = new Containers(_reach, state, _origins);
        _endpoints = new Endpoints(_reach, _origins);
        _statics = new Statics(_origins, planner, state);
        _bridge = new Bridge(_origins, state, planner.Failures);
        _host = new HostFacts(_reach);
        _avalonia = new AvaloniaTree(Table, _origins);
        Widgets = new WidgetTree(Table, _origins, ReadStatic);
        planner.IsNative = type => Widgets.Binding is { } binding && binding.Wraps(type) && (binding.Made(type) || _origins.Of(type) == Origin.Library);
        _stacks = new StackRoots(Table, planner, state);
        _scale = new Walker(planner);
        Heap = new Heap(_origins, planner.Failures);
        _heapRoots = new HeapRoots(planner, Table, Heap);
        _takeCompilerMade = target => TakeFound(target, Bridge.IsMachine(target.GetType()) ? Bridge.Find.Machine : Bridge.Find.Object);
        _takeSingleton = TakeSingleton;
    }

    public RootTable Table { get; } = new();
    public Failures Failures => _planner.Failures;
    public List<RouteEntry> Routes => _endpoints.All;
    public IEnumerable<(Type Service, Type Made, WeakReference<object> Provider)> Makes => _containers.Makes();
    public Heap Heap { get; }
    public WidgetTree Widgets { get; }
    public IReadOnlyList<Type> Modules => _statics.Modules;
    public int BridgedObjects => _bridge.ObjectCount + (int)Math.Min(Heap.ObjectCount, int.MaxValue / 2);

    /// <summary>Objects from the heap wait to be told.</summary>
    public bool HasHeapRoots => _heapRoots.IsDue;
    /// <summary>Code was loaded since the heap was searched, or an object was replaced: what was made may be there now.</summary>
    public bool IsHeapDue => Heap.WentWell && (_code > _codeAtSearch || _heapRoots.HasLost);
    /// <summary>The program has come further since: it needed code that it had not needed before, as one that was still starting.</summary>
    public bool HasComeFurther => Heap.WentWell && IsFurther;
    private bool IsFurther => Heap.IsKnown && Compiled() is var now && now - _compiledAtSearch > now / NewsShare;
    /// <summary>What searches found was forgotten: they begin anew.</summary>
    public bool IsForgotten { get; private set; }
    public bool HasMain { get; private set; }

    /// <summary>Cheap enough for every poll: singletons that were made since, classes of assemblies that were loaded since.</summary>
    public void Refresh()
    {
        try
        {
            if (_assemblyCount != Assemblies.Count) LookAtAssemblies();
        }
        catch (Exception e) { Failures.Add("The list of assemblies", e); }
        try { _containers.ForEachSingleton(_takeSingleton); }
        catch (Exception e) { Failures.Add("A container’s singletons", e); }
        try
        {
            if (_hasAvalonia) _avalonia.Refresh();
            Widgets.Refresh();
        }
        catch (Exception e) { Failures.Add("The user interface", e); }
        for (; _staticsTaken < _statics.Classes.Count && Table.All.Count < RootLimit; _staticsTaken++)
        {
            StaticClass type = _statics.Classes[_staticsTaken];
            Table.Add("static:" + Names.FullName(type.Type), Names.OfType(type.Type), Source.Static).Statics = type;
        }
    }

    private void LookAtAssemblies()
    {
        _assemblyCount = Assemblies.Count;
        Assembly[] assemblies = Assemblies.All();
        _hasAvalonia = Assemblies.Find("Avalonia.Controls") != null;
        Failures.Try("Bindings to native toolkits", () => Widgets.LookAt(assemblies));
        Failures.Try("The list of containers", _containers.Find);
        _statics.Scan(assemblies);
        _code = CountCode(assemblies);
    }

    /// <summary>How many methods were compiled, without those that we needed ourselves.</summary>
    private static long Compiled() => JitInfo.GetCompiledMethodCount() - JitInfo.GetCompiledMethodCount(currentThread: true);

    /// <summary>How many assemblies are the application's or a library's.</summary>
    private int CountCode(Assembly[] assemblies) => Array.FindAll(assemblies, one => _origins.Of(one) is Origin.Application or Origin.Library).Length;

    /// <summary>Everything, the search through the framework's objects included.</summary>
    public void Discover()
    {
        if (Table.Find(ProcessFacts.Address) == null) Table.Add(ProcessFacts.Address, "application", Source.Process).Build = new ProcessFacts(_bridge, _host, Routes).Read;
        _assemblyCount = -1;
        Refresh();
        // What handlers captured is theirs, though a search would find it, too; routes that only the search leads to come after it.
        Failures.Try("The routes", TakeRoutes);
        int sources = _endpoints.SourceCount;
        Failures.Try("What the framework’s objects lead to", TakeFound);
        if (_endpoints.SourceCount > sources) Failures.Try("The routes", TakeRoutes);
        _stacks.IsDue = true;
        IsForgotten = false;
    }

    /// <summary>What a search came upon; how far away it was is chance.</summary>
    private sealed class Find(object target, Bridge.Find kind, bool isOfLibrary, string type, int order)
    {
        public readonly object Target = target;
        public readonly Bridge.Find Kind = kind;
        public readonly string Type = type;
        public string Says = "";
        private readonly bool _isOfLibrary = isOfLibrary;
        private readonly int _order = order;

        public static int Compare(Find a, Find b)
        {
            if (a._isOfLibrary != b._isOfLibrary) return a._isOfLibrary.CompareTo(b._isOfLibrary);
            if (string.CompareOrdinal(a.Type, b.Type) is not 0 and var byType) return byType;
            return string.CompareOrdinal(a.Says, b.Says) is not 0 and var byTexts ? byTexts : a._order.CompareTo(b._order);
        }
    }

    private void TakeFound()
    {
        try
        {
            var found = new List<Find>();
            foreach ((object target, Bridge.Find kind) in _bridge.Search(_containers.Providers))
            {
                if (kind == Bridge.Find.Service) TryTake(target, kind);
                else found.Add(new Find(target, kind, kind == Bridge.Find.Object && _origins.Of(target.GetType()) == Origin.Library, Names.FullName(target.GetType()), found.Count));
            }
            // Of one kind only some are told, and have a number: the same ones, in whatever order they are found.
            var counts = new Dictionary<string, int>();
            foreach (Find one in found) counts[one.Type] = counts.GetValueOrDefault(one.Type) + 1;
            foreach (Find one in found)
                if (counts[one.Type] is > 1 and <= AlikeLimit) one.Says = SaysOf(one.Target, one.Kind);
            found.Sort(Find.Compare);
            foreach (Find one in found) TryTake(one.Target, one.Kind);
        }
        finally { _bridge.Forget(); }
    }

    private void TryTake(object target, Bridge.Find kind)
    {
        if (Table.All.Count >= RootLimit) return;
        Table.IsFinding = kind != Bridge.Find.Service;
        try { TakeFound(target, kind); }
        catch (Exception e) { Failures.Add($"An object of {Names.OfType(target.GetType())}", e); }
        finally { Table.IsFinding = false; }
    }

    private void TakeFound(object target, Bridge.Find kind)
    {
        if (kind == Bridge.Find.Machine) TakeMachine(target);
        else if (kind == Bridge.Find.Service) TakeService(target, null);
        else if (Names.IsClosure(target.GetType()) && _origins.Of(target.GetType()) == Origin.Application) TakeVariables(target, "task:" + Names.Place(target.GetType()), Source.Task);
        else if (Names.IsSubmission(target.GetType())) TakeSubmission(target);
        else TakeInstance(target);
    }

    /// <summary>Walks the heap, and sorts what was found; the next capture tells it.</summary>
    public void SearchHeap(bool isPatient)
    {
        // How a type is read is decided once, and a search of the heap may come first.
        Assembly[] assemblies = Assemblies.All();
        Widgets.LookAt(assemblies);
        int code = CountCode(assemblies);
        bool hasComeFurther = IsFurther;
        long compiled = Compiled();
        _stacks.Yield();
        Heap.Search(isPatient);
        // What an earlier one found stays as it is: this one is made again.
        if (Heap.WentWell)
        {
            // A program that was still starting had parts of what it has now, and others beside them.
            Table.RemoveFound(isForGood: hasComeFurther);
            _containers.Forget();
            IsForgotten = true;
            _codeAtSearch = code;
            _compiledAtSearch = compiled;
            _heapRoots.Sort();
        }
        Table.Touch();
    }

    /// <summary>What lies on the heap and nothing else leads to.</summary>
    public void TakeHeap(Walker walker, Action<int> readFrom)
    {
        if (Table.All.Count < RootLimit) _heapRoots.Take(walker, _takeCompilerMade, readFrom);
    }

    /// <summary>What blocked threads have, after everything else was walked: what is shown already is not looked for.</summary>
    public void ReadStacks(Walker walker)
    {
        // One that was cut by a busy machine is made again: what it would find is not told in another way until then.
        _stacks.HeapIsKnown = Heap.IsKnown && (Heap.WentWell || Heap.MayPass);
        _stacks.Refresh(walker, isUrgent: !HasMain && Routes.Count == 0);
    }

    /// <summary>What the walk met of the framework's that tells something in a way of its own. Whether that is more than was known.</summary>
    public bool TakeTelling(IReadOnlyList<object> met)
    {
        int before = Table.All.Count;
        for (int i = 0; i < met.Count && Table.All.Count < RootLimit; i++)
        {
            object one = met[i];
            if (!Table.Has(one)) Failures.Try("What the application holds of the framework", () => TakeService(one, null));
        }
        return Table.All.Count > before;
    }

    public void Dispose() => _stacks.Dispose();

    private void TakeRoutes()
    {
        if (!_endpoints.Refresh()) return;
        Table.Touch();
        foreach (RouteEntry route in Routes) Failures.Try($"The handler of {route.Pattern}", () => TakeHandler(route));
    }

    /// <summary>What this process holds that can't be read from inside it.</summary>
    public IEnumerable<string> Notes()
    {
        if (!HasMain && Routes.Count == 0) yield return _stacks.Note;
        if (!Layout.Trusted) yield return "The layout of objects is not the known one: fields are read by reflection, and running tasks are not searched.";
        if (Heap.Note != null) yield return Heap.Note;
        foreach (string type in _crowds) yield return $"More objects of {type} were found than the {InstancesPerType} that are told.";
        foreach (string failure in Failures.Notes) yield return failure;
        if (!_statics.State.IsKnown) yield return "Whether a class is initialised can't be told here: classes with a static constructor are left out.";
    }

    /// <summary>A static field's value, if its class is initialised.</summary>
    public object? ReadStatic(FieldInfo field) => _statics.State.HasRun(field.DeclaringType!) ? _statics.State.Read(field) : null;

    public int Read(Walker walker, Root root)
    {
        if (root.Statics != null) return _statics.Read(walker, root.Statics);
        if (root.Build != null) return root.Build(walker);
        if (root.Live is not { } live) return -1;
        if (root.Field == null) return walker.AddRoot(root.Name, live);
        // What a loop went through has a closure each; a word of the code among them is no state of anything.
        if (root.Field is { Found: > 1, Offset: >= 0 } field && field.Type == typeof(string) && Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(live), root.Shift + field.Offset)) is string text && Literals.Of(text) == Literals.Known.Literal) return -1;
        // A field of a state machine that is a value type: the box is its owner only for reflection, which would not find the field there.
        return walker.AddRoot(root.Field, root.Shift > 0 ? null : live, ref Unsafe.Add(ref Layout.DataOf(live), root.Shift));
    }

    /// <summary>Whether objects of a framework's type tell about the host, wherever they are met: the container need not be the framework's.</summary>
    public static bool IsTelling(Type type) => Endpoints.Knows(type) || HostFacts.Knows(type) || Settings.Knows(type) || MemoryCaches.Knows(type);

    /// <summary>Takes an object of the framework, or a library's container, for what it tells; false when it is another one.</summary>
    private bool TakeService(object value, object? provider)
    {
        Type type = value.GetType();
        if (Table.Has(value)) return true;
        if (provider == null && Services.IsScopeFactory(type)) _endpoints.TakeScopes(value);
        else if (Endpoints.Knows(type)) _endpoints.Take(value, provider);
        else if (HostFacts.Knows(type)) _host.Take(value);
        else if (MemoryCaches.Knows(type)) TakeCache(value);
        else if (Settings.Knows(type)) Table.Add(value, "config:Configuration", "Configuration", Source.Bean, null).Build = new Settings(_reach, value, _settings).Read;
        else if (_planner.Of(type).IsTelling) TakeSubmission(value);
        else return false;
        Table.TryMark(value);
        return true;
    }

    private void TakeCache(object cache)
    {
        var entries = new MemoryCaches(_reach, cache);
        Root root = Table.Add(cache, "cache:MemoryCache", "MemoryCache", Source.Cache, null);
        root.Build = entries.Read;
        Root statistics = Table.Add($"{root.Address}.statistics", "MemoryCacheStatistics", Source.Cache);
        (statistics.Target, statistics.Build) = (root.Target, entries.ReadSettings);
    }

    /// <summary>Makes a root of a singleton that is one; false when it is to be looked at again.</summary>
    private bool TakeSingleton(string? key, object value, int container)
    {
        try { return Take(value, key, container); }
        catch (Exception e)
        {
            Failures.Add($"The singleton {Names.OfType(value.GetType())}", e);
            return true;
        }
    }

    private bool Take(object value, string? key, int container)
    {
        Type type = value.GetType();
        if (Table.Has(value)) return true;
        if (TakeService(value, _containers.Provider(container))) return true;
        if (Table.All.Count >= RootLimit) return false;
        if (type.IsPrimitive || value is string || value is Delegate || !_origins.Concerns(type)) return true;
        TypePlan plan = _planner.Of(type);
        if (plan.Form == Form.Left || Names.IsCompilerMade(type)) return true;
        // Several of the framework's own, such as what sets up options.
        if (type.IsArray && type.GetElementType() is { IsConstructedGenericType: true } element && _origins.Of(element) == Origin.Framework) return true;
        if (_origins.Of(type) != Origin.Application && _containers.IsOfLibrary(container)) return true;
        // The framework's own that holds values and nothing else, for a type of the application's, is how that is set up.
        if (_origins.Of(type) == Origin.Framework && plan.Form == Form.Object && Array.TrueForAll(plan.Fields, field => field.Info.FieldType.IsPrimitive || field.Info.FieldType == typeof(string))) return true;
        // Options and the like are the framework's holders of an application's value.
        if (plan.Form == Form.Wrapper && type.IsConstructedGenericType && _origins.Of(type.GenericTypeArguments[0]) != Origin.Application) return true;
        Type shown = plan.Form == Form.Wrapper && type.IsConstructedGenericType ? type.GenericTypeArguments[0] : type;
        string suffix = container == 0 ? "" : $"@{container + 1}", which = key == null ? "" : $"[{key}]";
        Table.IsFinding = true;
        Table.Add(value, $"di{suffix}:{Names.FullName(type)}{which}", NameOf(shown), Source.Bean, LibraryOf(shown));
        Table.IsFinding = false;
        return true;
    }

    private string NameOf(Type type) => Names.OfThing(type, _origins);

    private string? LibraryOf(Type type) => _origins.Of(type) == Origin.Library ? type.Assembly.GetName().Name : null;

    private void TakeHandler(RouteEntry route)
    {
        object? target = route.Handler?.Target;
        if (target == null || _origins.Of(target.GetType()) == Origin.Framework) return;
        Type type = target.GetType();
        // A closure of a library is how it passes a request on.
        if (Names.IsClosure(type))
        {
            if (_origins.Of(type) == Origin.Application) TakeVariables(target, "endpoint:" + Names.Place(type), Source.Endpoint);
        }
        else if (!Names.IsCompilerMade(type)) Table.Add(target, "endpoint:" + Names.FullName(type), NameOf(type), Source.Endpoint, LibraryOf(type));
    }

    /// <summary>Each variable of a closure is a root; closures inside it as well.</summary>
    private void TakeVariables(object holder, string address, Source source, int shift = 0, TypePlan? plan = null)
    {
        if (Table.TryMark(holder)) AddVariables(holder, address, source, shift, plan ?? _planner.Of(holder.GetType()));
    }

    /// <summary>What was typed at a prompt: its variables are told under their own names, and what it can do is its functions.</summary>
    private void TakeSubmission(object target)
    {
        if (Table.Has(target)) return;
        Root root = Table.Add(target, "heap:" + Names.FullName(target.GetType()), Names.OfType(target.GetType()), Source.Instance, null);
        root.Build = _ => -1;
        AddVariables(target, root.Address, Source.Task, 0, _planner.Of(target.GetType()));
    }

    private void AddVariables(object holder, string address, Source source, int shift, TypePlan plan)
    {
        foreach (FieldPlan field in plan.Fields)
        {
            if (field.IsInlined)
            {
                object? inner = field.Offset >= 0 ? Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(holder), shift + field.Offset)) : null;
                if (inner != null) TakeVariables(inner, address, source);
                continue;
            }
            Root root = Table.Add($"{address}/{field.Name}", field.Name, source);
            root.Target = new WeakReference<object>(holder);
            root.Field = field;
            root.Shift = shift;
            field.Found++;
        }
    }

    /// <summary>The locals of an async method that waits. Those of Main are roots of their own; those of another method stay together.</summary>
    private void TakeMachine(object box)
    {
        if (Table.Has(box) || MachineIn(box) is not var (holder, shift, plan)) return;
        if (OwnerOf(holder, shift, plan.Type) is { } owner) TakeInstance(owner);
        string method = Names.MethodOf(plan.Type) ?? "Run";
        string address = "task:" + Names.Place(plan.Type);
        if (method == "Main")
        {
            HasMain = true;
            TakeVariables(holder, address, Source.Task, shift, plan);
            return;
        }
        if (plan.Fields.Length == 0 || Table.Find($"{address}#{MachinesPerMethod}") != null) return;
        Root root = Table.Add(box, address, $"{Names.SourceType(plan.Type).Name}.{method}", Source.Task, LibraryOf(plan.Type));
        var weak = new WeakReference<object>(holder);
        root.Build = walker =>
        {
            if (!weak.TryGetTarget(out object? live)) return -1;
            int node = walker.AddRoot(root.Name);
            walker.AddFields(node, plan, shift > 0 ? null : live, ref Unsafe.Add(ref Layout.DataOf(live), shift));
            return node;
        };
    }

    /// <summary>The locals of an async method of the application's: which object has them, and where in it they begin.</summary>
    private (object Holder, int Shift, TypePlan Plan)? MachineIn(object box)
    {
        FieldInfo? info = Planner.FindField(box.GetType(), "StateMachine");
        if (info == null || _origins.Of(info.FieldType) != Origin.Application) return null;
        if (!info.FieldType.IsValueType) return info.GetValue(box) is { } machine ? (machine, 0, _planner.Of(machine.GetType())) : null;
        int shift = Layout.OffsetOf(info);
        return shift < 0 ? null : (box, shift, _planner.Of(info.FieldType));
    }

    /// <summary>The object whose async method waits.</summary>
    private object? OwnerOf(object holder, int shift, Type machine)
    {
        if (machine.GetField("<>4__this", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic) is not { FieldType.IsValueType: false } field) return null;
        int offset = Layout.OffsetOf(field);
        return offset >= 0 && Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(holder), shift + offset)) is { } owner && _origins.Of(owner.GetType()) == Origin.Application ? owner : null;
    }

    /// <summary>What tells one from the others of its kind: of an async method that waits, whose it is says more than its locals, which may all be alike.</summary>
    private string SaysOf(object target, Bridge.Find kind)
    {
        string own = TextsOf(target);
        return kind == Bridge.Find.Machine && MachineIn(target) is var (holder, shift, plan) && OwnerOf(holder, shift, plan.Type) is { } owner ? TextsOf(owner) + own : own;
    }

    /// <summary>Whether an object of a library holds something of the application's; one that does not may do so at the next search.</summary>
    private bool IsWorth(object target)
    {
        _scale.Begin(new Budget { MaxNodes = 1000, MaxDepth = 10, MaxString = 16, MaxElements = 50, MaxBytes = int.MaxValue });
        try
        {
            _scale.AddRoot("object", target);
            _scale.Walk();
            return _scale.Worth > 0;
        }
        finally { _scale.End(); }
    }

    private string TextsOf(object target)
    {
        _scale.Begin(new Budget { MaxNodes = 200, MaxDepth = 6, MaxString = 80, MaxElements = 20, MaxBytes = int.MaxValue });
        try
        {
            HeapRoots.Add(_scale, target);
            _scale.Walk();
            return _scale.Texts();
        }
        catch { return ""; }
        finally { _scale.End(); }
    }

    private void TakeInstance(object target)
    {
        Type type = target.GetType();
        // A library that has many objects lying about shows how it is made, not what the application does.
        string? library = LibraryOf(type);
        if (library != null && Table.CountOf(library) >= PerLibrary) return;
        if (Table.Has(target) || Names.IsCompilerMade(type) || type.IsValueType || target is Exception || target is Attribute || Disposal.IsOver(target) || IsWrapped(target)) return;
        TypePlan plan = _planner.Of(type);
        // The address that a search of the heap would give it: which of the two comes first is chance.
        string address = (library == null ? "heap:" : "instance:") + Names.FullName(type);
        if (plan.Form == Form.Left || plan.Fields.Length == 0) return;
        if (Table.Find($"{address}#{InstancesPerType}") != null)
        {
            if (library == null && _crowds.Add(Names.FullName(type))) Table.Touch();
            return;
        }
        if (library != null && (Planner.IsCatalogue(type) || !IsWorth(target))) return;
        Table.Add(target, address, NameOf(type), Source.Instance, library);
    }

    /// <summary>Whether a root stands for what it holds, and holds this: it is told there, whichever was found first.</summary>
    private bool IsWrapped(object target)
    {
        foreach (Root root in Table.All)
        {
            if (root.Field != null || root.Build != null || root.Statics != null || root.Live is not { } live || _planner.Of(live.GetType()) is not { Form: Form.Wrapper } plan) continue;
            foreach (FieldPlan field in plan.Fields)
                if (!field.Info.FieldType.IsValueType && ReferenceEquals(field.Info.GetValue(live), target)) return true;
        }
        return false;
    }
}
