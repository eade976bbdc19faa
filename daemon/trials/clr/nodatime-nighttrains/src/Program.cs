using Nighttrains;
using NodaTime;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddSingleton(DateTimeZoneProviders.Tzdb);
builder.Services.AddSingleton<Timetable>();
var app = builder.Build();

app.MapGet("/trains", (Timetable timetable) => timetable.Trains.Select(train => new
{
    train.Name,
    Delay = train.Delay.ToString(),
    train.Reason,
    Runs = train.Runs.ToString(),
    Stops = train.Stops.Select(stop => $"{stop.Station} {stop.Departure.InZoneLeniently(stop.Zone)}"),
    Berths = train.Berths.Select(berth => $"{berth.Number} {berth.Passenger ?? "free"} {berth.WakeUp}"),
}));
app.MapPost("/trains/{train}/berths/{berth}", (Timetable timetable, string train, string berth, Booking booking) =>
    timetable.Book(train, berth, booking.Passenger, booking.WakeUp) ? Results.NoContent() : Results.Conflict());
app.MapDelete("/trains/{train}/berths/{berth}", (Timetable timetable, string train, string berth) => timetable.Free(train, berth));
app.MapPut("/trains/{train}/delay", (Timetable timetable, string train, Late late) => timetable.SetDelay(train, late.Minutes, late.Reason));
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine("open"));
app.Run($"http://127.0.0.1:{args[0]}");

internal record Booking(string Passenger, string WakeUp);

internal record Late(int Minutes, string Reason);
