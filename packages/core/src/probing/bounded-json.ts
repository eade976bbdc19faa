/**
 * JSON from somebody who may mean harm. Reading it takes time by its length alone, but a value that is nested a million levels deep takes seconds to
 * refuse, and ends whoever walks over it. What is too long or too deep is told before it is parsed.
 */
export interface JsonBounds {
  /** In UTF-16 units. */
  readonly maxLength: number;
  readonly maxDepth?: number;
}

const defaultDepth = 512;
const quote = 0x22;
const backslash = 0x5c;

/** Throws an `Error` that says what is wrong: too long, too deep, no JSON. */
export const parseBoundedJson = (text: string, { maxLength, maxDepth = defaultDepth }: JsonBounds): unknown => {
  if (text.length > maxLength) throw new Error(`a message of ${text.length} characters, over ${maxLength}`);
  // What is shorter than the limit can't be deeper than it.
  if (text.length > maxDepth && isDeeper(text, maxDepth)) throw new Error(`a message nested more than ${maxDepth} levels deep`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('a message that is no JSON');
  }
};

/** One pass, no recursion. Text that is no JSON may be judged either way: the parser refuses it. */
const isDeeper = (text: string, maxDepth: number): boolean => {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > maxDepth) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
    }
  }
  return false;
};

const endOfString = (text: string, open: number): number => {
  for (let at = open + 1; ; ) {
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
    at = end + 1;
  }
};
