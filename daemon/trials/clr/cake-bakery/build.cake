public class Batch
{
    public string Baker { get; set; } = "Anselm";
    public int Loaves { get; set; } = 140;
    public double Hydration { get; set; } = 72.5;
    public List<string> Shelf { get; } = new List<string>();
    public Dictionary<string, int> Grams { get; } = new Dictionary<string, int>();
    public int Folds { get; private set; }

    public void Fold(int times) => Folds += times;
    public void Shelve(string bread) => Shelf.Add(bread);
    public void Discard(string bread) => Shelf.Remove(bread);
}

var season = Argument("season", "summer");

Setup<Batch>(context =>
{
    var batch = new Batch();
    batch.Grams["rye flour"] = 2400;
    batch.Grams["sea salt"] = 48;
    return batch;
});

Task("Knead")
    .Description("Flour, water and patience")
    .Does<Batch>(batch =>
    {
        batch.Fold(3);
        batch.Shelve("Dark rye");
        batch.Shelve("Walnut loaf");
    });

Task("Proof")
    .Description("Leave it alone until it has risen")
    .IsDependentOn("Knead")
    .Does<Batch>(batch =>
    {
        Information("resting");
        System.Threading.Thread.Sleep(System.Threading.Timeout.Infinite);
    });

Task("Deliver").Description("Carry it to the market").IsDependentOn("Proof").Does(() => Information("gone"));

RunTarget(Argument("target", "Deliver"));
