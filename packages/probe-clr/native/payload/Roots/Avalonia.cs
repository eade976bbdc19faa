using System;
using System.Reflection;
using System.Threading;

namespace Substrate.Payload;

/// <summary>Avalonia's dispatcher, by reflection: work on its thread, with a time limit.</summary>
public static class Avalonia
{
    private static Dispatcher? s_dispatcher;

    /// <summary>Its thread, and the method that hands work to it with all but the work itself.</summary>
    private sealed record Dispatcher(PropertyInfo Thread, MethodInfo Post, object?[] Arguments);

    /// <param name="isCall">It is the application's code, which may not return: nobody waits for it longer than it was told. Our own is waited for once it has begun.</param>
    public static object? Run(Func<object?> work, CancellationToken cancellation, bool isCall = false)
    {
        if ((s_dispatcher ??= FindDispatcher()) is not { } dispatcher || dispatcher.Thread.GetValue(null) is not { } ui) return work();
        var job = new Job(work);
        var arguments = (object?[])dispatcher.Arguments.Clone();
        arguments[0] = new Action(job.Run);
        dispatcher.Post.Invoke(ui, arguments);
        if (!isCall) return job.Await(cancellation);
        return job.Await(cancellation, probe =>
        {
            arguments[0] = probe;
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

    private sealed class Job(Func<object?> work)
    {
        private const int SoonMs = 1000, LookMs = 50;
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
                GiveUp();
                _done.Wait();
            }
            return _failure != null ? throw _failure : _value;
        }

        private void GiveUp()
        {
            if (Interlocked.CompareExchange(ref _state, GivenUp, Waiting) == Waiting) throw new TimeoutException("The user interface's thread was busy: nothing was done.");
        }

        public object? Await(CancellationToken cancellation, Action<Action> post)
        {
            try
            {
                // A thread that takes other work while this call has not returned is in a loop inside it: a dialog waits for its user.
                if (!_done.Wait(SoonMs, cancellation) && Volatile.Read(ref _state) == Begun)
                {
                    using var passed = new ManualResetEventSlim();
                    post(passed.Set);
                    while (!_done.Wait(LookMs, cancellation))
                        if (passed.IsSet && !_done.IsSet) throw new StillRunningException("It has opened something that waits for its user, and is still running.");
                }
                else _done.Wait(cancellation);
            }
            catch (OperationCanceledException)
            {
                GiveUp();
                throw new StillRunningException("The user interface's thread is still at it.");
            }
            return _failure != null ? throw _failure : _value;
        }
    }
}
