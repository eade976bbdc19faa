/**
 * Whether a text is, or holds, something that opens a door, by its shape. The text is somebody else's and may be made to be slow to read, so the time is in
 * proportion to its length: each shape is looked for at its mark (`://`, `eyJ`, a name before `=`), and what stands around a mark is read once, whatever
 * number of marks share it. The expressions that are left have no two ways to read the same characters again and again.
 */

/** The words that make a name before `=` or `:` a secret's, as the source of an expression. */
export interface SecretNames {
  readonly named: string;
}

/** Where the next of some characters is. Asked for rising places it reads every character once. */
const nextOf = (text: string, isWanted: (code: number) => boolean): ((from: number) => number) => {
  let known = -1;
  let asked = 0;
  return (from) => {
    if (from >= asked && from <= known) return known;
    asked = from;
    for (known = from; known < text.length; known++) if (isWanted(text.charCodeAt(known))) break;
    return known;
  };
};

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isWordCode = (code: number): boolean => isDigit(code) || isLetter(code) || code === 95;
/** As `\s` has it, for what is met in practice: every code up to a blank counts, and the wide blanks. */
const isSpace = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0xfeff || (code >= 0x2000 && code <= 0x202f);
const isToken = (code: number): boolean => isWordCode(code) || code === 45;

type Shape = (text: string) => boolean;

/** Three runs of letters joined by dots, the first of which begins like a JSON object in base 64. */
const webToken: Shape = (text) => {
  const runEnd = nextOf(text, (code) => !isToken(code));
  for (let at = text.indexOf('eyJ'); at >= 0; at = text.indexOf('eyJ', at + 3)) {
    if (at > 0 && isWordCode(text.charCodeAt(at - 1))) continue;
    const first = runEnd(at);
    if (first - at < 11 || text[first] !== '.') continue;
    const second = runEnd(first + 1);
    if (second - first < 9 || text[second] !== '.') continue;
    if (runEnd(second + 1) - second >= 9) return true;
  }
  return false;
};

const longestScheme = 32;

/** A letter that begins a word, and from there to the mark nothing but what a scheme may hold. */
const hasScheme = (text: string, mark: number): boolean => {
  for (let at = mark - 1; at >= Math.max(0, mark - longestScheme); at--) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && !isLetter(code) && code !== 43 && code !== 45 && code !== 46) return false;
    if (isLetter(code) && (at === 0 || !isWordCode(text.charCodeAt(at - 1)))) return true;
  }
  return false;
};

/** `scheme://user:password@`, or a long user alone, which is a token. */
const addressWithUser: Shape = (text) => {
  // A user part ends at a blank, a slash or its @.
  const partEnd = nextOf(text, (code) => isSpace(code) || code === 47 || code === 64);
  for (let mark = text.indexOf('://'); mark >= 0; mark = text.indexOf('://', mark + 3)) {
    const start = mark + 3;
    const end = partEnd(start);
    if (text[end] !== '@' || !hasScheme(text, mark)) continue;
    const part = text.slice(start, end);
    const colon = part.indexOf(':');
    if (colon >= 0 ? colon < part.length - 1 : part.length >= 20 && /^[\w-]+$/.test(part)) return true;
  }
  return false;
};

/** `jdbc:oracle:thin:user/password@` */
const oracleAddress: Shape = (text) => {
  const lower = text.toLowerCase();
  const mark = 'jdbc:oracle:';
  const wordEnd = nextOf(lower, (code) => !isWordCode(code));
  const userEnd = nextOf(lower, (code) => isSpace(code) || code === 47);
  const passwordEnd = nextOf(lower, (code) => isSpace(code) || code === 64);
  for (let at = lower.indexOf(mark); at >= 0; at = lower.indexOf(mark, at + mark.length)) {
    if (at > 0 && isWordCode(lower.charCodeAt(at - 1))) continue;
    const kind = wordEnd(at + mark.length);
    if (kind === at + mark.length || lower[kind] !== ':') continue;
    const user = userEnd(kind + 1);
    if (user === kind + 1 || lower[user] !== '/') continue;
    const password = passwordEnd(user + 1);
    if (password > user + 1 && lower[password] === '@') return true;
  }
  return false;
};

const cookieHeader = 'cookie:';
const sessionName = /sess|sid|auth|token/i;

/** A cookie of a session, at the beginning, after a semicolon or after `cookie:`, that goes on to the next semicolon or to the end. */
const sessionCookie: Shape = (text) =>
  text.includes('=') &&
  text.split(';').some((part) => {
    if (!part.includes('=')) return false;
    const header = part.toLowerCase().indexOf(cookieHeader);
    return isSessionPair(part) || (header >= 0 && isSessionPair(part.slice(header + cookieHeader.length)));
  });

