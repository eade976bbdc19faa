using System.Globalization;
using Marathon;
using SimpleInjector;

CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var container = new Container();
container.RegisterInstance(new RaceOptions("Rice fields marathon", "Sueca", args[0], 42.195));
container.RegisterSingleton<IStartList, CsvStartList>();
container.RegisterSingleton<IScoreboard, Scoreboard>();
container.RegisterSingleton<Race>();
container.Verify();

var race = container.GetInstance<Race>();
Console.WriteLine("ready: start, split BIB TIME, finish BIB TIME, retire BIB REASON, report");
while (Console.ReadLine() is { } line)
{
    switch (line.Split(' ', 3))
    {
        case ["start"]: race.Start(); break;
        case ["split", var bib, var time]: race.Split(int.Parse(bib), time); break;
        case ["finish", var bib, var time]: race.Finish(int.Parse(bib), time); break;
        case ["retire", var bib, var reason]: race.Retire(int.Parse(bib), reason); break;
        case ["report"]: Console.WriteLine(race.Report()); break;
    }
}
