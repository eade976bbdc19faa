using System;
using System.Collections;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>What a host knows of itself: the environment's name, the content root, the addresses that the server listens on.</summary>
public sealed class HostFacts(Reach reach)
{
    public bool TryTake(Type service, object value, RootTable table)
    {
        switch (value.GetType().FullName)
        {
            case "Microsoft.Extensions.Hosting.Internal.HostingEnvironment" or "Microsoft.AspNetCore.Hosting.HostingEnvironment":
                if (table.Find("process:host") != null) return table.TryMark(value);
                table.Add(value, "process:host", "host", Source.Process, null).Build = new Facts(reach, value).Environment;
                return true;
            case "Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServerImpl" or "Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServer":
                if (table.Find("process:server") != null) return table.TryMark(value);
                table.Add(value, "process:server", "server", Source.Process, null).Build = new Facts(reach, value).Addresses;
                return true;
        }
        return false;
    }

    private sealed class Facts(Reach reach, object target)
    {
        private readonly WeakReference<object> _target = new(target);

        public int Environment(Walker walker)
        {
            if (!_target.TryGetTarget(out object? live)) return -1;
            int node = walker.AddRoot("host");
            foreach (string name in new[] { "ApplicationName", "EnvironmentName", "ContentRootPath" })
                walker.AddChild(node, name, reach.Get(live, $"<{name}>k__BackingField"), typeof(string));
            return node;
        }

        /// <summary>The server's features are the framework's own dictionary; one of them lists the addresses.</summary>
        public int Addresses(Walker walker)
        {
            if (!_target.TryGetTarget(out object? live)) return -1;
            object? server = reach.Get(live, "_innerKestrelServer") ?? live;
            object? features = reach.GetAny(server, "<Features>k__BackingField");
            int node = walker.AddRoot("server");
            if (reach.Get(features, "_features") is not IDictionary map) return node;
            foreach (DictionaryEntry entry in map)
            {
                if (entry.Value?.GetType().Name != "ServerAddressesFeature") continue;
                object? addresses = reach.GetAny(entry.Value, "<InternalCollection>k__BackingField", "_addresses", "<Addresses>k__BackingField");
                object? list = reach.GetAny(addresses, "_addresses") ?? addresses;
                var copy = new List<string>();
                if (list is IEnumerable texts)
                    foreach (object? text in texts)
                        if (text is string address) copy.Add(address);
                walker.AddChild(node, "Addresses", copy, typeof(List<string>));
            }
            return node;
        }
    }
}
