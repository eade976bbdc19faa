import { accessSync, constants, statSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import type { AppProcess } from '@substrate/core';
import { type Connection, clientKeyFile, connect } from './commands/connection.js';
import type { Config } from './config.js';
import { runningDaemon } from './home.js';
import { rootWarning } from './root.js';

/** What `substrate doctor` looks at beside the applications. Each check is one line: what was looked at, whether it is well, and what to do. */
export interface Check {
  readonly name: string;
  /** `note`: nothing is broken, but something is not as one might think. */
  readonly outcome: 'ok' | 'note' | 'bad';
  readonly message: string;
}

const ok = (name: string, message: string): Check => ({ name, outcome: 'ok', message });
const note = (name: string, message: string): Check => ({ name, outcome: 'note', message });
const bad = (name: string, message: string): Check => ({ name, outcome: 'bad', message });

export const checkSetup = async (config: Config, env: NodeJS.ProcessEnv): Promise<Check[]> => {
  const connection = connect({ text: () => undefined }, { ...env, SUBSTRATE_CONFIG: config.file ?? env.SUBSTRATE_CONFIG });
  const [daemon, port, runs] = await daemonAndPort(config, connection);
  const root = rootWarning();
  return [
    checkHome(config.home),
    daemon,
    port,
    await checkKey(connection, runs, config, env),
    ...(root === undefined ? [] : [note('root', root)]),
  ];
};

const checkHome = (home: string): Check => {
  try {
    const { mode, uid } = statSync(home);
    if (process.platform !== 'win32') {
      if (process.getuid !== undefined && uid !== process.getuid())
        return bad('home', `${home} belongs to another user: set SUBSTRATE_HOME to a folder of your own.`);
      if ((mode & 0o077) !== 0) return note('home', `${home} can be read by others; the daemon closes it when it starts.`);
    }
    accessSync(home, constants.W_OK);
    return ok('home', home);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return ok('home', `${home}, which the first start makes`);
    return bad('home', `${home} can't be used (${code}): set SUBSTRATE_HOME to a folder that you can write.`);
  }
};

const daemonAndPort = async (config: Config, { client, url }: Connection): Promise<[Check, Check, boolean]> => {
  const running = runningDaemon(config.home);
  const health = await client.health({ signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  const { host, port } = config.server;
  if (health !== undefined) {
    const pid = running === undefined ? '' : `, pid ${running.pid}`;
    const daemon = ok('daemon', `version ${health.version} at ${url}${pid}, ${health.tracked_processes} applications`);
    return [daemon, ok('port', `the daemon listens at ${url}`), true];
  }
  const daemon = running
    ? bad('daemon', `pid ${running.pid} holds the home folder, but nothing answers at ${url}: see its log, or "substrate stop".`)
    : note('daemon', 'none runs here: substrate start');
  const taken = port !== 0 && (await isTaken(host, port));
  const free = taken
    ? bad('port', `${port} on ${host} is taken by another program: choose another with --port, or server.port.`)
    : ok('port', port === 0 ? 'a free one is taken at each start' : `${port} on ${host} is free`);
  return [daemon, free, false];
};

const isTaken = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTo({ host: host === '0.0.0.0' ? '127.0.0.1' : host, port, timeout: 2000 });
    const tell = (taken: boolean) => (): void => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', tell(true)).once('error', tell(false)).once('timeout', tell(true));
  });

const checkKey = async ({ client, key }: Connection, runs: boolean, config: Config, env: NodeJS.ProcessEnv): Promise<Check> => {
  if (!config.auth.require_key) return note('key', 'none is required: auth.require_key is false');
  const from = env.SUBSTRATE_KEY ? 'SUBSTRATE_KEY' : clientKeyFile(env);
  if (key === undefined) return bad('key', 'the commands have none: substrate keygen --save');
  if (!runs) return note('key', `from ${from}; not tried, because no daemon runs`);
  try {
    await client.apps({ signal: AbortSignal.timeout(3000) });
    return ok('key', `from ${from}, accepted`);
  } catch (error) {
    return bad('key', `from ${from}: ${(error as Error).message} Make a new one: substrate keygen --save`);
  }
};

/** What is not seen, or not attached to, for a reason that lies in whose it is or in the configuration. */
export const checkReach = (apps: readonly AppProcess[], hidden: readonly AppProcess[], { scan, probe }: Config): Check[] => {
  const checks: Check[] = [];
  const others = apps.filter(({ refusal }) => refusal?.reason === 'other_user');
  if (others.length > 0)
    checks.push(note('other users', `${named(others)}: a daemon attaches to the processes of its own user alone.`));
  if (probe.attach === 'listed' && scan.include.length === 0)
    checks.push(bad('filter', 'probe.attach is "listed" and scan.include is empty: nothing is attached to.'));
  if (hidden.length > 0) {
    const filters = [scan.include.length > 0 && 'scan.include', scan.exclude.length > 0 && 'scan.exclude'].filter(Boolean);
    checks.push(note('filter', `${filters.join(' and ')} hides ${named(hidden)}.`));
  }
  return checks;
};

const mostNames = 8;

const named = (apps: readonly AppProcess[]): string => {
  const names = apps.slice(0, mostNames).map(({ appId, pid }) => `${appId} (${pid})`);
  return `${names.join(', ')}${apps.length > mostNames ? ` and ${apps.length - mostNames} more` : ''}`;
};
