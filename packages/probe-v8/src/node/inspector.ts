import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import type { Connection, Endpoint } from '../connection.js';
import { connect, readTargets } from '../connection.js';
import { isPortTaken, listeningSockets } from '../sockets.js';
import { checkInspector, type InspectorOptions, refuse, refuseProcess, remedy, signalRefusal } from './inspector-check.js';
import { defaultPort, findEndpoint, firstInspector, type InspectorFlag, readFlag } from './inspector-endpoint.js';
import { withPort } from './port-turn.js';
import { readStatus } from './process-status.js';

/**
 * How a Node.js process comes to have an inspector that we may talk to.
 *
 * 1. One is open already (`--inspect`, `inspector.open`): found among the listening sockets of that very process.
 * 2. Otherwise SIGUSR1 makes Node.js open one on its fixed port, 9229. Sent only where it can't kill: the executable is node or
 *    deno and the process catches the signal. Since the port is fixed, one process at a time goes through (`withPort`): signal, connect, move the
 *    inspector to a free port, let the next one in.
 * An application may have put a handler of its own on SIGUSR1. Then no inspector opens, and it is not signalled again.
 */

interface OpenInspector {
  readonly connection: Connection;
  /** We opened it, so we close it. */
  readonly openedByUs: boolean;
  readonly endpoint: Endpoint;
}

const identityOf = (app: AppProcess): string => `${app.pid}:${app.startTime}`;

/** Processes that were signalled and have not opened an inspector yet: not signalled again, and what they open late is ours. */
const signalled = new Set<string>();

const until = async <T>(look: () => Promise<T | null>, ms: number, every: number, signal: AbortSignal): Promise<T | null> => {
  const end = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== null || performance.now() > end) return found;
    signal.throwIfAborted();
    await sleep(every);
  }
};

const openConnection = async (endpoint: Endpoint, signal: AbortSignal): Promise<Connection> => {
  const targets = await readTargets(endpoint, 3000, signal);
  const url = targets?.find((target) => target.webSocketDebuggerUrl !== undefined)?.webSocketDebuggerUrl;
  if (url === undefined) {
    throw new ProbeError(
      refuse('inspector_silent', 'The inspector of the process does not answer. It may be stopped or overloaded.', true),
    );
  }
  return await connect({ webSocketUrl: url, inTurn: true, signal });
};

/** Closes the inspector at its fixed port and opens it at a free one. The connection that asks is cut by it. */
const moveInspector = async (
  app: AppProcess,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ connection: Connection; endpoint: Endpoint }> => {
  const before = new Set(((await listeningSockets(app.pid)) ?? []).map((socket) => socket.port));
  const script = `(() => {
    const inspector = typeof process.getBuiltinModule === 'function' ? process.getBuiltinModule('inspector') : require('inspector');
    process._debugEnd();
    inspector.open(0, '127.0.0.1');
  })()`;
  // The answer never comes: the call ends with the connection.
  await connection
    .send('Runtime.evaluate', { expression: script, includeCommandLineAPI: true, silent: true }, { timeoutMs: 5000, signal })
    .catch(() => undefined);
  await connection[Symbol.asyncDispose]();
  const endpoint = await until(
    async () => {
      const sockets = (await listeningSockets(app.pid)) ?? [];
      return await firstInspector(
        sockets.filter((socket) => socket.loopback && !before.has(socket.port)),
        signal,
      );
    },
    10_000,
    15,
    signal,
  );
  if (!endpoint)
    throw new ProbeError(refuse('inspector_lost', 'The inspector was opened but could not be moved off its fixed port.', true));
  return { connection: await openConnection(endpoint, signal), endpoint };
};

/** The inspector of the process as we should leave it: closed. */
const closeInspector = async (connection: Connection): Promise<void> => {
  await connection
    .send('Runtime.evaluate', { expression: 'process._debugEnd()', silent: true }, { timeoutMs: 2000 })
    .catch(() => undefined);
};

/** After an attach that was given up half way: what we opened, or what is about to open at our signal, is closed. */
const closeAgain = async (app: AppProcess, flag: InspectorFlag): Promise<void> => {
  const limit = AbortSignal.timeout(8000);
  const close = async (): Promise<void> => {
    const endpoint = await until(() => findEndpoint(app.pid, flag, true, limit), 5000, 50, limit);
    if (!endpoint) return;
    const connection = await openConnection(endpoint, limit);
    await closeInspector(connection);
    await connection[Symbol.asyncDispose]();
    signalled.delete(identityOf(app));
  };
  await close().catch(() => undefined);
};

const portTaken = (port: number): Refusal =>
  refuse(
    'debug_port_taken',
    `Port ${port}, where Node.js would open its inspector, is held by another process. Free it, or: ${remedy}`,
    true,
  );

