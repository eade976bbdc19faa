using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Substrate.Payload;

/// <summary>
/// Whether a class has run its static constructor. Reading a static field would run it, and that is application code. The answer lies in
/// the runtime's own tables, at another place in each version; it is tried on two classes of ours, and where that fails such types are left.
/// </summary>
public sealed unsafe class ClassState
{
    private readonly int _auxiliaryAt = -1;
    private readonly object?[] _arguments = [null, null, null, null, true];
    private readonly MethodInfo? _read, _addressOf, _isFixed;

    public ClassState()
    {
        try
        {
            Type? table = typeof(object).Assembly.GetType("System.Runtime.CompilerServices.MethodTable");
            FieldInfo? field = table?.GetField("AuxiliaryData", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
            if (field?.GetCustomAttribute<FieldOffsetAttribute>() is { } offset)
            {
                _auxiliaryAt = offset.Value;
                RuntimeHelpers.RunClassConstructor(typeof(Ran).TypeHandle);
                if (!Flag(typeof(Ran)) || Flag(typeof(NeverRan))) _auxiliaryAt = -1;
            }
            if (_auxiliaryAt < 0 && Environment.Version.Major == 8)
            {
                _read = typeof(RuntimeFieldHandle).GetMethod("GetValue", BindingFlags.Static | BindingFlags.NonPublic);
                // Never on a class of ours: this way into the runtime ends the process when the class is collectible.
                RuntimeHelpers.RunClassConstructor(typeof(Path).TypeHandle);
                if (_read?.GetParameters().Length != 5 || !Equals(Peek(typeof(Path).GetField(nameof(Path.DirectorySeparatorChar))!), Path.DirectorySeparatorChar)) _read = null;
            }
        }
        catch
        {
            _auxiliaryAt = -1;
            _read = null;
        }
        try
        {
            _addressOf = typeof(RuntimeFieldHandle).GetMethod("GetStaticFieldAddress", BindingFlags.Static | BindingFlags.NonPublic, [typeof(Ran).GetField(nameof(Ran.Value))!.GetType()]);
            _isFixed = typeof(RuntimeFieldHandle).GetMethod("IsFastPathSupported", BindingFlags.Static | BindingFlags.NonPublic);
            RuntimeHelpers.RunClassConstructor(typeof(Ran).TypeHandle);
            nint number = AddressOf(typeof(Ran).GetField(nameof(Ran.Value))!), value = AddressOf(typeof(Ran).GetField(nameof(Ran.Moment))!);
            // The word there is the value itself where it is not a reference to the box.
            bool isBoxed = value != 0 && *(long*)value != Ran.Moment.Ticks && Layout.Reference(ref *(byte*)value) is TimeSpan moment && moment == Ran.Moment;
            if (number == 0 || *(int*)number != Five() || !isBoxed) _addressOf = null;
        }
        catch { _addressOf = null; }
    }

    /// <summary>Whether this runtime lets us know.</summary>
    public bool IsKnown => _auxiliaryAt >= 0 || _read != null;

    private static class Ran { public static int Value = Five(); public static TimeSpan Moment = new(0x1122334455667788); static Ran() { } }

    private static class NeverRan { public static int Value = Five(); static NeverRan() { } }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Five() => 5;

    private bool Flag(Type type) => (*(uint*)*(nint*)(type.TypeHandle.Value + _auxiliaryAt) & 1) != 0;

    /// <summary>Whether static fields of the class can be read, now or later, without running anything of it.</summary>
    public bool IsReadable(Type type) => type.TypeInitializer == null || _auxiliaryAt >= 0 || _read != null && !type.IsCollectible && !type.IsGenericType;

    /// <summary>Whether they can be read now: the class is initialised, or a read does not care.</summary>
    public bool HasRun(Type type) => type.TypeInitializer == null || (_auxiliaryAt >= 0 ? Flag(type) : _read != null && !type.IsCollectible && !type.IsGenericType);

    /// <summary>A static field's value; call only after <see cref="HasRun"/>.</summary>
    public object? Read(FieldInfo field) => _read != null && field.DeclaringType is { TypeInitializer: not null, IsCollectible: false, IsGenericType: false } ? Peek(field) : field.GetValue(null);

    /// <summary>
    /// Where a static value of a class that has run lies for good, so that it is read without boxing: a number itself, another value as a
    /// reference to the runtime's own box. 0 where that is not known.
    /// </summary>
    public nint AddressOf(FieldInfo field)
    {
        if (_addressOf == null || _isFixed == null || !field.FieldType.IsValueType || Nullable.GetUnderlyingType(field.FieldType) != null) return 0;
        return _isFixed.Invoke(null, [field]) is true && _addressOf.Invoke(null, [field]) is nint address ? address : 0;
    }

    private object? Peek(FieldInfo field)
    {
        (_arguments[0], _arguments[2], _arguments[3]) = (field, field.FieldType, field.DeclaringType);
        return _read!.Invoke(null, _arguments);
    }
}
