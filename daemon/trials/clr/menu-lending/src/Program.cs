using Lending;

var menu = new Menu(new Keeper(), Console.Out);
while (Console.ReadLine() is { } line && menu.Take(line)) { }

namespace Lending
{
    public sealed class Keeper
    {
        private readonly Stack<Catalogue> _past = new();

        public Catalogue Catalogue { get; private set; } = Catalogue.Empty;

        public string Librarian { get; set; } = "Agathe Rohr";

        public void Change(Func<Catalogue, Catalogue> change)
        {
            _past.Push(Catalogue);
            Catalogue = change(Catalogue);
        }

        public bool Undo()
        {
            if (!_past.TryPop(out Catalogue? before)) return false;
            Catalogue = before;
            return true;
        }

        public void AddVolume(string shelfmark, string title, string room) => Change(now => now.Add(new Volume(shelfmark, title, new Standing.Shelved(room))));

        public void Lend(string shelfmark, string to, int days = 14) => Change(now => now.Lend(shelfmark, to, days));

        public void Fine(string name, int amount) => Change(now => now.Fine(name, amount));
    }

    /// <summary>What can be typed, and what it does.</summary>
    public sealed class Menu(Keeper keeper, TextWriter screen)
    {
        private readonly Dictionary<string, (string Help, Action<string[]> Run)> _commands = new(StringComparer.OrdinalIgnoreCase)
        {
            ["add"] = ("add SHELFMARK ROOM TITLE", words => keeper.AddVolume(words[1], string.Join(' ', words[3..]), words[2])),
            ["enrol"] = ("enrol NAME", words => keeper.Change(now => now.Enrol(string.Join(' ', words[1..])))),
            ["lend"] = ("lend SHELFMARK DAYS NAME", words => keeper.Lend(words[1], string.Join(' ', words[3..]), int.Parse(words[2]))),
            ["wish"] = ("wish NAME/TITLE", words => { string[] parts = string.Join(' ', words[1..]).Split('/'); keeper.Change(now => now.Wish(parts[0], parts[1])); }),
            ["fine"] = ("fine AMOUNT NAME", words => keeper.Fine(string.Join(' ', words[2..]), int.Parse(words[1]))),
            ["undo"] = ("undo", _ => keeper.Undo()),
        };

        private string _last = "";

        public int Taken { get; private set; }

        public bool Take(string line)
        {
            string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (words is ["quit"]) return false;
            if (words.Length == 0 || !_commands.TryGetValue(words[0], out var command)) screen.WriteLine("?");
            else
            {
                command.Run(words);
                _last = words[0];
                Taken++;
                screen.WriteLine($"done {Taken}");
            }
            return true;
        }
    }
}
