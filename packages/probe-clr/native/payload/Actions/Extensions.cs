using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Substrate.Payload;

/// <summary>Extension methods, found by metadata: nothing is loaded but the classes that hold them.</summary>
public static class Extensions
{
    public static List<Type> HoldersIn(Assembly assembly)
    {
        if (assembly.IsDynamic || !assembly.IsDefined(typeof(ExtensionAttribute), false)) return [];
        const TypeAttributes Static = TypeAttributes.Abstract | TypeAttributes.Sealed | TypeAttributes.Public;
        List<Type> holders = Described.In(assembly, (_, type) => (type.Attributes & Static) == Static && type.GetCustomAttributes().Count > 0);
        holders.RemoveAll(one => !one.IsDefined(typeof(ExtensionAttribute), false));
        return holders;
    }

    public static bool IsOf(MethodInfo method, Type contract) =>
        method.IsDefined(typeof(ExtensionAttribute), false) && method.GetParameters() is [{ ParameterType: var first }, ..] && first == contract;

    /// <summary>A method of any type is one of texts, where it takes one, else of whatever there is.</summary>
    public static MethodInfo? Close(MethodInfo method)
    {
        if (!method.IsGenericMethodDefinition) return method;
        if (method.GetGenericArguments() is not [{ } any] || any.GetGenericParameterConstraints().Length > 0 || (any.GenericParameterAttributes & GenericParameterAttributes.SpecialConstraintMask) != 0) return null;
        return method.MakeGenericMethod(Array.Exists(method.GetParameters(), one => one.ParameterType == any) ? typeof(string) : typeof(object));
    }
}