const isSessionPair = (pair: string): boolean => {
  const equals = pair.indexOf('=');
  if (equals < 0) return false;
  const name = pair.slice(0, equals).trimStart();
  const value = pair.slice(equals + 1);
  return value.length >= 12 && !/\s/.test(value) && /^[\w.-]+$/.test(name) && sessionName.test(name);
};

/** A web key that has one of its private parts. */
const privateWebKey: Shape = (text) => {
  const kind = /"kty"\s*:/.exec(text);
  return kind !== null && /"[dk]"\s*:/.test(text.slice(kind.index + kind[0].length));
};

/** What stands where a secret would: `***`, `<password>`, `${PASSWORD}`, `%s`. */
const noPlaceholder = String.raw`(?![*<{$%\[]|x{3,}\b|null\b|undefined\b|required\b|optional\b|string\b|true\b|false\b)`;

/** `name: value` in headers and YAML. A digit must be in the value, or right behind it: words alone are prose. */
const namedLine = ({ named }: SecretNames): Shape => {
  const begin = new RegExp(String.raw`(?<![A-Za-z])${named}\s*:\s*${noPlaceholder}`, 'gi');
  return (text) => {
    const blank = nextOf(text, isSpace);
    const digit = nextOf(text, isDigit);
    const valueEnd = nextOf(text, (code) => isSpace(code) || code === 44 || code === 59);
    begin.lastIndex = 0;
    for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
      const at = found.index + found[0].length;
      if (valueEnd(at) - at >= 6 && digit(at) < blank(at)) return true;
    }
    return false;
  };
};

const tokens: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----|PuTTY-User-Key-File|AGE-SECRET-KEY-1/,
  /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/, // cloud access keys
  /\bAIza[\w-]{35}/,
  /\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}|\b1\/\/0[\w-]{20,}/,
  /\b[\w~.-]{3}\dQ~[\w~.-]{31,34}/, // client secrets of a cloud directory
  /\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{22,}/,
  /\bgl[a-z]{2,5}-[\w-]{16,}/,
  /\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}|hooks\.slack\.com\/services\/\w+\/\w+\/\w+/,
  /\b[srp]k_(?:live|test|substrate)_[A-Za-z0-9]{16,}|\bwhsec_[\w+/=]{16,}/,
  /\bsk-(?:[a-z]+-)?[A-Za-z0-9_-]{20,}/,
  /\b(?:npm_|hf_|dckr_pat_|dop_v1_|shp(?:at|ss|ca|pa)_|pypi-|hvs\.)[A-Za-z0-9_-]{20,}/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}|\bSK[0-9a-f]{32}\b|\bkey-[0-9a-f]{32}\b/,
  /\b\d{8,10}:AA[\w-]{33}/,
  /^\$(?:2[abxy]?|1|5|6|7|y|apr1|argon2\w*|scrypt|pbkdf2[\w-]*)\$.{8,}|^\{S?SHA\d*\}\S{20,}/, // hashed passwords
  /^Bearer\s+[\w.~+/-]{8,}=*$/i,
  /^(?:[Bb]asic|[Tt]oken|[Dd]igest|[Aa]pi[Kk]ey)\s+(?=\S*[\dA-Z=])[\w.~+/-]{6,}=*$/,
  /\b(?:Bearer|Basic)\s+(?=\S*[\d=])[\w.~+/-]{12,}=*/,
  /\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:[a-z]+\s+)?[\w.~+/=-]{8,}/i,
  /[?&](?:access_token|token|api_key|apikey|key|secret|password|pwd|sig|signature|code|auth|sid)=[^&\s#]{8,}|;jsessionid=\w{8,}/i,
];

