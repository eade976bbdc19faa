import type { KeyRecord, Scope } from '@substrate/core';
import { readIfThereSync } from '@substrate/core/files';
import { v7 as uuidv7 } from 'uuid';
import { formatHash, hashKey, newKey } from './key-hash.js';
import { badLimits, KeysFileError, onRecords, parseKeysFile, readRecord, type StoredRecord } from './keys-document.js';
import { updateKeysFile } from './keys-file.js';

export interface NewKey {
  /** The plaintext. It is nowhere else: the file has its hash. */
  readonly key: string;
  readonly id: string;
  readonly file: string;
}

export interface NewKeyOptions {
  readonly file: string;
  readonly label?: string;
  /** What it may do; all when left out. */
  readonly scopes?: readonly Scope[];
  /** Patterns of the applications it may reach, as in `scan.include`; all when left out. */
  readonly apps?: readonly string[];
}

/** Makes a key and appends its record to the keys file, which is made when it is not there. */
export const generateKey = async ({ file, label, scopes, apps }: NewKeyOptions): Promise<NewKey> => {
  const key = newKey();
  const record: KeyRecord = {
    id: uuidv7(),
    key_hash: formatHash(hashKey(key)),
    ...(label !== undefined && { label }),
    created_at: new Date().toISOString(),
    last_used_at: null,
    enabled: true,
    ...(scopes !== undefined && { scopes: [...scopes] }),
    ...(apps !== undefined && { apps: [...apps] }),
  };
  const problem = badLimits(record);
  if (problem !== undefined) throw new TypeError(`The key can't be made: ${problem}.`);
  const append = (records: readonly StoredRecord[]) =>
    records.some(({ id }) => id === record.id) ? undefined : [...records, record];
  await updateKeysFile({ file, create: true, edit: onRecords(append) });
  return { key, id: record.id, file };
};

/** The records of the keys file in its order; none when there is no file. */
export const listKeys = async ({ file }: { file: string }): Promise<KeyRecord[]> => {
  const text = readIfThereSync(file);
  if (text === undefined) return [];
  return parseKeysFile(text, file)
    .keys.map(readRecord)
    .filter((record) => record !== undefined);
};

/** Enables or disables the key of that id (or of that label, when it is the only one) and returns its record. */
export const setKeyEnabled = async (options: { file: string; id: string; enabled: boolean }): Promise<KeyRecord> => {
  const { enabled } = options;
  const found = await changeKey(options, (record) => (record.enabled === enabled ? record : { ...record, enabled }));
  return { ...found, enabled };
};

/** Removes the key of that id (or of that label, when it is the only one) and returns what its record was. */
export const removeKey = (options: { file: string; id: string }): Promise<KeyRecord> => changeKey(options, () => undefined);

const changeKey = async (
  { file, id }: { file: string; id: string },
  change: (record: StoredRecord) => StoredRecord | undefined,
): Promise<KeyRecord> => {
  let found: StoredRecord | undefined;
  await updateKeysFile({
    file,
    edit: onRecords((records) => {
      // Once a record was chosen, a second run of the edit looks for that one only: a label may have moved meanwhile.
      const chosen = found ? records.find((record) => record.id === found?.id) : choose(records, id, file);
      if (!chosen) return undefined;
      found ??= chosen;
      const next = change(chosen);
      if (next === chosen) return undefined;
      return records.flatMap((record) => (record !== chosen ? [record] : next ? [next] : []));
    }),
  });
  return readRecord(found as unknown as StoredRecord) as KeyRecord;
};

const choose = (records: readonly StoredRecord[], name: string, file: string): StoredRecord => {
  const usable = records.filter(readRecord);
  const byId = usable.find((record) => record.id === name);
  if (byId) return byId;
  const [byLabel, another] = usable.filter((record) => record.label === name);
  if (another) throw new KeysFileError('ambiguous_key_id', file, `More than one key is labelled "${name}": give the id.`);
  if (!byLabel) throw new KeysFileError('unknown_key_id', file, `No key has the id or label "${name}". See: substrate keys`);
  return byLabel;
};
