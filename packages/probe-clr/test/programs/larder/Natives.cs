using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

/// <summary>The binding names its libraries as Windows does; Mono mapped the names, .NET asks.</summary>
static class Natives
{
    [ModuleInitializer]
    internal static void Map() => AppDomain.CurrentDomain.AssemblyLoad += (_, loaded) =>
    {
        if (loaded.LoadedAssembly.GetName().Name is { } name && name.EndsWith("-sharp")) NativeLibrary.SetDllImportResolver(loaded.LoadedAssembly, Resolve);
    };

    static IntPtr Resolve(string name, Assembly assembly, DllImportSearchPath? path)
    {
        if (name.EndsWith("glue-3")) return NativeLibrary.Load(Path.Combine(AppContext.BaseDirectory, $"lib{name}.so"));
        string mapped = name.Replace("-3-0.dll", "-3.so.0").Replace("-2.0-0.dll", "-2.0.so.0").Replace("-1.0-0.dll", "-1.0.so.0");
        return NativeLibrary.TryLoad(mapped, out IntPtr found) ? found : IntPtr.Zero;
    }
}
