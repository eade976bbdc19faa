package dev.substrate.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What must not leave the process: the judge of packages/core/src/secrets.ts over the same table, and held to the same cases. What is said there about how it decides
 * is not said again.
 */
final class Secrets {
  static final String REDACTED = "[redacted]";

  static final int SECRET = 1;
  private static final int MADE = 2;
  private static final int NUMBER = 4;
  private static final int FACT = 8;
  private static final int SOME = 16;
  private static final int NAMING = 32;
  private static final int VALUED = 64;
  private static final int PART = 128;
  private static final int KEY = 256;
  private static final int MECHANISM = 512;
  private static final int LONE = 1024;
  private static final int LONGEST_NAME = 128;
  private static final int MOST_NAMES = 20000;

  private static final Map<String, List<String>> TABLE = new HashMap<String, List<String>>();

  static {
    for (String line : SecretTable.TEXT.split("\n")) {
      List<String> parts = Arrays.asList(line.split("\t"));
      TABLE.put(parts.get(0), parts.subList(1, parts.size()));
    }
  }

  private static Set<String> set(String name) {
    return new HashSet<String>(TABLE.get(name));
  }

  private static final Set<String> facts = set("facts");
  private static final Set<String> heads = set("heads");
  private static final Set<String> tails = set("tails");
  private static final Set<String> plain = set("plain");
  private static final Set<String> plainRuns = set("plainRuns");
  private static final Set<String> numbers = set("numbers");
  private static final Set<String> made = set("made");
  private static final Set<String> mechanisms = set("mechanisms");
  private static final Set<String> anywhere = set("anywhere");
  private static final Set<String> ends = set("ends");
  private static final Set<String> schemes = set("schemes");
  private static final Set<String> openingSchemes = set("openingSchemes");
  private static final Set<String> parameters = set("parameters");
  private static final Set<String> statements = set("statements");
  private static final Set<String> placeholders = set("placeholders");
  private static final Set<String> prose = set("prose");
  private static final String[] inside = TABLE.get("inside").toArray(new String[0]);
  private static final String[] endings = TABLE.get("endings").toArray(new String[0]);
  private static final String[] sessions = TABLE.get("sessions").toArray(new String[0]);
  private static final Map<String, Set<String>> asides = new HashMap<String, Set<String>>();
  private static final Map<Character, String> folded = new HashMap<Character, String>();
  private static final Map<String, Integer> roles = new HashMap<String, Integer>();

  static {
    for (String line : TABLE.get("asides")) {
      List<String> words = Arrays.asList(line.split(" "));
      asides.put(words.get(0), new HashSet<String>(words.subList(1, words.size())));
    }
    folded.put('\u00df', "ss");
    folded.put('\u00e6', "ae");
    folded.put('\u0153', "oe");
    folded.put('\u00fe', "th");
    for (String letters : TABLE.get("fold")) for (int i = 1; i < letters.length(); i++) folded.put(letters.charAt(i), letters.substring(0, 1));
    role("naming", NAMING);
    role("valued", VALUED);
    role("privateParts", PART);
    role("webKey", KEY);
  }

  private static void role(String list, int bit) {
    for (String word : TABLE.get(list)) roles.put(word, (roles.containsKey(word) ? roles.get(word) : 0) | bit);
  }

  private Secrets() {}

  // Names

  private static boolean isSign(int code) {
    return code < 0xaa || code > 0xaa && code < 0xb5 || code > 0xb5 && code < 0xc0 && code != 0xba || code == 0xd7 || code == 0xf7 || code >= 0x2000 && code <= 0x206f
        || code >= 0x3000 && code <= 0x3004 || code >= 0x3008 && code <= 0x303f || code >= 0xff00 && code <= 0xff0f || code >= 0xff1a && code <= 0xff20;
  }

  private static boolean isDigit(int code) {
    return code >= '0' && code <= '9';
  }

  private static boolean isLower(int code) {
    return code >= 'a' && code <= 'z';
  }

  private static boolean isUpper(int code) {
    return code >= 'A' && code <= 'Z';
  }

