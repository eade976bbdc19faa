import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { mostMessageBytes } from '../connection.js';
import { HandshakeError, openTextSocket, type TextSocket } from '../text-socket.js';

/**
 * Holds the connections that people have allowed, and remembers what they refused. Whoever reads a browser borrows its connection over a
 * port, so that the keeper can live in another thread than its readers and outlive them. It looks into nothing that a browser sends.
 */
export interface ConsentKeeper {
  /** Answers what comes over this port. */
  serve(port: MessagePort): void;
}

export interface ConsentKeeperOptions {
  /** What was refused in earlier lives, as `onRefused` was told. */
  readonly refused?: Iterable<string>;
  onRefused?(question: string): void;
}

export type ConsentState = 'unasked' | 'pending' | 'open' | 'refused' | 'ended';

/** One process and one address of its WebSocket: it has another each time that the switch is turned on. */
export interface ConsentQuestion {
  readonly process: string;
  readonly url: string;
}

export type ToKeeper = ConsentQuestion & { readonly id: number } & (
    | { readonly kind: 'look' }
    /** Asks the person unless that was done. Answered when there is an answer, or with `pending` after so long. */
    | { readonly kind: 'ask'; readonly waitMs: number }
    | { readonly kind: 'lend' }
  );

export interface FromKeeper {
  readonly id: number;
  readonly state: ConsentState;
  readonly loan?: { readonly port: MessagePort; readonly firstNumber: number };
}

/** Over the port of a loan: texts both ways, and from the borrower how much of them it has read. Closing it gives the connection back. */
export type FromBorrower = string | number;
export type ToBorrower = string | { readonly ended: string };

interface Held {
  readonly url: string;
  readonly answered: Promise<void>;
  readonly loans: Set<MessagePort>;
  /** Hears what the browser sends. */
  readonly hear: Set<(text: string) => void>;
  state: 'pending' | 'open' | 'ended';
  socket: TextSocket | undefined;
  lastLoan: number;
}

/** Each borrower has numbers of its own for its calls, so that nobody takes the answer to another's; the keeper's own come behind them. */
const numbersEach = 2 ** 22;
const borrowersNumbered = 200;
const ownNumber = 2 ** 30;

/** A borrower that has so much to read does not read any more. */
const mostUnread = 2 * mostMessageBytes;

export const createConsentKeeper = ({ refused = [], onRefused }: ConsentKeeperOptions = {}): ConsentKeeper => {
  const all = new Map<string, Held>();
  const refusals = new Set(refused);
  const nameOf = ({ process, url }: ConsentQuestion): string => `${process} ${url}`;

  const find = ({ process, url }: ConsentQuestion): Held | undefined => {
    const held = all.get(process);
    return held?.url === url ? held : undefined;
  };

  const ask = ({ process, url }: ConsentQuestion): Held => {
    const end = (why: string): void => {
      held.state = 'ended';
      for (const port of held.loans) {
        port.postMessage({ ended: why } satisfies ToBorrower);
        port.close();
      }
    };
    const opening = openTextSocket({
      url,
      maxBytes: mostMessageBytes,
      background: true,
      onText: (text) => {
        for (const one of held.hear) one(text);
      },
      onEnd: end,
    });
    const answered = opening.then(
      (socket) => {
        held.socket = socket;
        if (held.state === 'pending') held.state = 'open';
      },
      (error: unknown) => {
        if (all.get(process) === held) all.delete(process);
        // Else nobody answered: the browser ended, or what listens there is another now.
        if (!(error instanceof HandshakeError) || error.status !== 403) return;
        refusals.add(nameOf({ process, url }));
        onRefused?.(nameOf({ process, url }));
      },
    );
    const held: Held = {
      url,
      answered,
      loans: new Set(),
      hear: new Set(),
      state: 'pending',
      socket: undefined,
      lastLoan: 0,
    };
    all.set(process, held);
    return held;
  };

  const lend = (held: Held, socket: TextSocket): NonNullable<FromKeeper['loan']> => {
    const { port1: mine, port2: port } = new MessageChannel();
    /** What it spoke to, which nobody else will let go of when it has died. */
    const sessions = new Set<string>();
    let unread = 0;
    const hear = (text: string): void => {
      unread += text.length;
      if (unread > mostUnread) mine.close();
      else mine.postMessage(text satisfies ToBorrower);
    };
    held.loans.add(mine);
    held.hear.add(hear);
    mine.on('message', (message: FromBorrower) => {
      if (typeof message === 'number') {
        unread -= message;
        return;
      }
      const session = sessionOf(message);
      if (session !== undefined) sessions.add(session);
      const left = leftBy(message);
      if (left !== undefined) sessions.delete(left);
      socket.gather();
      socket.send(message);
    });
    mine.on('close', () => {
      held.loans.delete(mine);
      held.hear.delete(hear);
      for (const sessionId of sessions)
        socket.send(JSON.stringify({ id: ownNumber, method: 'Target.detachFromTarget', params: { sessionId } }));
    });
    mine.unref();
    return { port, firstNumber: (held.lastLoan++ % borrowersNumbered) * numbersEach };
  };

  return {
    serve: (port) => {
      const answer = (message: FromKeeper): void =>
        port.postMessage(message, message.loan === undefined ? [] : [message.loan.port]);
      port.on('message', (message: ToKeeper) => {
        const { id } = message;
        const isRefused = (): boolean => refusals.has(nameOf(message));
        const stateNow = (): ConsentState => (isRefused() ? 'refused' : (find(message)?.state ?? 'unasked'));
        const held = find(message) ?? (message.kind === 'ask' && !isRefused() ? ask(message) : undefined);
        if (message.kind === 'ask' && held?.state === 'pending') {
          const late = new Promise((resolve) => setTimeout(resolve, message.waitMs).unref());
          void Promise.race([held.answered, late]).then(() => answer({ id, state: stateNow() }));
        } else if (message.kind === 'lend' && held?.state === 'open' && held.socket !== undefined)
          answer({ id, state: 'open', loan: lend(held, held.socket) });
        else answer({ id, state: stateNow() });
      });
      port.unref();
    },
  };
};

/** Of a call that a borrower sends, which ends with its session where it has one. */
const sessionOf = (call: string): string | undefined => /"sessionId":"([\w-]{1,100})"\}$/.exec(call.slice(-120))?.[1];

const leftBy = (call: string): string | undefined =>
  /"method":"Target\.detachFromTarget","params":\{"sessionId":"([\w-]{1,100})"/.exec(call.slice(0, 200))?.[1];
