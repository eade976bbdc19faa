import { isAbsolute } from 'node:path';
import { readForeignText } from '@substrate/core/probing';
import type { CallOptions } from '../connection.js';
import { isAmong, namesOf, type Words, wordsOf } from '../literals.js';
import { tablesIn } from '../tables.js';
import type { ModuleFiles, Place } from './module-files.js';
import type { ScriptList } from './scripts.js';
import type { Target } from './target.js';

/**
 * The words of the code that a process runs, from the files that it was loaded from: the process itself is not asked. What stands in the files of libraries was
 * written by who made those, and so was what stands in those of a program that was installed. A small program's own files may hold what it is about, as a page's short scripts
 * do; in a large one that is one of thousands of words.
 */

const leastOwn = 200_000;
/** In so much code every short word stands somewhere. */
const leastText = 12;
const longest = 6_000_000;
const mostOfAll = 24_000_000;
/** Scripts, and data that is published with them; of other data nobody knows who wrote it. */
const isWritten = /\.[cm]?[jt]sx?$|[\\/]node_modules[\\/].*\.json$/;

const isInstalled = /(?:^|[\\/])node_modules[\\/]/;

/** In a bundle with lines so long that nobody wrote them the program's entry comes last. What comes before it is of libraries, for the most part. */
const longLine = 200;
const lastOfBundle = 8_000;
const lastShare = 1 / 16;
/** What bundlers that shorten nothing write above each file that they take in. */
const header = /^[ \t]*\/\/ (\S+\.[cm]?[jt]sx?)$/m;

/** What of a file is the application's own text, and what in a bundle most likely is of libraries. */
const partsOf = (text: string, leastBundle: number): { readonly own: string; readonly lent: string } => {
  const [first = '', ...files] = text.split(header);
  if (files.some((name, at) => at % 2 === 0 && isInstalled.test(name))) {
    const part = (isLent: boolean): string =>
      files.filter((_, at) => at % 2 === 1 && isInstalled.test(files[at - 1] ?? '') === isLent).join('\n');
    return { own: part(false), lent: first + part(true) };
  }
  if (text.length < leastBundle || text.length < longLine * text.split('\n').length) return { own: text, lent: '' };
  // Licences, and where a map is.
  const code = text.replace(/\n\/\/[^\n]*\s*$/, '').trimEnd();
  const last = Math.max(lastOfBundle, Math.round(code.length * lastShare));
  const at = Math.max(0, (code.endsWith('*/') ? code.lastIndexOf('/*') : code.length) - last);
  return { own: code.slice(at, at + last), lent: code.slice(0, at) };
};

export interface ProcessWords {
  readonly words: Words;
  /** Objects and lists, and constants, that stand in the same files. */
  readonly tables: Words;
  /** Libraries have that name, and the application's own code does not. */
  readonly isLent: (name: string) => boolean;
  /** Where files are the application's and libraries' at once: only the application's part has that name. */
  readonly isOwn?: (name: string) => boolean;
}

export const wordsOfProcess = async (
  target: Pick<Target, 'run'>,
  files: Pick<ModuleFiles, 'place'>,
  scripts: ScriptList,
  call: CallOptions,
): Promise<ProcessWords> => {
  const places = new Map<string, Place>();
  const urls = Array.from((await scripts.covering([], call)).values(), ({ url }) => url);
  const required = await target.run((kit) => Object.keys(kit.cache()), [], [], call);
  for (const url of [...urls, ...required]) {
    const place = files.place(url);
    if (place && isAbsolute(place.path) && isWritten.test(place.path)) places.set(place.path, place);
  }
  const words = new Set<number>();
  const tables = new Set<number>();
  const take = (text: string): void => {
    for (const word of wordsOf(text, leastText)) words.add(word);
    for (const table of tablesIn(text)) tables.add(table);
  };
  const names = { own: new Set<number>(), lent: new Set<number>() };
  const own: string[] = [];
  let left = mostOfAll;
  let isBundled = false;
  // Who loads libraries from files of their own has them there, and not in a small file of its own.
  const leastBundle = [...places.values()].some(({ library }) => library !== undefined) ? leastOwn : 4 * lastOfBundle;
  // In the order of their names, so that the same ones are left out every time.
  for (const place of [...places.values()].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const text = left > 0 ? await readForeignText(place.path, { maxBytes: Math.min(longest, left) }) : null;
    if (text === null) continue;
    left -= text.length;
    const parts = place.library === undefined ? partsOf(text, leastBundle) : { own: '', lent: text };
    const lent = namesOf(parts.lent);
    if (parts.own !== '' && parts.lent !== '') isBundled = true;
    for (const name of lent) names.lent.add(name);
    for (const name of namesOf(parts.own)) if (!lent.has(name)) names.own.add(name);
    if (place.library === undefined && !isInstalled.test(place.path)) own.push(text);
    else take(text);
  }
  if (own.reduce((sum, text) => sum + text.length, 0) >= leastOwn) own.forEach(take);
  const isOwn = (name: string): boolean => isAmong(name, names.own);
  return { words, tables, isLent: (name) => isAmong(name, names.lent) && !isOwn(name), ...(isBundled ? { isOwn } : {}) };
};