  private static int kindOf(String text, int at) {
    if (at >= text.length()) return 0;
    char code = text.charAt(at);
    if (code < 128) return isLower(code) ? 1 : isUpper(code) ? 2 : isDigit(code) ? 3 : 0;
    if (isSign(code)) return 0;
    return Character.toLowerCase(code) == code ? 1 : 2;
  }

  private static void end(StringBuilder word, List<String> words) {
    int length = word.length();
    while (length > 0 && isDigit(word.charAt(length - 1))) length--;
    if (length > 0) words.add(word.substring(0, length));
    word.setLength(0);
  }

  private static List<String> wordsOf(String name) {
    List<String> words = new ArrayList<String>();
    StringBuilder word = new StringBuilder();
    int before = 0;
    int most = Math.min(name.length(), LONGEST_NAME);
    for (int at = 0; at < most; at++) {
      char code = name.charAt(at);
      if (code >= 0x300 && code <= 0x36f) continue;
      int kind = kindOf(name, at);
      if (kind == 0) end(word, words);
      else {
        if (kind == 2) {
          int next = kindOf(name, at + 1);
          boolean isPlural = next == 1 && name.charAt(at + 1) == 's' && kindOf(name, at + 2) != 1;
          if (before == 1 || before == 3 || before == 2 && next == 1 && !isPlural) end(word, words);
        }
        char letter = Character.toLowerCase(code);
        String plainly = code < 128 ? null : folded.get(letter);
        if (plainly == null) word.append(letter);
        else word.append(plainly);
      }
      before = kind;
    }
    end(word, words);
    return words;
  }

  private static final class Found {
    final String entry;
    final int start;
    final List<String> rest;
    final boolean isAnywhere;
    final boolean isSingle;

    Found(String entry, int start, List<String> rest, boolean isAnywhere, boolean isSingle) {
      this.entry = entry;
      this.start = start;
      this.rest = rest;
      this.isAnywhere = isAnywhere;
      this.isSingle = isSingle;
    }
  }

  private static String entryOf(String word) {
    if (anywhere.contains(word) || ends.contains(word)) return word;
    if (!word.endsWith("s")) return null;
    String single = word.substring(0, word.length() - 1);
    return anywhere.contains(single) || ends.contains(single) ? single : null;
  }

  private static String join(List<String> words) {
    StringBuilder out = new StringBuilder();
    for (String word : words) out.append(word);
    return out.toString();
  }

  private static Found findSecret(List<String> words) {
    for (int end = words.size(); end > 0; end--) {
      for (int count = Math.min(4, end); count > 0; count--) {
        int start = end - count;
        String joined = count == 1 ? words.get(start) : join(words.subList(start, end));
        if (count > 1 && joined.length() < 5) continue;
        List<String> after = words.subList(end, words.size());
        String entry = entryOf(joined);
        if (entry != null) return new Found(entry, start, after, anywhere.contains(entry), entry.equals(joined));
        if (count > 1 && joined.charAt(0) < 128) continue;
        for (String part : inside) {
          int at = joined.indexOf(part);
          if (at < 0) continue;
          List<String> rest = new ArrayList<String>();
          if (at + part.length() < joined.length()) rest.add(joined.substring(at + part.length()));
          rest.addAll(after);
          return new Found(part, start, rest, true, false);
        }
        for (String part : endings) if (joined.endsWith(part) || joined.endsWith(part + "s")) return new Found(part, start, after, false, false);
      }
    }
    return null;
  }

  private static int decide(String name) {
    List<String> words = wordsOf(name);
    if (words.isEmpty()) return 0;
    Found found = findSecret(words);
    if (found == null) {
      int about = 0;
      for (String word : words) if (facts.contains(word)) about++;
      return about == 0 ? 0 : about == words.size() ? FACT | SOME : SOME;
    }
    int left = 0;
    for (String word : found.rest) if (!tails.contains(word)) left++;
    if (left > 0) {
      for (String word : found.rest) if (facts.contains(word) && !tails.contains(word)) return FACT | SOME;
      if (!found.isAnywhere) return FACT;
    }
    if (found.rest.isEmpty()) for (int from = 0; from <= found.start; from++) if (plainRuns.contains(join(words.subList(from, words.size())))) return FACT;
    if (found.start > 0) {
      if (heads.contains(words.get(0))) return FACT | SOME;
      Set<String> others = asides.get(found.entry);
      if (others != null && others.contains(words.get(found.start - 1))) return FACT;
    }
    int answer = SECRET;
    if (numbers.contains(found.entry)) answer |= NUMBER;
    if (made.contains(found.entry) && found.start == 0 && found.rest.isEmpty()) answer |= MADE;
    if (found.isSingle && mechanisms.contains(found.entry) && found.rest.isEmpty()) answer |= MECHANISM;
    if (words.size() == 1) answer |= LONE;
    return answer;
  }

