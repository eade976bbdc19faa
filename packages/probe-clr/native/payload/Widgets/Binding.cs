using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>
/// A library whose objects are wrappers of native ones: what they show lies in native memory, and is had through their own properties, on their
/// thread. It is known by its shape: its classes have a handle and properties marked with the name of a native one, and one of them, which has
/// children, lists all of its kind: the windows.
/// </summary>
public sealed class Binding
{
    private readonly MethodInfo _listTops;
    private readonly Type _base;
    private readonly HashSet<Assembly> _assemblies = [];
    private readonly Dictionary<(Type, string), PropertyInfo?> _properties = new();
    private readonly Dictionary<(Type, string), MethodInfo?> _methods = new();

    private Binding(Type top, MethodInfo listTops, Home home)
    {
        _listTops = listTops;
        Home = home;
        _base = top;
        for (Type level = top; level.BaseType is { } next && level != typeof(object); level = next)
        {
            _assemblies.Add(level.Assembly);
            if (level.GetProperty("Handle")?.PropertyType == typeof(nint)) _base = level;
        }
    }

    public Home Home { get; }

    /// <summary>Whether objects of the type stand for native ones; classes of the application that derive from one do, too.</summary>
    public bool Wraps(Type type) => _base.IsAssignableFrom(type);

    /// <summary>Whether the type is the library's own.</summary>
    public bool Made(Type type) => _assemblies.Contains(type.Assembly);

    public Array Tops() => (Array)_listTops.Invoke(null, BindingFlags.DoNotWrapExceptions, null, null, null)!;

    public bool IsLive(object wrapper) => Get(wrapper, "Handle") is nint handle && handle != 0;

    /// <summary>A property that the library declares; what a class of the application declares is not run.</summary>
    public object? Get(object target, string name)
    {
        if (Property(target.GetType(), name) is not { CanRead: true } property) return null;
        try { return property.GetValue(target); }
        catch { return null; }
    }

    public bool Has(object target, string name, Type type, bool isWritable = false) => Property(target.GetType(), name) is { CanRead: true } property && property.PropertyType == type && (property.CanWrite || !isWritable);

    public bool Has(object target, string name) => Property(target.GetType(), name) is { CanRead: true };

    public void Set(object target, string name, object value) => Property(target.GetType(), name)!.SetMethod!.Invoke(target, BindingFlags.DoNotWrapExceptions, null, [value], null);

    public PropertyInfo? Property(Type type, string name)
    {
        if (!_properties.TryGetValue((type, name), out PropertyInfo? property)) _properties[(type, name)] = property = Find(type, level => level.GetProperty(name, Declared) is { } found && found.GetIndexParameters().Length == 0 ? found : null);
        return property;
    }

    /// <summary>A method of the library's that takes so many arguments.</summary>
    public MethodInfo? Method(Type type, string name, int arguments = 0)
    {
        string key = $"{name}/{arguments}";
        if (!_methods.TryGetValue((type, key), out MethodInfo? method)) _methods[(type, key)] = method = Find(type, level => Array.Find(level.GetMethods(Declared), one => one.Name == name && one.GetParameters().Length == arguments));
        return method;
    }

    public object? Call(object target, string name, params object?[] arguments) => Method(target.GetType(), name, arguments.Length)?.Invoke(target, BindingFlags.DoNotWrapExceptions, null, arguments, null);

    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly;

    private T? Find<T>(Type type, Func<Type, T?> at) where T : class
    {
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            if (Made(level) && at(level) is { } found) return found;
        return null;
    }

    /// <summary>The binding that an assembly has its windows in; null for every other assembly, which costs a look through the names of its types.</summary>
    public static Binding? In(Assembly assembly, Homes homes)
    {
        if (assembly == Assembly.GetEntryAssembly() || !Marks(assembly)) return null;
        foreach (Type top in Described.In(assembly, Lists))
        {
            MethodInfo? list = Array.Find(top.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly), one => one.GetParameters().Length == 0 && one.ReturnType is { IsSZArray: true } all && all.GetElementType()!.IsAssignableFrom(top));
            if (list == null || top.GetProperty("Children") is not { } children || !typeof(IEnumerable).IsAssignableFrom(children.PropertyType) || top.GetProperty("Handle")?.PropertyType != typeof(nint)) continue;
            if (homes.LoopOf(top) is { } home) return new Binding(top, list, home);
        }
        return null;
    }

    private static unsafe bool Marks(Assembly assembly)
    {
        if (assembly.IsDynamic || !assembly.TryGetRawMetadata(out byte* bytes, out int length)) return false;
        var reader = new MetadataReader(bytes, length);
        foreach (TypeReferenceHandle handle in reader.TypeReferences)
            if (reader.StringComparer.Equals(reader.GetTypeReference(handle).Name, "PropertyAttribute")) return true;
        return false;
    }

    /// <summary>Has a public static method without parameters that returns an array of a class beside it: of itself, perhaps, or of what it is made from.</summary>
    private static bool Lists(MetadataReader reader, TypeDefinition type)
    {
        foreach (MethodDefinitionHandle handle in type.GetMethods())
        {
            MethodDefinition method = reader.GetMethodDefinition(handle);
            if ((method.Attributes & (MethodAttributes.MemberAccessMask | MethodAttributes.Static | MethodAttributes.SpecialName)) != (MethodAttributes.Public | MethodAttributes.Static)) continue;
            BlobReader signature = reader.GetBlobReader(method.Signature);
            if (signature.ReadSignatureHeader().IsGeneric || signature.ReadCompressedInteger() != 0 || signature.ReadSignatureTypeCode() != SignatureTypeCode.SZArray || signature.ReadSignatureTypeCode() != SignatureTypeCode.TypeHandle) continue;
            if (signature.ReadTypeHandle().Kind == HandleKind.TypeDefinition) return true;
        }
        return false;
    }
}
