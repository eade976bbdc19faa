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
        private static readonly string[] Names = ["ApplicationName", "EnvironmentName", "ContentRootPath"];
        private static readonly string[] Fields = Array.ConvertAll(Names, name => $"<{name}>k__BackingField");
        private readonly WeakReference<object> _target = new(target);
        private readonly List<string> _addresses = [];

        public int Environment(Walker walker)
        {
            if (!_target.TryGetTarget(out object? live)) return -1;
            int node = walker.AddRoot("host");
            for (int i = 0; i < Names.Length; i++) walker.AddChild(node, Names[i], reach.Get(live, Fields[i]), typeof(string));
            return node;
        }

        /// <summary>The server's features are the framework's own dictionary; one of them lists the addresses. They are fixed once it listens.</summary>
        public int Addresses(Walker walker)
        {
            if (!_target.TryGetTarget(out object? live)) return -1;
            int node = walker.AddRoot("server");
            if (_addresses.Count == 0) Collect(live);
            walker.AddChild(node, "Addresses", _addresses, typeof(List<string>));
            return node;
        }

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
}
