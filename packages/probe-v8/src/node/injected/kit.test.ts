import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { defaultBudget, type RawNode, secrets } from '@substrate/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createCollections } from '../../injected/collections.js';
import { createLeaves } from '../../injected/leaves.js';
import { createSight } from '../../injected/sight.js';
import { functionSource } from '../../injected/source.js';
import { createWeakFields } from '../../injected/weak-fields.js';
import { serverInsides } from '../../page/rooms/list.js';
import { createBase } from './base.js';
import { createEyes } from './eyes.js';
import type { Kit, Scope } from './kit.js';
import { parts } from './parts.js';

const require = createRequire(import.meta.url);
const makers = { createEyes, createSight, createLeaves, createCollections, createWeakFields, insides: serverInsides };
let kit: Kit;
/** With what is lent in place of what the parts make themselves. */
const put = (carry: <F extends (...args: never[]) => unknown>(part: F) => F, lent: Partial<Kit> = {}): Kit => {
  let made = carry(createBase)(require, secrets, makers) as Kit;
  for (const part of parts) made = { ...made, ...carry(part)(made), ...lent };
  return made;
};
beforeEach(() => {
  kit = put((part) => part);
});

const spent = () => ({ nodes: 0, bytes: 0, objects: 0, cut: 0, failed: 0 });
const walk = (value: unknown, name = 'x', budget = defaultBudget) => kit.walk(name, value, budget, spent());

/** All that can be called, in as many slices as it takes. */
const allCallables = (plan: Parameters<Kit['callables']>[0] = { modules: [], trusted: [] }, ...scopes: Scope[][]) => {
  let found = kit.callables(plan, scopes);
  for (; !found; found = kit.callables());
  return found;
};

test('every part is closed: its text alone makes the same function', () => {
  const again = put((part) => runInThisContext(functionSource(part)));
  expect(again.walk('x', { a: [1] }, defaultBudget, spent())).toEqual(walk({ a: [1] }));
});

test('what others pass on by the name that its owner has for it is told at its owner', () => {
  const boats = { swift: { sail: 'SWE 12' } };
  const room = { sender: { encoder: { copy: { boats } } }, race: { boats }, later: { copy: { boats } } };
  const told = new Map<object, string>();
  const node = kit.walk('room', room, defaultBudget, { ...spent(), told });
  const at = (...path: string[]): RawNode | undefined =>
    path.reduce<RawNode | undefined>((one, name) => one?.children?.find((child) => child.name === name), node);
  expect(at('race', 'boats', 'swift', 'sail')?.value).toBe('SWE 12');
  expect(at('later', 'copy', 'boats')).toBeUndefined();
});

describe('what libraries keep', () => {
  const told = (name: string, value: unknown): string => JSON.stringify(walk(value, name));
  test('a type of a shared document is told as what it holds, by whoever passes it on', () => {
    const item = (content: object, right: unknown = null, info = 2) => ({ content, right, info });
    const shared = (start: unknown, map: Map<string, unknown> = new Map()) => ({
      _start: start,
      _map: map,
      _dEH: {},
      _searchMarker: null,
    });
    const text = shared(item({ str: 'Speed ' }, item({ len: 3 }, item({ str: 'up' }), 6)));
    const card = shared(null, new Map([['author', item({ arr: ['Ines'] })]]));
    const document = {
      text,
      cards: shared(item({ type: card })),
      store: { clients: new Map([[1, [item]]]), pendingStructs: null },
    };
    expect(told('document', document)).toBe(
      told('document', { text: 'Speed up', cards: [{ author: 'Ines' }], store: undefined }),
    );
  });

  test('observables and signals are told as what they hold', () => {
    class Signal {
      readonly i = 4;
      constructor(readonly v: unknown) {}
    }
    class Computed extends Signal {}
    Object.assign(Signal.prototype, { brand: Symbol('signal') });
    const observed = (values_: Map<string, object>) => ({ [Symbol('mobx administration')]: { values_ } });
    const brewery = {
      boiler: new Signal(101),
      steam: new Computed(true),
      batch: observed(new Map([['beer', { value_: 'porter', enhancer: 0 }]])),
    };
    expect(told('brewery', brewery)).toBe(told('brewery', { boiler: 101, steam: true, batch: { beer: 'porter' } }));
  });

  test('an observable that leads back to itself ends there', () => {
    const values_ = new Map<string, object>([['beer', { value_: 'porter' }]]);
    const batch = { [Symbol('mobx administration')]: { values_ } };
    values_.set('again', { value_: { batch } });
    expect(told('batch', batch).match(/porter/g)).toHaveLength(1);
  });

  test('what a bundler keeps of its modules is code', () => {
    const modules = { '17': { id: 17, loaded: true, exports: { shelf: 'A' } }, '18': { id: 18, loaded: true, exports: {} } };
    expect(walk({ modules, open: true })?.children).toEqual([{ name: 'open', kind: 'value', value: true }]);
  });

  test('what libraries leave among the globals is not told', () => {
    expect(kit.globals({ __sharedCore: { id: 4 }, rooms: ['attic'] })).toEqual(['rooms']);
  });

  test('room that a list was only made with is not told', () => {
    const list = new Array(500);
    list[0] = 'a';
    expect(told('list', list)).toContain('"children":[{"name":"0","kind":"value","value":"a"}]');
  });

  test('a getter that keeps its value beside itself is told by that', () => {
    const tank = Object.defineProperty({ _pilot: 'Sela' }, 'pilot', { enumerable: true, get: () => 'never' });
    expect(told('tank', tank)).not.toContain('getter');
  });
});

