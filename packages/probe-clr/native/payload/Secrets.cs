using System;
using System.Collections.Concurrent;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>
/// What must not leave the process: the judge of packages/core/src/secrets.ts over the same table, and held to the same cases. What is said there about how it decides
/// is not said again.
/// </summary>
public static class Secrets
{
    public const int Secret = 1;
    private const int Made = 2, Number = 4, Fact = 8, Some = 16, Naming = 32, Valued = 64, Part = 128, Key = 256, Mechanism = 512, Lone = 1024;
    private const int LongestName = 128, MostNames = 20_000;

    private static readonly Dictionary<string, string[]> Table = ReadTable();
    private static readonly HashSet<string> Facts = Set("facts"), Heads = Set("heads"), Tails = Set("tails"), Plain = Set("plain"), PlainRuns = Set("plainRuns"), Numbers = Set("numbers"), MadeWords = Set("made"),
        Mechanisms = Set("mechanisms"), Anywhere = Set("anywhere"), Ends = Set("ends"), Schemes = Set("schemes"), OpeningSchemes = Set("openingSchemes"), Parameters = Set("parameters"), Statements = Set("statements"),
        Placeholders = Set("placeholders"), Prose = Set("prose");
    private static readonly string[] Inside = Table["inside"], Endings = Table["endings"], Sessions = Table["sessions"];
    private static readonly Dictionary<string, HashSet<string>> Asides = ReadAsides();
    private static readonly Dictionary<char, string> Folded = ReadFolds();
    private static readonly Dictionary<string, int> Roles = ReadRoles();

    private static Dictionary<string, string[]> ReadTable()
    {
        var table = new Dictionary<string, string[]>();
        foreach (string line in SecretTable.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            string[] parts = line.Split('\t');
            table[parts[0]] = parts[1..];
        }
        return table;
    }

    private static HashSet<string> Set(string name) => new(Table[name], StringComparer.Ordinal);

    private static Dictionary<string, HashSet<string>> ReadAsides()
    {
        var asides = new Dictionary<string, HashSet<string>>();
        foreach (string line in Table["asides"])
        {
            string[] words = line.Split(' ');
            asides[words[0]] = new HashSet<string>(words[1..], StringComparer.Ordinal);
        }
        return asides;
    }

    private static Dictionary<char, string> ReadFolds()
    {
        var folds = new Dictionary<char, string> { ['\u00df'] = "ss", ['\u00e6'] = "ae", ['\u0153'] = "oe", ['\u00fe'] = "th" };
        foreach (string letters in Table["fold"])
            for (int i = 1; i < letters.Length; i++) folds[letters[i]] = letters.Substring(0, 1);
        return folds;
    }

    private static Dictionary<string, int> ReadRoles()
    {
        var roles = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach ((string list, int bit) in new[] { ("naming", Naming), ("valued", Valued), ("privateParts", Part), ("webKey", Key) })
            foreach (string word in Table[list]) roles[word] = roles.GetValueOrDefault(word) | bit;
        return roles;
    }

    // Names

    private static bool IsSign(int code) =>
        code < 0xaa || code is > 0xaa and < 0xb5 || code is > 0xb5 and < 0xc0 && code != 0xba || code is 0xd7 or 0xf7 or (>= 0x2000 and <= 0x206f) or (>= 0x3000 and <= 0x3004) or (>= 0x3008 and <= 0x303f) or (>= 0xff00 and <= 0xff0f) or (>= 0xff1a and <= 0xff20);

    private static bool IsDigit(int code) => code is >= '0' and <= '9';

    private static bool IsLower(int code) => code is >= 'a' and <= 'z';

    private static bool IsUpper(int code) => code is >= 'A' and <= 'Z';

    private static int KindOf(string text, int at)
    {
        if (at >= text.Length) return 0;
        char code = text[at];
        if (code < 128) return IsLower(code) ? 1 : IsUpper(code) ? 2 : IsDigit(code) ? 3 : 0;
        if (IsSign(code)) return 0;
        return char.ToLowerInvariant(code) == code ? 1 : 2;
    }

