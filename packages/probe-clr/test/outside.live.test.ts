/** Programs that take no hook: read by a process of its own, which never stops them. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProbeSession, RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { createClrProbe } from '../src/index.js';
import { at, build, createTestProbe, discover, makeFolder, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

const artifacts = new URL('../artifacts/', import.meta.url).pathname;

/** A copy of a program, with hooks switched off in its configuration. */
const withoutHooks = (executable: string): string => {
  const folder = join(makeFolder(), 'app');
  cpSync(dirname(executable), folder, { recursive: true });
  const name = executable.slice(dirname(executable).length + 1);
  const file = join(folder, `${name}.runtimeconfig.json`);
  const config = JSON.parse(readFileSync(file, 'utf8'));
  config.runtimeOptions.configProperties = {
    ...config.runtimeOptions.configProperties,
    'System.StartupHookProvider.IsSupported': false,
  };
  writeFileSync(file, JSON.stringify(config));
  return join(folder, name);
};

/** What a search finds; a program that has just started may not wait for anything yet. */
const found = async (session: ProbeSession, address: string): Promise<RawCapture> => {
  let capture = await session.capture(discover, soon());
  for (let look = 0; look < 5 && !at(capture, address); look++) {
    await sleep(500);
    capture = await session.capture(discover, soon());
  }
  return capture;
};

/** Readers of a process that are running. */
const readersOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        return command[1]?.endsWith('Substrate.Reader.dll') && command[2] === String(pid);
      } catch {
        return false;
      }
    });

const tracerOf = (pid: number): string | undefined =>
  readFileSync(`/proc/${pid}/status`, 'utf8').match(/TracerPid:\s+(\d+)/)?.[1];

const expectInventory = (capture: RawCapture): void => {
  expect(at(capture, 'static:Inventory.Stock', 'Movements')?.value).toBe(3);
  expect(at(capture, 'static:Inventory.Stock', 'Items', 'washer-8', 'Quantity')?.value).toBe(950);
  expect(at(capture, 'static:Inventory.Stock', 'Items', 'washer-8', 'UnitPrice')?.value).toBe(0.04);
  expect(at(capture, 'static:Inventory.Stock', 'Current', 'ApiKey')).toMatchObject({ value: '[redacted]', secret: true });
  expect(at(capture, 'static:Inventory.Stock', 'Current', 'CountEvery')?.value).toBe('12:00:00');
  expect(at(capture, 'task:Program.Main/warehouse', 'Address', 'City')).toMatchObject({ value: 'Rotterdam', literal: true });
  expect(at(capture, 'task:Program.Main/receipts')?.children?.map((child) => child.value)).toEqual(['R-1001', 'R-1002']);
  expect(at(capture, 'task:Program.Main/opened')?.value).toBe('2026-03-01T08:30:00Z');
};