describe('walking', () => {
  test('values of every kind', () => {
    class Line {
      constructor(readonly sku: string) {}
    }
    const tree = walk({
      text: 'a',
      when: new Date(0),
      big: 5n,
      none: undefined,
      nan: Number.NaN,
      line: new Line('k'),
      bytes: Buffer.from([1, 2, 3]),
      run() {},
    });
    expect(tree?.children).toEqual([
      { name: 'text', kind: 'value', value: 'a' },
      { name: 'when', kind: 'value', value: '1970-01-01T00:00:00.000Z', type: 'Date' },
      { name: 'big', kind: 'value', value: 5, type: 'bigint' },
      { name: 'none', kind: 'value', value: null, type: 'undefined' },
      { name: 'nan', kind: 'value', value: null, type: 'number' },
      { name: 'line', kind: 'object', type: 'Line', children: [{ name: 'sku', kind: 'value', value: 'k' }] },
      { name: 'bytes', kind: 'omitted', omitted: 'binary', type: 'Buffer', size: 3 },
    ]);
    expect(
      walk(
        new Map<unknown, unknown>([
          ['a', 1],
          [1, 2],
          ['1', 3],
        ]),
      )?.children?.map((child) => child.name),
    ).toEqual(['a', '1', '1#2']);
    expect(walk(new Set(['p', 'q']))).toMatchObject({
      kind: 'list',
      children: [
        { name: '0', value: 'p' },
        { name: '1', value: 'q' },
      ],
    });
  });

  test('nothing of the application runs', () => {
    const touch = vi.fn();
    const proxy = new Proxy({}, { get: touch, ownKeys: touch, getPrototypeOf: touch, getOwnPropertyDescriptor: touch });
    class Trap extends Map {
      override get size() {
        return touch();
      }
      override entries() {
        return touch();
      }
    }
    const value = {
      get a() {
        return touch();
      },
      proxy,
      map: new Trap(),
      toJSON: touch,
    };
    expect(walk(value)?.children).toMatchObject([
      { name: 'a', omitted: 'getter' },
      { name: 'proxy', omitted: 'unreachable' },
      { name: 'map', kind: 'map' },
    ]);
    expect(touch).not.toHaveBeenCalled();
  });

  test('a buffer is not asked for its bytes, nor a crowded object for its names a second time', () => {
    const asked = vi.spyOn(Object, 'keys');
    try {
      const bytes = new Uint8Array(1 << 20);
      expect(kit.names(bytes)).toEqual([]);
      const crowd = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, at]));
      for (let poll = 0; poll < 3; poll++) expect(walk({ crowd })?.children).toMatchObject([{ name: 'crowd', size: 30_000 }]);
      expect(asked.mock.calls.filter(([value]) => value === bytes)).toHaveLength(0);
      expect(asked.mock.calls.filter(([value]) => value === crowd)).toHaveLength(1);
    } finally {
      asked.mockRestore();
    }
  });

  test('cycles, code and platform objects are left out', () => {
    const ring: Record<string, unknown> = { name: 'r' };
    ring.self = ring;
    expect(walk(ring)?.children).toHaveLength(1);
    expect(walk({ a() {}, b() {} })).toBeUndefined();
    expect(walk(new (require('node:events'))())).toBeUndefined();
    expect(walk({ env: process.env, socket: new (require('node:net').Socket)(), promise: Promise.resolve() })).toBeUndefined();
  });

  test('what a program put on a child process is told, and nothing else of it', () => {
    const { ChildProcess } = require('node:child_process') as typeof import('node:child_process');
    const child = Object.assign(Object.create(ChildProcess.prototype), {
      pid: 7,
      killed: false,
      stdio: [],
      task: { status: 'online' },
    });
    const other = Object.assign(Object.create(ChildProcess.prototype), { pid: 8, killed: false });
    expect(walk({ child, other })?.children).toMatchObject([
      { name: 'child', children: [{ name: 'task', children: [{ name: 'status', value: 'online' }] }] },
    ]);
    expect(walk({ child })?.children?.[0]?.children).toHaveLength(1);
  });

  test('secrets are cut out by name, by form and by where they come from', () => {
    process.env.TEST_API_TOKEN = 'from-the-environment';
    const secrets = walk({
      password: 'p',
      nested: { apiKey: 'k' },
      jwt: 7,
      text: 'eyJhbGciOiJI.eyJzdWIiOiIx.abc',
      copied: 'from-the-environment',
      tokens: new Map([['abc', 'user-4711']]),
      total_tokens: 5,
      empty_password: '',
    });
    delete process.env.TEST_API_TOKEN;
    expect(JSON.stringify(secrets)).not.toMatch(/"p"|"k"|eyJ|from-the|abc|user-/);
    expect(secrets?.children?.find((child) => child.name === 'total_tokens')?.value).toBe(5);
    expect(walk(new Map([['0a1b2c3d4e5f60718293', { user: 'ada' }]]), 'sessions')?.children?.[0]).toMatchObject({
      name: '#0',
      children: [{ value: 'ada' }],
    });
  });

  test('an enumeration is code, a list of names by number is not', () => {
    const Level = { 0: 'Low', 1: 'High', Low: 0, High: 1, Top: 1 };
    expect(walk({ Level, now: Level.High })?.children?.map(({ name }) => name)).toEqual(['now']);
    for (const seats of [
      { 1: 'Ada', 2: 'Grace' },
      { 1: 'Ada', 2: 'Grace', Ada: 1, Grace: 3 },
      { 1: 'Ada', 2: 'Grace', free: 3, Ada: 1, Grace: 2 },
    ])
      expect(walk({ seats })?.children).toHaveLength(1);
  });

  test('budgets hold and say so', () => {
    const long = walk({ list: Array.from({ length: 500 }, (_, at) => at), text: 'y'.repeat(5000) });
    expect(long?.children?.[0]).toMatchObject({ kind: 'list', size: 500 });
    expect(long?.children?.[0]?.children).toHaveLength(defaultBudget.maxElements);
    expect(String(long?.children?.[1]?.value)).toHaveLength(defaultBudget.maxString);
    const count = (node: { children?: readonly unknown[] } | undefined): number =>
      1 + (node?.children ?? []).reduce<number>((sum, child) => sum + count(child as { children?: readonly unknown[] }), 0);
    const wide = Array.from({ length: 100 }, () => ({ a: 1, b: { c: 2 } }));
    expect(count(walk(wide, 'x', { ...defaultBudget, maxNodes: 40 }))).toBeLessThanOrEqual(42);
    expect(JSON.stringify(walk({ a: { b: { c: { d: 1 } } } }, 'x', { ...defaultBudget, maxDepth: 2 }))).toContain('depth');
  });

  test('the first of several records does not take the room of the others', () => {
    const large = () => Array.from({ length: 30 }, () => Array.from({ length: 30 }, (_, at) => ({ at })));
    const records = new Map(['a', 'b', 'c', 'd'].map((name) => [name, { sender: `From ${name}`, insides: large() }]));
    const told = walk(records, 'parcels', { ...defaultBudget, maxNodes: 4000 });
    expect(told?.children?.map(({ children }) => children?.[0]?.value)).toEqual(['From a', 'From b', 'From c', 'From d']);
  });
});

