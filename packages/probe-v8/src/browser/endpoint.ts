import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AppProcess, Refusal } from '@substrate/core';
import { readForeignText } from '@substrate/core/probing';
import type { Endpoint } from '../connection.js';
import { readVersion } from '../connection.js';
import { readStatus } from '../node/process-status.js';
import { listeningSockets, reachableHost } from '../sockets.js';

/**
 * Where a browser listens for debuggers: the port of its command line, the port it wrote to `DevToolsActivePort`, or any socket
 * it listens on that speaks the protocol. Only a socket that this very process holds counts: the file outlives the browser, and
 * a port may be somebody else's by now.
 */

export type Found = { readonly endpoint: Endpoint; readonly webSocketUrl: string | undefined } | { readonly refusal: Refusal };

const refuse = (reason: string, message: string, retry: boolean): { refusal: Refusal } => ({
  refusal: { reason, message, retry },
});

/** The value of a `--name=value` or `--name value` switch; an empty string when it stands alone. */
export const switchOf = (command: readonly string[], name: string): string | undefined => {
  for (let i = 0; i < command.length; i++) {
    const part = command[i] as string;
    if (part === name) return command[i + 1]?.startsWith('-') ? '' : (command[i + 1] ?? '');
    if (part.startsWith(`${name}=`)) return part.slice(name.length + 1);
  }
  return undefined;
};

const remedyOf = (app: AppProcess): string => {
  switch (app.flavor) {
    case 'electron':
      return `Start ${app.appName} with --remote-debugging-port=0.`;
    case 'qtwebengine':
      return `Start ${app.appName} with the environment variable QTWEBENGINE_REMOTE_DEBUGGING=127.0.0.1:9223.`;
    default:
      return `Quit ${app.appName} and start it with --remote-debugging-port=0 and a --user-data-dir of its own.`;
  }
};

const writtenPort = async (app: AppProcess): Promise<number | undefined> => {
  const given = switchOf(app.command, '--user-data-dir');
  const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  const folders = given
    ? [given]
    : ['chromium', 'google-chrome', 'microsoft-edge', app.appName].map((name) => join(config, name));
  for (const folder of folders) {
    const text = await readForeignText(join(folder, 'DevToolsActivePort'), { maxBytes: 4096 });
    const port = Number.parseInt(text ?? '', 10);
    if (Number.isInteger(port) && port > 0) return port;
  }
  return undefined;
};

/** Whether the process is the one meant, alive, ours and running. */
export const checkProcess = async (app: AppProcess): Promise<Refusal | null> => {
  if (process.platform !== 'linux') return null;
  const status = await readStatus(app.pid);
  if (!status || status.startTime !== app.startTime || status.state.startsWith('Z'))
    return { reason: 'gone', message: `Process ${app.pid} has ended.`, retry: false };
  const own = process.getuid?.();
  if (own !== undefined && own !== 0 && status.uid !== own)
    return { reason: 'other_user', message: `Process ${app.pid} belongs to another user.`, retry: false };
  if (status.state.startsWith('T') || status.state.startsWith('t'))
    return { reason: 'stopped', message: `Process ${app.pid} is stopped: continue it (kill -CONT ${app.pid}).`, retry: true };
  return null;
};

export const findEndpoint = async (app: AppProcess, signal?: AbortSignal): Promise<Found> => {
  const wrong = await checkProcess(app);
  if (wrong) return { refusal: wrong };
  const flag = switchOf(app.command, '--remote-debugging-port');
  const asked = flag ? Number.parseInt(flag, 10) : undefined;
  const written = await writtenPort(app);
  const sockets = await listeningSockets(app.pid);
  const preferred = (port: number): number => (port === asked ? 0 : port === written ? 1 : 2);
  const candidates: Endpoint[] =
    sockets === null
      ? [asked, written]
          .filter((port) => port !== undefined && port > 0)
          .map((port) => ({ host: '127.0.0.1', port: port as number }))
      : [...sockets]
          .sort((a, b) => preferred(a.port) - preferred(b.port))
          .map((socket) => ({ host: reachableHost(socket), port: socket.port }));
  for (const endpoint of candidates.slice(0, 8)) {
    const version = await readVersion(endpoint, 2000, signal);
    if (version) return { endpoint, webSocketUrl: version.webSocketDebuggerUrl };
  }
  if (switchOf(app.command, '--remote-debugging-pipe') !== undefined)
    return refuse('debug_pipe', `${app.appName} is debugged over a pipe that another program holds. ${remedyOf(app)}`, false);
  if (candidates.length > 0 && asked !== undefined)
    return refuse('port_silent', `${app.appName} listens, but does not answer on its debugging port yet.`, true);
  if (flag !== undefined) {
    const young = Date.now() - Date.parse(app.startedAt) < 15_000;
    return refuse(
      'debug_port_ignored',
      young
        ? `${app.appName} has not opened its debugging port yet.`
        : `${app.appName} was asked for a debugging port and opened none: recent versions ignore the switch on the default profile, or another process holds the port. ${remedyOf(app)}`,
      young,
    );
  }
  return refuse(
    'no_debug_port',
    `${app.appName} runs without a debugging port, so its pages can't be read. ${remedyOf(app)}`,
    false,
  );
};
