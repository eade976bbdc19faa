import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { link, lstat, rename, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError, readOwnFile } from '../probing/foreign-file.js';
import { isAlive, startTimeOf } from '../probing/process-identity.js';
import { codeOf, removeIfThere, writeBeside } from './durable-file.js';

/**
 * A lock between processes is a file that names its holder. It appears with its content, by a link: who dies in between leaves none that
 * nobody can tell the holder of. One whose process has ended was left by a crash and is broken.
 *
 * Breaking must not hit a lock that somebody else has just taken: the breaker first links the lock to a name made of what it saw in it. Only one
 * breaker can have that name, and when the linked file holds that very text, nobody else removes it.
 */
export interface FileLock extends AsyncDisposable {
  /** False once somebody broke the lock because this process was stopped for too long. */
  held(): Promise<boolean>;
  /** Puts a word into the lock for those who find it held. */
  tell(note: string): Promise<void>;
  /** True when the lock had to be taken from a process that died with it. */
  readonly broken: boolean;
}

export interface Holder {
  readonly pid: number;
  /** Null where the system does not tell. */
  readonly startTime: string | null;
  /** Names the pid namespace that the pid counts in. */
  readonly namespace: string | null;
  readonly token: string;
  readonly note?: string;
}

export interface LockOptions {
  readonly file: string;
  /** How long a holder that lives is waited for. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
  /** Nobody needs it for so long: an older one is broken, whoever holds it. Absent, it is held for as long as its process lives. */
  readonly staleMs?: number;
  /** How the file is read where the folder is not our own. Rejects with a `FileError`. */
  readonly read?: (file: string) => Promise<string>;
}

let namespace: string | null | undefined;
const ownNamespace = (): string | null => {
  if (namespace === undefined) {
    try {
      namespace = readlinkSync('/proc/self/ns/pid');
    } catch {
      namespace = null;
    }
  }
  return namespace;
};

const parseHolder = (text: string): Holder | undefined => {
  try {
    const holder = JSON.parse(text) as Holder | null;
    return typeof holder?.pid === 'number' && typeof holder.token === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
};

const lives = ({ pid, startTime }: Holder): boolean => {
  if (!isAlive(pid)) return false;
  // What the system hides of another user's process can't speak against it.
  const now = startTime === null ? null : startTimeOf(pid);
  return now === null || now === startTime;
};

/** Who holds the lock that has this text; undefined for one that was left behind. */
export const livingHolder = (text: string): Holder | undefined => {
  const holder = parseHolder(text);
  return holder && lives(holder) ? holder : undefined;
};

/** The lock, or undefined when it could not be had in time. */
export const lockFile = async (options: LockOptions): Promise<FileLock | undefined> => {
  const { file, waitMs, signal, read = readOwnFile } = options;
  const self: Holder = {
    pid: process.pid,
    startTime: startTimeOf(process.pid),
    namespace: ownNamespace(),
    token: randomBytes(12).toString('hex'),
  };
  let broken = false;
  for (const until = performance.now() + waitMs; ; ) {
    signal?.throwIfAborted();
    if (await appear(file, JSON.stringify(self))) break;
    if (await breakIfLeft(options)) broken = true;
    else if (performance.now() >= until) return undefined;
    else await sleep(5 + Math.random() * 10);
  }
  const held = async (): Promise<boolean> => parseHolder(await read(file).catch(() => ''))?.token === self.token;
  return {
    broken,
    held,
    tell: async (note) => rename(await writeBeside(file, JSON.stringify({ ...self, note }), { flush: false }), file),
    [Symbol.asyncDispose]: async () => {
      if (await held()) await removeIfThere(file);
    },
  };
};

const appear = async (file: string, text: string): Promise<boolean> => {
  const beside = await writeBeside(file, text, { flush: false });
  try {
    await link(beside, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(beside).catch(() => {});
  }
};

/** The text of a lock: null when it may not be read, undefined when it is gone. What is no file of ours has none. */
const look = async (file: string, read: (file: string) => Promise<string>): Promise<string | null | undefined> => {
  try {
    return await read(file);
  } catch (error) {
    const trouble = error instanceof FileError ? error.trouble : 'unreadable';
    if (trouble === 'missing') return undefined;
    return trouble === 'not_a_file' || trouble === 'too_large' ? '' : null;
  }
};

const ageOf = async (file: string, time: 'mtimeMs' | 'ctimeMs'): Promise<number> => {
  const found = await lstat(file).catch(() => undefined);
  return found ? Date.now() - found[time] : 0;
};

/** Taking a lock away is the work of an instant: who is longer at it died at it. */
const graveAfterMs = 1000;

/** True when the lock was left behind, and was removed by this very call. */
const breakIfLeft = async ({ file, staleMs, read = readOwnFile }: LockOptions): Promise<boolean> => {
  const seen = await look(file, read);
  if (seen === undefined) return false;
  const isOld = staleMs !== undefined && (await ageOf(file, 'mtimeMs')) > staleMs;
  if (!isOld && !isNobodys(seen, staleMs)) return false;
  const grave = `${file}.${parseHolder(seen ?? '')?.token.replace(/\W/g, '') || 'unknown'}`;
  try {
    await link(file, grave);
  } catch (error) {
    // Another user's file may be removed from our folder where it may not be linked.
    if (codeOf(error) === 'EPERM')
      return unlink(file)
        .then(() => true)
        .catch(() => false);
    if ((await ageOf(grave, 'ctimeMs')) > graveAfterMs) await unlink(grave).catch(() => {});
    return false;
  }
  const same = (await look(grave, read)) === seen;
  if (same) await unlink(file).catch(() => {});
  await unlink(grave).catch(() => {});
  return same;
};

const isNobodys = (seen: string | null, staleMs: number | undefined): boolean => {
  if (seen === null) return false;
  const holder = parseHolder(seen);
  if (!holder) return true;
  // What another namespace calls 7 is not our 7: only its age tells, where that tells anything.
  if (staleMs !== undefined && holder.namespace !== null && holder.namespace !== ownNamespace()) return false;
  return !lives(holder);
};

const instantMs = 10_000;

/** Runs a moment's work on a file while no other process does. Rejects when the lock can't be had. */
export const withLock = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const lock = await lockFile({ file: `${file}.lock`, waitMs: 5000, staleMs: instantMs });
  if (!lock) throw new Error(`${file}.lock is held by another process. If none is running, delete that file.`);
  try {
    return await work();
  } finally {
    await lock[Symbol.asyncDispose]();
  }
};