describe('routes', () => {
  const handler = () => undefined;
  test('by shape: layers and lists', () => {
    const inner = Object.assign(() => undefined, {
      stack: [{ handle: handler, route: { path: '/:id', stack: [{ method: 'get', handle: handler }] } }],
    });
    const regexp = /^\/api\/?(?=\/|$)/i;
    const router = Object.assign(() => undefined, {
      stack: [
        { handle: inner, regexp, keys: [] },
        { handle: handler, route: { path: '/health', stack: [{ method: 'get', handle: handler }] } },
      ],
    });
    const table = [
      { method: 'POST', path: '/todos', handler },
      { method: ['GET', 'HEAD'], url: '/todos/:id', handler },
    ];
    for (const value of [router, inner, table]) expect(kit.noticeRoutes(value, { from: 'x', path: [], server: 0 })).toBe(true);
    expect(kit.noticeRoutes([{ path: '/not/a/route' }], { from: 'x', path: [] })).toBe(false);
    expect(kit.routes().map((route) => `${route.method} ${route.path}`)).toEqual([
      'GET /api/:id',
      'GET /health',
      'POST /todos',
      'GET /todos/:id',
    ]);
  });
});

describe('what a route declares', () => {
  const fields = [
    { name: 'title', type: 'string', required: true },
    { name: 'pages', type: 'number', required: false },
  ];
  const loose = fields.map((field) => ({ ...field, required: false }));
  const joi = (key: string, type: string, presence?: string) => ({ key, schema: { type, _flags: { presence } } });
  test.each([
    [
      'JSON Schema',
      {
        store: {
          schema: { body: { properties: { title: { type: 'string' }, pages: { type: 'integer' } }, required: ['title'] } },
        },
      },
      fields,
    ],
    [
      'Joi',
      {
        settings: { validate: { payload: { $_terms: { keys: [joi('title', 'string', 'required'), joi('pages', 'number')] } } } },
      },
      fields,
    ],
    [
      'Zod',
      {
        schema: {
          body: {
            _cached: {
              shape: {
                title: { _def: { typeName: 'ZodString' } },
                pages: { _def: { innerType: { _def: { typeName: 'ZodNumber' } } } },
              },
            },
          },
        },
      },
      loose,
    ],
    [
      'Zod 4',
      {
        schema: {
          body: {
            _zod: {
              def: { shape: { title: { _zod: { def: { type: 'string' } } }, pages: { _zod: { def: { type: 'number' } } } } },
            },
          },
        },
      },
      loose,
    ],
  ])('%s', (_, declared, expected) => {
    kit.noticeRoutes([{ method: 'POST', path: '/books', handler: () => undefined, ...declared }], { from: 'x', path: [] });
    expect(kit.routes()[0]?.body).toEqual(expected);
  });
});

test('a path leads back to what was found on it', () => {
  const method = () => 1;
  const start = { list: [{ '=odd': method }], map: new Map([['k', { go: method }]]), set: new Set([method]) };
  kit.scan(start, { from: 'seed', path: [] });
  const found = kit.take(10);
  expect(found.length).toBe(1);
  for (const { origin, fn } of found) expect(kit.follow(start, origin.path)).toBe(fn);
  expect(kit.follow(start, ['map', '=k', 'go'])).toBe(method);
  expect(kit.follow(start, ['set', '#0'])).toBe(method);
  expect(kit.follow(start, ['list', '0', '.=odd'])).toBe(method);
  expect(kit.follow(start, ['nothing', 'here'])).toBeUndefined();
});

