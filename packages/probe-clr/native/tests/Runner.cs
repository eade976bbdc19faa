using System;
using System.Reflection;

namespace PayloadTests;

[AttributeUsage(AttributeTargets.Method)]
public sealed class TestAttribute : Attribute;

/// <summary>Runs every method marked Test and prints one line each: `ok name` or `not ok name: why`. Asked for `wire`, it tells trees instead.</summary>
public static class Runner
{
    public static int Main(string[] arguments)
    {
        if (arguments is ["wire"]) return WireTrees.Tell();
        int failed = 0;
        foreach (Type type in typeof(Runner).Assembly.GetTypes())
        {
            foreach (MethodInfo method in type.GetMethods(BindingFlags.Static | BindingFlags.Public))
            {
                if (method.GetCustomAttribute<TestAttribute>() == null) continue;
                string name = $"{type.Name}.{method.Name}";
                try
                {
                    method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, null, null);
                    Console.WriteLine($"ok {name}");
                }
                catch (Exception e)
                {
                    failed++;
                    Console.WriteLine($"not ok {name}: {e.Message.Replace("\n", " | ")} {(e is CheckFailed ? "" : e.StackTrace?.Replace("\n", " | "))}");
                }
            }
        }
        return failed;
    }
}

public sealed class CheckFailed(string message) : Exception(message);

public static class Check
{
    public static void Equal<T>(T expected, T actual)
    {
        if (!Equals(expected, actual)) throw new CheckFailed($"expected {expected}, got {actual}");
    }

    public static void True(bool holds, string what)
    {
        if (!holds) throw new CheckFailed(what);
    }

    public static void Contains(string part, string text) => True(text.Contains(part, StringComparison.Ordinal), $"'{part}' is not in {text}");

    public static void Lacks(string part, string text) => True(!text.Contains(part, StringComparison.Ordinal), $"'{part}' is in {text}");

    public static string Throws(Action action)
    {
        try { action(); }
        catch (Exception e) { return e.Message; }
        throw new CheckFailed("nothing was thrown");
    }
}
