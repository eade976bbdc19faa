import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, linkSync, openSync, readdirSync, readSync, realpathSync, renameSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeyRecord, keyRecordSchema } from '@substrate/core';
import * as v from 'valibot';
import { codeOf, type FileLock, lockFile, readIfThere, removeIfThere } from './file-lock.js';

/**
 * The keys file has writers that know of each other (every process that uses this package) and one that does not: a person's
 * editor. The first kind takes a lock. Against the second kind a change is never a copy of what was read long ago: it is a
 * function of the records, applied to the newest text, and applied again when the text changed before the file was replaced.
 */

export type KeysFileErrorCode =
  | 'keys_file_missing'
  | 'keys_file_invalid'
  | 'keys_file_locked'
  | 'unknown_key_id'
  | 'ambiguous_key_id';

/** What stops work on a keys file. */
export class KeysFileError extends Error {
  readonly code: KeysFileErrorCode;
  readonly file: string;

  constructor(code: KeysFileErrorCode, file: string, message: string) {
    super(message);
    this.name = 'KeysFileError';
    this.code = code;
    this.file = file;
  }
}

/** A record as it stands in the file: what is not ours in it is kept. */
export type StoredRecord = Record<string, unknown>;

export interface KeysDocument {
  readonly keys: readonly StoredRecord[];
}

/** Reads the text of a keys file. Throws `keys_file_invalid` when it is no JSON object with an array `keys` of objects. */
export const parseKeysFile = (text: string, file: string): KeysDocument => {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const cause = text.trim() === '' ? 'it is empty' : (error as Error).message;
    throw new KeysFileError(
      'keys_file_invalid',
      file,
      `${file} is not valid JSON (${cause}). Mend it by hand; it is left as it is.`,
    );
  }
  if (!v.is(documentSchema, document)) {
    const message = `${file} must be a JSON object with one field "keys", an array of key records. Mend it by hand; it is left as it is.`;
    throw new KeysFileError('keys_file_invalid', file, message);
  }
  return document;
};

const documentSchema = v.looseObject({ keys: v.array(v.record(v.string(), v.unknown())) });
const lenientRecord = v.looseObject({ id: v.pipe(v.string(), v.minLength(1)), key_hash: keyRecordSchema.entries.key_hash });

/**
 * The record that a stored one stands for, or undefined when it has no id or no hash and so can match nothing. A hand-written
 * one may lack the rest: only `enabled: true` enables.
 */
export const readRecord = (stored: StoredRecord): KeyRecord | undefined => {
  const hash = typeof stored.key_hash === 'string' ? stored.key_hash.toLowerCase() : stored.key_hash;
  if (!v.is(lenientRecord, { ...stored, key_hash: hash })) return undefined;
  return {
    id: stored.id as string,
    key_hash: hash as string,
    ...(typeof stored.label === 'string' && { label: stored.label }),
    created_at: typeof stored.created_at === 'string' ? stored.created_at : '',
    last_used_at: typeof stored.last_used_at === 'string' ? stored.last_used_at : null,
    enabled: stored.enabled === true,
  };
};

/** What a change makes of the newest records; undefined when there is nothing to write. */
export type KeysEdit = (records: readonly StoredRecord[]) => readonly StoredRecord[] | undefined;

export interface KeysUpdate {
  readonly file: string;
  /** Whether a missing file is made. Only a new key makes one: what was deleted stays deleted. */
  readonly create?: boolean;
  readonly edit: KeysEdit;
  /** How long a file that does not parse may stay so before the change is given up: an editor may be half through. */
  readonly patienceMs?: number;
}

/** Applies a change to the keys file and replaces it atomically. The edit may run several times, once on its own result. */
export const updateKeysFile = async ({ file, create = false, edit, patienceMs = 1000 }: KeysUpdate): Promise<void> => {
  if (create) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const target = followLink(file);
  await settled(target);
  if (!create && !isThere(target)) throw missing(file);
  const lockName = `${target}.lock`;
  using lock = await lockFile({ file: lockName, waitMs: 5000 });
  if (!lock) throw busy(file, `if no such process runs, remove ${lockName}`);
  if (lock.broken) removeLitter(target);
  let displaced: string | undefined;
  const until = performance.now() + patienceMs;
  for (let attempt = 0; attempt < 200; attempt++) {
    const current = readIfThere(target);
    if (current === undefined && !create) throw missing(file);
    const text = displaced ?? current;
    let document: KeysDocument;
    try {
      document = text === undefined ? { keys: [] } : parseKeysFile(text, file);
    } catch (error) {
      if (performance.now() >= until) throw error;
      await sleep(20);
      continue;
    }
    const keys = edit(document.keys);
    if (!keys) return;
    const outcome = await replace(target, current, { ...document, keys }, lock);
    if (outcome === 'done') return;
    displaced = outcome === 'again' ? undefined : outcome.displaced;
  }
  throw busy(file, 'it changes all the time');
};

type Outcome = 'done' | 'again' | { readonly displaced: string };

/**
 * Puts the new document in the place of `expected`, or does nothing when something else stands there by now. An editor that
 * writes in place may do so into the old file in the instant it is replaced: that text comes back as `displaced`.
 */
const replace = async (
  target: string,
  expected: string | undefined,
  document: KeysDocument,
  lock: FileLock,
): Promise<Outcome> => {
  const fresh = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(fresh, 'wx', 0o600);
  let old: number | undefined;
  try {
    await handle.writeFile(`${JSON.stringify(document, null, 2)}\n`);
    await handle.sync();
    if (!lock.held()) return 'again';
    if (expected === undefined) {
      linkSync(fresh, target);
      return 'done';
    }
    old = openSync(target, 'r');
    if (rereadSync(old) !== expected || fstatSync(old).ino !== statSync(target).ino) return 'again';
    renameSync(fresh, target);
    const displaced = rereadSync(old) === expected ? undefined : await readWhole(old, target);
    return displaced === undefined ? 'done' : { displaced };
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return 'again';
    throw error;
  } finally {
    await handle.close();
    if (old !== undefined) closeSync(old);
    removeIfThere(fresh);
  }
};

/** The text that an editor is writing, once it is a whole keys file. */
const readWhole = async (handle: number, file: string): Promise<string | undefined> => {
  for (let attempt = 0; attempt < 50; attempt++) {
    const text = rereadSync(handle);
    try {
      parseKeysFile(text, file);
      return text;
    } catch {
      await sleep(20);
    }
  }
  return undefined;
};

/** Some editors move the old file away before they write the new one: a missing file is looked for a second time. */
const settled = async (target: string): Promise<void> => {
  if (!isThere(target)) await sleep(150);
};

const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

/** Who died with the lock may have left a half-written file. Only the holder of the lock makes such files. */
const removeLitter = (target: string): void => {
  const folder = dirname(target);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${basename(target)}.`) && /\.[0-9a-f]{12}\.tmp$/.test(name)) removeIfThere(join(folder, name));
  }
};

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

const busy = (file: string, hint: string): KeysFileError =>
  new KeysFileError('keys_file_locked', file, `${file} is being changed by another process. Try again (${hint}).`);

const missing = (file: string): KeysFileError =>
  new KeysFileError('keys_file_missing', file, `There is no keys file at ${file}. Make a key with: substrate keygen`);