    private static void End(System.Text.StringBuilder word, List<string> words)
    {
        int length = word.Length;
        while (length > 0 && IsDigit(word[length - 1])) length--;
        if (length > 0) words.Add(word.ToString(0, length));
        word.Clear();
    }

    private static List<string> WordsOf(string name)
    {
        var words = new List<string>();
        var word = new System.Text.StringBuilder();
        int before = 0, most = Math.Min(name.Length, LongestName);
        for (int at = 0; at < most; at++)
        {
            char code = name[at];
            if (code is >= '\u0300' and <= '\u036f') continue;
            int kind = KindOf(name, at);
            if (kind == 0) End(word, words);
            else
            {
                if (kind == 2)
                {
                    int next = KindOf(name, at + 1);
                    bool isPlural = next == 1 && name[at + 1] == 's' && KindOf(name, at + 2) != 1;
                    if (before is 1 or 3 || before == 2 && next == 1 && !isPlural) End(word, words);
                }
                char letter = char.ToLowerInvariant(code);
                if (code >= 128 && Folded.TryGetValue(letter, out string? plainly)) word.Append(plainly);
                else word.Append(letter);
            }
            before = kind;
        }
        End(word, words);
        return words;
    }

    private sealed record Found(string Entry, int Start, List<string> Rest, bool IsAnywhere, bool IsSingle);

    private static string? EntryOf(string word)
    {
        if (Anywhere.Contains(word) || Ends.Contains(word)) return word;
        if (!word.EndsWith('s')) return null;
        string single = word.Substring(0, word.Length - 1);
        return Anywhere.Contains(single) || Ends.Contains(single) ? single : null;
    }

    private static Found? FindSecret(List<string> words)
    {
        for (int end = words.Count; end > 0; end--)
        {
            for (int count = Math.Min(4, end); count > 0; count--)
            {
                int start = end - count;
                string joined = count == 1 ? words[start] : string.Concat(words.GetRange(start, count));
                if (count > 1 && joined.Length < 5) continue;
                List<string> after = words.GetRange(end, words.Count - end);
                if (EntryOf(joined) is { } entry) return new Found(entry, start, after, Anywhere.Contains(entry), entry == joined);
                if (count > 1 && joined[0] < 128) continue;
                foreach (string part in Inside)
                {
                    int at = joined.IndexOf(part, StringComparison.Ordinal);
                    if (at < 0) continue;
                    if (at + part.Length < joined.Length) after.Insert(0, joined.Substring(at + part.Length));
                    return new Found(part, start, after, true, false);
                }
                foreach (string part in Endings)
                    if (joined.EndsWith(part, StringComparison.Ordinal) || joined.EndsWith(part + "s", StringComparison.Ordinal)) return new Found(part, start, after, false, false);
            }
        }
        return null;
    }

    private static int Decide(string name)
    {
        List<string> words = WordsOf(name);
        if (words.Count == 0) return 0;
        Found? found = FindSecret(words);
        if (found == null)
        {
            int about = 0;
            foreach (string word in words)
                if (Facts.Contains(word)) about++;
            return about == 0 ? 0 : about == words.Count ? Fact | Some : Some;
        }
        int left = 0;
        foreach (string word in found.Rest)
            if (!Tails.Contains(word)) left++;
        if (left > 0)
        {
            foreach (string word in found.Rest)
                if (Facts.Contains(word) && !Tails.Contains(word)) return Fact | Some;
            if (!found.IsAnywhere) return Fact;
        }
        if (found.Rest.Count == 0)
            for (int from = 0; from <= found.Start; from++)
                if (PlainRuns.Contains(string.Concat(words.GetRange(from, words.Count - from)))) return Fact;
        if (found.Start > 0)
        {
            if (Heads.Contains(words[0])) return Fact | Some;
            if (Asides.TryGetValue(found.Entry, out HashSet<string>? others) && others.Contains(words[found.Start - 1])) return Fact;
        }
        int answer = Secret;
        if (Numbers.Contains(found.Entry)) answer |= Number;
        if (MadeWords.Contains(found.Entry) && found.Start == 0 && found.Rest.Count == 0) answer |= Made;
        if (found.IsSingle && Mechanisms.Contains(found.Entry) && found.Rest.Count == 0) answer |= Mechanism;
        if (words.Count == 1) answer |= Lone;
        return answer;
    }

