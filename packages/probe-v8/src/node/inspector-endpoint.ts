import type { AppProcess } from '@substrate/core';
import { readProcFile } from '@substrate/core/probing';
import { type Endpoint, readVersion } from '../connection.js';
import { type ListeningSocket, listeningSockets, reachableHost } from '../sockets.js';

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

export const firstInspector = async (sockets: readonly ListeningSocket[], signal?: AbortSignal): Promise<Endpoint | null> => {
  for (const socket of sockets) {
    const endpoint = await isInspector(socket, signal);
    if (endpoint) return endpoint;
  }
  return null;
};

/**
 * An open inspector of that process. A port of the application's own must not get a request from us if that can be helped: at a
 * flag the inspector is opened before anything of the application, so the oldest socket is asked first, and the rest only where that was
 * none, the newest first. `anyLoopback` asks them without a flag.
 */
export const findEndpoint = async (
  pid: number,
  flag: InspectorFlag,
  anyLoopback: boolean,
  signal?: AbortSignal,
): Promise<Endpoint | null> => {
  const sockets = await listeningSockets(pid);
  if (sockets === null) {
    // Ownership can't be told here: trust the flag alone; the pid is compared after connecting.
    return flag.given && flag.port !== 0 ? await isInspector({ host: '127.0.0.1', port: flag.port }, signal) : null;
  }
  const expected = sockets.filter((socket) => socket.port === flag.port);
  const oldest = flag.given && flag.port === 0 ? sockets.slice(0, 1) : [];
  const others =
    anyLoopback || oldest.length > 0
      ? sockets
          .filter((socket) => socket.loopback)
          .reverse()
          .slice(0, 8)
      : [];
  return await firstInspector([...new Set([...expected, ...oldest, ...others])], signal);
};
