/**
 * A program that is met while it starts is told, once it has come up, under the addresses of one that is first met then; and neither further
 * searches nor another daemon nor another start of the program tell it otherwise.
 */
import type { ProbeSession, RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  buildProgram,
  createTestProbe,
  discover,
  linesOf,
  missing,
  poll,
  type Started,
  soon,
  start,
  stoppedAfterEach,
} from './clr.js';

const heap = { ...discover, mode: 'heap' } as const;
const hour = { timeout: 3_600_000 };

/** Where values are, whatever they are. */
const places = (capture: RawCapture): string[] =>
  [...new Set(linesOf(capture).map((line) => line.split(' = ', 1)[0] as string))].sort();

describe.runIf(requireRuntime('clr', missing()))('a program that is started again', () => {
  const run = stoppedAfterEach();
  let jetty = '';
  let tender = '';

  beforeAll(() => {
    jetty = buildProgram('jetty', 'Jetty');
    tender = buildProgram('tender', 'Tender');
  }, 600_000);

  /** Waits on its way, with most of its state still to come. */
  const begin = (shape: string): Promise<Started> => run(start(shape === 'agents' ? tender : jetty, [shape], { input: '' }));

  const letUp = async ({ child }: Started): Promise<void> => {
    const isUp = new Promise<void>((resolve) => {
      child.stdout?.on('data', (bytes) => String(bytes).includes('up') && resolve());
    });
    child.stdin?.write('\n');
    await isUp;
  };

  const meetLate = async (shape: string): Promise<{ target: Started; told: string[] }> => {
    const target = await begin(shape);
    await letUp(target);
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    await session.capture(discover, soon());
    return { target, told: places(await session.capture(poll, soon())) };
  };

  const staysSo = async (session: ProbeSession, told: readonly string[]): Promise<void> => {
    for (let i = 0; i < 20; i++) expect(places(await session.capture(poll, soon()))).toEqual(told);
    for (let i = 0; i < 4; i++) {
      expect(places(await session.capture(heap, soon()))).toEqual(told);
      expect(places(await session.capture(poll, soon()))).toEqual(told);
    }
  };

  test.for(['services', 'lazily', 'signals', 'console', 'timers', 'cached', 'agents'])(
    'is told as before: %s',
    hour,
    async (shape) => {
      const late = await meetLate(shape);
      expect(late.told.length).toBeGreaterThan(10);
      // Another daemon, which knows it.
      let known: RawCapture['known'];
      {
        await using session = await createTestProbe().attach(late.target.app, undefined, soon());
        known = (await session.capture(discover, soon())).known;
        await staysSo(session, late.told);
      }
      {
        await using session = await createTestProbe().attach(late.target.app, known, soon());
        expect(places(await session.capture(poll, soon()))).toEqual(late.told);
        expect(places(await session.capture(poll, soon()))).toEqual(late.told);
      }
      // Met while it starts, by one that knows it and by one that does not.
      for (const before of [undefined, known]) {
        const target = await begin(shape);
        await using session = await createTestProbe().attach(target.app, before, soon());
        const first = places(await session.capture(before ? poll : discover, soon()));
        expect(first).not.toEqual(late.told);
        await letUp(target);
        await expect
          .poll(async () => places(await session.capture(poll, soon())), { timeout: 60_000, interval: 300 })
          .toEqual(late.told);
        await staysSo(session, late.told);
      }
    },
  );

  test('of objects that only wait, each has the address that it had, whichever came first', hour, async () => {
    const lamps = ['Arch', 'Bell', 'Cape'];
    for (const order of [lamps, lamps.toReversed()]) {
      const target = await run(start(jetty, ['keepers', ...order]));
      await using session = await createTestProbe().attach(target.app, undefined, soon());
      await session.capture(discover, soon());
      const told = linesOf(await session.capture(poll, soon()));
      const named = told.flatMap((line) => /^heap:.*Keeper.*\/lamp = (\w+)/.exec(line)?.[1] ?? []);
      expect(named).toEqual(lamps);
    }
  });
});
