import { remembered } from './memo.js';
import { shortWords } from './vocabulary.js';

/**
 * Names in one style. A source spells `totalItems`, `_total_items`, `getTotalItems`, `m_totalItems` or `Total items:`; a key says
 * `total_items`. Letters of other scripts stay: a key quotes them.
 */

const folded: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

const fold = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/[ßæœøłđðþı]/gi, (letter) => folded[letter.toLowerCase()] ?? letter);

const longestName = 256;

/** A name can be as long as whoever gives it likes; what it says, it says at its beginning. */
export const clipName = (name: string): string => (name.length > longestName ? name.slice(0, longestName) : name);

/** What a program can write as a name. */
export const isIdentifier = (text: string): boolean => /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text);

/** The order of texts, the same on every machine. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const splitWords = remembered((name): readonly string[] => {
  const spaced = fold(clipName(name))
    .replace(/\be-mail/gi, 'email')
    .replace(/\bOAuth/g, 'Oauth')
    .replace(/(\p{Lu}{2,})s(?!\p{Ll})/gu, (_, letters: string) => ` ${letters.toLowerCase()}s `)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    // `3D` is one word, in `Object3DBranch` as well; in `step2Name` and `UTF8BOM` a word begins.
    .replace(/(\d)(\p{Lu})(?=\p{Ll}|\p{Lu}(?!\p{Ll}))/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
});

const unwrapped = (name: string): string => {
  let inner = clipName(name);
  const backing = /^<(.+?)>[a-z]__|^<(.+?)>\d+__\d+$/.exec(inner);
  if (backing) inner = (backing[1] ?? backing[2]) as string;
  return inner
    .replace(/^val\$/, '')
    .replace(/\$(delegate|lazy|default|\d+)$/, '')
    .replace(/^(?:m|s|f|g|k)_(?=\p{L})/u, '')
    .replace(/^m(?=\p{Lu}\p{Ll})/u, '')
    .replace(/^_+|[_$]+$/g, '');
};

const maxWords = 6;
const maxLength = 48;

const join = (words: readonly string[]): string => {
  let text = '';
  for (const word of words.slice(0, maxWords)) {
    if (text !== '' && text.length + word.length >= maxLength) break;
    text = text === '' ? word : `${text}_${word}`;
  }
  text = text.slice(0, maxLength);
  return /^\d/.test(text) ? `_${text}` : text;
};

/** A source name as a key segment; empty when nothing is left of it. */
export const normalize = remembered((name): string => {
  const inner = unwrapped(name);
  const words = splitWords(inner);
  return join(words.length > 1 && /^get(?=\p{Lu}|_)/u.test(inner) ? words.slice(1) : words);
});

/** A label of the screen as a key segment. Counts, marks and hints in brackets are not part of it. */
export const normalizeLabel = (label: string): string =>
  join(
    splitWords(
      clipName(label)
        .replace(/\((?:[^)]*\b(?:required|optional)\b[^)]*|\d[\d.,]*)\)/gi, ' ')
        .replace(/[*:…]+\s*$/g, '')
        .replace(/['’]/g, ''),
    ),
  );

/** The simple name of a type: `com.acme.shop.Cart$Line<T>[]` is `Line`. */
export const simpleTypeName = (type: string): string => {
  const bare = clipName(type)
    .replace(/<.*>|\[.*\]|`\d+/g, '')
    .replace(/[[\];?&*]+$/g, '');
  return bare.split(/[.$+/:\\]/).findLast((part) => part !== '' && !/^\d+$/.test(part)) ?? bare;
};

/** Letters and digits in turns, or a long run of hex: generated, not written. */
const looksGenerated = (word: string): boolean => {
  if (/^0?x?[0-9a-f]{8,}$/.test(word) && /\d/.test(word)) return true;
  const turns = word.match(/\d+|\D+/g)?.length ?? 0;
  return word.length >= 4 && turns >= 3;
};

/** Whether one word of a name means something by itself. */
const isWord = (word: string): boolean => {
  if (shortWords.has(word) || word.charCodeAt(0) > 127) return true;
  const letters = word.replace(/\d+$/, '');
  return shortWords.has(letters) || (letters.length > 2 && !looksGenerated(word));
};

const generatedForm = /^(?:_0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f]{4}-|__?\d+$|\$+\d*$)/i;

/** Whether a name was written by a person. */
export const isMeaningful = remembered((name): boolean => {
  const words = splitWords(unwrapped(name));
  const good = words.filter(isWord).length;
  const isGenerated = generatedForm.test(name) || words.some((word) => !isWord(word) && looksGenerated(word));
  return good > 0 && good * 2 >= words.length && !isGenerated;
});

/**
 * Whether a name that says little is still what a person wrote: `lo`, `p`, `cp1250`. Minifiers mix cases and signs; whether it was one
 * is told by the names around.
 */
export const isSpelled = (name: string): boolean =>
  /^[_$]?(?:[a-z][a-z0-9]*|[A-Z][A-Z0-9]*)$/.test(name) && !generatedForm.test(name);

/** Whether a name is data rather than the name of a field: nothing, a number, an address, a path, a date, a sentence; ids are told in opaque.ts. */
export const isDataName = (name: string): boolean =>
  /^\d*$/.test(name) ||
  /^\p{L}{1,6}[-_:#]\d+$/u.test(name) ||
  /[\s@/\\:]/.test(name) ||
  /^-|^[^\p{L}\p{N}_$]+$/u.test(name) ||
  /^\d{4}-\d\d(-\d\d)?/.test(name);
