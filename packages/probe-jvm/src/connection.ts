/** The ways to the agent: a channel over a socket or a pair of pipes, once it has shown who it is. */
import { closeSync, constants, fstatSync, open } from 'node:fs';
import { createConnection, Socket } from 'node:net';
import { promisify } from 'node:util';
import { type Channel, createChannel, messageOf, startTimeOf, withDeadline } from '@substrate/core/probing';
import type { AgentHome, Door } from './home.js';

export interface Hello {
  readonly java: string;
  readonly vm: string;
  readonly main: string | null;
  readonly native: boolean;
}

export interface Connection extends Channel {
  readonly hello: Hello;
}

interface Streams {
  readonly stream: Socket;
  readonly output: Socket;
}

const handshakeMs = 10_000;
/** Before it has shown that it is the agent: a secret and a greeting. After: more than the largest capture. */
const strangersBytes = 4096;
const agentsLimits = { maxLineBytes: 48 * 1024 * 1024, maxDepth: 200 };

const overSocket = (home: AgentHome, door: number | 'unix'): Streams => {
  const socket =
    door === 'unix'
      ? createConnection({ path: `${home.outside}/agent.sock` })
      : createConnection({ host: '127.0.0.1', port: door, noDelay: true });
  return { stream: socket, output: socket };
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
  const stream = new Socket({ fd: await openPipe(`${home.outside}/from-agent`), readable: true, writable: false });
  const watch = setInterval(() => {
    if (startTimeOf(pid) !== startTime) stream.destroy();
  }, 1000);
  watch.unref();
  stream.on('close', () => clearInterval(watch));
  return { stream, output };
};

const helloOf = (line: string): Hello => {
  const said = JSON.parse(line) as Record<string, unknown> | null;
  if (typeof said !== 'object' || said === null) throw new Error('no greeting');
  const { java, vm, main, native } = said;
  return { java: String(java), vm: String(vm), main: typeof main === 'string' ? main : null, native: native === true };
};

/** Rejects when nobody listens there, or when who listens does not know the secret. */
export const connect = async (
  home: AgentHome,
  door: Door,
  process: { pid: number; startTime: string },
  signal: AbortSignal,
): Promise<Connection> => {
  const streams = door === 'fifo' ? await overPipes(home, process.pid, process.startTime) : overSocket(home, door);
  let isTrusted = false;
  let greet: (hello: Hello) => void = () => {};
  const greeted = new Promise<Hello>((resolve) => {
    greet = resolve;
  });
  const take = (line: string): boolean => {
    if (isTrusted) {
      greet(helloOf(line));
      return true;
    }
    if (line !== home.secrets[1]) throw new Error('something that is not the agent listens in its place');
    isTrusted = true;
    return false;
  };
  const channel = createChannel({ ...streams, ...agentsLimits, greeting: { maxLineBytes: strangersBytes, take } });
  streams.output.write(`${home.secrets[0]} ${home.coreJar}\n`);
  const refused = channel.gone.then((why) => Promise.reject(new Error(why)));
  refused.catch(() => {});
  try {
    const options = { what: 'The greeting of the agent', ms: handshakeMs, parent: signal };
    const hello = await withDeadline(options, () => Promise.race([greeted, refused]));
    return { ...channel, hello };
  } catch (error) {
    channel.close(messageOf(error));
    throw error;
  }
};
