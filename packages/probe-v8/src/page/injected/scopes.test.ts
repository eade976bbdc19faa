import { expect, test } from 'vitest';
import { roomParts, wordParts } from '../../../test/page-parts.js';
import { lore } from '../rooms/list.js';
import { createScopes } from './scopes.js';
import { createStock } from './stock.js';

const scopesOf = (parts: Pick<ReturnType<typeof roomParts>, 'values' | 'collector' | 'holders'>) =>
  createScopes({
    ...parts,
    stock: createStock(parts),
    methods: { declared: () => undefined },
    ...wordParts(parts.values),
    lore,
  });

const outbox = new Map([['m-9', { to: 'Theo', attempts: 2 }]]);
const chart = { harbour: 'Rotterdam', depth: 7 };
const words = { outbox, chart, render: () => undefined };
const letters = { a: outbox, b: chart, c: () => undefined, render: () => undefined };
/** As Vue makes them. */
const ref = (value: unknown) => ({ __v_isRef: true, _rawValue: value, _value: value });
const refs = { a: ref(3), b: ref({ harbour: 'Oslo' }), c: ref(null), count: ref(7), d: 1, e: 2 };

const placesOf = (description: string, variables: object, libraries: readonly string[]): unknown[] => {
  const { values, collector, holders } = roomParts();
  values.reactive = true;
  values.toEnd(scopesOf({ values, collector, holders }).read([[{ description, object: variables }]], libraries));
  return collector.places.map(({ address }) => address);
};

test.each([
  ['a scope of a page without a framework', 'Closure (start)', words, [], ['closure:start/outbox', 'closure:start/chart']],
  ['a closure beside a framework is its own', 'Closure (start)', words, ['Vue'], []],
  ['a small module beside a framework is the application’s', 'Module', words, ['Vue'], ['module:outbox', 'module:chart']],
  ['names that a build took say nothing', 'Module', letters, [], []],
  ['and a module of them is a bundle', 'Module', letters, ['Vue'], []],
  [
    'a signal needs a name, or something in it that has one',
    'Closure (setup)',
    refs,
    [],
    ['closure:setup/b', 'closure:setup/count'],
  ],
  ['two letters among words are a name', 'Module', { cy: chart, ...words, x: 3 }, [], ['module:cy', 'module:outbox']],
])('%s', (_what, description, variables, libraries, places) => {
  expect(placesOf(description, variables, libraries)).toEqual(places);
});

test('functions are declared as they stand beside the state, and in tables of them', () => {
  const { values, collector, holders } = roomParts();
  const declared: unknown[] = [];
  const methods = { declared: (address: string, name: string) => declared.push([address, name]) };
  const kit = { values, collector, holders, stock: createStock({ values }), methods, ...wordParts(values), lore };
  const commands = { go: () => undefined, take: () => undefined };
  const object = { chart, obey: () => undefined, commands, mixed: { depth: 3, take: () => undefined } };
  values.toEnd(createScopes(kit).read([[{ description: 'Module', object }]], []));
  expect(declared).toEqual([
    ['module:obey()', 'obey'],
    ['module:commands/go()', 'go'],
    ['module:commands/take()', 'take'],
  ]);
});

test('which of two signals by one name is the first does not depend on who was found first', () => {
  const found = (order: readonly object[]): unknown[] => {
    const { values, collector, holders } = roomParts();
    values.reactive = true;
    const scopes = scopesOf({ values, collector, holders });
    const lists = order.map((object) => [{ description: 'Closure (setup)', object }]);
    const functions = order.map(() => () => undefined);
    values.toEnd(scopes.harvest(functions, lists, ['Vue']));
    values.toEnd(scopes.read([], ['Vue']));
    return collector.places.map(({ address, value }) => [address, Object.keys(values.unwrap(value) as object)]);
  };
  const [rooms, guests] = [
    { a: ref({ rooms: 3 }), b: 1 },
    { a: ref({ guests: 4 }), c: 1 },
  ];
  expect(found([rooms, guests])).toEqual(found([guests, rooms]));
  expect(found([rooms, guests])).toEqual([
    ['closure:setup/a', ['guests']],
    ['closure:setup/a~1', ['rooms']],
  ]);
});

