import type { CdpSession } from '../connection.js';
import { type Words, wordsOf } from '../literals.js';
import type { CallLimits } from './agents.js';

/**
 * The words of the program that a page runs. Only the debugger hands out the text of scripts, so it is on for that moment, with all pauses skipped; each script is
 * asked for in a task of its own.
 */

/** Scripts of less are about the page; one of more is asked for by nobody, nor more than this of all together. */
const shortest = 32_000;
const longest = 6_000_000;
const mostOfAll = 24_000_000;
/** Programs are met again: on a reload, in another tab. */
const mostKept = 60;
const kept = new Map<string, Words>();

interface Script {
  readonly id: string;
  readonly hash: string;
  readonly length: number;
}

const scriptsOf = async (session: CdpSession, limits: CallLimits): Promise<Script[]> => {
  const scripts: Script[] = [];
  const stop = session.on('Debugger.scriptParsed', ({ scriptId, hash, length = 0, url }) => {
    if (length >= shortest && length <= longest && !/^(chrome-)?extension|^devtools:/.test(url))
      scripts.push({ id: scriptId, hash, length });
  });
  try {
    await Promise.all([
      session.send('Debugger.enable', {}, limits),
      session.send('Debugger.setSkipAllPauses', { skip: true }, limits),
    ]);
  } finally {
    stop();
  }
  return scripts;
};

/** Of each large script of the page. */
export const wordsOfPage = async (session: CdpSession, limits: CallLimits): Promise<readonly Words[]> => {
  const words: Words[] = [];
  try {
    let left = mostOfAll;
    for (const { id, hash, length } of await scriptsOf(session, limits)) {
      left -= length;
      if (left < 0) break;
      let known = kept.get(hash);
      if (!known) {
        const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId: id }, limits);
        known = wordsOf(scriptSource);
        if (kept.size >= mostKept) for (const [oldest] of kept) if (kept.delete(oldest)) break;
      }
      kept.delete(hash);
      kept.set(hash, known);
      words.push(known);
    }
  } finally {
    await session.send('Debugger.disable', undefined, limits).catch(() => undefined);
  }
  return words;
};