describe('keeping scopes', () => {
  const views = [{ index: 0, prefix: 'scope:a.js', source: 'module' as const, skip: ['imported'] }];
  const chain = (object: Record<string, unknown>) => [{ description: 'Module', object }];
  const pin = (object: Record<string, unknown>, assigned: string[], list = 0) => {
    if (kit.units().length === 0) kit.planUnits([{ hop: 0, views, assigned: [list] }]);
    return kit.pin(0, [new Set(assigned)], chain(object));
  };

  test('what nobody assigns to is settled, functions and imports left out', () => {
    const store = { items: [1] };
    expect(pin({ store, limit: 5, run() {}, imported: undefined }, ['other']).settled).toBe(true);
    expect(kit.pinned(0, 0)).toEqual([
      ['store', store],
      ['limit', 5],
    ]);
    expect(kit.pinned(0, 0)[0]?.[1]).toBe(store);
  });

  test.each([
    ['a variable that is assigned to', { total: 1 }, ['total'], 0],
    ['one without a value yet', { later: undefined }, [], 0],
    ['a name that the list can not tell of', { größe: 1 }, [], 0],
    ['code of which nothing is known', { fine: 1 }, [], -1],
  ])('not with %s', (_, object, assigned, list) => {
    expect(pin(object, assigned, list).settled).toBe(false);
  });

  test('another value or another variable is a change, what happens inside an object is none', () => {
    const store = { items: [1] };
    expect(pin({ store, total: 1 }, ['total']).changed).toBe(true);
    store.items.push(2);
    expect(pin({ store, total: 1 }, ['total']).changed).toBe(false);
    expect(pin({ store, total: 2 }, ['total']).changed).toBe(true);
    expect(pin({ store: { items: [1] }, total: 2 }, ['total']).changed).toBe(true);
    expect(pin({ total: 2 }, ['total']).changed).toBe(true);
  });
});

describe('hidden fields', () => {
  test('what is under symbols, by their descriptions', () => {
    const tree = walk({
      [Symbol('fastify.options')]: { limit: 5 },
      [Symbol('kState')]: 'open',
      [Symbol('kCapture')]: false,
      [Symbol.iterator]: 1,
    });
    expect(tree?.children).toMatchObject([
      { name: 'options', children: [{ name: 'limit', value: 5 }] },
      { name: 'state', value: 'open' },
    ]);
    expect(kit.follow({ [Symbol('kState')]: 'open' }, ['%kState'])).toBe('open');
  });

  test('what a compiler keeps in a WeakMap for a private field', () => {
    class Till {}
    const till = new Till();
    const fields = {
      _Till_total: new WeakMap([[till, 12]]),
      _drawer2: new WeakMap([[till, { writable: true, value: 'shut' }]]),
      _other: new WeakMap(),
      r: new WeakMap([[till, { open: true }]]),
    };
    for (const [name, map] of Object.entries(fields)) expect(kit.noteHidden(name, map)).toBe(true);
    expect(kit.noteHidden('_Till_total', fields._Till_total)).toBe(false);
    expect(kit.noteHidden('cache', new WeakMap([[till, 1]]))).toBe(false);
    expect(walk(till)?.children).toMatchObject([
      { name: 'total', value: 12 },
      { name: 'drawer', value: 'shut' },
      { name: 'r', children: [{ name: 'open', value: true }] },
    ]);
    expect(kit.follow(till, ['*r', 'open'])).toBe(true);
  });

  test('the text of a buffer that holds text, and of no other', () => {
    const tree = walk({
      payload: Buffer.from('21.5'),
      raw: Buffer.from([0, 200, 3]),
      secret: Buffer.from('winter is long'),
      pixels: new Uint8Array([65, 66]),
    });
    expect(tree?.children).toMatchObject([
      { name: 'payload', kind: 'value', value: '21.5' },
      { name: 'raw', kind: 'omitted', omitted: 'binary', size: 3 },
      { name: 'secret', kind: 'value', value: '[redacted]' },
      { name: 'pixels', kind: 'omitted', omitted: 'binary', size: 2 },
    ]);
  });

  test('a map keyed by objects has their names for keys', () => {
    const tree = walk(
      new Map([
        [{ name: 'lobby' }, 3],
        [{}, 4],
        [{ seat: 'A1' }, 5],
      ] as [object, number][]),
    );
    expect(tree?.children).toMatchObject([
      { name: 'lobby', value: 3 },
      { name: '#1', value: 4 },
      {
        name: '#2',
        children: [
          { name: 'key', children: [{ name: 'seat', value: 'A1' }] },
          { name: 'value', value: 5 },
        ],
      },
    ]);
  });
});

