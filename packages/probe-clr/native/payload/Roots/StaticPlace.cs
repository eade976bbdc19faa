using System.Reflection;

namespace Substrate.Payload;

/// <summary>A static field of a framework class, looked up once. It is read where the application has the class in use: nothing is initialised for us.</summary>
public sealed class StaticPlace(string assembly, string type, string field)
{
    private FieldInfo? _info;
    private bool _isLookedUp;

    public object? Read(ClassState state)
    {
        try
        {
            if (!_isLookedUp && Assemblies.Find(assembly) is { } loaded)
            {
                _isLookedUp = true;
                _info = loaded.GetType(type)?.GetField(field, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic);
            }
            return _info?.DeclaringType is { } declaring && state.IsReadable(declaring) && state.HasRun(declaring) ? state.Read(_info) : null;
        }
        catch { return null; }
    }
}
