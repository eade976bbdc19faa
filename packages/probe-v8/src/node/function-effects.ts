import { endOfParameters } from './function-source.js';

/**
 * Whether a function changes anything, as far as its own text tells: it does not if it assigns to nothing but its own variables and calls
 * nothing but what is known to ask. Anything else, and anything unclear, counts as a change.
 */

const asking = new Set(
  'map filter find findIndex findLast findLastIndex some every reduce reduceRight flatMap flat slice concat includes indexOf lastIndexOf join at keys values entries get has forEach toFixed toString toISOString toLocaleString toLowerCase toUpperCase trim trimStart trimEnd split startsWith endsWith padStart padEnd replace replaceAll match matchAll charAt charCodeAt codePointAt localeCompare repeat substring getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds valueOf toSorted toReversed toSpliced with isArray from of isInteger isFinite isNaN isSafeInteger fromEntries stringify parse hasOwn round floor ceil max min abs trunc sign sqrt pow'.split(
    ' ',
  ),
);
const asks = new Set(
  'Number String Boolean BigInt Array Object parseInt parseFloat isNaN isFinite structuredClone Set Map Date Error TypeError RangeError'.split(
    ' ',
  ),
);
const words = new Set('if for while switch return function catch typeof of in case'.split(' '));

const withoutTexts = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ').replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");

export const changesNothing = (source: string): boolean => {
  const end = endOfParameters(source);
  if (end < 0) return false;
  const body = withoutTexts(source.slice(end));
  if (/\+\+|--|(?<![\w$.])(?:delete|await|yield|import|super|eval|this\s*\[)(?![\w$])|[\w$)\]]\s*`/.test(body)) return false;
  for (const found of body.matchAll(/(?<![=!<>])=(?![=>])|(?:<<|>>>?)=/g)) {
    const before = body.slice(Math.max(0, found.index - 200), found.index);
    if (!/(?<![\w$.])(?:const|let|var)\s+(?:[\w$]+|\{[^{}=]*\}|\[[^[\]=]*\])\s*$/.test(before)) return false;
  }
  for (const found of body.matchAll(/(\??\.\s*)?((?<![\w$])#?[A-Za-z_$][\w$]*|[)\]])\s*(?:\?\.)?\(/g)) {
    const [, dot, name = ''] = found;
    // With more than a key, `get` is another word for putting something there: `router.get(path, handler)`.
    if (name === 'get' && !/^[^(),]*\)/.test(body.slice(found.index + found[0].length))) return false;
    if (dot !== undefined ? !asking.has(name) : !asks.has(name) && !words.has(name)) return false;
  }
  return true;
};

const setting =
  /(?<![\w$.]|\b(?:const|let|var)\s+)((?:[A-Za-z_$][\w$]*)(?:\??\.#?[\w$]+|\[[^[\]=]*\]|\([^()=]*\))*)\s*=\s*([A-Za-z_$][\w$]*)(?:\.[\w$]+)*(?=\s*(?:[;,)}\n]|$))/g;

/** Whether all that it changes are fields, and variables, that it gives the values that it is given: called with the old ones, it sets them back. */
export const onlySets = (source: string): boolean => {
  const end = endOfParameters(source);
  const given = new Set(source.slice(0, Math.max(0, end)).match(/[A-Za-z_$][\w$]*/g));
  let sets = 0;
  const rest = source.slice(Math.max(0, end)).replace(setting, (all, to: string, from: string) => {
    if (!given.has(from) || given.has(to)) return all;
    sets++;
    return to;
  });
  // Who is called when it is done does no more.
  const quiet = rest.replace(/(?<![\w$.])([A-Za-z_$][\w$]*)\(/g, (all, name: string) => (given.has(name) ? 'String(' : all));
  return sets > 0 && changesNothing(source.slice(0, end) + quiet);
};
