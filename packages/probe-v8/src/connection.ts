import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import CDP from 'chrome-remote-interface';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

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
    const timer = setTimeout(() => fail('timeout', `${label} had no answer within ${timeoutMs} ms.`), timeoutMs);
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

/** Opens the one connection to an endpoint. Rejects with a `CallError`. */
export const connect = async (options: ConnectOptions): Promise<Connection> => {
  const { webSocketUrl, connectTimeoutMs = 5000, callTimeoutMs = 10_000, inTurn = false, signal } = options;
  // An empty protocol: calls go by name, so the library need not build (or fetch) one method per command.
  const opening = CDP({ target: webSocketUrl, protocol: { version: { major: '1', minor: '3' }, domains: [] } });
  let client: CDP.Client;
  try {
    client = await limited(opening, `The connection to ${webSocketUrl}`, connectTimeoutMs, signal);
  } catch (error) {
    // A handshake that ends after we gave up must not leave a socket behind.
    opening.then(
      (late) => void late.close(),
      () => undefined,
    );
    throw error;
  }

  // The library types `on` by event name alone; sessions and any event go through the plain emitter.
  const emitter = client as unknown as EventEmitter;
  emitter.setMaxListeners(0);
  let reason: string | undefined;
  let resolveClosed: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => {
    resolveClosed = resolve;
  });
  const end = (why: string): void => {
    reason ??= why;
    resolveClosed(reason);
  };
  emitter.on('disconnect', () => end('The debugging connection was closed by the application.'));

  // Its types follow another revision of the protocol than ours: calls go through the one signature that both share.
  const { send } = client as unknown as {
    send<M extends keyof Commands>(method: M, params: object, sessionId?: string): Promise<Commands[M]['returnType']>;
  };
  const post = async <M extends keyof Commands>(
    method: M,
    params: Commands[M]['paramsType'][0] | undefined,
    id: string | undefined,
  ): Promise<Commands[M]['returnType']> => {
    if (!inTurn) gatherWrites();
    return await (id === undefined ? send.call(client, method, params ?? {}) : send.call(client, method, params ?? {}, id));
  };

  // Calls that are made together are written together: each write of its own would wake the other side.
  const { _socket: socket } = (client as unknown as { _ws?: { _socket?: Partial<Writable> } })._ws ?? {};
  let gathering = false;
  const gatherWrites = (): void => {
    if (gathering || !socket?.cork || !socket.uncork) return;
    gathering = true;
    socket.cork();
    setImmediate(() => {
      gathering = false;
      socket.uncork?.();
    });
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
        const outcome = post(method, params, id).catch((error: unknown) => {
          // The library has an error of its own for an answer that says no; anything else means that the socket is gone.
          const refused = error instanceof Error && 'response' in error;
          throw new CallError(refused ? 'protocol' : 'closed', describe(error), { cause: error });
        });
        return await limited(outcome, method, call.timeoutMs ?? callTimeoutMs, call.signal);
      }, call.aside ?? false),
    on: (event, listener) => {
      const hear = (params: Events[typeof event][0], sessionId?: string): void => {
        if (sessionId === id) listener(params);
      };
      emitter.on(event, hear);
      return () => emitter.off(event, hear);
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
      // A stopped process never answers the closing handshake.
      await limited(client.close(), 'close', 1000, undefined).catch(() => undefined);
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

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

const fetchJson = async (endpoint: Endpoint, path: string, timeoutMs: number, signal?: AbortSignal): Promise<unknown> => {
  const host = endpoint.host.includes(':') ? `[${endpoint.host}]` : endpoint.host;
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`http://${host}:${endpoint.port}${path}`, {
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    headers: { connection: 'close' },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return await response.json();
};

/** What listens there, or null when it is no DevTools endpoint or does not answer in time. */
export const readVersion = async (
  endpoint: Endpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<EndpointVersion | null> => {
  try {
    const version = await fetchJson(endpoint, '/json/version', timeoutMs, signal);
    return typeof version === 'object' && version !== null && 'Protocol-Version' in version ? (version as EndpointVersion) : null;
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
    return Array.isArray(targets) ? (targets as EndpointTarget[]) : null;
  } catch {
    return null;
  }
};
