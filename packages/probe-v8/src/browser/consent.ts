import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { AppProcess, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { orAborted } from '@substrate/core/probing';
import { type Connection, connect } from '../connection.js';
import type { TextSocket, TextSocketOptions } from '../text-socket.js';
import {
  type ConsentQuestion,
  type ConsentState,
  createConsentKeeper,
  type FromBorrower,
  type FromKeeper,
  type ToBorrower,
  type ToKeeper,
} from './consent-keeper.js';

/**
 * Browsers whose own switch for remote debugging is on ask the person about every connection, and the handshake waits for the answer. So one
 * connection is opened for a process and kept by a keeper: sessions borrow it, and nobody is asked twice. The address of the WebSocket is
 * another one each time that the switch is turned on: that is how a person takes a refusal back.
 */
export interface Consents {
  /** What is in the way of the connection, as far as it was asked for. Asks nobody. */
  check(app: AppProcess, webSocketUrl: string): Promise<Refusal | null>;
  /** The connection, asked for when it was not. Rejects with a `ProbeError` while there is no answer yet. */
  borrow(app: AppProcess, webSocketUrl: string, signal: AbortSignal): Promise<Connection>;
}

/** Somebody who sits before the dialog answers within moments, and is attached to at once. */
const answerMs = 2000;
/** The check touches nothing but our own memory: it can be made often. */
const askAgainMs = 1000;

const refusals: Record<Exclude<ConsentState, 'open' | 'unasked'>, (name: string) => Refusal> = {
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

/** Without a port to a keeper the connections are kept here. */
export const createConsents = (keeperPort: () => Promise<MessagePort> = ownKeeper): Consents => {
  const keeper = createKeeperCalls(keeperPort);
  const questionOf = ({ pid, startTime }: AppProcess, url: string): ConsentQuestion => ({ process: `${pid} ${startTime}`, url });
  const refusalOf = (app: AppProcess, state: ConsentState): Refusal | null =>
    state === 'open' || state === 'unasked' ? null : refusals[state](app.appName);

  return {
    check: async (app, url) => refusalOf(app, (await keeper({ kind: 'look', ...questionOf(app, url) })).state),
    borrow: async (app, url, signal) => {
      const question = questionOf(app, url);
      const asked = keeper({ kind: 'ask', waitMs: answerMs, ...question });
      const { state } = await orAborted(asked, signal).catch(() => keeper({ kind: 'look', ...question }));
      // Whatever the answer was, the next word is the check's, which asks nobody.
      const refusal = refusalOf(app, state);
      if (refusal) throw new ProbeError({ ...refusal, retry: true });
      const { loan } = await keeper({ kind: 'lend', ...question });
      if (loan === undefined) throw new Error('nobody answered');
      const { port, firstNumber } = loan;
      return await connect({ webSocketUrl: url, firstNumber, open: async (handlers) => borrowed(port, handlers) });
    },
  };
};

const ownKeeper = async (): Promise<MessagePort> => {
  const { port1, port2 } = new MessageChannel();
  createConsentKeeper().serve(port1);
  return port2;
};

type Question<T = ToKeeper> = T extends unknown ? Omit<T, 'id'> : never;

/** The keeper is asked for when it is needed first: most machines have no browser that asks. */
const createKeeperCalls = (keeperPort: () => Promise<MessagePort>): ((question: Question) => Promise<FromKeeper>) => {
  const waiting = new Map<number, (answer: FromKeeper) => void>();
  let lastId = 0;
  let opened: Promise<MessagePort> | undefined;
  const open = async (): Promise<MessagePort> => {
    const port = await keeperPort();
    port.on('message', (answer: FromKeeper) => {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
      if (waiting.size === 0) port.unref();
    });
    port.unref();
    return port;
  };
  return async (question) => {
    opened ??= open();
    const port = await opened;
    const id = ++lastId;
    port.ref();
    return await new Promise((resolve) => {
      waiting.set(id, resolve);
      port.postMessage({ ...question, id } satisfies ToKeeper);
    });
  };
};

const borrowed = (port: MessagePort, { onText, onEnd }: Pick<TextSocketOptions, 'onText' | 'onEnd'>): TextSocket => {
  let over = false;
  const end = (why: string): void => {
    if (over) return;
    over = true;
    port.close();
    onEnd(why);
  };
  port.on('message', (message: ToBorrower) => {
    if (typeof message !== 'string') return end(message.ended);
    port.postMessage(message.length satisfies FromBorrower);
    if (!over) onText(message);
  });
  port.on('close', () => end('The debugging connection was given back.'));
  port.unref();
  return {
    send: (text) => {
      if (!over) port.postMessage(text satisfies FromBorrower);
    },
    gather: () => {},
    close: async () => {
      over = true;
      port.close();
    },
    destroy: end,
  };
};
