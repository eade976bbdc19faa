import { expect, test } from 'vitest';
import { roomParts } from '../../../test/page-parts.js';

/** A place of more than its share: how it is read is planned. */
const large = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `part${i}`,
    { list: Array.from({ length: 30 }, (_, j) => ({ a: i, b: j, c: { d: `${i} ${j}`, e: { f: j, g: { h: i } } } })) },
  ]),
);

test('what is read does not depend on how busy the machine was at the first reading', () => {
  const read = (guards: readonly number[]): string => {
    const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
    let last: unknown;
    for (const guardMs of guards) {
      collector.reset();
      collector.place({ address: 'global:large', name: 'large', source: 'global', value: large });
      meter.start(meter.limits);
      meter.slice(Number.POSITIVE_INFINITY, guardMs);
      const [place] = collector.ordered();
      do last = place && collector.read(place);
      while (last === 'again');
    }
    return JSON.stringify(last);
  };
  const quiet = read([60_000, 60_000]);
  expect(quiet).toContain('part11');
  for (const busyMs of [0, 0.2, 0.5, 1, 2, 4]) expect(read([busyMs, 60_000, 60_000])).toBe(quiet);
});

test('what is read does not depend on how little there was at the first reading', () => {
  const read = (values: readonly object[]): string => {
    const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
    let last: unknown;
    for (const value of values) {
      collector.reset();
      collector.place({ address: 'global:large', name: 'large', source: 'global', value });
      meter.start(meter.limits);
      const [place] = collector.ordered();
      do last = place && collector.read(place);
      while (last === 'again');
    }
    return JSON.stringify(last);
  };
  const half = Object.fromEntries(Object.entries(large).slice(0, 6));
  for (const early of [{ part0: 'soon' }, half]) expect(read([early, large, large])).toBe(read([large]));
});

test('the same place tells an object, in whichever order places are read', () => {
  const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
  const shared = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, { of: i }]));
  const read = (backwards: boolean, isThere = true): Record<string, unknown> => {
    collector.reset();
    collector.place({
      address: 'global:plan',
      name: 'plan',
      source: 'global',
      value: { title: 'Plan', ...(isThere && { shared }) },
    });
    collector.place({ address: 'global:view', name: 'view', source: 'global', value: { title: 'View', shown: { shared } } });
    meter.start(meter.limits);
    const places = collector.ordered();
    const told = new Map((backwards ? places.toReversed() : places).map((place) => [place.address, collector.read(place)]));
    return Object.fromEntries(places.map(({ address }) => [address, told.get(address)]));
  };
  const inOrder = read(false);
  expect(JSON.stringify(inOrder['global:plan'])).toContain('field29');
  expect(JSON.stringify(inOrder['global:view'])).not.toContain('field29');
  expect(read(true)).toEqual(inOrder);
  // What is nobody's any more is told by the next that holds it, once that is seen.
  read(false, false);
  expect(JSON.stringify(read(true, false)['global:view'])).toContain('field29');
});

test('what only the heap leads to tells nothing again, however little it is', () => {
  const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
  const target = { title: 'Luna moth', bounds: { left: 12, right: 48 } };
  collector.place({ address: 'closure:/items', name: 'items', source: 'closure', value: [{ target }] });
  collector.place({
    address: 'heap:index',
    name: 'index',
    source: 'component',
    value: { height: 1, children: [{ left: 12, target }] },
  });
  meter.start(meter.limits);
  const told = collector.ordered().map((place) => JSON.stringify(collector.read(place)));
  expect(told[0]).toContain('Luna moth');
  expect(told[1]).toContain('height');
  expect(told[1]).not.toContain('Luna moth');
});

test.each([2000, 6000, 9000])('what there is too much work for is told the same in every reading: %i', (work) => {
  const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
  const wide = Object.fromEntries(
    Object.entries(large).map(([name, part]) => [
      name,
      { ...part, ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`unset${i}`, undefined])) },
    ]),
  );
  const readings = Array.from({ length: 5 }, () => {
    collector.reset();
    collector.place({ address: 'store:large', name: 'large', source: 'store', value: { wide, more: [wide, wide] } });
    meter.start(meter.limits);
    const [place] = collector.ordered();
    let last: unknown;
    do {
      meter.slice(work, 60_000);
      last = place && collector.read(place);
    } while (last === 'again');
    return JSON.stringify(last);
  });
  expect(new Set(readings).size).toBe(1);
});

test('presets of what was read are left out, and two of a kind are none', () => {
  const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
  const fields = (value: (at: number) => unknown) =>
    Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`field${i}`, value(i)]));
  const values = {
    live: fields((i) => (i < 4 ? `chosen ${i}` : i)),
    presets: fields((i) => i),
    other: fields((i) => i * 100 + 7),
  };
  for (const [name, value] of Object.entries(values))
    collector.place({ address: `closure:/${name}`, name, source: 'closure', value });
  meter.start(meter.limits);
  const told = collector.ordered().map((place) => collector.read(place));
  expect(told.map((root) => (typeof root === 'object' ? (root?.name ?? null) : root))).toEqual(['live', null, 'other']);
});

test('of what is no state nothing is missing', () => {
  const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
  const texts = (from: number) =>
    Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`said${from}x${i}`, `In words: ${i}`]));
  const help = { parts: Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`part${i}`, texts(i)])) };
  const records = {
    orders: Array.from({ length: 190 }, (_, i) => ({ id: i, of: { name: `Customer ${i}`, at: { place: i, row: i } } })),
  };
  const lostOf = (name: string, value: object): number => {
    collector.reset();
    collector.place({ address: `global:${name}`, name, source: 'global', value });
    meter.start(meter.limits);
    const [place] = collector.ordered();
    while (place && collector.read(place) === 'again');
    return meter.lost;
  };
  expect(lostOf('help', help)).toBe(0);
  expect(lostOf('records', records)).toBeGreaterThan(0);
});