test('a store that is a function is found beside the components that call it, and read again', () => {
  const { values, collector, holders } = roomParts();
  const nothing = () => undefined;
  const api = { getState: () => ({ berths: [{ ship: 'Ever' }] }), setState: nothing, subscribe: nothing };
  const useHarbour = Object.assign(() => undefined, api);
  const scopes = scopesOf({ values, collector, holders });
  values.toEnd(scopes.harvest([nothing], [[{ description: 'Closure', object: { useHarbour, a: 1, b: nothing } }]], ['React']));
  const addresses = () => collector.places.map(({ address }) => address);
  expect(addresses()).toEqual(['zustand:berths']);
  collector.reset();
  values.toEnd(scopes.read([], ['React']));
  expect(addresses()).toEqual(['zustand:berths']);
});

test('a function may be called by anything: its closure leads on all the same', () => {
  const { values, collector, holders } = roomParts();
  const inner = () => undefined;
  const odd = Object.defineProperty(() => undefined, 'name', { value: Object.create(null) });
  const list = [{ description: 'Closure (start)', object: { odd, outbox } }];
  const alone = [{ description: 'Closure (wrap)', object: { inner } }];
  const deeper = (functions: readonly unknown[], lists: readonly unknown[]) =>
    values.toEnd(scopesOf({ values, collector, holders }).harvest(functions, lists, [])).deeper;
  expect(deeper([odd, inner], [list, alone])).toEqual([]);
  expect(deeper([odd], [alone])).toEqual([inner]);
});

test('a list under a name that a build took is called after what its records say they are', () => {
  const namesOf = (...types: string[]): unknown[] => {
    const { values, collector, holders } = roomParts();
    const a = types.map((type, at) => ({ type, title: `No. ${at}` }));
    const scopes = scopesOf({ values, collector, holders });
    values.toEnd(scopes.read([[{ description: 'Closure', object: { a, b: 1, c: 2 } }]], []));
    return collector.places.map(({ name }) => name);
  };
  expect(namesOf('Annotation', 'Annotation')).toEqual(['annotations']);
  expect(namesOf('Annotation', 'Note')).toEqual(['items']);
  expect(namesOf('text/plain', 'text/plain')).toEqual(['items']);
});

test('functions beside the state are what the application does, but for those of a bundle', () => {
  const declaredIn = (variables: object): string[] => {
    const { values, collector, holders } = roomParts();
    const found: string[] = [];
    const scopes = createScopes({
      values,
      collector,
      holders,
      stock: createStock({ values }),
      methods: { declared: (address) => found.push(address) },
      ...wordParts(values),
      lore,
    });
    values.toEnd(scopes.read([[{ description: 'Closure (start)', object: variables }]], []));
    return found;
  };
  expect(declaredIn(words)).toEqual(['closure:start/render()']);
  expect(declaredIn(letters)).toEqual([]);
});

test('where a library declares what it gave to the page, all of that scope is its own', () => {
  const crowd = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`helper${i}`, () => i]));
  const scope = (jQuery: unknown) => ({ ...crowd, jQuery, outbox });
  const library = (): void => undefined;
  (globalThis as { jQuery?: unknown }).jQuery = library;
  try {
    expect(placesOf('Closure', scope(library), [])).toEqual([]);
    expect(
      placesOf(
        'Closure',
        scope(() => undefined),
        [],
      ),
    ).toEqual(['closure:/outbox']);
  } finally {
    delete (globalThis as { jQuery?: unknown }).jQuery;
  }
});

test('what the components at the top were declared in is the application’s, whatever framework draws them', () => {
  const { values, collector, holders } = roomParts();
  const scopes = scopesOf({ values, collector, holders });
  const app = (): void => undefined;
  const other = (): void => undefined;
  const list = [{ description: 'Closure', object: words }];
  const inside = [{ description: 'Closure (draw)', object: { draft: { text: 'Ahoy', size: 3 }, drawn: 2 } }];
  collector.tops.add(app);
  values.toEnd(scopes.harvest([app, other], [list, inside], ['React']));
  expect(scopes.kept()).toEqual([app]);
  values.toEnd(scopes.read([list, inside], ['React']));
  expect(collector.places.map(({ address }) => address)).toEqual(['closure:/outbox', 'closure:/chart']);
});

