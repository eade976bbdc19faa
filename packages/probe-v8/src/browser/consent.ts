import type { AppProcess, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { CallError, type CdpSession, type Connection, connect } from '../connection.js';
import { HandshakeError } from '../text-socket.js';

/**
 * Browsers whose own switch for remote debugging is on ask the person about every connection, and the handshake waits for the answer. So one
 * connection is opened for a process and kept for as long as the probe lives: sessions borrow it, and nobody is asked twice. The address of
 * the WebSocket is another one each time that the switch is turned on: that is how a person takes a refusal back.
 */
export interface Consents {
  /** What is in the way of the connection, as far as it was asked for. Asks nobody. */
  check(app: AppProcess, webSocketUrl: string): Refusal | null;
  /** The connection, asked for when it was not. Rejects with a `ProbeError` while there is no answer yet. */
  borrow(app: AppProcess, webSocketUrl: string, signal: AbortSignal): Promise<Connection>;
}

interface Held {
  readonly webSocketUrl: string;
  readonly opening: Promise<Connection>;
  state: 'pending' | 'open' | 'refused' | 'ended';
}

/** Somebody who sits before the dialog answers within moments, and is attached to at once. */
const answerMs = 2000;
/** The check touches nothing but our own memory: it can be made often. */
const askAgainMs = 1000;

const refusals: Record<Exclude<Held['state'], 'open'>, (name: string) => Refusal> = {
  pending: (name) => ({
    reason: 'consent_pending',
    message: `${name} asks the person in front of it whether remote debugging is allowed: waits for “Allow” in its dialog.`,
    retry: true,
    retryMs: askAgainMs,
  }),
  refused: (name) => ({
    reason: 'consent_refused',
    message: `Remote debugging was refused in the dialog of ${name}. To be asked again, turn it off and on at chrome://inspect/#remote-debugging.`,
    retry: false,
  }),
  ended: (name) => ({
    reason: 'consent_ended',
    message: `The connection that was allowed in the dialog of ${name} has ended. To be asked again, turn remote debugging off and on at chrome://inspect/#remote-debugging.`,
    retry: false,
  }),
};

export const createConsents = (): Consents => {
  const all = new Map<string, Held>();
  const keyOf = ({ pid, startTime }: AppProcess): string => `${pid} ${startTime}`;

  const find = (app: AppProcess, webSocketUrl: string): Held | undefined => {
    const held = all.get(keyOf(app));
    return held?.webSocketUrl === webSocketUrl ? held : undefined;
  };

  const ask = (app: AppProcess, webSocketUrl: string): Held => {
    const opening = connect({ webSocketUrl, connectTimeoutMs: Number.POSITIVE_INFINITY, background: true });
    const held: Held = { webSocketUrl, opening, state: 'pending' };
    all.set(keyOf(app), held);
    opening.then(
      (connection) => {
        held.state = 'open';
        void connection.closed.then(() => {
          held.state = 'ended';
        });
      },
      (error: unknown) => {
        if (error instanceof CallError && error.cause instanceof HandshakeError && error.cause.status === 403)
          held.state = 'refused';
        // Nobody answered: the browser ended, or what listens there is another now.
        else if (all.get(keyOf(app)) === held) all.delete(keyOf(app));
      },
    );
    return held;
  };

  const refusalOf = (app: AppProcess, held: Held): Refusal | null =>
    held.state === 'open' ? null : refusals[held.state](app.appName);

  return {
    check: (app, webSocketUrl) => {
      const held = find(app, webSocketUrl);
      return held ? refusalOf(app, held) : null;
    },
    borrow: async (app, webSocketUrl, signal) => {
      const held = find(app, webSocketUrl) ?? ask(app, webSocketUrl);
      if (held.state === 'pending')
        await answered(held.opening, signal).catch((error: unknown) => {
          if (held.state !== 'refused') throw error;
        });
      const refusal = refusalOf(app, held);
      // Whatever the answer was, the next word is the check's, which asks nobody.
      if (refusal) throw new ProbeError({ ...refusal, retry: true });
      return lend(await held.opening);
    },
  };
};

/** Until the handshake ends, for a moment at most. */
const answered = async (opening: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const moment = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  const over = new Promise<void>((resolve) => moment.addEventListener('abort', () => resolve(), { once: true }));
  if (signal.aborted) return;
  await Promise.race([opening, over]);
};

/** The connection for one session: what the session listens to ends with it, the connection does not. */
const lend = (connection: Connection): Connection => {
  const endings = new Set<() => void>();
  const listening = (session: CdpSession): CdpSession => ({
    id: session.id,
    send: session.send,
    on: (event, listener) => {
      const end = session.on(event, listener);
      endings.add(end);
      return () => {
        endings.delete(end);
        end();
      };
    },
  });
  return {
    ...listening(connection),
    session: (id) => listening(connection.session(id)),
    closed: connection.closed,
    get isClosed() {
      return connection.isClosed;
    },
    [Symbol.asyncDispose]: async () => {
      for (const end of endings) end();
      endings.clear();
    },
  };
};
