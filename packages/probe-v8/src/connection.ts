import { parseBoundedJson } from '@substrate/core/probing';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { type Endpoint, fetchText, webSocketAt } from './endpoint-http.js';
import { openTextSocket, type TextSocket, type TextSocketOptions } from './text-socket.js';

export type { Endpoint } from './endpoint-http.js';

/**
 * One connection to a DevTools endpoint, shared by everything that talks to that process. Targets are flattened: a session is
 * the connection with a session id on every message. Every call has a time limit, since a frozen or paused target never answers;
 * when the connection ends, all pending calls end with it.
 */

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** Why a call brought no result. */
type CallFailure =
  | 'timeout' // no answer within the limit; the target may still be at it
  | 'closed' // the connection ended
  | 'aborted' // the caller's signal
  | 'protocol'; // the target refused the call: an unknown method, an object that is gone

export class CallError extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallError';
    this.failure = failure;
  }
}

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Where calls go in turn: this one waits for nobody and nobody for it, since its answer may take long. */
  readonly aside?: boolean;
}

/** Sends calls and hears events of one target. */
export interface CdpSession {
  /** Undefined for the connection's own target. */
  readonly id: string | undefined;
  send<M extends keyof Commands>(
    method: M,
    params?: Commands[M]['paramsType'][0],
    options?: CallOptions,
  ): Promise<Commands[M]['returnType']>;
  /** Hears the events of this target alone. Returns the function that ends the listening. */
  on<E extends keyof Events>(event: E, listener: (params: Events[E][0]) => void): () => void;
}

export interface Connection extends CdpSession, AsyncDisposable {
  /** The same connection, speaking to another target of the process (`Target.attachToTarget` with `flatten`). */
  session(id: string): CdpSession;
  /** Resolves with the reason when the connection has ended; never rejects. */
  readonly closed: Promise<string>;
  readonly isClosed: boolean;
}

interface ConnectOptions {
  readonly webSocketUrl: string;
  /** How the socket is had, where it is not opened here. */
  readonly open?: (handlers: Pick<TextSocketOptions, 'onText' | 'onEnd'>) => Promise<TextSocket>;
  /** Calls are numbered from there on. */
  readonly firstNumber?: number;
  /** For the handshake. */
  readonly connectTimeoutMs?: number;
  /** For each call that sets no limit of its own. */
  readonly callTimeoutMs?: number;
  /**
   * One call under way at a time, the next one sent when the answer is there. Node.js holds a small answer back until the one
   * before is acknowledged, which a system with nothing to send delays by 40 ms: there, calls sent together are slower than
   * calls in turn.
   */
  readonly inTurn?: boolean;
  readonly signal?: AbortSignal;
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** One listener a signal, however many calls wait under it. Returns the function that ends the wait. */
const onAbort = (signal: AbortSignal, act: () => void): (() => void) => {
  let waiting = listeners.get(signal);
  if (!waiting) {
    const all = new Set<() => void>();
    signal.addEventListener('abort', () => {
      for (const one of all) one();
    });
    listeners.set(signal, all);
    waiting = all;
  }
  waiting.add(act);
  return () => waiting.delete(act);
};

/** Settles with `work`, or rejects when time is up or the signal fires, whichever is first. */
export const limited = <T>(work: Promise<T>, label: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    let ignore = (): unknown => undefined;
    const end = (): void => {
      clearTimeout(timer);
      ignore();
    };
    const fail = (failure: CallFailure, message: string): void => {
      end();
      reject(new CallError(failure, message));
    };
    const late = (): void => fail('timeout', `${label} had no answer within ${timeoutMs} ms.`);
    const timer = Number.isFinite(timeoutMs) ? setTimeout(late, timeoutMs) : undefined;
    if (signal) ignore = onAbort(signal, () => fail('aborted', `${label} was given up.`));
    if (signal?.aborted) fail('aborted', `${label} was given up.`);
    work.then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(error instanceof CallError ? error : new CallError('protocol', describe(error), { cause: error }));
      },
    );
  });

/** The largest answers are sources of bundles and captures; nothing that is meant well is longer. */
export const mostMessageBytes = 32 * 1024 * 1024;

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly sessionId?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CallError) => void;
}

