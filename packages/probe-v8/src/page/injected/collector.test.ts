import type { RawNode } from '@substrate/core';
import { expect, test } from 'vitest';
import { roomParts } from '../../../test/page-parts.js';

const partsOf = (...given: Parameters<typeof roomParts>) => {
  const parts = roomParts(...given);
  return { ...parts, toEnd: parts.values.toEnd };
};

/** A place of more than its share: how it is read is planned. */
const large = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `part${i}`,
    { list: Array.from({ length: 30 }, (_, j) => ({ a: i, b: j, c: { d: `${i} ${j}`, e: { f: j, g: { h: i } } } })) },
  ]),
);

test('what is read does not depend on how busy the machine was at the first reading', () => {
  const read = (guards: readonly number[]): string => {
    const { meter, collector, toEnd } = partsOf(() => [], {
      maxNodes: 20_000,
      maxDepth: 12,
      maxElements: 200,
      maxBytes: 10_000_000,
    });
    let last: unknown;
    for (const guardMs of guards) {
      collector.reset();
      collector.place({ address: 'global:large', name: 'large', source: 'global', value: large });
      meter.start(meter.limits);
      meter.slice(Number.POSITIVE_INFINITY, guardMs);
      const [place] = collector.ordered();
      last = place && toEnd(collector.read(place));
    }
    return JSON.stringify(last);
  };
  const quiet = read([60_000, 60_000]);
  expect(quiet).toContain('part11');
  for (const busyMs of [0, 0.2, 0.5, 1, 2, 4]) expect(read([busyMs, 60_000, 60_000])).toBe(quiet);
});

test('what is read does not depend on how little there was at the first reading', () => {
  const read = (values: readonly object[]): string => {
    const { meter, collector, toEnd } = partsOf(() => [], {
      maxNodes: 20_000,
      maxDepth: 12,
      maxElements: 200,
      maxBytes: 10_000_000,
    });
    let last: unknown;
    for (const value of values) {
      collector.reset();
      collector.place({ address: 'global:large', name: 'large', source: 'global', value });
      meter.start(meter.limits);
      const [place] = collector.ordered();
      last = place && toEnd(collector.read(place));
    }
    return JSON.stringify(last);
  };
  const half = Object.fromEntries(Object.entries(large).slice(0, 6));
  for (const early of [{ part0: 'soon' }, half]) expect(read([early, large, large])).toBe(read([large]));
  const otherwise = { ...large, ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`field${i}`, i])) };
  expect(read([otherwise, large, large])).toBe(read([large]));
});

test('the same place tells an object, in whichever order places are read', () => {
  const { meter, collector, toEnd } = partsOf(() => [], {
    maxNodes: 20_000,
    maxDepth: 12,
    maxElements: 200,
    maxBytes: 10_000_000,
  });
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
    const told = new Map(
      (backwards ? places.toReversed() : places).map((place) => [place.address, toEnd(collector.read(place))]),
    );
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

test('what somebody asks for between two readings changes nothing of the next, whichever places had their turn before', () => {
  const { meter, collector, toEnd } = partsOf(() => [], {
    maxNodes: 20_000,
    maxDepth: 12,
    maxElements: 200,
    maxBytes: 10_000_000,
  });
  const rows = Array.from({ length: 5 }, (_, i) => ({ row: i }));
  const read = (turns: readonly number[]): string[] => {
    collector.reset();
    collector.place({ address: 'global:plan', name: 'plan', source: 'global', value: { title: 'Plan' } });
    collector.place({ address: 'global:view', name: 'view', source: 'global', value: { title: 'View', rows } });
    meter.start(meter.limits);
    const places = collector.ordered();
    return turns.map((turn) => JSON.stringify(toEnd(collector.read(places[turn] as (typeof places)[number]))));
  };
  const [plan, view] = read([0, 1]);
  read([0]);
  const asked = toEnd(collector.readAt('global:view', ['rows'], { from: 1, limit: 2 }));
  expect(asked?.children?.map(({ name }) => name)).toEqual(['1', '2']);
  expect(read([1, 0])).toEqual([view, plan]);
});

test('what only the heap leads to tells nothing again, however little it is', () => {
  const { meter, collector, toEnd } = partsOf(() => [], {
    maxNodes: 20_000,
    maxDepth: 12,
    maxElements: 200,
    maxBytes: 10_000_000,
  });
  const target = { title: 'Luna moth', bounds: { left: 12, right: 48 } };
  collector.place({ address: 'closure:/items', name: 'items', source: 'closure', value: [{ target }] });
  collector.place({
    address: 'heap:index',
    name: 'index',
    source: 'component',
    value: { height: 1, children: [{ left: 12, target }] },
  });
  meter.start(meter.limits);
  const told = collector.ordered().map((place) => JSON.stringify(toEnd(collector.read(place))));
  expect(told[0]).toContain('Luna moth');
  expect(told[1]).toContain('height');
  expect(told[1]).not.toContain('Luna moth');
});

test('what grew much is told at once as if it had always been so large', () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({ id: i, customer: `Customer ${i}`, amount: i * 3, status: 'open' }));
  const small = { columns: [{ field: 'id' }], filters: { status: 'open' } };
  const read = (values: readonly object[]): string => {
    const { meter, collector, toEnd } = partsOf(() => [], { maxNodes: 20_000, maxElements: 200, maxBytes: 10_000_000 });
    let last: unknown;
    for (const value of values) {
      collector.reset();
      collector.place({ address: 'heap:grid', name: 'grid', source: 'component', value });
      meter.start(meter.limits);
      const [place] = collector.ordered();
      last = place && toEnd(collector.read(place));
    }
    return JSON.stringify(last);
  };
  const grown = { ...small, model: { rows } };
  expect(read([small, grown])).toBe(read([grown]));
});

