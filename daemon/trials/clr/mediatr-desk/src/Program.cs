using System.Threading.Channels;
using MediatR;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Desk;

public class DeskOptions { public string Airline { get; set; } = "Zephyr"; public int MaxBags { get; set; } = 3; public double KilosPerBag { get; set; } = 22.5; }
public record CheckIn(string Passenger, int Bags) : IRequest<string>;
public record Seat(string Passenger, string Place, int Bags);

public class SeatPlan
{
    private readonly List<Seat> seats = [];
    private readonly Channel<Seat> boarding = Channel.CreateBounded<Seat>(200);
    public string Gate { get; private set; } = "C14";
    public bool Closed { get; private set; }
    public string Take(string passenger, int bags) { var seat = new Seat(passenger, $"{21 + seats.Count}F", bags); seats.Add(seat); boarding.Writer.TryWrite(seat); return seat.Place; }
    public void ChangeGate(string gate) => Gate = gate;
}

public class CheckInHandler(SeatPlan plan, IOptions<DeskOptions> options) : IRequestHandler<CheckIn, string>
{
    public Task<string> Handle(CheckIn request, CancellationToken stop) => Task.FromResult(plan.Take(request.Passenger, Math.Min(request.Bags, options.Value.MaxBags)));
}

public static class Program
{
    public static async Task Main()
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddSingleton<SeatPlan>().Configure<DeskOptions>(options => options.Airline = "Mistral Air").AddMediatR(setup => setup.RegisterServicesFromAssemblyContaining<SeatPlan>());
        using IHost host = builder.Build();
        await host.StartAsync();
        var mediator = host.Services.GetRequiredService<IMediator>();
        await mediator.Send(new CheckIn("Amelia", 2));
        await mediator.Send(new CheckIn("Bessie", 9));
        Console.WriteLine("boarding");
        await host.WaitForShutdownAsync();
    }
}
