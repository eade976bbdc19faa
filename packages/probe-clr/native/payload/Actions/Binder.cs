using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using System.Threading;

namespace Substrate.Payload;

/// <summary>One value that an object is made of.</summary>
public sealed record Part(string Name, Type Type, bool IsRequired)
{
    public bool IsNamed(string name) => string.Equals(Name, name, StringComparison.OrdinalIgnoreCase);
}

/// <summary>Makes arguments of a method from JSON: values, enumerations, dates, lists, dictionaries, and plain classes and records of them.</summary>
public static class Binder
{
    private const int DepthLimit = 4, MostParts = 12;

    /// <summary>Parameters that a caller does not give.</summary>
    public static bool IsSupplied(Type type) => type == typeof(CancellationToken);

    /// <summary>The JSON type that a parameter takes, or null when none would do.</summary>
    public static string? TypeName(Type type, int depth = 0)
    {
        if (depth > DepthLimit || type.IsByRef || type.IsPointer || type.IsByRefLike || type.ContainsGenericParameters) return null;
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type.IsEnum || type == typeof(string) || type == typeof(char) || IsParsed(type)) return "string";
        if (type == typeof(bool)) return "boolean";
        if (type.IsPrimitive && type != typeof(nint) && type != typeof(nuint) || type == typeof(decimal)) return "number";
        // What takes anything takes a text: a key, a name, a value to keep.
        if (type == typeof(object)) return "string";
        if (ElementOf(type) is { } element) return TypeName(element, depth + 1) != null ? "array" : null;
        if (ValueOf(type) is { } value) return TypeName(value, depth + 1) != null ? "object" : null;
        return IsPlain(type, depth) ? "object" : null;
    }

    private static bool IsParsed(Type type) => type == typeof(DateTime) || type == typeof(DateTimeOffset) || type == typeof(DateOnly) || type == typeof(TimeOnly)
        || type == typeof(TimeSpan) || type == typeof(Guid) || type == typeof(Uri) || type == typeof(Version);

    private static Type? ElementOf(Type type)
    {
        if (type.IsSZArray) return type.GetElementType();
        if (!type.IsConstructedGenericType) return null;
        Type definition = type.GetGenericTypeDefinition();
        return definition == typeof(List<>) || definition == typeof(IEnumerable<>) || definition == typeof(IList<>) || definition == typeof(ICollection<>)
            || definition == typeof(IReadOnlyList<>) || definition == typeof(IReadOnlyCollection<>) || definition == typeof(HashSet<>) || definition == typeof(ISet<>)
            ? type.GenericTypeArguments[0] : null;
    }

    private static Type? ValueOf(Type type)
    {
        if (!type.IsConstructedGenericType || type.GenericTypeArguments[0] != typeof(string)) return null;
        Type definition = type.GetGenericTypeDefinition();
        return definition == typeof(Dictionary<,>) || definition == typeof(IDictionary<,>) || definition == typeof(IReadOnlyDictionary<,>) ? type.GenericTypeArguments[1] : null;
    }

    /// <summary>A class, struct or record that is made from its constructor's parameters and its settable properties alone.</summary>
    private static bool IsPlain(Type type, int depth)
    {
        if (type.IsAbstract || type.IsInterface || typeof(Delegate).IsAssignableFrom(type) || typeof(IEnumerable).IsAssignableFrom(type)) return false;
        if (type.Namespace is { } space && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal) || space.StartsWith("Microsoft.", StringComparison.Ordinal))) return false;
        ConstructorInfo? constructor = ConstructorOf(type);
        if (constructor == null) return type.IsValueType;
        foreach (ParameterInfo parameter in constructor.GetParameters())
            if (TypeName(parameter.ParameterType, depth + 1) == null) return false;
        return true;
    }

    /// <summary>The constructor without parameters, else the only other one.</summary>
    private static ConstructorInfo? ConstructorOf(Type type)
    {
        ConstructorInfo? only = null;
        foreach (ConstructorInfo constructor in type.GetConstructors())
        {
            ParameterInfo[] parameters = constructor.GetParameters();
            if (parameters.Length == 0) return constructor;
            if (parameters.Length == 1 && parameters[0].ParameterType == type) continue;
            if (only == null || parameters.Length > only.GetParameters().Length) only = constructor;
        }
        return only;
    }

    /// <summary>
    /// What an object is made of, where it is a plain one whose parts are values and lists of them: whoever is asked for an object has to know what is in it, and is
    /// asked for that instead. None for others.
    /// </summary>
    public static Part[] PartsOf(Type type)
    {
        if (type.IsValueType || TypeName(type) != "object" || ValueOf(type) != null) return [];
        var parts = new List<Part>();
        foreach (ParameterInfo parameter in ConstructorOf(type)?.GetParameters() ?? []) parts.Add(new Part(parameter.Name ?? "", parameter.ParameterType, IsRequired(parameter)));
        foreach (PropertyInfo property in type.GetProperties(BindingFlags.Instance | BindingFlags.Public))
        {
            if (!IsSettable(property) || parts.Exists(part => part.IsNamed(property.Name)) || TypeName(property.PropertyType) == null) continue;
            parts.Add(new Part(property.Name, property.PropertyType, property.IsDefined(typeof(System.Runtime.CompilerServices.RequiredMemberAttribute), false)));
        }
        return parts.Count > MostParts || parts.Exists(part => TypeName(part.Type) == "object") ? [] : parts.ToArray();
    }

    private static bool IsSettable(PropertyInfo property) => property.SetMethod is { IsPublic: true } && property.GetIndexParameters().Length == 0;

    /// <summary>Throws an <see cref="ArgumentException"/> that says which parameter does not fit, and what it wants.</summary>
    public static object? Bind(object? json, Type type, string name)
    {
        Type? inner = Nullable.GetUnderlyingType(type);
        if (json == null)
            return type.IsValueType && inner == null ? throw Wrong(name, "a value", json) : null;
        type = inner ?? type;
        if (type == typeof(object)) return json;
        if (type == typeof(string)) return json as string ?? throw Wrong(name, "a string", json);
        if (type == typeof(bool)) return json is bool ? json : throw Wrong(name, "true or false", json);
        if (type.IsEnum) return BindEnum(json, type, name);
        if (type == typeof(char)) return json is string { Length: 1 } one ? one[0] : throw Wrong(name, "one character", json);
        if (IsParsed(type)) return json is string text ? BindText(text, type, name) : throw Wrong(name, $"a text with a {type.Name}", json);
        if (type.IsPrimitive || type == typeof(decimal)) return BindNumber(json, type, name);
        if (ElementOf(type) is { } element) return BindList(json, type, element, name);
        if (ValueOf(type) is { } value) return BindMap(json, value, name);
        return BindObject(json, type, name);
    }

    private static ArgumentException Wrong(string name, string wanted, object? json) => new($"'{name}' must be {wanted}, not {Describe(json)}.");

    private static string Describe(object? json) => json switch
    {
        null => "null", string text => $"the text \"{(text.Length > 40 ? text.Substring(0, 40) + "…" : text)}\"", double => "a number", bool => "a boolean", List<object?> => "an array", _ => "an object",
    };

    private static object BindEnum(object json, Type type, string name)
    {
        if (json is string text && Enum.TryParse(type, text, ignoreCase: true, out object? named) && named != null) return named;
        if (json is double number && number == Math.Floor(number)) return Enum.ToObject(type, (long)number);
        throw Wrong(name, "one of " + string.Join(", ", Enum.GetNames(type)), json);
    }

    private static object BindText(string text, Type type, string name)
    {
        CultureInfo culture = CultureInfo.InvariantCulture;
        try
        {
            if (type == typeof(DateTime)) return DateTime.Parse(text, culture, DateTimeStyles.RoundtripKind);
            if (type == typeof(DateTimeOffset)) return DateTimeOffset.Parse(text, culture, DateTimeStyles.AssumeUniversal);
            if (type == typeof(DateOnly)) return DateOnly.Parse(text, culture);
            if (type == typeof(TimeOnly)) return TimeOnly.Parse(text, culture);
            if (type == typeof(TimeSpan)) return TimeSpan.Parse(text, culture);
            if (type == typeof(Guid)) return Guid.Parse(text);
            if (type == typeof(Uri)) return new Uri(text, UriKind.RelativeOrAbsolute);
            return Version.Parse(text);
        }
        catch (Exception e) when (e is FormatException or OverflowException or ArgumentException) { throw Wrong(name, $"a text with a {type.Name}", text); }
    }

    private static object BindNumber(object json, Type type, string name)
    {
        if (json is not double number) throw Wrong(name, "a number", json);
        if (type == typeof(double)) return number;
        if (type == typeof(float)) return (float)number;
        if (type == typeof(decimal)) return (decimal)number;
        if (number != Math.Floor(number)) throw Wrong(name, "a whole number", json);
        try { return Convert.ChangeType(number, type, CultureInfo.InvariantCulture); }
        catch (OverflowException) { throw Wrong(name, $"within the range of {type.Name}", json); }
    }

    private static object BindList(object json, Type type, Type element, string name)
    {
        if (json is not List<object?> items) throw Wrong(name, "an array", json);
        Array array = Array.CreateInstance(element, items.Count);
        for (int i = 0; i < items.Count; i++) array.SetValue(Bind(items[i], element, $"{name}[{i}]"), i);
        if (type.IsInstanceOfType(array)) return array;
        Type made = type.IsInterface ? typeof(HashSet<>).MakeGenericType(element) : type;
        return Activator.CreateInstance(made, array)!;
    }

    private static object BindMap(object json, Type value, string name)
    {
        if (json is not Dictionary<string, object?> fields) throw Wrong(name, "an object", json);
        var map = (IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(typeof(string), value))!;
        foreach ((string key, object? field) in fields) map[key] = Bind(field, value, $"{name}.{key}");
        return map;
    }

    /// <summary>Parts that were given for themselves lie in nothing.</summary>
    private static string Within(string name, string part) => name.Length == 0 ? part : $"{name}.{part}";

    private static object BindObject(object json, Type type, string name)
    {
        if (json is not Dictionary<string, object?> given) throw Wrong(name, "an object", json);
        var fields = new Dictionary<string, object?>(given, StringComparer.OrdinalIgnoreCase);
        ConstructorInfo? constructor = ConstructorOf(type);
        var taken = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        object?[] arguments = [];
        if (constructor != null)
        {
            ParameterInfo[] parameters = constructor.GetParameters();
            arguments = new object?[parameters.Length];
            for (int i = 0; i < parameters.Length; i++)
            {
                ParameterInfo parameter = parameters[i];
                string part = parameter.Name ?? "";
                taken.Add(part);
                if (fields.TryGetValue(part, out object? value)) arguments[i] = Bind(value, parameter.ParameterType, Within(name, part));
                else if (parameter.HasDefaultValue) arguments[i] = parameter.DefaultValue;
                else if (!IsRequired(parameter)) arguments[i] = null;
                else throw new ArgumentException($"'{Within(name, part)}' is missing.");
            }
        }
        object made = constructor?.Invoke(BindingFlags.DoNotWrapExceptions, null, arguments, null) ?? Activator.CreateInstance(type)!;
        foreach (PropertyInfo property in type.GetProperties(BindingFlags.Instance | BindingFlags.Public))
        {
            if (!IsSettable(property) || taken.Contains(property.Name)) continue;
            if (fields.TryGetValue(property.Name, out object? value)) property.SetMethod!.Invoke(made, BindingFlags.DoNotWrapExceptions, null, [Bind(value, property.PropertyType, Within(name, property.Name))], null);
        }
        return made;
    }

    /// <summary>Whether a caller can give it. One that nobody can give may still be left to its default.</summary>
    public static bool IsGiven(ParameterInfo parameter) => !IsSupplied(parameter.ParameterType) && TypeName(parameter.ParameterType) != null;

    public static bool MayBeLeft(ParameterInfo parameter) => IsSupplied(parameter.ParameterType) || !parameter.ParameterType.IsByRef && !parameter.ParameterType.IsByRefLike && !IsRequired(parameter);

    /// <summary>Whether a caller must give the parameter: it has no default and is not nullable.</summary>
    public static bool IsRequired(ParameterInfo parameter)
    {
        Type type = parameter.ParameterType;
        if (parameter.HasDefaultValue || Nullable.GetUnderlyingType(type) != null) return false;
        if (type.IsValueType) return true;
        // What F# calls optional is an option, and none is null.
        if (type.IsConstructedGenericType && type.GetGenericTypeDefinition().FullName == "Microsoft.FSharp.Core.FSharpOption`1") return false;
        try { return new NullabilityInfoContext().Create(parameter).WriteState != NullabilityState.Nullable; }
        catch { return true; }
    }
}
