using System;
using System.Collections;
using System.Collections.Generic;

namespace Substrate.Payload;

public sealed class RouteEntry
{
    public required string Pattern;
    public required string[] Methods;
    public required Delegate Handler;
}

/// <summary>
/// Routes of ASP.NET Core that are handled by a delegate. The delegate's target is the closure that holds what the handlers captured, even
/// before the first request.
/// </summary>
public sealed class Endpoints(Reach reach)
{
    private const int RouteLimit = 1000;

    /// <summary>Looks at a singleton that may know the data sources: the composite source, or the options of routing.</summary>
    public static bool Knows(Type type) => type.FullName is { } name
        && (name == "Microsoft.AspNetCore.Routing.CompositeEndpointDataSource" || name.StartsWith("Microsoft.Extensions.Options.UnnamedOptionsManager`1[[Microsoft.AspNetCore.Routing.RouteOptions,", StringComparison.Ordinal));

    public List<RouteEntry> Find(object singleton)
    {
        var routes = new List<RouteEntry>();
        object? sources = reach.GetAny(singleton, "_dataSources") ?? reach.Get(reach.Get(singleton, "_value"), "_endpointDataSources");
        Collect(sources, "", routes, 0);
        return routes;
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
            else Collect(reach.Get(source, "_dataSources"), prefix, routes, depth + 1);
        }
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
        var methods = new List<string>();
        if (reach.GetAny(entry, "<HttpMethods>k__BackingField", "HttpMethods") is IEnumerable names)
            foreach (object name in names)
                if (name is string text) methods.Add(text);
        routes.Add(new RouteEntry { Pattern = pattern, Methods = methods.ToArray(), Handler = handler });
    }

    private string PatternOf(object? pattern) => reach.GetAny(pattern, "<RawText>k__BackingField") as string ?? "";

    private static string Join(string prefix, string pattern) => "/" + $"{prefix.Trim('/')}/{pattern.Trim('/')}".Trim('/');
}