    /// <summary>Names come again with every poll: each is judged once.</summary>
    private static readonly ConcurrentDictionary<string, int> Known = new(StringComparer.Ordinal);
    private static int _known;

    /// <summary>What a name says, as bits.</summary>
    public static int Name(string? name)
    {
        if (name == null) return 0;
        if (Known.TryGetValue(name, out int answer)) return answer;
        answer = Decide(name);
        if (name.Length <= 20 && (Roles.TryGetValue(name, out int role) || Roles.TryGetValue(name.ToLowerInvariant(), out role))) answer |= role;
        if (name.Length > LongestName) return answer;
        if (_known++ >= MostNames)
        {
            Known.Clear();
            _known = 0;
        }
        Known[name] = answer;
        return answer;
    }

    public static int Below(int above, string? name) => Below(above, Name(name));

    /// <summary>What is said of a value by its own name, below something that has said it before.</summary>
    public static int Below(int above, int own)
    {
        if ((above & Secret) == 0 || (above & Mechanism) != 0 || (own & (Secret | Fact)) != 0) return own;
        return own | above & (Secret | Made | Number);
    }

    private static bool LooksMade(ReadOnlySpan<char> text)
    {
        bool hasDigit = false, hasDot = false;
        foreach (char code in text)
        {
            if (code <= 32) return false;
            if (IsDigit(code)) hasDigit = true;
            else if (code == '.') hasDot = true;
        }
        return text.Length >= 8 && (hasDigit || text.Length >= 20 && !hasDot);
    }

    /// <summary>Whether a text must not be told, by what was said of it or by its shape.</summary>
    public static bool Cuts(int secrecy, ReadOnlySpan<char> text)
    {
        if (text.Length == 0 || text.SequenceEqual("[redacted]")) return false;
        if ((secrecy & Secret) == 0) return Holds(text);
        if ((secrecy & Made) != 0) return LooksMade(text) || Holds(text);
        return !((secrecy & Lone) != 0 && text.Length <= 8 && Plain.Contains(LowerOf(text)));
    }

    /// <summary>The same for a number.</summary>
    public static bool Cuts(int secrecy, double number)
    {
        if ((secrecy & Number) != 0 && (secrecy & Some) == 0) return true;
        if (number is not (> 1e12 and < 9.2e18) || number != Math.Floor(number)) return false;
        Span<char> digits = stackalloc char[20];
        return ((long)number).TryFormat(digits, out int count, default, System.Globalization.CultureInfo.InvariantCulture) && IsCard(digits[..count], 0);
    }

    /// <summary>Whether the key of a map is a secret itself.</summary>
    public static bool IsSecretKey(int secrecy, string key) => (secrecy & Secret) != 0 && LooksMade(key) || Holds(key);

    // Texts

    private const string Classes = "auhdtzbn;@&v";
    private const int Alnum = 1, Digit = 1 << 3, Token = 1 << 4, Base64 = 1 << 6, Any = 1 << 7, UntilSemicolon = 1 << 8, User = 1 << 9, Parameter = 1 << 10, Value = 1 << 11, Word = 1 << 12, First = 1 << 13, Inner = 1 << 14, Mark = 1 << 15;

    private static bool IsBlank(int code) => code is <= 32 or 0xa0 or 0xfeff or (>= 0x2000 and <= 0x202f);

