import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StoredRecord, updateKeysFile } from './keys-file.js';

let home: string;
let file: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'substrate-file-'));
  file = join(home, 'keys.json');
  writeFileSync(file, '{"keys":[{"id":"a","label":"old"},{"id":"b"}]}');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const stored = (): StoredRecord[] => JSON.parse(readFileSync(file, 'utf8')).keys;
const stamp = (records: readonly StoredRecord[]) =>
  records.every(({ used }) => used) ? undefined : records.map((record) => ({ ...record, used: true }));

/** An edit during which, the first time it runs, something else happens to the file. */
const disturbed = (disturb: () => void) => {
  let runs = 0;
  return (records: readonly StoredRecord[]) => {
    if (runs++ === 0) disturb();
    return stamp(records);
  };
};

const edited = '{"keys":[{"id":"a","label":"new"},{"id":"c"}]}';

describe('a change that meets another writer', () => {
  it('is made again on the file that an editor put in its place', async () => {
    const replaceByEditor = () => {
      writeFileSync(`${file}.editor`, edited);
      renameSync(`${file}.editor`, file);
    };
    await updateKeysFile({ file, edit: disturbed(replaceByEditor) });
    expect(stored()).toEqual([
      { id: 'a', label: 'new', used: true },
      { id: 'c', used: true },
    ]);
  });

  it('is made again on what an editor wrote in place', async () => {
    await updateKeysFile({ file, edit: disturbed(() => writeFileSync(file, edited)) });
    expect(stored().map(({ id }) => id)).toEqual(['a', 'c']);
    expect(readdirSync(home)).toEqual(['keys.json']);
  });

  it('waits for an editor that is half through', async () => {
    writeFileSync(file, edited.slice(0, 20));
    setTimeout(() => appendFileSync(file, edited.slice(20)), 100);
    await updateKeysFile({ file, edit: stamp });
    expect(stored()).toMatchObject([{ label: 'new' }, { id: 'c' }]);
  });

  it('does not bring a deleted file back', async () => {
    await expect(updateKeysFile({ file, edit: disturbed(() => unlinkSync(file)) })).rejects.toMatchObject({
      code: 'keys_file_missing',
    });
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(home)).toEqual([]);
  });

  it('joins a file that somebody else made first', async () => {
    unlinkSync(file);
    const add = (records: readonly StoredRecord[]) => {
      if (records.length === 0 && !existsSync(file)) writeFileSync(file, edited);
      return records.some(({ id }) => id === 'z') ? undefined : [...records, { id: 'z' }];
    };
    await updateKeysFile({ file, create: true, edit: add });
    expect(stored().map(({ id }) => id)).toEqual(['a', 'c', 'z']);
  });

  it('gives up on a file that never rests', async () => {
    let runs = 0;
    const restless = (records: readonly StoredRecord[]) => {
      writeFileSync(file, `{"keys":[{"id":"${runs++}"}]}`);
      return [...records, { id: 'z' }];
    };
    await expect(updateKeysFile({ file, edit: restless })).rejects.toMatchObject({ code: 'keys_file_locked' });
    expect(readdirSync(home)).toEqual(['keys.json']);
  });
});
