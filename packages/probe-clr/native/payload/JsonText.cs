using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Substrate.Payload;

/// <summary>
/// Reads a request: objects as dictionaries, arrays as lists, and string, double, bool, null. By hand, so that nothing is loaded into the
/// target that it does not have already.
/// </summary>
public ref struct JsonText
{
    private const int DepthLimit = 64;
    private readonly ReadOnlySpan<char> _text;
    private int _at;
    private int _depth;

    private JsonText(ReadOnlySpan<char> text) => _text = text;

    public static object? Parse(ReadOnlySpan<byte> utf8) => Parse(Encoding.UTF8.GetString(utf8));

    public static object? Parse(string text)
    {
        var reader = new JsonText(text);
        object? value = reader.Value();
        reader.Blank();
        if (reader._at != text.Length) throw reader.Unexpected();
        return value;
    }

    private FormatException Unexpected() => new($"Unexpected text at {_at} of the JSON.");

    private void Blank()
    {
        while (_at < _text.Length && _text[_at] is ' ' or '\n' or '\r' or '\t') _at++;
    }

    private char Peek()
    {
        Blank();
        return _at < _text.Length ? _text[_at] : '\0';
    }

    private bool TryTake(char one)
    {
        if (Peek() != one) return false;
        _at++;
        return true;
    }

    private void Take(char one)
    {
        if (!TryTake(one)) throw Unexpected();
    }

    private object? Value()
    {
        if (++_depth > DepthLimit) throw new FormatException("The JSON is nested too deeply.");
        object? value = Peek() switch
        {
            '{' => Object(),
            '[' => Array(),
            '"' => String(),
            't' => Word("true", true),
            'f' => Word("false", false),
            'n' => Word("null", null),
            _ => Number(),
        };
        _depth--;
        return value;
    }

    private object? Word(string word, object? value)
    {
        if (!_text.Slice(_at).StartsWith(word)) throw Unexpected();
        _at += word.Length;
        return value;
    }

    private object Number()
    {
        int start = _at;
        while (_at < _text.Length && (char.IsAsciiDigit(_text[_at]) || _text[_at] is '-' or '+' or '.' or 'e' or 'E')) _at++;
        return double.TryParse(_text.Slice(start, _at - start), NumberStyles.Float, CultureInfo.InvariantCulture, out double value) ? value : throw Unexpected();
    }

    private Dictionary<string, object?> Object()
    {
        var fields = new Dictionary<string, object?>();
        Take('{');
        if (TryTake('}')) return fields;
        do
        {
            if (Peek() != '"') throw Unexpected();
            string name = String();
            Take(':');
            fields[name] = Value();
        }
        while (TryTake(','));
        Take('}');
        return fields;
    }

    private List<object?> Array()
    {
        var items = new List<object?>();
        Take('[');
        if (TryTake(']')) return items;
        do items.Add(Value());
        while (TryTake(','));
        Take(']');
        return items;
    }

    private string String()
    {
        Take('"');
        var text = new StringBuilder();
        while (true)
        {
            if (_at >= _text.Length) throw Unexpected();
            char one = _text[_at++];
            if (one == '"') return text.ToString();
            text.Append(one == '\\' ? Escaped() : one);
        }
    }

    private char Escaped()
    {
        if (_at >= _text.Length) throw Unexpected();
        char one = _text[_at++];
        switch (one)
        {
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case 'b': return '\b';
            case 'f': return '\f';
            case 'u':
                if (_at + 4 > _text.Length || !ushort.TryParse(_text.Slice(_at, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out ushort code)) throw Unexpected();
                _at += 4;
                return (char)code;
            default: return one;
        }
    }
}
