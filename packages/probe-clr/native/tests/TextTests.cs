using System;
using System.Collections.Generic;
using System.Text;
using Substrate.Payload;

namespace PayloadTests;

public static class TextTests
{
    [Test]
    public static void CrcIsThatOfZlib()
    {
        Check.Equal(0xCBF43926u, Crc.Of("123456789"u8));
        Check.Equal(0u, Crc.Of([]));
        Check.Equal(0x414FA339u, Crc.Of("The quick brown fox jumps over the lazy dog"u8));
    }

    [Test]
    public static void JsonIsRead()
    {
        var value = (Dictionary<string, object?>)JsonText.Parse(""" {"a":[1,-2.5e3,true,null,"x\n\u00e4\"\\"],"b":{}} """)!;
        var list = (List<object?>)value["a"]!;
        Check.Equal(1.0, (double)list[0]!);
        Check.Equal(-2500.0, (double)list[1]!);
        Check.Equal("x\nä\"\\", (string)list[4]!);
        foreach (string bad in new[] { "", "{", "[1,]", "{\"a\"}", "nul", "\"", "1 2", new string('[', 100) })
            Check.Throws(() => JsonText.Parse(bad));
    }

    [Test]
    public static void JsonIsWritten()
    {
        var json = new Utf8Buffer();
        json.String("a\"\\\n\u0001ä日");
        json.Number(12L);
        json.Number(9007199254740993L);
        json.Number(0.1f);
        json.Number(1.5m);
        json.Number(double.NaN);
        Check.Equal("\"a\\\"\\\\\\n\\u0001ä日\"12\"9007199254740993\"0.11.5\"NaN\"", Encoding.UTF8.GetString(json.Written));
        json.Clear();
        json.String("abcdef", 3);
        Check.Equal("\"abc…\"", Encoding.UTF8.GetString(json.Written));
    }

    [Test]
    public static void NamesAreThoseOfTheSource()
    {
        Check.Equal("Total", Names.OfField("<Total>k__BackingField"));
        Check.Equal("item", Names.OfField("<item>5__2"));
        Check.Equal("queue", Names.OfField("<queue>P"));
        Check.Equal("_lines", Names.OfField("_lines"));
        Check.Equal("commands", Names.OfField("commands@29"));
        Check.Equal("Total", Names.OfField("Total@"));
        Check.Equal(null, Names.OfField("<>1__state"));
        Check.Equal(null, Names.OfField("CS$<>8__locals1"));
        Check.True(Names.IsHolder("<>8__1") && Names.IsHolder("CS$<>8__locals1"), "holders are known");
        Check.Equal("Dictionary<String, List<Int32>>", Names.OfType(typeof(Dictionary<string, List<int>>)));
        Check.Equal("(Int32, String)", Names.OfType(typeof((int, string))));
        Check.Equal("Int32?", Names.OfType(typeof(int?)));
    }

    /// <summary>The cases that hold for every language: a file of lines, `cut` or `stay`, the type, the name and the value.</summary>
    [Test]
    public static void SecretsAreThoseOfTheCases()
    {
        string file = Environment.GetEnvironmentVariable("SECRET_CASES") ?? throw new CheckFailed("SECRET_CASES names the file of cases");
        var wrong = new List<string>();
        int count = 0;
        foreach (string line in System.IO.File.ReadLines(file))
        {
            string[] parts = line.Split('\t', 4);
            string text = parts[3].Replace("\\n", "\n");
            int secrecy = Secrets.Name(parts[2]);
            bool isCut = parts[1] switch
            {
                "string" => Secrets.Cuts(secrecy, text),
                "number" => Secrets.Cuts(secrecy, double.Parse(text, System.Globalization.CultureInfo.InvariantCulture)),
                _ => false,
            };
            count++;
            if (isCut != (parts[0] == "cut")) wrong.Add($"{parts[2]}: {text}");
        }
        Check.True(count > 400, $"{count} cases are too few");
        Check.True(wrong.Count == 0, string.Join(", ", wrong));
    }
}
