import type { CaptureBudget, RawNode } from '@substrate/core';
import { describe, expect, test, vi } from 'vitest';
import { readerParts } from '../../../test/page-parts.js';

const readerWith = (limits: Partial<CaptureBudget> = {}) =>
  readerParts({ maxNodes: 1000, maxDepth: 8, maxString: 50, maxElements: 5, ...limits });
const plain = (node: RawNode | null): unknown => {
  if (!node) return undefined;
  if (node.kind === 'value') return node.value;
  if (node.kind === 'omitted') return `<${node.omitted}>`;
  if (node.kind === 'list') return (node.children ?? []).map(plain);
  return Object.fromEntries((node.children ?? []).map((child) => [child.name, plain(child)]));
};
const read = (value: unknown): unknown => plain(readerWith().values.read('it', value));

describe('values', () => {
  test.each(['Map', 'Set', 'Date', 'URL', 'Number', 'WeakMap'])('what only calls itself a %s is told as what it is', (tag) => {
    class Records {
      length = 2;
      first = { name: 'Ines' };
      get [Symbol.toStringTag](): string {
        return tag;
      }
    }
    expect(read({ title: 'Team', people: new Records(), inner: { records: new Records() } })).toEqual({
      title: 'Team',
      people: { length: 2, first: { name: 'Ines' } },
      inner: { records: { length: 2, first: { name: 'Ines' } } },
    });
  });

  test('what lies behind a field without a name belongs to its owner', () => {
    expect(read({ _: { 1: { text: 'Rent' } }, len: 100 })).toEqual({ 1: { text: 'Rent' }, len: 100 });
  });

  test('what lies near the top is told before anything deeper, however much that is', () => {
    const { values } = readerWith({ maxNodes: 60 });
    const branch = { list: Array.from({ length: 5 }, (_, i) => ({ a: i, b: i, c: { d: i, e: { f: i } } })) };
    const value = { first: branch, second: { ...branch }, modules: { page: { size: 5, number: 2 } } };
    values.attempt(30);
    const node = plain(values.read('it', value, { once: 'all', wholeTo: 4 })) as { modules: unknown };
    expect(node.modules).toEqual({ page: { size: 5, number: 2 } });
  });

  test.each([
    ['list', (blocks: object[]): object => blocks],
    ['map', (blocks: object[]): object => new Map(blocks.map((block, at) => [`b${at}`, block]))],
    ['record of ids', (blocks: object[]): object => ({ ...blocks })],
  ])('what a %s near the top holds is told there, whatever else leads to it', (_, kept) => {
    const block = (text: string) => ({
      text,
      size: { width: 1, height: 2, left: 3, top: 4 },
      style: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 },
    });
    const blocks = [block('Decide'), block('Repeat')];
    const links = [{ from: { block: blocks[0] }, to: { block: blocks[1] } }];
    const part = () => ({ links, blocks: kept(blocks) });
    type Told = Record<'links' | 'blocks', object>;
    const node = plain(readerWith().values.read('it', part(), { once: 'large' })) as Told;
    const { body } = plain(readerWith().values.read('it', { body: part() }, { once: 'large' })) as { body: Told };
    for (const told of [node, body]) {
      expect(Object.values(told.blocks).map(({ text }) => text)).toEqual(['Decide', 'Repeat']);
      expect(told.links).toEqual([]);
    }
  });

  test('what nobody chose is left out: options that are as the class has them by default', () => {
    const usual = {
      mode: 'local',
      size: 10,
      delay: 300,
      layout: 'fit',
      index: 'id',
      order: 'top',
      wrap: true,
      retry: 3,
      sort: false,
    };
    class Grid {
      static readonly defaultOptions = usual;
      readonly options: object = { ...usual, size: 5 };
      readonly rows = ['a', 'b'];
    }
    const seen = (value: object) => plain(readerWith().values.read('it', value, { once: 'all' }));
    expect(seen(new Grid())).toEqual({ options: { size: 5 }, rows: ['a', 'b'] });
    const many = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`option${i}`, i]));
    class Registry {
      readonly registeredDefaults = many;
    }
    class Table {
      readonly registry = new Registry();
      readonly options: object = { ...many, option3: 'ours' };
    }
    expect(seen(new Table())).toMatchObject({ options: { option3: 'ours' } });
    expect(seen(new Table())).not.toMatchObject({ options: { option4: 4 } });
    // Something else with a table of its own beside it is not measured by that.
    expect(seen({ other: { ...usual, x: 1 }, rows: ['a'] })).toMatchObject({ other: { mode: 'local', x: 1 } });
  });

  test('tables, presets and other ways to what was told are left out of what is no store', () => {
    const names = ['abs', 'ceil', 'floor', 'max', 'min', 'pow', 'round', 'sqrt'];
    const ids = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    const value = {
      items: ids,
      byId: { a: ids[0], b: ids[1], c: ids[2] },
      functions: Object.fromEntries(names.map((name) => [name, name.toUpperCase()])),
      locales: Object.fromEntries(['de', 'en', 'es', 'fr', 'it', 'nb', 'nl', 'pt_BR'].map((tongue) => [tongue, { yes: tongue }])),
      options: { size: 5 },
      defaultOptions: { size: 10 },
    };
    const told = { items: ids, options: { size: 5 } };
    expect(plain(readerWith().values.read('it', value, { once: 'all' }))).toEqual(told);
    expect(plain(readerWith().values.read('it', value))).toMatchObject({
      byId: { a: { id: 'a' } },
      defaultOptions: { size: 10 },
    });
  });

  test('tables of looks and manuals are left out, records that can do something are not', () => {
    const many = <T>(of: (i: number) => T, length = 12): Record<string, T> =>
      Object.fromEntries(Array.from({ length }, (_, i) => [`field${i}`, of(i)]));
    const value = {
      style: { ...many((i) => `rgba(${i}, 0, 0, 1)`), border: 'solid 1px black', font: '16px serif' },
      icons: many((i) => `<${i % 2 ? 'svg' : 'symbol'} id="${i}">\n<path d="M0 0"/></svg>`),
      css: { ...many((i) => `sd-part__text--${i}`), title: 'sd-title sd-page__title' },
      commands: many((i) => ({ name: `command ${i}`, exec: () => i })),
      cards: [{ title: 'Rent the stage', click: () => 0 }],
      names: many((i) => `Ada ${i}`),
    };
    const told = { cards: [{ title: 'Rent the stage' }], names: value.names };
    expect(plain(readerWith().values.read('it', value, { once: 'all' }))).toEqual(told);
    // A store keeps what can be done, too, and no looks either.
    const { css, ...kept } = plain(readerWith().values.read('it', value)) as Record<string, unknown>;
    expect(css).toBeUndefined();
    expect(kept).toMatchObject({ commands: { field0: { name: 'command 0' } } });
  });

  test('what the browser knows as styles is left out, and so are the words that a program can say', () => {
    const known = new Set(['font-size', 'line-height', 'color', 'padding-inline']);
    // As the browser's own is: a function that shows no source.
    const supports = ((name: string, text: string) => known.has(name) && !text.includes('!')).bind(null);
    Object.assign(globalThis, { CSS: { supports } });
    try {
      const value = {
        looks: { root: { fontSize: 'var(--sm)', '--gap': 1 }, label: { '@media print': { color: 'red', lineHeight: '1' } } },
        parcel: { color: 'red', weight: 3, to: 'Ada' },
        words: {
          logOut: 'Log out',
          pickFiles: 'Pick files',
          noMoreFiles: 'No more files allowed',
          tooLarge: '%{file} is larger than %{size}',
          openFolder: 'Open folder %{name}',
          resetSearch: 'Reset search',
          pleaseWait: 'Please wait',
          authError: 'Auth error',
        },
        people: {
          firstName: 'Ada',
          lastName: 'Byron',
          homeTown: 'London',
          workPlace: 'Ockham',
          petName: 'Puff',
          a: 'b',
          c: 'd',
          e: 'f',
        },
      };
      const told = { parcel: value.parcel, people: value.people };
      expect(plain(readerWith().values.read('it', value, { once: 'all' }))).toEqual(told);
      expect(plain(readerWith().values.read('it', value))).toEqual(told);
    } finally {
      Reflect.deleteProperty(globalThis, 'CSS');
    }
  });

  test('cells are called by the headings beside their rows, and drawn elements are left out', () => {
    const cell = (text: string) => ({ text, order: 1 });
    const value = {
      headings: [{ text: 'Part' }, { text: 'Price' }],
      data: [{ cells: [cell('Chain'), cell('18.9')] }, { cells: [cell('Bell'), cell('6.25')] }],
      drawn: { nodeName: 'TABLE', childNodes: [{ nodeName: 'TR', childNodes: [] }] },
    };
    expect(plain(readerWith().values.read('it', value, { once: 'all' }))).toEqual({
      headings: value.headings,
      data: [{ cells: { Part: cell('Chain'), Price: cell('18.9') } }, { cells: { Part: cell('Bell'), Price: cell('6.25') } }],
    });
    const rows = [
      ['Ada', 3],
      ['Bo', 5],
    ];
    expect(read({ columns: ['Name', 'Points'], rows })).toMatchObject({ rows: [{ Name: 'Ada', Points: 3 }, { Name: 'Bo' }] });
    expect(read({ columns: ['Name', 'Points', 'Rank'], rows })).toMatchObject({ rows });
    const series = [
      { label: 'Bicycles', data: [412, 518] },
      { label: 'Helmets', data: [120, 155] },
    ];
    expect(read({ labels: ['Q1', 'Q2'], series })).toMatchObject({ series });
  });

  test('a record that is the chosen one stays in its list', () => {
    const mails = [{ subject: 'Re: Q1' }, { subject: 'Lunch' }, { subject: 'Tax' }];
    const chosen = { open: mails[1], mails };
    expect(plain(readerWith().values.read('it', chosen, { once: 'all' }))).toMatchObject({ mails });
    expect(plain(readerWith().values.read('it', { mails }, { elsewhere: new Set([mails[0]]) }))).toEqual({ mails });
    // The same list in another order is told once.
    const sorted = { mails, sorted: [...mails].reverse() };
    expect(plain(readerWith().values.read('it', sorted, { once: 'all' }))).toEqual({ mails, sorted: [] });
  });

  test('the way from a part back to its whole is not gone', () => {
    class Group {
      title = 'Team';
    }
    const item = { name: 'Launch', parent: new Group() };
    expect(plain(readerWith().values.read('it', { item }, { once: 'all' }))).toEqual({ item: { name: 'Launch' } });
    const category = { name: 'Tea', parent: { name: 'Drinks' } };
    expect(plain(readerWith().values.read('it', { category }, { once: 'all' }))).toEqual({ category });
  });

  test('owners and subscribers are told where they are data, not where they are wiring', () => {
    const data = { owner: 'Ada', subscribers: ['bob@example.com'], scheduler: { name: 'nightly' }, listeners: 3 };
    expect(read({ task: data })).toEqual({ task: data });
    const wired = { owner: { fn: () => 1, owned: null }, subscribers: [() => 1], listeners: new Set([1]), total: 3 };
    expect(read({ task: wired })).toEqual({ task: { total: 3 } });
  });

  test('a map beyond its limit is told with its size, which is no want of budget', () => {
    const { meter, values } = readerWith();
    const map = new Map(Array.from({ length: 9 }, (_, at) => [`k${at}`, at]));
    const node = values.read('it', { map });
    expect(node?.children?.[0]).toMatchObject({ kind: 'map', size: 9 });
    const dictionary = values.read('it', { by: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`id ${at}`, at])) });
    expect(dictionary?.children?.[0]).toMatchObject({ kind: 'map', size: 9 });
    expect(meter.lost).toBe(0);
  });

  test('an object is told where it is nearest to the top', () => {
    const rows = { total: 3, first: { name: 'Ada' } };
    expect(read({ columns: { one: { cell: { row: rows } } }, rows })).toEqual({ rows: { total: 3, first: { name: 'Ada' } } });
  });

  class Cart {
    items = [1, 2];
    #hidden = 3;
    get total(): number {
      throw new Error('a getter ran');
    }
    peek(): number {
      return this.#hidden;
    }
  }
  test.each<[string, unknown, unknown]>([
    ['primitives', { a: 1, b: 'x', c: null, d: Number.NaN, e: 12n }, { a: 1, b: 'x', c: null, d: null, e: 12 }],
    ['functions and nothing', { f: () => 1, u: undefined, k: 1 }, { k: 1 }],
    ['dates', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['maps and sets', { m: new Map([['x', 1]]), s: new Set([2]) }, { m: { x: 1 }, s: [2] }],
    [
      'a map by objects',
      new Map<unknown, unknown>([
        [{ name: 'lobby' }, 3],
        [{ seat: 'A1' }, 5],
        [7, 8],
      ]),
      { lobby: 3, '#1': { key: { seat: 'A1' }, value: 5 }, 7: 8 },
    ],
    ['a map by secrets', { sessions: new Map([['0a1b2c3d', { user: 'ada' }]]) }, { sessions: { '#0': { user: 'ada' } } }],
    ['pairs of the platform', { query: new URLSearchParams('a=1&a=2') }, { query: { a: '1', 'a#1': '2' } }],
    [
      'an error with more',
      { e: Object.assign(new Error('full'), { code: 'ENOSPC' }) },
      { e: { message: 'full', code: 'ENOSPC' } },
    ],
    ['bytes', { b: new Uint8Array(4) }, { b: '<binary>' }],
    ['no getter', new Cart(), { items: [1, 2] }],
    ['a signal of Svelte', { f: 0, v: { n: 1 }, reactions: null, equals: () => true }, { n: 1 }],
    ['a signal of Solid', { value: 5, observers: null, observerSlots: null }, 5],
    ['a subject of RxJS', { _value: { q: 1 }, observers: [], closed: false }, { q: 1 }],
    ['a model of Backbone', { attributes: { title: 't' }, cid: 'c1', _events: {} }, { title: 't' }],
    ['a fiber', { k: 1, f: { memoizedProps: {}, stateNode: null } }, { k: 1 }],
    ['a mostly empty grid', Array.from({ length: 30 }, (_, i) => (i === 7 ? 'x' : null)), ['x']],
    [
      'secrets by name',
      { apiToken: 'abc', password: 'p', tokens: 3 },
      { apiToken: '[redacted]', password: '[redacted]', tokens: 3 },
    ],
    ['secrets by shape', { note: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2ln' }, { note: '[redacted]' }],
  ])('%s', (_name, value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  test('a circle ends', () => {
    const a: Record<string, unknown> = { n: 1 };
    a.self = a;
    expect(read(a)).toEqual({ n: 1 });
  });

  test('data that Vue 2 made reactive is read through its own getters, other getters are not', () => {
    const data = Object.defineProperty({}, '__ob__', { value: { dep: {} }, enumerable: false });
    Object.defineProperty(data, 'shown', { enumerable: true, get: () => 4 });
    expect(read(data)).toEqual({ shown: 4 });
  });

  test('an observable of MobX is read from its administration', () => {
    const admin = { values_: new Map([['count', { value_: 2 }]]) };
    expect(read({ [Symbol('mobx administration')]: admin })).toEqual({ count: 2 });
  });

  test('what calls itself a map and is none is read by its fields', () => {
    class Shelf {
      readonly jars = new Map([['honey', 3]]);
      get [Symbol.toStringTag](): string {
        return 'Map';
      }
    }
    expect(read({ shelf: new Shelf(), empty: Object.create(Map.prototype) as object })).toEqual({
      shelf: { jars: { honey: 3 } },
    });
  });

  test('of what the application made, things of a library that lead far are told by their own values in lists, and not at all in fields', () => {
    const [A, B, C, D, E, F, G] = Array.from({ length: 7 }, () => class {}) as (new () => object)[];
    const machine = (name: string) => {
      const parts = [A, B, C, D, E, F].map((Part, at) => [`part${at}`, Object.assign(new (Part as new () => object)(), { at })]);
      return Object.assign(new (G as new () => object)(), { name, ...Object.fromEntries(parts) });
    };
    const made = { fishes: [machine('Pike'), machine('Perch')], view: machine('stage'), casts: 3 };
    const { values } = readerWith();
    expect(plain(values.read('it', made, { isOwn: true }))).toEqual({ fishes: [{ name: 'Pike' }, { name: 'Perch' }], casts: 3 });
    expect(plain(values.read('it', made))).toMatchObject({ view: { name: 'stage', part0: { at: 0 } } });
  });

  test('the budget is kept', () => {
    const { meter, values } = readerWith({ maxNodes: 20 });
    const node = values.read(
      'it',
      Array.from({ length: 100 }, () => ({ a: 1, b: 2 })),
    );
    const count = (each: RawNode): number => 1 + (each.children ?? []).reduce((sum, child) => sum + count(child), 0);
    expect(count(node as RawNode)).toBeLessThanOrEqual(20);
    expect(node?.size).toBe(100);
    expect(meter.nodes).toBeGreaterThanOrEqual(0);
    expect(plain(readerWith().values.read('it', 'y'.repeat(60)))).toBe(`${'y'.repeat(49)}…`);
    expect(plain(readerWith({ maxDepth: 2 }).values.read('it', { a: { b: 1 } }))).toEqual({ a: '<depth>' });
  });
});

test('what has very many parts is not gone through: buffers, dictionaries, lists, maps and sets', () => {
  const asked = vi.spyOn(Object, 'keys');
  const described = vi.spyOn(Object, 'getOwnPropertyDescriptor');
  const many = 50_000;
  try {
    const { values } = readerWith();
    const bytes = new Uint8Array(1 << 20);
    const crowd = Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, at]));
    const items = Array.from({ length: many }, (_, at) => at);
    described.mockClear();
    for (let poll = 0; poll < 3; poll++) {
      expect(values.read('bytes', bytes)).toMatchObject({ omitted: 'binary', size: 1 << 20 });
      expect(values.read('crowd', crowd)).toMatchObject({ kind: 'map', size: many });
      expect(values.read('list', items)).toMatchObject({ kind: 'list', size: many });
      expect(values.read('holes', new Array(many))).toMatchObject({ kind: 'list', size: many });
      expect(values.read('set', new Set(items))).toMatchObject({ kind: 'list', size: many });
      expect(values.read('map', new Map(items.map((at) => [at, at])))).toMatchObject({ kind: 'map', size: many });
      expect(values.names(items)).toEqual([]);
    }
    expect(asked.mock.calls.filter(([value]) => value === bytes)).toHaveLength(0);
    expect(asked.mock.calls.filter(([value]) => value === crowd)).toHaveLength(1);
    // Three polls of six things with fifty thousand parts each.
    expect(described.mock.calls.length).toBeLessThan(2 * many);
  } finally {
    asked.mockRestore();
    described.mockRestore();
  }
});
