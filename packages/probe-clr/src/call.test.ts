import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, makeCall } from './call.js';
import type { TargetProcess } from './target-process.js';

const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 } as TargetProcess;

describe.runIf(process.platform === 'linux')('calling a stub', () => {
  let orders: string;
  beforeEach(() => {
    orders = mkdtempSync(join(tmpdir(), 'sclr-call-'));
  });
  afterEach(() => rm(orders, { recursive: true, force: true }));

  test('the pipe is for one user, and making it again changes nothing', async () => {
    await Promise.all([makeCall(orders, self), makeCall(orders, self)]);
    await makeCall(orders, self);
    const pipe = await stat(join(orders, 'call'));
    expect(pipe.isFIFO()).toBe(true);
    expect(pipe.mode & 0o777).toBe(0o600);
  });

  test('tells whether somebody waits', async () => {
    expect(await call(orders)).toBe('unknown');
    await makeCall(orders, self);
    expect(await call(orders)).toBe('nobody');
    const waiting = await open(join(orders, 'call'), constants.O_RDWR);
    expect(await call(orders)).toBe('woken');
    expect((await waiting.read(Buffer.alloc(8), 0, 8, null)).bytesRead).toBe(1);
    await waiting.close();
  });

  test('writes to nothing but a pipe', async () => {
    const file = join(orders, 'precious');
    writeFileSync(file, 'kept');
    symlinkSync(file, join(orders, 'call'));
    expect(await call(orders)).toBe('unknown');
    execFileSync('ln', ['-f', file, join(orders, 'call')]);
    expect(await call(orders)).toBe('unknown');
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });
});
