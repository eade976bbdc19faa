using System;
using System.Collections;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>What a generic or web host knows of itself: the environment's name, the content root, the addresses that the server listens on.</summary>
public sealed class HostFacts(Reach reach)
{
    private readonly List<string> _addresses = [];
    private WeakReference<object>? _environment, _server;

    public static bool Knows(Type type) => IsEnvironment(type) || type.FullName is "Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServerImpl" or "Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServer";

    private static bool IsEnvironment(Type type) => type.FullName is "Microsoft.Extensions.Hosting.Internal.HostingEnvironment" or "Microsoft.AspNetCore.Hosting.HostingEnvironment";

    /// <summary>Keeps, weakly, an object that has such facts.</summary>
    public void Take(object value)
    {
        if (IsEnvironment(value.GetType())) _environment ??= new(value);
        else _server ??= new(value);
    }

    public void Read(Walker walker, int node)
    {
        if (_environment != null && _environment.TryGetTarget(out object? environment))
        {
            walker.AddChild(node, "Environment", reach.Get(environment, "<EnvironmentName>k__BackingField"), typeof(string));
            walker.AddChild(node, "ContentRoot", reach.Get(environment, "<ContentRootPath>k__BackingField"), typeof(string));
        }
        if (_server == null || !_server.TryGetTarget(out object? server)) return;
        if (_addresses.Count == 0) Collect(server);
        walker.AddChild(node, "Addresses", _addresses, typeof(List<string>));
    }

    /// <summary>The server's features are the framework's own dictionary; one of them lists the addresses. They are fixed once it listens.</summary>
    private void Collect(object server)
    {
        object? features = reach.GetAny(reach.Get(server, "_innerKestrelServer") ?? server, "<Features>k__BackingField");
        if (reach.Get(features, "_features") is not IDictionary map) return;
        foreach (DictionaryEntry entry in map)
        {
            if (entry.Value?.GetType().Name != "ServerAddressesFeature") continue;
            object? addresses = reach.GetAny(entry.Value, "<InternalCollection>k__BackingField", "_addresses", "<Addresses>k__BackingField");
            if ((reach.GetAny(addresses, "_addresses") ?? addresses) is not IEnumerable texts) continue;
            foreach (object? text in texts)
                if (text is string address) _addresses.Add(address);
        }
    }
}
