import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AttemptRecord } from '@substrate/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAudit } from './audit.js';

/** Of each append a full disk takes the first few bytes, and no new files. */
const disk = vi.hoisted(() => ({ full: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const full = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const open: typeof real.open = async (...args) => {
    if (disk.full) full();
    const handle = await real.open(...args);
    const append = handle.appendFile.bind(handle);
    handle.appendFile = async (data, options) => {
      if (!disk.full) return append(data, options);
      await append(String(data).slice(0, 10), options);
      full();
    };
    return handle;
  };
  return { ...real, open };
});

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'substrate-audit-'));
  file = path.join(folder, 'audit.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const record = (change: Partial<AttemptRecord> = {}): AttemptRecord => ({
  at: new Date().toISOString(),
  event: 'dispatched',
  request_id: 'r',
  action_id: 'a',
  key_id: 'k',
  pid: 1,
  app_id: 'shop',
  action: 'add',
  parameter_names: [],
  reversibility: 'reversible_write',
  executed: true,
  status: null,
  code: null,
  idempotency_key: null,
  latency_ms: 1,
  ...change,
});
const lines = (): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

test('one line a record, in order, readable by nobody else', async () => {
  const audit = await createAudit({ file, maxBytes: 1e6 });
  await Promise.all(Array.from({ length: 50 }, (_, at) => audit.write(record({ latency_ms: at }))));
  await audit[Symbol.asyncDispose]();
  expect(lines().map((line) => JSON.parse(line).latency_ms)).toEqual(Array.from({ length: 50 }, (_, at) => at));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a dispatch is known after a restart; only with its key, only for so long', async () => {
  const first = await createAudit({ file, maxBytes: 1e6 });
  await first.write(record({ idempotency_key: 'once' }));
  await first.write(record({ idempotency_key: 'refused', event: 'refused' }));
  await first.write(record({ idempotency_key: 'old', at: new Date(Date.now() - 20 * 60_000).toISOString() }));
  await first[Symbol.asyncDispose]();
  const audit = await createAudit({ file, maxBytes: 1e6 });
  const within = (key: string | null, id: string) => audit.dispatchedWithin(key, id, 600_000);
  expect([
    within('k', 'once'),
    within('other', 'once'),
    within(null, 'once'),
    within('k', 'refused'),
    within('k', 'old'),
  ]).toEqual([true, false, false, false, false]);
  await audit[Symbol.asyncDispose]();
});

test('a torn last line costs that line and no other', async () => {
  const first = await createAudit({ file, maxBytes: 1e6 });
  await first.write(record({ idempotency_key: 'whole' }));
  await first[Symbol.asyncDispose]();
  appendFileSync(file, '{"at":"2026-01-01","event":"dispatched","idem');
  const audit = await createAudit({ file, maxBytes: 1e6 });
  await audit.write(record({ idempotency_key: 'after' }));
  await audit[Symbol.asyncDispose]();
  expect(lines()).toHaveLength(3);
  expect(JSON.parse(lines()[2]!).idempotency_key).toBe('after');
  const again = await createAudit({ file, maxBytes: 1e6 });
  expect(again.dispatchedWithin('k', 'whole', 600_000)).toBe(true);
  expect(again.dispatchedWithin('k', 'after', 600_000)).toBe(true);
  await again[Symbol.asyncDispose]();
});

test('rotated by size, four old files kept, dispatches still known', async () => {
  const one = `${JSON.stringify(record())}\n`.length;
  const audit = await createAudit({ file, maxBytes: one * 2 + 10 });
  for (let at = 0; at < 20; at++) await audit.write(record({ latency_ms: 1 }));
  await audit.write(record({ idempotency_key: 'x' }));
  for (let at = 0; at < 4; at++) await audit.write(record());
  await audit[Symbol.asyncDispose]();
  expect(readdirSync(folder).sort()).toEqual(['audit.jsonl', 'audit.jsonl.1', 'audit.jsonl.2', 'audit.jsonl.3', 'audit.jsonl.4']);
  const again = await createAudit({ file, maxBytes: 1e6 });
  expect(again.dispatchedWithin('k', 'x', 600_000)).toBe(true);
  await again[Symbol.asyncDispose]();
});

test('a full disk tears no line and loses none that was taken; with space again the log goes on', async () => {
  const audit = await createAudit({ file, maxBytes: 1e6 });
  await audit.write(record({ latency_ms: 1 }));
  disk.full = true;
  await expect(audit.write(record({ latency_ms: 2, idempotency_key: 'refused' }))).rejects.toMatchObject({ code: 'ENOSPC' });
  disk.full = false;
  expect(audit.dispatchedWithin('k', 'refused', 60_000)).toBe(false);
  await audit.write(record({ latency_ms: 3 }));
  await audit[Symbol.asyncDispose]();
  expect(lines().map((line) => JSON.parse(line).latency_ms)).toEqual([1, 3]);
});

test('a disk that is full when the log is rotated: the next record opens the new file', async () => {
  const audit = await createAudit({ file, maxBytes: 1024 });
  for (let at = 0; at < 3; at++) await audit.write(record({ latency_ms: at }));
  disk.full = true;
  await expect(audit.write(record({ latency_ms: 3 }))).rejects.toMatchObject({ code: 'ENOSPC' });
  disk.full = false;
  await audit.write(record({ latency_ms: 4 }));
  await audit[Symbol.asyncDispose]();
  const kept = ['audit.jsonl.1', 'audit.jsonl'].flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean),
  );
  expect(kept.map((line) => JSON.parse(line).latency_ms)).toEqual([0, 1, 2, 4]);
});
