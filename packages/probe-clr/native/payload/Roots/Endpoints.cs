using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>A route of ASP.NET Core: handled by a delegate (a minimal API), by a method of a controller, or by something that is only listed.</summary>
public sealed class RouteEntry
{
    public required string Pattern;
    public required string[] Methods;
    public Delegate? Handler;
    public MethodInfo? Action;
    public Type? Controller;
    /// <summary>The container that its services come from, as long as it is there.</summary>
    public Func<object?>? Provider;

    public IEnumerable<string> Verbs => Methods.Length == 0 ? ["GET"] : Methods;
}

/// <summary>
/// Routes of ASP.NET Core. The target of a handler that is a delegate is the closure that holds what the handlers captured, even before the
/// first request. Routes to controllers are there once the framework has put them together, at the first request; until then their classes tell.
/// </summary>
public sealed class Endpoints(Reach reach, Origins origins)
{
    private const int RouteLimit = 1000;
    private readonly List<(WeakReference<object> Singleton, WeakReference<object>? Provider)> _sources = [];

    private List<RouteEntry>? _unmade;

    public List<RouteEntry> All { get; } = [];

    /// <summary>How many singletons tell of routes.</summary>
    public int SourceCount => _sources.Count;

    private const int ScopeLimit = 64;
    private readonly List<WeakReference<object>> _scopes = [];

    /// <summary>Keeps, weakly, something that opens scopes: where handlers get their services when the container is not the framework's. That of a request is over with it.</summary>
    public void TakeScopes(object factory)
    {
        _scopes.RemoveAll(known => !known.TryGetTarget(out object? one) || Disposal.IsOver(one));
        if (_scopes.Count < ScopeLimit) _scopes.Add(new(factory));
    }

    private object? Scopes()
    {
        foreach (WeakReference<object> weak in _scopes)
            if (weak.TryGetTarget(out object? factory) && !Disposal.IsOver(factory)) return factory;
        return null;
    }

    /// <summary>The composite source, or the options of routing.</summary>
    public static bool Knows(Type type) => type.FullName is { } name
        && (name == "Microsoft.AspNetCore.Routing.CompositeEndpointDataSource" || name.StartsWith("Microsoft.Extensions.Options.UnnamedOptionsManager`1[[Microsoft.AspNetCore.Routing.RouteOptions,", StringComparison.Ordinal));

    /// <summary>Keeps, weakly, a singleton that knows the data sources.</summary>
    public void Take(object singleton, object? provider) => _sources.Add((new(singleton), provider == null ? null : new(provider)));

    /// <summary>Reads the routes again; true when there are others than before.</summary>
    public bool Refresh()
    {
        var routes = new List<RouteEntry>();
        foreach ((WeakReference<object> weak, WeakReference<object>? provider) in _sources)
        {
            if (!weak.TryGetTarget(out object? singleton)) continue;
            int before = routes.Count;
            Collect(reach.GetAny(singleton, "_dataSources") ?? reach.Get(reach.Get(singleton, "_value"), "_endpointDataSources"), "", routes, 0);
            foreach (RouteEntry route in routes) route.Provider ??= provider == null ? Scopes : () => provider.TryGetTarget(out object? live) ? live : null;
            // The composite source and the options know the same sources.
            if (routes.Count > before) break;
        }
        if (routes.Count == All.Count) return false;
        All.Clear();
        All.AddRange(routes);
        return true;
    }

    private void Collect(object? sources, string prefix, List<RouteEntry> routes, int depth)
    {
        if (sources is not IEnumerable list || depth > 8) return;
        foreach (object source in Copy(list))
        {
            if (reach.Get(source, "_routeEntries") is IEnumerable entries)
            {
                foreach (object entry in Copy(entries))
                    if (routes.Count < RouteLimit) Add(entry, prefix, routes);
            }
            else if (reach.Get(source, "_routeGroupBuilder") is { } group)
                Collect(reach.Get(group, "_dataSources"), Join(prefix, PatternOf(reach.GetAny(group, "_partialPrefix"))), routes, depth + 1);
            else if (reach.Get(source, "_endpoints") is IEnumerable made)
            {
                foreach (object endpoint in Copy(made))
                    if (routes.Count < RouteLimit) AddMade(endpoint, routes);
            }
            else if (source.GetType().Name == "ControllerActionEndpointDataSource") AddUnmade(source, routes);
            else Collect(reach.Get(source, "_dataSources"), prefix, routes, depth + 1);
        }
    }

