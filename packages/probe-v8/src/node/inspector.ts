import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import { pollUntil } from '@substrate/core/probing';
import type { Connection, Endpoint } from '../connection.js';
import { connect, readTargets } from '../connection.js';
import { type ListeningSocket, listeningSockets, portHolder } from '../sockets.js';
import { clearMark, doorSource, findDoor, isAnyMarked, isMarked, setMark, sweepDoors, throughDoor } from './door.js';
import type { DoorAnswer } from './injected/door.js';
import { checkInspector, type InspectorOptions, refuse, refuseProcess, remedy, signalRefusal } from './inspector-check.js';
import { findEndpoint, type InspectorFlag, readFlag } from './inspector-endpoint.js';
import { withPort } from './port-turn.js';
import { readStatus, waitsForEvents } from './process-status.js';

/**
 * How we come into a Node.js process.
 *
 * 1. By the door that is there since an earlier visit (`door.ts`).
 * 2. By an inspector that is open already (`--inspect`, `inspector.open`), found among the listening sockets of that very process. One evaluation
 *    makes the door; the port stays as it is.
 * 3. Otherwise SIGUSR1 makes Node.js open its inspector on a fixed port, 9229. Sent only where it can't kill: the executable is node or deno and the
 *    process catches the signal. One process at a time goes through the port (`withPort`): signal, connect, make the door; the process closes
 *    the port as soon as we have left it.
 *
 * While the port is open everybody on the machine may come in, so nothing else is done there; and whoever is connected to it is waited for by a
 * process that ends. Only where no door can be made and the port was open anyway, all traffic goes through it.
 * A process that is busy is not signalled, since its port would stay open for as long as it is; one that was signalled and did not answer is not
 * signalled again before it is known to have run.
 *
 * The port is never closed by what is evaluated through it: the session that asks would be gone in the midst of its own call, which ends the process.
 */

interface Entry {
  readonly connection: Connection;
  /** Why it is talked to over the inspector's port, where it is. */
  readonly note?: string;
}

const identityOf = (app: AppProcess): string => `${app.pid}:${app.startTime}`;

/** Processes that were signalled and have no door yet: whether they were asked for it since. What they open late is ours. */
const signalled = new Map<string, 'sent' | 'asked'>();

/**
 * Milliseconds: for others who pass through the port, for the process to be idle, for an inspector to open, for an answer of it, and for the
 * whole of a visit.
 */
const limits = { port: 300, idle: 800, opening: 2000, answer: 3000, visit: 8000 };

const silent = (): ProbeError =>
  new ProbeError(
    refuse(
      'not_answering',
      'The process does not answer: it is paused in a debugger, stopped or busy. It is attached to when it goes on.',
      true,
    ),
  );

const openConnection = async (endpoint: Endpoint, signal: AbortSignal): Promise<Connection> => {
  const targets = await readTargets(endpoint, limits.answer, signal);
  const url = targets?.find((target) => target.webSocketDebuggerUrl !== undefined)?.webSocketDebuggerUrl;
  if (url === undefined) {
    throw new ProbeError(
      refuse('inspector_silent', 'The inspector of the process does not answer. It may be stopped or overloaded.', true),
    );
  }
  return await connect({ webSocketUrl: url, inTurn: true, signal });
};

/** Asks for a door until the process is between two pieces of its own work. */
const askForDoor = async (app: AppProcess, port: Connection, closesPort: boolean, signal: AbortSignal): Promise<DoorAnswer> => {
  const end = performance.now() + limits.idle;
  for (let isFirst = true; ; isFirst = false) {
    const expression = doorSource(app, closesPort && isFirst);
    const { result, exceptionDetails } = await port.send(
      'Runtime.evaluate',
      { expression, includeCommandLineAPI: true, returnByValue: true, silent: true },
      { timeoutMs: limits.answer, signal },
    );
    if (exceptionDetails) return { failed: exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text };
    const answer = result.value as DoorAnswer;
    if (!('busy' in answer)) return answer;
    if (performance.now() > end) throw silent();
    await sleep(4);
  }
};

/** A process that ends tells those who are connected to its port, and waits until they have left. */
const leaveAtItsEnd = async (port: Connection): Promise<void> => {
  const domain = port as unknown as {
    send(method: 'NodeRuntime.notifyWhenWaitingForDisconnect', params: { enabled: boolean }): Promise<unknown>;
    on(event: 'NodeRuntime.waitingForDisconnect', listener: () => void): () => void;
  };
  domain.on('NodeRuntime.waitingForDisconnect', () => void port[Symbol.asyncDispose]());
  await domain.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }).catch(() => undefined);
};

