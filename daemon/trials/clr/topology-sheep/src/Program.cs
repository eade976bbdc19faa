using Sheep;

var farm = new Farm("Maire Ní Dhuibh");
while (Console.ReadLine() is { } line)
{
    var words = line.Split(';');
    switch (words[0])
    {
        case "pasture":
            farm.AddPasture(words[1], words[2], words[3]);
            break;
        case "animal":
            farm.AddAnimal(words[1], words[2], int.Parse(words[3]));
            break;
        case "at":
            farm.Locate(words[1], double.Parse(words[2]), double.Parse(words[3]), int.Parse(words[4]));
            break;
        default:
            Console.WriteLine(farm.Report());
            break;
    }
}
await Task.Delay(Timeout.Infinite);