    private void AddUnmade(object source, List<RouteEntry> routes)
    {
        if (_unmade == null)
        {
            var conventions = new List<string>();
            if (reach.Get(source, "_routes") is IEnumerable entries)
                foreach (object entry in Copy(entries))
                    if (Planner.FindField(entry.GetType(), "Pattern")?.GetValue(entry) is { } pattern) conventions.Add(PatternOf(pattern));
            _unmade = new ControllerRoutes(origins).Find(conventions);
        }
        routes.AddRange(_unmade);
    }

    private static List<object> Copy(IEnumerable list)
    {
        var items = new List<object>();
        try
        {
            foreach (object? item in list)
                if (item != null) items.Add(item);
        }
        catch (InvalidOperationException) { }
        return items;
    }

    private void Add(object entry, string prefix, List<RouteEntry> routes)
    {
        if (reach.GetAny(entry, "<RouteHandler>k__BackingField", "RouteHandler") is not Delegate handler) return;
        string pattern = Join(prefix, PatternOf(reach.GetAny(entry, "<RoutePattern>k__BackingField", "RoutePattern")));
        // `{**path:file}`, `{*path:nonfile}`: what is left over when nothing else fits.
        if (pattern.EndsWith(":file}", StringComparison.Ordinal) || pattern.EndsWith(":nonfile}", StringComparison.Ordinal)) return;
        routes.Add(new RouteEntry { Pattern = pattern, Methods = Texts(reach.GetAny(entry, "<HttpMethods>k__BackingField", "HttpMethods")), Handler = handler });
    }

    /// <summary>An endpoint that is put together already: its metadata tells the methods and, for a controller, what it calls.</summary>
    private void AddMade(object endpoint, List<RouteEntry> routes)
    {
        if (reach.Get(endpoint, "<RoutePattern>k__BackingField") is not { } pattern) return;
        string[] methods = [];
        MethodInfo? action = null;
        Type? controller = null;
        (string? Controller, string? Action) names = default;
        if (reach.Get(reach.Get(endpoint, "<Metadata>k__BackingField"), "_items") is not object?[] metadata) return;
        foreach (object? item in metadata)
        {
            switch (item?.GetType().FullName)
            {
                case "Microsoft.AspNetCore.Routing.HttpMethodMetadata": methods = Texts(reach.Get(item, "<HttpMethods>k__BackingField")); break;
                // Files of the web root, one endpoint each; and what is there to make links from, not to be asked for.
                case "Microsoft.AspNetCore.StaticAssets.StaticAssetDescriptor" or "Microsoft.AspNetCore.Routing.SuppressMatchingMetadata": return;
                case "Microsoft.AspNetCore.Mvc.Controllers.ControllerActionDescriptor":
                    action = reach.Get(item, "<MethodInfo>k__BackingField") as MethodInfo;
                    controller = reach.Get(item, "<ControllerTypeInfo>k__BackingField") as Type;
                    names = (reach.Get(item, "<ControllerName>k__BackingField") as string, reach.Get(item, "<ActionName>k__BackingField") as string);
                    break;
            }
        }
        string text = Join("", PatternOf(pattern));
        if (names is ({ } type, { } method)) text = ControllerRoutes.Fill(text, type, method, action);
        routes.Add(new RouteEntry { Pattern = text, Methods = methods, Action = action, Controller = controller });
    }

    private static string[] Texts(object? list)
    {
        var texts = new List<string>();
        if (list is IEnumerable names)
            foreach (object? name in names)
                if (name is string text) texts.Add(text);
        return texts.ToArray();
    }

    private string PatternOf(object? pattern) => reach.GetAny(pattern, "<RawText>k__BackingField") as string ?? "";

    private static string Join(string prefix, string pattern) => "/" + $"{prefix.Trim('/')}/{pattern.Trim('/')}".Trim('/');
}
