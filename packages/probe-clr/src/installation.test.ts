import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Artifact } from './artifacts.js';
import { installArtifacts, makeChannelFolder, placeOrder, sweep } from './installation.js';
import type { TargetProcess } from './target-process.js';

const nobody = 65534;
const artifact = (name: string): Artifact => ({
  name,
  file: `${name}.dll`,
  bytes: Buffer.from(name),
  sha256: '',
});
const artifacts = { stub: artifact('stub'), payload: artifact('payload') };

/** Every file and folder below, with its permissions. */
const modesBelow = (folder: string): Map<string, number> =>
  new Map(
    readdirSync(folder, { recursive: true })
      .map(String)
      .map((name) => [name, statSync(join(folder, name)).mode & 0o777]),
  );

describe.runIf(process.platform === 'linux')('what lies on disk', () => {
  const isRoot = process.geteuid?.() === 0;
  let home: string;
  let umask: number;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'sclr-home-'));
    if (isRoot) {
      chownSync(home, nobody, nobody);
      process.setegid?.(nobody);
      process.seteuid?.(nobody);
    }
    umask = process.umask();
  });
  afterEach(() => {
    process.umask(umask);
    if (isRoot) {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
    rmSync(home, { recursive: true, force: true });
  });

  test.for([0o000, 0o022, 0o777])('is its user’s alone with umask %i', async (mask) => {
    process.umask(mask);
    const uid = process.geteuid?.() as number;
    const target = { ownPid: 1, startTime: '2', uid, gid: process.getegid?.() } as TargetProcess;
    const folder = join(home, '.substrate', 'clr');
    await installArtifacts(folder, artifacts);
    await makeChannelFolder(folder, target);
    await placeOrder(folder, target, { payload: 'p', channel: 'c', nonce: 'n', failure: 'f' });
    const modes = modesBelow(home);
    expect([...modes.keys()]).toEqual(expect.arrayContaining(['.substrate', '.substrate/clr', '.substrate/clr/stub.dll']));
    expect([...modes].filter(([, mode]) => mode !== 0o700 && mode !== 0o600)).toEqual([]);
    expect(modes.get('.substrate')).toBe(0o700);
    expect(modes.get('.substrate/clr')).toBe(0o700);
  });

  test('orders for a process that is not to be seen stay until nobody can be waiting for them', async () => {
    const orders = join(home, 'orders');
    for (const name of ['4194305-1', '4194305-2']) mkdirSync(join(orders, name), { recursive: true });
    const long = new Date(Date.now() - 3_600_000);
    utimesSync(join(orders, '4194305-2'), long, long);
    await sweep(home);
    expect(readdirSync(orders)).toEqual(['4194305-1']);
  });
});
