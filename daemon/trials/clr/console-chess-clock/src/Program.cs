using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Numerics;

namespace Clock;

public enum Side { White, Black }
public struct Player { public string Name; public int Rating; public TimeSpan Left; }

public class Match
{
    private Player white = new() { Name = "Judit", Rating = 2735, Left = TimeSpan.FromMinutes(13) };
    private Player black = new() { Name = "Magnus", Rating = 2882, Left = TimeSpan.FromMinutes(9) };
    private Side turn = Side.Black;
    private ImmutableList<string> moves = ["e4", "e5", "Nf3"];
    private readonly ConcurrentDictionary<string, int> reactions = new() { ["applause"] = 31, ["sigh"] = 4 };
    private readonly char[,] corner = { { 'r', 'n' }, { 'p', '.' } };
    private (int Round, string Hall) place = (6, "Blue hall");
    private BigInteger nodes = BigInteger.Parse("123456789012345678901");
    private Guid? arbiter;
    private decimal prize = 1500.75m;

    public void Play(string move) { moves = moves.Add(move); turn = turn == Side.White ? Side.Black : Side.White; }

    public void Run()
    {
        while (Console.ReadLine() is { } line) Play(line);
    }
}

public static class Program
{
    public static void Main()
    {
        Console.WriteLine("started");
        new Match().Run();
    }
}
