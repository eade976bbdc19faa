using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Text;

namespace Substrate.Payload;

/// <summary>
/// The services of one call, of a route or of a service that is made for it: a scope of its own, as a request has, that ends with the call. The container's library is reached by
/// name, as the application may have none.
/// </summary>
public sealed class Services : IDisposable
{
    private const int BodyLimit = 1 << 20;
    private const string Library = "Microsoft.Extensions.DependencyInjection", Abstractions = Library + ".Abstractions";
    private readonly IServiceProvider _provider;
    private readonly IDisposable? _scope;
    private readonly MemoryStream _body = new();
    private object? _context;

    /// <param name="source">A container, or something of its that opens scopes.</param>
    public Services(object source)
    {
        object? factory = IsScopeFactory(source.GetType()) ? source : source is IServiceProvider root ? Of(root, "IServiceScopeFactory") : null;
        _scope = factory == null ? null : Contract(factory, "IServiceScopeFactory")?.GetMethod("CreateScope")?.Invoke(factory, null) as IDisposable;
        _provider = (_scope == null ? null : Contract(_scope, "IServiceScope")?.GetProperty("ServiceProvider")?.GetValue(_scope) as IServiceProvider) ?? source as IServiceProvider ?? throw new InvalidOperationException("The container opens no scope.");
    }

    public static bool IsScopeFactory(Type type) => Array.Exists(type.GetInterfaces(), one => one.FullName == Library + ".IServiceScopeFactory");

    /// <summary>Whether the container would make that type: nothing of the application is made by asking.</summary>
    public static bool Has(object? source, Type type)
    {
        try
        {
            if (source == null) return false;
            using var services = source is IServiceProvider ? null : new Services(source);
            return Of(services?._provider ?? (IServiceProvider)source, "IServiceProviderIsService") is { } known && Contract(known, "IServiceProviderIsService")!.GetMethod("IsService")!.Invoke(known, [type]) is true;
        }
        catch { return false; }
    }

    public static bool IsContext(Type type) => type.FullName == "Microsoft.AspNetCore.Http.HttpContext";

    public object Require(Type type) => (IsContext(type) ? Context() : _provider.GetService(type)) ?? throw new InvalidOperationException($"The service {Names.OfType(type)} is not to be had outside a request.");

    /// <summary>A controller with what its constructor asks for, and an empty request.</summary>
    public object Create(Type type)
    {
        Type maker = Assemblies.Find(Abstractions)?.GetType(Library + ".ActivatorUtilities") ?? throw new InvalidOperationException("The container's library is not loaded.");
        object made = maker.GetMethod("CreateInstance", [typeof(IServiceProvider), typeof(Type), typeof(object[])])!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [_provider, type, Array.Empty<object>()], null)!;
        if (type.GetProperty("ControllerContext") is { CanWrite: true } property && Activator.CreateInstance(property.PropertyType) is { } context)
        {
            property.PropertyType.GetProperty("HttpContext")?.SetValue(context, Context());
            property.SetValue(made, context);
        }
        return made;
    }

    private object? Context()
    {
        if (_context != null || Assemblies.Find("Microsoft.AspNetCore.Http")?.GetType("Microsoft.AspNetCore.Http.DefaultHttpContext") is not { } type) return _context;
        _context = Activator.CreateInstance(type);
        type.GetProperty("RequestServices")?.SetValue(_context, _provider);
        object? response = type.GetProperty("Response")?.GetValue(_context);
        response?.GetType().GetProperty("Body")?.SetValue(response, _body);
        return _context;
    }

    /// <summary>What a handler that returns nothing wrote as its answer; null when it had no request to answer.</summary>
    public object? Written()
    {
        if (_context?.GetType().GetProperty("Response")?.GetValue(_context) is not { } response) return null;
        var answer = new Dictionary<string, object?> { ["status"] = response.GetType().GetProperty("StatusCode")?.GetValue(response) };
        if (_body.Length is > 0 and <= BodyLimit) answer["body"] = Parse(Encoding.UTF8.GetString(_body.ToArray()));
        return answer;
    }

    private static object? Parse(string text)
    {
        try { return text[0] is '{' or '[' ? JsonText.Parse(text) : text; }
        catch { return text; }
    }

    private static object? Of(IServiceProvider provider, string contract) => Assemblies.Find(Abstractions)?.GetType($"{Library}.{contract}") is { } type ? provider.GetService(type) : null;

    private static Type? Contract(object target, string name) => Array.Find(target.GetType().GetInterfaces(), one => one.FullName == $"{Library}.{name}");

    /// <summary>What can only be given up asynchronously makes a scope that is not throw.</summary>
    public void Dispose()
    {
        if (_scope is IAsyncDisposable scope) scope.DisposeAsync().AsTask().GetAwaiter().GetResult();
        else _scope?.Dispose();
    }
}
