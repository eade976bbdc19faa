import { readdir } from 'node:fs/promises';
import type { AppProcess } from '@substrate/core';
import { readProcFile } from '@substrate/core/probing';
import { type Endpoint, readVersion } from '../connection.js';
import { eventLoops, type ListeningSocket, listeningSockets, reachableHost } from '../sockets.js';

/** Where the inspector of a Node.js process is, or would open: from its command line and its own listening sockets. */

const defaultPort = 9229;

/** What the command line or NODE_OPTIONS says of the inspector. */
export interface InspectorFlag {
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

export const readFlag = async (app: AppProcess): Promise<InspectorFlag> => {
  const environ = await readProcFile(`/proc/${app.pid}/environ`).catch(() => '');
  const options =
    environ
      .split('\0')
      .find((entry) => entry.startsWith('NODE_OPTIONS='))
      ?.slice('NODE_OPTIONS='.length) ?? '';
  return parseInspectorFlag([...options.split(/\s+/), ...app.command.slice(1)]);
};

const isInspector = async (socket: Pick<ListeningSocket, 'host' | 'port'>, signal?: AbortSignal): Promise<Endpoint | null> => {
  const endpoint = { host: reachableHost(socket), port: socket.port };
  const version = await readVersion(endpoint, 1500, signal);
  return version && /node|deno/i.test(version.Browser ?? '') ? endpoint : null;
};

/** How many loops come before any inspector's: of the platform's timers and of the main thread; in Deno, of the main thread. */
const loopsBefore = ({ flavor }: AppProcess): number => (flavor === 'deno' ? 1 : 2);

/** Whether the threads, which newer versions name, say that there is an inspector and no worker that could listen beside it. */
const isOnlyInspector = async (pid: number): Promise<boolean> => {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const names = await Promise.all(tasks.map((task) => readProcFile(`/proc/${pid}/task/${task}/comm`).catch(() => '')));
  return names.includes('InspectorIo\n') && !names.includes('WorkerThread\n');
};

/**
 * The socket of its inspector among those that it listens on, by what can be known without a word to it: the program's own protocol may be
 * any, and a request of ours be the end of it. The inspector has a thread and an event loop of its own. It counts at the port that the
 * command line tells of, else at the default port if the main thread does not serve that; where the flag asks for any port, it is opened
 * before anything of the program, so its loop is the first after the main thread's. Elsewhere the threads must tell.
 */
const inspectorSocket = async (app: AppProcess, flag: InspectorFlag): Promise<ListeningSocket | null> => {
  const sockets = (await listeningSockets(app.pid)) ?? [];
  const atPort = sockets.find((socket) => socket.port === flag.port);
  if (atPort && flag.given) return atPort;
  const loops = await eventLoops(app.pid);
  if (loops.length === 0) return atPort ?? null;
  const beside = loops.slice(loopsBefore(app)).flatMap(({ watches }) => sockets.filter(({ inode }) => watches.has(inode)));
  if (atPort && beside.includes(atPort)) return atPort;
  const isTold = (flag.given && flag.port === 0) || (beside.length === 1 && (await isOnlyInspector(app.pid)));
  return (isTold && beside[0]) || null;
};

/** The open inspector of that process, if it answers. */
export const findEndpoint = async (app: AppProcess, flag: InspectorFlag, signal?: AbortSignal): Promise<Endpoint | null> => {
  if ((await listeningSockets(app.pid)) === null) {
    // Ownership can't be told here: trust the flag alone; the pid is compared after connecting.
    return flag.given && flag.port !== 0 ? await isInspector({ host: '127.0.0.1', port: flag.port }, signal) : null;
  }
  const socket = await inspectorSocket(app, flag);
  return socket && (await isInspector(socket, signal));
};
