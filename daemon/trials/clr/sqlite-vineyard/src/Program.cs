using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace Vineyard;

public class Wine { public int Id { get; set; } public string Name { get; set; } = ""; public int Vintage { get; set; } public decimal Price { get; set; } public List<Tasting> Tastings { get; set; } = []; }
public class Tasting { public int Id { get; set; } public string Taster { get; set; } = ""; public int Points { get; set; } public int WineId { get; set; } }

public class Cellar(DbContextOptions<Cellar> options) : DbContext(options)
{
    public DbSet<Wine> Wines => Set<Wine>();
    public DbSet<Tasting> Tastings => Set<Tasting>();
}

public class Estate
{
    public string Owner = "Nonna Rosa";
    public double Hectares = 6.5;
    public Cellar Cellar;

    public Estate(Cellar cellar) => Cellar = cellar;
}

public static class Program
{
    public static async Task Main()
    {
        var connection = new SqliteConnection("DataSource=:memory:");
        connection.Open();
        var cellar = new Cellar(new DbContextOptionsBuilder<Cellar>().UseSqlite(connection).Options);
        cellar.Database.EnsureCreated();
        cellar.Add(new Wine { Name = "Barbera", Vintage = 2019, Price = 14.5m, Tastings = [new Tasting { Taster = "Ugo", Points = 88 }, new Tasting { Taster = "Pia", Points = 91 }] });
        cellar.Add(new Wine { Name = "Nebbiolo", Vintage = 2016, Price = 32m });
        cellar.SaveChanges();
        var estate = new Estate(cellar);
        cellar.Wines.Single(wine => wine.Name == "Nebbiolo").Price = 35m;
        Console.WriteLine("bottled");
        await Task.Delay(-1);
        GC.KeepAlive(estate);
    }
}
