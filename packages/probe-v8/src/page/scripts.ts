import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../connection.js';
import { namesOf, type Words, wordsOf } from '../literals.js';
import type { CallLimits } from './agents.js';
import { type OwnNames, ownNamesOf } from './whose.js';

/**
 * The words of the program that a page runs, from the scripts that it loaded. The debugger would go through the text of all of them at once, for which the page
 * would stand still; the page's own copies are asked for one by one, in a task each.
 */

/** Scripts of less are about the page; one of more is asked for by nobody, nor more than this of all together. */
const shortest = 32_000;
const longest = 6_000_000;
const mostOfAll = 24_000_000;
/**
 * A script takes the page 8 ms a megabyte, and up to 55 if it has letters beyond Latin, which is not known before. So much is asked for while somebody types or
 * clicks, while nobody does, and when nobody would notice: the sooner words are known, the less changes later of what is told.
 */
const lengthNow = { used: 800_000, calm: 2_000_000, idle: longest } as const;
/** Programs are met again: on a reload, in another tab. */
const mostKept = 60;
const kept = new Map<string, ScriptWords>();
/** What a page says itself is its document and its short scripts, so much of it at most. */
const mostOwn = 400_000;

/** The texts that stand in a script as literals, and all names in it. */
interface ScriptWords {
  readonly words: Words;
  readonly names: Words;
}

interface Script {
  readonly frameId: string;
  readonly url: string;
  /** What a script is known by when it is met again. */
  readonly edition: string;
  readonly length: number;
}

const scriptsIn = ({ frame, resources, childFrames }: Protocol.Page.FrameResourceTree): Script[] => [
  ...resources.flatMap(({ type, url, contentSize = 0, lastModified = 0, failed, canceled }) =>
    type !== 'Script' || failed || canceled
      ? []
      : [{ frameId: frame.id, url, edition: `${url} ${contentSize} ${lastModified}`, length: contentSize }],
  ),
  ...(childFrames ?? []).flatMap(scriptsIn),
];

const textOf = async (session: CdpSession, { frameId, url }: Pick<Script, 'frameId' | 'url'>, limits: CallLimits) => {
  const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId, url }, limits);
  return base64Encoded ? '' : content;
};

const wordsIn = async (session: CdpSession, script: Script, limits: CallLimits): Promise<ScriptWords> => {
  const { edition } = script;
  let found = kept.get(edition);
  if (!found) {
    const text = await textOf(session, script, limits);
    found = { words: wordsOf(text), names: namesOf(text) };
    if (kept.size >= mostKept) for (const [oldest] of kept) if (kept.delete(oldest)) break;
  }
  kept.delete(edition);
  kept.set(edition, found);
  return found;
};

/** The names of what the page says itself; undefined where that is too much to ask for, as it is of a page that loads each of its modules. */
const ownNames = async (
  session: CdpSession,
  { frame }: Protocol.Page.FrameResourceTree,
  short: readonly Script[],
  limits: CallLimits,
): Promise<OwnNames | undefined> => {
  if (short.reduce((sum, { length }) => sum + length, 0) > mostOwn || short.length > 60) return undefined;
  const document = await textOf(session, { frameId: frame.id, url: frame.url }, limits);
  if (document.length > mostOwn) return undefined;
  const scripts: string[] = [];
  for (const script of short) scripts.push(await textOf(session, script, limits));
  return ownNamesOf([document], scripts);
};

/** What the scripts of a page say. */
export interface PageWords {
  /** Of each large script the texts, and the names in it. */
  readonly words: readonly Words[];
  readonly names: readonly Words[];
  /** Absent until all large scripts are known. */
  readonly own?: OwnNames | undefined;
  readonly whole: boolean;
}

/** Of each large script of the page. The longest are left to a later time, unless nobody would notice: it is not the whole then. */
export const wordsOfPage = async (session: CdpSession, page: keyof typeof lengthNow, limits: CallLimits): Promise<PageWords> => {
  const found: ScriptWords[] = [];
  let whole = true;
  let own: OwnNames | undefined;
  await session.send('Page.enable', {}, limits);
  try {
    let left = mostOfAll;
    const { frameTree } = await session.send('Page.getResourceTree', undefined, limits);
    const scripts = scriptsIn(frameTree);
    for (const script of scripts) {
      if (script.length < shortest || script.length > longest) continue;
      left -= script.length;
      if (left < 0) break;
      if (script.length <= lengthNow[page] || kept.has(script.edition)) found.push(await wordsIn(session, script, limits));
      else whole = false;
    }
    const short = scripts.filter(({ length }) => length < shortest);
    // Whose a name is can be said when there is no script that may have it and that nobody asks for.
    const all = left >= 0 && scripts.every(({ length }) => length <= longest);
    if (whole && all && found.length > 0) own = await ownNames(session, frameTree, short, limits).catch(() => undefined);
  } finally {
    await session.send('Page.disable', undefined, limits).catch(() => undefined);
  }
  return { words: found.map(({ words }) => words), names: found.map(({ names }) => names), own, whole };
};
