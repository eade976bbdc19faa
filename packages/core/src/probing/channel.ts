import type { Duplex } from 'node:stream';
import { messageOf } from './deadline.js';
import { createLines } from './lines.js';

/**
 * Requests and answers as lines of JSON over a stream: `{id, op, …}` out, `{id, body}` back. Calls are matched by id and die together, with the
 * reason that the channel ended for.
 */
export interface Channel {
  send(op: string, fields?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  close(): void;
  /** Why it ended; never rejects. */
  readonly gone: Promise<string>;
}

export interface ChannelOptions {
  readonly stream: Duplex;
  /** Of one line; a longer one ends the channel. */
  readonly maxLineBytes: number;
}

interface Call {
  resolve(body: Record<string, unknown>): void;
  reject(error: Error): void;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const createChannel = ({ stream, maxLineBytes }: ChannelOptions): Channel => {
  const pending = new Map<number, Call>();
  let nextId = 1;
  let over: string | undefined;
  let told: (why: string) => void = () => {};
  const gone = new Promise<string>((resolve) => {
    told = resolve;
  });
  const end = (why: string): void => {
    if (over !== undefined) return;
    over = why;
    for (const call of pending.values()) call.reject(new Error(why));
    pending.clear();
    stream.destroy();
    told(why);
  };
  const feed = createLines(maxLineBytes, (line) => {
    const message: unknown = JSON.parse(line);
    if (!isObject(message) || typeof message.id !== 'number') throw new Error('an answer to nothing');
    const call = pending.get(message.id);
    pending.delete(message.id);
    call?.resolve(isObject(message.body) ? message.body : {});
  });
  stream.on('data', (chunk: Buffer) => {
    if (over !== undefined) return;
    try {
      feed(chunk);
    } catch (error) {
      end(`What came from the process can't be read: ${messageOf(error)}.`);
    }
  });
  stream.on('error', (error) => end(`The connection to the process failed: ${error.message}.`));
  stream.on('close', () => end('The process ended or closed the connection.'));
  return {
    gone,
    close: () => end('The session was closed.'),
    send: (op, fields = {}) =>
      new Promise((resolve, reject) => {
        if (over !== undefined) return reject(new Error(over));
        const id = nextId++;
        pending.set(id, { resolve, reject });
        stream.write(`${JSON.stringify({ id, op, ...fields })}\n`);
      }),
  };
};
