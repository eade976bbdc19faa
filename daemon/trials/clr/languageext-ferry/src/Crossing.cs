using LanguageExt;
using static LanguageExt.Prelude;

namespace Ferry;

public enum Tide { Ebb, Flood, Slack }

public sealed record Vehicle(string Plate, int Tons, Option<string> Driver);

public sealed record Crossing(
    string Ship,
    string Captain,
    Tide Tide,
    Lst<Vehicle> Deck,
    Map<string, int> Passengers,
    Option<string> Delay,
    int Trips)
{
    public int Load => Deck.Sum(vehicle => vehicle.Tons);

    public static Crossing Begin(string ship, string captain) =>
        new(ship, captain, Tide.Ebb, List<Vehicle>(), Map<string, int>(), None, 0);
}
