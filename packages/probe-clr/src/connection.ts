import { orAborted, parseBoundedJson } from '@substrate/core/probing';
import type { Channel } from './channel.js';
import { refuse } from './refusals.js';
import { readState, type TargetProcess } from './target-process.js';

/**
 * Requests over the channel, one after another, and the watch over the other side: its heartbeat, its process. When it is gone every
 * request that waits fails together.
 */

const beatMs = 1000;
const silenceLimitMs = 15_000;

export interface Connection extends AsyncDisposable {
  /** The answer's fields. Rejects when the signal aborts (the exchange itself goes on to its end), or when the other side is gone. */
  request(fields: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Record<string, unknown>>;
  readonly gone: Promise<string>;
  /** Gives the other side up, for a reason. */
  end(reason: string): void;
}

export const createConnection = (channel: Channel, target: TargetProcess, release: () => Promise<void>): Connection => {
  let lastId = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let tellGone: (reason: string) => void = () => undefined;
  const gone = new Promise<string>((resolve) => {
    tellGone = resolve;
  });

  let lastBeat = channel.targetBeat;
  let heardAt = Date.now();
  const end = (reason: string): void => {
    clearInterval(timer);
    channel.break(reason);
    tellGone(reason);
  };
  const watch = (): void => {
    channel.beat();
    const state = readState(target);
    const beat = channel.targetBeat;
    // A process that is stopped is silent without being gone.
    if (beat !== lastBeat || state === 'T' || state === 't') heardAt = Date.now();
    lastBeat = beat;
    if (state === null || state === 'Z' || state === 'X') end('The process has ended.');
    else if (channel.hasTargetLeft) end('The payload has left the process.');
    else if (Date.now() - heardAt > silenceLimitMs) end('The payload has not shown a sign of life for 15 seconds.');
  };
  const timer = setInterval(watch, beatMs);
  timer.unref();

  const exchange = async (fields: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
    const id = ++lastId;
    const text = (await channel.exchange(Buffer.from(JSON.stringify({ id, ...fields })))).toString('utf8');
    const answer = parseBoundedJson(text, { maxLength: text.length }) as Record<string, unknown> | null;
    if (typeof answer !== 'object' || answer === null) throw new Error('The answer is none.');
    if (answer.id !== id) throw new Error('The answer belongs to another request.');
    if (typeof answer.error === 'string') throw new Error(answer.error);
    return answer;
  };

  let disposed: Promise<void> | undefined;
  const dispose = async (): Promise<void> => {
    clearInterval(timer);
    channel.close();
    tellGone('The session was closed.');
    await queue.catch(() => undefined);
    await release();
  };

  return {
    gone,
    end,
    request: async (fields, signal) => {
      signal.throwIfAborted();
      const turn = queue.then(() => exchange(fields));
      queue = turn.catch(() => undefined);
      try {
        return await orAborted(turn, signal);
      } catch (error) {
        signal.throwIfAborted();
        const state = readState(target);
        if (state === null || state === 'Z' || state === 'X') throw refuse('gone', undefined, error);
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => {
      disposed ??= dispose();
      return disposed;
    },
  };
};
