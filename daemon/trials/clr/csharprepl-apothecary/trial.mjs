const typed = `record Remedy(string Name, int Drops, decimal Price);
class Shelf { public string Place = ""; public System.Collections.Generic.List<Remedy> Remedies = new(); public bool Locked; }
var apothecary = "Hedda Klingspor";
var town = "Visby";
var shelves = new System.Collections.Generic.List<Shelf> { new Shelf { Place = "Window", Remedies = { new Remedy("Valerian", 20, 4.75m), new Remedy("Arnica", 12, 6.20m) } }, new Shelf { Place = "Cellar", Locked = true, Remedies = { new Remedy("Laudanum", 3, 31.5m) } } };
var till = 182.40m;
var stock = new System.Collections.Generic.Dictionary<string, int> { ["Valerian"] = 44, ["Arnica"] = 9, ["Laudanum"] = 2 };
var orders = new System.Collections.Generic.Queue<string>(new[] { "Widow Marklund: Arnica", "Harbour master: Valerian" });
DateTime opened = new DateTime(2026, 11, 18, 8, 30, 0);
decimal Sell(string name, int bottles) { var one = shelves.SelectMany(shelf => shelf.Remedies).First(remedy => remedy.Name == name); stock[name] -= bottles; till += one.Price * bottles; return till; }
int Restock(string name, int bottles) { stock[name] = stock.GetValueOrDefault(name) + bottles; return stock[name]; }
void Order(string text) { orders.Enqueue(text); }
string Serve() => orders.Dequeue();
void HandOver(string to) { apothecary = to; }
Sell("Valerian", 4)
Restock("Arnica", 6)
"the shop is " + "open"
`;

/** C# REPL as it is published: a prompt at which an apothecary has typed. */
export default {
  get: { nugetTool: ['csharprepl', '0.7.1'] },
  start: ({ tools, work }) => [
    `${tools}/csharprepl`,
    ['--streamPipedInput', '--culture', 'sv-SE', '--tabSize', 3],
    { cwd: work, env: { HOME: work, XDG_CONFIG_HOME: work, NO_COLOR: '1' } },
  ],
  async drive({ stdin, until, said }) {
    stdin(typed);
    await until(() => said().includes('the shop is open') && /201[.,]40?/.test(said()), 'what was typed', 180_000);
  },
};
