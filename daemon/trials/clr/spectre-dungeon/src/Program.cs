using System.Diagnostics;
using Spectre.Console;

namespace Dungeon;

public enum Mood { Asleep, Prowling, Hunting }
public record struct Place(int Column, int Row);

public class Monster(string kind, int health, Place place)
{
    public string Kind { get; } = kind;
    public int Health { get; set; } = health;
    public Place Place { get; set; } = place;
    public Mood Mood { get; set; } = Mood.Asleep;
}

public class Hero
{
    public string Name { get; set; } = "Brunhild";
    public int Health { get; set; } = 27;
    public int Gold { get; set; }
    public Place Place { get; set; } = new(2, 1);
    public List<string> Pack { get; } = ["torch", "rope"];
    public string? Wields { get; set; }
}

public class Game
{
    private readonly char[,] map;
    private readonly Hero hero = new();
    private readonly List<Monster> monsters = [new("Cave troll", 40, new(7, 3)), new("Wisp", 3, new(5, 1)) { Mood = Mood.Prowling }];
    private readonly LinkedList<string> messages = new();
    private readonly Random dice = new(1208);
    private int turn;
    private int depth = 3;
    private bool over;

    public Game(params string[] rows)
    {
        map = new char[rows.Length, rows[0].Length];
        for (var row = 0; row < rows.Length; row++)
            for (var column = 0; column < rows[row].Length; column++) map[row, column] = rows[row][column];
    }

    public bool Over => over;

    public void Obey(string command)
    {
        turn++;
        switch (command.Split(' ', 2))
        {
            case ["east"]: Step(1, 0); break;
            case ["west"]: Step(-1, 0); break;
            case ["south"]: Step(0, 1); break;
            case ["north"]: Step(0, -1); break;
            case ["take", var thing]: PickUp(thing); break;
            case ["wield", var thing] when hero.Pack.Contains(thing): hero.Wields = thing; Say($"{hero.Name} wields the {thing}"); break;
            case ["quit"]: over = true; break;
            default: Say("Nothing happens"); break;
        }
    }

    public void Step(int columns, int rows)
    {
        var next = new Place(hero.Place.Column + columns, hero.Place.Row + rows);
        if (map[next.Row, next.Column] == '#') { Say("A wall"); return; }
        hero.Place = next;
        if (map[next.Row, next.Column] != '$') return;
        hero.Gold += 15;
        map[next.Row, next.Column] = '.';
        Say("Gold glitters");
    }

    public void PickUp(string thing) { hero.Pack.Add(thing); Say($"Picked up the {thing}"); }

    public void Drink(int healing) => hero.Health = Math.Min(30, hero.Health + healing);

    public void WakeAll() => monsters.ForEach(one => one.Mood = Mood.Hunting);

    public void Descend() { depth++; monsters.Clear(); Say($"Down to level {depth}"); }

    private void Say(string text)
    {
        messages.AddLast(text);
        if (messages.Count > 6) messages.RemoveFirst();
    }

    public Table Draw()
    {
        var table = new Table().Border(TableBorder.Rounded).Title($"Level {depth}").AddColumns("Who", "Health", "Doing");
        table.AddRow(hero.Name, $"{hero.Health}", hero.Wields ?? "bare hands");
        foreach (var one in monsters) table.AddRow(one.Kind, $"{one.Health}", $"{one.Mood}");
        return table;
    }
}

public static class Program
{
    private static readonly Queue<string> typed = new();

    public static void Main()
    {
        var game = new Game("##########", "#..$..$..#", "#.#####..#", "#........#", "##########");
        var reader = new Thread(() => { while (Console.ReadLine() is { } line) lock (typed) typed.Enqueue(line); }) { IsBackground = true };
        reader.Start();
        AnsiConsole.Live(game.Draw()).Start(context =>
        {
            var clock = Stopwatch.StartNew();
            while (!game.Over)
            {
                lock (typed) while (typed.TryDequeue(out var command)) { game.Obey(command); Console.Error.WriteLine($"did {command}"); }
                context.UpdateTarget(game.Draw());
                Thread.Sleep(Math.Max(1, 50 - (int)(clock.ElapsedMilliseconds % 50)));
            }
        });
    }
}