/** A word that every shape above holds at least one of: most values are told apart by it. */
const hint =
  /eyJ|-----BEGIN|PuTTY|AGE-SEC|A(?:KIA|SIA|ROA|IDA)|AIza|ya29|GOCSPX|1\/\/0|Q~|gh[pousr]_|github_pat|gl[a-z]{2,5}-|xox|xapp|hooks\.slack|[srp]k_|whsec|sk-|npm_|hf_|dckr|dop_v1|shp[a-z]{2}_|pypi-|hvs\.|SG\.|SK[0-9a-f]|key|:AA|^\$|^\{S|pass|pwd|secret|:\/\/[^/\s]*@|jdbc:oracle|Bearer |Basic |^(?:Digest|Token|ApiKey) |authorization|[?&]\w+=|sess|sid|auth|token|"kty"/i;

const digitRuns = /(?:^|[^\d.])((?:\d[ -]?){12,18}\d)(?![\d.])/g;

/** A payment card by its length, its issuer's first digit and the check digit. */
export const hasCardNumber = (text: string): boolean => {
  for (const match of text.matchAll(digitRuns)) {
    const run = match[1] as string;
    const digits = run.replace(/[ -]/g, '');
    if (digits.length < 13 || digits.length > 19 || !/^[23456]/.test(digits)) continue;
    // Milliseconds since 1970 and the like are runs without spaces that no issuer numbers: 13 digits are a Visa of old or a time.
    if (digits.length < 15 && !/[ -]/.test(run)) continue;
    let sum = 0;
    for (let i = 0; i < digits.length; i++) {
      let digit = digits.charCodeAt(digits.length - 1 - i) - 48;
      if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
      sum += digit;
    }
    if (sum % 10 === 0 && !/^(\d)\1+$/.test(digits)) return true;
  }
  return false;
};

/** The judge of texts, for these names of secrets. */
export const createSecretShapes = (names: SecretNames): ((text: string) => boolean) => {
  const { named } = names;
  const written: readonly RegExp[] = [
    new RegExp(String.raw`(?<![A-Za-z])${named}["']?\s*=\s*["']?${noPlaceholder}[^;\s&"',]{3,}`, 'i'), // connection strings, environment files
    new RegExp(String.raw`["']${named}["']\s*:\s*["']${noPlaceholder}[^"']{3,}["']`, 'i'), // JSON
  ];
  const shapes: readonly Shape[] = [
    ...[...tokens, ...written].map(
      (shape): Shape =>
        (text) =>
          shape.test(text),
    ),
    webToken,
    namedLine(names),
    addressWithUser,
    oracleAddress,
    sessionCookie,
    privateWebKey,
  ];
  return (text) => {
    if (text.length < 8) return false;
    if (hint.test(text) && shapes.some((shape) => shape(text))) return true;
    return text.length >= 13 && /\d[ -]?\d{2}/.test(text) && hasCardNumber(text);
  };
};

// ── Addresses ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const cookieMark = ';jsessionid=';

/** An address with its user part, its session and the values of its query that `isSecret` names replaced. */
export const cutAddress = (url: string, mask: string, isSecret: (name: string, value: string) => boolean): string =>
  cutQuery(cutSession(cutUser(url, mask), mask), mask, isSecret);

const cutUser = (url: string, mask: string): string => {
  const mark = url.indexOf('://');
  if (mark < 1 || mark > longestScheme || !/^[a-z][a-z0-9+.-]*$/i.test(url.slice(0, mark))) return url;
  const start = mark + 3;
  const end = nextOf(url, (code) => isSpace(code) || code === 47 || code === 64)(start);
  if (url[end] !== '@') return url;
  const user = url.slice(start, end);
  return user.includes(':') || (user.length >= 20 && /^[\w-]+$/.test(user))
    ? `${url.slice(0, start)}${mask}${url.slice(end)}`
    : url;
};

const cutSession = (url: string, mask: string): string => {
  const at = url.toLowerCase().indexOf(cookieMark);
  if (at < 0) return url;
  const start = at + cookieMark.length;
  const end = nextOf(url, (code) => code === 63 || code === 35 || code === 59)(start);
  return `${url.slice(0, start)}${mask}${url.slice(end)}`;
};

/** `?name=value&name=value#name=value`, each pair once. */
const cutQuery = (url: string, mask: string, isSecret: (name: string, value: string) => boolean): string => {
  const markOf = nextOf(url, (code) => code === 63 || code === 38 || code === 35);
  const nameEnd = nextOf(url, (code) => code === 61 || code === 38 || code === 35);
  const valueEnd = nextOf(url, (code) => code === 38 || code === 35);
  const parts: string[] = [];
  let copied = 0;
  for (let mark = markOf(0); mark < url.length; ) {
    const equals = nameEnd(mark + 1);
    if (url[equals] !== '=') {
      // Every mark up to there would end at the same place.
      mark = equals;
      continue;
    }
    const end = valueEnd(equals + 1);
    const name = url.slice(mark + 1, equals);
    const value = url.slice(equals + 1, end);
    if (name !== '' && value !== '' && isSecret(name, value)) {
      parts.push(url.slice(copied, equals + 1), mask);
      copied = end;
    }
    mark = end;
  }
  return parts.length === 0 ? url : [...parts, url.slice(copied)].join('');
};
