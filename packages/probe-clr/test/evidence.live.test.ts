/** What the runtime knows of a variable and its object is told beside the value. */
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { at, buildProgram, createTestProbe, discover, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

const minutes = { timeout: 300_000 };

describe.runIf(requireRuntime('clr', missing()))('what is known of a value', () => {
  const run = stoppedAfterEach();
  let program: string | undefined;
  const visit = async () => {
    program ??= buildProgram('stable', 'Stable');
    const target = await run(start(program));
    return createTestProbe().attach(target.app, undefined, soon());
  };

  test('set once, held by all of a class, come since', minutes, async () => {
    await using session = await visit();
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

  test('words of the code that a loop went through are none; of a crowd it is said that there are more', minutes, async () => {
    await using session = await visit();
    const { roots, notes } = await session.capture(discover, soon());
    const told = (name: string) => roots.filter((root) => root.name === name).map((root) => root.value);
    expect(told('stall').sort()).toEqual(['stall of horse 0', 'stall of horse 1']);
    expect(told('gait')).toEqual([]);
    expect(roots.filter((root) => root.name === 'Farrier')).toHaveLength(3);
    expect(notes).toContainEqual(expect.stringContaining('More objects of Stable.Farrier'));
  });

  test('what it was configured with, bytes, and a record that is selected elsewhere', minutes, async () => {
    await using session = await visit();
    const capture = await session.capture(discover, soon());
    const yard = (...path: string[]) => at(capture, 'static:Stable.Yard', ...path);
    expect([yard('Rules', 'Opens')?.value, yard('Rules', 'MostRiders')?.value]).toEqual([expect.stringMatching(/^at \d+$/), 3]);
    expect([yard('Letter')?.value, yard('Page')?.value]).toEqual([expect.stringMatching(/^Dear Ada, \d+$/), 'recto and verso']);
    expect(yard('Seal')).toMatchObject({ kind: 'omitted', omitted: 'binary', size: 300, value: 'fefefefefefefefe' });
    expect([yard('Favourite', 'Name')?.value, yard('Horses', '1', 'Name')?.value]).toEqual(['horse 1', 'horse 1']);
  });

  test('a record is asked for by its parts, and what returns a sequence answers an array', minutes, async () => {
    await using session = await visit();
    const { actions } = await session.capture(discover, soon());
    const call = (address: string, parameters: Record<string, unknown>) =>
      session.invoke({ address: `call:static:Stable.Yard.${address}`, parameters, timeoutMs: 5000 }, soon());
    expect(await call('Names()', {})).toMatchObject({ ok: true, value: [0, 1, 2, 3, 4].map((one) => `horse ${one}`) });
    const book = actions.find((action) => action.name === 'Book')?.parameters;
    expect(book?.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['day', 'string', true],
      ['Rider', 'string', true],
      ['Hours', 'number', false],
    ]);
    expect(await call('Book(String,Ride)', { day: 'Monday', Rider: 'Ada' })).toMatchObject({ ok: true });
    expect(await call('Book(String,Ride)', { day: 'Friday', ride: { rider: 'Grace', hours: 3 } })).toMatchObject({ ok: true });
    expect(await call('Book(String,Ride)', { day: 'Sunday' })).toMatchObject({
      ok: false,
      dispatched: false,
      message: "'Rider' is missing.",
    });
    const after = await session.capture(poll, soon());
    const ride = (day: string) => at(after, 'static:Stable.Yard', 'Rides', day)?.children?.map((part) => part.value);
    expect([ride('Monday'), ride('Friday'), ride('Sunday')]).toEqual([['Ada', 1], ['Grace', 3], undefined]);
  });

  test('what the elements of a collection can do is offered once, with a word for which is meant', minutes, async () => {
    await using session = await visit();
    const { actions } = await session.capture(discover, soon());
    const [sell, rests] = ['Sell', 'Rests'].map((name) =>
      actions.filter((action) => action.name === name && action.address.includes('/*')),
    );
    expect([sell?.length, rests?.length]).toEqual([1, 1]);
    expect(sell?.[0]?.parameters.map(({ name, type }) => [name, type])).toEqual([
      ['which', 'string'],
      ['to', 'string'],
    ]);
    const call = (action: typeof sell, parameters: Record<string, unknown>) =>
      session.invoke({ address: action?.[0]?.address ?? '', parameters, timeoutMs: 5000 }, soon());
    expect(await call(sell, { which: '3', to: 'Hedda' })).toMatchObject({ ok: true, value: 'Hedda' });
    expect(await call(rests, { which: 'horse 1', value: true })).toMatchObject({ ok: true });
    // Three belong to one groom still, and there is no eleventh.
    expect((await call(sell, { which: 'Hedda', to: 'Ada' })).ok).toBe(true);
    expect(await call(sell, { which: '10', to: 'Ada' })).toMatchObject({ ok: false, dispatched: false, reason: 'bad_parameter' });
    const after = await session.capture(poll, soon());
    const horses = (part: string) =>
      [0, 1, 2, 3, 4].map((i) => at(after, 'static:Stable.Yard', 'Horses', String(i), part)?.value);
    expect(horses('Rests')).toEqual([false, true, false, false, false]);
    expect(horses('Owner')[3]).toBe('Ada');
    const groom = horses('Owner')[0];
    expect(await call(sell, { which: groom, to: 'Ada' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('4 elements hold'),
    });
  });
});