  /** Names come again with every poll: each is judged once. */
  private static final Map<String, Integer> known = new ConcurrentHashMap<String, Integer>();

  /** What a name says, as bits. */
  static int name(String name) {
    if (name == null) return 0;
    Integer answer = known.get(name);
    if (answer != null) return answer;
    int made = decide(name);
    if (name.length() <= 20) {
      Integer role = roles.get(name);
      if (role == null) role = roles.get(name.toLowerCase(Locale.ROOT));
      if (role != null) made |= role;
    }
    if (name.length() <= LONGEST_NAME) {
      if (known.size() >= MOST_NAMES) known.clear();
      known.put(name, made);
    }
    return made;
  }

  /** The same below something that has said it before. */
  static int below(int above, String name) {
    int own = name(name);
    if ((above & SECRET) == 0 || (above & MECHANISM) != 0 || (own & (SECRET | FACT)) != 0) return own;
    return own | above & (SECRET | MADE | NUMBER);
  }

  private static boolean looksMade(String text) {
    boolean hasDigit = false;
    boolean hasDot = false;
    for (int at = 0; at < text.length(); at++) {
      char code = text.charAt(at);
      if (code <= 32) return false;
      if (isDigit(code)) hasDigit = true;
      else if (code == '.') hasDot = true;
    }
    return text.length() >= 8 && (hasDigit || text.length() >= 20 && !hasDot);
  }

  /** Whether a value must not be told, by what was said of it or by its shape. */
  static boolean cuts(int secrecy, Object value) {
    if (value instanceof String) {
      String text = (String) value;
      if (text.isEmpty() || text.equals(REDACTED)) return false;
      if ((secrecy & SECRET) != 0) {
        if ((secrecy & MADE) != 0) return looksMade(text) || holds(text);
        return !((secrecy & LONE) != 0 && text.length() <= 8 && plain.contains(text.toLowerCase(Locale.ROOT)));
      }
      return holds(text);
    }
    if (!(value instanceof Number)) return false;
    if ((secrecy & NUMBER) != 0 && (secrecy & SOME) == 0) return true;
    double number = ((Number) value).doubleValue();
    return number > 1e12 && number < 1e19 && number == Math.rint(number) && isCard(String.valueOf(((Number) value).longValue()), 0);
  }

  /** Whether the key of a map is a secret itself. */
  static boolean isSecretKey(int secrecy, String key) {
    return (secrecy & SECRET) != 0 && looksMade(key);
  }

  /** The same for one who has but a name. */
  static boolean value(String name, Object value) {
    return cuts(name(name), value);
  }

  // Texts

  private static final String CLASSES = "auhdtzbn;@&v";
  private static final int ALNUM = 1;
  private static final int DIGIT = 1 << 3;
  private static final int TOKEN = 1 << 4;
  private static final int BASE64 = 1 << 6;
  private static final int ANY = 1 << 7;
  private static final int UNTIL_SEMICOLON = 1 << 8;
  private static final int USER = 1 << 9;
  private static final int PARAMETER = 1 << 10;
  private static final int VALUE = 1 << 11;
  private static final int WORD = 1 << 12;
  private static final int FIRST = 1 << 13;
  private static final int INNER = 1 << 14;
  private static final int MARK = 1 << 15;

  private static boolean isBlank(int code) {
    return code <= 32 || code == 0xa0 || code == 0xfeff || code >= 0x2000 && code <= 0x202f;
  }