describe("objects of a library's classes", () => {
  class Actor {
    constructor(
      readonly machine: object,
      readonly snapshot: object,
    ) {}
  }
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`rule${at}`, { at }]));
  beforeEach(() => {
    kit = put((part) => part, { libraryOf: (value) => (value instanceof Actor ? 'actors' : undefined) });
  });

  test('what comes first does not take the room of what comes after', () => {
    const actor = walk(new Actor(many, { machine: { ...many }, floor: 3 }));
    expect(actor?.children).toMatchObject([
      { name: 'machine', kind: 'object' },
      { name: 'snapshot', children: [{ name: 'machine' }, { name: 'floor', value: 3 }] },
    ]);
  });

  test('a record far in is told whole', () => {
    const record = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, { at }]));
    const actor = walk(new Actor({ index: { tree: { root: { data: record } } } }, {}));
    const at = (node: RawNode | undefined, ...path: string[]): RawNode | undefined =>
      path.reduce<RawNode | undefined>((from, name) => from?.children?.find((child) => child.name === name), node);
    expect(at(actor, 'machine', 'index', 'tree', 'root', 'data', 'field19', 'at')?.value).toBe(19);
  });

  test('several that are too large to be told whole are all told', () => {
    const told = walk([new Actor(many, { floor: 1 }), new Actor({ ...many }, { floor: 2 })]);
    expect(told?.children?.map((one) => one.children?.at(-1)?.children?.[0]?.value)).toEqual([1, 2]);
  });
});

describe('whose class it is', () => {
  class Room {
    locked = false;
    readonly seats: string[] = [];
    timer = { ms: 50 };
    stop() {}
  }
  class Regatta extends Room {
    laps = 3;
    override readonly seats = ['A'];
    buoy = new Buoy();
    begin() {}
  }
  class Buoy {
    anchor = 'sand';
    lift() {}
  }
  beforeEach(() => {
    kit.claim(Room.prototype.stop, 'rooms');
    for (const method of [Regatta.prototype.begin, Buoy.prototype.lift]) kit.claim(method, '');
  });
  const foreignOf = (value: object): string[] =>
    (walk({ it: value })?.children?.[0]?.children ?? []).flatMap(({ name, foreign }) => (foreign ? [name] : []));

  test("an object of a library's class is the library's, and what the program made is not", () => {
    expect(walk({ it: new Room() })?.children?.[0]).toMatchObject({ name: 'it', foreign: true });
    expect(walk({ it: new Buoy() })?.children?.[0]).toMatchObject({ foreign: false });
    expect(walk({ it: {} })).not.toHaveProperty('foreign');
  });

  test("of a class made from a library's, the fields that only the library speaks of are the library's", () => {
    expect(walk({ it: new Regatta() })?.children?.[0]).toMatchObject({ foreign: false });
    expect(foreignOf(new Regatta())).toEqual(['locked', 'timer']);
  });

  test('an object of the program stays its own in a field of the library', () => {
    const race = new Regatta();
    Object.assign(race, { timer: new Buoy() });
    expect(foreignOf(race)).toEqual(['locked']);
  });

  test("a library's class stays the library's where the library counts as the program", () => {
    kit.claim(Room.prototype.stop, '+');
    kit.rejudge();
    expect(kit.isOwnClass(Room.prototype)).toBe(true);
    expect(walk({ it: new Room() })?.children?.[0]).toMatchObject({ name: 'it', foreign: true });
    expect(foreignOf(new Regatta())).toEqual(['locked', 'timer']);
  });

  test('what is learnt later of who made a class holds from then on', () => {
    const race = new Regatta();
    foreignOf(race);
    kit.claim(Room.prototype.stop, '');
    kit.rejudge();
    expect(foreignOf(race)).toEqual([]);
  });
});

describe("trees and lists of libraries' nodes", () => {
  class Link {
    previous: Link | null = null;
    next: Link | null = null;
    constructor(readonly job: string) {}
  }
  class Leaf {
    _color = 1;
    constructor(
      readonly key: Buffer,
      readonly value: Buffer,
      readonly left: Leaf | null = null,
      readonly right: Leaf | null = null,
    ) {}
  }
  class Library {
    constructor(readonly held: object) {}
    get(): object {
      return this.held;
    }
  }
  beforeEach(() => kit.foreign.set(Library.prototype.get, 'shelves'));
  const bytes = (text: string): Buffer => Buffer.from(text);
  const join = (jobs: readonly string[]): Link[] => {
    const links = jobs.map((job) => new Link(job));
    for (const [at, link] of links.entries()) {
      link.previous = links[at - 1] ?? null;
      link.next = links[at + 1] ?? null;
    }
    return links;
  };

  test('a sorted tree of bytes is its records by their keys, however deep', () => {
    let root = new Leaf(bytes('book!00'), bytes('{"title":"Emma","pages":[1]}'));
    for (let at = 1; at < 30; at++) root = new Leaf(bytes(`book!${at + 10}`), bytes(`{"title":"Part ${at}"}`), root);
    const all = new Leaf(bytes('book!50'), bytes('{}'), root, new Leaf(bytes('book!51'), bytes('[]')));
    const told = walk(new Library(all))?.children?.[0];
    expect(told).toMatchObject({ name: 'held', kind: 'map' });
    expect(told?.children?.map(({ name }) => name).slice(0, 3)).toEqual(['book!00', 'book!11', 'book!12']);
    expect(told?.children?.[0]?.children).toMatchObject([
      { name: 'title', value: 'Emma' },
      { name: 'pages', kind: 'list' },
    ]);
    expect(told?.children?.map(({ name }) => name).slice(30)).toEqual(['book!50', 'book!51']);
  });

  test('a linked list is what its nodes carry, from whichever one', () => {
    const links = join(['wash', 'dry', 'fold']);
    for (const link of links) {
      const told = walk(new Library(link))?.children?.[0];
      expect(told).toMatchObject({ kind: 'list', size: 3, children: [{ value: 'wash' }, { value: 'dry' }, { value: 'fold' }] });
    }
    // The application's own are told as they are.
    expect(walk({ held: links[0] })?.children?.[0]).toMatchObject({ kind: 'object', type: 'Link' });
  });

  test('a cache that remembers what was used last is its values by their keys, once', () => {
    class Store {
      get(): void {}
      readonly map: Map<string, Link>;
      readonly first: Link | undefined;
      readonly last: Link | undefined;
      constructor(links: readonly Link[]) {
        this.map = new Map(links.map((link) => [link.job, link]));
        this.first = links[0];
        this.last = links.at(-1);
      }
    }
    kit.foreign.set(Store.prototype.get, 'shelves');
    const [map, first, last] = walk(new Store(join(['wash', 'dry', 'fold'])))?.children ?? [];
    expect(map).toMatchObject({
      kind: 'map',
      children: [{ name: 'wash', value: 'wash' }, { name: 'dry' }, { name: 'fold', value: 'fold' }],
    });
    expect([first?.value, last?.value]).toEqual(['wash', 'fold']);
    // Heads of lists that have nothing to do with each other are lists.
    const [lists] = walk(new Store([join(['wash', 'dry'])[0], join(['fold', 'iron'])[0]] as Link[]))?.children ?? [];
    expect(lists?.children?.map(({ size }) => size)).toEqual([2, 2]);
  });

  test('a ring ends, and a long list is told as far as the budget goes', () => {
    const ring = new Link('spin');
    Object.assign(ring, { previous: ring, next: ring });
    expect(walk(new Library(ring))?.children?.[0]).toMatchObject({ size: 1 });
    const links = join(Array.from({ length: 5000 }, (_, at) => `job ${at}`));
    expect(walk(new Library(links[0] as Link))?.children?.[0]?.children?.length).toBeLessThanOrEqual(defaultBudget.maxElements);
  });
});

