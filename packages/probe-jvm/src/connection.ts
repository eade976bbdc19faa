/** A line of JSON each way over a socket or a pair of pipes; requests and answers are matched by id and die together. */
import { closeSync, constants, fstatSync, open } from 'node:fs';
import { createConnection, Socket } from 'node:net';
import { promisify } from 'node:util';
import type { AgentHome, Door } from './home.js';
import { lineReader } from './lines.js';
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
/** Before it has shown that it is the agent: a secret and a greeting. After: more than the largest capture. */
const strangersLimits = { maxBytes: 4096, maxDepth: 4 };
const agentsLimits = { maxBytes: 48 * 1024 * 1024, maxDepth: 200 };

const overSocket = (home: AgentHome, door: number | 'unix'): Streams => {
  const socket =
    door === 'unix'
      ? createConnection({ path: `${home.outside}/agent.sock` })
      : createConnection({ host: '127.0.0.1', port: door, noDelay: true });
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const helloOf = ({ java, vm, main, native }: Record<string, unknown>): Hello => ({
  java: String(java),
  vm: String(vm),
  main: typeof main === 'string' ? main : null,
  native: native === true,
});

/** Rejects when nobody listens there, or when who listens does not know the secret. */
export const connect = async (
  home: AgentHome,
  door: Door,
  process: { pid: number; startTime: string },
  signal: AbortSignal,
): Promise<Connection> => {
  const streams = door === 'fifo' ? await overPipes(home, process.pid, process.startTime) : overSocket(home, door);
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
      const message: unknown = JSON.parse(text);
      if (!isRecord(message)) throw new Error('no object');
      if (!greeted) {
        greeted = true;
        limit.removeEventListener('abort', stop);
        resolve(helloOf(message));
        return;
      }
      // It speaks only when it is asked: whoever talks on is not the agent, and would keep us reading for ever.
      const waiting = pending.get(message.id as number);
      if (!waiting) throw new Error('an answer that nobody waits for');
      pending.delete(message.id as number);
      waiting.resolve(isRecord(message.body) ? message.body : {});
    };
    const lines = lineReader(() => (greeted ? agentsLimits : strangersLimits));
    input.on('data', (chunk: Buffer) => {
      if (reason !== null) return;
      bytes += chunk.length;
      try {
        for (const text of lines(chunk)) if (reason === null) line(text);
      } catch (error) {
        end(`The agent sent something unreadable: ${(error as Error).message}.`);
      }
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