  private static int classesOf(int code) {
    boolean isLetter = isLower(code) || isUpper(code);
    boolean word = isLetter || isDigit(code) || code == '_';
    boolean free = !isBlank(code);
    boolean token = word || code == '-';
    boolean dotted = token || code == '.' || code == '~';
    boolean[] is = {
      isLetter || isDigit(code), isUpper(code) || isDigit(code), isDigit(code) || code >= 'a' && code <= 'f', isDigit(code), token, dotted,
      dotted || code == '+' || code == '/' || code == '=', free, code != ';', free && code != '/' && code != '@', free && code != '&' && code != '#',
      free && code != ';' && code != '&' && code != '"' && code != '\'' && code != ',', word,
    };
    int bits = 0;
    for (int i = 0; i < is.length; i++) if (is[i]) bits |= 1 << i;
    return bits;
  }

  private static final int[] kinds = new int[128];
  private static final int BEYOND = classesOf(0x4e00);
  private static final int BEYOND_BLANK = classesOf(0xa0);

  private static final class Piece {
    final String literal;
    final int kind;
    final int least;
    final boolean isExact;

    Piece(String literal, int kind, int least, boolean isExact) {
      this.literal = literal;
      this.kind = kind;
      this.least = least;
      this.isExact = isExact;
    }
  }

  private static Piece[] piecesOf(String pattern) {
    List<Piece> pieces = new ArrayList<Piece>();
    for (int at = 0; at < pattern.length(); ) {
      int open = pattern.indexOf('<', at);
      String literal = pattern.substring(at, open < 0 ? pattern.length() : open);
      if (!literal.isEmpty()) pieces.add(new Piece(literal, 0, 0, false));
      if (open < 0) break;
      int close = pattern.indexOf('>', open);
      boolean isExact = pattern.charAt(close - 1) == '!';
      int least = Integer.parseInt(pattern.substring(open + 2, isExact ? close - 1 : close));
      pieces.add(new Piece(null, 1 << CLASSES.indexOf(pattern.charAt(open + 1)), least, isExact));
      at = close + 1;
    }
    return pieces.toArray(new Piece[0]);
  }

  private static final Piece[][][] byCode = new Piece[128][][];
  private static final Piece[][] beginnings;

  static {
    for (int code = 0; code < 128; code++) {
      kinds[code] = classesOf(code);
      if ("=:-'0123456789".indexOf(code) >= 0) kinds[code] |= MARK;
    }
    Map<Integer, List<Piece[]>> lists = new HashMap<Integer, List<Piece[]>>();
    for (String pattern : TABLE.get("patterns")) {
      boolean isInner = pattern.startsWith("*");
      Piece[] pieces = piecesOf(isInner ? pattern.substring(1) : pattern);
      int code = pieces[0].literal.charAt(0);
      if (!lists.containsKey(code)) lists.put(code, new ArrayList<Piece[]>());
      lists.get(code).add(pieces);
      kinds[code] |= FIRST | (isInner || (kinds[code] & WORD) == 0 ? INNER : 0);
    }
    for (Map.Entry<Integer, List<Piece[]>> entry : lists.entrySet()) byCode[entry.getKey()] = entry.getValue().toArray(new Piece[0][]);
    List<Piece[]> first = new ArrayList<Piece[]>();
    for (String pattern : TABLE.get("beginnings")) first.add(piecesOf(pattern));
    beginnings = first.toArray(new Piece[0][]);
  }

  private static int kindsOf(int code) {
    return code < 128 ? kinds[code] : isBlank(code) ? BEYOND_BLANK : BEYOND;
  }

  private static boolean isWord(int code) {
    return code >= 0 && code < 128 && (kinds[code] & WORD) != 0;
  }

  /** A text, and where runs of a class end in it. Asked for rising places it reads every character once. */
  private static final class Runs {
    final String text;
    private int[] asked;
    private int[] reached;

    Runs(String text) {
      this.text = text;
    }

    int end(int kind, int from) {
      if (asked == null) {
        asked = new int[16];
        reached = new int[16];
        Arrays.fill(reached, -1);
      }
      int slot = Integer.numberOfTrailingZeros(kind);
      if (from >= asked[slot] && from <= reached[slot]) return reached[slot];
      int at = from;
      while (at < text.length() && (kindsOf(text.charAt(at)) & kind) != 0) at++;
      asked[slot] = from;
      reached[slot] = at;
      return at;
    }