describe.runIf(requireRuntime('clr', missing()))(
  'a program that takes no hook is read from outside',
  { timeout: 120_000 },
  () => {
    const run = stoppedAfterEach();

    const trimmed = ['trimmed', 'trimmed_single_file'] as const;
    test.for(trimmed)('%s: its state, nothing to do, and nothing left of the reader', async (variant) => {
      const executable = build('console', variant);
      if (executable === null) return;
      const target = await run(start(executable));
      const probe = createTestProbe();
      expect(await probe.check(target.app)).toBeNull();
      const session = await probe.attach(target.app, undefined, soon());
      expect(session.notice).toMatch(/read from outside/);
      const first = await found(session, 'task:Program.Main/opened');
      expectInventory(first);
      expect(first.actions).toEqual([]);
      expect(first.notes[0]).toMatch(/not acted on/);
      expect(await session.invoke({ address: 'x', parameters: {}, timeoutMs: 1000 }, soon())).toMatchObject({
        ok: false,
        dispatched: false,
        reason: 'read_only',
      });
      expect(readersOf(target.app.pid)).toHaveLength(1);
      // It goes on meanwhile, and what changes is seen; what does not is the same object.
      const shifts = at(first, 'task:Program.Main/shifts')?.value as number;
      await expect
        .poll(async () => at(await session.capture(poll, soon()), 'task:Program.Main/shifts')?.value, { timeout: 20_000 })
        .toBeGreaterThan(shifts);
      const later = await session.capture(poll, soon());
      expect(at(later, 'static:Inventory.Stock')).toBe(at(first, 'static:Inventory.Stock'));
      expect(tracerOf(target.app.pid)).toBe('0');
      await session[Symbol.asyncDispose]();
      expect(readersOf(target.app.pid)).toEqual([]);
      expect(target.isAlive()).toBe(true);
    });

    test('hooks switched off in the configuration: the same', async () => {
      const target = await run(start(withoutHooks(build('console') as string)));
      const session = await createTestProbe().attach(target.app, undefined, soon());
      expectInventory(await found(session, 'task:Program.Main/opened'));
      await target.stop();
      expect(await session.gone).toMatch(/ended/);
      await session[Symbol.asyncDispose]();
      expect(readersOf(target.app.pid)).toEqual([]);
    });

    test('a reader that falls is followed by another, and the session goes on; one that always falls is given up', async () => {
      const target = await run(start(withoutHooks(build('console') as string)));
      await using session = await createTestProbe().attach(target.app, undefined, soon());
      const before = await found(session, 'task:Program.Main/opened');
      const fall = async (): Promise<void> => {
        for (const pid of readersOf(target.app.pid)) process.kill(pid, 'SIGKILL');
        await expect.poll(() => readersOf(target.app.pid), { timeout: 20_000 }).toEqual([]);
      };
      for (let time = 0; time < 3; time++) {
        await fall();
        const after = await session.capture(discover, soon());
        expectInventory(after);
        expect(after.roots.map(({ address }) => address)).toEqual(before.roots.map(({ address }) => address));
        expect(readersOf(target.app.pid)).toHaveLength(1);
      }
      await fall();
      await expect(session.capture(poll, soon())).rejects.toThrow('again and again');
      expect(await session.gone).toMatch('again and again');
      expect(target.isAlive()).toBe(true);
      expect(readersOf(target.app.pid)).toEqual([]);
    });

    test('an object that only a running stack leads to', async () => {
      const target = await run(start(withoutHooks(build('game') as string)));
      await using session = await createTestProbe().attach(target.app, undefined, soon());
      // It makes garbage of its own types all the while, and collections move what it keeps.
      let capture = await found(session, 'heap:Dungeon.Game');
      let turns = 0;
      for (let look = 0; look < 20; look++) {
        expect(capture.roots.map((root) => root.name)).not.toContain('Spark');
        const game = at(capture, 'heap:Dungeon.Game');
        expect(game?.children?.map((child) => child.name)).toContain('_turn');
        expect(at(capture, 'heap:Dungeon.Game', '_hero', 'Name')?.value).toBe('Ada');
        expect(at(capture, 'heap:Dungeon.Game', '_monsters')?.children?.map((one) => one.children?.[0]?.value)).toEqual([
          'orc 1',
          'orc 2',
          'orc 3',
        ]);
        const turn = at(capture, 'heap:Dungeon.Game', '_turn')?.value as number;
        expect(turn).toBeGreaterThanOrEqual(turns);
        turns = turn;
        capture = await session.capture(look % 3 === 0 ? discover : poll, soon());
      }
      expect(turns).toBeGreaterThan(0);
      expect(target.isAlive()).toBe(true);
    });

    test('without a reader it is refused as before, and told why', async () => {
      const folder = join(makeFolder(), 'artifacts');
      mkdirSync(folder);
      cpSync(artifacts, folder, { recursive: true });
      const manifest = join(folder, 'manifest.json');
      writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), reader: undefined }));
      const target = await run(start(withoutHooks(build('console') as string)));
      const probe = createClrProbe({ directory: makeFolder(), artifacts: folder });
      const refusal = {
        reason: 'hooks_disabled',
        message: expect.stringContaining('nor can it be read from outside: the reader was not built'),
      };
      expect(await probe.check(target.app)).toMatchObject(refusal);
      await expect(probe.attach(target.app, undefined, soon())).rejects.toMatchObject({ refusal });
    });
  },
);
