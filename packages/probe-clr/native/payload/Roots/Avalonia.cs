using System;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>Avalonia's dispatcher, by reflection: who hands work to its thread.</summary>
public static class Avalonia
{
    private static Dispatcher? s_dispatcher;

    /// <summary>Its thread, and the method that hands work to it with all but the work itself.</summary>
    private sealed record Dispatcher(PropertyInfo Thread, MethodInfo Post, object?[] Arguments);

    public static Home? Home()
    {
        if ((s_dispatcher ??= FindDispatcher()) is not { } dispatcher || dispatcher.Thread.GetValue(null) is not { } ui) return null;
        return new Home("Avalonia", work =>
        {
            var arguments = (object?[])dispatcher.Arguments.Clone();
            arguments[0] = work;
            dispatcher.Post.Invoke(ui, arguments);
        });
    }

    private static Dispatcher? FindDispatcher()
    {
        Type? type = Assemblies.Find("Avalonia.Base")?.GetType("Avalonia.Threading.Dispatcher");
        PropertyInfo? thread = type?.GetProperty("UIThread");
        MethodInfo? post = Array.Find(type?.GetMethods() ?? [], one => one.Name == "Post" && one.GetParameters() is [{ ParameterType: var first }, ..] && first == typeof(Action));
        if (thread == null || post == null) return null;
        object?[] arguments = Array.ConvertAll(post.GetParameters(), one => one.ParameterType == typeof(Action) ? null : one.HasDefaultValue && one.DefaultValue != null ? one.DefaultValue : Activator.CreateInstance(one.ParameterType));
        return new Dispatcher(thread, post, arguments);
    }
}
