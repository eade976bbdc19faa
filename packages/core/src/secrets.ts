/**
 * What must not leave an application, decided in one way wherever it is asked: in pages, in Node.js, in the engine, and, written once more each over the same
 * table (`secrets.json`), in Java and C#.
 *
 * A name is taken apart into words, in whatever style and script it is written. The last run of words that the table calls a secret counts; what follows it may
 * make it a fact about a secret (`token_count`), and so may how the name begins (`show_password`). A text is judged by its shape. It is somebody else's and may be
 * made to be slow to read, so it is read once from left to right: each shape is looked for at its mark (`=`, `://`, a known beginning), no mark looks back further
 * than a name is long, and the ends of what follows marks are found once for all of them.
 */

export interface SecretTable {
  readonly names: {
    /** A letter, and those that are read as it. */
    readonly fold: readonly string[];
    /** Words, joined where they are several, that are secret wherever they stand in a name, and those that are at its end alone. */
    readonly anywhere: readonly string[];
    readonly ends: readonly string[];
    /** The same as parts of one word: anywhere in it, and at its end. */
    readonly inside: readonly string[];
    readonly endings: readonly string[];
    /** Of those, the ones that a number may be. */
    readonly numbers: readonly string[];
    /** Made by machines: under these names a plain word is something else. */
    readonly made: readonly string[];
    /** Names of mechanisms too: what lies below them is secret by its own name only. */
    readonly mechanisms: readonly string[];
    /** What may follow a secret's name and leaves it one, and what makes it a fact about one, behind it and before it. */
    readonly tails: readonly string[];
    readonly facts: readonly string[];
    readonly heads: readonly string[];
    /** Names that end so are no secrets. */
    readonly plainRuns: readonly string[];
    /** A word, then those before it that give it another meaning. */
    readonly asides: readonly string[];
    /** Values that are no secret under a name of one word. */
    readonly plain: readonly string[];
  };
  readonly siblings: {
    /** Fields that name another one, and those that are named so. */
    readonly naming: readonly string[];
    readonly valued: readonly string[];
    /** A field that tells a web key, and its private parts. */
    readonly webKey: readonly string[];
    readonly privateParts: readonly string[];
  };
  readonly values: {
    /**
     * Literal text, and runs of characters in angle brackets: the class, the least number, and `!` where there may be no more. They begin a word, but for those after `*`.
     * Classes: `a` letters and digits, `u` capitals and digits, `h` hexadecimal, `d` digits, `t` those of a token, `z` with dots and tildes, `b` base 64, `n` any but blanks.
     */
    readonly patterns: readonly string[];
    /** The same, at the beginning of a text alone. */
    readonly beginnings: readonly string[];
    /** Words before credentials, anywhere and at the beginning alone. */
    readonly schemes: readonly string[];
    readonly openingSchemes: readonly string[];
    /** Last words of parameters in an address. */
    readonly parameters: readonly string[];
    /** Parts of the names of cookies. */
    readonly sessions: readonly string[];
    /** Words before a quoted secret in a statement. */
    readonly statements: readonly string[];
    /** What stands where a secret would. */
    readonly placeholders: readonly string[];
    /** Words of prose that no seed phrase has. */
    readonly prose: readonly string[];
  };
}

/** A set of bits: what a name, or all the names above a value, say about it. */
export type Secrecy = number;

export interface SecretField {
  readonly name: string;
  readonly value?: unknown;
}

export interface Secrets {
  readonly bits: {
    /** It says secret; it says something about a secret. */
    readonly secret: number;
    readonly fact: number;
  };
  /** What a name says. Each is decided once. */
  name(name: string): Secrecy;
  /** The same below something that has said it before. */
  below(above: Secrecy, name: string): Secrecy;
  /** Whether a value must not be told, by what was said of it or by its shape. Null, truth values and empty texts open nothing. */
  cuts(secrecy: Secrecy, value: unknown): boolean;
  /** Whether a text is, or holds, something that opens a door. */
  holds(text: string): boolean;
  /** Of fields that lie beside each other, those that are secret by what the others say. */
  among(fields: readonly SecretField[]): readonly number[];
  /** Of the elements of a list, those that are secret by what stands before them: `--password x`, `['password', 'x']`. */
  following(values: readonly unknown[]): readonly number[];
  /** An address with its user part, its session and the secret values of its query replaced. */
  address(url: string): string;
  /** What a call gave back, as it may be told: `name` is that of what was called. */
  told(name: string, value: unknown): unknown;
}

