/** A line of JSON each way over a socket or a pair of pipes; requests and answers are matched by id and die together. */
import { closeSync, constants, fstatSync, open } from 'node:fs';
import { createConnection, Socket } from 'node:net';
import { promisify } from 'node:util';
import { parseBoundedJson } from '@substrate/core/probing';
import type { AgentHome } from './home.js';
import { startTimeNow } from './proc.js';

export interface Hello {
  readonly java: string;
  readonly vm: string;
  readonly main: string | null;
  readonly native: boolean;
}

export interface Connection {
  readonly hello: Hello;
  /** Resolves with the answer's body. The signal ends the waiting, not the work: an answer that nobody waits for is still delivered. */
  send(op: string, fields: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  close(): void;
  readonly gone: Promise<string>;
  /** Bytes received so far. */
  received(): number;
}

interface Streams {
  readonly input: Socket;
  readonly output: Socket;
  close(): void;
}

const handshakeMs = 10_000;
/** Of a line: whoever listens may be an impersonator, and what it sends before it has shown the secret is the secret. */
const mostGreeting = 1024;
const mostLine = 32 * 1024 * 1024;

const overSocket = (port: number): Streams => {
  const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
  return { input: socket, output: socket, close: () => socket.destroy() };
};

/** The folder is the target's, and we may be root: what lies there may be a link to anything. */
const openPipe = async (path: string): Promise<number> => {
  const handle = await promisify(open)(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  if (fstatSync(handle).isFIFO()) return handle;
  closeSync(handle);
  throw new Error(`${path} is no named pipe.`);
};

/**
 * Opened for both ways, so that neither open waits for the other side; the process is watched instead of the pipe's end. The sockets own the
 * bare descriptors: a second owner would close a number that by then is somebody else's.
 */
const overPipes = async (home: AgentHome, pid: number, startTime: string): Promise<Streams> => {
  const output = new Socket({ fd: await openPipe(`${home.outside}/to-agent`), readable: false, writable: true });
  const input = new Socket({ fd: await openPipe(`${home.outside}/from-agent`), readable: true, writable: false });
  const watch = setInterval(async () => {
    if ((await startTimeNow(pid)) !== startTime) input.destroy();
  }, 1000);
  watch.unref();
  const close = () => {
    clearInterval(watch);
    input.destroy();
    output.destroy();
  };
  input.on('close', close);
  return { input, output, close };
};

/** Rejects when nobody listens there, or when who listens does not know the secret. */
export const connect = async (
  home: AgentHome,
  port: number | 'fifo',
  process: { pid: number; startTime: string },
  signal: AbortSignal,
): Promise<Connection> => {
  const streams = port === 'fifo' ? await overPipes(home, process.pid, process.startTime) : overSocket(port);
  const { input, output } = streams;
  const pending = new Map<number, { resolve(body: Record<string, unknown>): void; reject(error: Error): void }>();
  let nextId = 1;
  let bytes = 0;
  let reason: string | null = null;
  let ended: (reason: string) => void = () => {};
  const gone = new Promise<string>((resolve) => {
    ended = resolve;
  });
  const end = (why: string) => {
    if (reason !== null) return;
    reason = why;
    for (const waiting of pending.values()) waiting.reject(new Error(why));
    pending.clear();
    streams.close();
    ended(why);
  };
  input.on('error', (error) => end(`The connection to the agent failed: ${error.message}.`));
  output.on('error', (error) => end(`The connection to the agent failed: ${error.message}.`));
  input.on('close', () => end('The application ended or closed the connection.'));

  const hello = await new Promise<Hello>((resolve, reject) => {
    let rest: Buffer[] = [];
    let held = 0;
    let trusted = false;
    let greeted = false;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(handshakeMs)]);
    const stop = () => end('The agent did not answer in time.');
    limit.addEventListener('abort', stop, { once: true });
    if (limit.aborted) stop();
    void gone.then((why) => {
      limit.removeEventListener('abort', stop);
      reject(new Error(why));
    });
    const line = (text: string) => {
      if (!trusted) {
        if (text !== home.secrets[1]) return end('Something that is not the agent listens on its port.');
        trusted = true;
        return;
      }
      const message = parseBoundedJson(text, { maxLength: mostLine }) as Hello & { id?: number; body?: Record<string, unknown> };
      if (!greeted) {
        greeted = true;
        limit.removeEventListener('abort', stop);
        resolve(message);
      } else if (message.id !== undefined) {
        pending.get(message.id)?.resolve(message.body ?? {});
        pending.delete(message.id);
      }
    };
    input.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0 && reason === null; at = chunk.indexOf(10, from)) {
        const text = Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8');
        rest = [];
        held = 0;
        from = at + 1;
        try {
          line(text);
        } catch (error) {
          end(`The agent sent something unreadable: ${(error as Error).message}`);
        }
      }
      if (from === chunk.length || reason !== null) return;
      rest.push(chunk.subarray(from));
      held += chunk.length - from;
      if (held <= (trusted ? mostLine : mostGreeting)) return;
      rest = [];
      end('The agent sent a line without an end.');
    });
    output.write(`${home.secrets[0]} ${home.coreJar}\n`);
  });

  return {
    hello,
    gone,
    received: () => bytes,
    close: () => end('The session was closed.'),
    send: (op, fields) =>
      new Promise((resolve, reject) => {
        if (reason !== null) {
          reject(new Error(reason));
          return;
        }
        const id = nextId++;
        pending.set(id, { resolve, reject });
        output.write(`${JSON.stringify({ id, op, ...fields })}\n`);
      }),
  };
};
