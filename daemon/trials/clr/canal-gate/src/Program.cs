var gate = new Gate("Lock 4", "Göta canal");
gate.Tell(Trigger.Approach);
gate.Tell(Trigger.Fill);
gate.Tell(Trigger.Open);
Console.WriteLine("open");
while (Console.ReadLine() is { } line)
    if (Enum.TryParse<Trigger>(line, true, out var trigger)) gate.Tell(trigger);
Thread.Sleep(Timeout.Infinite);

public enum Level { Empty, Waiting, Filled, Opened }

public enum Trigger { Approach, Fill, Open, Leave }

public sealed record Passage(DateTime At, Level From, Level To);

public sealed class Gate
{
    private readonly Dictionary<(Level, Trigger), Level> ways = [];
    public Level State { get; private set; } = Level.Empty;
    private readonly List<Passage> passages = [];
    public string Name { get; }
    public string Canal { get; }
    public double Metres { get; private set; } = 1.5;
    public int Boats { get; private set; }

    public Gate(string name, string canal)
    {
        (Name, Canal) = (name, canal);
        ways[(Level.Empty, Trigger.Approach)] = Level.Waiting;
        ways[(Level.Waiting, Trigger.Fill)] = Level.Filled;
        ways[(Level.Filled, Trigger.Open)] = Level.Opened;
        ways[(Level.Opened, Trigger.Leave)] = Level.Empty;
    }

    public void Tell(Trigger trigger)
    {
        if (!ways.TryGetValue((State, trigger), out var next)) return;
        passages.Add(new Passage(DateTime.UtcNow, State, next));
        if (next == Level.Filled) Metres = 4.8;
        if (State == Level.Opened) Boats++;
        State = next;
    }
}
