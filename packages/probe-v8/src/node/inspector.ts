import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess, Refusal } from '@substrate/core';
import { ProbeError } from '@substrate/core';
import type { Connection, Endpoint } from '../connection.js';
import { connect, readTargets, readVersion } from '../connection.js';
import type { ListeningSocket } from '../sockets.js';
import { isPortTaken, listeningSockets, reachableHost } from '../sockets.js';
import { catchesSigusr1, type ProcessStatus, readStatus } from './process-status.js';

/**
 * How a Node.js process comes to have an inspector that we may talk to.
 *
 * 1. One is open already (`--inspect`, `inspector.open`): found among the listening sockets of that very process.
 * 2. Otherwise SIGUSR1 makes Node.js open one on its fixed port, 9229. Sent only where it can't kill: the executable is node or
 *    deno and the process catches the signal. Since the port is fixed, one process at a time goes through: signal, connect, move the
 *    inspector to a free port, let the next one in.
 * An application may have put a handler of its own on SIGUSR1. Then no inspector opens, and it is not signalled again.
 */

export interface InspectorOptions {
  readonly signalNode: boolean;
}

interface OpenInspector {
  readonly connection: Connection;
  /** We opened it, so we close it. */
  readonly openedByUs: boolean;
  readonly endpoint: Endpoint;
}

const defaultPort = 9229;
const remedy = 'Start it with --inspect=127.0.0.1:0 (for instance NODE_OPTIONS=--inspect=127.0.0.1:0).';

const refuse = (reason: string, message: string, retry: boolean): Refusal => ({ reason, message, retry });

/** What the command line or NODE_OPTIONS says of the inspector. */
interface InspectorFlag {
  readonly given: boolean;
  readonly port: number;
}

export const parseInspectorFlag = (args: readonly string[]): InspectorFlag => {
  let given = false;
  let port = defaultPort;
  args.forEach((arg, at) => {
    const found = /^--(inspect(?:-brk|-wait|-port)?|debug-port)(?:=(.*))?$/.exec(arg);
    if (!found) return;
    const isPortOnly = found[1]?.endsWith('port') ?? false;
    const value = found[2] ?? (isPortOnly ? args[at + 1] : undefined);
    if (!isPortOnly) given = true;
    const digits = /(?:^|:)(\d+)$/.exec(value ?? '')?.[1];
    if (digits !== undefined) port = Number(digits);
  });
  return { given, port };
};

const readFlag = async (app: AppProcess): Promise<InspectorFlag> => {
  const environ = await readFile(`/proc/${app.pid}/environ`, 'utf8').catch(() => '');
  const options =
    environ
      .split('\0')
      .find((entry) => entry.startsWith('NODE_OPTIONS='))
      ?.slice('NODE_OPTIONS='.length) ?? '';
  return parseInspectorFlag([...options.split(/\s+/), ...app.command.slice(1)]);
};

const isInspector = async (socket: ListeningSocket, signal?: AbortSignal): Promise<Endpoint | null> => {
  const endpoint = { host: reachableHost(socket), port: socket.port };
  const version = await readVersion(endpoint, 1500, signal);
  return version && /node|deno/i.test(version.Browser ?? '') ? endpoint : null;
};

const firstInspector = async (sockets: readonly ListeningSocket[], signal?: AbortSignal): Promise<Endpoint | null> => {
  for (const socket of sockets) {
    const endpoint = await isInspector(socket, signal);
    if (endpoint) return endpoint;
  }
  return null;
};

/**
 * An open inspector of that process. A port of the application's own must not get a request from us if that can be helped: at a
 * flag the inspector is opened before anything of the application, so the oldest socket is asked first. `anyLoopback` asks the
 * rest as well, the newest first.
 */
const findEndpoint = async (
  pid: number,
  flag: InspectorFlag,
  anyLoopback: boolean,
  signal?: AbortSignal,
): Promise<Endpoint | null> => {
  const sockets = await listeningSockets(pid);
  if (sockets === null) {
    // Ownership can't be told here: trust the flag alone; the pid is compared after connecting.
    return flag.given && flag.port !== 0
      ? await isInspector({ host: '127.0.0.1', port: flag.port, loopback: true }, signal)
      : null;
  }
  const expected = sockets.filter((socket) => socket.port === flag.port);
  const oldest = flag.given && flag.port === 0 ? sockets.slice(0, 1) : [];
  const others = anyLoopback
    ? sockets
        .filter((socket) => socket.loopback)
        .reverse()
        .slice(0, 8)
    : [];
  return await firstInspector([...new Set([...expected, ...oldest, ...others])], signal);
};

const nodeNames = /^(node(js)?|deno)[\d.-]*$/;

/** Why a signal must not be sent, or null when it is safe. */
const signalRefusal = async (app: AppProcess, status: ProcessStatus): Promise<Refusal | null> => {
  const executable = status.executable ?? app.executable ?? '';
  if (!nodeNames.test(basename(executable.replace(/ \(deleted\)$/, '')))) {
    return refuse(
      'no_inspector',
      `${executable || app.appName} has no open inspector and is not known to survive the signal that opens one. ${remedy}`,
      false,
    );
  }
  if (!catchesSigusr1(status)) {
    return refuse(
      'signal_unsafe',
      `The process has no open inspector and does not catch SIGUSR1, which would end it. ${remedy}`,
      false,
    );
  }
  if (status.tracer !== 0) {
    return refuse(
      'traced',
      `A native debugger (pid ${status.tracer}) is attached and would stop the process at our signal. Detach it, or: ${remedy}`,
      true,
    );
  }
  if (await mentionsSigusr1(app)) {
    return refuse('signal_handled', `The application has a SIGUSR1 handler of its own, so it is not signalled. ${remedy}`, false);
  }
  return null;
};

