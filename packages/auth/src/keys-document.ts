import { isDeepStrictEqual } from 'node:util';
import { type KeyRecord, keyRecordSchema, scopes } from '@substrate/core';
import * as v from 'valibot';

/** What a keys file says, and how one change of it is carried over to another. */

export type KeysFileErrorCode =
  | 'keys_file_missing'
  | 'keys_file_invalid'
  | 'keys_file_locked'
  | 'keys_file_unwritable'
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

const limits = v.object({ scopes: keyRecordSchema.entries.scopes, apps: keyRecordSchema.entries.apps });

/** What is wrong with the limits that a record sets itself, in words; undefined when nothing is. */
export const badLimits = (stored: StoredRecord): string | undefined => {
  const result = v.safeParse(limits, stored);
  if (result.success) return undefined;
  const [issue] = result.issues;
  return issue.path?.[0]?.key === 'apps'
    ? 'its "apps" must be a list of patterns such as "acme-*", at least one'
    : `its "scopes" must be a list of ${scopes.map((scope) => `"${scope}"`).join(', ')}, at least one`;
};

/**
 * The record that a stored one stands for, or undefined when it has no id or no hash and so can match nothing. A hand-written
 * one may lack the rest: only `enabled: true` enables. One whose limits can't be understood may do nothing: it is not enabled.
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
    enabled: stored.enabled === true && badLimits(stored) === undefined,
    ...(stored.scopes !== undefined && { scopes: v.is(limits.entries.scopes, stored.scopes) ? stored.scopes : [] }),
    ...(stored.apps !== undefined && { apps: v.is(limits.entries.apps, stored.apps) ? stored.apps : [] }),
  };
};

/** What a change makes of the newest document; undefined when there is nothing to write. It may run several times. */
export type KeysEdit = (document: KeysDocument) => KeysDocument | undefined;

/** A change of the records alone. */
export const onRecords =
  (edit: (records: readonly StoredRecord[]) => readonly StoredRecord[] | undefined): KeysEdit =>
  (document) => {
    const keys = edit(document.keys);
    return keys && { ...document, keys };
  };

/** The change that somebody made who turned `base` into `theirs`, for a document that others have changed meanwhile. */
export const carryOver =
  (base: KeysDocument, theirs: KeysDocument): KeysEdit =>
  (current) => {
    const before = byId(base);
    const after = byId(theirs);
    const kept = current.keys.filter(({ id }) => !before.has(id) || after.has(id));
    const keys = kept.map((record) => mergeFields(before.get(record.id), after.get(record.id), record));
    for (const record of theirs.keys) if (!before.has(record.id) && !byId(current).has(record.id)) keys.push(record);
    const { keys: _, ...fields } = mergeFields({ ...base, keys: [] }, { ...theirs, keys: [] }, { ...current });
    const next: KeysDocument = { ...fields, keys };
    return isDeepStrictEqual(next, { ...current }) ? undefined : next;
  };

const byId = ({ keys }: KeysDocument): Map<unknown, StoredRecord> => new Map(keys.map((record) => [record.id, record]));

const mergeFields = (before: StoredRecord | undefined, after: StoredRecord | undefined, current: StoredRecord): StoredRecord => {
  if (!before || !after) return current;
  const merged = { ...current };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    if (Object.hasOwn(after, name)) merged[name] = after[name];
    else delete merged[name];
  }
  return merged;
};
