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

const isInstalled = /[\\/]node_modules[\\/]/;

export interface ProcessWords {
  readonly words: Words;
  /** Objects and lists, and constants, that stand in the same files. */
  readonly tables: Words;
  /** Libraries have that name, and the application's own code does not. */
  readonly isLent: (name: string) => boolean;
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
  // In the order of their names, so that the same ones are left out every time.
  for (const place of [...places.values()].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const text = left > 0 ? await readForeignText(place.path, { maxBytes: Math.min(longest, left) }) : null;
    if (text === null) continue;
    left -= text.length;
    const isOwn = place.library === undefined;
    for (const name of namesOf(text)) names[isOwn ? 'own' : 'lent'].add(name);
    if (isOwn && !isInstalled.test(place.path)) own.push(text);
    else take(text);
  }
  if (own.reduce((sum, text) => sum + text.length, 0) >= leastOwn) own.forEach(take);
  return { words, tables, isLent: (name) => isAmong(name, names.lent) && !isAmong(name, names.own) };
};
