/** What the runtime knows of a variable and its object is told beside the value. */
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { at, buildProgram, createTestProbe, discover, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

describe.runIf(requireRuntime('clr', missing()))('what is known of a value', () => {
  const run = stoppedAfterEach();

  test('set once, held by all of a class, come since', { timeout: 300_000 }, async () => {
    const target = await run(start(buildProgram('stable', 'Stable')));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const first = await session.capture(discover, soon());
    const yard = (capture: typeof first, ...path: string[]) => at(capture, 'static:Stable.Yard', ...path);
    // A number, a text and a list that are set once; two that are not.
    expect(['Boxes', 'Town', 'Horses', 'Groom', 'Visits'].map((name) => yard(first, name)?.fixed)).toEqual([
      true,
      true,
      true,
      undefined,
      undefined,
    ]);
    // One groom for all five; a name and a feed for each.
    expect(['Owner', 'Name', 'Feed'].map((name) => yard(first, 'Horses', '3', name)?.shared)).toEqual([4, undefined, undefined]);
    expect(yard(first, 'Horses', '4')?.recent).toBeUndefined();
    // The next comes after the collections; from another look on its owner is one of six.
    const bring = { address: 'call:static:Stable.Yard.Bring(String)', parameters: { name: 'foal' }, timeoutMs: 5000 };
    expect(await session.invoke(bring, soon())).toMatchObject({ ok: true });
    const second = await session.capture(poll, soon());
    expect([yard(second, 'Horses', '5')?.recent, yard(second, 'Horses', '5', 'Name')?.recent]).toEqual([true, true]);
    expect(yard(second, 'Horses', '0')?.recent).toBeUndefined();
    expect(yard(second, 'Horses', '0')).toBe(yard(first, 'Horses', '0'));
    // Somebody else's horse: nobody shares any more.
    const hire = { address: 'call:static:Stable.Yard.Hire(String)', parameters: { groom: 'Hedda' }, timeoutMs: 5000 };
    expect(await session.invoke(hire, soon())).toMatchObject({ ok: true });
    expect(await session.invoke(bring, soon())).toMatchObject({ ok: true });
    const third = await session.capture(poll, soon());
    expect(yard(third, 'Horses', '0', 'Owner')?.shared).toBeUndefined();
  });
});
