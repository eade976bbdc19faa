import { randomBytes } from 'node:crypto';
import { link, open, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError, readOwnFile } from '@substrate/core/probing';

/**
 * A file that is either as it was or as it shall be, whenever the power or the process goes: written beside, flushed, renamed over,
 * and the folder flushed, so that the name lasts too.
 */

export type WriteStep = 'begin' | 'created' | 'half_written' | 'written' | 'flushed' | 'renamed' | 'done';

/** Called as each step is reached, for tests that end the process there. */
export type OnStep = (step: WriteStep) => void | Promise<void>;

export const writeDurably = async (file: string, text: string, onStep: OnStep = () => {}): Promise<void> => {
  await onStep('begin');
  const beside = join(dirname(file), `.${basename(file)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(beside, 'wx', 0o600);
  try {
    await onStep('created');
    const middle = text.length >> 1;
    await handle.write(text.slice(0, middle));
    await onStep('half_written');
    await handle.write(text.slice(middle));
    await onStep('written');
    await handle.sync();
    await onStep('flushed');
    await handle.close();
    await rename(beside, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await unlink(beside).catch(() => {});
    throw error;
  }
  await onStep('renamed');
  await flushFolder(dirname(file));
  await onStep('done');
};

const flushFolder = async (folder: string): Promise<void> => {
  // Windows can't open a folder, and needs no flush to keep a rename.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The text of a file, undefined when there is none. Rejects with a `FileError`: at once too where something else than a file has the name. */
export const readText = async (file: string): Promise<string | undefined> => {
  try {
    return await readOwnFile(file);
  } catch (error) {
    if (error instanceof FileError && error.trouble === 'missing') return undefined;
    throw error;
  }
};

/** Moves a file out of the way under a name that nobody has; the name. */
export const setAside = async (file: string, why: string): Promise<string> => {
  for (let n = 1; ; n++) {
    const aside = `${file}.${why}-${n}`;
    try {
      // A link fails where the name is taken; a rename would replace what is there. A folder can't be linked, nor replaced unless it is empty.
      await link(file, aside);
      await unlink(file);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      if (codeOf(error) !== 'EPERM') throw error;
      await rename(file, aside);
    }
    return aside;
  }
};

const staleAfter = 10_000;
const graveAfter = 1000;

/** Runs `work` while no other process holds the lock. A lock whose process is gone is taken over. */
export const withLock = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const lock = `${file}.lock`;
  const mine = `${process.pid} ${randomBytes(8).toString('hex')}`;
  for (const until = Date.now() + 5000; !(await take(lock, mine)); ) {
    if (await takeOver(lock)) continue;
    if (Date.now() > until) throw new Error(`${lock} is held by another process. If none is running, delete that file.`);
    await sleep(5 + Math.random() * 15);
  }
  try {
    return await work();
  } finally {
    if ((await readText(lock)) === mine) await unlink(lock).catch(() => {});
  }
};

/** A lock appears with its content, by a link: who dies in between leaves none that nobody can tell the owner of. */
const take = async (lock: string, mine: string): Promise<boolean> => {
  const beside = join(dirname(lock), `.${basename(lock)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  await writeFile(beside, mine, { flag: 'wx', mode: 0o600 });
  try {
    await link(beside, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(beside).catch(() => {});
  }
};

/** Removes a lock that was left behind. Only the process that can link it to a name made of its content may: there is one such. */
const takeOver = async (lock: string): Promise<boolean> => {
  // What is no file was not made by any of us, and holds nothing.
  const holder = await readText(lock).catch(() => '');
  const made = await stat(lock).catch(() => undefined);
  if (holder === undefined || !made) return true;
  if (Date.now() - made.mtimeMs < staleAfter && isAlive(Number.parseInt(holder, 10))) return false;
  const grave = `${lock}.${holder.replace(/\W+/g, '-') || 'empty'}`;
  try {
    await link(lock, grave);
  } catch {
    // Somebody is at it, or died at it: taking over is the work of an instant.
    const begun = await stat(grave).catch(() => undefined);
    if (begun && Date.now() - begun.ctimeMs > graveAfter) await unlink(grave).catch(() => {});
    return false;
  }
  const same = (await readText(grave).catch(() => '')) === holder;
  if (same) await unlink(lock).catch(() => {});
  await unlink(grave).catch(() => {});
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

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;
