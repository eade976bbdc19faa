import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HomeInUseError, openHome, runningDaemon } from './home.js';

let home: string;
beforeEach(() => {
  home = path.join(mkdtempSync(path.join(tmpdir(), 'substrate-home-')), 'deep', 'home');
});
afterEach(() => rmSync(path.dirname(path.dirname(home)), { recursive: true }));

test('the home is made for its owner alone; the lock goes with its holder', async () => {
  const lock = await openHome(home);
  expect(statSync(home).mode & 0o777).toBe(0o700);
  await lock[Symbol.asyncDispose]();
  expect(existsSync(path.join(home, 'daemon.lock'))).toBe(false);
  chmodSync(home, 0o755);
  await (await openHome(home))[Symbol.asyncDispose]();
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

test('a second daemon is refused and told where the first is, a command finds it', async () => {
  expect(runningDaemon(home)).toBeUndefined();
  const lock = await openHome(home);
  expect(runningDaemon(home)).toEqual({ pid: process.pid, url: null });
  await lock.announce('http://127.0.0.1:1');
  expect(runningDaemon(home)).toEqual({ pid: process.pid, url: 'http://127.0.0.1:1' });
  await expect(openHome(home)).rejects.toThrow(HomeInUseError);
  await expect(openHome(home)).rejects.toThrow(/pid \d+.*http:\/\/127\.0\.0\.1:1/);
  await lock[Symbol.asyncDispose]();
});

const left = (pid: number): string =>
  JSON.stringify({ pid, startTime: '1', namespace: null, token: 'a', note: 'http://127.0.0.1:1' });

test.each([
  ['a dead process', left(2 ** 22 - 1)],
  ['a process that got the pid later', left(process.pid)],
  ['a torn file', '{"pid":'],
])('the lock of %s is nobody’s', async (_, text) => {
  await (await openHome(home))[Symbol.asyncDispose]();
  writeFileSync(path.join(home, 'daemon.lock'), text);
  expect(runningDaemon(home)).toBeUndefined();
  await (await openHome(home))[Symbol.asyncDispose]();
});
