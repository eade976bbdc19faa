import { timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import type { KeyRecord, Scope } from '@substrate/core';
import { readIfThereSync } from '@substrate/core/files';
import { hashKey, parseHash } from './key-hash.js';
import { badLimits, KeysFileError, onRecords, parseKeysFile, readRecord, type StoredRecord } from './keys-document.js';
import { updateKeysFile } from './keys-file.js';

/**
 * The keys in force. A look at the file is a stat; the file is read again when it changed, or when it is so young that a second
 * change could hide behind the same time stamp. `verify` looks when the last look is older than a quarter of a second, and a timer
 * looks in between, so that a file that is gone was seen to be gone before the first request a second later. A file that does not parse leaves the last good set in force.
 */

/** What the record of a key allows. */
export interface Grant {
  readonly id: string;
  readonly label?: string;
  /** What it may do; absent: everything. */
  readonly scopes?: readonly Scope[];
  /** Patterns of the applications it reaches, as in `scan.include`; absent: all. */
  readonly apps?: readonly string[];
}

export type Verdict = ({ readonly ok: true } & Grant) | { readonly ok: false; readonly code: 'invalid_key' | 'disabled_key' };

export interface KeyRing extends AsyncDisposable {
  /** Whether the key is one of the enabled records. */
  verify(key: string): Verdict;
  /** What the record of this id allows at present; undefined when it is gone or disabled. */
  find(id: string): Grant | undefined;
  /** Tells when the set in force has changed. Returns what ends that. */
  onChange(listener: () => void): () => void;
  /** Notes that the key of this id was used; the file has it within a second. */
  touch(id: string): void;
  /** Writes what `touch` noted. Never throws: what cannot be written is reported and tried again. */
  flush(): Promise<void>;
  /** How many records the set in force has. */
  readonly size: number;
  /** How many of them are enabled. */
  readonly usable: number;
  /** What is wrong with the file at present, in a sentence. */
  readonly problem: string | undefined;
}

export interface KeyRingLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface KeyRingOptions {
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly log?: KeyRingLog;
}

interface Entry {
  readonly grant: Grant & { readonly ok: true };
  readonly hash: Buffer;
  readonly enabled: boolean;
}

const toEntry = ({ id, label, key_hash, enabled, scopes, apps }: KeyRecord): Entry => ({
  grant: {
    ok: true,
    id,
    ...(label !== undefined && { label }),
    ...(scopes !== undefined && { scopes }),
    ...(apps !== undefined && { apps }),
  },
  hash: parseHash(key_hash),
  enabled,
});

const lookEveryMs = 250;
const timerMs = 400;
const flushAfterMs = 500;
const flushAgainMs = 5000;
/** Coarser than the time stamps of any file system in use. */
const youngMs = 2500;
/** A file that is gone for this long was deleted; for less, an editor may be replacing it. */
const goneMs = 300;
const memoMax = 1000;

export const createKeyRing = async ({ file, now = Date.now, log }: KeyRingOptions): Promise<KeyRing> => {
  let entries: readonly Entry[] = [];
  /** What was read last, good or bad. */
  let text: string | undefined;
  let seen = '';
  let young = false;
  let goneSince: number | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let problem: string | undefined;
  const memo = new Map<string, Verdict>();
  const used = new Map<string, number>();
  let flushTimer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let unwritable: string | undefined;
  let closed = false;
  const listeners = new Set<() => void>();

  const report = (message: string | undefined): void => {
    if (message === problem) return;
    if (message !== undefined) log?.warn(message);
    else log?.info(`${file} is in order again.`);
    problem = message;
  };

  const adopt = (records: readonly StoredRecord[]): void => {
    const found = records.map(readRecord);
    entries = found.flatMap((record) => (record ? [toEntry(record)] : []));
    memo.clear();
    const nameless = found.indexOf(undefined);
    const limitless = records.findIndex((record) => badLimits(record) !== undefined);
    if (nameless >= 0)
      report(`${file}: record ${nameless + 1} has no id or no key_hash of the form blake3:<64 hex>, so it is ignored.`);
    else if (limitless >= 0)
      report(`${file}: record ${limitless + 1} can't be used: ${badLimits(records[limitless] as StoredRecord)}.`);
    else report(undefined);
    for (const listener of listeners) listener();
  };

  const look = (): void => {
    lookedAt = now();
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (!stat) {
      goneSince ??= performance.now();
      if (text === undefined || performance.now() - goneSince < goneMs) return;
      text = undefined;
      seen = '';
      adopt([]);
      report(`${file} is gone: no key is valid. Make one with: substrate keygen`);
      return;
    }
    goneSince = undefined;
    const stamp = `${stat.dev} ${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`;
    if (stamp === seen && !young) return;
    seen = stamp;
    young = Date.now() - Number(stat.ctimeMs) < youngMs;
    const read = readIfThereSync(file);
    if (read === undefined || read === text) return;
    text = read;
    try {
      adopt(parseKeysFile(read, file).keys);
    } catch (error) {
      if (!(error instanceof KeysFileError)) throw error;
      report(`${error.message} The keys read before stay in force.`);
    }
  };

  /** A file that cannot be read (permissions, a directory) is trouble with the file, never with the request. */
  const lookSafely = (): void => {
    try {
      look();
    } catch (error) {
      text = '';
      report(`${file} cannot be read: ${(error as Error).message}. The keys read before stay in force.`);
    }
  };

  /** Every record is compared, whole, whatever the ones before gave: the time says nothing about the key. */
  const match = (key: string): Verdict => {
    const hash = hashKey(key);
    let enabled: Entry | undefined;
    let disabled: Entry | undefined;
    for (const entry of entries) {
      const same = timingSafeEqual(entry.hash, hash);
      if (same && entry.enabled) enabled ??= entry;
      else if (same) disabled ??= entry;
    }
    if (enabled) return enabled.grant;
    return { ok: false, code: disabled ? 'disabled_key' : 'invalid_key' };
  };

  const stampUse = (records: readonly StoredRecord[]): readonly StoredRecord[] | undefined => {
    let changed = false;
    const next = records.map((record) => {
      const at = typeof record.id === 'string' ? used.get(record.id) : undefined;
      if (at === undefined || (typeof record.last_used_at === 'string' && Date.parse(record.last_used_at) >= at)) return record;
      changed = true;
      return { ...record, last_used_at: new Date(at).toISOString() };
    });
    return changed ? next : undefined;
  };

  const write = async (): Promise<void> => {
    const written = new Map(used);
    try {
      await updateKeysFile({ file, edit: onRecords(stampUse), patienceMs: 0 });
      for (const [id, at] of written) if (used.get(id) === at) used.delete(id);
      unwritable = undefined;
      return;
    } catch (error) {
      const message = (error as Error).message;
      // What is wrong with the file itself is told by who reads it.
      const known = error instanceof KeysFileError && error.code !== 'keys_file_unwritable';
      if (!known && message !== unwritable) log?.warn(`last_used_at cannot be written to ${file}: ${message}`);
      unwritable = message;
    }
    if (!closed) flushTimer ??= setTimeout(() => void flush(), flushAgainMs).unref();
  };

  const flush = async (): Promise<void> => {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    while (flushing) await flushing;
    if (used.size === 0) return;
    flushing = write();
    await flushing;
    flushing = undefined;
  };

  lookSafely();
  const timer = setInterval(lookSafely, timerMs).unref();

  return {
    verify(key) {
      const age = now() - lookedAt;
      if (age >= lookEveryMs || age < 0) lookSafely();
      let verdict = memo.get(key);
      if (!verdict) {
        verdict = match(key);
        if (verdict.ok && memo.size < memoMax) memo.set(key, verdict);
      }
      return verdict;
    },
    find: (id) => entries.find((entry) => entry.enabled && entry.grant.id === id)?.grant,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch(id) {
      used.set(id, now());
      flushTimer ??= setTimeout(() => void flush(), flushAfterMs).unref();
    },
    flush,
    get size() {
      return entries.length;
    },
    get usable() {
      return entries.filter((entry) => entry.enabled).length;
    },
    get problem() {
      return problem;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      clearInterval(timer);
      await flush();
    },
  };
};
