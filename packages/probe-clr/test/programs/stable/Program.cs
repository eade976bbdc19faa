namespace Stable;

public sealed class Horse(string name, string owner, string feed)
{
    public string Name = name, Owner = owner, Feed = feed;
}

public static class Yard
{
    public static readonly int Boxes = Environment.ProcessorCount + 12;
    public static readonly string Town = "Town " + Environment.ProcessId;
    public static readonly List<Horse> Horses = [];
    public static string Groom = "Groom " + Environment.ProcessId;
    public static int Visits;

    public static void Bring(string name) => Horses.Add(new Horse(name, Groom, new string('x', Horses.Count + 1)));

    public static void Hire(string groom) => Groom = groom;

    /// <summary>What is there now is old afterwards.</summary>
    public static void Settle()
    {
        GC.Collect();
        GC.Collect();
    }
}

public static class Program
{
    public static async Task Main()
    {
        for (int i = 0; i < 5; i++) Yard.Bring("horse " + i);
        Yard.Settle();
        Console.WriteLine("ready");
        await Task.Delay(-1);
    }
}