test('a scope of many variables is looked into in parts, each a few of them', () => {
  const { values, collector, holders } = roomParts();
  const listener = () => undefined;
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`entry${i}`, { of: i, open: false }]));
  const looking = scopesOf({ values, collector, holders }).harvest([listener], [[{ description: 'Closure', object: many }]], []);
  let parts = 0;
  while (!looking.next().done) parts++;
  expect(parts).toBeGreaterThan(12);
});

test('the scope of a whole bundle is gone through once, however many functions are in it', () => {
  const { values, collector, holders } = roomParts();
  const scopes = scopesOf({ values, collector, holders });
  const names = Array.from({ length: 640 }, (_, i) => `variable${i}`);
  // The debugger hands out a copy to each, and its names in whichever order.
  const copies = [names, names.toReversed(), names, names].map((all) => Object.fromEntries(all.map((name) => [name, 1])));
  const lists = copies.map((object) => [{ description: 'Closure', object }]);
  const harvest = scopes.harvest(
    copies.map(() => () => undefined),
    lists,
    [],
  );
  let parts = 0;
  while (!harvest.next().done) parts++;
  expect(parts).toBeLessThan(80);
});

test('what is kept is read in parts, too: each a few variables', () => {
  const { values, collector, holders } = roomParts();
  const many = Object.fromEntries(Array.from({ length: 640 }, (_, i) => [`entry${i}`, { of: i, open: false }]));
  const reading = scopesOf({ values, collector, holders }).read([[{ description: 'Closure', object: many }]], []);
  let parts = 0;
  while (!reading.next().done) parts++;
  expect(parts).toBeGreaterThan(20);
  expect(collector.places).toHaveLength(60);
});

test('where a build took the names, what listeners of controls speak of is the application’s, and the rest a library’s', () => {
  class Pond {
    angler = 'Sigrid';
    bait = 'worm';
    casts = 3;
    log = [{ hour: 6, text: 'arrived' }];
  }
  class Ticker {
    name = 'shared';
    speed = 1;
  }
  const [pond, ticker, modes] = [new Pond(), new Ticker(), [{ compare: 'equal', mask: 1 }]];
  // As they stand in a bundle: `t` is a variable of the library, too, and a text says `u`.
  const show = new Function('return function s(){return p.casts}')() as () => void;
  const listener = new Function('return t=>{p.bait=t.target.value,s("u m")}')() as () => void;
  const bundle = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${at}`, at]));
  const told = (ofControls: boolean, rest: object = bundle, description = 'Module', libraries: string[] = []): unknown[] => {
    const { values, collector, holders } = roomParts();
    const scopes = scopesOf({ values, collector, holders });
    const list = [{ description, object: { p: pond, t: ticker, m: modes, u: new Ticker(), s: show, ...rest } }];
    scopes.ofPage([listener], [ofControls]);
    values.toEnd(scopes.harvest([listener], [list], libraries));
    expect(scopes.isSpoken(ticker)).toBe(false);
    if (scopes.kept().length > 0) values.toEnd(scopes.read([list], libraries));
    return collector.places.map(({ address, isOwn }) => [address, isOwn]);
  };
  expect(told(true)).toEqual([['module:p', true]]);
  // A library may bring a framework along, which keeps nothing of the application's.
  expect(told(true, bundle, 'Module', ['Vue'])).toEqual([['module:p', true]]);
  expect(told(false, bundle, 'Module', ['Vue'])).toEqual([]);
  expect(told(false)).toEqual([['module:m', undefined]]);
  // A module of few variables is the application's with all it has; what is around a few functions may be that of who listens for others.
  expect(told(true, {})).toEqual([
    ['module:p', true],
    ['module:m', undefined],
  ]);
  expect(told(true, {}, 'Closure (init)')).toEqual([['closure:init/m', undefined]]);
});
