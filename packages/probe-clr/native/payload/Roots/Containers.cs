using System;
using System.Collections;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>
/// Dependency-injection containers: the library's own event source keeps a weak list of them. A singleton that was made already is the value
/// of its call site; none is made by looking.
/// </summary>
public sealed class Containers(Reach reach, ClassState state, Origins origins)
{
    private const int LibraryServices = 20;
    private const string Library = "Microsoft.Extensions.DependencyInjection";
    private readonly List<Container> _containers = [];
    private readonly StaticPlace _log = new(Library, Library + ".DependencyInjectionEventSource", "Log");
    private object? _providers;

    private sealed class Container
    {
        public required WeakReference<object> Provider;
        public int Count = -1;
        public bool IsOfLibrary;
        public List<Site> Sites = [];
    }

    private sealed class Site(Type service, object callSite)
    {
        public readonly Type Service = service;
        public readonly WeakReference<object> CallSite = new(callSite);
        public bool IsTaken;
    }

    public IEnumerable<object> Providers
    {
        get
        {
            foreach (Container container in _containers)
                if (container.Provider.TryGetTarget(out object? live)) yield return live;
        }
    }

    public object? Provider(int container) => _containers[container].Provider.TryGetTarget(out object? live) ? live : null;

    /// <summary>
    /// Whether a library keeps the container for itself: many services of libraries and none of the application. Those show how the library is
    /// made; a library's services in the application's container are what the application chose.
    /// </summary>
    public bool IsOfLibrary(int container) => _containers[container].IsOfLibrary;

    private bool IsOfLibrary(List<Site> sites)
    {
        int libraries = 0;
        foreach (Site site in sites)
        {
            Origin origin = origins.Of(site.Service);
            if (origin == Origin.Application) return false;
            if (origin == Origin.Library) libraries++;
        }
        return libraries > LibraryServices;
    }

    /// <summary>The list of containers, again.</summary>
    public void Find()
    {
        _providers ??= reach.Get(_log.Read(state), "_providers");
        if (_providers is not IEnumerable list) return;
        var live = new List<object>();
        lock (_providers)
        {
            foreach (object weak in list)
                if (TargetOf(weak) is { } provider) live.Add(provider);
        }
        _containers.RemoveAll(known => !known.Provider.TryGetTarget(out _));
        foreach (object provider in live)
            if (!_containers.Exists(known => known.Provider.TryGetTarget(out object? other) && ReferenceEquals(other, provider)))
                _containers.Add(new Container { Provider = new(provider) });
    }

    private static object? TargetOf(object weak)
    {
        object?[] arguments = [null];
        return weak.GetType().GetMethod("TryGetTarget")?.Invoke(weak, arguments) is true ? arguments[0] : null;
    }

    /// <summary>Every singleton that was made and not taken yet, with the type it was registered for and its container's number.</summary>
    public void ForEachSingleton(Func<Type, object, int, bool> take)
    {
        for (int i = 0; i < _containers.Count; i++)
        {
            Container container = _containers[i];
            if (!container.Provider.TryGetTarget(out object? provider)) continue;
            Refresh(container, provider);
            foreach (Site site in container.Sites)
                if (!site.IsTaken && site.CallSite.TryGetTarget(out object? live) && reach.GetAny(live, "<Value>k__BackingField", "Value") is { } value) site.IsTaken = take(site.Service, value, i);
        }
    }

    /// <summary>
    /// What the application's containers make of the application's classes when they are asked to, by the type that is asked for: a handler of requests, a
    /// service of a scope. The last that was registered for a type is the one that is made.
    /// </summary>
    public IEnumerable<(Type Service, Type Made, WeakReference<object> Provider)> Makes()
    {
        foreach (Container container in _containers)
        {
            if (container.IsOfLibrary || !container.Provider.TryGetTarget(out object? provider)) continue;
            object? factory = reach.GetAny(provider, "<CallSiteFactory>k__BackingField", "_callSiteFactory");
            if (reach.Get(factory, "_descriptors") is not object[] descriptors) continue;
            var made = new Dictionary<Type, Type>();
            foreach (object descriptor in descriptors)
                if (reach.GetAny(descriptor, "<ServiceType>k__BackingField") is Type service && !service.ContainsGenericParameters && origins.Concerns(service)) made[service] = reach.GetAny(descriptor, "_implementationType") as Type ?? service;
            foreach ((Type service, Type type) in made)
                if (origins.Of(type) == Origin.Application && !Names.IsCompilerMade(type)) yield return (service, type, container.Provider);
        }
    }

    /// <summary>Lists the call sites anew when their number changed.</summary>
    private void Refresh(Container container, object provider)
    {
        object? factory = reach.GetAny(provider, "<CallSiteFactory>k__BackingField", "_callSiteFactory");
        if (reach.Get(factory, "_callSiteCache") is not IDictionary cache) return;
        int count = cache.Count;
        if (count == container.Count) return;
        container.Count = count;
        container.Sites.Clear();
        foreach (DictionaryEntry entry in cache)
            if (entry.Value != null && ServiceOf(entry.Key) is { } service) container.Sites.Add(new Site(service, entry.Value));
        container.IsOfLibrary = IsOfLibrary(container.Sites);
    }

    private Type? ServiceOf(object key)
    {
        object? identifier = reach.GetAny(key, "<ServiceIdentifier>k__BackingField", "ServiceIdentifier");
        return (reach.GetAny(identifier, "<ServiceType>k__BackingField", "ServiceType") ?? reach.GetAny(key, "<Type>k__BackingField", "Type")) as Type;
    }
}
