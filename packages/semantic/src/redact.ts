import type { Primitive } from '@substrate/core';
import { createSecretShapes, cutAddress, hasCardNumber } from './secret-shapes.js';
import { splitWords } from './words.js';

/**
 * Secrets read `"[redacted]"`: by the words of their key, and by the shape of their value. A key is never left out.
 *
 * A name says secret when one of its words does and no other word says that the thing is about a secret rather than one:
 * `api_token` is one, `token_count`, `password_strength` and `show_password` are not.
 */

export const redacted = '[redacted]';

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const secretWords = set(`
  password passwd passwort passphrase passcode pwd pass secret secrets token tokens jwt bearer credential credentials apikey
  authorization cookie cookies csrf xsrf otp totp pin cvv cvc cvv2 ssn mnemonic seedphrase privatekey secretkey accesskey kennwort
  contrasena motdepasse wachtwoord senha
`);

/** Two words that say it together. */
const secretPairs = set(`
  api_key private_key secret_key access_key signing_key encryption_key session_id session_key session_secret session_token auth_key
  auth_code security_code recovery_code backup_code one_time client_secret seed_phrase connection_string card_number credit_card
  account_key shared_key master_key license_key ssh_key refresh_token deploy_key webhook_secret
`);

/** Words that turn a secret's name into a fact about it. */
const factWords = set(`
  count counts length size limit max min total used usage remaining strength policy rule rules hint label placeholder error errors
  enabled disabled required visible visibility shown hidden show hide valid invalid expired expires expiry expiration ttl age type
  types kind name names fields url uri endpoint path method algorithm alg format changed updated created at date time is has
  have can should requires must banner consent notice accepted dismissed preferences reset forgot forgotten change form
  per rate index position cost price budget model context window status state timeout lifetime duration manager
  map pattern regex regexp message title description help ref color icon pinned board code_length symbol supply
  file filename dir directory folder backup validation rounds class generator factory provider default nargs alias choices global optional
`);

/** Words so plain that only a string beside them can be secret, and only when nothing is around them. */
const ambiguous = set('pass pin token tokens secret cookie cookies');

export type NameSecrecy = 'secret' | 'fact' | 'plain';

/** Tokens of a language, not of a door. */
const grammarWords = set(
  'default next current last first prev previous start end parser lexer syntax ident identifier keyword operator symbol separator delimiter text string mark rule line',
);

/** Words that may follow a secret's name and leave it one: `token_value`, `password_confirmation`. */
const tails = set(
  'value string hash plain raw text current new old confirm confirmation repeat again header encrypted base64 hex data field input',
);

/** These are secret wherever they stand in a name; the others only at its end: a `token_marker` is a marker. */
const anywhere = set(
  'password passwd passwort passphrase passcode pwd secret apikey credential credentials privatekey secretkey accesskey mnemonic',
);

/** What the words of a name say about the value it holds. */
export const nameSecrecy = (name: string): NameSecrecy => {
  const words = splitWords(name).map((word) => word.replace(/(?<=\D)\d+$/, ''));
  let end = words.length;
  while (end > 1 && (tails.has(words[end - 1] as string) || /^\d*$/.test(words[end - 1] as string))) end--;
  const last = words[end - 1] as string;
  const says =
    (end > 0 && secretWords.has(last)) ||
    words.some((word) => anywhere.has(word)) ||
    words.some((word, at) => at > 0 && secretPairs.has(`${words[at - 1]}_${word}`));
  if (!says) return words.some((word) => secretWords.has(word)) ? 'fact' : 'plain';
  if (/^tokens?$/.test(last) && end > 1 && words.slice(0, end - 1).every((word) => grammarWords.has(word))) return 'fact';
  return words.some((word) => factWords.has(word)) ? 'fact' : 'secret';
};

/** Numbers are secret under few names only: a `token` that is a number is a count or a position. */
const numericSecret = set('pin otp totp cvv cvc cvv2 passcode ssn password passwd pwd card credit security one');

/** Names before `=` or `:` in a text. */
const named = `(?:pass(?:word|wd|phrase|code)?|pwd|secret|api[-_ ]?key|apikey|(?:access|secret|account|private|shared[-_ ]?access|encryption|signing)[-_ ]?key|client[-_ ]?secret|(?:access|auth|refresh|id|session|bearer|api|csrf|xsrf)[-_ ]?token)`;

/** Longest text that is judged and shown. Probes cut at far less; what comes longer is cut here, so that nothing is shown unjudged. */
const longestValue = 65_536;

const holdsSecret = createSecretShapes({ named });

/** Whether a text is, or holds, something that opens a door. */
export const isSecretValue = (text: string): boolean => holdsSecret(text);

export interface RedactionHints {
  /** The source said so: a password field, a credential type. */
  readonly secret?: boolean | undefined;
  /** Something around it is named as secret: the map of all cookies. */
  readonly within?: boolean | undefined;
}

/** The value as it may be shown under that name. Null and truth values stay: they open nothing. */
export const redact = (name: string, value: Primitive, hints: RedactionHints = {}): Primitive =>
  redactValue(nameSecrecy(name), name, value, hints);

/** The same where the name was judged before. */
export const redactValue = (secrecy: NameSecrecy, name: string, value: Primitive, hints: RedactionHints): Primitive => {
  if (hints.secret) return value === null ? null : redacted;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (secrecy === 'secret' && splitWords(name).some((word) => numericSecret.has(word))) return redacted;
    return Number.isInteger(value) && value > 1e14 && hasCardNumber(String(value)) ? redacted : value;
  }
  if (value === redacted) return value;
  if (secrecy === 'secret' || (hints.within && secrecy !== 'fact' && !isAbout(name)))
    return isPlainFact(name, value) ? value : redacted;
  const shown = value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;
  return isSecretValue(shown) ? redacted : shown;
};

/** Below a secret's name: what it is for, not what it is. */
const isAbout = (name: string): boolean => splitWords(name).every((word) => factWords.has(word));

/** Parts of a web key that are private, where the public ones stand beside them. */
const privateParts = set('d p q dp dq qi k oth');
export const isPrivatePart = (name: string, siblings: readonly string[]): boolean =>
  privateParts.has(name) && siblings.includes('kty');

/** `pin: "left"`, `token: "identifier"`: where the word has another everyday meaning, a short plain word is no secret. */
const isPlainFact = (name: string, value: string): boolean => {
  const words = splitWords(name);
  return (
    words.length === 1 &&
    ambiguous.has(words[0] as string) &&
    /^[a-z]{1,8}$/.test(value) &&
    /^(left|right|top|bottom|none|all|true|false|yes|no|on|off|ok|fail|keyword|operator)$/.test(value)
  );
};

const longestAddress = 8192;
const secretParameters = set('sig signature code key auth sid');

/** An address with the secrets of its query and user part cut out. */
export const redactUrl = (url: string): string =>
  cutAddress(
    url.slice(0, longestAddress),
    redacted,
    (name, value) => nameSecrecy(name) === 'secret' || secretParameters.has(name.toLowerCase()) || isSecretValue(value),
  );
