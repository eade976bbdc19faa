import type { RawCapture, RawNode, RawRoot } from '@substrate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capture, type Literal, root } from '../test/captures.js';
import { interpret } from './interpret.js';
import { type Leaf, recordOf } from './labels.js';
import { formatSchema, parseSchema } from './schema.js';
import { type Interpretation, traceOf } from './trace.js';
import { why } from './why.js';

/** What is served is a function of the application: of what it holds now, whatever was read before and in whatever order. */

const times = process.env.SUBSTRATE_FULL ? 15 : 1;

const word = fc.constantFrom(
  'name',
  'title',
  'status',
  'total',
  'items',
  'cache',
  'flags',
  'STATE_OPEN',
  'options',
  'count',
  'qx',
  'left',
);
const value: fc.Arbitrary<Literal> = fc.oneof(
  fc.constantFrom('Buy milk', 'STATE_OPEN', '/var/log/app.log', '%s of %d', 'java.lang.Object', '#fff', ''),
  fc.integer({ min: -1, max: 9 }),
  fc.boolean(),
  fc.constant(null),
);
const tree: fc.Arbitrary<Literal> = fc.letrec<{ tree: Literal }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    value,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(word, tie('tree'), { maxKeys: 5 }),
  ),
})).tree;

const roots: fc.Arbitrary<RawRoot[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom('cart', 'todos', 'Parser', 'com.acme.Shop.INSTANCE', 'server.js', '__hidden'),
      source: fc.constantFrom('store', 'module', 'component', 'dom', 'static', 'closure', 'instance', 'window'),
      library: fc.boolean(),
      value: tree,
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((list) =>
    list.map(({ name, source, library, value: held }, at) =>
      root(`${source}:${name}#${at}`, source, name, held, library ? { library: 'lib' } : {}),
    ),
  );

/** Served facts by where they are: names are kept by those who had them first, and are no part of this. */
const servedOf = (result: Interpretation): string[] => traceOf(result)!.served.map(({ slot, at }) => `${slot.pattern} ${at}`);
const served = (result: Interpretation): string[] => servedOf(result).sort();

const restarted = (result: Interpretation, given: RawCapture, maxKeys = 2000): Interpretation => {
  const read = parseSchema(formatSchema(result.schema));
  if (!('schema' in read)) throw new Error(read.message);
  return interpret(given, { schema: read.schema, maxKeys });
};

const copied = (given: RawCapture): RawCapture => JSON.parse(JSON.stringify(given)) as RawCapture;

/** What stands by itself, in the order served, with what it is worth in the steps of the order. */
const stepsOf = (result: Interpretation): number[] =>
  traceOf(result)!
    .served.filter(({ slot }) => slot.open === 0 && !/\/#\w+$/.test(slot.pattern))
    .map(({ key }) => Math.round(why(result, key)!.worth / 0.3));

describe('the served set', () => {
  it('is in the order of worth, also when nothing but values changed: the first keys are those worth most', () => {
    const numbers = (given: Literal): Literal =>
      typeof given === 'number'
        ? given + 10
        : Array.isArray(given)
          ? given.map(numbers)
          : given !== null && typeof given === 'object'
            ? Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, numbers(inner as Literal)]))
            : given;
    const later = (one: RawRoot): RawRoot =>
      JSON.parse(JSON.stringify(one), (name, inner) => (name === 'value' ? numbers(inner) : inner));
    fc.assert(
      fc.property(roots, (given) => {
        const first = interpret(capture(given));
        const second = interpret(capture(given.map(later)), { previous: first });
        for (const result of [first, second]) {
          const steps = stepsOf(result);
          expect(steps).toEqual(steps.toSorted((a, b) => b - a));
        }
      }),
      { numRuns: 100 * times },
    );
  });

  it('is the same cold, warm, again and after a restart, in the same order', () => {
    fc.assert(
      fc.property(roots, (list) => {
        const cold = interpret(capture(list));
        const warm = interpret(copied(capture(list)), { previous: cold });
        const again = interpret(capture([...list].reverse()), { previous: warm });
        for (const other of [warm, again, restarted(again, capture(list))])
          expect(Object.keys(other.objects)).toEqual(Object.keys(cold.objects));
      }),
      { numRuns: 60 * times },
    );
  });

  it('does not depend on the order and the parts in which things came', () => {
    fc.assert(
      fc.property(roots, fc.array(fc.nat(2), { minLength: 7, maxLength: 7 }), fc.nat(3), (list, parts, turn) => {
        const cold = interpret(capture(list));
        const split = [0, 1, 2].map((part) => list.filter((_, at) => parts[at] === part));
        const turned = [...split.slice(turn % 3), ...split.slice(0, turn % 3)];
        let last: Interpretation | undefined;
        for (const some of turned) last = interpret(capture(some), last ? { previous: last } : {});
        const warm = interpret(capture(list), { previous: last as Interpretation });
        expect(served(warm)).toEqual(served(cold));
        expect(served(restarted(last as Interpretation, capture(list)))).toEqual(served(cold));
      }),
      { numRuns: 60 * times },
    );
  });

  it('keeps what was served while it exists, whatever comes and goes beside it', () => {
    fc.assert(
      fc.property(roots, fc.array(tree, { minLength: 7, maxLength: 7 }), (list, values) => {
        const one = interpret(capture(list));
        const changed = list.map((given, at) =>
          at % 2
            ? given
            : {
                ...root(given.address, given.source, given.name, values[at] as Literal),
                ...(given.library && { library: 'lib' }),
              },
        );
        const other = interpret(capture(changed), { previous: one });
        const back = interpret(capture(list), { previous: other });
        const trace = traceOf(back)!;
        const gone = new Set(trace.leaves.filter(({ slot }) => slot.entry.sameAs !== undefined).map(({ slot }) => slot.pattern));
        for (const fact of served(one)) if (!gone.has(fact.split(' ')[0] as string)) expect(served(back)).toContain(fact);
      }),
      { numRuns: 60 * times },
    );
  });

  it('keeps a place that was served when it is empty for a while', () => {
    const shelf = (path: string | null) =>
      capture([root('static:a', 'static', 'Shelf', { registry: { bufferOffset: path, cacheMask: 0, lockFlags: 0, hash: 0 } })]);
    const [full, empty] = [shelf('/var/log/shelf/today.log'), shelf(null)];
    const keyOf = (result: Interpretation) => Object.keys(result.objects).find((one) => one.endsWith('buffer_offset'));
    const first = interpret(full);
    expect(keyOf(first)).toBeDefined();
    expect(keyOf(interpret(empty))).toBeUndefined();
    const later = interpret(empty, { previous: first });
    expect(keyOf(later)).toBe(keyOf(first));
    expect(keyOf(restarted(later, empty))).toBe(keyOf(first));
  });

  it('is judged anew while the program comes up, and stays once it has', () => {
    const part = (name: string) => ({ [name]: { shade: 'light grey', level: 7 } });
    const program = (parts: number) =>
      capture([
        root(
          'static:a',
          'static',
          'Desk',
          Object.assign({}, ...[...Array(parts)].map((_, i) => part(`drawer${String.fromCharCode(97 + (i % 26))}${i}`))),
        ),
      ]);
    const [begun, whole] = [program(2), program(60)];
    const cold = served(interpret(whole));
    const early = interpret(begun);
    expect(cold).not.toEqual(expect.arrayContaining(served(early)));
    expect(served(interpret(whole, { previous: early }))).toEqual(cold);
    const after = (first: Interpretation, given: RawCapture): Interpretation => {
      let last = first;
      for (let i = 0; i < 12; i++) last = interpret(i < 6 ? copied(given) : given, { previous: last });
      return last;
    };
    expect(served(interpret(whole, { previous: after(early, begun) }))).toEqual(expect.arrayContaining(served(early)));
    const empty = capture([root('static:b', 'static', 'Shelf', { bufferOffset: null, cacheMask: 0, lockFlags: 0, hash: 0 })]);
    const full = capture([
      root('static:b', 'static', 'Shelf', { bufferOffset: '/var/log', cacheMask: 0, lockFlags: 0, hash: 0 }),
    ]);
    expect(served(interpret(empty, { previous: interpret(full) }))).not.toEqual(served(interpret(empty)));
    expect(served(after(interpret(full), empty))).toEqual(served(interpret(empty)));
    expect(served(interpret(empty, { previous: after(interpret(full), full) }))).toEqual(served(interpret(full)));
  });

  it('is worth what it holds now, not what was met first', () => {
    const list = (note: string | null) =>
      capture([
        root('static:a', 'static', 'Shelf', {
          owner: 'Ada',
          books: [...Array(9)].map((_, i) => ({ note: note && `${note} ${i}` })),
        }),
      ]);
    const key = 'shelf.books[0].note';
    const worth = (result: Interpretation) => why(result, key)?.worth;
    const cold = interpret(list('Ring Ada at noon'));
    const warm = interpret(list('Ring Ada at noon'), { previous: interpret(list(null)) });
    expect(worth(warm)).toBe(worth(cold));
    expect(worth(interpret(list(null)))).toBeLessThan(worth(cold) as number);
  });

  it('has max_keys as its only bound, and what was there before keeps its place', () => {
    const notes = (count: number, name: string) =>
      root(`store:${name}`, 'store', name, Object.fromEntries([...Array(count)].map((_, i) => [`${name}_${i}x`, `Text ${i}`])));
    const many = interpret(capture([notes(900, 'page'), notes(900, 'part')]));
    expect(Object.keys(many.objects)).toHaveLength(1800);
    const one = interpret(capture([notes(90, 'page')]), { maxKeys: 100 });
    const two = interpret(capture([notes(90, 'aside'), notes(90, 'page')]), { previous: one, maxKeys: 100 });
    expect(Object.keys(two.objects)).toHaveLength(100);
    for (const old of Object.keys(one.objects)) expect(two.objects).toHaveProperty([old]);
    expect(
      Object.keys(interpret(capture([notes(90, 'aside'), notes(90, 'page')]), { previous: two, maxKeys: 100 }).objects),
    ).toEqual(Object.keys(two.objects));
    // A restart brings the others first: who came early yields to what was served before.
    const early = interpret(capture([notes(90, 'aside')]), { schema: one.schema, maxKeys: 100 });
    const whole = interpret(capture([notes(90, 'aside'), notes(90, 'page')]), { previous: early, maxKeys: 100 });
    for (const old of Object.keys(one.objects)) expect(whole.objects).toHaveProperty([old]);
  });

  it('tells what comes, where no room is left, before what is worth clearly less', () => {
    const shelf = (value: string | null) =>
      root(
        'instance:b',
        'instance',
        'Shelf',
        Object.fromEntries([...Array(90)].map((_, i) => [`note${i}x`, value && `${value} ${i}`])),
      );
    const letter = root('store:letter', 'store', 'letter', { to: 'Ida', text: 'Ring me at noon', sent: '2026-01-04' });
    const full = interpret(capture([shelf('Lent to')]), { maxKeys: 90 });
    const empty = interpret(capture([shelf(null)]), { previous: full, maxKeys: 90 });
    expect(served(full)).toHaveLength(90);
    expect(served(empty)).toEqual(served(full));
    const opened = interpret(capture([shelf(null), letter]), { previous: empty, maxKeys: 90 });
    expect(opened.objects).toMatchObject({ 'letter.to': 'Ida', 'letter.text': 'Ring me at noon' });
    const closed = interpret(capture([shelf(null)]), { previous: opened, maxKeys: 90 });
    expect(served(closed)).toEqual(served(full));
  });

  it('is what it was when what came for a while has gone, also where the limit is reached', () => {
    fc.assert(
      fc.property(roots, roots, fc.integer({ min: 1, max: 40 }), (list, window, maxKeys) => {
        const alone = capture(list);
        const opened = capture([...list, ...window.map((given) => ({ ...given, address: `opened:${given.address}` }))]);
        const read = (given: RawCapture, cycles: number, last?: Interpretation): Interpretation =>
          cycles === 0 ? last! : read(given, cycles - 1, interpret(copied(given), { ...(last && { previous: last }), maxKeys }));
        const first = read(alone, 14);
        const closed = read(alone, 3, read(opened, 3, first));
        expect(served(closed)).toEqual(served(first));
        expect(served(restarted(closed, alone, maxKeys))).toEqual(served(first));
      }),
      { numRuns: 30 * times },
    );
  });

  it('has whole records only, and says how many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 5, max: 160 }), (length, maxKeys) => {
        const orders = [...Array(length)].map((_, i) => ({
          id: i + 2,
          sku: `S-${i}`,
          open: i % 2 === 0,
          note: i % 3 ? null : 'by hand',
        }));
        const { objects } = interpret(capture([root('store#0', 'store', 'store', { orders, owner: 'Ada' })]), { maxKeys });
        expect(objects['orders.count']).toBe(length);
        const widths = new Map<string, number>();
        for (const key of Object.keys(objects)) {
          const element = /^orders\[\d+\]/.exec(key)?.[0];
          if (element) widths.set(element, (widths.get(element) ?? 0) + 1);
        }
        expect(new Set(widths.values()).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 * times },
    );
  });

  it('has fewer elements rather than half ones, whatever lies in them and beside them', () => {
    const { orders, shelves } = {
      orders: [...Array(30)].map((_, i) => ({
        sku: `S-${i}`,
        customer: { name: `Customer ${i}`, address: { city: 'Oslo', street: `Street ${i}` } },
        lines: [...Array(i % 4)].map((_, at) => ({ article: `Article ${at}`, pieces: at + 2 })),
        paid: i % 2 === 0,
      })),
      shelves: [...Array(20)].map((_, i) => ({ shelf: `Shelf ${i}`, holds: i + 3 })),
    };
    const all = capture([
      root('store#0', 'store', 'store', { orders }),
      root('module:shelves', 'module', 'shelves', shelves),
      root('dom#0', 'dom', 'page', { title: 'Orders', rows: orders.map(({ sku }) => ({ sku, chosen: false })) }),
    ]);
    const unitOf = ({ slot, at }: Leaf): string => `${recordOf(slot)?.pattern}\n${at}`;
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 400 }), (maxKeys) => {
        const { served, rest } = traceOf(interpret(all, { maxKeys }))!;
        expect(served.length).toBeLessThanOrEqual(maxKeys);
        const told = new Set(served.filter(({ slot }) => recordOf(slot)).map(unitOf));
        const chosen = new Set(served.map(({ slot }) => slot));
        const torn = rest.filter((leaf) => !leaf.cut && chosen.has(leaf.slot) && told.has(unitOf(leaf)));
        expect(torn.map(({ key }) => key)).toEqual([]);
      }),
      { numRuns: 60 * times },
    );
  });
});

