import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FileError,
  type FileTrouble,
  foreignRealPath,
  inLane,
  readForeignFile,
  readForeignText,
  readOwnFile,
  readOwnFileSync,
  readProcFile,
  withForeignFile,
} from './foreign-file.js';

const folder = mkdtempSync(join(tmpdir(), 'substrate-foreign-'));
const at = (name: string): string => join(folder, name);
const server = createServer();

beforeAll(async () => {
  writeFileSync(at('plain'), 'hello');
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  writeFileSync(at('huge'), '');
  truncateSync(at('huge'), 100 * 1024 * 1024);
  symlinkSync('/dev/zero', at('zero'));
  symlinkSync(at('plain'), at('link'));
  symlinkSync(at('pipe'), at('link-to-pipe'));
  symlinkSync(at('loop'), at('loop'));
  await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const troubleOf = async (work: Promise<unknown>): Promise<FileTrouble | 'none'> =>
  work.then(
    () => 'none' as const,
    (error: unknown) => (error as FileError).trouble,
  );

const bad: readonly (readonly [string, FileTrouble])[] = [
  ['pipe', 'not_a_file'],
  ['folder', 'not_a_file'],
  ['zero', 'not_a_file'],
  ['socket', 'not_a_file'],
  ['link-to-pipe', 'not_a_file'],
  ['loop', 'unreadable'],
  ['huge', 'too_large'],
  ['nothing', 'missing'],
  ['plain/below', 'missing'],
];

describe.skipIf(process.platform === 'win32')('what is no plain file is told at once', () => {
  test.each(bad)('%s: %s', async (name, trouble) => {
    expect(await troubleOf(readForeignFile(at(name)))).toBe(trouble);
    expect(await troubleOf(withForeignFile(at(name), {}, async () => 1))).toBe(trouble);
    expect(await readForeignText(at(name))).toBeNull();
  });

  test.each(bad.filter(([name]) => name !== 'huge'))('%s as a file of our own: %s', async (name, trouble) => {
    expect(await troubleOf(readOwnFile(at(name)))).toBe(trouble);
    expect(await troubleOf((async () => readOwnFileSync(at(name)))())).toBe(trouble);
  });

  test('a plain file is read, through a link too unless that is unwanted', async () => {
    expect(await readForeignText(at('plain'))).toBe('hello');
    expect(await readForeignText(at('link'))).toBe('hello');
    expect(await readForeignText(at('link'), { noFollow: true })).toBeNull();
    expect(await readOwnFile(at('plain'))).toBe('hello');
    expect(readOwnFileSync(at('plain'))).toBe('hello');
    expect(await foreignRealPath(at('link'))).toBe(at('plain'));
    expect(await foreignRealPath(at('loop'))).toBe(at('loop'));
    expect(await withForeignFile(at('plain'), {}, async (file) => String(await file.read(3, 1)))).toBe('ell');
  });

  test('a file of exactly the bound is read, one byte more is refused', async () => {
    expect(await readForeignText(at('plain'), { maxBytes: 5 })).toBe('hello');
    expect(await troubleOf(readForeignFile(at('plain'), { maxBytes: 4 }))).toBe('too_large');
  });

  test('what has no size beforehand is read to its end', async () => {
    expect(await readProcFile('/proc/self/status').catch(() => '')).toContain(process.platform === 'linux' ? 'VmRSS' : '');
  });

  test.skipIf(process.getuid?.() !== 0)(
    "for another user's process, that user's files and root's are read and no others",
    async () => {
      writeFileSync(at('theirs'), 'x');
      chownSync(at('theirs'), 1234, 1234);
      expect(await readForeignText(at('theirs'), { uid: 1234 })).toBe('x');
      expect(await readForeignText(at('plain'), { uid: 1234 })).toBe('hello');
      expect(await troubleOf(readForeignFile(at('theirs'), { uid: 4321 }))).toBe('not_ours');
    },
  );
});

test('reads that never end leave a place for the other kind, and a thread for everybody else', async () => {
  const stuck: (() => void)[] = [];
  const hang = (lane: 'file' | 'proc') =>
    inLane({ lane, what: lane, timeoutMs: 20 }, () => new Promise<void>((resolve) => stuck.push(resolve)));
  const files = await Promise.all(Array.from({ length: 10 }, () => troubleOf(hang('file'))));
  expect(files).toEqual(Array(10).fill('timeout'));
  // Two of the ten hang; the others never began, and are not begun later either.
  expect(stuck).toHaveLength(2);
  expect(await troubleOf(readForeignFile(at('plain'), { timeoutMs: 20 }))).toBe('timeout');
  expect(await readProcFile(at('plain'))).toBe('hello');
  expect(await Promise.all([troubleOf(hang('proc')), troubleOf(hang('proc'))])).toEqual(['timeout', 'timeout']);
  // Of four threads one is left, whatever hangs.
  expect(stuck).toHaveLength(3);
  expect(await readFile(at('plain'), 'utf8')).toBe('hello');
  for (const end of stuck) end();
  expect(await readForeignText(at('plain'))).toBe('hello');
});
