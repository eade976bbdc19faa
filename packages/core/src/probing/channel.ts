import type { Duplex, Writable } from 'node:stream';
import { parseBoundedJson } from './bounded-json.js';
import { messageOf } from './deadline.js';
import { createLines } from './lines.js';

/**
 * Requests and answers as lines of JSON over a stream: `{id, op, …}` out, `{id, body}` back. Calls are matched by id and die together, with the
 * reason that the channel ended for. Whoever is at the other end may mean harm: a line has a most of bytes and of levels, and an answer that
 * nobody waits for ends the channel.
 */
export interface Channel {
  send(op: string, fields?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  close(why?: string): void;
  /** Why it ended; never rejects. */
  readonly gone: Promise<string>;
  /** Bytes that came so far. */
  received(): number;
}

export interface ChannelOptions {
  /** What is read from, and written to where `output` is not given. */
  readonly stream: Duplex;
  readonly output?: Writable;
  /** Of one line; a longer one ends the channel. */
  readonly maxLineBytes: number;
  /** Of objects and lists inside each other. */
  readonly maxDepth?: number;
  /** What the other side says before it is asked. */
  readonly greeting?: Greeting;
}

export interface Greeting {
  /** Nobody has shown yet who it is. */
  readonly maxLineBytes: number;
  /** Takes the next line; true when it was the last one. What it throws ends the channel. */
  take(line: string): boolean;
}

interface Call {
  resolve(body: Record<string, unknown>): void;
  reject(error: Error): void;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const createChannel = ({ stream, output = stream, maxLineBytes, maxDepth, greeting }: ChannelOptions): Channel => {
  const pending = new Map<number, Call>();
  let nextId = 1;
  let bytes = 0;
  let isGreeted = greeting === undefined;
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
    output.destroy();
    told(why);
  };
  const answer = (line: string): void => {
    const message = parseBoundedJson(line, { maxLength: maxLineBytes, ...(maxDepth !== undefined && { maxDepth }) });
    const call = isObject(message) ? pending.get(message.id as number) : undefined;
    if (!isObject(message) || call === undefined) throw new Error('an answer to nothing');
    pending.delete(message.id as number);
    call.resolve(isObject(message.body) ? message.body : {});
  };
  const feed = createLines(
    () => (isGreeted ? maxLineBytes : (greeting?.maxLineBytes ?? 0)),
    (line) => {
      if (over !== undefined) return;
      if (isGreeted) answer(line);
      else isGreeted = greeting?.take(line) === true;
    },
  );
  stream.on('data', (chunk: Buffer) => {
    if (over !== undefined) return;
    bytes += chunk.length;
    try {
      feed(chunk);
    } catch (error) {
      end(`What came from the process can't be read: ${messageOf(error)}.`);
    }
  });
  const failed = (error: Error): void => end(`The connection to the process failed: ${error.message}.`);
  stream.on('error', failed);
  if (output !== stream) output.on('error', failed);
  stream.on('close', () => end('The process ended or closed the connection.'));
  return {
    gone,
    received: () => bytes,
    close: (why = 'The session was closed.') => end(why),
    send: (op, fields = {}) =>
      new Promise((resolve, reject) => {
        if (over !== undefined) return reject(new Error(over));
        const id = nextId++;
        pending.set(id, { resolve, reject });
        output.write(`${JSON.stringify({ id, op, ...fields })}\n`);
      }),
  };
};
