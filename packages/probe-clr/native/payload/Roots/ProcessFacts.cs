using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>What every program can be asked: its name and version, what it runs on, how it was called, where it listens.</summary>
public sealed class ProcessFacts
{
    public const string Address = "process:application";
    private const int DirectoryEveryMs = 10_000;
    private readonly Bridge _bridge;
    private readonly HostFacts _host;
    private readonly string? _name, _version;
    private readonly string _framework = RuntimeInformation.FrameworkDescription;
    private readonly List<string> _arguments = [];
    private readonly List<string> _listening = [];
    private readonly List<RouteEntry> _routes;
    private readonly List<string> _routeTexts = [];
    private int _routeCount;
    private string _directory = "";
    private long _directoryAt = -DirectoryEveryMs;

    public ProcessFacts(Bridge bridge, HostFacts host, List<RouteEntry> routes)
    {
        _routes = routes;
        _bridge = bridge;
        _host = host;
        Assembly? entry = Assembly.GetEntryAssembly();
        _name = entry?.GetName().Name;
        _version = entry == null ? null : VersionOf(entry);
        string[] arguments = Environment.GetCommandLineArgs();
        for (int i = 1; i < arguments.Length; i++) _arguments.Add(Clean(arguments[i], arguments[i - 1]));
    }

    private static string? VersionOf(Assembly assembly)
    {
        foreach (CustomAttributeData attribute in assembly.GetCustomAttributesData())
            if (attribute.AttributeType == typeof(AssemblyInformationalVersionAttribute) && attribute.ConstructorArguments[0].Value is string text)
                return text.IndexOf('+') is > 0 and int plus ? text.Substring(0, plus) : text;
        return assembly.GetName().Version?.ToString();
    }

    /// <summary>`--password x` and `--api-key=x` are told without their x.</summary>
    private static string Clean(string argument, string before)
    {
        int equals = argument.IndexOf('=');
        if (equals > 0 && Secrets.IsSecret(Secrets.Name(argument.Substring(0, equals)))) return argument.Substring(0, equals + 1) + "[redacted]";
        return before.StartsWith('-') && !before.Contains('=') && Secrets.IsSecret(Secrets.Name(before)) && !argument.StartsWith('-') ? "[redacted]" : argument;
    }

    public int Read(Walker walker)
    {
        int node = walker.AddRoot("application");
        walker.AddChild(node, "Name", _name, typeof(string));
        walker.AddChild(node, "Version", _version, typeof(string));
        walker.AddChild(node, "Framework", _framework, typeof(string));
        walker.AddChild(node, "Arguments", _arguments, typeof(List<string>));
        walker.AddChild(node, "Directory", Directory(), typeof(string));
        _host.Read(walker, node);
        ReadRoutes(walker, node);
        if (_bridge.Listening.Count == 0) return node;
        if (_listening.Count != _bridge.Listening.Count)
        {
            _listening.Clear();
            _listening.AddRange(_bridge.Listening);
        }
        walker.AddChild(node, "Listening", _listening, typeof(List<string>));
        return node;
    }

    /// <summary>Hardly a program leaves the folder it works in, and every question makes a new text.</summary>
    private string Directory()
    {
        long now = Environment.TickCount64;
        if (now - _directoryAt < DirectoryEveryMs) return _directory;
        _directoryAt = now;
        return _directory = Environment.CurrentDirectory;
    }

    /// <summary>`GET /todos/{id}`: what a client could ask for.</summary>
    private void ReadRoutes(Walker walker, int node)
    {
        if (_routes.Count == 0) return;
        if (_routeCount != _routes.Count)
        {
            _routeCount = _routes.Count;
            _routeTexts.Clear();
            foreach (RouteEntry route in _routes)
                foreach (string verb in route.Verbs) _routeTexts.Add($"{verb} {route.Pattern}");
        }
        walker.AddChild(node, "Routes", _routeTexts, typeof(List<string>));
    }
}
