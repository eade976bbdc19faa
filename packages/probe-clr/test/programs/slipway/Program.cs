// A program that comes up in two steps, with a line between them. What the first has at hand is garbage after it, and nothing is collected.
using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;

namespace Slipway;

public sealed class Draft(string title)
{
    public string Title { get; } = title;
}

public sealed class Boat(string name)
{
    public string Name { get; } = name;
    public int Planks { get; set; } = 40;
}

public sealed class Yard(string place)
{
    public string Place { get; } = place;
    public int Launched { get; set; } = 3;
}

public sealed class Crane(string side)
{
    public string Side { get; } = side;
}

public static class Program
{
    private static readonly Type[] Kinds = [typeof(bool), typeof(byte), typeof(short), typeof(int), typeof(long), typeof(float), typeof(double), typeof(char), typeof(decimal), typeof(Guid)];

    public static void Main(string[] args)
    {
        var services = new ServiceCollection();
        services.AddKeyedSingleton("left", (_, key) => new Crane($"{key} side"));
        services.AddKeyedSingleton("right", (_, key) => new Crane($"{key} side"));
        ServiceProvider provider = services.BuildServiceProvider();
        foreach (string side in args) provider.GetRequiredKeyedService<Crane>(side);
        Plan();
        Launch();
        GC.KeepAlive(provider);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Plan()
    {
        var draft = new Draft("first lines");
        Console.WriteLine("ready");
        Console.ReadLine();
        GC.KeepAlive(draft);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Launch()
    {
        // Much code that was not needed before, and none that has to be loaded.
        MethodInfo work = typeof(Program).GetMethod(nameof(Work), BindingFlags.Static | BindingFlags.NonPublic)!;
        foreach (Type one in Kinds)
            foreach (Type other in Kinds)
                for (int i = 0; i < 3; i++) work.MakeGenericMethod(one, other, Kinds[i]).Invoke(null, null);
        var yard = new Yard("north shore");
        var boats = new List<Boat> { new("Tern"), new("Auk") };
        Console.WriteLine("launched");
        Console.ReadLine();
        GC.KeepAlive(yard);
        GC.KeepAlive(boats);
    }

    private static void Work<T, TOther, TThird>() => GC.KeepAlive((default(T), default(TOther), default(TThird)));
}
