/** Objects that only a running stack leads to, found on the heap of real processes. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  at,
  build,
  buildProgram,
  createTestProbe,
  discover,
  linesOf,
  makeFolder,
  missing,
  poll,
  soon,
  start,
  startExample,
  stoppedAfterEach,
} from './clr.js';

const full = process.env.SUBSTRATE_FULL === '1';
const heap = { ...discover, mode: 'heap' } as const;
const hour = { timeout: 3_600_000 };

const addresses = (capture: RawCapture): string[] => capture.roots.map((root) => root.address).sort();

describe.runIf(requireRuntime('clr', missing()))('the heap', () => {
  const run = stoppedAfterEach();

  beforeAll(() => {
    build('game');
  }, 600_000);

  test.for(['default', 'net9.0', 'single_file'] as const)('leads to what no field does: %s', hour, async (variant) => {
    if (build('game', variant) === null) return;
    const target = await run(startExample('game', variant, { args: ['Under the hill'] }));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const game = (...path: string[]) => at(capture, 'heap:Dungeon.Game', ...path);
    expect(game('Title')?.value).toBe('Under the hill');
    expect(game('_hero', 'Bag', '0', 'Name')?.value).toBe('lamp');
    expect(game('_phase')?.value).toBe('Playing');
    expect(game('_tiles', '1', '2')?.value).toBe(7);
    // The target is one of the monsters, and is still told in their list.
    expect(game('_monsters')?.children?.map((one) => one.children?.[0]?.value)).toEqual(['orc 1', 'orc 2', 'orc 3']);
    expect(game('_target', 'Kind')?.value).toBe('orc 2');
    // Told apart by what is different in them.
    expect(addresses(capture).filter((one) => one.includes('Clock'))).toEqual([
      'heap:Dungeon.Clock[local]',
      'heap:Dungeon.Clock[utc]',
    ]);
    // What nothing holds is not told.
    expect(addresses(capture).filter((one) => one.includes('Spark'))).toEqual([]);
    // It is the object itself and no copy: it moves on, and can be acted on.
    const later = await session.capture(poll, soon());
    expect(at(later, 'heap:Dungeon.Game', '_turn')?.value).toBeGreaterThan(game('_turn')?.value as number);
    const order = { address: 'call:heap:Dungeon.Game.Order(String)', parameters: { words: 'north' }, timeoutMs: 5000 };
    expect(await session.invoke(order, soon())).toMatchObject({ ok: true });
    await expect.poll(async () => at(await session.capture(poll, soon()), 'heap:Dungeon.Game', '_gold')?.value).toBe(5);
    expect(target.isAlive()).toBe(true);
  });

  test('addresses last: another session and another process have the same', async () => {
    const seen: string[][] = [];
    for (let i = 0; i < 2; i++) {
      const target = await run(startExample('game', 'default', { args: ['Twice'] }));
      for (let j = 0; j < 2; j++) {
        await using session = await createTestProbe().attach(target.app, undefined, soon());
        seen.push(addresses(await session.capture(discover, soon())).filter((one) => one.startsWith('heap:')));
      }
    }
    expect(seen[0]?.length).toBeGreaterThan(2);
    for (const one of seen) expect(one).toEqual(seen[0]);
  });

  test('what is old and garbage is not told', hour, async () => {
    const target = await run(start(buildProgram('orchard', 'Orchard'), ['100000', 'old']));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(addresses(capture).filter((one) => one.startsWith('heap:'))).toEqual(['heap:Orchard.Gate']);
    expect(at(capture, 'heap:Orchard.Gate', 'carts', '0')?.value).toBe('first cart');
    expect(capture.roots.map((root) => root.name)).toContain('stock');
  });

  test('a heap of too many objects is given up, unless somebody asks for it', hour, async () => {
    const target = await run(start(buildProgram('orchard', 'Orchard'), ['4000000']));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    // By their number, or by the time that they take on a slow machine.
    const givenUp = /not searched to its end/;
    expect((await session.capture(discover, soon())).notes.join('\n')).toMatch(givenUp);
    expect((await session.capture(heap, soon())).notes.join('\n')).not.toMatch(givenUp);
  });

  test(
    'a search that a busy machine stops is made again: until then what was found stays, and no stack tells beside it',
    hour,
    async () => {
      const target = await run(start(buildProgram('orchard', 'Orchard'), ['2500000', 'grows'], { input: '' }));
      await using session = await createTestProbe().attach(target.app, undefined, soon());
      const found = addresses(await session.capture(heap, soon()));
      expect(found).toContain('task:Orchard.Program/gate');
      const loops = Array.from({ length: 4 * availableParallelism() }, () => spawn(process.execPath, ['-e', 'for(;;);']));
      try {
        target.child.stdin?.write('\n');
        let capture: RawCapture | undefined;
        const isStopped = async () => {
          capture = await session.capture(poll, soon());
          return capture.notes.some((note) => note.includes('too busy'));
        };
        // On some machines nothing is busy enough to stop it: there it must have gone well.
        const isOver = async () => (await isStopped()) || addresses(capture as RawCapture).includes('heap:Orchard.Estate');
        await expect.poll(isOver, { timeout: 60_000, interval: 300 }).toBe(true);
        if (!addresses(capture as RawCapture).includes('heap:Orchard.Estate'))
          expect(addresses(capture as RawCapture)).toEqual(found);
      } finally {
        for (const loop of loops) loop.kill('SIGKILL');
      }
      const read = async () => addresses(await session.capture(poll, soon()));
      await expect.poll(read, { timeout: 60_000, interval: 300 }).toContain('heap:Orchard.Estate');
    },
  );

  test('what was found is sorted anew when code was loaded since', hour, async () => {
    const target = await run(start(buildProgram('orchard', 'Orchard'), ['1000', 'grows'], { input: '' }));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    expect(addresses(await session.capture(discover, soon()))).not.toContain('heap:Orchard.Estate');
    target.child.stdin?.write('\n');
    let capture: RawCapture | undefined;
    await expect
      .poll(
        async () => {
          capture = await session.capture(poll, soon());
          return addresses(capture);
        },
        { timeout: 60_000, interval: 500 },
      )
      .toContain('heap:Orchard.Estate');
    // What it holds is told once, where the shortest way leads to it, and stays there.
    const told = (one: RawCapture) => linesOf(one).filter((line) => line.endsWith('carts/0 = first cart'));
    expect(told(capture as RawCapture)).toHaveLength(1);
    expect(told(await session.capture(poll, soon()))).toEqual(told(capture as RawCapture));
    expect(addresses(capture as RawCapture)).not.toContain('heap:Orchard.Gate');
  });

  test(
    'a program that was still starting is told as one that has come up, and what a stack gave is no object of its',
    hour,
    async () => {
      const target = await run(start(buildProgram('slipway', 'Slipway'), [], { input: '' }));
      const probe = createTestProbe();
      const session = await probe.attach(target.app, undefined, soon());
      expect(addresses(await session.capture(discover, soon()))).toContain('heap:Slipway.Draft');
      target.child.stdin?.write('\n');
      const read = async () => addresses(await session.capture(poll, soon()));
      await expect.poll(read, { timeout: 60_000, interval: 300 }).toContain('heap:Slipway.Yard');
      expect(await read()).not.toContain('heap:Slipway.Draft');
      // Only a stack holds the boats: copies of them were made, and are none of the program’s.
      for (let i = 0; i < 2; i++) await session.capture(heap, soon());
      const last = await read();
      await session[Symbol.asyncDispose]();
      await using later = await probe.attach(target.app, undefined, soon());
      expect(last).toEqual(addresses(await later.capture(discover, soon())));
      expect(last.filter((one) => one.startsWith('heap:Slipway.Boat'))).toEqual([
        'heap:Slipway.Boat[Auk]',
        'heap:Slipway.Boat[Tern]',
      ]);
    },
  );

  test('.NET 8 has no such walk: the rest goes on, and the notes say so', hour, async () => {
    if (build('game', 'net8.0') === null) return;
    const target = await run(startExample('game', 'net8.0'));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(capture.roots.length).toBeGreaterThan(0);
    expect(capture.notes.join('\n')).toMatch(/The heap was not searched: it takes \.NET 9, and this is 8\./);
    expect(target.isAlive()).toBe(true);
  });

  test('a process that was started with profilers switched off is left alone', async () => {
    const env = { ...process.env, DOTNET_EnableDiagnostics_Profiler: '0' };
    const target = await run(startExample('game', 'default', { env }));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(capture.notes.join('\n')).toContain('started with profilers switched off');
    expect(addresses(capture).filter((one) => one.startsWith('heap:'))).toEqual([]);
    expect(readFileSync(`/proc/${target.app.pid}/maps`, 'utf8')).not.toContain('libsubstrate-heap');
  });

  test(
    'walk upon walk beside a program that allocates: it lives, and nothing of ours stays loaded but the library',
    hour,
    async () => {
      const target = await run(startExample('game'));
      const folder = makeFolder();
      await using session = await createTestProbe(folder).attach(target.app, undefined, soon());
      for (let i = 0; i < (full ? 500 : 30); i++) {
        const capture = await session.capture(heap, soon());
        expect(target.isAlive()).toBe(true);
        expect(at(capture, 'heap:Dungeon.Game', '_hero', 'Name')?.value).toBe('Ada');
      }
      const maps = readFileSync(`/proc/${target.app.pid}/maps`, 'utf8');
      expect(new Set(maps.match(/\/\S*libsubstrate-heap\S*/g))).toHaveProperty('size', 1);
    },
  );

  test('two daemons at once', async () => {
    const target = await run(startExample('game'));
    const folder = makeFolder();
    const sessions = await Promise.all(
      [folder, folder, makeFolder()].map((one) => createTestProbe(one).attach(target.app, undefined, soon())),
    );
    for (let i = 0; i < 3; i++) await Promise.all(sessions.map((session) => session.capture(heap, soon())));
    expect(target.isAlive()).toBe(true);
    const last = await Promise.all(sessions.map((session) => session.capture(poll, soon())));
    for (const capture of last) expect(at(capture, 'heap:Dungeon.Game', '_hero', 'Name')?.value).toBe('Ada');
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
    expect(target.isAlive()).toBe(true);
  });
});
