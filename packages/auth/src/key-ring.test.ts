import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRecord } from '@substrate/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyRing, type KeyRing } from './key-ring.js';
import { generateKey, removeKey, setKeyEnabled } from './keys.js';

let home: string;
let file: string;
let ring: KeyRing;
let skew = 0;
const logged: string[] = [];
const log = {
  info: (message: string) => void logged.push(`info ${message}`),
  warn: (message: string) => void logged.push(`warn ${message}`),
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'substrate-ring-'));
  file = join(home, 'keys.json');
  logged.length = 0;
  skew = 0;
});
afterEach(async () => {
  await ring?.[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

const now = () => Date.now() + skew;
const open = async () => {
  ring = await createKeyRing({ file, now, log });
  return ring;
};
/** The next request is made one second later. */
const later = () => {
  skew += 1000;
};
const stored = (): { keys: KeyRecord[] } => JSON.parse(readFileSync(file, 'utf8'));
const edit = (change: (document: { keys: KeyRecord[] }) => void): void => {
  const document = stored();
  change(document);
  writeFileSync(file, JSON.stringify(document));
};

describe('verify', () => {
  it('tells an enabled key from a disabled and an unknown one', async () => {
    const one = await generateKey({ file, label: 'one' });
    const two = await generateKey({ file });
    await setKeyEnabled({ file, id: two.id, enabled: false });
    await open();
    expect(ring.verify(one.key)).toEqual({ ok: true, id: one.id, label: 'one' });
    expect(ring.verify(two.key)).toEqual({ ok: false, code: 'disabled_key' });
    for (const key of [
      '',
      'sk_substrate_',
      one.key.toLowerCase(),
      `${one.key} `,
      one.key.slice(0, -1),
      '__proto__',
      'é'.repeat(5000),
    ]) {
      expect(ring.verify(key)).toEqual({ ok: false, code: 'invalid_key' });
    }
    expect([ring.size, ring.usable]).toEqual([2, 1]);
  });

  it('reads hash: as blake3:, and upper-case hex', async () => {
    const { key, id } = await generateKey({ file });
    edit(({ keys }) => {
      (keys[0] as KeyRecord).key_hash = (keys[0] as KeyRecord).key_hash
        .replace('blake3:', 'hash:')
        .toUpperCase()
        .replace('HASH', 'hash');
    });
    await open();
    expect(ring.verify(key)).toMatchObject({ ok: true, id });
  });

  it('lets an enabled record win over a disabled one of the same key', async () => {
    const { key } = await generateKey({ file });
    edit(({ keys }) => void keys.unshift({ ...(keys[0] as KeyRecord), id: 'old', enabled: false }));
    await open();
    expect(ring.verify(key).ok).toBe(true);
  });

  it.each([undefined, 'true', 1])('does not enable a record with enabled %j', async (enabled) => {
    const { key } = await generateKey({ file });
    edit(({ keys }) => void Object.assign(keys[0] as object, { enabled }));
    await open();
    expect(ring.verify(key)).toEqual({ ok: false, code: 'disabled_key' });
  });

  it('ignores a record without a hash, reports it, and keeps the others', async () => {
    const { key } = await generateKey({ file });
    edit(({ keys }) => void keys.unshift({ id: 'x', key_hash: 'md5:1' } as KeyRecord));
    await open();
    expect(ring.verify(key).ok).toBe(true);
    expect(ring.problem).toContain('record 1');
  });

  it('starts with no file', async () => {
    await open();
    expect(ring.verify('x')).toEqual({ ok: false, code: 'invalid_key' });
    const { key } = await generateKey({ file });
    later();
    expect(ring.verify(key).ok).toBe(true);
  });
});

describe('reload', () => {
  it('has a new, a disabled, an enabled and a removed key in force one second after', async () => {
    const one = await generateKey({ file });
    await open();
    const two = await generateKey({ file });
    later();
    expect(ring.verify(two.key).ok).toBe(true);
    await setKeyEnabled({ file, id: one.id, enabled: false });
    later();
    expect(ring.verify(one.key)).toEqual({ ok: false, code: 'disabled_key' });
    await setKeyEnabled({ file, id: one.id, enabled: true });
    later();
    expect(ring.verify(one.key).ok).toBe(true);
    await removeKey({ file, id: one.id });
    later();
    expect(ring.verify(one.key)).toEqual({ ok: false, code: 'invalid_key' });
  });

  it('picks a change up without a request, within five seconds', async () => {
    const one = await generateKey({ file });
    await open();
    await removeKey({ file, id: one.id });
    await expect.poll(() => ring.size, { timeout: 20_000, interval: 50 }).toBe(0);
  });

  it('sees a second change of the same size behind the same time stamp', async () => {
    const { key } = await generateKey({ file });
    edit(() => {});
    await open();
    const at = new Date();
    utimesSync(file, at, at);
    later();
    expect(ring.verify(key).ok).toBe(true);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"enabled":true', '"enabled":null'));
    utimesSync(file, at, at);
    later();
    expect(ring.verify(key)).toEqual({ ok: false, code: 'disabled_key' });
  });

  it.each(['', '{"keys": [', '{"keys": 1}'])(
    'keeps the last good set while the file is %j, reports it, and never overwrites it',
    async (broken) => {
      const one = await generateKey({ file });
      const good = readFileSync(file, 'utf8');
      await open();
      writeFileSync(file, broken);
      later();
      expect(ring.verify(one.key).ok).toBe(true);
      expect(logged).toEqual([expect.stringContaining('stay in force')]);
      ring.touch(one.id);
      await ring.flush();
      expect(readFileSync(file, 'utf8')).toBe(broken);
      writeFileSync(file, good);
      later();
      expect(ring.verify(one.key).ok).toBe(true);
      expect(ring.problem).toBeUndefined();
      expect(logged).toHaveLength(2);
      await ring.flush();
      expect(stored().keys[0]?.last_used_at).not.toBeNull();
    },
  );

  it('refuses every key once the file is deleted, does not bring it back, and takes a new one', async () => {
    const one = await generateKey({ file });
    await open();
    unlinkSync(file);
    await expect
      .poll(
        () => {
          later();
          return ring.verify(one.key);
        },
        { timeout: 20_000 },
      )
      .toEqual({ ok: false, code: 'invalid_key' });
    ring.touch(one.id);
    await ring.flush();
    expect(readdirSync(home)).toEqual([]);
    expect(ring.problem).toContain('substrate keygen');
    const two = await generateKey({ file });
    later();
    expect(ring.verify(two.key).ok).toBe(true);
    expect(ring.verify(one.key).ok).toBe(false);
  });

  it.each(['deleted', 'emptied of its record', 'disabled'])(
    'has it in force on the first request a second later when the key is %s',
    async (how) => {
      const one = await generateKey({ file });
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
      try {
        await using idle = await createKeyRing({ file });
        if (how === 'deleted') unlinkSync(file);
        else
          edit(
            (document) =>
              void Object.assign(
                how === 'disabled' ? (document.keys[0] as object) : document,
                how === 'disabled' ? { enabled: false } : { keys: [] },
              ),
          );
        vi.advanceTimersByTime(1000);
        expect(idle.verify(one.key)).toEqual({ ok: false, code: how === 'disabled' ? 'disabled_key' : 'invalid_key' });
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('does not take an editor that moves the file away for a moment as a deletion', async () => {
    const one = await generateKey({ file });
    await open();
    renameSync(file, `${file}~`);
    later();
    expect(ring.verify(one.key).ok).toBe(true);
    renameSync(`${file}~`, file);
    later();
    expect(ring.verify(one.key).ok).toBe(true);
  });
});

describe('last_used_at', () => {
  it('is written by itself, after a touch', async () => {
    const one = await generateKey({ file });
    await open();
    ring.touch(one.id);
    await expect.poll(() => stored().keys[0]?.last_used_at, { timeout: 20_000, interval: 20 }).toMatch(/^\d{4}-.*Z$/);
  });

  it('never goes back, and is written when the ring closes', async () => {
    const one = await generateKey({ file });
    await open();
    edit(({ keys }) => void Object.assign(keys[0] as object, { last_used_at: '2999-01-01T00:00:00.000Z' }));
    ring.touch(one.id);
    await ring.flush();
    expect(stored().keys[0]?.last_used_at).toBe('2999-01-01T00:00:00.000Z');
    edit(({ keys }) => void Object.assign(keys[0] as object, { last_used_at: null }));
    ring.touch(one.id);
    await ring[Symbol.asyncDispose]();
    expect(stored().keys[0]?.last_used_at).not.toBeNull();
    expect(readdirSync(home)).toEqual(['keys.json']);
  });

  it('neither undoes an edit nor brings a deleted record back nor drops an added one', async () => {
    const one = await generateKey({ file });
    const two = await generateKey({ file });
    await open();
    ring.touch(one.id);
    ring.touch(two.id);
    edit((document) => {
      document.keys = [{ ...(document.keys[0] as KeyRecord), label: 'edited', enabled: false }, { id: 'added' } as KeyRecord];
    });
    await ring.flush();
    expect(stored().keys).toMatchObject([
      { id: one.id, label: 'edited', enabled: false, last_used_at: expect.any(String) },
      { id: 'added' },
    ]);
    expect(stored().keys).toHaveLength(2);
  });

  it('does nothing when nothing was used', async () => {
    await generateKey({ file });
    const before = readFileSync(file, 'utf8');
    await open();
    await ring.flush();
    await sleep(10);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('scopes and applications', () => {
  it('are told with the verdict, and by id; a record without them has none to tell', async () => {
    const reader = await generateKey({ file, scopes: ['read'], apps: ['acme-*'] });
    const all = await generateKey({ file });
    await open();
    expect(ring.verify(reader.key)).toEqual({ ok: true, id: reader.id, scopes: ['read'], apps: ['acme-*'] });
    expect(ring.find(reader.id)).toMatchObject({ id: reader.id, scopes: ['read'], apps: ['acme-*'] });
    expect(ring.verify(all.key)).toEqual({ ok: true, id: all.id });
    expect(ring.find('somebody')).toBeUndefined();
  });

  it.each([
    ['scopes', ['read', 'write']],
    ['scopes', []],
    ['scopes', 'read'],
    ['scopes', null],
    ['apps', []],
    ['apps', ['']],
    ['apps', 'acme-*'],
    ['apps', null],
    ['apps', [1]],
  ])('a record whose %s are %j can not be used, and the log says so', async (field, value) => {
    const { key, id } = await generateKey({ file });
    const other = await generateKey({ file });
    edit(({ keys }) => Object.assign(keys[0] as object, { [field]: value }));
    await open();
    expect(ring.verify(key)).toEqual({ ok: false, code: 'disabled_key' });
    expect(ring.find(id)).toBeUndefined();
    expect(ring.verify(other.key).ok).toBe(true);
    expect(logged.join('\n')).toMatch(new RegExp(`record 1 can't be used: its "${field}" must be a list`));
  });

  it('a change of the set in force is told', async () => {
    const { id } = await generateKey({ file });
    await open();
    const seen: boolean[] = [];
    const end = ring.onChange(() => seen.push(ring.find(id) !== undefined));
    await setKeyEnabled({ file, id, enabled: false });
    while (seen.at(-1) !== false) await sleep(20);
    end();
    await removeKey({ file, id });
    later();
    ring.verify('');
    expect(seen.at(-1)).toBe(false);
    const told = seen.length;
    await generateKey({ file });
    later();
    ring.verify('');
    expect(seen).toHaveLength(told);
  });
});
