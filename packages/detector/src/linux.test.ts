import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLinuxListing, handedOut, mappedFiles, statFields } from './linux.js';

test('a name with brackets and blanks does not shift the fields', () => {
  const tail = `S 77 ${Array.from({ length: 17 }, (_, index) => index).join(' ')} 4711 0 0 0 0 0 14073 0`;
  expect(statFields(`42 (a) b (c)) ${tail}`)).toEqual({
    name: 'a) b (c)',
    parent: 77,
    startTime: '4711',
    stack: '14073',
    unusable: false,
  });
  expect(statFields('')).toBeUndefined();
  expect(statFields('42 (x) S')).toBeUndefined();
});

test('a zombie is no process any more', () => {
  expect(statFields(`42 (x) Z 1 ${'0 '.repeat(17)}9 0`)).toMatchObject({ unusable: true });
});

test('only pids that were handed out since can be new', () => {
  const between = handedOut(100, 110);
  expect([100, 101, 110, 111].map(between)).toEqual([false, true, true, false]);
  const around = handedOut(32_000, 20);
  expect([31_999, 32_001, 1, 20, 21].map(around)).toEqual([false, true, true, true, false]);
  expect(handedOut(undefined, 5)(1)).toBe(true);
});

test('mapped files', () => {
  expect(
    mappedFiles(
      [
        '55-56 r-xp 00000000 00:00 0          [heap]',
        '55-56 r--p 00000000 fe:00 123        /usr/lib/jvm/lib/server/libjvm.so',
        '56-57 r-xp 00000000 fe:00 123        /usr/lib/jvm/lib/server/libjvm.so',
        '57-58 rwxs 00000000 00:01 9          /memfd:doublemapper (deleted)',
        '',
      ].join('\n'),
    ),
  ).toEqual(['/usr/lib/jvm/lib/server/libjvm.so', '/memfd:doublemapper']);
});

test('a new application is seen at a glance, not a new thread, nor a tool', async () => {
  const proc = mkdtempSync(path.join(tmpdir(), 'substrate-proc-'));
  onTestFinished(() => rmSync(proc, { recursive: true }));
  const last = (pid: number): void => writeFileSync(path.join(proc, 'loadavg'), `0.1 0.1 0.1 1/99 ${pid}\n`);
  const start = (pid: number, program: string): void => {
    mkdirSync(path.join(proc, String(pid)));
    writeFileSync(path.join(proc, String(pid), 'stat'), `${pid} (x) S 1 ${'0 '.repeat(17)}9 0`);
    symlinkSync(program, path.join(proc, String(pid), 'exe'));
    last(pid);
  };
  writeFileSync(path.join(proc, 'uptime'), '100 100');
  start(41, '/usr/bin/node');
  const listing = createLinuxListing({ proc });
  await listing.list();
  expect(listing.hasNew?.()).toBe(false);
  last(42);
  expect(listing.hasNew?.()).toBe(false);
  start(43, '/usr/bin/git');
  expect(listing.hasNew?.()).toBe(false);
  start(44, '/usr/bin/java');
  expect(listing.hasNew?.()).toBe(true);
  await listing.list();
  expect(listing.hasNew?.()).toBe(false);
});
