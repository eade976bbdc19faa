using System;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>ICommand, by name: the assembly that has it is not loaded for our sake.</summary>
public static class Commands
{
    /// <summary>Stands for a command's Execute where a method is asked for.</summary>
    public static readonly MethodInfo Execute = typeof(Commands).GetMethod(nameof(Run), BindingFlags.Static | BindingFlags.NonPublic)!;

    private static void Run(object? parameter) { }

    public static bool IsCommand(Type type) => type.FullName == "System.Windows.Input.ICommand" || Array.Exists(type.GetInterfaces(), one => one.FullName == "System.Windows.Input.ICommand");

    /// <summary>Executes the command if it can be; says so when not.</summary>
    public static object? Invoke(object command, object? parameter)
    {
        Type contract = Array.Find(command.GetType().GetInterfaces(), one => one.FullName == "System.Windows.Input.ICommand") ?? throw new InvalidOperationException("The object is no command.");
        if (contract.GetMethod("CanExecute")!.Invoke(command, BindingFlags.DoNotWrapExceptions, null, [parameter], null) is false)
            throw new InvalidOperationException("The command can't be executed now.");
        // An asynchronous command of a known toolkit can be awaited.
        MethodInfo? executeAsync = command.GetType().GetMethod("ExecuteAsync", [typeof(object)]);
        if (executeAsync != null) return executeAsync.Invoke(command, BindingFlags.DoNotWrapExceptions, null, [parameter], null);
        return contract.GetMethod("Execute")!.Invoke(command, BindingFlags.DoNotWrapExceptions, null, [parameter], null);
    }
}
