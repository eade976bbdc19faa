import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../connection.js';
import { type Words, wordsOf } from '../literals.js';
import type { CallLimits } from './agents.js';

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
const kept = new Map<string, Words>();

interface Script {
  readonly frameId: string;
  readonly url: string;
  /** What a script is known by when it is met again. */
  readonly edition: string;
  readonly length: number;
}

const scriptsIn = ({ frame, resources, childFrames }: Protocol.Page.FrameResourceTree): Script[] => [
  ...resources.flatMap(({ type, url, contentSize = 0, lastModified = 0, failed, canceled }) =>
    type !== 'Script' || failed || canceled || contentSize < shortest || contentSize > longest
      ? []
      : [{ frameId: frame.id, url, edition: `${url} ${contentSize} ${lastModified}`, length: contentSize }],
  ),
  ...(childFrames ?? []).flatMap(scriptsIn),
];

const wordsIn = async (session: CdpSession, { frameId, url, edition }: Script, limits: CallLimits): Promise<Words> => {
  let words = kept.get(edition);
  if (!words) {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId, url }, limits);
    words = wordsOf(base64Encoded ? '' : content);
    if (kept.size >= mostKept) for (const [oldest] of kept) if (kept.delete(oldest)) break;
  }
  kept.delete(edition);
  kept.set(edition, words);
  return words;
};

/** Of each large script of the page. The longest are left to a later time, unless nobody would notice: it is not the whole then. */
export const wordsOfPage = async (
  session: CdpSession,
  page: keyof typeof lengthNow,
  limits: CallLimits,
): Promise<{ readonly words: readonly Words[]; readonly whole: boolean }> => {
  const words: Words[] = [];
  let whole = true;
  await session.send('Page.enable', {}, limits);
  try {
    let left = mostOfAll;
    const { frameTree } = await session.send('Page.getResourceTree', undefined, limits);
    for (const script of scriptsIn(frameTree)) {
      left -= script.length;
      if (left < 0) break;
      if (script.length <= lengthNow[page] || kept.has(script.edition)) words.push(await wordsIn(session, script, limits));
      else whole = false;
    }
  } finally {
    await session.send('Page.disable', undefined, limits).catch(() => undefined);
  }
  return { words, whole };
};
