import { lstat, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from '@substrate/core/probing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AgentHome, alone } from './home.js';

/** Who visits a JVM for the first time is alone with it. */
describe('alone', () => {
  let home: AgentHome;
  let file: string;
  const longAgo = new Date(Date.now() - 20_000);

  beforeEach(async () => {
    const outside = await mkdtemp(join(tmpdir(), 'substrate-home-'));
    home = { outside, uid: process.geteuid?.() } as AgentHome;
    file = join(outside, 'visitor');
  });
  afterEach(() => rm(home.outside, { recursive: true, force: true }));

  it('does not wait for one that was ended in the middle, though its process lives', async () => {
    await writeFile(file, JSON.stringify({ pid: process.pid, startTime: null, namespace: null, token: 'gone' }));
    await utimes(file, longAgo, longAgo);
    expect(await alone(home, AbortSignal.timeout(20_000), async () => 'in')).toBe('in');
  });

  it('shows those who wait that it is still at it', async () => {
    const shown = await alone(home, AbortSignal.timeout(20_000), async () => {
      await utimes(file, longAgo, longAgo);
      const isShown = async () => ((await lstat(file)).mtimeMs > longAgo.getTime() + 1000 ? true : null);
      return pollUntil({ ms: 15_000, everyMs: 50, signal: AbortSignal.timeout(20_000) }, isShown);
    });
    expect(shown).toBe(true);
    await expect(lstat(file)).rejects.toThrow();
  });
});
