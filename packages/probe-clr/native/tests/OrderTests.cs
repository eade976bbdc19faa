using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Text.RegularExpressions;
using Substrate.Payload;

namespace PayloadTests;

/// <summary>What has no order but that of its hashes is told in the same one, whatever these are.</summary>
public static class OrderTests
{
    private static readonly string[] Words = ["quince", "medlar", "plum", "apple", "sloe", "damson", "pear", "fig", "Zibarte", "bullace"];

    /// <summary>As another run has them.</summary>
    private sealed class Hashes<T>(int run) : IEqualityComparer<T>, IEqualityComparer where T : notnull
    {
        private readonly Dictionary<object, int> _known = new(ReferenceEqualityComparer.Instance);
        private readonly Random _random = new(run);
        public bool Equals(T? a, T? b) => object.Equals(a, b);
        public int GetHashCode(T one) => one is string text ? HashCode.Combine(run, string.GetHashCode(text)) * run : Of(one);
        bool IEqualityComparer.Equals(object? a, object? b) => object.Equals(a, b);
        int IEqualityComparer.GetHashCode(object one) => GetHashCode((T)one);
        private int Of(object one) => _known.TryGetValue(one, out int hash) ? hash : _known[one] = one is ValueType ? HashCode.Combine(run, one) : _random.Next();
    }

    private sealed class Berth(string name, int depth)
    {
        public readonly string Name = name;
        public readonly int Depth = depth;
        public int Visits;
    }

    private static string Read(object value, int elements = 200, int from = 0)
    {
        var walker = new Walker(new Planner(new Origins()));
        var json = new Utf8Buffer();
        walker.Begin(new Budget { MaxNodes = 20_000, MaxDepth = 12, MaxString = 4096, MaxElements = elements, MaxBytes = 4 << 20 });
        int node = walker.AddRoot("state", value);
        if (from > 0) walker.WalkFrom(node, from, elements);
        else walker.Walk();
        walker.Write(json, node);
        walker.End();
        return System.Text.Encoding.UTF8.GetString(json.Written);
    }

    private static string NamesIn(string text) => string.Join(" ", Regex.Matches(text, "\"n\":\"([^\"]*)\",\"v\"").Select(one => one.Groups[1].Value));
    private static string ValuesIn(string text) => string.Join(" ", Regex.Matches(text, "\"v\":\"?([^\",}]*)").Select(one => one.Groups[1].Value));

    private static void AlikeInEachRun(string expected, Func<string, string> told, Func<int, object> make)
    {
        for (int run = 1; run < 6; run++) Check.Equal(expected, told(Read(make(run))));
    }

    private static T[] Shuffled<T>(int run, IEnumerable<T> all)
    {
        T[] shuffled = all.ToArray();
        new Random(run).Shuffle(shuffled);
        return shuffled;
    }

    [Test]
    public static void TextsComeAsTheyCompare()
    {
        const string names = "Zibarte apple bullace damson fig medlar pear plum quince sloe";
        static KeyValuePair<string, int>[] Pairs(int run) => Array.ConvertAll(Shuffled(run, Words), word => new KeyValuePair<string, int>(word, word.Length));
        AlikeInEachRun(names, NamesIn, run => new ConcurrentDictionary<string, int>(Pairs(run), new Hashes<string>(run)));
        AlikeInEachRun(names, NamesIn, run => ImmutableDictionary.CreateRange(new Hashes<string>(run), Pairs(run)));
        AlikeInEachRun(names, NamesIn, run => new Hashtable(Pairs(run).ToDictionary(), new Hashes<string>(run)));
        AlikeInEachRun(names, NamesIn, run => Pairs(run).ToFrozenDictionary(new Hashes<string>(run)));
        AlikeInEachRun(names, ValuesIn, run => ImmutableHashSet.CreateRange(new Hashes<string>(run), Shuffled(run, Words)));
        AlikeInEachRun(names, ValuesIn, run => Shuffled(run, Words).ToFrozenSet(new Hashes<string>(run)));
    }

    [Test]
    public static void NumbersAndPairsComeByTheirWorth()
    {
        AlikeInEachRun("-5 3 20 100", NamesIn, run => new ConcurrentDictionary<long, int>(Shuffled<long>(run, [20, 3, -5, 100]).Select(one => KeyValuePair.Create(one, 1)), new Hashes<long>(run)));
        AlikeInEachRun("1 2 3 4", ValuesIn, run => new ConcurrentDictionary<(string, double), int>(
            Shuffled(run, new[] { KeyValuePair.Create(("a", 0.5), 1), KeyValuePair.Create(("a", 2.5), 2), KeyValuePair.Create(("b", -1.0), 3), KeyValuePair.Create(("c", 0.0), 4) }), new Hashes<(string, double)>(run)));
    }

    [Test]
    public static void ObjectsComeByWhatIsSetInThemOnce()
    {
        AlikeInEachRun("1 2 3 4", ValuesIn, run =>
        {
            var map = new ConcurrentDictionary<object, int>(new Hashes<object>(run));
            // How often they were used is chance.
            foreach ((Berth berth, int place) in Shuffled(run, new[] { (new Berth("east", 9), 1), (new Berth("north", 4), 2), (new Berth("north", 12), 3) })) (map[berth], berth.Visits) = (place, run * place % 3);
            map["a text"] = 4;
            return map;
        });
        AlikeInEachRun("1 2 3", ValuesIn, run => new ConcurrentDictionary<Type, int>(Shuffled(run, new[] { KeyValuePair.Create(typeof(Berth), 1), KeyValuePair.Create(typeof(Guid), 2), KeyValuePair.Create(typeof(string), 3) }), new Hashes<Type>(run)));
    }

    [Test]
    public static void APartOfOneIsOfTheSameOrder()
    {
        KeyValuePair<string, int>[] pairs = Words.Select((word, i) => KeyValuePair.Create(word, i)).ToArray();
        foreach (object map in new object[] { new ConcurrentDictionary<string, int>(pairs), ImmutableDictionary.CreateRange(pairs) })
        {
            Check.Equal("Zibarte apple bullace", NamesIn(Read(map, elements: 3)));
            Check.Contains("\"z\":10", Read(map, elements: 3));
            Check.Equal("damson fig medlar", NamesIn(Read(map, elements: 3, from: 3)));
        }
    }

    [Test]
    public static void WhatHoldsVeryManyIsToldAsItLies()
    {
        var map = new ConcurrentDictionary<string, int>(Enumerable.Range(0, 5000).Select(i => KeyValuePair.Create($"n{i}", i)));
        string text = Read(map);
        Check.Contains("\"z\":5000", text);
        Check.Equal(string.Join(" ", map.Take(200).Select(one => one.Key)), NamesIn(text));
    }
}