/** The inspector that a signalled process opens; null when it opens none. */
const awaitInspector = async (
  app: AppProcess,
  flag: InspectorFlag,
  before: ReadonlySet<number>,
  limitMs: number,
  signal: AbortSignal,
): Promise<Endpoint | null> => {
  let contested = false;
  const opened = await until(
    async () => {
      const sockets = (await listeningSockets(app.pid)) ?? [];
      const isAtPort = sockets.some((socket) => socket.port === flag.port);
      if (!isAtPort && flag.port !== 0) contested ||= await isPortTaken(flag.port);
      return await firstInspector(
        sockets.filter((socket) => socket.loopback && (socket.port === flag.port || !before.has(socket.port))),
        signal,
      );
    },
    limitMs,
    20,
    signal,
  );
  // Open already, at a port that nothing told of: the signal changes nothing then.
  const found = opened ?? (await findEndpoint(app.pid, flag, true, signal));
  if (found || !contested) return found;
  // Somebody took the port in the same moment: this process could not open there and may be asked again.
  signalled.delete(identityOf(app));
  throw new ProbeError(portTaken(flag.port));
};

const openBySignal = async (app: AppProcess, flag: InspectorFlag, signal: AbortSignal): Promise<OpenInspector> =>
  await withPort(flag.port, signal, async () => {
    const before = new Set(((await listeningSockets(app.pid)) ?? []).map((socket) => socket.port));
    const isFirst = !signalled.has(identityOf(app));
    if (isFirst) {
      // Somebody else may be passing through the port right now: give them time.
      const isFree = async (): Promise<true | null> => (flag.port === 0 || !(await isPortTaken(flag.port)) ? true : null);
      if (!(await until(isFree, 8000, 50, signal))) throw new ProbeError(portTaken(flag.port));
      signalled.add(identityOf(app));
      process.kill(app.pid, 'SIGUSR1');
    }
    try {
      const found = await awaitInspector(app, flag, before, isFirst ? 5000 : 200, signal);
      if (!found) {
        throw new ProbeError(
          refuse(
            'signal_handled',
            `No inspector opened at SIGUSR1: the application handles that signal itself, or is too busy to answer. ${remedy}`,
            true,
          ),
        );
      }
      const connection = await openConnection(found, signal);
      const open = found.port === defaultPort ? await moveInspector(app, connection, signal) : { connection, endpoint: found };
      signalled.delete(identityOf(app));
      // One that was there before our signal is somebody else's.
      return { ...open, openedByUs: !isFirst || !before.has(found.port) };
    } catch (error) {
      const opensNothing = error instanceof ProbeError && /^(signal_handled|debug_port_taken)$/.test(error.refusal.reason);
      if (!opensNothing) await closeAgain(app, flag);
      throw error;
    }
  });

/** Inspectors that we opened, and how many sessions use them: the last one to leave closes. */
const opened = new Map<string, { users: number; readonly endpoint: Endpoint }>();

const turns = new Map<string, Promise<unknown>>();
/** One attach at a time for each process: a second one must not connect to an inspector that is about to move. */
const oneAtATime = async <T>(app: AppProcess, work: () => Promise<T>): Promise<T> => {
  const identity = identityOf(app);
  const mine = (turns.get(identity) ?? Promise.resolve()).then(work, work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  turns.set(identity, settled);
  void settled.then(() => {
    if (turns.get(identity) === settled) turns.delete(identity);
  });
  return await mine;
};

const openOrFind = async (app: AppProcess, options: InspectorOptions, signal: AbortSignal): Promise<OpenInspector> => {
  signal.throwIfAborted();
  const flag = await readFlag(app);
  const status = await readStatus(app.pid);
  const unfit = status && refuseProcess(app, status);
  if (unfit) throw new ProbeError(unfit);
  const ours = opened.get(identityOf(app));
  if (ours) return { connection: await openConnection(ours.endpoint, signal), openedByUs: true, endpoint: ours.endpoint };
  const open = await findEndpoint(app.pid, flag, false, signal);
  if (open && !signalled.has(identityOf(app)))
    return { connection: await openConnection(open, signal), openedByUs: false, endpoint: open };
  const refusal = await checkInspector(app, options);
  if (refusal) throw new ProbeError(refusal);
  const unsafe = status
    ? await signalRefusal(app, status)
    : refuse('no_inspector', `The process has no open inspector. ${remedy}`, false);
  if (unsafe) throw new ProbeError(unsafe);
  if (!options.signalNode) throw new ProbeError(refuse('no_inspector', `The inspector is not open. ${remedy}`, true));
  return await openBySignal(app, flag, signal);
};

/** Connects to the inspector of the process, opening it where that is safe. Rejects with a `ProbeError`. */
export const openInspector = async (app: AppProcess, options: InspectorOptions, signal: AbortSignal): Promise<OpenInspector> =>
  await oneAtATime(app, async () => {
    const open = await openOrFind(app, options, signal);
    if (open.openedByUs)
      opened.set(identityOf(app), { users: (opened.get(identityOf(app))?.users ?? 0) + 1, endpoint: open.endpoint });
    return open;
  });

/** Ends the use of an inspector: closed when we opened it and nobody else of us uses it. */
export const leaveInspector = async (app: AppProcess, { connection, openedByUs }: OpenInspector): Promise<void> =>
  await oneAtATime(app, async () => {
    if (openedByUs) {
      const ours = opened.get(identityOf(app));
      if (ours && ours.users > 1) ours.users--;
      else {
        opened.delete(identityOf(app));
        if (!connection.isClosed) await closeInspector(connection);
      }
    }
    await connection[Symbol.asyncDispose]();
  });
