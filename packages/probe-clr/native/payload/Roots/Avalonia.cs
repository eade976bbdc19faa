using System;
using System.Reflection;
using System.Threading;

namespace Substrate.Payload;

/// <summary>Avalonia, by reflection: its dispatcher.</summary>
public static class Avalonia
{
    public static object? Run(Func<object?> work, CancellationToken cancellation)
    {
        Type? dispatcher = Reach.Assembly("Avalonia.Base")?.GetType("Avalonia.Threading.Dispatcher");
        object? ui = dispatcher?.GetProperty("UIThread")?.GetValue(null);
        MethodInfo? post = Array.Find(dispatcher?.GetMethods() ?? [], one => one.Name == "Post" && one.GetParameters() is [{ ParameterType: var first }, ..] && first == typeof(Action));
        if (ui == null || post == null) return work();
        object? value = null;
        Exception? failure = null;
        int state = 0; // 0 waiting, 1 begun, 2 given up
        using var done = new ManualResetEventSlim();
        Action job = () =>
        {
            // A job that has not begun when its caller gave up must not run later.
            if (Interlocked.CompareExchange(ref state, 1, 0) != 0) return;
            try { value = work(); }
            catch (Exception e) { failure = e; }
            finally { done.Set(); }
        };
        ParameterInfo[] parameters = post.GetParameters();
        object?[] arguments = new object?[parameters.Length];
        arguments[0] = job;
        for (int i = 1; i < arguments.Length; i++) arguments[i] = parameters[i].HasDefaultValue ? parameters[i].DefaultValue : Activator.CreateInstance(parameters[i].ParameterType);
        post.Invoke(ui, arguments);
        try { done.Wait(cancellation); }
        catch (OperationCanceledException)
        {
            if (Interlocked.CompareExchange(ref state, 2, 0) == 0) throw new TimeoutException("The user interface's thread was busy: nothing was done.");
            done.Wait();
        }
        return failure != null ? throw failure : value;
    }
}