describe('what a library keeps for the application', () => {
  class Tracker {
    constructor(readonly steps: object[] = Array.from({ length: 40 }, (_, at) => ({ at, done: false, by: 'tracker' }))) {}
    follow(): void {}
  }
  class Shelf {
    constructor(readonly items: Map<string, object>) {}
    put(): void {}
  }
  class Boat {
    constructor(readonly skipper: string) {
      for (const key of ['~changes', Symbol('$changes')])
        Object.defineProperty(this, key, { value: new Tracker(), enumerable: false });
    }
    steer(): void {}
  }
  const boats = () => new Map(Array.from({ length: 60 }, (_, at) => [`boat ${at}`, new Boat(`Skipper ${at}`)]));
  beforeEach(() => {
    for (const method of [Tracker.prototype.follow, Shelf.prototype.put]) kit.foreign.set(method, 'library');
    kit.own.set(Boat.prototype.steer, true);
  });

  test('is told whole, beside the library that has little room', () => {
    const told = walk({ shelf: new Shelf(boats()) });
    expect(told?.children?.[0]?.children?.[0]?.children).toHaveLength(60);
    const tracked = new Map(Array.from({ length: 60 }, (_, at) => [`one ${at}`, new Tracker()]));
    expect(JSON.stringify(walk({ shelf: new Shelf(tracked) })).length).toBeLessThan(60_000);
  });

  test('as records by their names too, and where the library has no room for the rest of what holds them', () => {
    class Table {
      constructor(readonly rows: object) {}
      readonly settings = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`setting ${at}`, at]));
      find(): void {}
    }
    kit.foreign.set(Table.prototype.find, 'library');
    const record = (name: string) => ({ name, weight: 4, _: { at: {} } });
    const byName = { ...Object.fromEntries(['Emma', 'Ida', 'Per'].map((name) => [name, record(name)])), links: { first: {} } };
    const tables = [byName, new Map(Object.entries(byName)), [record('Emma')]].map((rows) => new Table(rows));
    const told = walk({ shelf: new Shelf(new Map()), tables: Object.assign(new Shelf(new Map()), { tables }) });
    const rows = told?.children?.[1]?.children
      ?.find(({ name }) => name === 'tables')
      ?.children?.map(({ children }) => children?.[0]);
    expect(rows?.map((one) => one?.children?.length)).toEqual([4, 4, 1]);
    expect(rows?.[1]?.children?.[2]?.children?.map(({ value }) => value).slice(0, 2)).toEqual(['Per', 4]);
  });

  test('without what the library follows it with', () => {
    expect(walk(new Boat('Ines'))?.children?.map(({ name }) => name)).toEqual(['skipper']);
    expect(walk(Object.defineProperty(new Boat('Ines'), 'log', { value: ['out'] }))?.children).toHaveLength(2);
    class Ferry extends Boat {
      get cargo(): null {
        return null;
      }
    }
    const kept = Object.defineProperty(new Ferry('Ines'), '_cargo', { value: new Shelf(boats()) });
    expect(walk(kept)?.children?.map(({ name }) => name)).toContain('_cargo');
  });
});