/** Opens the one connection to an endpoint. Rejects with a `CallError`. */
export const connect = async (options: ConnectOptions): Promise<Connection> => {
  const { webSocketUrl, connectTimeoutMs = 5000, callTimeoutMs = 10_000, inTurn = false, signal } = options;
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(params: never, sessionId: unknown) => void>>();
  let lastNumber = options.firstNumber ?? 0;
  let reason: string | undefined;
  let resolveClosed: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => {
    resolveClosed = resolve;
  });
  const end = (why: string): void => {
    if (reason !== undefined) return;
    reason = why;
    for (const { reject } of waiting.values()) reject(new CallError('closed', why));
    waiting.clear();
    resolveClosed(why);
  };

  const take = ({ id, method, params, sessionId, result, error }: Message): void => {
    if (typeof id === 'number') {
      const call = waiting.get(id);
      waiting.delete(id);
      if (error) call?.reject(new CallError('protocol', String(error.message ?? 'The call was refused.')));
      else call?.resolve(result ?? {});
    } else if (typeof method === 'string') {
      for (const listener of [...(listeners.get(method) ?? [])]) listener((params ?? {}) as never, sessionId);
    }
  };
  /** Whatever is wrong with a message ends this connection and nothing else: a listener, too, may trip over what it was told. */
  const hear = (text: string): void => {
    try {
      const message = parseBoundedJson(text, { maxLength: mostMessageBytes });
      if (typeof message !== 'object' || message === null) throw new Error('a message that is none');
      take(message as Message);
    } catch (error) {
      socket.destroy(`The debugging connection was ended: the application sent ${describe(error)}.`);
    }
  };

  const giveUp = new AbortController();
  const handlers = { onText: hear, onEnd: end };
  const opening =
    options.open?.(handlers) ??
    openTextSocket({ url: webSocketUrl, maxBytes: mostMessageBytes, signal: giveUp.signal, ...handlers });
  const label = `The connection to ${webSocketUrl}`;
  const socket = await limited(opening, label, connectTimeoutMs, signal).catch((error: unknown) => {
    // A handshake that ends after we gave up must not leave a socket behind.
    giveUp.abort();
    opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  });

  const post = <M extends keyof Commands>(
    method: M,
    params: Commands[M]['paramsType'][0] | undefined,
    sessionId: string | undefined,
  ): { readonly number: number; readonly answer: Promise<Commands[M]['returnType']> } => {
    // Calls that are made together are written together: each write of its own would wake the other side.
    if (!inTurn) socket.gather();
    const number = ++lastNumber;
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(number, { resolve, reject }));
    socket.send(JSON.stringify({ id: number, method, params: params ?? {}, ...(sessionId === undefined ? {} : { sessionId }) }));
    return { number, answer: answer as Promise<Commands[M]['returnType']> };
  };

  let turn: Promise<unknown> = Promise.resolve();
  const queued = async <T>(work: () => Promise<T>, aside: boolean): Promise<T> => {
    if (!inTurn || aside) return await work();
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return await mine;
  };

  const sessionOf = (id: string | undefined): CdpSession => ({
    id,
    send: async (method, params, call = {}) =>
      await queued(async () => {
        if (reason !== undefined) throw new CallError('closed', reason);
        const { number, answer } = post(method, params, id);
        try {
          return await limited(answer, method, call.timeoutMs ?? callTimeoutMs, call.signal);
        } finally {
          // An answer that comes after its time is nobody's.
          waiting.delete(number);
        }
      }, call.aside ?? false),
    on: (event, listener) => {
      const heard = (params: Events[typeof event][0], sessionId: unknown): void => {
        if (sessionId === id) listener(params);
      };
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(heard as (params: never, sessionId: unknown) => void));
      return () => all.delete(heard as (params: never, sessionId: unknown) => void);
    },
  });

  return {
    ...sessionOf(undefined),
    session: sessionOf,
    closed,
    get isClosed() {
      return reason !== undefined;
    },
    [Symbol.asyncDispose]: async () => {
      if (reason !== undefined) return;
      end('The probe was detached.');
      await socket.close();
    },
  };
};

/** What an endpoint says of itself at `/json/version`. */
interface EndpointVersion {
  readonly Browser?: string;
  readonly 'Protocol-Version'?: string;
  readonly webSocketDebuggerUrl?: string;
}

/** A target as `/json/list` names it. */
interface EndpointTarget {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  readonly webSocketDebuggerUrl?: string;
}

/** An endpoint that lists more does not mean well. */
const mostTargets = 1000;

const fetchJson = async (endpoint: Endpoint, path: string, timeoutMs: number, signal?: AbortSignal): Promise<unknown> => {
  const text = await fetchText(endpoint, path, { timeoutMs, signal });
  return parseBoundedJson(text, { maxLength: text.length, maxDepth: 32 });
};

const withOwnAddress = <T extends { readonly webSocketDebuggerUrl?: string }>(endpoint: Endpoint, told: T): T => {
  const { webSocketDebuggerUrl: named, ...rest } = told;
  const url = webSocketAt(endpoint, named);
  return { ...rest, ...(url === undefined ? {} : { webSocketDebuggerUrl: url }) } as T;
};

/** What listens there, or null when it is no DevTools endpoint or does not answer in time. */
export const readVersion = async (
  endpoint: Endpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<EndpointVersion | null> => {
  try {
    const version = await fetchJson(endpoint, '/json/version', timeoutMs, signal);
    return typeof version === 'object' && version !== null && 'Protocol-Version' in version
      ? withOwnAddress(endpoint, version as EndpointVersion)
      : null;
  } catch {
    return null;
  }
};

/** The targets of an endpoint, most recently activated first; null when it is none or does not answer in time. */
export const readTargets = async (
  endpoint: Endpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<readonly EndpointTarget[] | null> => {
  try {
    const targets = await fetchJson(endpoint, '/json/list', timeoutMs, signal);
    if (!Array.isArray(targets)) return null;
    const named = targets.slice(0, mostTargets).filter((one) => typeof one === 'object' && one !== null) as EndpointTarget[];
    return named.map((one) => withOwnAddress(endpoint, one));
  } catch {
    return null;
  }
};
