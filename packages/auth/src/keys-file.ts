import { closeSync, constants, fstatSync, linkSync, openSync, readSync, realpathSync, renameSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskTrouble } from '@substrate/core';
import {
  codeOf,
  type FileLock,
  lockFile,
  readIfThereSync,
  removeIfThere,
  removeLeftovers,
  writeBeside,
} from '@substrate/core/files';
import { carryOver, type KeysDocument, type KeysEdit, KeysFileError, parseKeysFile } from './keys-document.js';

/**
 * The keys file has writers that know of each other (every process that uses this package) and one that does not: a person's
 * editor. The first kind takes a lock. Against the second kind a change is never a copy of what was read long ago: it is a
 * function of the document, applied to the newest text, and applied again when the text changed before the file was replaced.
 *
 * An editor that writes in place may have opened the old file in the instant it was replaced, and write into it only then. The
 * old file is therefore kept open for a moment; what is written into it late is carried over to the new one.
 */

export interface KeysUpdate {
  readonly file: string;
  /** Whether a missing file is made. Only a new key makes one: what was deleted stays deleted. */
  readonly create?: boolean;
  readonly edit: KeysEdit;
  /** How long a file that does not parse may stay so before the change is given up: an editor may be half through. */
  readonly patienceMs?: number;
  /** How long the old file is watched for a late write. */
  readonly lingerMs?: number;
}

const lateWriteMs = 5000;

/** Applies a change to the keys file and replaces it atomically. */
export const updateKeysFile = async (update: KeysUpdate): Promise<void> => {
  try {
    await change(update);
  } catch (error) {
    throw refusedByDisk(error, update.file) ?? error;
  }
};

const change = async (update: KeysUpdate): Promise<void> => {
  const { file, create = false } = update;
  if (create) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const target = followLink(file);
  await settled(target);
  let replaced = await apply(update, target);
  while (replaced) {
    const late: string | undefined = await lateText(replaced, file, update.lingerMs ?? 100);
    if (late === undefined) return;
    const edit = carryOver(parseKeysFile(replaced.text, file), parseKeysFile(late, file));
    if (!isThere(target)) return;
    replaced = await apply({ file, edit }, target);
  }
};

/** The file that was replaced: still open, and what it held. */
interface Replaced {
  readonly handle: number;
  readonly text: string;
}

const apply = async (
  { file, create = false, edit, patienceMs = 1000 }: KeysUpdate,
  target: string,
): Promise<Replaced | undefined> => {
  if (!create && !isThere(target)) throw missing(file);
  const lockName = `${target}.lock`;
  await using lock = await lockFile({ file: lockName, waitMs: 5000, staleMs: 10_000 });
  if (!lock) throw busy(file, `if no such process runs, remove ${lockName}`);
  // Who died with the lock may have left a half-written file.
  if (lock.broken) await removeLeftovers(dirname(target));
  let brokenSince: number | undefined;
  for (let attempt = 0; attempt < 200; attempt++) {
    const text = readIfThereSync(target);
    if (text === undefined && !create) throw missing(file);
    let document: KeysDocument;
    try {
      document = text === undefined ? { keys: [] } : parseKeysFile(text, file);
    } catch (error) {
      brokenSince ??= performance.now();
      if (performance.now() - brokenSince >= patienceMs) throw error;
      await sleep(20);
      continue;
    }
    brokenSince = undefined;
    const next = edit(document);
    if (!next) return undefined;
    const outcome = await replace(target, text, next, lock);
    if (outcome !== 'again') return outcome.replaced;
  }
  throw busy(file, 'it changes all the time');
};

type Outcome = 'again' | { readonly replaced: Replaced | undefined };

/** Puts the new document in the place of `expected`, or does nothing when something else stands there by now. */
const replace = async (
  target: string,
  expected: string | undefined,
  document: KeysDocument,
  lock: FileLock,
): Promise<Outcome> => {
  const fresh = await writeBeside(target, `${JSON.stringify(document, null, 2)}\n`);
  let old: number | undefined;
  try {
    if (!(await lock.held())) return 'again';
    if (expected === undefined) {
      linkSync(fresh, target);
      return { replaced: undefined };
    }
    old = openSync(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (rereadSync(old) !== expected || fstatSync(old).ino !== statSync(target).ino) return 'again';
    renameSync(fresh, target);
    const replaced = { handle: old, text: expected };
    old = undefined;
    return { replaced };
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return 'again';
    throw error;
  } finally {
    if (old !== undefined) closeSync(old);
    await removeIfThere(fresh);
  }
};

/** What an editor wrote into the file after it was replaced, once that is a whole keys file. */
const lateText = async ({ handle, text }: Replaced, file: string, lingerMs: number): Promise<string | undefined> => {
  try {
    await sleep(lingerMs);
    for (const until = performance.now() + lateWriteMs; performance.now() < until; await sleep(20)) {
      const now = rereadSync(handle);
      if (now === text) return undefined;
      if (isWhole(now, file)) return now;
    }
    return undefined;
  } finally {
    closeSync(handle);
  }
};

const isWhole = (text: string, file: string): boolean => {
  try {
    parseKeysFile(text, file);
    return true;
  } catch {
    return false;
  }
};

/** Some editors move the old file away before they write the new one: a missing file is looked for a second time. */
const settled = async (target: string): Promise<void> => {
  if (!isThere(target)) await sleep(150);
};

const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

const rereadSync = (handle: number): string => {
  const bytes = Buffer.alloc(fstatSync(handle).size);
  return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, 0));
};

/** A keys file may be a symbolic link to one kept elsewhere: the link stays, its target is replaced. */
const followLink = (file: string): string => {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
};

const refusedByDisk = (error: unknown, file: string): KeysFileError | undefined => {
  const why = diskTrouble(error);
  return why === undefined
    ? undefined
    : new KeysFileError('keys_file_unwritable', file, `${file} can't be written: ${why}. Nothing was changed.`);
};

const busy = (file: string, hint: string): KeysFileError =>
  new KeysFileError('keys_file_locked', file, `${file} is being changed by another process. Try again (${hint}).`);

const missing = (file: string): KeysFileError =>
  new KeysFileError('keys_file_missing', file, `There is no keys file at ${file}. Make a key with: substrate keygen`);
