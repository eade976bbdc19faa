import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorkshop, nodeShop, type RunningDaemon, until, type Workshop } from './support.js';

/** Two hundred processes that come and go: none is missed, and the daemon is as it was. */

let shop: Workshop;
beforeEach(() => {
  shop = createWorkshop();
});
afterEach(() => shop[Symbol.asyncDispose]());

const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const children = (pid: number): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();

const waves = 10;
const perWave = 20;

/** Waves that overlap: while one is attached to, the next begins and the one before is killed. */
const storm = async (daemon: RunningDaemon, script: string): Promise<void> => {
  const pids = new Set<number>();
  const seen = new Set<number>();
  for (let wave = 0; wave < waves; wave++) {
    const started = Array.from({ length: perWave }, () => shop.start(process.execPath, [script]));
    for (const child of started) pids.add(child.pid!);
    await until(async () => {
      for (const app of await daemon.apps()) seen.add(app.pid);
      return started.every((child) => seen.has(child.pid!));
    }, 'the whole wave in the list');
    // A guest never harms its host: whoever is gone now was not ended by the test.
    expect(started.filter((child) => child.exitCode !== null || child.signalCode !== null)).toEqual([]);
    await Promise.all(started.map((child) => shop.end(child)));
  }
  await until(
    async () => (await daemon.get<{ tracked_processes: number }>('/health')).tracked_processes === 0,
    'nothing tracked',
  );
  expect([...pids].filter((pid) => !seen.has(pid))).toEqual([]);
  for (const app of await daemon.apps()) expect(app.probe_status).toBe('detached');
};

test.runIf(process.platform === 'linux')(
  '200 processes appear and vanish: nothing is lost, nothing is left',
  async () => {
    const daemon = await shop.daemon({ SUBSTRATE_SCAN__MIN_AGE_MS: '0', SUBSTRATE_LOG__LEVEL: 'warn' });
    const pid = daemon.child.pid!;
    const script = shop.write('storm.js', nodeShop);
    // The first storm warms up code and pools; what a second one adds is a leak.
    await storm(daemon, script);
    // What closes late closes now: how many descriptors are right is not known before they are counted.
    await sleep(2000);
    const before = { descriptors: descriptors(pid), resident: residentMb(pid) };
    await storm(daemon, script);
    await until(() => descriptors(pid) <= before.descriptors, 'as many descriptors as before');
    console.info(`resident: ${before.resident.toFixed()} MB, then ${residentMb(pid).toFixed()} MB`);
    expect(residentMb(pid)).toBeLessThan(before.resident * 1.5 + 32);
    expect(children(pid)).toBe('');
    expect(daemon.stderr()).not.toMatch(/ERROR/);
    const alive = shop.start(process.execPath, [script]);
    let last: unknown;
    await until(async () => {
      const app = await daemon.app(alive.pid!);
      last = app;
      return app?.probe_status === 'active';
    }, 'a process after the storm').catch((error) => {
      throw new Error(`${error.message}: ${JSON.stringify(last)}`);
    });
    expect(await daemon.stop()).toBe(0);
  },
  240_000,
);