test('where there is no room for what an object holds, its own values are told all the same', () => {
  const told = kit.walk(
    'node',
    {
      name: 'north',
      blocks: Array.from({ length: 90 }, (_, at) => ({ at, by: 'Ada' })),
      height: 90,
      peers: [{ host: 'x' }],
      synced: true,
    },
    { ...defaultBudget, maxNodes: 100 },
    spent(),
  );
  expect(told?.children?.map(({ name, value }) => value ?? name)).toEqual(['north', 'blocks', 90, true]);
});

test('what an arrow function calls `this` is known on the heap by its methods, or by a field and what is asked of that', () => {
  class Desk {
    handle(): void {}
  }
  class Front {
    desk = new Desk();
    byField = () => this.desk.handle();
    byMethod = () => this.take();
    take(): void {}
  }
  for (const listener of ['byField', 'byMethod'] as const) {
    const front = new Front();
    kit.forgetSelves();
    kit.instances.clear();
    kit.noteSelf(front[listener], { from: 'handle:0', path: [] });
    kit.sift([{}, new Desk(), { desk: {} }, front], [], false);
    expect([...kit.instances].map(([type, refs]) => [type, refs[0]?.deref() === front])).toEqual([['Front', true]]);
  }
});

describe('reading in slices', () => {
  const read = (more: Partial<Parameters<Kit['read']>[0]> = {}) =>
    kit.read({ chains: [], budget: defaultBudget, first: false, whole: false, routine: false, sliceMs: 1000, ...more }, []);
  const views = [{ index: 0, prefix: 'closure:a.js/make', source: 'closure' as const, skip: [] }];
  const start = (variables: Record<string, unknown>, sliceMs: number) => {
    kit.hops.set(0, new WeakRef(() => undefined));
    return kit.read(
      {
        units: [{ hop: 0, views, assigned: [-1] }, { instances: true }],
        chains: [0],
        budget: defaultBudget,
        first: true,
        whole: true,
        routine: false,
        sliceMs,
      },
      [[{ description: 'Closure (make)', object: variables }]],
    );
  };

  test('many slices tell what one tells', () => {
    const variables = {
      wide: Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`key${at}`, { at, list: [at, at + 1] }])),
      names: new Map([['a', 1]]),
      total: 4,
    };
    const whole = start(variables, 10_000);
    expect(whole).toMatchObject({ done: true, left: 0 });
    const parts = [start(variables, -1)];
    for (let part = parts[0]; part && !part.done; parts.push(part)) part = read({ sliceMs: -1 });
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.flatMap((part) => part.roots)).toEqual(whole.roots);
  });

  test('what is large and quiet rests in routine passes, but not for long, and never when somebody asks', () => {
    const big = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`key${at}`, { at }]));
    const pass = (routine: boolean) => read({ first: true, routine }).roots;
    const address = 'closure:a.js/make/big';
    start({ big, part: big.key7 }, 10_000);
    for (let nth = 0; nth < 5; nth++) expect(pass(true).filter(({ node }) => node)).toEqual([]);
    (big.key7 as { at: number }).at = 70;
    const late = Array.from({ length: 5 }, () => pass(true));
    for (const roots of late) expect(roots.map((root) => root.address)).toContain(address);
    expect(late.flat().filter((root) => root.address === address && root.node)).toHaveLength(1);
    for (let nth = 0; nth < 5; nth++) pass(true);
    (big.key8 as { at: number }).at = 80;
    expect(pass(false).find((root) => root.address === address)?.node).toBeDefined();
  });

  test('what was told by one that rests is not told by another meanwhile', () => {
    const user = { name: 'Nora' };
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`key${at}`, { at }]));
    start({ hub: { many, clients: [{ user }] }, socket: { id: 1, user }, room: { members: [user] } }, 10_000);
    for (let nth = 0; nth < 12; nth++) expect(read({ first: true, routine: true }).roots.filter(({ node }) => node)).toEqual([]);
  });

  test('the order is that of what there is, not of how it was found', () => {
    const [harbour, galley] = [{ topic: 'ships' }, { topic: 'soup' }];
    const rooms = { harbour, galley };
    const held = { 'each#1': { room: galley }, make: { rooms }, each: { room: harbour } };
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const labels = order.map((at) => Object.keys(held)[at] as keyof typeof held);
      const kept = () => undefined;
      for (const hop of order) kit.hops.set(hop, new WeakRef(kept));
      const { roots } = kit.read(
        {
          units: labels.map((label, hop) => ({
            hop,
            views: [{ index: 0, prefix: `closure:a.js/${label}`, source: 'closure' as const, skip: [] }],
            assigned: [-1],
          })),
          chains: [0, 1, 2],
          budget: defaultBudget,
          first: true,
          whole: true,
          routine: false,
          sliceMs: 10_000,
        },
        labels.map((label) => [{ description: 'Closure', object: held[label] }]),
      );
      expect(roots.map(({ address }) => address)).toEqual([
        'closure:a.js/make/rooms',
        'closure:a.js/each/room',
        'closure:a.js/each#1/room',
      ]);
    }
  });

  test('what only its class gives a name to is a root of its own', () => {
    class Ledger {
      total = 4;
      add(): void {}
    }
    kit.own.set(Ledger.prototype.add, true);
    const roots = start({ holder: { x: new Ledger(), y: { plain: 1 } } }, 10_000).roots;
    expect(roots.map(({ address }) => address)).toEqual(['closure:a.js/make/holder', 'instance/Ledger']);
    expect(roots[0]?.node?.children?.map(({ name }) => name)).toEqual(['y']);
    for (let nth = 0; nth < 8; nth++)
      expect(read({ first: true, routine: true }).roots.map(({ address }) => address)).toEqual(
        roots.map(({ address }) => address),
      );
  });

  test('what lies deep in others is a root of its own', () => {
    class Vault {
      shelves = { upper: { left: { box: { label: 'deeds' } } } };
      open(): void {}
    }
    kit.own.set(Vault.prototype.open, true);
    const nest = (depth: number): object => (depth === 0 ? { vault: new Vault() } : { next: nest(depth - 1) });
    const roots = start({ near: nest(1), far: nest(9) }, 10_000).roots;
    expect(roots.map(({ address }) => address)).toEqual(['closure:a.js/make/near', 'instance/Vault']);
    for (const one of roots) expect(JSON.stringify(one)).toContain('deeds');
  });

  test('a name that says nothing yields to one that does', () => {
    const books = [{ title: 'Emma' }];
    const roots = start({ t: books, n: 3, o: { open: true }, books }, 10_000).roots;
    expect(roots.map(({ address }) => address)).toEqual(['closure:a.js/make/books', 'closure:a.js/make/o']);
  });
});

