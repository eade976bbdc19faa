// A minimal API: a to-do list in a local that only the handlers capture, a cart in a service; and a controller for reviews.
using System.Collections.Concurrent;
using Microsoft.Extensions.Caching.Memory;
using TodoApi;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddMemoryCache();
builder.Services.AddSingleton<PriceList>();
builder.Services.AddSingleton<ICart, Cart>();
builder.Services.AddSingleton<ReviewBook>();
builder.Services.AddScoped<ReviewDesk>();
builder.Services.AddControllers();
var app = builder.Build();

var todos = new ConcurrentDictionary<int, Todo>();
todos[1] = new Todo(1, "Water the plants", false, new DateOnly(2026, 5, 4));
todos[2] = new Todo(2, "Call the bank", true, null);
var nextId = 3;
var owner = "ada";

app.MapGet("/todos", () => todos.Values.OrderBy(todo => todo.Id));
app.MapGet("/todos/{id}", (int id) => todos.TryGetValue(id, out var todo) ? Results.Ok(todo) : Results.NotFound());
app.MapPost("/todos", (NewTodo draft) =>
{
    var todo = new Todo(Interlocked.Increment(ref nextId) - 1, draft.Title, false, draft.Due);
    todos[todo.Id] = todo;
    return Results.Created($"/todos/{todo.Id}", todo);
});
app.MapDelete("/todos/{id}", (int id) => todos.TryRemove(id, out _) ? Results.NoContent() : Results.NotFound());
app.MapPost("/cart/{sku}", (string sku, int? quantity, ICart cart) => cart.Add(sku, quantity ?? 1));
app.MapGet("/owner", () => owner);
app.MapGet("/health", context => context.Response.WriteAsync($"{todos.Count} to do"));
app.MapGet("/greetings/{name}", context => context.Response.WriteAsync($"hello {context.Request.RouteValues["name"]}"));
app.MapControllers();
app.MapGet("/quote", (IMemoryCache cache) => cache.GetOrCreate("quote:today", _ => new Quote("Less, but better.", "Dieter Rams")));

app.Services.GetRequiredService<ICart>().Add("tea", 2);
app.Services.GetRequiredService<IMemoryCache>().Set("greeting", "good morning");
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine($"ready {Environment.ProcessId} {string.Join(' ', app.Urls)}"));
app.Run();
