/** A folder of its own with a daemon and what it reads, all of which end with the run, and the counts of what was tried and what got through. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

export const folder = mkdtempSync(path.join(tmpdir(), 'substrate-attack-'));
export const home = path.join(folder, 'home');
const children = new Set();

export const tried = {};
export const through = [];
export const count = (what, number = 1) => {
  tried[what] = (tried[what] ?? 0) + number;
};
export const broke = (what, how) => {
  through.push(`${what}: ${how}`);
  console.error(`got through: ${what}: ${how}`);
};

export const write = (file, text) => {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
};

const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SUBSTRATE_'))),
  SUBSTRATE_HOME: home,
  SUBSTRATE_SERVER__PORT: '0',
  SUBSTRATE_PROBE__ATTACH: 'listed',
  SUBSTRATE_SCAN__INCLUDE: JSON.stringify([folder]),
  SUBSTRATE_RATE_LIMIT__ENABLED: 'false',
};

export const start = (program, args, stdio = 'ignore', env = {}) => {
  const child = spawn(program, args, { cwd: folder, stdio, env: { ...environment, ...env } });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};
export const ended = (child) => child.exitCode !== null || child.signalCode !== null;
export const end = async (child, signal) => {
  if (ended(child)) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
};
export const endAll = async () => {
  for (const child of children) await end(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
};
export const until = async (look, what, ms = 90_000) => {
  for (const last = Date.now() + ms; Date.now() < last; await sleep(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`${what} never came true`);
};

/** The key of the daemons of this home, which the first of them printed. */
export let key;

export const startDaemon = async () => {
  const child = start(process.execPath, [cli], ['ignore', 'pipe', 'pipe']);
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err = (err + text).slice(-20_000);
  });
  const url = await until(() => {
    if (ended(child)) throw new Error(`the daemon ended: ${err}`);
    return /listening on (http:\S+)/.exec(out)?.[1];
  }, 'the listening line');
  key = /^key: (\S+)$/m.exec(out)?.[1] ?? key;
  return { child, url, errors: () => err };
};

export const ask = async (daemon, route, { body, method, given = { 'X-Substrate-Key': key } } = {}) => {
  const response = await fetch(`${daemon.url}/substrate/v1${route}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...given, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, text: await response.text() };
};
export const stateOf = (daemon, pid) =>
  until(async () => {
    const { status, text } = await ask(daemon, `/state/${pid}`);
    return status === 200 && JSON.parse(text);
  }, `a state of ${pid}`).catch(async (error) => {
    const { text } = await ask(daemon, '/apps');
    const app = JSON.parse(text).apps.find((one) => one.pid === pid);
    throw new Error(`${error.message} (${app?.status_reason ?? 'it is not listed'})`);
  });
export const isWell = async (daemon) =>
  !ended(daemon.child) && (await fetch(`${daemon.url}/health`, { signal: AbortSignal.timeout(20_000) })).status === 200;

/** What a process holds now. */
export const holdingsOf = (pid) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  // A library is loaded once, whenever it is first needed.
  const isCounted = (fd) => {
    try {
      return !/\.(dll|so|jar)$/.test(readlinkSync(`/proc/${pid}/fd/${fd}`));
    } catch {
      return false;
    }
  };
  const descriptors = readdirSync(`/proc/${pid}/fd`).filter(isCounted).length;
  // A JVM has as many compilers and collectors as it has work for, and ends those that have none.
  const isOwn = (task) => {
    try {
      return !/^(C[12] Compiler|GC Thread|G1 )/.test(readFileSync(`/proc/${pid}/task/${task}/comm`, 'latin1'));
    } catch {
      return false;
    }
  };
  const threads = readdirSync(`/proc/${pid}/task`).filter(isOwn).length;
  return { memory: number('VmRSS'), threads, descriptors };
};
