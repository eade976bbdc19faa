import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryOver, onRecords, type StoredRecord } from './keys-document.js';
import { updateKeysFile } from './keys-file.js';

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
  return onRecords((records) => {
    if (runs++ === 0) disturb();
    return stamp(records);
  });
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
    await updateKeysFile({ file, edit: onRecords(stamp) });
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
    await updateKeysFile({ file, create: true, edit: onRecords(add) });
    expect(stored().map(({ id }) => id)).toEqual(['a', 'c', 'z']);
  });

  it('keeps what an editor writes into the old file after it was replaced', async () => {
    const handle = openSync(file, 'r+');
    const updating = updateKeysFile({ file, edit: onRecords(stamp), lingerMs: 1000 });
    await expect.poll(() => stored().every(({ used }) => used), { interval: 2 }).toBe(true);
    ftruncateSync(handle);
    writeSync(handle, '{"note":"mine","keys":[{"id":"a","label":"new"},{"id":"c"}]}', 0);
    closeSync(handle);
    await updating;
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      note: 'mine',
      keys: [{ id: 'a', label: 'new', used: true }, { id: 'c' }],
    });
  });

  it('gives up on a file that never rests', async () => {
    let runs = 0;
    const restless = (records: readonly StoredRecord[]) => {
      writeFileSync(file, `{"keys":[{"id":"${runs++}"}]}`);
      return [...records, { id: 'z' }];
    };
    await expect(updateKeysFile({ file, edit: onRecords(restless) })).rejects.toMatchObject({ code: 'keys_file_locked' });
    expect(readdirSync(home)).toEqual(['keys.json']);
  });
});

describe('carryOver', () => {
  const base = { keys: [{ id: 'a', label: 'x' }, { id: 'b' }] };

  it.each<[string, object, object, object]>([
    [
      'an edit',
      { keys: [{ id: 'a', label: 'y' }, { id: 'b' }] },
      { keys: [{ id: 'a', label: 'x', used: 1 }, { id: 'b' }, { id: 'c' }] },
      { keys: [{ id: 'a', label: 'y', used: 1 }, { id: 'b' }, { id: 'c' }] },
    ],
    [
      'a deletion',
      { keys: [{ id: 'b' }] },
      { keys: [{ id: 'a', used: 1 }, { id: 'b' }, { id: 'c' }] },
      { keys: [{ id: 'b' }, { id: 'c' }] },
    ],
    ['an addition', { keys: [...base.keys, { id: 'd' }] }, { keys: [{ id: 'b' }] }, { keys: [{ id: 'b' }, { id: 'd' }] }],
    ['a field taken away', { keys: [{ id: 'a' }, { id: 'b' }] }, base, { keys: [{ id: 'a' }, { id: 'b' }] }],
    ['a field of the file', { note: 1, keys: base.keys }, { keys: [] }, { note: 1, keys: [] }],
  ])('carries %s over to what others made meanwhile', (_, theirs, current, expected) => {
    expect(carryOver(base, theirs as typeof base)(current as typeof base)).toEqual(expected);
  });

  it('has nothing to do when it is there already', () => {
    const theirs = { keys: [{ id: 'a', label: 'y' }] };
    expect(carryOver(base, theirs)(theirs)).toBeUndefined();
  });
});
