import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileError } from '@substrate/core/probing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDetector } from './detector.js';
import type { Listing, ProcessFacts, ProcessKey } from './facts.js';

/** A machine whose processes the test starts and ends. */
const machine = () => {
  const processes = new Map<number, ProcessFacts & { image?: string }>();
  const inspected: number[] = [];
  const listing: Listing = {
    list: async () =>
      [...processes.values()].map(
        (p): ProcessKey => ({ pid: p.pid, startTime: p.startTime, image: p.image ?? p.executable ?? '' }),
      ),
    inspect: async ({ pid, startTime }) => {
      inspected.push(pid);
      const found = processes.get(pid);
      return found?.startTime === startTime ? found : undefined;
    },
  };
  const start = (pid: number, command: string, extra: Partial<ProcessFacts> = {}): void => {
    const words = command.split(' ');
    processes.set(pid, {
      pid,
      startTime: String(pid),
      startedAt: new Date(Date.now() - 1000).toISOString(),
      parent: 1,
      name: words[0]!,
      executable: `/usr/bin/${words[0]}`,
      command: words,
      cwd: '/nowhere',
      modules: [],
      foreign: false,
      contained: false,
      ...extra,
    });
  };
  return { processes, inspected, listing, start };
};

const arrivals = async (detector: ReturnType<typeof createDetector>): Promise<string[]> =>
  (await detector.scan()).map((change) => `${change.kind === 'arrived' ? '+' : '-'}${change.app.appId}`);

test('arrivals, departures and reused pids', async () => {
  const { processes, start, listing } = machine();
  const detector = createDetector({ listing, self: 1 });
  start(10, 'node /nowhere/shop.js');
  start(11, 'sleep 10');
  expect(await arrivals(detector)).toEqual(['+shop']);
  expect(await arrivals(detector)).toEqual([]);
  start(10, 'node /nowhere/board.js', { startTime: 'later' });
  expect(await arrivals(detector)).toEqual(['-shop', '+board']);
  processes.delete(10);
  expect(await arrivals(detector)).toEqual(['-board']);
});

test('a tool is listed when a pattern fits its name or its command line, and not without one', async () => {
  const { start, listing } = machine();
  start(10, 'dotnet /nowhere/VBCSCompiler.dll -pipename:x');
  start(11, 'dotnet /nowhere/MSBuild.dll compiler');
  expect(await arrivals(createDetector({ listing, self: 1 }))).toEqual([]);
  expect(await arrivals(createDetector({ listing, self: 1, include: ['elsewhere'] }))).toEqual([]);
  expect(await arrivals(createDetector({ listing, self: 1, include: ['vbcs'] }))).toEqual(['+vbcscompiler']);
  expect(await arrivals(createDetector({ listing, self: 1, include: ['pipename:x'] }))).toEqual(['+vbcscompiler']);
  expect(await arrivals(createDetector({ listing, self: 1, include: ['/nowhere/'] }))).toEqual(['+vbcscompiler', '+msbuild']);
});

test('a command of ours is not the application whose name it is given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-ours-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@substrate/daemon' }));
  writeFileSync(join(folder, 'cli.js'), '');
  const { start, listing } = machine();
  start(10, 'node /nowhere/shop.js');
  start(11, `node ${folder}/cli.js state shop`, { cwd: folder });
  expect(await arrivals(createDetector({ listing, self: 1, include: ['shop'] }))).toEqual(['+shop']);
  expect(await arrivals(createDetector({ listing, self: 1, include: ['substrate-daemon'] }))).toEqual(['+substrate-daemon']);
});

test('what there was no time to look at is looked at again, however old it is', async () => {
  const { start, listing } = machine();
  let busy = 7;
  const patience: boolean[] = [];
  const detector = createDetector({
    self: 1,
    listing: {
      ...listing,
      async inspect(key, patient) {
        patience.push(patient === true);
        if (patient && busy-- > 0) throw new FileError('timeout', 'no time');
        return await listing.inspect(key);
      },
    },
  });
  start(10, 'node /nowhere/shop.js', { startedAt: '2020-01-01T00:00:00.000Z' });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let minute = 0; minute < 7; minute++) {
    expect(await arrivals(detector)).toEqual([]);
    vi.setSystemTime(Date.now() + 60_000);
  }
  expect(await arrivals(detector)).toEqual(['+shop']);
  expect(patience.every(Boolean)).toBe(true);
});

