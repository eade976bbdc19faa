using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace Held;

public sealed class Setting(string name, string value)
{
    public string Name = name, Value = value;
}

public sealed class Login
{
    public string User = "ada", Password = "cut-9f8e", PasswordHint = "the dog";
    public int Pin = 4711;
}

/// <summary>Holds the cases of secrets, for a probe to tell apart. Texts that begin with `cut-` must not be told.</summary>
public static class Holder
{
    public static readonly List<List<Dictionary<string, object?>>> HeldCases = [];
    public static readonly List<object> Others = [];
    public static readonly Dictionary<string, string> Credentials = [];

    public static int Logins;

    /// <summary>What it gives back is a secret.</summary>
    public static string GetDbPassword() => "cut-0a1b";

    public static Dictionary<string, string> RotateLogin()
    {
        Logins++;
        Credentials["mail"] = $"cut-rotated-{Logins}";
        return new Dictionary<string, string> { ["Password"] = $"cut-rotated-{Logins}" };
    }

    public static void Main(string[] arguments)
    {
        List<Dictionary<string, object?>>? list = null;
        foreach (string line in File.ReadLines(Path.Combine(arguments[0], "cases.txt")))
        {
            if (list == null || list.Count == 100) HeldCases.Add(list = []);
            string[] parts = line.Split('\t', 4);
            string text = parts[3].Replace("\\n", "\n");
            object? value = parts[1] switch { "number" => long.Parse(text), "boolean" => text == "true", "null" => null, _ => text };
            list.Add(new Dictionary<string, object?> { [parts[2]] = value });
        }
        Others.Add(new Setting("password", "cut-1a2b"));
        Others.Add(new Setting("colour", "red"));
        Others.Add(new Login());
        Others.Add(new List<string> { "app", "--password", "cut-3c4d", "--port", "80" });
        Credentials["mail"] = "cut-5e6f";
        Credentials["count"] = "2";
        Console.WriteLine("ready");
        Thread.Sleep(Timeout.Infinite);
    }
}