/** Whether the process has closed its port: the next one needs it. */
const isClosed = async (app: AppProcess, { port }: Endpoint, signal: AbortSignal): Promise<boolean> => {
  const look = async (): Promise<true | null> =>
    ((await listeningSockets(app.pid)) ?? []).some((socket) => socket.port === port) ? null : true;
  return (await pollUntil({ ms: limits.opening, everyMs: 5, signal }, look).catch(() => null)) ?? false;
};

/** Comes in through an open port, and leaves it again if that can be. */
const throughPort = async (app: AppProcess, endpoint: Endpoint, closesPort: boolean, signal: AbortSignal): Promise<Entry> => {
  const port = await openConnection(endpoint, signal);
  try {
    if (closesPort) signalled.set(identityOf(app), 'asked');
    const answer = await askForDoor(app, port, closesPort, signal);
    const path = 'path' in answer ? await findDoor(app) : null;
    if (path === null) {
      const why = 'failed' in answer ? answer.failed : 'what it listens on can be reached by others.';
      if (closesPort) throw new ProbeError(refuse('no_door', `The process can't be talked to in private: ${why}`, false));
      await leaveAtItsEnd(port);
      return { connection: port, note: `It is talked to over its open inspector port, since there is no private way: ${why}` };
    }
    const connection = await throughDoor(app, signal);
    try {
      if (!connection) throw silent();
      await connection.send('Runtime.evaluate', { expression: '0' }, { timeoutMs: limits.answer, signal });
    } catch (error) {
      await connection?.[Symbol.asyncDispose]();
      throw error;
    }
    await port[Symbol.asyncDispose]();
    signalled.delete(identityOf(app));
    if (closesPort && (await isClosed(app, endpoint, signal))) await clearMark(app);
    return { connection };
  } catch (error) {
    await port[Symbol.asyncDispose]();
    throw error instanceof ProbeError ? error : silent();
  }
};

const portTaken = (port: number, { uid }: ListeningSocket): Refusal =>
  refuse(
    'debug_port_taken',
    `Port ${port}, where Node.js would open its inspector, is held by another process of ${uid === process.geteuid?.() ? 'yours' : `the user with id ${uid}`}. Free it, or: ${remedy}`,
    true,
  );

/** Waits until the port is free; who still holds it otherwise. A stranger gets little time, one whom we lead through it right now as much as it takes. */
const awaitPort = async (port: number, signal: AbortSignal): Promise<ListeningSocket | null> => {
  const started = performance.now();
  for (;;) {
    const holder = await portHolder(port);
    if (!holder) return null;
    const isPassing = holder.uid === process.geteuid?.() && (await isAnyMarked());
    if (performance.now() - started > (isPassing ? limits.visit : limits.port)) return holder;
    signal.throwIfAborted();
    await sleep(20);
  }
};

/** The inspector that a signalled process opens; null when it opens none. */
const awaitInspector = async (
  app: AppProcess,
  flag: InspectorFlag,
  limitMs: number,
  signal: AbortSignal,
): Promise<Endpoint | null> => {
  let rivals = 0;
  let lastRival: ListeningSocket | null = null;
  const look = async (): Promise<Endpoint | 'rival' | null> => {
    // In this order: one that opens between the two looks is not taken for a rival of itself.
    const holder = flag.port === 0 ? null : await portHolder(flag.port);
    const sockets = (await listeningSockets(app.pid)) ?? [];
    const rival = sockets.some((socket) => socket.port === flag.port) ? null : holder;
    lastRival = rival ?? lastRival;
    rivals = rival ? rivals + 1 : 0;
    return (await findEndpoint(app, flag, signal)) ?? (rivals > 2 ? 'rival' : null);
  };
  const seen = await pollUntil({ ms: limitMs, everyMs: 10, signal }, look);
  const found = seen === 'rival' ? null : seen;
  if (found || !lastRival) return found;
  // Somebody took the port in the same moment: this process could not open there and may be asked again.
  signalled.delete(identityOf(app));
  throw new ProbeError(portTaken(flag.port, lastRival));
};

const attended = new Set<string>();
/** Waits for a process that did not answer to open its inspector after all, so that it is not left open. */
const attendLate = async (app: AppProcess, flag: InspectorFlag): Promise<void> => {
  const identity = identityOf(app);
  if (attended.has(identity)) return;
  attended.add(identity);
  for (let waits = 0; signalled.has(identity) && waits < 1000; waits++) {
    await sleep(Math.min(1000, 100 + 50 * waits), undefined, { ref: false });
    const status = await readStatus(app.pid);
    if (status?.startTime !== app.startTime) break;
    const isOpen = (await listeningSockets(app.pid))?.some((socket) => socket.port === flag.port);
    if (!isOpen || signalled.get(identity) !== 'sent') continue;
    const entry = await enterProcess(app, { signalNode: true }, AbortSignal.timeout(limits.visit)).catch(() => null);
    await entry?.connection[Symbol.asyncDispose]();
  }
  attended.delete(identity);
};