    private static int ClassesOf(int code)
    {
        bool isLetter = IsLower(code) || IsUpper(code), word = isLetter || IsDigit(code) || code == '_', free = !IsBlank(code), token = word || code == '-', dotted = token || code is '.' or '~';
        bool[] holds =
        [
            isLetter || IsDigit(code), IsUpper(code) || IsDigit(code), IsDigit(code) || code is >= 'a' and <= 'f', IsDigit(code), token, dotted, dotted || code is '+' or '/' or '=', free, code != ';',
            free && code != '/' && code != '@', free && code != '&' && code != '#', free && code != ';' && code != '&' && code != '"' && code != '\'' && code != ',', word,
        ];
        int bits = 0;
        for (int i = 0; i < holds.Length; i++)
            if (holds[i]) bits |= 1 << i;
        return bits;
    }

    private readonly record struct Piece(string? Literal, int Kind, int Least, bool IsExact);

    private static Piece[] PiecesOf(string pattern)
    {
        var pieces = new List<Piece>();
        for (int at = 0; at < pattern.Length;)
        {
            int open = pattern.IndexOf('<', at);
            string literal = pattern.Substring(at, (open < 0 ? pattern.Length : open) - at);
            if (literal.Length > 0) pieces.Add(new Piece(literal, 0, 0, false));
            if (open < 0) break;
            int close = pattern.IndexOf('>', open);
            bool isExact = pattern[close - 1] == '!';
            int least = int.Parse(pattern.AsSpan(open + 2, (isExact ? close - 1 : close) - open - 2), System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture);
            pieces.Add(new Piece(null, 1 << Classes.IndexOf(pattern[open + 1]), least, isExact));
            at = close + 1;
        }
        return pieces.ToArray();
    }

    private static readonly int[] Kinds = new int[128];
    private static readonly int Beyond = ClassesOf(0x4e00), BeyondBlank = ClassesOf(0xa0);
    private static readonly List<Piece[]>[] ByCode = ReadPatterns();
    private static readonly Piece[][] Beginnings = Array.ConvertAll(Table["beginnings"], PiecesOf);

    private static List<Piece[]>[] ReadPatterns()
    {
        var byCode = new List<Piece[]>[128];
        for (int code = 0; code < 128; code++) Kinds[code] = ClassesOf(code) | ("=:-'0123456789".Contains((char)code) ? Mark : 0);
        foreach (string pattern in Table["patterns"])
        {
            bool isInner = pattern[0] == '*';
            Piece[] pieces = PiecesOf(isInner ? pattern.Substring(1) : pattern);
            int code = pieces[0].Literal![0];
            (byCode[code] ??= []).Add(pieces);
            Kinds[code] |= First | (isInner || (Kinds[code] & Word) == 0 ? Inner : 0);
        }
        return byCode;
    }

    private static int KindsOf(int code) => code < 128 ? Kinds[code] : IsBlank(code) ? BeyondBlank : Beyond;

    private static bool IsWord(int code) => code is >= 0 and < 128 && (Kinds[code] & Word) != 0;

    /// <summary>A text, and where runs of a class end in it. Asked for rising places it reads every character once.</summary>
    private ref struct Runs(ReadOnlySpan<char> text, Span<int> asked, Span<int> reached)
    {
        public readonly ReadOnlySpan<char> Text = text;
        private readonly Span<int> _asked = asked, _reached = reached;

        public int End(int kind, int from)
        {
            int slot = System.Numerics.BitOperations.TrailingZeroCount(kind);
            // One more than where it ends: nothing is known where that is 0.
            if (from >= _asked[slot] && from < _reached[slot]) return _reached[slot] - 1;
            int at = from;
            while (at < Text.Length && (KindsOf(Text[at]) & kind) != 0) at++;
            _asked[slot] = from;
            _reached[slot] = at + 1;
            return at;
        }

        /// <summary>The code at a place, or -1 beyond the ends.</summary>
        public readonly int At(int place) => (uint)place < (uint)Text.Length ? Text[place] : -1;

        public readonly bool IsBlankAt(int place) => (uint)place < (uint)Text.Length && IsBlank(Text[place]);
    }

