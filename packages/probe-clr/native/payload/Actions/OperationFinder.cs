using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// Lists what the application can be told to do: public methods and settable properties of the objects that are roots or fields of roots,
/// handlers of routes, public static methods of classes that hold state and of modules, and what the libraries that those objects hold let
/// anybody do: a scheduler is told to go on, a cache to forget.
/// </summary>
public sealed class OperationFinder(RootFinder finder, Planner planner)
{
    private const int Limit = 400, PerType = 40, MethodLimit = 4000, LibraryLimit = 120;
    private static readonly HashSet<string> LeftNames = ["Dispose", "DisposeAsync", "ToString", "Equals", "GetHashCode", "GetType", "CompareTo", "Deconstruct", "GetEnumerator", "StartAsync", "StopAsync", "Main"];
    private readonly Dictionary<string, Operation> _byAddress = new();
    private readonly List<Operation> _all = [];
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);
    /// <summary>Of which objects are told.</summary>
    private readonly HashSet<Type> _types = [];
    /// <summary>Whose elements are told.</summary>
    private readonly HashSet<Type> _ofElements = [];
    private readonly List<(Root Root, Func<object?> Target, string Address)> _libraries = [];
    private readonly ConditionalWeakTable<Assembly, List<Type>> _extensions = new();
    private readonly List<(Root Root, Func<object?> Target, string Address)> _collections = [];
    private int _methods;

    public Elements Elements { get; } = new(planner);

    public IReadOnlyList<Operation> All => _all;

    public Operation? Find(string address) => _byAddress.GetValueOrDefault(address);

    public void Refresh()
    {
        _byAddress.Clear();
        _all.Clear();
        _seen.Clear();
        _methods = 0;
        try
        {
            foreach ((Root root, string address, Seen seen) in finder.Widgets.Deeds) AddWidget(root, address, seen);
            foreach (RouteEntry route in finder.Routes) planner.Failures.Try($"The route {route.Pattern}", () => AddRoute(route));
            // Objects first: their methods are what the application is for. Listing methods loads types: only so many are looked at.
            foreach (Root root in finder.Table.All)
            {
                if (root.Statics != null || IsEnough) continue;
                if (root.Library != null || root.Source == Source.Cache)
                {
                    if (root.Field == null && (root.Build == null || root.Source == Source.Cache)) _libraries.Add((root, () => root.Live, root.Address));
                }
                else if (root.Field != null) AddHeld(root, () => ReadField(root.Live, root.Field, root.Shift), root.Address);
                else if (root.Build == null || root.Live is { } live && Names.IsSubmission(live.GetType())) AddHeld(root, () => root.Live, root.Address);
            }
            foreach (Root root in finder.Table.All)
                if (root.Statics != null && !IsEnough) planner.Failures.Try($"What {root.Name} can do", () => AddStatics(root));
            foreach (Type module in finder.Modules)
            {
                string address = "static:" + Names.FullName(module);
                if (finder.Table.Find(address) == null && !IsEnough) planner.Failures.Try($"What {module.Name} can do", () => AddMethods(module, BindingFlags.Static, Source.Static, address, () => null, null));
            }
            foreach ((Root root, Func<object?> target, string address) in _collections)
                if (!IsEnough) planner.Failures.Try($"What the elements of {address} can do", () => AddElements(root, target, address));
            planner.Failures.Try("What services can do", AddServices);
            int own = _all.Count;
            foreach ((Root root, Func<object?> target, string address) in _libraries)
                if (!IsEnough && _all.Count - own < LibraryLimit) planner.Failures.Try($"What {address} can do", () => AddLibrary(root, target, address));
        }
        finally
        {
            _seen.Clear();
            _types.Clear();
            _ofElements.Clear();
            _libraries.Clear();
            _collections.Clear();
        }
    }

    private bool IsEnough => _all.Count >= Limit || _methods >= MethodLimit;

    private static object? ReadField(object? owner, FieldPlan field, int shift)
    {
        if (owner == null || field.Value != null) return null;
        return field.Offset >= 0 ? Layout.Reference(ref Unsafe.Add(ref Layout.DataOf(owner), shift + field.Offset)) : field.Info.GetValue(owner);
    }

    private void AddWidget(Root root, string address, Seen seen)
    {
        if (IsEnough) return;
        Add(new Operation
        {
            Address = $"widget:{address}", Name = seen.Name, Kind = OperationKind.Widget, Source = root.Source, Owner = root.Name, Method = Commands.Execute, NeedsTarget = true,
            Target = () => seen.Widget!.TryGetTarget(out object? widget) ? widget : null, TargetAddress = seen.HasValue ? address : root.Address, Reads = seen.HasValue ? address : null, Widget = new WidgetPart(finder.Widgets.Binding!, seen),
        });
    }

    private void AddRoute(RouteEntry route)
    {
        if ((route.Handler?.Method ?? route.Action) is not { } method || method.ContainsGenericParameters) return;
        // The framework's own answer to a request (files, health) is nothing without the request.
        if (method.DeclaringType is { } declaring && planner.Origins.Of(declaring) == Origin.Framework) return;
        // A handler that is given nothing but the request finds the values of its pattern there, where a call has none.
        if (route.Pattern.Contains('{', StringComparison.Ordinal) && method.GetParameters() is [{ } only] && Services.IsContext(only.ParameterType)) return;
        var weak = route.Handler?.Target is { } target ? new WeakReference<object>(target) : null;
        foreach (string verb in route.Verbs)
        {
            // What they tell is how a request would be answered.
            if (verb is "HEAD" or "OPTIONS") continue;
            Add(new Operation
            {
                Address = $"route:{verb} {route.Pattern}", Name = $"{verb} {route.Pattern}", Kind = OperationKind.Route, Source = Source.Endpoint, Owner = route.Pattern, HttpMethod = verb, Route = route,
                Method = method, NeedsTarget = route.Controller == null && !method.IsStatic, Target = () => weak != null && weak.TryGetTarget(out object? live) ? live : null,
            });
        }
    }

    private void AddStatics(Root root)
    {
        Type type = root.Statics!.Type;
        // What makes cases of an F# union does nothing else.
        if (Unions.CaseOf(type) == null) AddMethods(type, BindingFlags.Static, root.Source, root.Address, () => null, root.Address);
        foreach (StaticField field in root.Statics.Fields)
        {
            if (field.Info.FieldType.IsValueType || field.Info.FieldType == typeof(string)) continue;
            AddHeld(root, () => finder.ReadStatic(field.Info), $"{root.Address}/{field.Name}", depth: 1);
        }
        foreach (PropertyInfo property in type.GetProperties(BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly))
            planner.Failures.Try($"The property {type.Name}.{property.Name}", () => AddSetter(property, root, root.Address, () => null, type));
    }

    /// <summary>The object's own operations, then those of the objects that it holds in fields.</summary>
    private void AddHeld(Root root, Func<object?> target, string address, int depth = 0) => planner.Failures.Try($"What {address} can do", () => AddObject(root, target, address, depth));

    private void AddObject(Root root, Func<object?> target, string address, int depth)
    {
        object? live = target();
        if (live == null || IsEnough) return;
        Type type = live.GetType();
        // What can be done with a widget is told where it is shown.
        if (planner.IsNative(type)) return;
        // Widgets are how a user interface is made: its commands and the methods of its classes are what it can do.
        if (planner.Origins.Of(type) == Origin.Library && root.Source is not (Source.Component or Source.Window) && !finder.Table.Has(live)) _libraries.Add((root, target, address));
        TypePlan plan = planner.Of(type);
        if (plan.Form is Form.DataSet or Form.DataTable) AddData(root, target, live, address);
        // What only holds another object is told as that.
        if (plan.Form == Form.Wrapper && depth < 2)
            foreach (FieldPlan field in plan.Fields) AddHeld(root, () => ReadField(target(), field, 0), address, depth + 1);
        if (Elements.IsCollection(plan)) _collections.Add((root, target, address));
        if (type.IsValueType || planner.Origins.Of(type) != Origin.Application || Commands.IsCommand(type)) return;
        // A function that is held leads to what it captured: of a prompt that is where its session lies.
        if (Names.IsClosure(type) && depth is > 0 and < 2)
        {
            AddFields(root, target, type, address, depth);
            return;
        }
        if (Names.IsCompilerMade(type)) return;
        // What is a root of its own is listed there, whichever comes first.
        if (depth > 0 && finder.Table.Has(live) || !_seen.Add(live)) return;
        _types.Add(type);
        if (plan.Form == Form.Object)
        {
            for (Type? level = type; level != null && planner.Origins.Of(level) == Origin.Application && !planner.IsNative(level); level = level.BaseType)
            {
                AddMethods(level, BindingFlags.Instance, root.Source, address, target, address);
                foreach (PropertyInfo property in level.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly))
                {
                    planner.Failures.Try($"The property {level.Name}.{property.Name}", () =>
                    {
                        AddSetter(property, root, address, target, type);
                        AddCommand(property, plan, root, address, target, type);
                    });
                }
            }
        }
        if (depth < 2 && plan.Form == Form.Object) AddFields(root, target, type, address, depth);
    }

    private void AddFields(Root root, Func<object?> target, Type type, string address, int depth)
    {
        foreach (FieldPlan field in planner.Of(type).Fields)
            if (field.Value == null && !field.IsInlined) AddHeld(root, () => ReadField(target(), field, 0), $"{address}/{field.Name}", depth + 1);
    }

    /// <summary>Of what collections hold: once for a class, with a parameter that says which one is meant.</summary>
    private void AddElements(Root root, Func<object?> target, string address)
    {
        if (target() is not { } collection || Elements.TypeIn(collection) is not { } type || !_ofElements.Add(type)) return;
        for (Type? level = type; level != null && planner.Origins.Of(level) == Origin.Application; level = level.BaseType)
        {
            AddMethods(level, BindingFlags.Instance, root.Source, $"{address}/*", target, address, element: type);
            foreach (PropertyInfo property in level.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly))
                planner.Failures.Try($"The property {level.Name}.{property.Name}", () => AddSetter(property, root, address, target, type, type));
        }
    }

    /// <summary>
    /// What a container makes for each request is nowhere to be found between two, and is what the application does its work with: it is made for
    /// a call as well. One that is there is told with what it has.
    /// </summary>
    private void AddServices()
    {
        foreach ((Type service, Type made, WeakReference<object> container) in finder.Makes)
        {
            if (IsEnough || !_types.Add(made)) continue;
            for (Type? level = made; level != null && planner.Origins.Of(level) == Origin.Application; level = level.BaseType)
                AddMethods(level, BindingFlags.Instance, Source.Bean, "service:" + Names.FullName(made), () => null, null, service, container);
        }
    }

    /// <summary>What tables of the framework are for beside their rows: changes are kept or taken back, and all of a table is thrown away.</summary>
    private void AddData(Root root, Func<object?> target, object live, string address)
    {
        if (!_seen.Add(live)) return;
        bool isSet = live.GetType().GetProperty("Tables") != null;
        string name = live.GetType().GetProperty(isSet ? "DataSetName" : "TableName")?.GetValue(live) as string ?? "";
        foreach (string told in (string[])["AcceptChanges", "RejectChanges", "Clear"])
        {
            if (isSet && told == "Clear" || live.GetType().GetMethod(told, []) is not { } method) continue;
            Add(new Operation
            {
                Address = $"call:{address}.{told}()", Name = told, Kind = OperationKind.Method, Source = root.Source, Owner = name, Method = method, NeedsTarget = true, Target = target, TargetAddress = address,
            });
        }
        if (!isSet || live.GetType().GetProperty("Tables")!.GetValue(live) is not IEnumerable tables) return;
        foreach (object table in tables)
        {
            var weak = new WeakReference<object>(table);
            if (table.GetType().GetProperty("TableName")?.GetValue(table) is string { Length: > 0 } called) AddData(root, () => weak.TryGetTarget(out object? one) ? one : null, table, $"{address}/{called}");
        }
    }

    /// <summary>What a library shows to everybody: a class that is, or the contracts of one that is not.</summary>
    private void AddLibrary(Root root, Func<object?> target, string address)
    {
        if (target() is not { } live || live.GetType() is not { IsValueType: false } type || typeof(Delegate).IsAssignableFrom(type) || Plumbing.Is(type) || !_seen.Add(live)) return;
        Origin origin = planner.Origins.Of(type);
        if (type.IsVisible)
            for (Type? level = type; level != null && planner.Origins.Of(level) == origin && level != typeof(object); level = level.BaseType) AddMethods(level, BindingFlags.Instance, root.Source, address, target, address);
        foreach (Type contract in type.GetInterfaces())
        {
            if (!contract.IsVisible || planner.Origins.Of(contract) != origin) continue;
            if (!type.IsVisible) AddMethods(contract, BindingFlags.Instance, root.Source, address, target, address);
            // The core library's contracts are everybody's, and what it adds to them is none of this object's doing.
            if (contract.Assembly != typeof(object).Assembly) AddExtensions(contract, root, address, target);
        }
    }

    /// <summary>What the maker of a contract adds to it for everybody's convenience: to set what a cache keeps takes one of these.</summary>
    private void AddExtensions(Type contract, Root root, string address, Func<object?> target)
    {
        foreach (Type holder in _extensions.GetValue(contract.Assembly, Extensions.HoldersIn))
        {
            foreach (MethodInfo declared in holder.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly))
            {
                if (_methods++ >= MethodLimit) return;
                planner.Failures.Try($"The method {holder.Name}.{declared.Name}", () =>
                {
                    if (!Extensions.IsOf(declared, contract) || Extensions.Close(declared) is not { } method || !Returns(method.ReturnType) || !AllBind(method, from: 1)) return;
                    Add(new Operation
                    {
                        Address = $"call:{address}.{method.Name}({Signature(method, from: 1)})", Name = method.Name, Kind = OperationKind.Method, Source = root.Source, Owner = Names.OfType(contract),
                        Method = method, NeedsTarget = true, IsExtension = true, Target = target, TargetAddress = address,
                    });
                });
            }
        }
    }

    private void AddMethods(Type type, BindingFlags kind, Source source, string address, Func<object?> target, string? changes, Type? service = null, WeakReference<object>? container = null, Type? element = null)
    {
        int count = 0;
        // What is typed at a prompt is everybody's there, whatever the compiler makes of it.
        bool isTyped = Names.IsSubmission(type);
        MethodInfo[] methods = type.GetMethods(kind | BindingFlags.Public | BindingFlags.DeclaredOnly | (isTyped ? BindingFlags.NonPublic : 0));
        _methods += 1 + methods.Length;
        foreach (MethodInfo method in methods)
        {
            if (count >= PerType) break;
            // One parameter of a type that can't be loaded makes its method unlistable, and no other.
            try
            {
                if (!IsOffered(method, kind)) continue;
                count++;
                Add(new Operation
                {
                    Address = $"call:{address}.{method.Name}({Signature(method)})", Name = method.Name, Kind = OperationKind.Method, Source = source, Owner = isTyped ? "Submission" : Names.OfType(type),
                    Method = method, NeedsTarget = !method.IsStatic && service == null, Target = target, TargetAddress = changes, Service = service, Container = container, Element = element,
                });
            }
            catch (Exception e) { planner.Failures.Add($"The method {type.Name}.{method.Name}", e); }
        }
    }

    private bool IsOffered(MethodInfo method, BindingFlags kind)
    {
        if (method.IsSpecialName || IsAccessor(method.Name) || method.ContainsGenericParameters || LeftNames.Contains(method.Name) || method.Name.Contains('<') || method.Name.Contains('.')) return false;
        if (method.IsVirtual && method.GetBaseDefinition().DeclaringType is { } first && first != method.DeclaringType && planner.Origins.Of(first) == Origin.Framework) return false;
        if (!Returns(method.ReturnType) || !AllBind(method) || method.IsStatic && method == method.Module.Assembly.EntryPoint) return false;
        return kind != BindingFlags.Static || !method.IsDefined(typeof(ExtensionAttribute), false);
    }

    /// <summary>What F# makes of properties is not marked as special.</summary>
    private static bool IsAccessor(string name) => name.StartsWith("get_", StringComparison.Ordinal) || name.StartsWith("set_", StringComparison.Ordinal) || name.StartsWith("add_", StringComparison.Ordinal) || name.StartsWith("remove_", StringComparison.Ordinal);

    private void AddSetter(PropertyInfo property, Root root, string address, Func<object?> target, Type type, Type? element = null)
    {
        if (property.SetMethod is not { IsPublic: true } setter || property.GetIndexParameters().Length > 0 || IsInitOnly(setter)) return;
        if (Binder.TypeName(property.PropertyType) is not ("string" or "number" or "boolean")) return;
        FieldInfo? backing = property.DeclaringType?.GetField($"<{property.Name}>k__BackingField", BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic);
        Add(new Operation
        {
            Address = element == null ? $"set:{address}.{property.Name}" : $"set:{address}/*.{property.Name}", Name = property.Name, Kind = OperationKind.Setter, Source = root.Source, Owner = Names.OfType(type), Method = setter,
            NeedsTarget = !setter.IsStatic, Target = target, TargetAddress = address, Reads = backing == null || element != null ? null : $"{address}/{property.Name}", Element = element,
        });
    }

    private static bool IsInitOnly(MethodInfo setter) => Array.Exists(setter.ReturnParameter.GetRequiredCustomModifiers(), modifier => modifier.Name == "IsExternalInit");

    /// <summary>A command of a view model. It is found by its backing field, so that no getter runs.</summary>
    private void AddCommand(PropertyInfo property, TypePlan plan, Root root, string address, Func<object?> target, Type type)
    {
        if (!Commands.IsCommand(property.PropertyType)) return;
        FieldInfo? field = Planner.FindField(type, $"<{property.Name}>k__BackingField");
        if (field == null) return;
        Add(new Operation
        {
            Address = $"command:{address}.{property.Name}", Name = property.Name, Kind = OperationKind.Command, Source = root.Source, Owner = Names.OfType(type), Method = Commands.Execute,
            NeedsTarget = true, Target = () => target() is { } owner ? field.GetValue(owner) : null, TargetAddress = address,
        });
    }

    private static bool Returns(Type type) => !type.IsByRef && !type.IsPointer && !type.IsByRefLike;

    private static bool AllBind(MethodInfo method, int from = 0)
    {
        foreach (ParameterInfo parameter in method.GetParameters())
            if (parameter.Position >= from && !Binder.IsGiven(parameter) && !Binder.MayBeLeft(parameter)) return false;
        return true;
    }

    private static string Signature(MethodInfo method, int from = 0) => string.Join(",", Array.ConvertAll(method.GetParameters()[from..], parameter => Names.OfType(parameter.ParameterType)));

    private void Add(Operation operation)
    {
        if (_all.Count < Limit && _byAddress.TryAdd(operation.Address, operation)) _all.Add(operation);
    }
}