it('a list says how long it is, though another is as long', () => {
  const shelves = ['Poetry', 'Maps', 'Law'].map((name) => ({ name }));
  const readers = ['Ida', 'Bo', 'Sia'].map((reader) => ({ reader }));
  const { objects } = interpret(
    capture([
      root('global:shelves', 'global', 'shelves', shelves),
      root('dom:readers', 'dom', 'readers', readers, { shown: true }),
    ]),
  );
  expect(objects).toMatchObject({ 'shelves.count': 3, 'readers.count': 3 });
});

it('what a search finds later takes nothing away from what is told already, nor its name', () => {
  const bounds = [{ min_x: 75.25 }, { min_x: 430.5 }, { min_x: 60.75 }];
  const moths = root('closure:/moths', 'closure', 'moths', bounds);
  const found = [
    root('heap:index', 'component', 'index', { children: bounds }, { sought: true }),
    root('heap:moths', 'component', 'moths', { wings: 'worn' }, { sought: true }),
  ];
  const first = interpret(capture([moths]));
  const then = interpret(capture([moths, ...found]), { previous: first });
  expect(Object.keys(then.objects)).toEqual(expect.arrayContaining(Object.keys(first.objects)));
  expect(Object.keys(interpret(capture([moths, ...found])).objects).sort()).toEqual(Object.keys(then.objects).sort());
});

