import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireRuntime } from '@substrate/core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missing, startJava, startShop, startWorker } from './example-apps.js';
import { createWorkshop, type RunningDaemon, until, type Workshop } from './support.js';

/**
 * What is served is a function of the application: the examples of all runtimes have the same keys in every poll, for a daemon that never met them, for one
 * that has, beside busy loops, and when they are started again.
 */

let workshop: Workshop;
let loops: ChildProcess[] = [];
beforeEach(() => {
  workshop = createWorkshop();
});
afterEach(async () => {
  for (const loop of loops.splice(0)) loop.kill('SIGKILL');
  await workshop[Symbol.asyncDispose]();
});

const polls = 20;
const patience = 120_000;
/** What only a search of the heap finds comes a poll after the rest. */
const stayMs = 6000;

interface Kind {
  readonly appId: string;
  readonly start: () => Promise<ChildProcess>;
}

const shop = fileURLToPath(new URL('../../examples/node/shop/server.js', import.meta.url));
const kinds: readonly Kind[] = [
  // It has no folder of ours but in its command line, and is listed by that.
  { appId: 'shop', start: async () => workshop.start(process.execPath, [shop, workshop.folder]) },
  ...(requireRuntime('v8', missing.v8) ? [{ appId: 'chromium', start: () => startShop(workshop) }] : []),
  ...(requireRuntime('jvm', missing.jvm)
    ? [{ appId: 'storeserver', start: () => startJava(workshop, 'store-server', 'StoreServer') }]
    : []),
  ...(requireRuntime('clr', missing.clr) ? [{ appId: 'mailworker', start: () => startWorker(workshop) }] : []),
];

/** The keys of one application, poll by poll, from when they have stayed. */
const keysOf = async (daemon: RunningDaemon, appId: string, times: number): Promise<readonly (readonly string[])[]> => {
  const { pid } = await until(
    async () => (await daemon.apps()).find((app) => app.app_id === appId && app.probe_status === 'active'),
    `${appId} active`,
    patience,
  );
  const look = async (): Promise<string[]> => Object.keys((await daemon.state(pid, '?fresh=true')).objects).sort();
  let last = '';
  let since = Date.now();
  await until(
    async () => {
      const keys = (await look()).join();
      if (keys !== last) since = Date.now();
      last = keys;
      return Date.now() - since > stayMs;
    },
    `${appId} has the same keys for ${stayMs} ms`,
    patience,
  );
  const all = [];
  for (let poll = 0; poll < times; poll++) all.push(await look());
  return all;
};

/** By application, its keys; they are the same in all of so many polls. */
const servedBy = async (daemon: RunningDaemon, times: number): Promise<Record<string, readonly string[]>> =>
  Object.fromEntries(
    await Promise.all(
      kinds.map(async ({ appId }) => {
        const [first = [], ...others] = await keysOf(daemon, appId, times);
        for (const keys of others) expect(keys).toEqual(first);
        return [appId, first] as const;
      }),
    ),
  );

describe('an example of each runtime', () => {
  test('has the same keys, alone and beside four busy loops', { timeout: 600_000 }, async () => {
    const limits = { SUBSTRATE_RATE_LIMIT__ENABLED: 'false' };
    const running = await Promise.all(kinds.map(({ start }) => start()));
    const first = await workshop.daemon(limits);
    const alone = await servedBy(first, polls);
    for (const keys of Object.values(alone)) expect(keys.length).toBeGreaterThan(5);
    await first.stop();

    loops = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    const next = await workshop.daemon(limits);
    expect(await servedBy(next, 3)).toEqual(alone);
    for (const child of running) await workshop.end(child);
    const isOver = async (pid: number | undefined) => (await next.app(pid as number))?.probe_status === 'detached';
    for (const { pid } of running) await until(() => isOver(pid), 'its end', patience);
    for (const { start } of kinds) await start();
    expect(await servedBy(next, 3)).toEqual(alone);
    await next.stop();

    const stranger = await workshop.daemon({ ...limits, SUBSTRATE_HOME: path.join(workshop.folder, 'other-home') });
    expect(await servedBy(stranger, 3)).toEqual(alone);
  });
});
