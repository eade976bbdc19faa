using Ferry;

var office = new Office(Crossing.Begin("Solveig", "Håkon Lie"), 60);
Console.WriteLine("drive PLATE TONS DRIVER, board KIND COUNT, delay REASON, tide TIDE, sail, show");
while (Console.ReadLine() is { } line)
{
    var words = line.Split(' ');
    switch (words)
    {
        case ["drive", var plate, var tons, .. var driver]:
            Console.WriteLine(office.Drive(plate, int.Parse(tons), string.Join(' ', driver)).Match(_ => "on deck", refused => refused));
            break;
        case ["board", var kind, var count]:
            office.Board(kind, int.Parse(count));
            break;
        case ["delay", .. var reason]:
            office.Postpone(string.Join(' ', reason));
            break;
        case ["tide", var tide]:
            office.TurnTide(Enum.Parse<Tide>(tide, true));
            break;
        case ["sail"]:
            office.Sail();
            break;
        case ["show"]:
            Console.WriteLine(office);
            break;
    }
}
