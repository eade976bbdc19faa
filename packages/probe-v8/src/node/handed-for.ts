import type { FunctionFacts } from './target.js';

/**
 * What a function without a name was handed over for, by the text in front of it: the first text among what it is given with, where that is a word or a
 * few, `say` of `socket.on('say', (room, text) => …)`. A path is a route's.
 */
const given =
  /[\w$\])]\s*\(\s*(['"`])(\p{L}[\p{L}\p{N}_:./-]*(?: [\p{L}\p{N}_-]+){0,3})\1\s*,\s*(?:[^()]*,\s*)?(?:async\b\s*)?(?:function\b\s*(?:\*\s*)?)?$/u;
const mostBefore = 400;

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
  return given.exec(text.slice(Math.max(0, at - mostBefore), at))?.[2]?.replace(/[:./-]+/g, '_');
};
