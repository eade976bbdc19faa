import { randomBytes } from 'node:crypto';
import { linkSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError, readOwnFileSync } from '@substrate/core/probing';

/**
 * A lock between processes is a file made with O_EXCL that holds `PID TOKEN`. Writers hold it for milliseconds, so one whose
 * process is gone, or that is ten seconds old, was left by a crash and is broken.
 *
 * Breaking must not hit a lock that somebody else has just taken: the breaker first links the lock to a name made from the
 * token it saw. Only one breaker can have that name, and when the linked file holds that very token, nobody else removes it.
 */
export interface FileLock extends Disposable {
  /** False once somebody broke the lock because this process was stopped for too long. */
  held(): boolean;
  /** True when the lock had to be taken from a process that died with it. */
  readonly broken: boolean;
}

export interface FileLockOptions {
  readonly file: string;
  readonly waitMs: number;
  readonly staleMs?: number;
}

/** The lock, or undefined when it could not be had in time. */
export const lockFile = async ({ file, waitMs, staleMs = 10_000 }: FileLockOptions): Promise<FileLock | undefined> => {
  const content = `${process.pid} ${randomBytes(12).toString('hex')}\n`;
  const held = (): boolean => readIfThere(file) === content;
  let broken = false;
  for (const until = performance.now() + waitMs; ; ) {
    try {
      writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
      return { broken, held, [Symbol.dispose]: () => void (held() && removeIfThere(file)) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (isStale(file, staleMs) && breakLock(file, staleMs)) broken = true;
    else if (performance.now() >= until) return undefined;
    else await sleep(5 + Math.random() * 10);
  }
};

const isStale = (file: string, staleMs: number): boolean => {
  const age = ageOf(file);
  if (age === undefined) return false;
  if (age > staleMs) return true;
  const content = readIfThere(file);
  // Its maker writes into it at once: an empty one was left by a process that was killed between the two.
  if (content === '') return age > 500;
  const pid = Number.parseInt(content ?? '', 10);
  return pid > 0 && !isAlive(pid);
};

const breakLock = (file: string, staleMs: number): boolean => {
  const seen = readIfThere(file);
  if (seen === undefined) return false;
  const grave = `${file}.${seen.trim().replace(/\W+/g, '-') || 'empty'}`;
  try {
    linkSync(file, grave);
  } catch {
    if ((ageOf(grave) ?? 0) > staleMs) removeIfThere(grave);
    return false;
  }
  const same = readIfThere(grave) === seen;
  if (same) removeIfThere(file);
  removeIfThere(grave);
  return same;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
};

const ageOf = (file: string): number | undefined => {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && Date.now() - stat.ctimeMs;
};

/** The text of a file, or undefined when it is not there. A named pipe or a folder in its place is an error, and never waited for. */
export const readIfThere = (file: string): string | undefined => {
  try {
    return readOwnFileSync(file);
  } catch (error) {
    if (error instanceof FileError && error.trouble === 'missing') return undefined;
    throw error;
  }
};

export const removeIfThere = (file: string): void => {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
};

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;
