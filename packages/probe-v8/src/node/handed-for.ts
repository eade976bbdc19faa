import type { FunctionFacts } from './target.js';

/**
 * What a function without a name was handed over for, by the text in front of it: the first text among what it is given with, where that is a word or a
 * few, `say` of `socket.on('say', (room, text) => …)`. A path is a route's.
 */
const given = /^\s*(['"`])(\p{L}[\p{L}\p{N}_:./-]*(?: [\p{L}\p{N}_-]+){0,3})\1\s*,/u;
const mostBefore = 4000;

/** Where the list of arguments begins that ends in a comma here: behind its bracket; -1 where that is none of a call. */
const beginOf = (text: string): number => {
  if (!/,\s*$/.test(text)) return -1;
  let depth = 0;
  for (let at = text.length - 1; at > 0; at--) {
    const char = text[at] as string;
    if (/['"`]/.test(char)) {
      do at = text.lastIndexOf(char, at - 1);
      while (at > 0 && text[at - 1] === '\\');
    } else if (/[)\]}]/.test(char)) depth++;
    else if (/[([{]/.test(char) && depth-- === 0) return char === '(' && /[\w$\])]\s*$/.test(text.slice(0, at)) ? at + 1 : -1;
  }
  return -1;
};

/** The texts that an object in its place says: `press_tune` of `seneca.add({ role: 'press', cmd: 'tune' }, …)`. */
const pattern = /^\s*\{((?:\s*[\w$]+\s*:\s*(['"])\p{L}[\p{L}\p{N}_-]*\2\s*,?)+)\s*\}\s*,/u;

export const handedFor = (
  text: string,
  { lineNumber, columnNumber }: NonNullable<FunctionFacts['start']>,
): string | undefined => {
  let at = 0;
  for (let line = 0; line < lineNumber; line++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  at += columnNumber;
  const before = text.slice(Math.max(0, at - mostBefore), at).replace(/(?:\basync\s*)?(?:\bfunction\s*(?:\*\s*)?)?$/, '');
  const begin = beginOf(before);
  if (begin < 0) return undefined;
  const first = before.slice(begin);
  const texts = pattern.exec(first)?.[1]?.match(/(?<=['"])[^'",:]+(?=['"])/g);
  return (texts?.join('_') ?? given.exec(first)?.[2])?.replace(/[:./-]+/g, '_');
};
