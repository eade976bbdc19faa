var room = new Chartroom();
while (Console.ReadLine() is { } line)
{
    string[] words = line.Split('|');
    switch (words[0])
    {
        case "add": room.AddChart(int.Parse(words[1]), words[2], int.Parse(words[3])); break;
        case "scrap": room.ScrapChart(int.Parse(words[1])); break;
        case "correct": room.CorrectChart(int.Parse(words[1]), words[2]); break;
        case "lend": room.Lend(int.Parse(words[1]), words[2]); break;
        case "back": room.GiveBack(int.Parse(words[1])); break;
        case "variation": room.SetVariation(words[1]); break;
        case "keeper": room.HandOver(words[1]); break;
        case "report": Console.WriteLine(room.Report()); break;
    }
}
Thread.Sleep(Timeout.Infinite);