/** Closed: its text is carried into pages and into Node.js. */
export function createSecrets(table: SecretTable): Secrets {
  const mask = '[redacted]';
  const SECRET = 1;
  const MADE = 2;
  const NUMBER = 4;
  const FACT = 8;
  /** One of its words is about a limit or the like: a number there is one. */
  const SOME = 16;
  const NAMING = 32;
  const VALUED = 64;
  const PART = 128;
  const KEY = 256;
  /** Hands nothing down to what lies below it. */
  const MECHANISM = 512;
  /** A name of one word, which may have another meaning. */
  const LONE = 1024;
  const longestName = 128;
  const mostNames = 5000;

  const { names, siblings, values } = table;
  const setOf = (words: readonly string[]): Set<string> => new Set(words);
  const facts = setOf(names.facts);
  const heads = setOf(names.heads);
  const tails = setOf(names.tails);
  const plain = setOf(names.plain);
  const plainRuns = setOf(names.plainRuns);
  const numbers = setOf(names.numbers);
  const made = setOf(names.made);
  const mechanisms = setOf(names.mechanisms);
  const anywhere = setOf(names.anywhere);
  const ends = setOf(names.ends);
  const asides = new Map<string, Set<string>>();
  for (const line of names.asides) {
    const [word = '', ...before] = line.split(' ');
    asides.set(word, new Set(before));
  }
  const folded = new Map<string, string>([
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
  ]);
  for (const letters of names.fold) for (const letter of letters.slice(1)) folded.set(letter, letters[0] as string);
  const roles = new Map<string, number>();
  for (const [words, role] of [
    [siblings.naming, NAMING],
    [siblings.valued, VALUED],
    [siblings.privateParts, PART],
    [siblings.webKey, KEY],
  ] as const)
    for (const word of words) roles.set(word, (roles.get(word) ?? 0) | role);

  // ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Of codes beyond ASCII: signs between words. */
  const isSign = (code: number): boolean =>
    code < 0xaa ||
    (code > 0xaa && code < 0xb5) ||
    (code > 0xb5 && code < 0xc0 && code !== 0xba) ||
    code === 0xd7 ||
    code === 0xf7 ||
    (code >= 0x2000 && code <= 0x206f) ||
    (code >= 0x3000 && code <= 0x3004) ||
    (code >= 0x3008 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff0f) ||
    (code >= 0xff1a && code <= 0xff20);
  const isDigit = (code: number): boolean => code >= 48 && code <= 57;
  const isLower = (code: number): boolean => code >= 97 && code <= 122;
  const isUpper = (code: number): boolean => code >= 65 && code <= 90;
  /** 0 a sign, 1 a small letter or one of a script without capitals, 2 a capital, 3 a digit. */
  const kindOf = (text: string, at: number): number => {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return 0;
    if (code < 128) return isLower(code) ? 1 : isUpper(code) ? 2 : isDigit(code) ? 3 : 0;
    if (isSign(code)) return 0;
    const letter = text.charAt(at);
    return letter.toLowerCase() === letter ? 1 : 2;
  };

  /** The words of a name, small, without accents and without the numbers behind them. */
  const wordsOf = (name: string): string[] => {
    const words: string[] = [];
    let word = '';
    const end = (): void => {
      let length = word.length;
      while (length > 0 && isDigit(word.charCodeAt(length - 1))) length--;
      if (length > 0) words.push(length === word.length ? word : word.slice(0, length));
      word = '';
    };
    let before = 0;
    const most = Math.min(name.length, longestName);
    for (let at = 0; at < most; at++) {
      const code = name.charCodeAt(at);
      if (code >= 0x300 && code <= 0x36f) continue;
      const kind = kindOf(name, at);
      if (kind === 0) end();
      else {
        if (kind === 2) {
          // `APIKey` is two words, and `JWTs` one.
          const next = kindOf(name, at + 1);
          const isPlural = next === 1 && name.charAt(at + 1) === 's' && kindOf(name, at + 2) !== 1;
          if (before === 1 || before === 3 || (before === 2 && next === 1 && !isPlural)) end();
        }
        const letter = name.charAt(at).toLowerCase();
        word += code < 128 ? letter : (folded.get(letter) ?? letter);
      }
      before = kind;
    }
    end();
    return words;
  };

  const shortestJoined = 5;
  const mostJoined = 4;
  interface Found {
    /** The entry of the table. */
    readonly entry: string;
    /** Words before it, and what follows it. */
    readonly start: number;
    readonly rest: readonly string[];
    readonly isAnywhere: boolean;
    /** As the table has it: several of them are no mechanism. */
    readonly isSingle: boolean;
  }
  const entryOf = (word: string): string | undefined => {
    if (anywhere.has(word) || ends.has(word)) return word;
    if (!word.endsWith('s')) return undefined;
    const single = word.slice(0, -1);
    return anywhere.has(single) || ends.has(single) ? single : undefined;
  };
  /** The last run of words that says secret. */
  const findSecret = (words: readonly string[]): Found | undefined => {
    for (let end = words.length; end > 0; end--) {
      for (let count = Math.min(mostJoined, end); count > 0; count--) {
        const start = end - count;
        const joined = count === 1 ? (words[start] as string) : words.slice(start, end).join('');
        if (count > 1 && joined.length < shortestJoined) continue;
        const entry = entryOf(joined);
        if (entry !== undefined)
          return { entry, start, rest: words.slice(end), isAnywhere: anywhere.has(entry), isSingle: entry === joined };
        if (count > 1 && joined.charCodeAt(0) < 128) continue;
        for (const part of names.inside) {
          const at = joined.indexOf(part);
          if (at < 0) continue;
          const behind = joined.slice(at + part.length);
          const rest = behind === '' ? words.slice(end) : [behind, ...words.slice(end)];
          return { entry: part, start, rest, isAnywhere: true, isSingle: false };
        }
        for (const part of names.endings) {
          if (!joined.endsWith(part) && !joined.endsWith(`${part}s`)) continue;
          return { entry: part, start, rest: words.slice(end), isAnywhere: false, isSingle: false };
        }
      }
    }
    return undefined;
  };

  const decide = (name: string): Secrecy => {
    const words = wordsOf(name);
    if (words.length === 0) return 0;
    const found = findSecret(words);
    if (!found) {
      let about = 0;
      for (const word of words) if (facts.has(word)) about++;
      return about === 0 ? 0 : about === words.length ? FACT | SOME : SOME;
    }
    let left = 0;
    for (const word of found.rest) if (!tails.has(word)) left++;
    if (left > 0) {
      for (const word of found.rest) if (facts.has(word) && !tails.has(word)) return FACT | SOME;
      if (!found.isAnywhere) return FACT;
    }
    if (found.rest.length === 0)
      for (let from = 0; from <= found.start; from++) if (plainRuns.has(words.slice(from).join(''))) return FACT;
    if (found.start > 0) {
      if (heads.has(words[0] as string)) return FACT | SOME;
      if (asides.get(found.entry)?.has(words[found.start - 1] as string)) return FACT;
    }
    let answer = SECRET;
    if (numbers.has(found.entry)) answer |= NUMBER;
    // `access_token` is a secret whatever it holds, a `token` may be one of a language.
    if (made.has(found.entry) && found.start === 0 && found.rest.length === 0) answer |= MADE;
    if (found.isSingle && mechanisms.has(found.entry) && found.rest.length === 0) answer |= MECHANISM;
    if (words.length === 1) answer |= LONE;
    return answer;
  };

  let known = new Map<string, Secrecy>();
  const nameOf = (name: string): Secrecy => {
    let answer = known.get(name);
    if (answer === undefined) {
      if (known.size >= mostNames) known = new Map();
      answer = decide(name) | (name.length <= 20 ? (roles.get(name) ?? roles.get(name.toLowerCase()) ?? 0) : 0);
      // What is that long is no name of a field, and is not kept.
      if (name.length <= longestName) known.set(name, answer);
    }
    return answer;
  };

  const below = (above: Secrecy, name: string): Secrecy => {
    const own = nameOf(name);
    if ((above & SECRET) === 0 || (above & MECHANISM) !== 0 || (own & (SECRET | FACT)) !== 0) return own;
    return own | (above & (SECRET | MADE | NUMBER));
  };

  /** As machines make them: `keyword.control` and `identifier` are words. */
  const looksMade = (text: string): boolean => {
    let hasDigit = false;
    let hasDot = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code <= 32) return false;
      if (isDigit(code)) hasDigit = true;
      else if (code === 46) hasDot = true;
    }
    return text.length >= 8 && (hasDigit || (text.length >= 20 && !hasDot));
  };

  const cuts = (secrecy: Secrecy, value: unknown): boolean => {
    switch (typeof value) {
      case 'string':
        if (value === '' || value === mask) return false;
        if ((secrecy & SECRET) !== 0) {
          if ((secrecy & MADE) !== 0) return looksMade(value) || holds(value);
          return !((secrecy & LONE) !== 0 && value.length <= 8 && plain.has(value.toLowerCase()));
        }
        return holds(value);
      case 'number':
        if ((secrecy & NUMBER) !== 0 && (secrecy & SOME) === 0) return true;
        return Number.isInteger(value) && value > 1e12 && isCard(String(value), 0, 32) > 0;
      case 'bigint':
        return ((secrecy & NUMBER) !== 0 && (secrecy & SOME) === 0) || (value > 0n && isCard(String(value), 0, 32) > 0);
      default:
        return false;
    }
  };

  // ── Texts ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  // What a character may be a part of, as bits: the classes of the table's patterns, and what other runs are made of.
  const CLASSES = 'auhdtzbn;@&v';
  const WORD = 1 << 12;
  const DIGIT = 1 << 3;
  const ANY = 1 << 7;
  /** A pattern begins with it: at the beginning of a word alone, or anywhere. */
  const FIRST = 1 << 13;
  const INNER = 1 << 14;
  /** A mark that is looked around at. */
  const MARK = 1 << 15;
  const isBlank = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0xfeff || (code >= 0x2000 && code <= 0x202f);
  const bitOf = (kind: string): number => 1 << CLASSES.indexOf(kind);
  const classesOf = (code: number): number => {
    const isLetter = isLower(code) || isUpper(code);
    const word = isLetter || isDigit(code) || code === 95;
    const letter = String.fromCharCode(code);
    const free = !isBlank(code);
    const token = word || code === 45;
    const dotted = token || code === 46 || code === 126;
    const is = [
      isLetter || isDigit(code),
      isUpper(code) || isDigit(code),
      isDigit(code) || (code >= 97 && code <= 102),
      isDigit(code),
      token,
      dotted,
      dotted || '+/='.includes(letter),
      free,
      code !== 59,
      free && code !== 47 && code !== 64,
      free && code !== 38 && code !== 35,
      free && !';&"\','.includes(letter),
      word,
    ];
    let bits = 0;
    is.forEach((holdsIt, at) => {
      if (holdsIt) bits |= 1 << at;
    });
    return bits;
  };
  const kinds = new Int32Array(128);
  for (let code = 0; code < 128; code++) kinds[code] = classesOf(code);
  const beyond = classesOf(0x4e00);
  const beyondBlank = classesOf(0xa0);
  const kindsOf = (code: number): number => (code < 128 ? (kinds[code] as number) : isBlank(code) ? beyondBlank : beyond);
  const isWord = (code: number): boolean => code < 128 && ((kinds[code] as number) & WORD) !== 0;
  for (const mark of "=:-'0123456789") kinds[mark.charCodeAt(0)] = (kinds[mark.charCodeAt(0)] as number) | MARK;

  interface Piece {
    readonly literal: string;
    /** The bit of its class. */
    readonly kind: number;
    readonly least: number;
    readonly isExact: boolean;
  }
  const piecesOf = (pattern: string): Piece[] => {
    const pieces: Piece[] = [];
    for (let at = 0; at < pattern.length; ) {
      const open = pattern.indexOf('<', at);
      const literal = pattern.slice(at, open < 0 ? pattern.length : open);
      if (literal !== '') pieces.push({ literal, kind: 0, least: 0, isExact: false });
      if (open < 0) break;
      const close = pattern.indexOf('>', open);
      const isExact = pattern.charAt(close - 1) === '!';
      const least = Number(pattern.slice(open + 2, isExact ? close - 1 : close));
      pieces.push({ literal: '', kind: bitOf(pattern.charAt(open + 1)), least, isExact });
      at = close + 1;
    }
    return pieces;
  };
  /** Patterns by the code they begin with. */
  const byCode: Piece[][][] = [];
  for (let code = 0; code < 128; code++) byCode.push([]);
  for (const pattern of values.patterns) {
    const isInner = pattern.startsWith('*');
    const pieces = piecesOf(isInner ? pattern.slice(1) : pattern);
    const code = (pieces[0] as Piece).literal.charCodeAt(0);
    byCode[code]?.push(pieces);
    kinds[code] = (kinds[code] as number) | FIRST | (isInner || !isWord(code) ? INNER : 0);
  }
  const beginnings = values.beginnings.map(piecesOf);
  const schemes = setOf(values.schemes);
  const openingSchemes = setOf(values.openingSchemes);
  const parameters = setOf(values.parameters);
  const statements = setOf(values.statements);
  const placeholders = setOf(values.placeholders);
  const prose = setOf(values.prose);

  /** Where runs of a class end, in one text. Asked for rising places it reads every character once. */
  interface Runs {
    end(kind: number, from: number): number;
  }
  const runsOf = (text: string): Runs => {
    let reached: Map<number, { asked: number; known: number }> | undefined;
    return {
      end: (kind, from) => {
        reached ??= new Map();
        let last = reached.get(kind);
        if (last && from >= last.asked && from <= last.known) return last.known;
        if (!last) {
          last = { asked: 0, known: 0 };
          reached.set(kind, last);
        }
        let at = from;
        while (at < text.length && (kindsOf(text.charCodeAt(at)) & kind) !== 0) at++;
        last.asked = from;
        last.known = at;
        return at;
      },
    };
  };

  const matches = (text: string, at: number, pieces: readonly Piece[], runs: Runs): boolean => {
    let place = at;
    for (const { literal, kind, least, isExact } of pieces) {
      if (literal !== '') {
        if (!text.startsWith(literal, place)) return false;
        place += literal.length;
      } else {
        const end = runs.end(kind, place);
        if (end - place < least || (isExact && end - place !== least)) return false;
        place = end;
      }
    }
    return true;
  };
  const ALNUM = bitOf('a');
  const TOKEN = bitOf('t');
  const BASE64 = bitOf('b');
  const UNTIL_SEMICOLON = bitOf(';');
  const USER = bitOf('@');
  const PARAMETER = bitOf('&');
  const VALUE = bitOf('v');

  /** The end of a payment card's number that begins here, or 0: by its issuer's digits, its length, its groups and its check digit. */
  const isCard = (text: string, from: number, to: number): number => {
    let digits = '';
    let groups = '';
    let group = 0;
    let at = from;
    for (; at < text.length && at < from + to; at++) {
      const code = text.charCodeAt(at);
      if (isDigit(code)) {
        digits += text.charAt(at);
        group++;
      } else if ((code === 32 || code === 45) && group > 0 && isDigit(text.charCodeAt(at + 1))) {
        groups += `${group}-`;
        group = 0;
      } else break;
    }
    groups += group;
    const { length } = digits;
    if (length < 13 || length > 19 || at >= from + to || isDigit(text.charCodeAt(at))) return 0;
    if (text.charCodeAt(at) === 46 && isDigit(text.charCodeAt(at + 1))) return 0;
    if (groups.includes('-') && groups !== '4-6-5' && groups !== '4-6-4' && !/^4-4-4-[1-7]$|^4-4-4-4-[1-3]$/.test(groups))
      return 0;
    const two = Number(digits.slice(0, 2));
    const four = Number(digits.slice(0, 4));
    const isIssued =
      (two >= 40 && two <= 49 && (length === 16 || length === 19 || (length === 13 && groups.includes('-')))) ||
      (two >= 51 && two <= 55 && length === 16) ||
      (four >= 2221 && four <= 2720 && length === 16) ||
      ((two === 34 || two === 37) && length === 15) ||
      ((two === 30 || two === 36 || two === 38 || two === 39) && length === 14 && groups.includes('-')) ||
      (two === 35 && length === 16) ||
      (two >= 60 && two <= 65 && length >= 16);
    if (!isIssued) return 0;
    let sum = 0;
    let isSame = true;
    for (let i = 0; i < length; i++) {
      let digit = digits.charCodeAt(length - 1 - i) - 48;
      if (digits.charCodeAt(i) !== digits.charCodeAt(0)) isSame = false;
      if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
      sum += digit;
    }
    return sum % 10 === 0 && !isSame ? at : 0;
  };

  const longestScheme = 32;
  /** A letter that begins a word, and from there to the mark nothing but what a scheme may hold. */
  const hasScheme = (text: string, mark: number): boolean => {
    for (let at = mark - 1; at >= Math.max(0, mark - longestScheme); at--) {
      const code = text.charCodeAt(at);
      if (!isWord(code) && code !== 43 && code !== 45 && code !== 46) return false;
      if ((isLower(code) || isUpper(code)) && (at === 0 || !isWord(text.charCodeAt(at - 1)))) return true;
    }
    return false;
  };
  const isToken = (text: string): boolean => {
    for (let at = 0; at < text.length; at++) if ((kindsOf(text.charCodeAt(at)) & TOKEN) === 0) return false;
    return true;
  };
  /** `user:password`, or a long user alone, which is a token. */
  const isUserPart = (part: string): boolean => {
    const colon = part.indexOf(':');
    if (colon < 0) return part.length >= 20 && isToken(part);
    const password = part.slice(colon + 1);
    return password !== '' && !isPlaceholder(password, 0);
  };

  /** `***`, `<password>`, `${PASSWORD}`, `%s`, `null`. */
  const isPlaceholder = (text: string, at: number): boolean => {
    const first = text.charAt(at);
    if (first === '' || '*<{$%['.includes(first)) return true;
    let end = at;
    while (end < text.length && end < at + 12 && isWord(text.charCodeAt(end))) end++;
    const word = text.slice(at, end).toLowerCase();
    if (placeholders.has(word)) return true;
    return word.length >= 3 && word.length < 12 && /^x+$/.test(word);
  };

  /** The name that ends before a place, without the quotes and blanks around it. Names are short: what is longer is none. */
  const nameBefore = (text: string, place: number): { start: number; end: number; quote: string } => {
    let end = place;
    for (let blanks = 0; end > 0 && blanks < 8 && isBlank(text.charCodeAt(end - 1)); blanks++) end--;
    let quote = '';
    const last = text.charAt(end - 1);
    if (last === '"' || last === "'") {
      quote = last;
      end--;
    }
    let start = end;
    while (start > 0 && end - start < 64) {
      const code = text.charCodeAt(start - 1);
      if (isWord(code) || code === 45 || code === 46 || (code >= 128 && !isSign(code))) start--;
      else break;
    }
    return { start, end, quote };
  };
  /** A name in a text is a secret's when it is one beyond doubt. */
  const isNamed = (name: string): boolean => (nameOf(name) & (SECRET | MADE)) === SECRET;

  const skipBlanks = (text: string, from: number): number => {
    let at = from;
    while (at < text.length && at < from + 8 && isBlank(text.charCodeAt(at))) at++;
    return at;
  };

  /** `name=value` in connection strings, environment files, addresses, cookies and command lines. */
  const atEquals = (text: string, place: number, runs: Runs): boolean => {
    const { start, end } = nameBefore(text, place);
    if (start === end) return false;
    const name = text.slice(start, end);
    let at = skipBlanks(text, place + 1);
    if (text.charAt(at) === '"' || text.charAt(at) === "'") at++;
    const before = start > 0 ? text.charAt(start - 1) : '';
    if ((before === '?' || before === '&' || before === '#') && !isPlaceholder(text, at)) {
      const length = runs.end(PARAMETER, at) - at;
      const words = wordsOf(name);
      if (length >= 8 && (parameters.has(words[words.length - 1] as string) || (nameOf(name) & SECRET) !== 0)) return true;
    }
    if (isNamed(name) && !isPlaceholder(text, at) && runs.end(VALUE, at) - at >= 3) return true;
    return isSessionPair(text, start, name, place + 1, runs);
  };
  /** A cookie of a session, at the beginning, after a semicolon or after `cookie:`, that goes on to the next semicolon or to the end. */
  const isSessionPair = (text: string, start: number, name: string, from: number, runs: Runs): boolean => {
    let before = start;
    for (let blanks = 0; before > 0 && blanks < 8 && isBlank(text.charCodeAt(before - 1)); blanks++) before--;
    if (before > 0 && text.charAt(before - 1) !== ';' && text.slice(Math.max(0, before - 7), before).toLowerCase() !== 'cookie:')
      return false;
    const end = runs.end(UNTIL_SEMICOLON, from);
    if (end - from < 12 || runs.end(ANY, from) < end) return false;
    const small = name.toLowerCase();
    return values.sessions.some((part) => small.includes(part));
  };

  /** `name: value` in headers and YAML, `"name": "value"` in JSON. Without quotes a digit must be in the value: words alone are prose. */
  const atColon = (text: string, place: number, runs: Runs): boolean => {
    const { start, end, quote } = nameBefore(text, place);
    if (start === end) return false;
    const name = text.slice(start, end);
    if (!isNamed(name)) return false;
    const at = skipBlanks(text, place + 1);
    const mark = text.charAt(at);
    if (quote !== '' && (mark === '"' || mark === "'"))
      return !isPlaceholder(text, at + 1) && text.charAt(at + 1) !== mark && at + 2 < text.length;
    if (isPlaceholder(text, at)) return false;
    if (name.toLowerCase().endsWith('authorization')) {
      const scheme = runs.end(ANY, at);
      const value = skipBlanks(text, scheme);
      if (value > scheme && runs.end(ANY, value) - value >= 8) return true;
    }
    const stop = runs.end(VALUE, at);
    if (stop - at < 6) return false;
    for (let i = at; i < stop && i < at + 256; i++) if (isDigit(text.charCodeAt(i))) return true;
    return false;
  };

  /** `--password x`, and `-password x`. */
  const atOption = (text: string, place: number, runs: Runs): boolean => {
    let start = place + 1;
    if (text.charAt(start) === '-') start++;
    const end = Math.min(runs.end(TOKEN, start), start + 64);
    if (end === start || !isBlank(text.charCodeAt(end)) || !isNamed(text.slice(start, end))) return false;
    const value = skipBlanks(text, end);
    return (
      value < text.length &&
      text.charAt(value) !== '-' &&
      text.charAt(value) !== '|' &&
      text.charAt(value) !== ']' &&
      !isPlaceholder(text, value)
    );
  };

  /** `PASSWORD 'x'`, `IDENTIFIED BY 'x'`. */
  const atQuote = (text: string, place: number): boolean => {
    if (place < 3 || !isBlank(text.charCodeAt(place - 1))) return false;
    const { start, end, quote } = nameBefore(text, place);
    if (quote !== '' || start === end) return false;
    const word = text.slice(start, end).toLowerCase();
    if (!statements.has(word)) return false;
    if (
      word === 'by' &&
      !text
        .slice(Math.max(0, start - 16), start)
        .trim()
        .toLowerCase()
        .endsWith('identified')
    )
      return false;
    return !isPlaceholder(text, place + 1) && text.charAt(place + 1) !== "'" && text.indexOf("'", place + 1) > 0;
  };

  /** `Bearer x`, `Basic x`. */
  const isCredential = (text: string, at: number, runs: Runs): boolean => {
    let end = at;
    while (end < text.length && end < at + 8 && isWord(text.charCodeAt(end))) end++;
    if (end - at < 5 || !isBlank(text.charCodeAt(end))) return false;
    const word = text.slice(at, end);
    const small = word.toLowerCase();
    const opens = at === 0;
    if (!schemes.has(small) && !(opens && openingSchemes.has(small))) return false;
    const from = skipBlanks(text, end);
    const stop = runs.end(BASE64, from);
    const isWhole = opens && stop === text.length;
    if (isWhole && small === 'bearer' && stop - from >= 8) return true;
    let isMixed = false;
    for (let i = from; i < stop && i < from + 256 && !isMixed; i++) {
      const code = text.charCodeAt(i);
      isMixed = isDigit(code) || code === 61 || (isWhole && isUpper(code));
    }
    return isMixed && stop - from >= (isWhole ? 6 : 12) && (isWhole || isUpper(word.charCodeAt(0)));
  };

  /** `jdbc:oracle:thin:user/password@` */
  const isOracle = (text: string, at: number, runs: Runs): boolean => {
    const mark = 'jdbc:oracle:';
    if (text.slice(at, at + mark.length).toLowerCase() !== mark) return false;
    const kind = runs.end(ALNUM, at + mark.length);
    if (text.charAt(kind) !== ':') return false;
    const user = runs.end(USER, kind + 1);
    if (user === kind + 1 || text.charAt(user) !== '/') return false;
    const password = runs.end(USER, user + 1);
    return password > user + 1 && text.charAt(password) === '@';
  };

  /** Twelve to twenty-four small words in a row, none of which is one of prose. */
  const isSeedPhrase = (text: string): boolean => {
    const words = text.split(' ');
    if (words.length < 12 || words.length > 24 || words.length % 3 !== 0) return false;
    const seen = new Set<string>();
    for (const word of words) {
      if (word.length < 3 || word.length > 8 || prose.has(word)) return false;
      seen.add(word);
    }
    return seen.size > 1;
  };

  const shortestText = 8;
  const holds = (text: string): boolean => {
    const { length } = text;
    if (length < shortestText) return false;
    const runs = runsOf(text);
    const first = text.charCodeAt(0);
    if (first === 36 || first === 123 || first === 112 || first === 115)
      for (const pieces of beginnings) if (matches(text, 0, pieces, runs)) return true;
    if (isCredential(text, 0, runs)) return true;
    let isWords = length >= 47 && length <= 215;
    let isWebKey = false;
    let begins = true;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      const bits = code < 128 ? (kinds[code] as number) : 0;
      const begun = begins;
      begins = (bits & WORD) === 0;
      if ((bits & FIRST) !== 0 && (begun || (bits & INNER) !== 0))
        for (const pieces of byCode[code] as Piece[][]) if (matches(text, at, pieces, runs)) return true;
      if (isLower(code) || code === 32) {
        if (begun && (code === 98 || code === 106) && atWord(text, at, code, runs)) return true;
        continue;
      }
      isWords = false;
      if (begun && (code === 66 || code === 74) && atWord(text, at, code, runs)) return true;
      if ((bits & MARK) === 0) continue;
      if ((bits & DIGIT) !== 0) {
        if (begun && text.charCodeAt(at - 1) !== 46 && isCard(text, at, 32) > 0) return true;
      } else if (code === 61) {
        if (atEquals(text, at, runs)) return true;
      } else if (code === 45) {
        if ((at === 0 || isBlank(text.charCodeAt(at - 1))) && atOption(text, at, runs)) return true;
      } else if (code === 39) {
        if (atQuote(text, at)) return true;
      } else if (text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) === 47) {
        const end = runs.end(USER, at + 3);
        if (text.charCodeAt(end) === 64 && hasScheme(text, at) && isUserPart(text.slice(at + 3, end))) return true;
      } else if (atColon(text, at, runs)) return true;
      else if (text.charCodeAt(at - 1) === 34) {
        const name = text.slice(Math.max(0, at - 5), at);
        if (name === '"kty"') isWebKey = true;
        else if (isWebKey && (name.endsWith('"d"') || name.endsWith('"k"'))) return true;
      }
    }
    return isWords && isSeedPhrase(text);
  };
  const atWord = (text: string, at: number, code: number, runs: Runs): boolean =>
    code === 66 || code === 98 ? isCredential(text, at, runs) : isOracle(text, at, runs);

  // ── What stands beside it ────────────────────────────────────────────────────────────────────────────────────────────────────────

  const mostBeside = 24;
  const none: readonly number[] = [];
  const among = (fields: readonly SecretField[]): readonly number[] => {
    if (fields.length < 2 || fields.length > mostBeside) return none;
    let all = 0;
    for (const field of fields) all |= nameOf(field.name);
    const isWebKey = (all & KEY) !== 0 && (all & PART) !== 0;
    if (!isWebKey && ((all & NAMING) === 0 || (all & VALUED) === 0)) return none;
    let said = 0;
    if ((all & VALUED) !== 0)
      for (const { name, value } of fields)
        if ((nameOf(name) & NAMING) !== 0 && typeof value === 'string' && value.length <= 64) {
          const secrecy = nameOf(value);
          if ((secrecy & SECRET) !== 0) said = secrecy;
        }
    const found: number[] = [];
    fields.forEach(({ name, value }, at) => {
      const role = nameOf(name);
      if (isWebKey && (role & PART) !== 0 && value !== null) found.push(at);
      else if (said !== 0 && (role & VALUED) !== 0 && (typeof value === 'object' || cuts(said & ~LONE, value))) found.push(at);
    });
    return found;
  };

  const following = (list: readonly unknown[]): readonly number[] => {
    if (list.length < 2 || typeof list[0] === 'object') return none;
    let found: number[] | undefined;
    for (let at = 0; at + 1 < list.length; at++) {
      const one = list[at];
      const next = list[at + 1];
      if (typeof one !== 'string' || one.length > 64 || (typeof next !== 'string' && typeof next !== 'number')) continue;
      const isOption = one.charCodeAt(0) === 45 && !one.includes('=');
      if (!isOption && list.length !== 2) continue;
      const secrecy = nameOf(one);
      if ((secrecy & SECRET) === 0 || (isOption && typeof next === 'string' && next.startsWith('-'))) continue;
      // Of two words beside each other, the second may be another name of a field.
      if (!isOption && !(typeof next === 'string' ? looksMade(next) : cuts(secrecy, next))) continue;
      found ??= [];
      found.push(at + 1);
    }
    return found ?? none;
  };

  // ── Addresses and answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

  const longestAddress = 8192;
  const cutUser = (url: string): string => {
    const mark = url.indexOf('://');
    if (mark < 1 || mark > longestScheme || !hasScheme(url, mark)) return url;
    const end = runsOf(url).end(USER, mark + 3);
    return url.charAt(end) === '@' && isUserPart(url.slice(mark + 3, end)) ? url.slice(0, mark + 3) + mask + url.slice(end) : url;
  };
  const cutSession = (url: string): string => {
    const mark = ';jsessionid=';
    const at = url.toLowerCase().indexOf(mark);
    if (at < 0) return url;
    let end = at + mark.length;
    while (end < url.length && !'?#;'.includes(url.charAt(end))) end++;
    return url.slice(0, at + mark.length) + mask + url.slice(end);
  };
  /** `?name=value&name=value#name=value`, each pair once. */
  const address = (given: string): string => {
    const url = cutSession(cutUser(given.slice(0, longestAddress)));
    let shown = '';
    let start = 0;
    let isQuery = false;
    for (let at = 0; at <= url.length; at++) {
      const mark = url.charAt(at);
      if (at < url.length && mark !== '?' && mark !== '&' && mark !== '#') continue;
      const part = url.slice(start, at);
      const equals = isQuery ? part.indexOf('=') : -1;
      const name = part.slice(0, Math.max(0, equals));
      const value = part.slice(equals + 1);
      const words = equals > 0 ? wordsOf(name) : [];
      const isCut =
        equals > 0 &&
        value !== '' &&
        ((nameOf(name) & SECRET) !== 0 || parameters.has(words[words.length - 1] as string) || holds(value));
      shown += (isCut ? `${name}=${mask}` : part) + mark;
      start = at + 1;
      isQuery = true;
    }
    return shown;
  };

  const deepest = 32;
  const tell = (secrecy: Secrecy, value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null) return cuts(secrecy, value) ? mask : value;
    if (depth > deepest) return mask;
    if (Array.isArray(value)) {
      const hidden = following(value);
      return value.map((one, at) => (hidden.includes(at) ? mask : tell(secrecy, one, depth + 1)));
    }
    const entries = Object.entries(value);
    const hidden = among(entries.map(([name, one]) => ({ name, value: one })));
    const shown: Record<string, unknown> = {};
    entries.forEach(([name, one], at) => {
      // As a field of its own, whatever it is called.
      Object.defineProperty(shown, holds(name) ? mask : name, {
        value: hidden.includes(at) ? mask : tell(below(secrecy, name), one, depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    });
    return shown;
  };

  return {
    bits: { secret: SECRET, fact: FACT },
    name: nameOf,
    below,
    cuts,
    holds,
    among,
    following,
    address,
    told: (name, value) => tell(nameOf(name), value, 0),
  };
}