test.each([2000, 6000, 9000])('what there is too much work for is told the same in every reading: %i', (work) => {
  const { meter, collector, toEnd } = partsOf(() => [], {
    maxNodes: 20_000,
    maxDepth: 12,
    maxElements: 200,
    maxBytes: 10_000_000,
  });
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
    return JSON.stringify(place && toEnd(collector.read(place, { work, guardMs: 60_000 })));
  });
  expect(new Set(readings).size).toBe(1);
});

test('presets of what was read are left out, and two of a kind are none', () => {
  const { meter, collector, toEnd } = partsOf(() => [], {
    maxNodes: 20_000,
    maxDepth: 12,
    maxElements: 200,
    maxBytes: 10_000_000,
  });
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
  const told = collector.ordered().map((place) => toEnd(collector.read(place)));
  expect(told.map((root) => (typeof root === 'object' ? (root?.name ?? null) : root))).toEqual(['live', null, 'other']);
});

test('of what is no state nothing is missing', () => {
  const { meter, collector, toEnd } = partsOf(() => [], {
    maxNodes: 20_000,
    maxDepth: 12,
    maxElements: 200,
    maxBytes: 10_000_000,
  });
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
    if (place) toEnd(collector.read(place));
    return meter.lost;
  };
  expect(lostOf('help', help)).toBe(0);
  expect(lostOf('records', records)).toBeGreaterThan(0);
});

/** Reads all places to their end, with so much work in each part; `between` is what the page does meanwhile. */
const inParts = (places: Readonly<Record<string, unknown>>, work: number, between: (part: number) => void = () => {}) => {
  const { meter, collector } = roomParts(() => [], { maxNodes: 20_000, maxDepth: 12, maxElements: 200, maxBytes: 10_000_000 });
  const told: unknown[] = [];
  let parts = 0;
  // Plans are made in the first reading.
  for (let i = 0; i < 2; i++) {
    collector.reset();
    for (const [name, value] of Object.entries(places))
      collector.place({ address: `store:${name}`, name, source: name === 'store' ? 'store' : 'global', value });
    for (let at = 0; 'store' in places && at < 40; at++)
      collector.component({ library: 'Test', name: 'Row', fields: { at, cells: [{ text: `cell ${at}` }, { text: 'other' }] } });
    meter.start(meter.limits);
    for (const place of collector.ordered()) {
      const reading = collector.read(place, { work: 14_400, guardMs: 60_000 });
      for (;;) {
        meter.turn(work, Number.POSITIVE_INFINITY);
        const { done, value } = reading.next();
        if (done) told.push([value, meter.nodes, meter.lost, meter.bytes]);
        if (done) break;
        between(++parts);
      }
    }
  }
  return { told, text: JSON.stringify(told), parts };
};

class Desk {
  name = 'North';
  options = { colour: 'red', wide: true };
  next = { of: new Map([['a', { deep: { deeper: [1, 2] } }]]) };
}

