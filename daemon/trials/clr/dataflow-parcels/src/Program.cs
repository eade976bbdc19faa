using System.Globalization;
using Parcels;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var depot = new Depot("Ottilie Brandt");
Console.WriteLine("Code;receiver;kilos;zone, or: stop, start, dispatch ZONE, report");
while (Console.ReadLine() is { } line)
{
    var words = line.Split(' ', 2);
    switch (words[0])
    {
        case "stop": depot.StopBelt(); break;
        case "start": depot.StartBelt(); break;
        case "dispatch": Console.WriteLine(depot.Dispatch(words[1])); break;
        case "report": Console.WriteLine(depot.Report()); break;
        default:
            if (line.Split(';') is [var code, var receiver, var kilos, var zone])
                await depot.Accept(code, receiver, double.Parse(kilos), zone);
            break;
    }
}
