using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Hosting;

namespace MailWorker;

public sealed class DeliveryService(MailQueue queue) : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var rounds = 0;
        var relay = "smtp.example.com";
        // Bounces come back here.
        using var bounces = new TcpListener(IPAddress.Loopback, 0);
        bounces.Start();
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(500));
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            if (queue.Paused) continue;
            rounds++;
            if (!queue.DeliverNext() && rounds > 1_000_000) relay = "none";
        }
        GC.KeepAlive(relay);
        GC.KeepAlive(bounces);
    }
}
