import { parseBoundedJson } from '@substrate/core/probing';
import { CallError, type CallOptions, type CdpSession, type Connection, limited } from './connection.js';

/**
 * Calls and events of one session over whatever carries messages as text: a Unix socket, or another session. Calls go in turn: the next one is
 * sent when the answer is there, so that the other side can do its own work in between.
 */
export interface MessageSession {
  readonly connection: Connection;
  /** Takes a message of the other side. One that is none ends the session. */
  hear(text: string): void;
  end(why: string): void;
}

interface MessageSessionOptions {
  readonly id?: string;
  readonly post: (text: string, call: CallOptions) => Promise<unknown> | undefined;
  /** For each call that sets no limit of its own. */
  readonly callTimeoutMs: number;
  /** When the session has ended, for whatever reason. */
  readonly ended: () => void;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CallError) => void;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
  readonly method?: string;
  readonly params?: unknown;
}

const longestMessage = 128 * 1024 * 1024;

const parse = (text: string): Message | null => {
  try {
    const message = parseBoundedJson(text, { maxLength: longestMessage });
    return typeof message === 'object' && message !== null ? (message as Message) : null;
  } catch {
    return null;
  }
};

export const createMessageSession = (options: MessageSessionOptions): MessageSession => {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<(params: unknown) => void>>();
  let nextId = 1;
  let reason: string | undefined;
  let tellClosed: (why: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => {
    tellClosed = resolve;
  });
  let turn: Promise<unknown> = Promise.resolve();

  const end = (why: string): void => {
    if (reason !== undefined) return;
    reason = why;
    for (const { reject } of pending.values()) reject(new CallError('closed', why));
    pending.clear();
    options.ended();
    tellClosed(why);
  };
  const call = async (method: string, params: object, given: CallOptions): Promise<unknown> => {
    if (reason !== undefined) throw new CallError('closed', reason);
    const id = nextId++;
    const answer = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
    answer.catch(() => undefined);
    try {
      await options.post(JSON.stringify({ id, method, params }), given);
      return await limited(answer, method, given.timeoutMs ?? options.callTimeoutMs, given.signal);
    } finally {
      pending.delete(id);
    }
  };
  const session: CdpSession = {
    id: options.id,
    send: (async (method: string, params: object = {}, given: CallOptions = {}) => {
      if (given.aside) return await call(method, params, given);
      const mine = turn.then(() => call(method, params, given));
      turn = mine.catch(() => undefined);
      return await mine;
    }) as CdpSession['send'],
    on: (event, listener) => {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener as (params: unknown) => void));
      return () => all.delete(listener as (params: unknown) => void);
    },
  };

  return {
    connection: {
      ...session,
      session: () => session,
      closed,
      get isClosed() {
        return reason !== undefined;
      },
      [Symbol.asyncDispose]: async () => end('The probe was detached.'),
    },
    hear: (text) => {
      const message = parse(text);
      if (!message) {
        end('The process sent what is no message.');
        return;
      }
      const { id, result, error, method, params } = message;
      if (id === undefined) for (const listener of listeners.get(method ?? '') ?? []) listener(params);
      else if (error) pending.get(id)?.reject(new CallError('protocol', String(error.message)));
      else pending.get(id)?.resolve(result);
    },
    end,
  };
};
