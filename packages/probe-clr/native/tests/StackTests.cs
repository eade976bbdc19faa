using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using Substrate.Payload;

namespace PayloadTests;

public sealed class Berth
{
    public string Ship = "Aurora";
    public List<Crate> Crates = [new Crate { Label = "tea", Weight = 12.5m }];
    public ConcurrentDictionary<string, int> Counts = new() { ["tea"] = 3 };
    public StringBuilder Log = new("moored;");
    public SortedDictionary<string, int> Sorted = new() { ["a"] = 1 };
    public Berth? Next;
    public long[] Numbers = new long[3];
}

public sealed class Crate
{
    public string? Label;
    public decimal Weight;
}

/// <summary>A copy of it would run this a second time.</summary>
public sealed class Lock
{
    public static int Finalized;
    public string Name = "lock";
    ~Lock() => Interlocked.Increment(ref Finalized);
}

public sealed class LockedBerth
{
    public Lock? Held = new();
    public int Depth = 9;
}

public static class StackTests
{
    private static (OwnMemory Memory, TypeTables Types) Open()
    {
        var memory = new OwnMemory();
        Check.True(memory.Refresh(), "the memory can be read");
        var types = new TypeTables(memory);
        Check.True(types.IsKnown, "the tables are where they are expected");
        return (memory, types);
    }

    private static nint AddressOf(object target) => Unsafe.As<object, nint>(ref target);

    [Test]
    public static void ReadsWhatIsThereAndNothingElse()
    {
        (OwnMemory memory, _) = Open();
        nint place = Marshal.AllocHGlobal(16);
        Marshal.WriteInt64(place, 0x1122334455667788);
        memory.Refresh();
        Check.Equal((nint)0x1122334455667788, memory.Word(place));
        Check.True(!memory.Read(8, new byte[8]), "nothing lies at the bottom");
        Check.True(!memory.Read(unchecked((nint)0x7FFFFFFFFFFFF000), new byte[8]), "nor at the top");
        Marshal.FreeHGlobal(place);
    }

    [Test]
    public static void TellsTypesByTheirTablesAndRefusesOtherWords()
    {
        (OwnMemory memory, TypeTables types) = Open();
        foreach (Type type in new[] { typeof(Berth), typeof(List<Crate>), typeof(Crate[]), typeof(Dictionary<int, Berth>), typeof(int[]) })
        {
            GC.KeepAlive(type.IsArray ? Array.CreateInstance(type.GetElementType()!, 1) : Activator.CreateInstance(type));
            memory.Refresh();
            types.LookAtModules();
            Check.Equal(type, types.Of(type.TypeHandle.Value));
            for (int at = 8; at < 256; at += 8) Check.True(types.Of(type.TypeHandle.Value + at) is not { } other || other.TypeHandle.Value == type.TypeHandle.Value + at, "only a table's own place is one");
        }
        var random = new Random(7);
        for (int i = 0; i < 100_000; i++) Check.True(types.Of((nint)random.NextInt64(0, 1L << 47)) == null, "a number is no table");
    }

    [Test]
    public static void CopiesAnObjectAndWhatIsBelowIt()
    {
        (OwnMemory memory, TypeTables types) = Open();
        var berth = new Berth { Next = new Berth { Ship = "Borealis" } };
        berth.Next.Next = berth;
        var copier = new Copier(memory, types, new Planner(new Origins()), new ClassState());
        Berth? copy = null;
        // A collection in between moves what is copied.
        for (int attempt = 0; attempt < 20 && copy?.Crates?.Count != 1; attempt++)
        {
            memory.Refresh();
            copier.Begin();
            copy = copier.Copy(AddressOf(berth), typeof(Berth), 0) as Berth;
        }
        Check.True(copy != null && !ReferenceEquals(copy, berth), "there is a copy");
        Check.Equal("Aurora", copy!.Ship);
        Check.Equal("tea", copy.Crates[0].Label);
        Check.Equal(12.5m, copy.Crates[0].Weight);
        Check.Equal("moored;", copy.Log.ToString());
        Check.Equal(3, copy.Numbers.Length);
        Check.Equal("Borealis", copy.Next!.Ship);
        Check.True(ReferenceEquals(copy.Next.Next, copy), "a circle stays one");
        Check.True(copier.Hollow.ContainsKey(copy.Sorted), "what would have to be enumerated is empty, and known to be");
        copier.End();
        berth.Crates[0].Weight = 13;
        memory.Forget();
        Check.True(copier.ReadAgain() != copier.Hash, "a change is seen");
    }

