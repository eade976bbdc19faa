// A generic host with a background worker and a queue of mails. Delivery is paused at the start, so that the queue stays until someone
// resumes it or drains it.
using MailWorker;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

var builder = Host.CreateApplicationBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddSingleton<MailQueue>();
builder.Services.AddHostedService<DeliveryService>();
var host = builder.Build();

var queue = host.Services.GetRequiredService<MailQueue>();
queue.Enqueue("ada@example.com", "Your receipt", MailPriority.Normal);
queue.Enqueue("grace@example.com", "Password changed", MailPriority.Urgent);
queue.Enqueue("alan@example.com", "Weekly digest", MailPriority.Low);

await host.StartAsync();
Console.WriteLine($"ready {Environment.ProcessId}");
await host.WaitForShutdownAsync();
