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
        public required bool IsOfLibrary;
        public int Count = -1;
        public List<Site> Sites = [];
    }

    private sealed class Site(string? key, object callSite)
    {
        /// <summary>What it is asked for by, beside its type.</summary>
        public readonly string? Key = key;
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

    /// <summary>By what was put into it, which is there from the beginning: what was made of it yet is another thing at each look.</summary>
    private bool IsOfLibrary(IEnumerable<object> descriptors)
    {
        int libraries = 0;
        foreach (object descriptor in descriptors)
        {
            Type? service = ServiceTypeOf(descriptor);
            if (IsApplications(service) || IsApplications(reach.Get(descriptor, "_implementationType") as Type) || IsApplications(reach.Get(descriptor, "_implementationInstance")?.GetType())
                || reach.Get(descriptor, "_implementationFactory") is Delegate made && IsApplications(made.Method.DeclaringType)) return false;
            if (service != null && origins.Of(service) == Origin.Library) libraries++;
        }
        return libraries > LibraryServices;
    }

    private bool IsApplications(Type? type) => type != null && (origins.Of(type) == Origin.Application || Array.Exists(type.GenericTypeArguments, IsApplications));

    private Type? ServiceTypeOf(object descriptor) => reach.Get(descriptor, "<ServiceType>k__BackingField") as Type;

    private IEnumerable<object> DescriptorsOf(object provider) => reach.Get(FactoryOf(provider), "_descriptors") as IEnumerable<object> ?? [];

    private object? FactoryOf(object provider) => reach.GetAny(provider, "<CallSiteFactory>k__BackingField", "_callSiteFactory");

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
        _containers.RemoveAll(known => !known.Provider.TryGetTarget(out object? provider) || Disposal.IsOver(provider));
        foreach (object provider in live)
        {
            if (Disposal.IsOver(provider) || _containers.Exists(known => known.Provider.TryGetTarget(out object? other) && ReferenceEquals(other, provider))) continue;
            bool isOfLibrary = IsOfLibrary(DescriptorsOf(provider));
            // The application's come first, as many as a library has made for itself meanwhile.
            int at = isOfLibrary ? -1 : _containers.FindIndex(known => known.IsOfLibrary);
            _containers.Insert(at < 0 ? _containers.Count : at, new Container { Provider = new(provider), IsOfLibrary = isOfLibrary });
        }
    }

    private static object? TargetOf(object weak)
    {
        object?[] arguments = [null];
        return weak.GetType().GetMethod("TryGetTarget")?.Invoke(weak, arguments) is true ? arguments[0] : null;
    }

    /// <summary>All singletons are to be taken again.</summary>
    public void Forget()
    {
        foreach (Container container in _containers)
            foreach (Site site in container.Sites) site.IsTaken = false;
    }

    /// <summary>Every singleton that was made and not taken yet, with the key it was registered for and its container's number.</summary>
    public void ForEachSingleton(Func<string?, object, int, bool> take)
    {
        for (int i = 0; i < _containers.Count; i++)
        {
            Container container = _containers[i];
            if (!container.Provider.TryGetTarget(out object? provider)) continue;
            Refresh(container, provider);
            foreach (Site site in container.Sites)
                if (!site.IsTaken && site.CallSite.TryGetTarget(out object? live) && reach.GetAny(live, "<Value>k__BackingField", "Value") is { } value) site.IsTaken = take(site.Key, value, i);
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
            var made = new Dictionary<Type, Type>();
            foreach (object descriptor in DescriptorsOf(provider))
                if (ServiceTypeOf(descriptor) is { } service && !service.ContainsGenericParameters && origins.Concerns(service)) made[service] = reach.Get(descriptor, "_implementationType") as Type ?? service;
            foreach ((Type service, Type type) in made)
                if (origins.Of(type) == Origin.Application && !Names.IsCompilerMade(type)) yield return (service, type, container.Provider);
        }
    }

    /// <summary>Lists the call sites anew when their number changed.</summary>
    private void Refresh(Container container, object provider)
    {
        if (reach.Get(FactoryOf(provider), "_callSiteCache") is not IDictionary cache) return;
        int count = cache.Count;
        if (count == container.Count) return;
        container.Count = count;
        container.Sites.Clear();
        var sites = new List<(string Service, string? Key, int Slot, object CallSite)>();
        foreach (DictionaryEntry entry in cache)
        {
            if (entry.Value == null) continue;
            object? identifier = reach.GetAny(entry.Key, "<ServiceIdentifier>k__BackingField", "ServiceIdentifier");
            if ((reach.GetAny(identifier, "<ServiceType>k__BackingField", "ServiceType") ?? reach.GetAny(entry.Key, "<Type>k__BackingField", "Type")) is Type service)
                sites.Add((Names.FullName(service), KeyOf(reach.Get(identifier, "<ServiceKey>k__BackingField")), reach.Get(entry.Key, "<Slot>k__BackingField") as int? ?? 0, entry.Value));
        }
        // They lie there in an order that is another one at each start.
        sites.Sort((a, b) => string.CompareOrdinal(a.Service, b.Service) is not 0 and var order ? order : string.CompareOrdinal(a.Key, b.Key) is not 0 and var second ? second : b.Slot.CompareTo(a.Slot));
        foreach ((_, string? key, _, object site) in sites) container.Sites.Add(new Site(key, site));
    }

    private static string? KeyOf(object? key) => key is Enum or IConvertible && key.ToString() is { Length: > 0 and <= 40 } text && !Secrets.Holds(text) ? text : null;
}
