using Microsoft.EntityFrameworkCore;

namespace Foundry;

public enum CastingState { Ordered, Moulded, Poured, Finished, Cancelled }

public class Customer
{
    public int Id { get; set; }
    public required string Name { get; set; }
    public string Town { get; set; } = "";
    public List<Casting> Castings { get; } = [];
}

public class Alloy
{
    public int Id { get; set; }
    public required string Name { get; set; }
    public double Kilos { get; set; }
}

public class Casting
{
    public int Id { get; set; }
    public Guid Tag { get; set; } = Guid.NewGuid();
    public required string Piece { get; set; }
    public double Weight { get; set; }
    public CastingState State { get; set; }
    public DateTime Ordered { get; set; } = DateTime.UtcNow;
    public int CustomerId { get; set; }
    public Customer? Customer { get; set; }
    public int AlloyId { get; set; }
    public Alloy? Alloy { get; set; }
}

public class FoundryContext(DbContextOptions<FoundryContext> options) : DbContext(options)
{
    public DbSet<Customer> Customers => Set<Customer>();
    public DbSet<Alloy> Alloys => Set<Alloy>();
    public DbSet<Casting> Castings => Set<Casting>();
}