it('what is known late to stand in the code is told no more, however late that is, and in the next run neither', () => {
  const shown = root('global:cells', 'global', 'cells', [{ crop: 'Beans' }, { crop: 'Leeks' }, { crop: 'Kale' }]);
  const marked = (node: RawNode): RawNode => ({
    ...node,
    literal: true,
    ...(node.children && { children: node.children.map(marked) }),
  });
  const functions = (literal: boolean): RawRoot => {
    const parts = [...Array(90)].map(
      (_, i) => [`help${'abcdefghij'[i % 10]}${i}`, { n: `SUM${i}`, d: `Returns part ${i} of a range` }] as const,
    );
    const table = root('module:functions', 'module', 'functions', { menu: Object.fromEntries(parts) });
    return literal ? (marked(table) as RawRoot) : table;
  };
  const early = capture([shown, functions(false)]);
  const late = capture([shown, functions(true)]);
  const known = Object.keys(interpret(late).objects);
  let now = interpret(early);
  expect(Object.keys(now.objects).length).toBeGreaterThan(known.length);
  for (let cycle = 0; cycle < 30; cycle++) now = interpret({ ...early, roots: [...early.roots] }, { previous: now });
  now = interpret(late, { previous: now });
  expect(Object.keys(now.objects).sort()).toEqual([...known].sort());
  expect(Object.keys(interpret(late, { schema: now.schema }).objects).sort()).toEqual([...known].sort());
});