    [Test]
    public static void NeverCopiesWhatHasAFinalizer()
    {
        (OwnMemory memory, TypeTables types) = Open();
        var berth = new LockedBerth();
        var copier = new Copier(memory, types, new Planner(new Origins()), new ClassState());
        LockedBerth? copy = null;
        for (int attempt = 0; attempt < 20 && copy == null; attempt++)
        {
            memory.Refresh();
            copier.Begin();
            copy = copier.Copy(AddressOf(berth), typeof(LockedBerth), 0) as LockedBerth;
        }
        Check.Equal(9, copy!.Depth);
        Check.True(copy.Held == null, "it was left out");
        copier.End();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Check.Equal(0, Lock.Finalized);
        GC.KeepAlive(berth);
    }

    /// <summary>As F# compiles one.</summary>
    [Test]
    public static void NorWhatHasAPublicFinalizer()
    {
        TypeBuilder type = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Emitted"), AssemblyBuilderAccess.Run).DefineDynamicModule("Emitted").DefineType("Closing");
        MethodBuilder finalizer = type.DefineMethod("Finalize", MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.HideBySig, typeof(void), []);
        finalizer.GetILGenerator().Emit(OpCodes.Ret);
        type.DefineMethodOverride(finalizer, typeof(object).GetMethod("Finalize", BindingFlags.Instance | BindingFlags.NonPublic)!);
        Check.True(Shape.Of(type.CreateType()) == null, "it must not be made");
    }

    [Test]
    public static void FindsWhatOnlyABlockedThreadHolds()
    {
        using var go = new ManualResetEventSlim();
        using var ready = new ManualResetEventSlim();
        var thread = new Thread(() => Hold(ready, go)) { IsBackground = true };
        thread.Start();
        ready.Wait();
        using var locals = new StackLocals(new Planner(new Origins()), new ClassState());
        for (int attempt = 0; attempt < 200 && locals.Objects.Count == 0; attempt++)
        {
            Thread.Sleep(20);
            locals.Search(type => type != typeof(Berth));
        }
        Check.True(locals.Objects.GetValueOrDefault("heap:PayloadTests.Berth") is Berth { Ship: "Held" } copy && Literals.Of(copy.Ship) != Literals.Known.Made, "it is found, and its literal is one");
        locals.Search(_ => true);
        Check.Equal(1, locals.Objects.Count);
        // The object itself was found meanwhile.
        locals.Yield();
        locals.Search(_ => true);
        Check.Equal(0, locals.Objects.Count);
        for (int attempt = 0; attempt < 200 && locals.Objects.Count == 0; attempt++)
        {
            Thread.Sleep(20);
            locals.Search(type => type != typeof(Berth));
        }
        Check.Equal(1, locals.Objects.Count);
        go.Set();
        thread.Join();
        for (int attempt = 0; attempt < 200 && locals.Objects.Count > 0; attempt++)
        {
            Thread.Sleep(20);
            locals.Search(_ => true);
        }
        Check.Equal(0, locals.Objects.Count);
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    private static void Hold(ManualResetEventSlim ready, ManualResetEventSlim go)
    {
        var held = new Berth { Ship = "Held" };
        ready.Set();
        go.Wait();
        GC.KeepAlive(held);
    }
}