    private static bool Matches(ref Runs runs, int at, Piece[] pieces)
    {
        int place = at;
        foreach (Piece piece in pieces)
        {
            if (piece.Literal != null)
            {
                if (place > runs.Text.Length || !runs.Text.Slice(place).StartsWith(piece.Literal, StringComparison.Ordinal)) return false;
                place += piece.Literal.Length;
            }
            else
            {
                int end = runs.End(piece.Kind, place);
                if (end - place < piece.Least || piece.IsExact && end - place != piece.Least) return false;
                place = end;
            }
        }
        return true;
    }

    private static bool IsCard(ReadOnlySpan<char> text, int from)
    {
        Span<char> digits = stackalloc char[32], groups = stackalloc char[64];
        int length = 0, groupsLength = 0, group = 0, at = from, to = from + 32;
        bool isGrouped = false;
        for (; at < text.Length && at < to; at++)
        {
            char code = text[at];
            if (IsDigit(code))
            {
                digits[length++] = code;
                group++;
            }
            else if (code is ' ' or '-' && group > 0 && at + 1 < text.Length && IsDigit(text[at + 1]))
            {
                groups[groupsLength++] = (char)('0' + Math.Min(group, 70));
                groups[groupsLength++] = '-';
                group = 0;
                isGrouped = true;
            }
            else break;
        }
        groups[groupsLength++] = (char)('0' + Math.Min(group, 70));
        if (length is < 13 or > 19 || at >= to) return false;
        if (at + 1 < text.Length && text[at] == '.' && IsDigit(text[at + 1])) return false;
        if (isGrouped && !IsGrouping(groups.Slice(0, groupsLength))) return false;
        int two = (digits[0] - '0') * 10 + digits[1] - '0', four = two * 100 + (digits[2] - '0') * 10 + digits[3] - '0';
        bool isIssued = two is >= 40 and <= 49 && (length is 16 or 19 || length == 13 && isGrouped) || two is >= 51 and <= 55 && length == 16 || four is >= 2221 and <= 2720 && length == 16 || two is 34 or 37 && length == 15
            || two is 30 or 36 or 38 or 39 && length == 14 && isGrouped || two == 35 && length == 16 || two is >= 60 and <= 65 && length >= 16;
        if (!isIssued) return false;
        int sum = 0;
        bool isSame = true;
        for (int i = 0; i < length; i++)
        {
            int digit = digits[length - 1 - i] - '0';
            if (digits[i] != digits[0]) isSame = false;
            if (i % 2 == 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
            sum += digit;
        }
        return sum % 10 == 0 && !isSame;
    }

    private static bool IsGrouping(ReadOnlySpan<char> groups)
    {
        if (groups.SequenceEqual("4-6-5") || groups.SequenceEqual("4-6-4")) return true;
        if (groups.Length == 7) return groups.StartsWith("4-4-4-") && groups[6] is >= '1' and <= '7';
        return groups.Length == 9 && groups.StartsWith("4-4-4-4-") && groups[8] is >= '1' and <= '3';
    }

    private static bool HasScheme(ref Runs runs, int mark)
    {
        for (int at = mark - 1; at >= Math.Max(0, mark - 32); at--)
        {
            int code = runs.At(at);
            if (!IsWord(code) && code is not ('+' or '-' or '.')) return false;
            if ((IsLower(code) || IsUpper(code)) && (at == 0 || !IsWord(runs.At(at - 1)))) return true;
        }
        return false;
    }

    private static bool IsUserPart(ReadOnlySpan<char> part)
    {
        int colon = part.IndexOf(':');
        if (colon >= 0) return colon + 1 < part.Length && !IsPlaceholder(part, colon + 1);
        if (part.Length < 20) return false;
        foreach (char code in part)
            if ((KindsOf(code) & Token) == 0) return false;
        return true;
    }

    private static bool IsPlaceholder(ReadOnlySpan<char> text, int at)
    {
        if (at >= text.Length || text[at] is '*' or '<' or '{' or '$' or '%' or '[') return true;
        int end = at;
        while (end < text.Length && end < at + 12 && IsWord(text[end])) end++;
        string word = LowerOf(text.Slice(at, end - at));
        if (Placeholders.Contains(word)) return true;
        return word.Length is >= 3 and < 12 && word.AsSpan().IndexOfAnyExcept('x') < 0;
    }

    /// <summary>The name that ends before a place, and whether it is quoted.</summary>
    private static (int Start, int End, bool IsQuoted) NameBefore(ref Runs runs, int place)
    {
        int end = place;
        for (int blanks = 0; end > 0 && blanks < 8 && runs.IsBlankAt(end - 1); blanks++) end--;
        bool isQuoted = runs.At(end - 1) is '"' or '\'';
        if (isQuoted) end--;
        int start = end;
        while (start > 0 && end - start < 64)
        {
            int code = runs.At(start - 1);
            if (!IsWord(code) && code is not ('-' or '.') && (code < 128 || IsSign(code))) break;
            start--;
        }
        return (start, end, isQuoted);
    }

    /// <summary>Parts of texts that come again with every poll are made into texts once.</summary>
    private static readonly string?[] Recent = new string?[512];

    private static string TextOf(ReadOnlySpan<char> part)
    {
        int at = (int)((uint)string.GetHashCode(part) % (uint)Recent.Length);
        string? known = Recent[at];
        return known != null && part.SequenceEqual(known) ? known : Recent[at] = part.ToString();
    }

    /// <summary>The same in small letters, for parts of a few dozen characters.</summary>
    private static string LowerOf(ReadOnlySpan<char> part)
    {
        Span<char> small = stackalloc char[64];
        return part.Length > small.Length ? part.ToString().ToLowerInvariant() : TextOf(small[..part.ToLowerInvariant(small)]);
    }

    private static bool IsNamed(string name) => (Name(name) & (Secret | Made)) == Secret;

    private static int SkipBlanks(ref Runs runs, int from)
    {
        int at = from;
        while (at < from + 8 && runs.IsBlankAt(at)) at++;
        return at;
    }

    private static bool AtEquals(ref Runs runs, int place)
    {
        (int start, int end, _) = NameBefore(ref runs, place);
        if (start == end) return false;
        string name = TextOf(runs.Text.Slice(start, end - start));
        int at = SkipBlanks(ref runs, place + 1);
        if (runs.At(at) is '"' or '\'') at++;
        if (runs.At(start - 1) is '?' or '&' or '#' && !IsPlaceholder(runs.Text, at) && runs.End(Parameter, at) - at >= 8)
        {
            List<string> words = WordsOf(name);
            if (words.Count > 0 && Parameters.Contains(words[^1]) || (Name(name) & Secret) != 0) return true;
        }
        if (IsNamed(name) && !IsPlaceholder(runs.Text, at) && runs.End(Value, at) - at >= 3) return true;
        return IsSessionPair(ref runs, start, name, place + 1);
    }

    private static bool IsSessionPair(ref Runs runs, int start, string name, int from)
    {
        int before = start;
        for (int blanks = 0; before > 0 && blanks < 8 && runs.IsBlankAt(before - 1); blanks++) before--;
        if (before > 0 && runs.At(before - 1) != ';' && !runs.Text.Slice(Math.Max(0, before - 7), before - Math.Max(0, before - 7)).Equals("cookie:", StringComparison.OrdinalIgnoreCase)) return false;
        int end = runs.End(UntilSemicolon, from);
        if (end - from < 12 || runs.End(Any, from) < end) return false;
        foreach (string part in Sessions)
            if (name.Contains(part, StringComparison.OrdinalIgnoreCase)) return true;
        return false;
    }

    private static bool AtColon(ref Runs runs, int place)
    {
        (int start, int end, bool isQuoted) = NameBefore(ref runs, place);
        if (start == end) return false;
        string name = TextOf(runs.Text.Slice(start, end - start));
        if (!IsNamed(name)) return false;
        int at = SkipBlanks(ref runs, place + 1), mark = runs.At(at);
        if (isQuoted && mark is '"' or '\'' && isQuoted) return !IsPlaceholder(runs.Text, at + 1) && runs.At(at + 1) != mark && at + 2 < runs.Text.Length;
        if (IsPlaceholder(runs.Text, at)) return false;
        if (name.EndsWith("authorization", StringComparison.OrdinalIgnoreCase))
        {
            int scheme = runs.End(Any, at), value = SkipBlanks(ref runs, scheme);
            if (value > scheme && runs.End(Any, value) - value >= 8) return true;
        }
        int stop = runs.End(Value, at);
        if (stop - at < 6) return false;
        for (int i = at; i < stop && i < at + 256; i++)
            if (IsDigit(runs.At(i))) return true;
        return false;
    }

    private static bool AtOption(ref Runs runs, int place)
    {
        int start = place + 1;
        if (runs.At(start) == '-') start++;
        int end = Math.Min(runs.End(Token, start), start + 64);
        if (end <= start || !runs.IsBlankAt(end) || !IsNamed(TextOf(runs.Text.Slice(start, end - start)))) return false;
        int value = SkipBlanks(ref runs, end);
        return runs.At(value) is >= 0 and not ('-' or '|' or ']') && !IsPlaceholder(runs.Text, value);
    }

    private static bool AtQuote(ref Runs runs, int place)
    {
        if (place < 3 || !runs.IsBlankAt(place - 1)) return false;
        (int start, int end, bool isQuoted) = NameBefore(ref runs, place);
        if (isQuoted || start == end) return false;
        string word = LowerOf(runs.Text.Slice(start, end - start));
        if (!Statements.Contains(word)) return false;
        int back = Math.Max(0, start - 16);
        if (word == "by" && !runs.Text.Slice(back, start - back).Trim().EndsWith("identified", StringComparison.OrdinalIgnoreCase)) return false;
        return !IsPlaceholder(runs.Text, place + 1) && runs.At(place + 1) != '\'' && runs.Text.Slice(place + 1).IndexOf('\'') > 0;
    }

    private static bool IsCredential(ref Runs runs, int at)
    {
        int end = at;
        while (end < at + 8 && IsWord(runs.At(end))) end++;
        if (end - at < 5 || !runs.IsBlankAt(end)) return false;
        string small = LowerOf(runs.Text.Slice(at, end - at));
        bool opens = at == 0;
        if (!Schemes.Contains(small) && !(opens && OpeningSchemes.Contains(small))) return false;
        int from = SkipBlanks(ref runs, end), stop = runs.End(Base64, from);
        bool isWhole = opens && stop == runs.Text.Length, isMixed = false;
        if (isWhole && small == "bearer" && stop - from >= 8) return true;
        for (int i = from; i < stop && i < from + 256 && !isMixed; i++)
        {
            int code = runs.At(i);
            isMixed = IsDigit(code) || code == '=' || isWhole && IsUpper(code);
        }
        return isMixed && stop - from >= (isWhole ? 6 : 12) && (isWhole || IsUpper(runs.At(at)));
    }

    private static bool IsOracle(ref Runs runs, int at)
    {
        const string mark = "jdbc:oracle:";
        if (!runs.Text.Slice(at).StartsWith(mark, StringComparison.OrdinalIgnoreCase)) return false;
        int kind = runs.End(Alnum, at + mark.Length);
        if (runs.At(kind) != ':') return false;
        int user = runs.End(User, kind + 1);
        if (user == kind + 1 || runs.At(user) != '/') return false;
        int password = runs.End(User, user + 1);
        return password > user + 1 && runs.At(password) == '@';
    }

    private static bool IsSeedPhrase(string text)
    {
        string[] words = text.Split(' ');
        if (words.Length is < 12 or > 24 || words.Length % 3 != 0) return false;
        bool isSame = true;
        foreach (string word in words)
        {
            if (word.Length is < 3 or > 8 || Prose.Contains(word)) return false;
            if (word != words[0]) isSame = false;
        }
        return !isSame;
    }

    /// <summary>Whether a text is, or holds, something that opens a door.</summary>
    public static bool Holds(ReadOnlySpan<char> text)
    {
        if (text.Length < 8) return false;
        Span<int> asked = stackalloc int[16], reached = stackalloc int[16];
        asked.Clear();
        reached.Clear();
        var runs = new Runs(text, asked, reached);
        if (text[0] is '$' or '{' or 'p' or 's')
            foreach (Piece[] pieces in Beginnings)
                if (Matches(ref runs, 0, pieces)) return true;
        if (IsCredential(ref runs, 0)) return true;
        bool isWords = text.Length is >= 47 and <= 215, isWebKey = false, begins = true;
        for (int at = 0; at < text.Length; at++)
        {
            char code = text[at];
            int bits = code < 128 ? Kinds[code] : 0;
            bool begun = begins;
            begins = (bits & Word) == 0;
            if ((bits & First) != 0 && (begun || (bits & Inner) != 0))
                foreach (Piece[] pieces in ByCode[code])
                    if (Matches(ref runs, at, pieces)) return true;
            if (IsLower(code) || code == ' ')
            {
                if (begun && (code == 'b' && IsCredential(ref runs, at) || code == 'j' && IsOracle(ref runs, at))) return true;
                continue;
            }
            isWords = false;
            if (begun && (code == 'B' && IsCredential(ref runs, at) || code == 'J' && IsOracle(ref runs, at))) return true;
            if ((bits & Mark) == 0) continue;
            if ((bits & Digit) != 0)
            {
                if (begun && runs.At(at - 1) != '.' && IsCard(text, at)) return true;
            }
            else if (code == '=')
            {
                if (AtEquals(ref runs, at)) return true;
            }
            else if (code == '-')
            {
                if ((at == 0 || runs.IsBlankAt(at - 1)) && AtOption(ref runs, at)) return true;
            }
            else if (code == '\'')
            {
                if (AtQuote(ref runs, at)) return true;
            }
            else if (runs.At(at + 1) == '/' && runs.At(at + 2) == '/')
            {
                int end = runs.End(User, at + 3);
                if (runs.At(end) == '@' && HasScheme(ref runs, at) && IsUserPart(text.Slice(at + 3, end - at - 3))) return true;
            }
            else if (AtColon(ref runs, at)) return true;
            else if (runs.At(at - 1) == '"')
            {
                ReadOnlySpan<char> name = text.Slice(Math.Max(0, at - 5), at - Math.Max(0, at - 5));
                if (name.SequenceEqual("\"kty\"")) isWebKey = true;
                else if (isWebKey && (name.EndsWith("\"d\"") || name.EndsWith("\"k\""))) return true;
            }
        }
        return isWords && IsSeedPhrase(text.ToString());
    }

    // What stands beside it

    /// <summary>What one child says of the others, and is said of.</summary>
    public static bool IsNaming(int secrecy) => (secrecy & Naming) != 0;

    public static bool IsValued(int secrecy) => (secrecy & Valued) != 0;

    public static bool IsPart(int secrecy) => (secrecy & Part) != 0;

    public static bool IsWebKey(int secrecy) => (secrecy & Key) != 0;

    public static bool IsSecret(int secrecy) => (secrecy & Secret) != 0;

    /// <summary>What a field that names another says of it: never a word with another meaning.</summary>
    public static int OfNamed(string name) => Name(name) & ~(Lone | Naming | Valued | Part | Key);

    /// <summary>Whether a text stands before its value in a list: `--password`; or of two, `password`.</summary>
    public static bool IsBefore(string text, bool isPair, string next)
    {
        if (text.Length is 0 or > 64) return false;
        bool isOption = text[0] == '-' && !text.Contains('=');
        if (!isOption && !isPair || (Name(text) & Secret) == 0) return false;
        return isOption ? !next.StartsWith('-') : LooksMade(next);
    }
}
