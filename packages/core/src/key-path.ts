/**
 * State keys are JavaScript member expressions: identifier segments joined by dots, `[n]` for elements, `["…"]` for a segment
 * that is no identifier. Only leaves are keys.
 *
 *   key     := first rest*
 *   first   := identifier | quoted
 *   rest    := "." identifier | "[" digits "]" | quoted
 *   quoted  := "[" JSON string "]"
 */

export type KeySegment = string | number;

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*$/u;
const scanner = /(?:^|\.)([\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*)|\[(0|[1-9]\d{0,14})\]|\[("(?:[^"\\]|\\.)*")\]/uy;

/** The text of a key. A path of no segments has none. */
export const formatKey = (path: readonly KeySegment[]): string => {
  let key = '';
  for (const segment of path) {
    if (typeof segment === 'number') key += `[${segment}]`;
    else if (identifier.test(segment)) key += key === '' ? segment : `.${segment}`;
    else key += `[${JSON.stringify(segment)}]`;
  }
  return key;
};

/** The segments of a key, or null when the text is none. A key begins with a name, never with an element. */
export const parseKey = (key: string): KeySegment[] | null => {
  const path: KeySegment[] = [];
  scanner.lastIndex = 0;
  while (scanner.lastIndex < key.length) {
    const at = scanner.lastIndex;
    const found = scanner.exec(key);
    if (!found || (at === 0 && found[0].startsWith('.'))) return null;
    if (found[1] !== undefined) path.push(found[1]);
    else if (found[2] !== undefined) path.push(Number(found[2]));
    else {
      try {
        path.push(JSON.parse(found[3] as string) as string);
      } catch {
        return null;
      }
    }
  }
  return path.length === 0 || typeof path[0] === 'number' ? null : path;
};

/** Orders keys as a person would list them: by segments, elements by number. */
export const compareKeys = (a: string, b: string): number => {
  const left = parseKey(a) ?? [a];
  const right = parseKey(b) ?? [b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const x = left[i] as KeySegment;
    const y = right[i] as KeySegment;
    if (x === y) continue;
    if (typeof x === 'number' && typeof y === 'number') return x - y;
    return String(x) < String(y) ? -1 : 1;
  }
  return left.length - right.length;
};

/** Whether `key` is `prefix` or lies below it. */
export const isBelow = (key: string, prefix: string): boolean =>
  key.startsWith(prefix) && (key.length === prefix.length || key[prefix.length] === '.' || key[prefix.length] === '[');

/** A prefix that ends within a name, or names no place, is matched as text. */
export const isTextPrefix = (prefix: string): boolean => prefix === '' || prefix.endsWith('.') || prefix.endsWith('[');

/** Whether a read of that prefix has the key. */
export const isUnder = (key: string, prefix: string): boolean =>
  isTextPrefix(prefix) ? key.startsWith(prefix) : isBelow(key, prefix);

/** The name of something that has no meaningful one, from its stable address (FNV-1a, 48 bits of it in use). */
export const unknownName = (address: string): string => {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let i = 0; i < address.length; i++) {
    const code = address.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193) >>> 0;
    high = Math.imul(high ^ code ^ (low >>> 16), 0x01000193) >>> 0;
  }
  return `unknown_0x${(high & 0xffff).toString(16).padStart(4, '0')}${low.toString(16).padStart(8, '0')}`;
};