test('what is known is never read again; what is young and not known is', async () => {
  const { start, listing, inspected } = machine();
  const detector = createDetector({ listing, self: 1 });
  start(10, 'node /nowhere/shop.js');
  start(11, 'sleep 10', { startedAt: '2020-01-01T00:00:00.000Z' });
  start(12, 'apphost');
  await detector.scan();
  inspected.length = 0;
  start(12, 'apphost', { modules: ['/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.1/libcoreclr.so'] });
  expect(await arrivals(detector)).toEqual(['+apphost']);
  await detector.scan();
  expect(inspected).toEqual([12]);
});

test('a process that execs another program is another application', async () => {
  const { start, listing } = machine();
  const detector = createDetector({ listing, self: 1 });
  start(10, 'bash /nowhere/start.sh', { startedAt: '2020-01-01T00:00:00.000Z' });
  expect(await arrivals(detector)).toEqual([]);
  start(10, 'java -jar /nowhere/shop.jar', { startedAt: '2020-01-01T00:00:00.000Z' });
  expect(await arrivals(detector)).toEqual(['+shop']);
});

test('a process that was read after its exec, and listed before, is not taken for two', async () => {
  const { processes, start, listing } = machine();
  const detector = createDetector({ listing, self: 1 });
  start(10, 'node /nowhere/shop.js');
  expect(await arrivals(detector)).toEqual(['+shop']);
  processes.set(10, { ...processes.get(10)!, image: 'another stack' });
  expect(await arrivals(detector)).toEqual([]);
  expect(detector.apps.get(10)?.appId).toBe('shop');
  processes.delete(10);
  expect(await arrivals(detector)).toEqual(['-shop']);
});

test('a copy of its parent is looked at again, and is no application by itself', async () => {
  const { start, listing } = machine();
  const detector = createDetector({ listing, self: 1 });
  start(10, 'node /nowhere/shop.js');
  start(11, 'node /nowhere/shop.js', { parent: 10, copied: true });
  expect(await arrivals(detector)).toEqual(['+shop']);
  start(11, 'node /nowhere/worker.js', { parent: 10 });
  expect(await arrivals(detector)).toEqual(['+worker']);
});

test('numbers follow process start times and stay', async () => {
  const { processes, start, listing } = machine();
  const detector = createDetector({ listing, self: 1 });
  start(10, 'node /nowhere/shop.js', { startedAt: '2026-01-01T00:00:02.000Z' });
  start(11, 'node /nowhere/shop.js', { startedAt: '2026-01-01T00:00:01.000Z' });
  await detector.scan();
  expect([...detector.apps.values()].map((app) => [app.pid, app.appId])).toEqual([
    [11, 'shop'],
    [10, 'shop~2'],
  ]);
  processes.delete(11);
  await detector.scan();
  expect(detector.apps.get(10)?.appId).toBe('shop~2');
  start(12, 'node /nowhere/shop.js');
  expect(await arrivals(detector)).toEqual(['+shop']);
});

test('the daemon and what it starts, however far down, are not listed', async () => {
  const { start, listing } = machine();
  const detector = createDetector({ listing, self: 50 });
  start(50, 'node /nowhere/daemon.js');
  start(51, 'bash', { parent: 50 });
  start(52, 'node /nowhere/child.js', { parent: 51 });
  start(53, 'node /nowhere/other.js', { parent: 1 });
  expect(await arrivals(detector)).toEqual(['+other']);
});

