import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Node.js opens its inspector at a fixed port, so one process at a time can be led through it: one of ours, and one of anybody's
 * who uses this package on the same machine. Who is at it holds a socket in the abstract namespace, which has the reach of the port
 * itself and goes when its holder goes; who waits is connected to that socket, and hears of its end.
 */

const nameOf = (port: number): string => `\0substrate-inspector-${port}`;
/** Who has not let us in by then is stuck, or a stranger who took the name: then the port itself has the last word. */
const longestHold = 300;
/** Who leaves lets those in who waited, before asking again. */
const courtesyMs = 100;

interface Turn {
  readonly waiting: Set<Socket>;
  readonly server: Server;
}

const take = (port: number): Promise<Turn | null> =>
  new Promise((resolve) => {
    const waiting = new Set<Socket>();
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => waiting.delete(socket));
    });
    server.once('error', () => resolve(null));
    server.listen(nameOf(port), () => resolve({ waiting, server }));
    server.unref();
  });

/** Settles when the holder has left, or after `ms`. */
const holderLeft = (port: number, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(nameOf(port));
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      socket.destroy();
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    socket.on('error', () => undefined);
    socket.once('close', end);
  });

const takeInTime = async (port: number, signal: AbortSignal): Promise<Turn | null> => {
  const end = performance.now() + longestHold;
  for (;;) {
    signal.throwIfAborted();
    const turn = await take(port);
    if (turn) return turn;
    const left = end - performance.now();
    if (left <= 0) return null;
    await holderLeft(port, left, signal);
    // All who waited wake at once: not all of them should ask in the same moment.
    await sleep(Math.random() * 20);
  }
};

const leave = async ({ server, waiting }: Turn): Promise<void> => {
  const others = waiting.size;
  for (const socket of waiting) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  if (others > 0) await sleep(courtesyMs);
};

const queues = new Map<number, Promise<unknown>>();

/** Runs the work while no other does at that port. */
export const withPort = async <T>(port: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const before = queues.get(port) ?? Promise.resolve();
  const mine = before.then(async () => {
    const turn = await takeInTime(port, signal);
    try {
      return { value: await work(), turn };
    } catch (error) {
      return { error, turn };
    }
  });
  // The next one of ours waits for the courtesy to be over; whoever asked for the work does not.
  queues.set(
    port,
    mine.then(({ turn }) => (turn ? leave(turn) : undefined)).catch(() => undefined),
  );
  const outcome = await mine;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
};
