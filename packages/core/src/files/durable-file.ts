import { randomBytes } from 'node:crypto';
import { link, open, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FileError, readOwnFile, readOwnFileSync } from '../probing/foreign-file.js';
import { isAlive } from '../probing/process-identity.js';

/**
 * A file that is either as it was or as it shall be, whenever the power or the process goes: written beside, flushed, renamed over,
 * and the folder flushed, so that the name lasts too.
 */

export type WriteStep = 'begin' | 'created' | 'half_written' | 'written' | 'flushed' | 'renamed' | 'done';

/** Called as each step is reached, for tests that end the process there. */
export type OnStep = (step: WriteStep) => void | Promise<void>;

/** A new file beside another, with its text, that its maker puts in the place of that one or removes; its name. */
export const writeBeside = async (file: string, text: string, { onStep, flush = true }: BesideOptions = {}): Promise<string> => {
  const beside = join(dirname(file), `.${basename(file)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(beside, 'wx', 0o600);
  try {
    await onStep?.('created');
    const middle = text.length >> 1;
    await handle.writeFile(text.slice(0, middle));
    await onStep?.('half_written');
    await handle.writeFile(text.slice(middle));
    await onStep?.('written');
    if (flush) await handle.sync();
    await onStep?.('flushed');
    await handle.close();
    return beside;
  } catch (error) {
    await handle.close().catch(() => {});
    await unlink(beside).catch(() => {});
    throw error;
  }
};

interface BesideOptions {
  readonly onStep?: OnStep | undefined;
  /** Whether it must outlive the machine. */
  readonly flush?: boolean;
}

export const writeDurably = async (file: string, text: string, onStep?: OnStep): Promise<void> => {
  await onStep?.('begin');
  const beside = await writeBeside(file, text, { onStep });
  try {
    await rename(beside, file);
  } catch (error) {
    await unlink(beside).catch(() => {});
    throw error;
  }
  await onStep?.('renamed');
  await flushFolder(dirname(file));
  await onStep?.('done');
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

/** Removes what processes that have ended left half written in a folder. */
export const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const pid = /^\..+\.(\d+)\.[0-9a-f]+\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await unlink(join(folder, name)).catch(() => {});
  }
};

const undefinedIfMissing = (error: unknown): undefined => {
  if (error instanceof FileError && error.trouble === 'missing') return undefined;
  throw error;
};

/** The text of a file, undefined when there is none. Rejects with a `FileError`: at once too where something else than a file has the name. */
export const readIfThere = (file: string): Promise<string | undefined> => readOwnFile(file).catch(undefinedIfMissing);

/** The same where nothing can be waited for. */
export const readIfThereSync = (file: string): string | undefined => {
  try {
    return readOwnFileSync(file);
  } catch (error) {
    return undefinedIfMissing(error);
  }
};

export const removeIfThere = async (file: string): Promise<void> => {
  await unlink(file).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
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

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;
