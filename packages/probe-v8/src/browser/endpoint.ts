import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { AppProcess, Refusal } from '@substrate/core';
import { readForeignText } from '@substrate/core/probing';
import { readVersion } from '../connection.js';
import { type Endpoint, webSocketAt } from '../endpoint-http.js';
import { readStatus } from '../node/process-status.js';
import { eventLoops, type ListeningSocket, listeningSockets, reachableHost } from '../sockets.js';

/**
 * Where a browser listens for debuggers: the port of its command line, the port it wrote to `DevToolsActivePort`, or a socket that is
 * watched by a loop of the browser itself: one that the application serves by Node.js (Electron) may speak any protocol and gets no request.
 * Only a socket that this very process holds counts: the file outlives the browser, and a port may be somebody else's by now.
 */

export type Reachable =
  | { readonly endpoint: Endpoint; readonly webSocketUrl: string | undefined; readonly asks: false }
  /** The person is asked about each connection, and nothing is told over HTTP. */
  | { readonly endpoint: Endpoint; readonly webSocketUrl: string; readonly asks: true };

export type Found = Reachable | { readonly refusal: Refusal };

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
      return `Turn on remote debugging at chrome://inspect/#remote-debugging (version 144 and later), which needs no restart, or quit ${app.appName} and start it by \`substrate launch -- ${basename(app.command[0] ?? 'chromium')} --user-data-dir=FOLDER\`.`;
  }
};

/** The folders in which a browser of that command line may keep its profiles. */
export const profileFolders = (command: readonly string[], appName: string): readonly string[] => {
  const given = switchOf(command, '--user-data-dir');
  if (given) return [given];
  const { env, platform } = process;
  switch (platform) {
    case 'darwin':
      return ['Chromium', 'Google/Chrome', 'Microsoft Edge', appName].map((name) =>
        join(homedir(), 'Library/Application Support', name),
      );
    case 'win32':
      return ['Chromium', 'Google/Chrome', 'Microsoft/Edge', appName].map((name) =>
        join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), name, 'User Data'),
      );
    default:
      return ['chromium', 'google-chrome', 'microsoft-edge', appName].map((name) =>
        join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), name),
      );
  }
};

interface Written {
  readonly port: number;
  readonly path: string | undefined;
}

/** What `DevToolsActivePort` says in each folder where there is one: whose it is, the socket must tell. */
const writtenPorts = async (app: AppProcess): Promise<readonly Written[]> => {
  const texts = profileFolders(app.command, app.appName).map((folder) =>
    readForeignText(join(folder, 'DevToolsActivePort'), { maxBytes: 4096 }),
  );
  return (await Promise.all(texts)).flatMap((text) => {
    const [first = '', path] = (text ?? '').split('\n');
    const port = Number.parseInt(first, 10);
    return Number.isInteger(port) && port > 0 ? [{ port, path: path?.startsWith('/devtools/browser/') ? path : undefined }] : [];
  });
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
  const written = await writtenPorts(app);
  const sockets = await listeningSockets(app.pid);
  const loops = sockets ? await eventLoops(app.pid) : [];
  // Node.js is in Electron alone, and its loop is known by its pipe; Chromium's had one too in older versions, as Qt has them.
  const isBrowsers = ({ inode }: ListeningSocket): boolean =>
    loops.some(({ watches, hasPipe }) => watches.has(inode) && !(hasPipe && app.flavor === 'electron'));
  const preferred = (port: number): number => (port === asked ? 0 : written.some((one) => one.port === port) ? 1 : 2);
  const candidates: Endpoint[] =
    sockets === null
      ? [asked, ...written.map(({ port }) => port)]
          .filter((port) => port !== undefined && port > 0)
          .map((port) => ({ host: '127.0.0.1', port: port as number }))
      : sockets
          .filter((socket) => preferred(socket.port) < 2 || isBrowsers(socket))
          .sort((a, b) => preferred(a.port) - preferred(b.port))
          .map((socket) => ({ host: reachableHost(socket), port: socket.port }));
  for (const endpoint of candidates.slice(0, 8)) {
    const version = await readVersion(endpoint, 2000, signal);
    if (version) return { endpoint, webSocketUrl: version.webSocketDebuggerUrl, asks: false };
  }
  if (flag === undefined) {
    // The browser's own switch for remote debugging: it listens, answers nothing over HTTP, and its file has the address.
    for (const endpoint of candidates) {
      const path = written.find(({ port, path }) => port === endpoint.port && path !== undefined)?.path;
      const webSocketUrl = webSocketAt(endpoint, `ws://127.0.0.1${path}`);
      if (path !== undefined && webSocketUrl !== undefined) return { endpoint, webSocketUrl, asks: true };
    }
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
