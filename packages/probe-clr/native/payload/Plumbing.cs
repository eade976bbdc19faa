using System;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>
/// What a library's object is, by the contracts that its type fulfils: streams, pools, loggers, comparers and the like are how a program
/// works, never what it knows. Names only: nothing is loaded to recognise one.
/// </summary>
public static class Plumbing
{
    private static readonly HashSet<string> Contracts =
    [
        "System.IO.Stream", "System.IO.TextWriter", "System.IO.TextReader", "System.Attribute", "System.Text.Encoding", "System.Runtime.ConstrainedExecution.CriticalFinalizerObject", "System.Threading.WaitHandle",
        "System.Threading.Tasks.Task", "System.Threading.Tasks.TaskScheduler", "System.Threading.SynchronizationContext", "System.Diagnostics.Tracing.EventSource", "System.Diagnostics.Tracing.EventListener",
        "System.Diagnostics.DiagnosticSource", "System.Diagnostics.Metrics.Meter", "System.Diagnostics.Metrics.Instrument", "System.Linq.Expressions.Expression", "System.Runtime.Loader.AssemblyLoadContext",
        "System.Reflection.Binder", "System.Text.Json.Serialization.JsonConverter", "System.ComponentModel.TypeConverter", "System.Buffers.ArrayPool`1", "System.Buffers.MemoryPool`1", "Microsoft.Extensions.ObjectPool.ObjectPool`1",
        "System.IServiceProvider", "System.IFormatProvider", "System.Collections.IEnumerator", "System.Collections.IEqualityComparer", "System.Collections.IComparer", "System.Collections.Generic.IEqualityComparer`1",
        "System.Collections.Generic.IComparer`1", "Microsoft.Extensions.Logging.ILogger", "Microsoft.Extensions.Logging.ILoggerFactory", "Microsoft.Extensions.Logging.ILoggerProvider", "System.Net.Http.HttpMessageHandler", "System.Net.Http.HttpMessageInvoker",
        "System.Reflection.MemberInfo", "System.Reflection.Assembly", "System.Reflection.Module", "System.Reflection.ParameterInfo",
    ];

    private static readonly string[] Descriptions = ["System.Reflection.MemberInfo", "System.Reflection.ParameterInfo", "System.Reflection.Assembly", "System.Linq.Expressions.Expression"];

    public static bool Is(Type type)
    {
        if (typeof(Delegate).IsAssignableFrom(type)) return true;
        for (Type? level = type; level != null; level = level.BaseType)
            if (Contracts.Contains(NameOf(level))) return true;
        foreach (Type contract in type.GetInterfaces())
            if (Contracts.Contains(NameOf(contract))) return true;
        return false;
    }

    /// <summary>Whether a field of that type makes its owner a description of code.</summary>
    public static bool Describes(Type field)
    {
        for (Type? level = field; level != null; level = level.BaseType)
            if (Array.IndexOf(Descriptions, level.FullName) >= 0) return true;
        return false;
    }

    private static string NameOf(Type type) => (type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type).FullName ?? "";
}