/** Whether the entry script names the signal: then it is taken to mean something to the application. */
const mentionsSigusr1 = async (app: AppProcess): Promise<boolean> => {
  const script = app.command.slice(1).find((arg) => !arg.startsWith('-'));
  if (script === undefined) return app.command.some((arg) => arg.includes('SIGUSR1'));
  const path = script.startsWith('/') ? script : `${app.cwd ?? '.'}/${script}`;
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.length < 4_000_000 && text.includes('SIGUSR1');
};

/** Why a process is not to be touched in any way. */
const refuseProcess = (app: AppProcess, status: ProcessStatus): Refusal | null => {
  if ((app.startTime !== '' && status.startTime !== app.startTime) || status.state === 'Z') {
    return refuse('gone', 'The process has ended.', false);
  }
  const uid = process.getuid?.() ?? status.uid;
  if (status.uid !== uid) return refuse('other_user', 'The process belongs to another user. Run the daemon as that user.', false);
  if (status.state === 'T') {
    return refuse('stopped', 'The process is stopped. Continue it (kill -CONT) and it will be attached to.', true);
  }
  return null;
};

/** What would stop an attach before the process is touched. */
export const checkInspector = async (app: AppProcess, options: InspectorOptions): Promise<Refusal | null> => {
  const flag = await readFlag(app);
  if (process.platform !== 'linux') {
    return flag.given ? null : refuse('no_inspector', `The process has no open inspector. ${remedy}`, false);
  }
  const status = await readStatus(app.pid);
  if (!status) return refuse('gone', 'The process has ended.', false);
  const unfit = refuseProcess(app, status);
  if (unfit) return unfit;
  const sockets = (await listeningSockets(app.pid)) ?? [];
  if (flag.given || sockets.some((socket) => socket.port === flag.port)) return null;
  if (!options.signalNode)
    return refuse('no_inspector', `The process has no open inspector and signals are switched off. ${remedy}`, false);
  return await signalRefusal(app, status);
};

/** Processes that were signalled and opened nothing: never again. */
const unanswered = new Set<string>();

let portQueue: Promise<unknown> = Promise.resolve();
/** One at a time on the fixed port. */
const withFixedPort = async <T>(work: () => Promise<T>): Promise<T> => {
  const turn = portQueue.then(work, work);
  portQueue = turn.catch(() => undefined);
  return await turn;
};

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
    3000,
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

/** After an attach that was given up half way: what we opened is closed, wherever it is now. */
const closeAgain = async (app: AppProcess): Promise<void> => {
  const limit = AbortSignal.timeout(5000);
  const endpoint = await findEndpoint(app.pid, { given: false, port: defaultPort }, true, limit);
  const connection = endpoint && (await openConnection(endpoint, limit).catch(() => null));
  if (!connection) return;
  await closeInspector(connection);
  await connection[Symbol.asyncDispose]();
};

const portTaken = (port: number): Refusal =>
  refuse(
    'debug_port_taken',
    `Port ${port}, where Node.js would open its inspector, is held by another process. Free it, or: ${remedy}`,
    true,
  );

const openBySignal = async (app: AppProcess, flag: InspectorFlag, signal: AbortSignal): Promise<OpenInspector> =>
  await withFixedPort(async () => {
    signal.throwIfAborted();
    const port = flag.port;
    const identity = `${app.pid}:${app.startTime}`;
    const before = new Set(((await listeningSockets(app.pid)) ?? []).map((socket) => socket.port));
    if (!unanswered.has(identity)) {
      // Somebody else may be passing through the port right now: give them time.
      const free = await until(async () => (port === 0 || !(await isPortTaken(port)) ? true : null), 8000, 50, signal);
      if (!free) throw new ProbeError(portTaken(port));
      unanswered.add(identity);
      process.kill(app.pid, 'SIGUSR1');
    }
    let contested = false;
    const endpoint = await until(
      async () => {
        const sockets = (await listeningSockets(app.pid)) ?? [];
        const found = await firstInspector(
          sockets.filter((socket) => socket.loopback && (socket.port === port || !before.has(socket.port))),
          signal,
        );
        if (!found && port !== 0 && !sockets.some((socket) => socket.port === port)) contested ||= await isPortTaken(port);
        return found;
      },
      3000,
      20,
      signal,
    );
    // Open already, at a port that nothing told of: the signal changes nothing then.
    const found = endpoint ?? (await findEndpoint(app.pid, flag, true, signal));
    if (!found) {
      if (contested) {
        // Another process took the port in the same moment: this one could not open there and may be asked again.
        unanswered.delete(identity);
        throw new ProbeError(portTaken(port));
      }
      throw new ProbeError(
        refuse(
          'signal_handled',
          `No inspector opened at SIGUSR1: the application handles that signal itself, or is too busy to answer. ${remedy}`,
          true,
        ),
      );
    }
    unanswered.delete(identity);
    try {
      const connection = await openConnection(found, signal);
      if (found.port !== defaultPort) return { connection, openedByUs: true, endpoint: found };
      return { ...(await moveInspector(app, connection, signal)), openedByUs: true };
    } catch (error) {
      await closeAgain(app);
      throw error;
    }
  });

/** Inspectors that we opened, and how many sessions use them: the last one to leave closes. */
const opened = new Map<string, { users: number; readonly endpoint: Endpoint }>();
const identityOf = (app: AppProcess): string => `${app.pid}:${app.startTime}`;

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
  if (open) return { connection: await openConnection(open, signal), openedByUs: false, endpoint: open };
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