const bySignal = async (app: AppProcess, flag: InspectorFlag, signal: AbortSignal): Promise<Entry> =>
  await withPort(flag.port, signal, async () => {
    const identity = identityOf(app);
    // Another daemon may have been here while we waited.
    const door = await throughDoor(app, signal);
    if (door) return { connection: door };
    const sockets = await listeningSockets(app.pid);
    if (!sockets)
      throw new ProbeError(refuse('no_access', `The process can't be looked into: it has rights of its own. ${remedy}`, false));
    const before = new Set(sockets.map((socket) => socket.port));
    const isAtPort = before.has(flag.port);
    const past = signalled.get(identity) ?? (isAtPort && (await isMarked(app)) ? 'sent' : undefined);
    if (past === 'asked') {
      if (isAtPort) throw silent();
      // It has closed its port, so it has run since: whatever was in the way then may be over.
      signalled.delete(identity);
    }
    const isFirst = past !== 'sent';
    if (isFirst) {
      // A process that is busy would keep its port open for as long as it is.
      const isIdle = async (): Promise<true | null> => ((await waitsForEvents(app.pid)) ? true : null);
      if (!(await pollUntil({ ms: limits.idle, everyMs: 10, signal }, isIdle))) throw silent();
      const holder = flag.port === 0 ? null : await awaitPort(flag.port, signal);
      if (holder) throw new ProbeError(portTaken(flag.port, holder));
      await setMark(app);
      signalled.set(identity, 'sent');
      process.kill(app.pid, 'SIGUSR1');
    }
    // From here on it is gone through with, whether or not the caller still wants it: an open port must not be left behind.
    const limit = AbortSignal.timeout(limits.visit);
    const found = await awaitInspector(app, flag, isFirst ? limits.opening : 200, limit);
    if (!found) {
      void attendLate(app, flag).catch(() => undefined);
      throw new ProbeError(
        refuse(
          'signal_handled',
          `No inspector opened at SIGUSR1: the application handles that signal itself, is too busy to answer, or has opened its inspector at a port that nothing tells of. It is not signalled again. ${remedy}`,
          true,
        ),
      );
    }
    // One that was there before our signal is somebody else's.
    const isOurs = !isFirst || !before.has(found.port);
    if (!isOurs) signalled.delete(identity);
    return await throughPort(app, found, isOurs, limit);
  });

const turns = new Map<string, Promise<unknown>>();
/** One attach at a time for each process: a second one finds the door that the first one made. */
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

const enterNow = async (app: AppProcess, options: InspectorOptions, signal: AbortSignal): Promise<Entry> => {
  signal.throwIfAborted();
  const status = await readStatus(app.pid);
  const unfit = status && refuseProcess(app, status);
  if (unfit) throw new ProbeError(unfit);
  const door = await throughDoor(app, signal);
  if (door) {
    await clearMark(app);
    return { connection: door };
  }
  const flag = await readFlag(app);
  const isNobodys = signalled.has(identityOf(app)) || (await isMarked(app));
  const open = isNobodys ? null : await findEndpoint(app, flag, signal);
  if (open) return await throughPort(app, open, false, signal);
  const refusal = await checkInspector(app, options);
  if (refusal) throw new ProbeError(refusal);
  const unsafe = status
    ? await signalRefusal(app, status)
    : refuse('no_inspector', `The process has no open inspector. ${remedy}`, false);
  if (unsafe) throw new ProbeError(unsafe);
  if (!options.signalNode) throw new ProbeError(refuse('no_inspector', `The inspector is not open. ${remedy}`, true));
  return await bySignal(app, flag, signal);
};

let swept: Promise<void> | undefined;

/** Connects to a process, over a way that is private where that can be. Rejects with a `ProbeError`. */
export const enterProcess = async (app: AppProcess, options: InspectorOptions, signal: AbortSignal): Promise<Entry> =>
  await oneAtATime(app, async () => {
    swept ??= sweepDoors();
    await swept;
    const entry = await enterNow(app, options, signal);
    if (!signal.aborted) return entry;
    await entry.connection[Symbol.asyncDispose]();
    signal.throwIfAborted();
    return entry;
  });
