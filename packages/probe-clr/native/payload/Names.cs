using System;
using System.Reflection;
using System.Text;

namespace Substrate.Payload;

/// <summary>Names as the source has them, not as the compiler wrote them.</summary>
public static class Names
{
    /// <summary>`&lt;Total&gt;k__BackingField` is Total, `&lt;item&gt;5__2` item, `&lt;queue&gt;P` queue; null for what has no name in the source.</summary>
    public static string? OfField(string name)
    {
        if (name.Length == 0 || name.StartsWith("init@", StringComparison.Ordinal) || name.StartsWith("CS$<>", StringComparison.Ordinal)) return null;
        // F# puts the line, or nothing, after a name of its own making: `commands@29`, `Total@`.
        if (name[0] != '<') return name.IndexOf('@') is > 0 and int mark && IsDigits(name.AsSpan(mark + 1)) ? name.Substring(0, mark) : name;
        int end = name.IndexOf('>');
        if (end <= 1) return null;
        string rest = name.Substring(end + 1);
        return rest is "k__BackingField" or "P" || rest.StartsWith("5__", StringComparison.Ordinal) || rest.StartsWith("i__Field", StringComparison.Ordinal) ? name.Substring(1, end - 1) : null;
    }

    private static bool IsDigits(ReadOnlySpan<char> text)
    {
        foreach (char one in text)
            if (!char.IsAsciiDigit(one) && one != '-') return false;
        return true;
    }

    /// <summary>A field that holds captured variables: `&lt;&gt;8__1`, `CS$&lt;&gt;8__locals1`.</summary>
    public static bool IsHolder(string name) => name.StartsWith("<>8__", StringComparison.Ordinal) || name.StartsWith("CS$<>8__locals", StringComparison.Ordinal);

    /// <summary>A class that the compiler made for captured variables; F# calls it after what captures them: `onTick@12-1`.</summary>
    public static bool IsClosure(Type type) => type.Name.StartsWith("<>c__DisplayClass", StringComparison.Ordinal) || IsFSharpClosure(type.Name);

    private static bool IsFSharpClosure(string name) => name.IndexOf('@') is > 0 and int mark && mark + 1 < name.Length && IsDigits(name.AsSpan(mark + 1));

    /// <summary>What was typed at a prompt of C# and compiled by itself: a class whose fields and methods are the session's variables and functions.</summary>
    public static bool IsSubmission(Type type) => (type.Assembly.IsDynamic || type.Assembly.Location.Length == 0) && type.GetMethod("<Factory>", BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic, [typeof(object[])]) != null;

    /// <summary>The class of lambdas that capture nothing, and other compiler-made ones.</summary>
    public static bool IsCompilerMade(Type type)
    {
        for (Type? level = type; level != null; level = level.DeclaringType)
            if (level.Name.Length > 0 && (level.Name[0] == '<' || level.Name.Contains("<>", StringComparison.Ordinal) || IsFSharpClosure(level.Name)) && level.Name != "<Module>") return true;
        return type.Name is "<Module>" || type.FullName is { } name && name.StartsWith("<PrivateImplementationDetails>", StringComparison.Ordinal);
    }

    /// <summary>The class that a compiler-made one stands in, as the source names it.</summary>
    public static Type SourceType(Type type)
    {
        Type level = type;
        while ((level.Name.Contains('<', StringComparison.Ordinal) || IsFSharpClosure(level.Name)) && level.DeclaringType != null) level = level.DeclaringType;
        return level;
    }

    /// <summary>The method that a state machine or a closure belongs to: `&lt;Main&gt;d__0` is Main; null when its name does not say.</summary>
    public static string? MethodOf(Type type)
    {
        int end = type.Name.IndexOf('>');
        if (type.Name.Length == 0 || type.Name[0] != '<' || end <= 1) return null;
        string name = type.Name.Substring(1, end - 1);
        // A local function inside: `<<Main>$>g__Work|0_1>d`.
        int inner = type.Name.IndexOf("g__", StringComparison.Ordinal);
        if (inner > 0 && type.Name.IndexOf('|', inner) is > 0 and int bar) return type.Name.Substring(inner + 3, bar - inner - 3);
        name = name.Trim('<', '>', '$');
        return name.Length == 0 ? null : name;
    }

    /// <summary>`Program.Main` for what the compiler made of it.</summary>
    public static string Place(Type type)
    {
        string source = FullName(SourceType(type));
        return MethodOf(type) is { } method ? $"{source}.{method}" : source;
    }

    /// <summary>`CartLine`, `List&lt;CartLine&gt;`, `(Int32, String)`.</summary>
    public static string OfType(Type type)
    {
        if (type.IsArray) return OfType(type.GetElementType()!) + "[]";
        if (Nullable.GetUnderlyingType(type) is { } inner) return OfType(inner) + "?";
        // F# keeps a module's values in `<StartupCode$App>.$Module`.
        if (!type.IsGenericType) return IsStartupCode(type) ? type.Name.TrimStart('$') : type.Name;
        int tick = type.Name.IndexOf('`');
        if (tick < 0) return type.Name;
        bool tuple = type.FullName?.StartsWith("System.ValueTuple`", StringComparison.Ordinal) == true;
        var text = new StringBuilder(tuple ? "(" : type.Name.Substring(0, tick) + "<");
        Type[] arguments = type.GetGenericArguments();
        for (int i = 0; i < arguments.Length; i++)
        {
            if (i > 0) text.Append(", ");
            text.Append(OfType(arguments[i]));
        }
        return text.Append(tuple ? ')' : '>').ToString();
    }

    /// <summary>What an object of the type is called; a collection after what it holds.</summary>
    public static string OfThing(Type type, Origins origins)
    {
        if (type.IsArray) return Several(OfThing(type.GetElementType()!, origins));
        if (!type.IsConstructedGenericType) return type.Name;
        int tick = type.Name.IndexOf('`');
        if (origins.Of(type) == Origin.Framework) return Several(OfThing(type.GenericTypeArguments[^1], origins));
        return tick > 0 ? type.Name.Substring(0, tick) : type.Name;
    }

    private static string Several(string name) => name.EndsWith('s') ? name : name + "s";

    /// <summary>A type's full name without assembly versions: stable from build to build.</summary>
    public static string FullName(Type type)
    {
        string space = type.Namespace is { Length: > 0 } name && !IsStartupCode(type) ? name + "." : "";
        string outer = "";
        for (Type? level = type.DeclaringType; level != null; level = level.DeclaringType) outer = Plain(level.Name) + "." + outer;
        return space + outer + OfType(type);
    }

    private static bool IsStartupCode(Type type) => type.Namespace is { } space && space.StartsWith("<StartupCode$", StringComparison.Ordinal);

    private static string Plain(string name) => name.IndexOf('`') is > 0 and int tick ? name.Substring(0, tick) : name;
}
