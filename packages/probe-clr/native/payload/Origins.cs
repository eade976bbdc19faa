using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

public enum Origin : byte { Framework, Library, Application, Own }

/// <summary>
/// Whose code an assembly is. Framework: product and public key token both say so (folders tell nothing in self-contained applications).
/// Application: what the dependency file calls a project; without such a file everything else. Weak keys: a collectible assembly that
/// were held here would keep another payload alive.
/// </summary>
public sealed class Origins
{
    private static readonly string[] Tokens = ["7cec85d7bea7798e", "b03f5f7f11d50a3a", "cc7b13ffcd2ddd51", "adb9793829ddae60"];
    private readonly ConditionalWeakTable<Assembly, object> _known = new();
    private readonly HashSet<string>? _projects = ReadProjects();

    public Origin Of(Type type)
    {
        if (type.HasElementType) return Of(type.GetElementType()!);
        return Of(type.Assembly);
    }

    public Origin Of(Assembly assembly)
    {
        if (_known.TryGetValue(assembly, out object? known)) return (Origin)known;
        Origin origin = Classify(assembly);
        _known.AddOrUpdate(assembly, origin);
        return origin;
    }

    /// <summary>An assembly that is known for a library by what is in it, though no file says so: what it refers to is none of the application either.</summary>
    public void NoteLibrary(Assembly library)
    {
        var referred = new HashSet<string>();
        foreach (AssemblyName name in library.GetReferencedAssemblies()) referred.Add(name.Name ?? "");
        foreach (Assembly assembly in Assemblies.All())
            if (Of(assembly) == Origin.Application && (assembly == library || referred.Contains(assembly.GetName().Name ?? ""))) _known.AddOrUpdate(assembly, Origin.Library);
    }

    /// <summary>The framework's collections over application types count as the application's.</summary>
    public bool Concerns(Type type)
    {
        if (type.IsArray) return Concerns(type.GetElementType()!);
        if (Of(type) is Origin.Application or Origin.Library) return true;
        if (type.IsConstructedGenericType)
            foreach (Type argument in type.GenericTypeArguments)
                if (Concerns(argument)) return true;
        return false;
    }

    public static bool IsFrameworkName(string simple) => simple is "FSharp.Core" or "netstandard" or "mscorlib";

    public static bool IsFrameworkToken(byte[] token) => token.Length == 8 && Array.IndexOf(Tokens, Convert.ToHexString(token).ToLowerInvariant()) >= 0;

    private Origin Classify(Assembly assembly)
    {
        AssemblyName name = assembly.GetName();
        string simple = name.Name ?? "";
        if (simple.StartsWith("Substrate.Payload", StringComparison.Ordinal) || simple.StartsWith("Substrate.Stub.", StringComparison.Ordinal)) return Origin.Own;
        if (IsFrameworkName(simple)) return Origin.Framework;
        if (IsFrameworkToken(name.GetPublicKeyToken() ?? []))
        {
            // The shared framework's folder says the same as the attribute, and is had for nothing.
            if (!assembly.IsDynamic && assembly.Location.Contains("/shared/Microsoft.", StringComparison.Ordinal)) return Origin.Framework;
            string product = Text(assembly, "AssemblyProductAttribute");
            if (product is "Microsoft® .NET" or "Microsoft ASP.NET Core" or "") return Origin.Framework;
        }
        // Compiled while the program runs, as in an interactive session.
        if (assembly.IsDynamic || assembly.Location.Length == 0) return Origin.Application;
        if (assembly == Assembly.GetEntryAssembly() || _projects?.Contains(simple) == true) return Origin.Application;
        if (_projects == null) return IsOthers(name) ? Origin.Library : Origin.Application;
        return IsOfOneBuild(assembly) ? Origin.Application : Origin.Library;
    }

    /// <summary>Signed with a key that is not the program's: somebody else's work, where no file says what is whose.</summary>
    private static bool IsOthers(AssemblyName name) =>
        name.GetPublicKeyToken() is { Length: > 0 } token && Assembly.GetEntryAssembly() is { } entry && !token.AsSpan().SequenceEqual(entry.GetName().GetPublicKeyToken());

    /// <summary>A program that is put together from packages of its own: they name the same product and the same version as its entry.</summary>
    private static bool IsOfOneBuild(Assembly assembly)
    {
        if (Assembly.GetEntryAssembly() is not { } entry) return false;
        string product = Text(entry, "AssemblyProductAttribute"), version = Text(entry, "AssemblyInformationalVersionAttribute");
        // A version that anybody may have says nothing.
        return product.Length > 0 && version.Length > 0 && !version.StartsWith("1.0.0", StringComparison.Ordinal)
            && Text(assembly, "AssemblyProductAttribute") == product && Text(assembly, "AssemblyInformationalVersionAttribute") == version;
    }

    private static string Text(Assembly assembly, string attributeName)
    {
        try
        {
            foreach (CustomAttributeData attribute in assembly.GetCustomAttributesData())
                if (attribute.AttributeType.Namespace == "System.Reflection" && attribute.AttributeType.Name == attributeName) return attribute.ConstructorArguments[0].Value as string ?? "";
        }
        catch { }
        return "";
    }

    private static HashSet<string>? ReadProjects() => ProjectsIn((AppContext.GetData("APP_CONTEXT_DEPS_FILES") as string)?.Split(';')[0] ?? "");

    /// <summary>Names of `"type": "project"` in an application's dependency file; null without one.</summary>
    public static HashSet<string>? ProjectsIn(string file)
    {
        try
        {
            if (file.Length == 0 || !File.Exists(file)) return null;
            var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
            var document = JsonText.Parse(File.ReadAllText(file).TrimStart('\uFEFF')) as Dictionary<string, object?>;
            if (document?.GetValueOrDefault("libraries") is not Dictionary<string, object?> libraries) return null;
            foreach ((string key, object? entry) in libraries)
                if (entry is Dictionary<string, object?> library && library.GetValueOrDefault("type") is "project") names.Add(key.Split('/')[0]);
            return names.Count == 0 ? null : names;
        }
        catch { return null; }
    }
}
