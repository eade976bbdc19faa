import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileError } from '../probing/foreign-file.js';
import { type LockOptions, livingHolder, lockFile, withLock } from './file-lock.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'substrate-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const take = (options: Partial<LockOptions> = {}) => lockFile({ file, waitMs: 0, ...options });
const holder = (more: object): string => {
  const own = livingHolder(readFileSync(file, 'utf8'));
  return JSON.stringify({ ...own, token: 'other', ...more });
};
/** A pid that was somebody's. */
const ended = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('close', resolve));
  return child.pid as number;
};

test('one holder at a time; its word is read by those who find it', async () => {
  const lock = await take();
  expect(await take()).toBeUndefined();
  expect(livingHolder(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  await lock?.tell('here');
  expect(livingHolder(readFileSync(file, 'utf8'))?.note).toBe('here');
  expect([await lock?.held(), lock?.broken]).toEqual([true, false]);
  await lock?.[Symbol.asyncDispose]();
  expect(readdirSync(folder)).toEqual([]);
});

test('what a dead process, an earlier one of the same pid, or nobody left is broken at once', async () => {
  await take();
  for (const text of [holder({ pid: await ended() }), holder({ startTime: '1' }), 'half', '', '{"pid":1}']) {
    writeFileSync(file, text);
    const lock = await take({ staleMs: 60_000 });
    expect(lock?.broken, text).toBe(true);
    await lock?.[Symbol.asyncDispose]();
  }
  mkdirSync(file);
  expect(await take()).toBeUndefined();
});

test('what lives elsewhere, or may not be read, is only broken by its age', async () => {
  await take();
  const elsewhere = holder({ pid: await ended(), namespace: 'pid:[7]' });
  const hidden = (): Promise<string> => Promise.reject(new FileError('unreadable', 'hidden'));
  for (const options of [{}, { read: hidden }]) {
    writeFileSync(file, elsewhere);
    expect(await take({ staleMs: 60_000, ...options })).toBeUndefined();
    utimesSync(file, new Date(0), new Date(0));
    expect((await take({ staleMs: 60_000, ...options }))?.broken).toBe(true);
  }
});

test('who was stopped for too long finds that it does not hold the lock, and leaves the next one’s alone', async () => {
  const slow = await take({ staleMs: 60_000 });
  utimesSync(file, new Date(0), new Date(0));
  const next = await take({ staleMs: 60_000 });
  expect([await slow?.held(), await next?.held()]).toEqual([false, true]);
  await slow?.[Symbol.asyncDispose]();
  expect(await next?.held()).toBe(true);
});

test('of many who find a lock that was left behind each works alone', async () => {
  const text = JSON.stringify({ pid: await ended(), startTime: null, namespace: null, token: 'left' });
  for (let round = 0; round < 10; round++) {
    writeFileSync(`${file}.lock`, text);
    let inside = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(file, async () => {
          expect(++inside).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
          done++;
        }),
      ),
    );
    expect(done).toBe(8);
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('a signal ends the waiting', async () => {
  await take();
  await expect(take({ waitMs: 60_000, signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout');
});