describe('what objects of the application can do', () => {
  class Room {
    locked = false;
    lock(): void {
      this.locked = true;
    }
  }
  class Arena extends Room {
    rounds = 1;
    constructor(readonly name: string) {
      super();
    }
    nextRound(): void {
      this.rounds++;
    }
  }
  const offered = (...arenas: Arena[]) => {
    for (const method of [Arena.prototype.nextRound]) kit.own.set(method, true);
    kit.foreign.set(Room.prototype.lock, 'rooms');
    kit.instances.set(
      'Arena',
      arenas.map((one) => new WeakRef(one)),
    );
    return allCallables();
  };
  const call = (instance: string, name: string) =>
    kit.call({ instance, index: 0, path: [`^${name}`], args: [], budget: defaultBudget }, undefined);

  test('of a program with very many variables they are listed bit by bit', () => {
    const object = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`shelf${at}`, { at, nested: { left: [at], right: { at } } }]),
    );
    kit.own.set(Arena.prototype.nextRound, true);
    const [arena] = [new Arena('Dunes')];
    const module = { prefix: 'scope:a.js', address: 'fn:a.js', index: 0, skip: [] };
    const plan = { modules: [module], trusted: [] };
    const scopes = [{ description: 'Module', object: { ...object, arena } }];
    expect(kit.callables(plan, [scopes])).toBeNull();
    // Whoever is called meanwhile is called on what was known before.
    expect(kit.chosen.size).toBe(0);
    expect(allCallables(plan, scopes).map(({ address }) => address)).toContain('fn:a.js/arena.nextRound');
    expect(kit.callables()).toEqual([]);
  });

  test('its own and what it inherits from a library', () => {
    const arena = new Arena('Dunes');
    expect(offered(arena).map(({ address, strange }) => [address, strange ?? false])).toEqual([
      ['fn:instance/Arena.nextRound', false],
      ['fn:instance/Arena.lock', true],
    ]);
    expect(call('Arena', 'lock')).toMatchObject({ state: 'done' });
    expect(arena.locked).toBe(true);
  });

  test('of several, each by what it calls itself, or by its number where that says nothing', () => {
    const [dunes, docks] = [new Arena('Dunes'), new Arena('Old docks')];
    const found = offered(dunes, docks).filter(({ name }) => name === 'nextRound');
    expect(found.map(({ owner, instance }) => [owner, instance])).toEqual([
      ['Arena Dunes', 'Arena Dunes'],
      ['Arena Old docks', 'Arena Old docks'],
    ]);
    expect(call('Arena Old docks', 'nextRound')).toMatchObject({ state: 'done' });
    expect([dunes.rounds, docks.rounds]).toEqual([1, 2]);
    const drawn = offered(new Arena('xd_eKyGK8'), new Arena('sQFgI1PCy'));
    expect(drawn.map(({ address }) => address)).toContain('fn:instance/Arena 2.nextRound');
    expect(call('Arena Old docks', 'nextRound')).toMatchObject({ state: 'missing' });
  });

  test('what a library keeps for it can be changed, in private fields and maps too', () => {
    class Cache {
      readonly kept = new Map<string, unknown>();
      set(key: string, value: unknown): void {
        this.kept.set(key, value);
      }
      get(key: string): unknown {
        return this.kept.get(key);
      }
    }
    class Store {
      readonly _tiles = new Cache();
      readonly share = new Map([['settings', new Cache()]]);
      size(): number {
        return 0;
      }
    }
    kit.own.set(Store.prototype.size, true);
    for (const method of [Cache.prototype.set, Cache.prototype.get]) kit.foreign.set(method, 'cache');
    const store = new Store();
    kit.instances.set('Store', [new WeakRef(store)]);
    const held = allCallables().filter(({ strange }) => strange);
    expect(held.map(({ address, owner }) => [address, owner])).toEqual([
      ['fn:held/Store.tiles.set', 'Store tiles'],
      ['fn:held/Store.settings.set', 'Store settings'],
    ]);
    const args = [['votes'], [8]];
    expect(kit.call({ instance: 'Store.settings', index: 0, path: ['^set'], args, budget: defaultBudget }, undefined).state).toBe(
      'done',
    );
    expect(store.share.get('settings')?.kept.get('votes')).toBe(8);
  });
});
