using Jint;

namespace Rules;

public class Shelter { public string Town = "Evora"; public int Beds = 64; public List<string> Dogs = ["Tico", "Luna"]; public bool Full; }

public static class Program
{
    private static readonly Shelter shelter = new();
    private static readonly Engine engine = new(options => options.LimitMemory(64_000_000));

    public static async Task Main()
    {
        engine.SetValue("shelter", shelter);
        engine.Execute("var adopted = 7; var season = 'spring'; const fees = { dog: 85, cat: 60.5 }; let vaccinated = true; function adopt(name) { adopted += 1; shelter.Dogs.Remove(name); }");
        engine.Invoke("adopt", "Tico");
        Console.WriteLine("rules read");
        await Task.Delay(-1);
    }
}
