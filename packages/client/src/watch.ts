import type { StateChangeNotification, SubstrateState } from '@substrate/core';
import { SubstrateClientError } from './errors.js';
import type { OpenSocket, SocketTarget } from './open-socket.js';
import { pause } from './pause.js';

/**
 * A watch that survives its connection. After each connection the state is read once, so that nothing that happened in between is
 * missed; a step in the sequence other than one is answered by another read. What a state event already shows is not told again.
 */

export type WatchEvent =
  | ({ readonly type: 'change' } & StateChangeNotification)
  | {
      readonly type: 'state';
      /** Why the state was read: the watch began, the connection came back, or messages were dropped. */
      readonly reason: 'start' | 'reconnect' | 'gap';
      /** How many messages were dropped, when the reason is a gap. */
      readonly missed: number;
      readonly state: SubstrateState;
    };

export interface WatchOptions {
  /** Only changes of keys below one of these. */
  readonly prefix?: string | readonly string[];
  /** Only changes of these keys. */
  readonly keys?: readonly string[];
  /** Changes have `values`, what the keys hold now, and `removed_keys`. */
  readonly values?: boolean;
  /** Each connection begins with a change that has all keys and their values; the state is then not read beside it. */
  readonly snapshot?: boolean;
  /** Ends the watch. The iteration is then done; it does not throw. */
  readonly signal?: AbortSignal;
  /** The first wait before a new connection is between `startMs` and twice that, then doubled up to `capMs`. False: the watch ends instead. */
  readonly reconnect?: { readonly startMs?: number; readonly capMs?: number } | false;
}

export interface WatchSource {
  readonly openSocket: OpenSocket;
  readonly target: SocketTarget;
  readState(signal: AbortSignal | undefined): Promise<SubstrateState>;
}

const queueMax = 10_000;
/** A daemon that was restarted needs a moment to find its applications again. */
const settleMs = 30_000;

export async function* watch(
  source: WatchSource,
  { signal, reconnect = {}, snapshot = false }: WatchOptions = {},
): AsyncGenerator<WatchEvent, void, void> {
  const { startMs = 1000, capMs = 30_000 } = reconnect || {};
  let reason: 'start' | 'reconnect' = 'start';
  let lostAt = 0;
  for (let failures = 0; !signal?.aborted; ) {
    const connection = connect(source, signal);
    try {
      const opened = await connection.opened;
      if (signal?.aborted) return;
      if (opened) {
        failures = 0;
        if (yield* relay(source, connection, { reason, snapshot, signal })) return;
        reason = 'reconnect';
        lostAt = performance.now();
      } else if (await isGone(source, reason, performance.now() - lostAt > settleMs, signal)) return;
    } finally {
      connection.close();
    }
    if (reconnect === false || signal?.aborted) return;
    await pause(Math.min(capMs, startMs * 2 ** failures * (1 + Math.random())), signal);
    failures = Math.min(failures + 1, 16);
  }
}

/**
 * The upgrade was refused, or nobody was there. A plain read says which: what does not pass by itself is thrown. An application
 * that was watched before and stays unknown has ended meanwhile.
 */
const isGone = async (
  source: WatchSource,
  reason: 'start' | 'reconnect',
  settled: boolean,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  try {
    await read(source, signal);
    return false;
  } catch (error) {
    if (reason === 'start' || !(error instanceof SubstrateClientError) || error.code !== 'not_found') throw error;
    return settled;
  }
};

/** Passes on what one connection brings. True when the watch is over. */
async function* relay(
  source: WatchSource,
  connection: Connection,
  { reason, snapshot, signal }: { reason: 'start' | 'reconnect'; snapshot: boolean; signal: AbortSignal | undefined },
): AsyncGenerator<WatchEvent, boolean, void> {
  let shown = '';
  let expected = 1;
  // A process that is gone by now is about to be told as closed.
  const readHere = async () => {
    try {
      return await read(source, signal);
    } catch (error) {
      if (error instanceof SubstrateClientError && error.code === 'not_found') return undefined;
      throw error;
    }
  };
  const first = snapshot ? undefined : await readHere();
  if (first) {
    shown = first.capture_id;
    yield { type: 'state', reason, missed: 0, state: first };
  }
  for (;;) {
    const message = await connection.next();
    if (signal?.aborted) return true;
    if (typeof message === 'number') return message === 1000;
    const missed = message.sequence - expected;
    expected = message.sequence + 1;
    if (missed !== 0) {
      const state = await readHere();
      if (state) {
        shown = state.capture_id;
        yield { type: 'state', reason: 'gap', missed, state };
      }
    }
    // Captures are UUIDs of version 7: their order as text is their order in time.
    if (message.capture_id > shown) yield { type: 'change', ...message };
  }
}

/** The state, or undefined when it could not be read for a reason that passes by itself. */
const read = async (source: WatchSource, signal: AbortSignal | undefined): Promise<SubstrateState | undefined> => {
  try {
    return await source.readState(signal);
  } catch (error) {
    const passes = error instanceof SubstrateClientError && (error.status === 0 || error.status === 429 || error.status >= 500);
    if (signal?.aborted || passes) return undefined;
    throw error;
  }
};

interface Connection {
  /** Whether it came to be. */
  readonly opened: Promise<boolean>;
  /** The next message, or the code with which the connection was closed. */
  next(): Promise<StateChangeNotification | number>;
  close(): void;
}

const connect = ({ openSocket, target }: WatchSource, signal: AbortSignal | undefined): Connection => {
  const queue: StateChangeNotification[] = [];
  let closed: number | undefined;
  let wake = (): void => {};
  let settle: (opened: boolean) => void = () => {};
  const opened = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const socket = openSocket(target, {
    onOpen: () => settle(true),
    onText: (text) => {
      // A consumer that lags this far behind misses messages; the sequence shows it the gap.
      if (queue.length >= queueMax) queue.shift();
      queue.push(JSON.parse(text) as StateChangeNotification);
      wake();
    },
    onClose: (code) => {
      closed ??= code;
      settle(false);
      wake();
    },
  });
  const stop = (): void => {
    signal?.removeEventListener('abort', stop);
    socket.close();
    closed ??= 1000;
    settle(false);
    wake();
  };
  signal?.addEventListener('abort', stop);
  return {
    opened,
    async next() {
      for (;;) {
        const message = queue.shift();
        if (message) return message;
        if (closed !== undefined) return closed;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: stop,
  };
};
