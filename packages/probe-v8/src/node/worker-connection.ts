import { CallError, type CallOptions, type CdpSession, type Connection, limited } from '../connection.js';

/**
 * Worker threads through the connection of their process. Node.js has a domain of its own for them, which the common protocol does not
 * know: a thread is another session whose messages travel as text inside those of the main one.
 */

interface WorkerInfo {
  readonly workerId: string;
  readonly title: string;
  readonly url: string;
}

interface WorkerEvents {
  readonly 'NodeWorker.attachedToWorker': { readonly sessionId: string; readonly workerInfo: WorkerInfo };
  readonly 'NodeWorker.detachedFromWorker': { readonly sessionId: string };
  readonly 'NodeWorker.receivedMessageFromWorker': { readonly sessionId: string; readonly message: string };
}

/** The same connection, with the words of that domain. */
interface WorkerDomain {
  send(method: `NodeWorker.${string}`, params: object, options?: CallOptions): Promise<unknown>;
  on<E extends keyof WorkerEvents>(event: E, listener: (params: WorkerEvents[E]) => void): () => void;
}

export interface ThreadConnection extends Connection {
  readonly info: WorkerInfo;
}

export interface ThreadList extends AsyncDisposable {
  threads(): readonly ThreadConnection[];
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CallError) => void;
}

/** Attaches to the threads that there are and that will be; none of them waits for us. Rejects where Node.js has no such domain. */
export const connectThreads = async (connection: Connection, options: CallOptions): Promise<ThreadList> => {
  const domain = connection as unknown as WorkerDomain;
  const threads = new Map<string, { readonly thread: ThreadConnection; hear(message: string): void; end(why: string): void }>();

  const open = (sessionId: string, info: WorkerInfo): void => {
    const pending = new Map<number, Pending>();
    let nextId = 1;
    let reason: string | undefined;
    let tellClosed: (why: string) => void = () => undefined;
    const closed = new Promise<string>((resolve) => {
      tellClosed = resolve;
    });
    let turn: Promise<unknown> = Promise.resolve();
    const post = async (method: string, params: object, call: CallOptions): Promise<unknown> => {
      if (reason !== undefined) throw new CallError('closed', reason);
      const id = nextId++;
      const answer = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
      answer.catch(() => undefined);
      try {
        await domain.send('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) }, call);
        return await limited(answer, method, call.timeoutMs ?? 8000, call.signal);
      } finally {
        pending.delete(id);
      }
    };
    const session: CdpSession = {
      id: sessionId,
      send: (async (method: string, params: object = {}, call: CallOptions = {}) => {
        if (call.aside) return await post(method, params, call);
        const mine = turn.then(() => post(method, params, call));
        turn = mine.catch(() => undefined);
        return await mine;
      }) as CdpSession['send'],
      on: (event, listener) => {
        const all = listeners.get(event) ?? new Set();
        listeners.set(event, all.add(listener as (params: unknown) => void));
        return () => all.delete(listener as (params: unknown) => void);
      },
    };
    const listeners = new Map<string, Set<(params: unknown) => void>>();
    const end = (why: string): void => {
      reason ??= why;
      tellClosed(reason);
      for (const { reject } of pending.values()) reject(new CallError('closed', reason));
      pending.clear();
      threads.delete(sessionId);
    };
    threads.set(sessionId, {
      thread: {
        ...session,
        info,
        session: () => session,
        closed,
        get isClosed() {
          return reason !== undefined;
        },
        [Symbol.asyncDispose]: async () => end('The probe was detached.'),
      },
      hear: (message) => {
        const { id, result, error, method, params } = JSON.parse(message) as {
          readonly id?: number;
          readonly result?: unknown;
          readonly error?: { readonly message: string };
          readonly method?: string;
          readonly params?: unknown;
        };
        if (id === undefined) for (const listener of listeners.get(method ?? '') ?? []) listener(params);
        else if (error) pending.get(id)?.reject(new CallError('protocol', error.message));
        else pending.get(id)?.resolve(result);
      },
      end,
    });
  };

  const stops = [
    domain.on('NodeWorker.attachedToWorker', ({ sessionId, workerInfo }) => open(sessionId, workerInfo)),
    domain.on('NodeWorker.detachedFromWorker', ({ sessionId }) => threads.get(sessionId)?.end('The thread has ended.')),
    domain.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) => threads.get(sessionId)?.hear(message)),
  ];
  const leave = (): void => {
    for (const stop of stops) stop();
    for (const { end } of [...threads.values()]) end('The probe was detached.');
  };
  void connection.closed.then(leave);
  try {
    await domain.send('NodeWorker.enable', { waitForDebuggerOnStart: false }, options);
  } catch (error) {
    leave();
    throw error;
  }
  return {
    threads: () => [...threads.values()].map(({ thread }) => thread),
    [Symbol.asyncDispose]: async () => {
      leave();
      if (!connection.isClosed) await domain.send('NodeWorker.disable', {}, { timeoutMs: 1000 }).catch(() => undefined);
    },
  };
};
