import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyRecord, keyRecordSchema } from '@substrate/core';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyRing } from './key-ring.js';
import { generateKey, listKeys, removeKey, setKeyEnabled } from './keys.js';

/** Whatever is written while the disk is full is not. */
const disk = vi.hoisted(() => ({ full: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open: typeof real.open = async (...args) => {
    const handle = await real.open(...args);
    if (disk.full)
      handle.writeFile = () =>
        Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
    return handle;
  };
  return { ...real, open };
});

let home: string;
let file: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'substrate-keys-'));
  file = join(home, 'deeper', 'keys.json');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const stored = (): { keys: KeyRecord[] } => JSON.parse(readFileSync(file, 'utf8'));

describe('generateKey', () => {
  it('makes a key of 43 letters and digits after its prefix, and a file that has only its hash', async () => {
    const made = await generateKey({ file, label: 'agent one' });
    expect(made.key).toMatch(/^sk_substrate_[A-Za-z0-9]{43}$/);
    expect(made.file).toBe(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'deeper')).mode & 0o777).toBe(0o700);
    const { keys, ...rest } = stored();
    expect(rest).toEqual({});
    expect(keys).toHaveLength(1);
    expect(v.parse(keyRecordSchema, keys[0])).toEqual(keys[0]);
    expect(keys[0]).toMatchObject({ id: made.id, label: 'agent one', last_used_at: null, enabled: true });
    expect(keys[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(keys[0]?.key_hash).toMatch(/^blake3:[0-9a-f]{64}$/);
    expect(Date.parse(keys[0]?.created_at ?? '')).not.toBeNaN();
    expect(readFileSync(file, 'utf8')).not.toContain(made.key);
  });

  it('writes the scopes and applications it is given, and makes no key with ones that nobody knows', async () => {
    await generateKey({ file, scopes: ['read', 'learn'], apps: ['acme-*', 'board'] });
    expect(stored().keys[0]).toMatchObject({ scopes: ['read', 'learn'], apps: ['acme-*', 'board'] });
    expect(await listKeys({ file })).toMatchObject([{ enabled: true, scopes: ['read', 'learn'], apps: ['acme-*', 'board'] }]);
    await expect(generateKey({ file, scopes: ['write' as 'act'] })).rejects.toThrow('"scopes"');
    await expect(generateKey({ file, apps: [] })).rejects.toThrow('"apps"');
    expect(stored().keys).toHaveLength(1);
    const { keys } = stored();
    writeFileSync(file, JSON.stringify({ keys: [{ ...keys[0], scopes: ['everything'] }] }));
    expect(await listKeys({ file })).toMatchObject([{ enabled: false, scopes: [] }]);
  });

  it('says in a sentence that the disk is full', async () => {
    await generateKey({ file });
    const before = readFileSync(file, 'utf8');
    disk.full = true;
    const made = generateKey({ file });
    await expect(made).rejects.toMatchObject({ code: 'keys_file_unwritable' });
    await expect(made).rejects.toThrow(`${file} can't be written: the disk is full (ENOSPC). Nothing was changed.`);
    const warnings: string[] = [];
    await using ring = await createKeyRing({ file, log: { info: () => {}, warn: (message) => void warnings.push(message) } });
    ring.touch(stored().keys[0]?.id ?? '');
    await ring.flush();
    await ring.flush();
    expect(warnings).toEqual([expect.stringContaining('the disk is full')]);
    disk.full = false;
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(join(home, 'deeper'))).toEqual(['keys.json']);
  });

  it('appends, and leaves what it does not know as it is', async () => {
    await generateKey({ file });
    const before = stored() as { keys: KeyRecord[]; note?: string };
    before.note = 'mine';
    Object.assign(before.keys[0] as object, { owner: 'me', label: 'renamed' });
    writeFileSync(file, JSON.stringify(before));
    chmodSync(file, 0o644);
    const second = await generateKey({ file });
    expect(stored()).toMatchObject({ note: 'mine', keys: [{ owner: 'me', label: 'renamed' }, { id: second.id }] });
    expect(stored().keys[1]).not.toHaveProperty('label');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('never makes the same key twice', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => generateKey({ file })));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(8);
    expect(
      stored()
        .keys.map(({ id }) => id)
        .sort(),
    ).toEqual(keys.map(({ id }) => id).sort());
  });

  it.each(['', '{"keys": [', '[]', '{"keys": {}}', '{"keys": [1]}', 'null'])(
    'refuses the broken file %j and leaves it as it is',
    async (text) => {
      file = join(home, 'keys.json');
      writeFileSync(file, text);
      await expect(generateKey({ file })).rejects.toMatchObject({
        code: 'keys_file_invalid',
        message: expect.stringContaining(file),
      });
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('replaces the target of a symbolic link, not the link', async () => {
    const real = join(home, 'real.json');
    writeFileSync(real, '{"keys": []}');
    file = join(home, 'keys.json');
    symlinkSync(real, file);
    const { id } = await generateKey({ file });
    expect(JSON.parse(readFileSync(real, 'utf8')).keys[0].id).toBe(id);
  });

  it('takes over the lock of a process that died', async () => {
    await generateKey({ file });
    for (const text of ['{"pid":999999999,"startTime":"1","namespace":null,"token":"dead"}', 'half', '']) {
      writeFileSync(`${file}.lock`, text);
      const { id } = await generateKey({ file });
      expect((await listKeys({ file })).map((key) => key.id)).toContain(id);
    }
  });
});

describe('listKeys, setKeyEnabled, removeKey', () => {
  it('lists nothing when there is no file, and makes none', async () => {
    expect(await listKeys({ file })).toEqual([]);
    await expect(setKeyEnabled({ file, id: 'x', enabled: true })).rejects.toMatchObject({ code: 'keys_file_missing' });
    expect(() => statSync(file)).toThrow();
  });

  it('disables, enables and removes by id or by label', async () => {
    const one = await generateKey({ file, label: 'one' });
    const two = await generateKey({ file, label: 'two' });
    expect(await setKeyEnabled({ file, id: one.id, enabled: false })).toMatchObject({ id: one.id, enabled: false });
    expect(stored().keys.map(({ enabled }) => enabled)).toEqual([false, true]);
    await setKeyEnabled({ file, id: 'one', enabled: true });
    expect(stored().keys.map(({ enabled }) => enabled)).toEqual([true, true]);
    expect(await removeKey({ file, id: 'two' })).toMatchObject({ id: two.id });
    expect((await listKeys({ file })).map(({ id }) => id)).toEqual([one.id]);
  });

  it('says when an id is unknown or a label names two', async () => {
    await generateKey({ file, label: 'same' });
    await generateKey({ file, label: 'same' });
    await expect(removeKey({ file, id: 'same' })).rejects.toMatchObject({ code: 'ambiguous_key_id' });
    await expect(removeKey({ file, id: 'none' })).rejects.toMatchObject({ code: 'unknown_key_id' });
    expect(stored().keys).toHaveLength(2);
  });
});