test("other users' and contained processes are listed with a refusal", async () => {
  const { start, listing } = machine();
  const detector = createDetector({ listing, self: 1 });
  start(10, 'node /nowhere/theirs.js', { foreign: true, user: '1000' });
  start(11, 'node /nowhere/boxed.js', { contained: true });
  await detector.scan();
  expect(detector.apps.get(10)?.refusal).toMatchObject({ reason: 'other_user', retry: false });
  expect(detector.apps.get(11)?.refusal).toMatchObject({ reason: 'other_container', retry: false });
});

test("another user's process takes no name from ours, and nothing of its program is looked up", async () => {
  const { start, listing } = machine();
  const detector = createDetector({ listing, self: 1 });
  start(10, 'node /nowhere/shop.js', { foreign: true, user: '1000', startedAt: '2020-01-01T00:00:00.000Z' });
  start(11, 'node /nowhere/shop.js', { foreign: true, user: '1000' });
  start(12, 'node /nowhere/shop.js');
  expect((await arrivals(detector)).sort()).toEqual(['+shop', '+shop~of-1000', '+shop~of-1000~2']);
});

test('include and exclude decide what is listed', async () => {
  const { start, listing } = machine();
  const detector = createDetector({ listing, self: 1, include: ['shop', '*board*'], exclude: ['old'] });
  start(10, 'node /nowhere/shop.js');
  start(11, 'node /nowhere/old-shop.js');
  start(12, 'node /nowhere/board.js');
  start(13, 'node /nowhere/chat.js');
  expect((await arrivals(detector)).sort()).toEqual(['+board', '+shop']);
});

test('watch goes on after a scan that failed, and ends with the signal', async () => {
  const { start, listing } = machine();
  const errors: unknown[] = [];
  let calls = 0;
  const flaky: Listing = { ...listing, list: async () => (calls++ === 0 ? Promise.reject(new Error('no')) : listing.list()) };
  const detector = createDetector({ listing: flaky, self: 1, intervalMs: 10, onError: (error) => errors.push(error) });
  start(10, 'node /nowhere/shop.js');
  const stop = new AbortController();
  const seen: string[] = [];
  for await (const change of detector.watch(stop.signal)) {
    seen.push(change.app.appId);
    stop.abort();
  }
  expect(seen).toEqual(['shop']);
  expect(errors).toHaveLength(1);
});

test('who comes is not kept waiting for the next scan', async () => {
  const { start, listing } = machine();
  let came = false;
  const detector = createDetector({ listing: { ...listing, hasNew: () => came }, self: 1, intervalMs: 600_000 });
  start(10, 'node /nowhere/shop.js');
  const stop = new AbortController();
  const seen: string[] = [];
  for await (const change of detector.watch(stop.signal)) {
    seen.push(change.app.appId);
    if (seen.length > 1) stop.abort();
    start(11, 'node /nowhere/board.js');
    came = true;
  }
  expect(seen).toEqual(['shop', 'board']);
});

test('one process that can not be inspected hides no other', async () => {
  const { start, listing } = machine();
  const errors: unknown[] = [];
  const broken: Listing = {
    ...listing,
    inspect: async (key) => (key.pid === 10 ? Promise.reject(new Error('no')) : listing.inspect(key)),
  };
  const detector = createDetector({ listing: broken, self: 1, onError: (error) => errors.push(error) });
  start(10, 'node /nowhere/shop.js');
  start(11, 'node /nowhere/board.js');
  expect(await arrivals(detector)).toEqual(['+board']);
  expect(errors).toHaveLength(1);
});

test('a process that is slow to tell about itself holds up no other, and is not lost', async () => {
  const { start, listing } = machine();
  let tell = (): void => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const slow: Listing = {
    ...listing,
    inspect: async (key) => {
      if (key.pid === 10) await told;
      return listing.inspect(key);
    },
  };
  const detector = createDetector({ listing: slow, self: 1 });
  start(10, 'node /nowhere/shop.js');
  start(11, 'node /nowhere/board.js');
  expect(await arrivals(detector)).toEqual(['+board']);
  expect(await arrivals(detector)).toEqual([]);
  tell();
  await told;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await arrivals(detector)).toEqual(['+shop']);
});
