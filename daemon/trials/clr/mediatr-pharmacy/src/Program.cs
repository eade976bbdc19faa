using System.Collections.Concurrent;
using Autofac;
using MediatR;

namespace Pharmacy;

public record Remedy(string Name, string Drawer, int Boxes, decimal Price);
public record Dispensed(string Patient, string Remedy, int Boxes);

public class Cabinet
{
    private readonly ConcurrentDictionary<string, Remedy> remedies = new();
    public string Pharmacist { get; set; } = "Dr. Quennell";
    public int ReorderBelow { get; set; } = 5;
    public void Stock(string name, string drawer, int boxes, decimal price) => remedies[name] = new Remedy(name, drawer, boxes, price);
    public Remedy Take(string name, int boxes) => remedies.AddOrUpdate(name, _ => throw new KeyNotFoundException(name), (_, one) => one with { Boxes = one.Boxes - boxes });
    public bool Discard(string name) => remedies.TryRemove(name, out _);
}

public class Ledger
{
    private readonly List<Dispensed> entries = [];
    private readonly Queue<string> orders = new();
    public decimal Takings { get; private set; }
    public void Write(Dispensed entry, decimal price) { entries.Add(entry); Takings += price; }
    public void Order(string remedy) => orders.Enqueue(remedy);
}

public class Dispense : IRequest<Remedy>
{
    public required string Patient { get; init; }
    public required string Remedy { get; init; }
    public int Boxes { get; init; } = 1;
}

public class RunningLow : INotification
{
    public required string Remedy { get; init; }
}

public class DispenseHandler(Cabinet cabinet, Ledger ledger, IMediator mediator) : IRequestHandler<Dispense, Remedy>
{
    public async Task<Remedy> Handle(Dispense request, CancellationToken stop)
    {
        var remedy = cabinet.Take(request.Remedy, request.Boxes);
        ledger.Write(new Dispensed(request.Patient, remedy.Name, request.Boxes), request.Boxes * remedy.Price);
        if (remedy.Boxes < cabinet.ReorderBelow) await mediator.Publish(new RunningLow { Remedy = remedy.Name }, stop);
        return remedy;
    }
}

public class OrderMore(Ledger ledger) : INotificationHandler<RunningLow>
{
    public Task Handle(RunningLow notification, CancellationToken stop)
    {
        ledger.Order(notification.Remedy);
        return Task.CompletedTask;
    }
}

public class Counter(IMediator mediator)
{
    private int served;

    public async Task<string> Serve(string patient, string remedy, int boxes)
    {
        var left = await mediator.Send(new Dispense { Patient = patient, Remedy = remedy, Boxes = boxes });
        served++;
        return $"{left.Boxes} left of {left.Name}";
    }
}

public static class Program
{
    public static async Task Main()
    {
        var builder = new ContainerBuilder();
        builder.RegisterType<Mediator>().As<IMediator>().InstancePerLifetimeScope();
        builder.Register<ServiceFactory>(context => { var scope = context.Resolve<IComponentContext>(); return type => scope.Resolve(type); });
        builder.RegisterAssemblyTypes(typeof(Program).Assembly).AsClosedTypesOf(typeof(IRequestHandler<,>)).AsImplementedInterfaces();
        builder.RegisterAssemblyTypes(typeof(Program).Assembly).AsClosedTypesOf(typeof(INotificationHandler<>)).AsImplementedInterfaces();
        builder.RegisterType<Cabinet>().SingleInstance();
        builder.RegisterType<Ledger>().SingleInstance();
        builder.RegisterType<Counter>().SingleInstance();
        await using var container = builder.Build();

        var cabinet = container.Resolve<Cabinet>();
        cabinet.Stock("Valerian", "B3", 24, 6.40m);
        cabinet.Stock("Camphor", "A1", 6, 11.25m);
        cabinet.Stock("Arnica", "D7", 15, 4.95m);
        var counter = container.Resolve<Counter>();
        await counter.Serve("Mr. Osei", "Valerian", 3);
        await counter.Serve("Ms. Bright", "Camphor", 2);
        Console.WriteLine("open");
        await Task.Delay(Timeout.Infinite);
    }
}
