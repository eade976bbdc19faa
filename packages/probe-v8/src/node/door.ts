import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess } from '@substrate/core';
import type { Connection } from '../connection.js';
import { functionSource } from '../injected/source.js';
import { listeningPaths } from '../sockets.js';
import { connectLines } from '../transport-lines.js';
import { type DoorRequest, openDoor } from './injected/door.js';
import { readStatus } from './process-status.js';

/**
 * The door of a Node.js process from this side: a Unix socket that the process listens on, in a folder that only this user can enter. It stays for as
 * long as the process lives, so whoever comes later needs neither a signal nor the inspector's port. It is found among the sockets of that very
 * process and reached as that process sees it, whatever its own root and temporary folder are.
 */

/** Another form of door would have another number. */
const format = 1;
const parents = ['/tmp', '/var/tmp', '/dev/shm'];

const stem = ({ pid, startTime }: AppProcess): string => `node-${pid}-${startTime}`;
const nameOf = (app: AppProcess): string => `${stem(app)}-${format}.sock`;
const ownId = (): number => process.geteuid?.() ?? -1;
const ownFolder = (parent: string): string => `${parent}/substrate-${ownId()}`;

const isOwnFolder = async (folder: string): Promise<boolean> => {
  const facts = await lstat(folder).catch(() => null);
  return facts?.isDirectory() === true && facts.uid === ownId() && (facts.mode & 0o077) === 0;
};

/** A socket of ours in a folder of ours: nobody else can have put it there, and nobody else can talk to it. */
const isOwnSocket = async (path: string): Promise<boolean> => {
  const facts = await lstat(path).catch(() => null);
  return facts?.isSocket() === true && facts.uid === ownId() && (await isOwnFolder(dirname(path)));
};

/** A path of the process as this one reaches it. */
const reach = (app: AppProcess, path: string): string => (process.platform === 'linux' ? `/proc/${app.pid}/root${path}` : path);

/** The path by which the door of a process is reached; null when it has none. */
export const findDoor = async (app: AppProcess): Promise<string | null> => {
  const paths = (await listeningPaths(app.pid)) ?? parents.map((parent) => `${ownFolder(parent)}/${nameOf(app)}`);
  for (const path of paths) {
    if (basename(path) === nameOf(app) && (await isOwnSocket(reach(app, path)))) return reach(app, path);
  }
  return null;
};

/** A connection through the door of a process; null when it has none that opens. */
export const throughDoor = async (app: AppProcess, signal: AbortSignal): Promise<Connection | null> => {
  const path = await findDoor(app);
  if (path === null) return null;
  return await connectLines({ path, signal }).catch(() => {
    signal.throwIfAborted();
    return null;
  });
};

/** What is evaluated in a process to have a door there. */
export const doorSource = (app: AppProcess, closesPort: boolean): string => {
  const request: DoorRequest = { name: nameOf(app), parents, closesPort };
  return `(() => {
    const builtin = typeof process.getBuiltinModule === 'function' ? (name) => process.getBuiltinModule(name) : require;
    return (${functionSource(openDoor)})(builtin, ${JSON.stringify(request)});
  })()`;
};

/**
 * A mark that an inspector of that process was opened for us. Should we die before it is closed again, whoever comes after us knows
 * that it is nobody's.
 */
const markOf = (app: AppProcess): string => `${ownFolder('/tmp')}/${stem(app)}.signal`;

export const setMark = async (app: AppProcess): Promise<void> => {
  await mkdir(ownFolder('/tmp'), { mode: 0o700 }).catch(() => undefined);
  if (await isOwnFolder(ownFolder('/tmp'))) await writeFile(markOf(app), '', { mode: 0o600 }).catch(() => undefined);
};
export const isMarked = async (app: AppProcess): Promise<boolean> =>
  (await isOwnFolder(ownFolder('/tmp'))) && (await lstat(markOf(app)).catch(() => null)) !== null;
export const clearMark = async (app: AppProcess): Promise<void> => {
  if (await isOwnFolder(ownFolder('/tmp'))) await rm(markOf(app), { force: true }).catch(() => undefined);
};

/** How long a process is taken to be on its way through the port. */
const passingMs = 10_000;

/** Whether a process is being entered right now, by us or by another program of this user. */
export const isAnyMarked = async (): Promise<boolean> => {
  const folder = ownFolder('/tmp');
  if (!(await isOwnFolder(folder))) return false;
  const marks = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.signal'));
  const times = await Promise.all(marks.map(async (name) => (await lstat(`${folder}/${name}`).catch(() => null))?.mtimeMs ?? 0));
  return times.some((time) => Date.now() - time < passingMs);
};

const mostSwept = 500;

const isListenedOn = async (path: string): Promise<boolean> =>
  path.endsWith('.sock') &&
  (await connectLines({ path }).then(
    async (connection) => {
      await connection[Symbol.asyncDispose]();
      return true;
    },
    () => false,
  ));

/** Clears away what processes left that were killed, a little later if somebody is about to end. */
export const sweepDoors = async (afterMs = 0): Promise<void> => {
  if (process.platform !== 'linux') return;
  // Somebody who waits for it must not end for want of anything else to do.
  if (afterMs > 0) await sleep(afterMs, undefined, { ref: false });
  for (const folder of parents.map(ownFolder)) {
    if (!(await isOwnFolder(folder))) continue;
    const names = await readdir(folder).catch(() => []);
    for (const name of names.slice(0, mostSwept)) {
      const [, pid, startTime] = /^node-(\d+)-(\d+)(?:-\d+\.sock|\.signal)$/.exec(name) ?? [];
      if (pid === undefined) continue;
      const path = `${folder}/${name}`;
      // Another container that shares the folder counts its processes by itself.
      const status = await readStatus(Number(pid));
      const isAlive = status?.startTime === startTime && status?.state !== 'Z';
      if (isAlive || (await isListenedOn(path))) continue;
      await rm(path, { force: true }).catch(() => undefined);
    }
  }
};
