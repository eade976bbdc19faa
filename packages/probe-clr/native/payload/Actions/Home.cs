using System;
using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Substrate.Payload;

/// <summary>
/// The thread that an object belongs to, as somebody who can be handed work for it. The object itself says so: by the contract of handing
/// over, by a context that it keeps, by a class of a library that has one loop for everything, or by those that listen to it.
/// </summary>
public sealed class Home(string name, Action<Action> post)
{
    public string Name { get; } = name;

    public void Post(Action work) => post(work);
}

public sealed class Homes(Origins origins)
{
    private const int MostHops = 2;
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
    private readonly ConditionalWeakTable<Assembly, List<ConstructorInfo>> _contexts = new();

    public Home? Of(Operation operation, object? target)
    {
        if (operation.Widget is { } widget) return widget.Binding.Home;
        if (operation.Source is Source.Component or Source.Window && Avalonia.Home() is { } avalonia) return avalonia;
        try { return target == null ? null : Find(target, MostHops); }
        catch { return null; }
    }

    private Home? Find(object live, int hops)
    {
        if (OwnOf(live) is { } own) return own;
        if (hops == 0) return null;
        foreach (object held in Held(live))
        {
            if (held is not Delegate handlers)
            {
                if (OwnOf(held) is { } home) return home;
                continue;
            }
            // Who listens to it, or what a command runs.
            foreach (Delegate handler in handlers.GetInvocationList())
                if (handler.Target is { } listener && !ReferenceEquals(listener, live) && Find(listener, hops - 1) is { } home) return home;
        }
        return null;
    }

    private Home? OwnOf(object live)
    {
        if (live is SynchronizationContext itself) return ByContext(itself);
        Type type = live.GetType();
        if (Array.Find(type.GetInterfaces(), one => one.FullName == "System.ComponentModel.ISynchronizeInvoke")?.GetMethod("BeginInvoke", [typeof(Delegate), typeof(object[])]) is { } begin)
            return new Home(Names.OfType(type), work => begin.Invoke(live, BindingFlags.DoNotWrapExceptions, null, [work, null], null));
        foreach (object held in Held(live))
        {
            if (held is SynchronizationContext kept && ByContext(kept) is { } home) return home;
            if (ByLibrary(held.GetType(), held) is { } dispatcher) return dispatcher;
        }
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            if (ByLibrary(level, null) is { } loop) return loop;
        return null;
    }

    /// <summary>The platform's own context is no thread, and hands everything to the pool.</summary>
    private static Home? ByContext(SynchronizationContext context) =>
        context.GetType() == typeof(SynchronizationContext) ? null : new Home(Names.OfType(context.GetType()), work => context.Post(_ => work(), null));

    /// <summary>The loop of the library that a class, or one that it is made from, is of: the one context there that knows nothing, as it has but one loop to hand work to.</summary>
    public Home? LoopOf(Type type)
    {
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            foreach (ConstructorInfo make in _contexts.GetValue(level.Assembly, ContextsOf))
                if (make.GetParameters().Length == 0 && IsStateless(make.DeclaringType!)) return ByContext((SynchronizationContext)make.Invoke(BindingFlags.DoNotWrapExceptions, null, [], null));
        return null;
    }

    /// <summary>A library that made a context for its dispatchers, or, if that context knows nothing, for the one loop that it has.</summary>
    private Home? ByLibrary(Type type, object? dispatcher)
    {
        if (origins.Of(type) != Origin.Library) return null;
        foreach (ConstructorInfo make in _contexts.GetValue(type.Assembly, ContextsOf))
        {
            ParameterInfo[] parameters = make.GetParameters();
            if (dispatcher == null ? parameters.Length == 0 && IsStateless(make.DeclaringType!) : parameters is [{ } only] && only.ParameterType.IsInstanceOfType(dispatcher))
                return ByContext((SynchronizationContext)make.Invoke(BindingFlags.DoNotWrapExceptions, null, dispatcher == null ? [] : [dispatcher], null));
        }
        return null;
    }

    private static List<ConstructorInfo> ContextsOf(Assembly assembly)
    {
        var found = new List<ConstructorInfo>();
        foreach (Type type in Described.In(assembly, IsContext))
            if (type is { IsAbstract: false, ContainsGenericParameters: false }) found.AddRange(type.GetConstructors(Declared));
        return found;
    }

    private static bool IsContext(MetadataReader reader, TypeDefinition type) =>
        type.BaseType.Kind == HandleKind.TypeReference && reader.StringComparer.Equals(reader.GetTypeReference((TypeReferenceHandle)type.BaseType).Name, nameof(SynchronizationContext));

    private static bool IsStateless(Type type)
    {
        for (Type? level = type; level != null && level != typeof(SynchronizationContext); level = level.BaseType)
            if (level.GetFields(Declared).Length > 0) return false;
        return true;
    }

    private static IEnumerable<object> Held(object live)
    {
        for (Type? level = live.GetType(); level != null && level != typeof(object); level = level.BaseType)
            foreach (FieldInfo field in level.GetFields(Declared))
                if (!field.FieldType.IsValueType && !field.FieldType.IsPointer && field.FieldType != typeof(string) && field.GetValue(live) is { } held) yield return held;
    }
}
