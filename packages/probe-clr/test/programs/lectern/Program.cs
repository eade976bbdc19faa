using Microsoft.CodeAnalysis.CSharp.Scripting;
using Microsoft.CodeAnalysis.Scripting;

namespace Lectern;

/// <summary>A prompt of C#: each line is compiled by itself, and knows what those before it have made.</summary>
public static class Program
{
    public static async Task Main()
    {
        ScriptState<object> state = await CSharpScript.RunAsync($"var verses = new System.Collections.Generic.List<string> {{ \"first of {Environment.ProcessId}\" }};");
        state = await state.ContinueWithAsync("int Recite(string verse) { verses.Add(verse); return verses.Count; }");
        Console.WriteLine("ready");
        await Task.Delay(-1);
        GC.KeepAlive(state);
    }
}