    /** The code at a place, or -1 beyond the ends. */
    int at(int place) {
      return place >= 0 && place < text.length() ? text.charAt(place) : -1;
    }

    boolean isBlankAt(int place) {
      return place >= 0 && place < text.length() && isBlank(text.charAt(place));
    }
  }

  private static boolean matches(Runs runs, int at, Piece[] pieces) {
    int place = at;
    for (Piece piece : pieces) {
      if (piece.literal != null) {
        if (!runs.text.startsWith(piece.literal, place)) return false;
        place += piece.literal.length();
      } else {
        int end = runs.end(piece.kind, place);
        if (end - place < piece.least || piece.isExact && end - place != piece.least) return false;
        place = end;
      }
    }
    return true;
  }

  private static boolean isCard(String text, int from) {
    StringBuilder digits = new StringBuilder();
    StringBuilder groups = new StringBuilder();
    int group = 0;
    int at = from;
    int to = from + 32;
    for (; at < text.length() && at < to; at++) {
      char code = text.charAt(at);
      if (isDigit(code)) {
        digits.append(code);
        group++;
      } else if ((code == ' ' || code == '-') && group > 0 && at + 1 < text.length() && isDigit(text.charAt(at + 1))) {
        groups.append(group).append('-');
        group = 0;
      } else break;
    }
    groups.append(group);
    int length = digits.length();
    if (length < 13 || length > 19 || at >= to) return false;
    if (at + 1 < text.length() && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) return false;
    boolean isGrouped = groups.indexOf("-") >= 0;
    if (isGrouped && !isGrouping(groups.toString())) return false;
    int two = Integer.parseInt(digits.substring(0, 2));
    int four = Integer.parseInt(digits.substring(0, 4));
    boolean isIssued =
        two >= 40 && two <= 49 && (length == 16 || length == 19 || length == 13 && isGrouped)
            || two >= 51 && two <= 55 && length == 16
            || four >= 2221 && four <= 2720 && length == 16
            || (two == 34 || two == 37) && length == 15
            || (two == 30 || two == 36 || two == 38 || two == 39) && length == 14 && isGrouped
            || two == 35 && length == 16
            || two >= 60 && two <= 65 && length >= 16;
    if (!isIssued) return false;
    int sum = 0;
    boolean isSame = true;
    for (int i = 0; i < length; i++) {
      int digit = digits.charAt(length - 1 - i) - '0';
      if (digits.charAt(i) != digits.charAt(0)) isSame = false;
      if (i % 2 == 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
      sum += digit;
    }
    return sum % 10 == 0 && !isSame;
  }

  private static boolean isGrouping(String groups) {
    if (groups.equals("4-6-5") || groups.equals("4-6-4")) return true;
    if (groups.length() == 7) return groups.startsWith("4-4-4-") && groups.charAt(6) >= '1' && groups.charAt(6) <= '7';
    return groups.length() == 9 && groups.startsWith("4-4-4-4-") && groups.charAt(8) >= '1' && groups.charAt(8) <= '3';
  }

  private static boolean hasScheme(Runs runs, int mark) {
    for (int at = mark - 1; at >= Math.max(0, mark - 32); at--) {
      int code = runs.at(at);
      if (!isWord(code) && code != '+' && code != '-' && code != '.') return false;
      if ((isLower(code) || isUpper(code)) && (at == 0 || !isWord(runs.at(at - 1)))) return true;
    }
    return false;
  }

  private static boolean isUserPart(String part) {
    int colon = part.indexOf(':');
    if (colon >= 0) return colon + 1 < part.length() && !isPlaceholder(part, colon + 1);
    if (part.length() < 20) return false;
    for (int at = 0; at < part.length(); at++) if ((kindsOf(part.charAt(at)) & TOKEN) == 0) return false;
    return true;
  }

  private static boolean isPlaceholder(String text, int at) {
    if (at >= text.length() || "*<{$%[".indexOf(text.charAt(at)) >= 0) return true;
    int end = at;
    while (end < text.length() && end < at + 12 && isWord(text.charAt(end))) end++;
    String word = text.substring(at, end).toLowerCase(Locale.ROOT);
    if (placeholders.contains(word)) return true;
    if (word.length() < 3 || word.length() >= 12) return false;
    for (int i = 0; i < word.length(); i++) if (word.charAt(i) != 'x') return false;
    return true;
  }

  /** The name that ends before a place: where it starts and ends, and whether it is quoted. */
  private static int[] nameBefore(Runs runs, int place) {
    int end = place;
    for (int blanks = 0; end > 0 && blanks < 8 && runs.isBlankAt(end - 1); blanks++) end--;
    int quote = 0;
    int last = runs.at(end - 1);
    if (last == '"' || last == '\'') {
      quote = last;
      end--;
    }
    int start = end;
    while (start > 0 && end - start < 64) {
      int code = runs.at(start - 1);
      if (isWord(code) || code == '-' || code == '.' || code >= 128 && !isSign(code)) start--;
      else break;
    }
    return new int[] {start, end, quote};
  }

  private static boolean isNamed(String name) {
    return (name(name) & (SECRET | MADE)) == SECRET;
  }

  private static int skipBlanks(Runs runs, int from) {
    int at = from;
    while (at < from + 8 && runs.isBlankAt(at)) at++;
    return at;
  }

  private static boolean atEquals(Runs runs, int place) {
    int[] found = nameBefore(runs, place);
    int start = found[0];
    if (start == found[1]) return false;
    String name = runs.text.substring(start, found[1]);
    int at = skipBlanks(runs, place + 1);
    if (runs.at(at) == '"' || runs.at(at) == '\'') at++;
    int before = runs.at(start - 1);
    if ((before == '?' || before == '&' || before == '#') && !isPlaceholder(runs.text, at) && runs.end(PARAMETER, at) - at >= 8) {
      List<String> words = wordsOf(name);
      if (!words.isEmpty() && parameters.contains(words.get(words.size() - 1)) || (name(name) & SECRET) != 0) return true;
    }
    if (isNamed(name) && !isPlaceholder(runs.text, at) && runs.end(VALUE, at) - at >= 3) return true;
    return isSessionPair(runs, start, name, place + 1);
  }

  private static boolean isSessionPair(Runs runs, int start, String name, int from) {
    int before = start;
    for (int blanks = 0; before > 0 && blanks < 8 && runs.isBlankAt(before - 1); blanks++) before--;
    if (before > 0 && runs.at(before - 1) != ';' && !runs.text.substring(Math.max(0, before - 7), before).toLowerCase(Locale.ROOT).equals("cookie:")) return false;
    int end = runs.end(UNTIL_SEMICOLON, from);
    if (end - from < 12 || runs.end(ANY, from) < end) return false;
    String small = name.toLowerCase(Locale.ROOT);
    for (String part : sessions) if (small.contains(part)) return true;
    return false;
  }

  private static boolean atColon(Runs runs, int place) {
    int[] found = nameBefore(runs, place);
    if (found[0] == found[1]) return false;
    String name = runs.text.substring(found[0], found[1]);
    if (!isNamed(name)) return false;
    int at = skipBlanks(runs, place + 1);
    int mark = runs.at(at);
    if (found[2] != 0 && (mark == '"' || mark == '\'')) return !isPlaceholder(runs.text, at + 1) && runs.at(at + 1) != mark && at + 2 < runs.text.length();
    if (isPlaceholder(runs.text, at)) return false;
    if (name.toLowerCase(Locale.ROOT).endsWith("authorization")) {
      int scheme = runs.end(ANY, at);
      int value = skipBlanks(runs, scheme);
      if (value > scheme && runs.end(ANY, value) - value >= 8) return true;
    }
    int stop = runs.end(VALUE, at);
    if (stop - at < 6) return false;
    for (int i = at; i < stop && i < at + 256; i++) if (isDigit(runs.at(i))) return true;
    return false;
  }

  private static boolean atOption(Runs runs, int place) {
    int start = place + 1;
    if (runs.at(start) == '-') start++;
    int end = Math.min(runs.end(TOKEN, start), start + 64);
    if (end == start || !runs.isBlankAt(end) || !isNamed(runs.text.substring(start, end))) return false;
    int value = skipBlanks(runs, end);
    int first = runs.at(value);
    return first >= 0 && first != '-' && first != '|' && first != ']' && !isPlaceholder(runs.text, value);
  }

  private static boolean atQuote(Runs runs, int place) {
    if (place < 3 || !runs.isBlankAt(place - 1)) return false;
    int[] found = nameBefore(runs, place);
    if (found[2] != 0 || found[0] == found[1]) return false;
    String word = runs.text.substring(found[0], found[1]).toLowerCase(Locale.ROOT);
    if (!statements.contains(word)) return false;
    if (word.equals("by") && !runs.text.substring(Math.max(0, found[0] - 16), found[0]).trim().toLowerCase(Locale.ROOT).endsWith("identified")) return false;
    return !isPlaceholder(runs.text, place + 1) && runs.at(place + 1) != '\'' && runs.text.indexOf('\'', place + 1) > 0;
  }

  private static boolean isCredential(Runs runs, int at) {
    int end = at;
    while (end < at + 8 && isWord(runs.at(end))) end++;
    if (end - at < 5 || !runs.isBlankAt(end)) return false;
    String word = runs.text.substring(at, end);
    String small = word.toLowerCase(Locale.ROOT);
    boolean opens = at == 0;
    if (!schemes.contains(small) && !(opens && openingSchemes.contains(small))) return false;
    int from = skipBlanks(runs, end);
    int stop = runs.end(BASE64, from);
    boolean isWhole = opens && stop == runs.text.length();
    if (isWhole && small.equals("bearer") && stop - from >= 8) return true;
    boolean isMixed = false;
    for (int i = from; i < stop && i < from + 256 && !isMixed; i++) {
      int code = runs.at(i);
      isMixed = isDigit(code) || code == '=' || isWhole && isUpper(code);
    }
    return isMixed && stop - from >= (isWhole ? 6 : 12) && (isWhole || isUpper(word.charAt(0)));
  }

  private static boolean isOracle(Runs runs, int at) {
    String mark = "jdbc:oracle:";
    if (!runs.text.regionMatches(true, at, mark, 0, mark.length())) return false;
    int kind = runs.end(ALNUM, at + mark.length());
    if (runs.at(kind) != ':') return false;
    int user = runs.end(USER, kind + 1);
    if (user == kind + 1 || runs.at(user) != '/') return false;
    int password = runs.end(USER, user + 1);
    return password > user + 1 && runs.at(password) == '@';
  }

  private static boolean isSeedPhrase(String text) {
    String[] words = text.split(" ", -1);
    if (words.length < 12 || words.length > 24 || words.length % 3 != 0) return false;
    Set<String> seen = new HashSet<String>();
    for (String word : words) {
      if (word.length() < 3 || word.length() > 8 || prose.contains(word)) return false;
      seen.add(word);
    }
    return seen.size() > 1;
  }

  /** Texts come again with every poll, too: one that opens nothing is looked through once. */
  private static final Map<String, Boolean> harmless = new ConcurrentHashMap<String, Boolean>();
  private static final AtomicInteger keptChars = new AtomicInteger();
  private static final int MOST_CHARS = 1 << 20;

  /** When nobody reads any more: no text of the application's is kept. */
  static void forget() {
    harmless.clear();
    keptChars.set(0);
  }

  /** Whether a text is, or holds, something that opens a door. */
  static boolean holds(String text) {
    if (text.length() < 8 || harmless.containsKey(text)) return false;
    if (opens(text)) return true;
    if (keptChars.addAndGet(text.length()) > MOST_CHARS) {
      harmless.clear();
      keptChars.set(0);
    }
    harmless.put(text, Boolean.TRUE);
    return false;
  }

  private static boolean opens(String text) {
    int length = text.length();
    Runs runs = new Runs(text);
    int first = text.charAt(0);
    if (first == '$' || first == '{' || first == 'p' || first == 's') for (Piece[] pieces : beginnings) if (matches(runs, 0, pieces)) return true;
    if (isCredential(runs, 0)) return true;
    boolean isWords = length >= 47 && length <= 215;
    boolean isWebKey = false;
    boolean begins = true;
    for (int at = 0; at < length; at++) {
      char code = text.charAt(at);
      int bits = code < 128 ? kinds[code] : 0;
      boolean begun = begins;
      begins = (bits & WORD) == 0;
      if ((bits & FIRST) != 0 && (begun || (bits & INNER) != 0)) for (Piece[] pieces : byCode[code]) if (matches(runs, at, pieces)) return true;
      if (isLower(code) || code == ' ') {
        if (begun && (code == 'b' && isCredential(runs, at) || code == 'j' && isOracle(runs, at))) return true;
        continue;
      }
      isWords = false;
      if (begun && (code == 'B' && isCredential(runs, at) || code == 'J' && isOracle(runs, at))) return true;
      if ((bits & MARK) == 0) continue;
      if ((bits & DIGIT) != 0) {
        if (begun && runs.at(at - 1) != '.' && isCard(text, at)) return true;
      } else if (code == '=') {
        if (atEquals(runs, at)) return true;
      } else if (code == '-') {
        if ((at == 0 || runs.isBlankAt(at - 1)) && atOption(runs, at)) return true;
      } else if (code == '\'') {
        if (atQuote(runs, at)) return true;
      } else if (runs.at(at + 1) == '/' && runs.at(at + 2) == '/') {
        int end = runs.end(USER, at + 3);
        if (runs.at(end) == '@' && hasScheme(runs, at) && isUserPart(text.substring(at + 3, end))) return true;
      } else if (atColon(runs, at)) return true;
      else if (runs.at(at - 1) == '"') {
        String name = text.substring(Math.max(0, at - 5), at);
        if (name.equals("\"kty\"")) isWebKey = true;
        else if (isWebKey && (name.endsWith("\"d\"") || name.endsWith("\"k\""))) return true;
      }
    }
    return isWords && isSeedPhrase(text);
  }

  // What stands beside it

  /** Replaces, among the children of a node, those that are secret by what the others say. */
  static void settle(List<Node> children, boolean isList) {
    if (children == null || children.size() < 2) return;
    if (isList) follow(children);
    else if (children.size() <= 24) among(children);
  }

  private static void among(List<Node> children) {
    int all = 0;
    for (Node child : children) all |= name(child.name);
    boolean isWebKey = (all & KEY) != 0 && (all & PART) != 0;
    if (!isWebKey && ((all & NAMING) == 0 || (all & VALUED) == 0)) return;
    int said = 0;
    if ((all & VALUED) != 0)
      for (Node child : children)
        if ((name(child.name) & NAMING) != 0 && child.value instanceof String && ((String) child.value).length() <= 64) {
          int secrecy = name((String) child.value);
          if ((secrecy & SECRET) != 0) said = secrecy;
        }
    for (int i = 0; i < children.size(); i++) {
      Node child = children.get(i);
      int role = name(child.name);
      boolean isLeaf = child.kind == 'v';
      if (isWebKey && (role & PART) != 0 && !(isLeaf && child.value == null) || said != 0 && (role & VALUED) != 0 && (!isLeaf || cuts(said & ~LONE, child.value))) children.set(i, hidden(child.name));
    }
  }

  private static void follow(List<Node> children) {
    int count = children.size();
    for (int i = 0; i + 1 < count; i++) {
      Object one = children.get(i).value;
      Object next = children.get(i + 1).value;
      if (!(one instanceof String) || ((String) one).length() > 64 || ((String) one).isEmpty() || !(next instanceof String || next instanceof Number)) continue;
      String word = (String) one;
      boolean isOption = word.charAt(0) == '-' && word.indexOf('=') < 0;
      if (!isOption && count != 2) continue;
      int secrecy = name(word);
      if ((secrecy & SECRET) == 0 || isOption && next instanceof String && ((String) next).startsWith("-")) continue;
      if (!isOption && !(next instanceof String ? looksMade((String) next) : cuts(secrecy, next))) continue;
      children.set(i + 1, hidden(children.get(i + 1).name));
    }
  }

  static Node hidden(String name) {
    Node node = Node.value(name, REDACTED);
    node.secret = true;
    return node;
  }
}
