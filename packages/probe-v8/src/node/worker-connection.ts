import type { CallOptions, Connection } from '../connection.js';
import { createMessageSession, type MessageSession } from '../message-session.js';

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

/** Node.js takes the text inside a message for bytes: only what is the same in both arrives. */
const inAscii = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export interface ThreadConnection extends Connection {
  readonly info: WorkerInfo;
}

export interface ThreadList extends AsyncDisposable {
  threads(): readonly ThreadConnection[];
}

/** Attaches to the threads that there are and that will be; none of them waits for us. Rejects where Node.js has no such domain. */
export const connectThreads = async (connection: Connection, options: CallOptions): Promise<ThreadList> => {
  const domain = connection as unknown as WorkerDomain;
  const threads = new Map<string, Omit<MessageSession, 'connection'> & { readonly thread: ThreadConnection }>();

  const open = (sessionId: string, info: WorkerInfo): void => {
    const { connection: thread, ...rest } = createMessageSession({
      id: sessionId,
      callTimeoutMs: 8000,
      post: async (message, call) =>
        await domain.send('NodeWorker.sendMessageToWorker', { sessionId, message: inAscii(message) }, call),
      ended: () => threads.delete(sessionId),
    });
    threads.set(sessionId, { thread: Object.assign(thread, { info }), ...rest });
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
