using System;
using System.Reflection;
using System.Threading;

namespace Substrate.Payload;

/// <summary>Avalonia's dispatcher, by reflection: work on its thread, with a time limit.</summary>
public static class Avalonia
{
    public static object? Run(Func<object?> work, CancellationToken cancellation)
    {
        Type? dispatcher = Reach.Assembly("Avalonia.Base")?.GetType("Avalonia.Threading.Dispatcher");
        object? ui = dispatcher?.GetProperty("UIThread")?.GetValue(null);
        MethodInfo? post = Array.Find(dispatcher?.GetMethods() ?? [], one => one.Name == "Post" && one.GetParameters() is [{ ParameterType: var first }, ..] && first == typeof(Action));
        if (ui == null || post == null) return work();
        var job = new Job(work);
        ParameterInfo[] parameters = post.GetParameters();
        object?[] arguments = new object?[parameters.Length];
        arguments[0] = new Action(job.Run);
        for (int i = 1; i < arguments.Length; i++) arguments[i] = parameters[i].HasDefaultValue && parameters[i].DefaultValue != null ? parameters[i].DefaultValue : Activator.CreateInstance(parameters[i].ParameterType);
        post.Invoke(ui, arguments);
        return job.Await(cancellation);
    }

    private sealed class Job(Func<object?> work)
    {
        private const int Waiting = 0, Begun = 1, GivenUp = 2;
        private readonly ManualResetEventSlim _done = new();
        private object? _value;
        private Exception? _failure;
        private int _state;

        public void Run()
        {
            // A job that has not begun when its caller gave up must not run later.
            if (Interlocked.CompareExchange(ref _state, Begun, Waiting) != Waiting) return;
            try { _value = work(); }
            catch (Exception e) { _failure = e; }
            finally { _done.Set(); }
        }

        public object? Await(CancellationToken cancellation)
        {
            try { _done.Wait(cancellation); }
            catch (OperationCanceledException)
            {
                if (Interlocked.CompareExchange(ref _state, GivenUp, Waiting) == Waiting) throw new TimeoutException("The user interface's thread was busy: nothing was done.");
                _done.Wait();
            }
            return _failure != null ? throw _failure : _value;
        }
    }
}
