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

test('the home is made for its owner alone; the lock goes with its holder', () => {
  const lock = openHome(home);
  expect(statSync(home).mode & 0o777).toBe(0o700);
  lock[Symbol.dispose]();
  expect(existsSync(path.join(home, 'daemon.lock'))).toBe(false);
  chmodSync(home, 0o755);
  openHome(home)[Symbol.dispose]();
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

test('a second daemon is refused and told where the first is, a command finds it', () => {
  expect(runningDaemon(home)).toBeUndefined();
  const lock = openHome(home);
  expect(runningDaemon(home)).toEqual({ pid: process.pid, url: null });
  lock.announce('http://127.0.0.1:1');
  expect(runningDaemon(home)).toEqual({ pid: process.pid, url: 'http://127.0.0.1:1' });
  expect(() => openHome(home)).toThrow(HomeInUseError);
  expect(() => openHome(home)).toThrow(/pid \d+.*http:\/\/127\.0\.0\.1:1/);
  lock[Symbol.dispose]();
});

test.each([
  ['a dead process', JSON.stringify({ pid: 2 ** 22 - 1, startTime: '1', url: 'http://127.0.0.1:1' })],
  ['a process that got the pid later', JSON.stringify({ pid: process.pid, startTime: '1', url: 'http://127.0.0.1:1' })],
  ['a torn file', '{"pid":'],
])('the lock of %s is nobody’s', (_, text) => {
  openHome(home)[Symbol.dispose]();
  writeFileSync(path.join(home, 'daemon.lock'), text);
  expect(runningDaemon(home)).toBeUndefined();
  openHome(home)[Symbol.dispose]();
});
