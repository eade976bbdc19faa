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

    [Test]
    public static void SecretsAreKnownByNameAndLook()
    {
        foreach (string name in new[] { "Password", "api_key", "API-KEY", "userPassword", "ClientSecret", "AccessToken", "sessionToken", "ConnectionString" })
            Check.True(Secrets.IsSecretName(name), $"{name} is a secret");
        foreach (string name in new[] { "Name", "TokenCount", "Tokenizer", "Key", "id", "Passenger" })
            Check.True(!Secrets.IsSecretName(name), $"{name} is none");
        Check.True(Secrets.LooksSecret("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc"), "a JWT is a secret");
        Check.True(Secrets.LooksSecret("Server=db;User=sa;Password=hunter2"), "a connection string is a secret");
        Check.True(Secrets.LooksSecret("postgres://u:pw@host/db"), "a URL with a password is a secret");
        Check.True(!Secrets.LooksSecret("https://example.com/a:b@c"), "a plain URL is none");
    }
}