const shapes: Readonly<Record<string, unknown>> = {
  large,
  store: { orders: Array.from({ length: 300 }, (_, i) => ({ id: i, lines: [{ sku: `s${i}`, count: i % 7 }] })), chosen: 7 },
  records: new Map(Array.from({ length: 60 }, (_, i) => [`id ${i}`, { name: `name ${i}`, tags: new Set([{ a: i }, { b: i }]) }])),
  table: { columns: ['Name', 'Amount'], rows: Array.from({ length: 50 }, (_, i) => [`tea ${i}`, { of: i }]) },
  grid: Array.from({ length: 90 }, (_, i) => (i % 3 ? null : { filled: i })),
  deep: Array.from({ length: 30 }).reduce((inner, _, i) => ({ [`in${i}`]: inner, at: { i } }), {}),
  desks: [new Desk(), new Desk(), { desk: new Desk(), again: large }],
  wide: Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`field${i}`, { of: i, in: { it: [i] } }])),
};

test.each([1, 40, 700])('what is read in parts is what is read in one go: parts of %i', (work) => {
  const whole = inParts(shapes, Number.POSITIVE_INFINITY);
  expect(whole.parts).toBe(0);
  const { parts, text } = inParts(shapes, work);
  expect(parts).toBeGreaterThan(work < 700 ? 200 : 20);
  expect(text).toBe(whole.text);
});

test('a record that the page changed while it was half read is read again', () => {
  const record = (turn: number) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`part${i}`, { turn, of: { turn, in: [{ turn }] } }]));
  const list = Array.from({ length: 6 }, (_, id) => ({ id, parts: record(0) }));
  // Each time all that a record holds changes at once, in place.
  const { told } = inParts({ list }, 30, (part) => {
    if (part % 9 === 0)
      for (const one of list.flatMap(({ parts }) => Object.values(parts))) {
        one.turn = part;
        one.of.turn = part;
        one.of.in = [{ turn: part }];
      }
  });
  const turnsIn = ({ name, value, children = [] }: RawNode): unknown[] => [
    ...(name === 'turn' ? [value] : []),
    ...children.flatMap(turnsIn),
  ];
  const [root] = told[0] as [{ children: RawNode[] }];
  expect(root.children).toHaveLength(6);
  for (const one of root.children) expect(new Set(turnsIn(one)).size).toBe(1);
});

test('a list that moved while it was half read is told as it is', () => {
  const list = Array.from({ length: 40 }, (_, id) => ({ id, of: { a: { b: id } } }));
  const { told } = inParts({ list }, 60, (part) => {
    if (part === 3) list.unshift({ id: 99, of: { a: { b: 99 } } });
  });
  const [root] = told[0] as [{ children: { children: { value: unknown }[] }[] }];
  expect(root.children.map(({ children }) => children[0]?.value)).toEqual([99, ...Array.from({ length: 40 }, (_, id) => id)]);
});

const rows = Array.from({ length: 80 }, (_, i) => ({ of: { i } }));
const fieldOf = (told: readonly unknown[], name: string) => {
  const [root] = told[0] as [{ children: { name: string; value: unknown; children?: unknown[] }[] }];
  return root.children.find((one) => one.name === name);
};

test('what changes with every part of a reading is no reason to read again, and all else still is', () => {
  const busy = { frame: 0, before: 0, rows, after: 0 };
  const { told, parts } = inParts({ busy }, 20, (part) => {
    busy.frame = part;
    // When the frame is known for what it is.
    if (part === 12) Object.assign(busy, { before: part, after: part });
  });
  expect(fieldOf(told, 'rows')?.children).toHaveLength(80);
  expect(fieldOf(told, 'before')?.value).toBe(12);
  expect(fieldOf(told, 'after')?.value).toBe(12);
  expect(parts).toBeGreaterThan(12);
  expect(parts).toBeLessThan(60);
});

test('what changes in another place with every part of a reading is read as it comes, and in parts', () => {
  const busy = { frames: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`of${i}`, 0])), rows };
  const { told, parts } = inParts({ busy }, 20, (part) => {
    busy.frames[`of${part}`] = part;
  });
  expect(fieldOf(told, 'rows')?.children).toHaveLength(80);
  expect(parts).toBeGreaterThan(12);
  expect(parts).toBeLessThan(80);
});

test('records are told where they stand by themselves, not on things that refer to them', () => {
  const { collector } = partsOf(() => []);
  class Sprite {
    constructor(readonly userData: object) {}
  }
  const boats = [{ name: 'Skua', berth: 4 }];
  collector.place({ address: 'closure:a', name: 'sprites', source: 'closure', value: boats.map((boat) => new Sprite(boat)) });
  collector.place({ address: 'closure:b', name: 'boats', source: 'closure', value: boats });
  expect(collector.ordered().map(({ name }) => name)).toEqual(['boats', 'sprites']);
});