describe('what an action changed', () => {
  const jobs = (shift: number): RawCapture => {
    const idle = { kill: false, active: false, once: false, running: false };
    const job = (by: number): Literal => ({ states: { ...idle, shift: by }, options: { ...idle, shift: 0 } });
    const names = ['noon', 'oil', 'bell', 'dusk', 'dawn', 'tide'];
    const held = Object.fromEntries(names.map((name) => [name, job(name === 'noon' ? shift : 0)]));
    return capture([root('module:jobs', 'module', 'jobs', held)]);
  };
  const told = ({ objects }: Interpretation): unknown[] =>
    Object.entries(objects).flatMap(([key, is]) => (/noon(?!.*options).*shift$/.test(key) ? [is] : []));

  it('is served from then on, unless it changes by itself', () => {
    const before = interpret(jobs(0));
    expect(told(before)).toEqual([]);
    const after = (isRestless: boolean): Interpretation => {
      const previous = interpret(jobs(0));
      return interpret(jobs(-1), { previous, deed: { before: previous, isRestless: () => isRestless } });
    };
    expect(told(after(true))).toEqual([]);
    const done = after(false);
    expect(told(done)).toEqual([-1]);
    expect(told(interpret(jobs(0), { previous: done }))).toEqual([0]);
  });
});
