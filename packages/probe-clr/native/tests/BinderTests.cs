using System;
using System.Collections.Generic;
using System.Reflection;
using Substrate.Payload;
using Binder = Substrate.Payload.Binder;

namespace PayloadTests;

public sealed class Draft
{
    public string Title { get; set; } = "";
    public int Count { get; set; }
    public Level Level { get; set; }
}

public static class BinderTests
{
    private static T? Bind<T>(string json) => (T?)Binder.Bind(JsonText.Parse(json), typeof(T), "x");

    [Test]
    public static void ValuesBecomeWhatAMethodWants()
    {
        Check.Equal(5, Bind<int>("5"));
        Check.Equal((byte)200, Bind<byte>("200"));
        Check.Equal(1.25m, Bind<decimal>("1.25"));
        Check.Equal(null, Bind<int?>("null"));
        Check.Equal(Level.High, Bind<Level>("\"high\""));
        Check.Equal(new DateOnly(2026, 5, 4), Bind<DateOnly>("\"2026-05-04\""));
        Check.Equal(TimeSpan.FromHours(1), Bind<TimeSpan>("\"01:00:00\""));
        Check.Equal(3, Bind<List<int>>("[1,2,3]")!.Count);
        Check.Equal(2, Bind<string[]>("[\"a\",\"b\"]")!.Length);
        Check.Equal(2, Bind<IReadOnlyList<int>>("[1,2]")!.Count);
        Check.Equal(7, Bind<Dictionary<string, int>>("{\"a\":7}")!["a"]);
        Check.Equal(new Point(1, 2), Bind<Point>("{\"x\":1,\"y\":2}"));
        Draft draft = Bind<Draft>("{\"title\":\"t\",\"count\":2,\"level\":\"High\"}")!;
        Check.Equal(("t", 2, Level.High), (draft.Title, draft.Count, draft.Level));
    }

    private sealed record Letter(string To, Level Level, int Pages = 1)
    {
        public required string From { get; init; }
        public Draft? Enclosed { get; set; }
    }

    private sealed record Parcel(string To, Level Level, int Weight = 1);

    [Test]
    public static void AnObjectIsAskedForByItsParts()
    {
        Check.Equal("To String True, Level Level True, Weight Int32 False", string.Join(", ", Array.ConvertAll(Binder.PartsOf(typeof(Parcel)), part => $"{part.Name} {Names.OfType(part.Type)} {part.IsRequired}")));
        Check.Equal("Title, Count, Level", string.Join(", ", Array.ConvertAll(Binder.PartsOf(typeof(Draft)), part => part.Name)));
        // One that holds another, a value, a map: given whole.
        Check.Equal(0, Binder.PartsOf(typeof(Letter)).Length + Binder.PartsOf(typeof(Money)).Length + Binder.PartsOf(typeof(Dictionary<string, int>)).Length);
        Check.Equal(new Parcel("Ada", Level.High), (Parcel)Binder.Bind(JsonText.Parse("{\"to\":\"Ada\",\"level\":\"High\",\"other\":3}"), typeof(Parcel), "")!);
        Check.Equal("'Level' is missing.", Check.Throws(() => Binder.Bind(JsonText.Parse("{\"to\":\"Ada\"}"), typeof(Parcel), "")));
    }

    [Test]
    public static void WhatDoesNotFitSaysWhatIsWanted()
    {
        Check.Equal("'x' must be a whole number, not a number.", Check.Throws(() => Bind<int>("1.5")));
        Check.Equal("'x' must be within the range of Byte, not a number.", Check.Throws(() => Bind<byte>("300")));
        Check.Equal("'x' must be a string, not a number.", Check.Throws(() => Bind<string>("1")));
        Check.Equal("'x' must be one of Low, High, not the text \"middle\".", Check.Throws(() => Bind<Level>("\"middle\"")));
        Check.Equal("'x.Y' is missing.", Check.Throws(() => Bind<Point>("{\"x\":1}")));
        Check.Equal("'x[1]' must be a number, not true or false.".Replace("true or false", "a boolean"), Check.Throws(() => Bind<int[]>("[1,true]")));
    }

    [Test]
    public static void TypesAreNamedForTheCaller()
    {
        Check.Equal("string", Binder.TypeName(typeof(Guid)));
        Check.Equal("number", Binder.TypeName(typeof(int?)));
        Check.Equal("boolean", Binder.TypeName(typeof(bool)));
        Check.Equal("array", Binder.TypeName(typeof(IEnumerable<string>)));
        Check.Equal("object", Binder.TypeName(typeof(Point)));
        Check.Equal(null, Binder.TypeName(typeof(Action)));
        Check.Equal(null, Binder.TypeName(typeof(System.IO.Stream)));
        Check.Equal(null, Binder.TypeName(typeof(IServiceProvider)));
    }
}
