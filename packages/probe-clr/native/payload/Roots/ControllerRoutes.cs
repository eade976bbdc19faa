using System;
using System.Collections.Generic;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>
/// The routes to controllers before the first request, when the framework has not put them together yet: read from the attributes of the
/// application's classes, as the framework would. No attribute is made, no code of the application runs.
/// </summary>
public sealed class ControllerRoutes(Origins origins)
{
    private const int TypeLimit = 5000;
    private const string Space = "Microsoft.AspNetCore.Mvc.";

    /// <summary>The routes of all controllers; <paramref name="conventions"/> are for those that have no attributes: `{controller}/{action}`.</summary>
    public List<RouteEntry> Find(IReadOnlyList<string> conventions)
    {
        var routes = new List<RouteEntry>();
        int looked = 0;
        foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
        {
            if (assembly.IsDynamic || origins.Of(assembly) != Origin.Application || !RefersToMvc(assembly)) continue;
            foreach (Type? type in TypesOf(assembly))
            {
                if (++looked > TypeLimit) return routes;
                try
                {
                    if (type != null && IsController(type)) Add(type, conventions, routes);
                }
                catch { }
            }
        }
        return routes;
    }

    private static bool RefersToMvc(Assembly assembly) => Array.Exists(assembly.GetReferencedAssemblies(), one => one.Name?.StartsWith("Microsoft.AspNetCore.Mvc", StringComparison.Ordinal) == true);

    private static Type?[] TypesOf(Assembly assembly)
    {
        try { return assembly.GetTypes(); }
        catch (ReflectionTypeLoadException e) { return e.Types; }
        catch { return []; }
    }

    private static bool IsController(Type type)
    {
        if (!type.IsClass || type.IsAbstract || !type.IsVisible || type.ContainsGenericParameters) return false;
        bool isNamed = type.Name.EndsWith("Controller", StringComparison.Ordinal);
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
        {
            foreach (CustomAttributeData attribute in level.GetCustomAttributesData())
            {
                if (attribute.AttributeType.FullName == Space + "NonControllerAttribute") return false;
                if (attribute.AttributeType.FullName == Space + "ControllerAttribute") isNamed = true;
            }
        }
        return isNamed;
    }

    private static void Add(Type type, IReadOnlyList<string> conventions, List<RouteEntry> routes)
    {
        string controller = type.Name.EndsWith("Controller", StringComparison.Ordinal) ? type.Name.Substring(0, type.Name.Length - "Controller".Length) : type.Name;
        List<string> above = TemplatesOf(type);
        foreach (MethodInfo method in type.GetMethods(BindingFlags.Instance | BindingFlags.Public))
        {
            if (method.IsSpecialName || method.IsAbstract || method.ContainsGenericParameters || method.GetBaseDefinition().DeclaringType == typeof(object) || method.Name is "Dispose" or "DisposeAsync") continue;
            var verbs = new List<string>();
            var templates = new List<string?>();
            if (!Read(method, verbs, templates)) continue;
            string action = method.Name.EndsWith("Async", StringComparison.Ordinal) ? method.Name.Substring(0, method.Name.Length - "Async".Length) : method.Name;
            foreach (string pattern in Patterns(above, templates, conventions))
                routes.Add(new RouteEntry { Pattern = Fill(pattern, controller, action, method), Methods = verbs.ToArray(), Action = method, Controller = type });
        }
    }

    /// <summary>What the attributes of a method say; false when it is none that a request can reach.</summary>
    private static bool Read(MethodInfo method, List<string> verbs, List<string?> templates)
    {
        foreach (CustomAttributeData attribute in method.GetCustomAttributesData())
        {
            string name = attribute.AttributeType.FullName ?? "";
            if (!name.StartsWith(Space, StringComparison.Ordinal)) continue;
            name = name.Substring(Space.Length);
            if (name == "NonActionAttribute") return false;
            string? verb = name is "HttpGetAttribute" or "HttpPostAttribute" or "HttpPutAttribute" or "HttpDeleteAttribute" or "HttpPatchAttribute" or "HttpHeadAttribute" or "HttpOptionsAttribute"
                ? name.Substring(4, name.Length - 4 - "Attribute".Length).ToUpperInvariant() : null;
            if (verb == null && name != "RouteAttribute") continue;
            if (verb != null && !verbs.Contains(verb)) verbs.Add(verb);
            if (attribute.ConstructorArguments is [{ Value: string text }, ..]) templates.Add(text);
        }
        return true;
    }

    private static List<string> TemplatesOf(Type type)
    {
        var templates = new List<string>();
        for (Type? level = type; level != null && level != typeof(object) && templates.Count == 0; level = level.BaseType)
            foreach (CustomAttributeData attribute in level.GetCustomAttributesData())
                if (attribute.AttributeType.FullName == Space + "RouteAttribute" && attribute.ConstructorArguments is [{ Value: string text }, ..]) templates.Add(text);
        return templates;
    }

    private static IEnumerable<string> Patterns(List<string> above, List<string?> own, IReadOnlyList<string> conventions)
    {
        if (above.Count == 0 && own.Count == 0) return conventions;
        var patterns = new List<string>();
        if (own.Count == 0) own.Add(null);
        foreach (string? template in own)
        {
            if (above.Count == 0 || template != null && (template.StartsWith('/') || template.StartsWith("~/", StringComparison.Ordinal))) patterns.Add(template!.TrimStart('~'));
            else
                foreach (string outer in above) patterns.Add(template == null ? outer : outer.TrimEnd('/') + "/" + template);
        }
        return patterns;
    }

    /// <summary>`/api/[controller]` and `{controller=Home}/{action=Index}/{id?}` with the names in their places.</summary>
    public static string Fill(string pattern, string controller, string action, MethodInfo? method)
    {
        foreach ((string name, string value) in new[] { ("controller", controller), ("action", action) })
        {
            pattern = pattern.Replace($"[{name}]", value, StringComparison.OrdinalIgnoreCase);
            int open = pattern.IndexOf("{" + name, StringComparison.OrdinalIgnoreCase), close = open < 0 ? -1 : pattern.IndexOf('}', open);
            if (close > 0 && pattern[open + 1 + name.Length] is '}' or '=' or '?' or ':') pattern = pattern.Substring(0, open) + value + pattern.Substring(close + 1);
        }
        // `{id?}` is in the pattern for those that have an id.
        int last = pattern.LastIndexOf('/');
        if (method != null && pattern.EndsWith("?}", StringComparison.Ordinal) && last >= 0 && pattern[last + 1] == '{')
        {
            string optional = pattern.Substring(last + 2, pattern.Length - last - 4).Split(':')[0];
            if (!Array.Exists(method.GetParameters(), one => string.Equals(one.Name, optional, StringComparison.OrdinalIgnoreCase))) pattern = pattern.Substring(0, last);
        }
        return "/" + pattern.Trim('/');
    }
}
