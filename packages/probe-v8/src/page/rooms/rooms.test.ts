import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { roomParts } from '../../../test/page-parts.js';
import { functionSource } from '../../injected/source.js';
import type { PageDocument, PageElement } from '../injected/dom-types.js';
import { lore, rooms } from './list.js';

/** All that the rooms look with, as it is put together in a page. */
const open = (elements: readonly object[] = []) => {
  const mounts = (_: PageDocument, has: (element: PageElement) => unknown) =>
    elements.flatMap((one) => {
      const found = has(one as PageElement);
      return found === undefined || found === null ? [] : [{ element: one as PageElement, found }];
    });
  const { values, collector, holders, kit } = roomParts(mounts, { maxNodes: 1000, maxDepth: 8 });
  const document = {
    querySelectorAll: (selector: string) => (selector === '[ng-version]' ? elements : []),
    querySelector: () => null,
    getElementsByTagName: () => elements,
  } as unknown as PageDocument;
  const find = (name: string): string[] => {
    const found = rooms
      .find((room) => room.name === name)
      ?.finder?.(kit)
      .find?.(document);
    if (typeof found === 'object' && found !== null) values.toEnd(found as Generator<undefined, unknown>);
    return told();
  };
  const told = (): string[] => [
    ...collector.places.map(({ address }) => address),
    ...collector.components.map(({ library, name, fields }) => `${library}:${name} ${Object.keys(fields)}`),
    ...collector.callables.keys(),
  ];
  const adopt = (value: object): string[] => {
    holders.adopt(value);
    holders.finish();
    return told();
  };
  const heard = (name: string): string[] => {
    const found: string[] = [];
    const room = rooms.find((one) => one.name === name)?.finder?.(kit);
    room?.heard?.(document, (one, type) => found.push(`${one.id} ${type}`));
    return found;
  };
  return { values, collector, holders, adopt, find, heard };
};
const nothing = (): void => undefined;
const element = (own: object, attributes: Readonly<Record<string, string>> = {}) => ({
  ...own,
  id: attributes.id ?? '',
  localName: attributes.tag ?? 'div',
  getAttribute: (name: string) => attributes[name] ?? null,
});
const marked = (description: string, value: unknown, on: object = {}) =>
  Object.defineProperty(on, Symbol(description), { value, enumerable: true });

/** The smallest thing that each room must recognise, and what it says of it. */
const rows: Readonly<Record<string, () => [got: unknown, wanted: unknown]>> = {
  React: () => {
    const fiber = { type: function Cart() {}, stateNode: { updater: {}, state: { items: 2 } }, memoizedProps: {} };
    return [open([element({ __reactContainer$1: fiber })]).find('React'), ['React:Cart items']];
  },
  Vue: () => {
    const { values } = open();
    values.reactive = true;
    return [values.unwrap({ __v_isRef: true, _rawValue: 1, _value: 7 }), 7];
  },
  Preact: () => {
    const component = { state: { votes: 3 }, props: {} };
    const vnode = { type: function Poll() {}, __c: component, __k: null };
    return [open([element({ __k: vnode })]).find('Preact'), ['Preact:Poll votes']];
  },
  Angular: () => [open().values.unwrap(marked('SIGNAL', { value: 'open' }, () => 0)), 'open'],
  AngularJS: () => [lore.frameworks.includes('AngularJS') && lore.globals.test('angular') && lore.classes.test('Scope'), true],
  Svelte: () => [open().values.unwrap({ reactions: null, equals: nothing, v: 30 }), 30],
  Solid: () => [open().values.unwrap({ observers: null, observerSlots: null, value: 25 }), 25],
  Ember: () => {
    class Hives {
      harvested = 4;
      harvest(): void {}
    }
    const cache = { 'service:hives': new Hives(), 'service:-document': { title: 'x' } };
    return [open().adopt({ factoryManagerCache: {}, cache }), ['ember:service:hives', 'ember:service:hives/harvest()']];
  },
  Alpine: () => {
    const bakery = { oven: 230, bake: nothing, $store: { till: { takings: 5 } } };
    const row = element({ _x_dataStack: [{ loaf: 'rye' }, bakery], _x_refreshXForScope: nothing });
    const found = open([element({ _x_dataStack: [bakery] }, { 'x-data': 'bakery()' }), row]).find('Alpine');
    return [found, ['alpine:till', 'Alpine:bakery oven', 'alpine:bakery/bake()']];
  },
  Knockout: () => {
    const kind = Object.assign(() => undefined, { __ko_proto__: nothing, getDependenciesCount: nothing });
    const observable = (value: unknown) =>
      Object.assign(
        marked('_latestValue', value, () => 0),
        { __ko_proto__: nothing },
      );
    const computed = Object.setPrototypeOf(
      marked('_state', { a: 2, b: true }, () => 0),
      kind,
    ) as object;
    class FlightViewModel {
      open = observable(true);
      seats = observable([{ meal: observable('soup') }]);
      count = computed;
      book(): void {}
    }
    const context = { $parents: [], $root: new FlightViewModel(), $data: {} };
    const { find, values } = open([element({ __ko__17: { '1__ko__17': { context } } })]);
    const told = find('Knockout');
    const read = values.read('flight', context.$root)?.children?.map(({ name, value }) => [name, value]);
    const wanted = ['knockout:Flight', 'knockout:Flight/book()', 'knockout:Flight/open=', 'knockout:Flight/seats/0/meal='];
    return [
      [told, read],
      [
        wanted,
        [
          ['open', true],
          ['seats', undefined],
          ['count', 2],
        ],
      ],
    ];
  },
  Stimulus: () => {
    class Controller {
      initialize(): void {}
    }
    class Parking extends Controller {
      static values = { free: Number, night: { default: true } };
      barrier = 'down';
      park(plate: string): string {
        return plate;
      }
      freeValueChanged(): void {}
    }
    const scope = { element: element({}, { 'data-parking-free-value': '1_4' }) };
    const module = { connectedContexts: new Set<object>(), application: {} };
    module.application = { router: { modulesByIdentifier: new Map([['parking', module]]) } };
    const context = { controller: new Parking(), scope, module };
    module.connectedContexts.add(context);
    const { holders, adopt } = open();
    const lead = holders.leadOf({ unorderedBindings: new Set([{ context }]) });
    return [adopt(lead ?? {}), ['Stimulus:parking free,night,barrier', 'stimulus:parking/park()']];
  },
  'Web Components': () => [
    open([element({ level: 2 }, { tag: 'bed-gauge' })]).find('Web Components')[0],
    'Web Components:bed-gauge level,id,localName',
  ],
  Redux: () => [open().adopt({ getState: () => ({ cart: 1 }), dispatch: nothing, subscribe: nothing }), ['redux:cart']],
  Zustand: () => [
    open().adopt({ getState: () => ({ notes: [], add: nothing }), setState: nothing, subscribe: nothing }),
    ['zustand:notes,add', 'zustand:notes,add/add()'],
  ],
  'TanStack Query': () => {
    class Client {
      queryCache = { queries: [{ queryKey: ['a'], state: { status: 'success' } }] };
      getQueryCache(): unknown {
        return this.queryCache;
      }
    }
    return [open().adopt(new Client()), ['query-cache']];
  },
  'Apollo Client': () => [open().adopt({ queryManager: {}, cache: { data: { data: { 'Planet:4': {} } } } }), ['apollo']],
  Pinia: () => [
    open().adopt({ _s: new Map([['tasks', { open: 1, add: nothing, $id: 'tasks' }]]), _e: {} }),
    ['pinia:tasks', 'pinia:tasks/add()'],
  ],
  Vuex: () => [
    open().adopt({ _state: { data: { fines: 1 } }, _actions: {}, _mutations: { pay: [nothing] }, commit: nothing }),
    ['vuex', 'vuex/commit/pay'],
  ],
  NgRx: () => {
    const world = open();
    world.holders.adopt(Object.assign(() => 0, { type: '[Nursery] Sow' }));
    return [world.adopt({ actionsObserver: {}, source: {}, dispatch: nothing }), ['ngrx', 'ngrx/[Nursery] Sow']];
  },
  RxJS: () => [open().values.unwrap({ _value: 812, observers: [] }), 812],
  XState: () => {
    const actor = { _snapshot: { value: 'idle' }, logic: { id: 'lift', events: ['CALL'] }, send: nothing };
    return [open().adopt(actor), ['xstate:lift', 'xstate:lift/CALL']];
  },
  Backbone: () => [
    open().adopt({ models: [{ cid: 'c1', attributes: { street: 'Mill Lane' } }], _byId: {} }),
    ['backbone:collection'],
  ],
  MobX: () => [
    open().values.unwrap(marked('mobx administration', { values_: new Map([['heat', { value_: 20 }]]) })),
    { heat: 20 },
  ],
  Nanostores: () => [open().values.unwrap({ lc: 0, value: 25, listen: nothing, notify: nothing }), 25],
  Yjs: () => {
    const type = (content: object, info = 0) => ({
      _start: null,
      _map: new Map(),
      _dEH: {},
      _searchMarker: null,
      ...content,
      info,
    });
    const gone = { content: { str: 'one' }, info: 4, right: { content: { str: 'noon' }, info: 0, right: null } };
    const text = type({ _pending: null, _start: { content: { str: 'We met at ' }, info: 0, right: gone } });
    const map = type({ _map: new Map([['chair', { content: { arr: ['Bo', 'Ada'] }, info: 0 }]]) });
    const { values } = open();
    return [
      [values.unwrap(text), values.unwrap(map)],
      ['We met at noon', { chair: 'Ada' }],
    ];
  },
  Immutable: () => {
    const filled = (length: number): { array: number[] } => ({ array: Array.from({ length }, (_, at) => at) });
    class List {
      size = 2;
      _origin = 31;
      _capacity = 33;
      _level = 5;
      _root = { array: [filled(32)] };
      _tail = { array: [32] };
    }
    class Trie {
      size = 3;
      _root = {
        bitmap: 5,
        nodes: [
          { entry: ['a', 1] },
          undefined,
          {
            entries: [
              ['b', 2],
              ['c', 3],
            ],
          },
        ],
      };
      toJS(): never {
        throw new Error('called');
      }
    }
    const map = { size: 1, _root: { entries: [[7, 'seven']] } };
    const ordered = { size: 1, _map: map, _list: { _origin: 0, _capacity: 2, _tail: { array: [undefined, ['z', 1]] } } };
    const record = Object.assign(Object.create({ _keys: ['berth', 'depth', 'lit'], _defaultValues: { lit: true } }), {
      _values: { _origin: 0, _capacity: 2, _level: 5, _tail: { array: ['North', 4] } },
    });
    const ring: { nodes: unknown[] } = { nodes: [] };
    ring.nodes.push(ring);
    const others = [
      { size: 1, _root: ring },
      { size: 1, _map: new Map([[1, 2]]) },
      { size: 1, _capacity: 4, _list: ['a'], _head: 0, _tail: 1 },
    ];
    const empty = { size: 0, _root: undefined, __ownerID: undefined };
    const { unwrap } = open().values;
    return [
      [empty, new List(), new Trie(), map, { size: 1, _map: map }, ordered, record, ...others].map(unwrap),
      [
        {},
        [31, 32],
        { a: 1, b: 2, c: 3 },
        new Map([[7, 'seven']]),
        [7],
        { z: 1 },
        { berth: 'North', depth: 4, lit: true },
        ...others,
      ],
    ];
  },
  cells: () => {
    const note = (_: object): void => {};
    class Cell {
      noted = [{}];
      current = 7;
      get(): number {
        note(this);
        return this.current;
      }
    }
    class Derived {
      noted = [{}];
      state = 8;
      ask(): number {
        return this.noted.length > 9 ? 0 : this.state;
      }
      get(): number {
        try {
          return this.ask();
        } finally {
          note(this);
        }
      }
    }
    // What hands out a field and tells nobody is a thing of the application.
    class Till {
      current = 9;
      get(): number {
        return this.current;
      }
    }
    const till = new Till();
    const { unwrap } = open().values;
    return [
      [unwrap(new Cell()), unwrap(new Derived()), unwrap(till)],
      [7, 8, till],
    ];
  },
  'rich text': () => {
    const run = (text: string) => ({ type: 'text', text, marks: [{ type: 'bold' }] });
    const link = { type: 'link', children: [run('the ditch')] };
    const mention = { type: 'mention', attrs: { of: 'Ines' } };
    const { unwrap } = open().values;
    const menu = { type: 'menu', children: [{ text: 'Open' }] };
    return [
      [
        unwrap({ type: 'item', checked: true, children: [run('Ask '), link] }),
        unwrap({ type: 'item', content: [run('Ask '), mention] }),
        unwrap(menu),
      ],
      [{ type: 'item', checked: true, text: 'Ask the ditch' }, { type: 'item', text: 'Ask ', content: [mention] }, menu],
    ];
  },
  D3: () => {
    const parent = element({}, { class: 'rainfall' });
    const bar = (mm: number) => ({ ...element({ __data__: { mm } }), parentElement: parent });
    return [open([bar(61), bar(48)]).find('D3'), ['d3:rainfall']];
  },
  jQuery: () => {
    const [pick, ship, old] = [() => 'pick', () => 'ship', () => 'old'];
    const events = { click: [{ handler: pick }, { handler: ship }] };
    const { collector, find } = open([element({ jQuery360012345: { events } }), element({ jQuery360012345: { events } })]);
    find('jQuery');
    const cached = open([element({ jQuery111012345: 7 })]);
    Object.assign(globalThis, { jQuery: { cache: { 7: { events: { blur: [{ handler: old }] } } } } });
    cached.find('jQuery');
    Reflect.deleteProperty(globalThis, 'jQuery');
    return [
      [[...collector.functions], [...cached.collector.functions]],
      [[pick, ship], [old]],
    ];
  },
  views: () => {
    class Drawn {
      isConnected = true;
      constructor(readonly localName: string) {}
    }
    Object.assign(globalThis, { Node: Drawn });
    try {
      const crew = [{ name: 'Vroni', role: 'medic' }];
      const row = { type: 'li', dom: new Drawn('li'), props: { title: 'x' }, data: { class: { open: true } } };
      const below = { tag: nothing, node: new Drawn('p'), state: { crew, hint: 'new' } };
      // What says that it is an element is none of the application; what is handed on is told above; what was before is no news.
      const station = {
        state: { crew, tab: 'open' },
        prevState: { tab: 'all' },
        drawn: { dom: new Drawn('main'), rows: [row, below] },
      };
      const widget = { el: new Drawn('div'), options: { theme: 'dark', size: 3 }, hovered: false };
      const { find, collector } = open([element({ $V: { children: station, dom: new Drawn('div') }, widget })]);
      return [
        [find('views'), collector.components.map(({ kind }) => kind)],
        [
          ['views:component crew,tab', 'views:component hint'],
          ['crew,drawn,prevState,tab', 'crew,hint,node,tag'],
        ],
      ];
    } finally {
      Reflect.deleteProperty(globalThis, 'Node');
    }
  },
};

test('handlers that hang on elements are of who hung them there', () => {
  const met = (...elements: object[]): unknown => {
    const { collector, find } = open(elements);
    find('Svelte');
    return collector.functions.size;
  };
  const handlers = { click: nothing };
  expect(met(element(marked('events', handlers)))).toBe(1);
  expect(met(element(marked('_vei', handlers)))).toBe(0);
});

test('what components of Svelte subscribed to is told by the names of the source, a store of two components once', () => {
  const { holders, collector } = open();
  const store = (value: unknown) => [{ subscribe: nothing }, { v: value }] as const;
  const [[cart, now], [view, shown]] = [store([{ title: 'Tea' }]), store('week')];
  const entry = (of: unknown, source: unknown) => ({ store: of, source, unsubscribe: nothing });
  expect(holders.adopt({ $cart: entry(cart, now), $view: entry(view, shown) }, 'n')).toBe(true);
  expect(holders.adopt({ $cart: entry(cart, { v: [] }) }, 'e')).toBe(true);
  expect(holders.adopt({ $cart: 3 }, 'e')).toBe(false);
  expect(collector.places.map(({ address, value }) => [address, value])).toEqual([
    ['svelte:cart', [{ title: 'Tea' }]],
    ['svelte:view', 'week'],
  ]);
});

test('before 3.5 Knockout is asked for the context of an element, and before 3.4 an observable for what it holds', () => {
  const observable = (value: unknown, more: object) => Object.assign(() => 0, { __ko_proto__: nothing, peek: () => value }, more);
  const [none, some] = [() => 0, () => 1];
  const root = {
    open: observable(true, {}),
    asleep: observable('unasked', { getDependenciesCount: some, getSubscriptionsCount: none }),
    fare: observable(215, { getDependenciesCount: some, getSubscriptionsCount: some }),
  };
  const context = { $parents: [], $root: root };
  const world = globalThis as { ko?: object };
  try {
    world.ko = { contextFor: () => context };
    const { find, values } = open([element({ __ko__17: 'ko3' }, { id: 'gate' })]);
    expect(find('Knockout')).toEqual(['knockout:gate', 'knockout:gate/open=']);
    expect(values.read('gate', root)?.children).toMatchObject([
      { name: 'open', value: true },
      { name: 'fare', value: 215 },
    ]);
  } finally {
    delete world.ko;
  }
  expect(open().adopt(context)).toEqual(['knockout:model', 'knockout:model/open=']);
});

test('each room has a row', () => {
  expect(Object.keys(rows)).toEqual(rooms.map(({ name }) => name));
});

test.each(rooms)('$name', ({ name, inside, finder, ...room }) => {
  const [got, wanted] = (rows[name] as (typeof rows)[string])();
  expect(got).toEqual(wanted);
  for (const pattern of Object.values(room).filter((one) => one instanceof RegExp)) {
    expect(pattern.flags).toBe('');
    // One that fits what a person would call things would hide an application's own.
    for (const word of ['items', 'user', 'settings', 'name', 'Order', 'Cart', 'note-list']) expect(word).not.toMatch(pattern);
  }
  // A name that a room takes from its module would not be there.
  const world = {
    own: nothing,
    has: () => false,
    names: () => [],
    symbolNamed: nothing,
    met: new Set(),
    meter: {},
    reactive: true,
  };
  for (const closed of [inside, finder]) {
    if (!closed) continue;
    const text = functionSource(closed as (kit: never) => unknown);
    const kit = { ...world, values: world, collector: {}, holders: {}, mounts: () => [] };
    const parts = runInNewContext(`(${text})(kit)`, { kit }) as Record<string, unknown>;
    if (closed === inside && 'unwrap' in parts)
      expect(runInNewContext('parts.unwrap(thing) === thing', { parts, thing: {} })).toBe(true);
  }
});

test('elements of a library of components are told from the screen, those of the application are state', () => {
  const tags = ['ui-input', 'ui-select', 'ui-button', 'ui-rating', 'shop-cart', 'shop-button'];
  const found = open(tags.map((tag) => element({ level: 2 }, { tag }))).find('Web Components');
  expect(found.map((one) => one.split(' ', 2).join(' '))).toEqual(['Web Components:shop-cart', 'Web Components:shop-button']);
});

test('a controller of an element is no state of it, and nor are the parts of a template', () => {
  const { values, find } = ((cart: Record<string, unknown>) => {
    cart.slots = { host: cart, slotNames: ['prefix'] };
    cart.buyer = { name: 'Ada' };
    return open([cart]);
  })(element({}, { tag: 'shop-cart' }) as Record<string, unknown>);
  expect(find('Web Components')[0]).toMatch(/buyer/);
  expect(find('Web Components')[0]).not.toMatch(/slots/);
  expect(values.read('a', { parts: { _$AH: 1, type: 2 }, total: 3 }, {})).toMatchObject({ children: [{ name: 'total' }] });
});

test('states without names that say neither yes nor no are told, and keep their places', () => {
  const hook = (memoizedState: unknown, next: object | null): object => ({ memoizedState, queue: {}, next });
  const fiber = {
    type: function Kiln() {},
    memoizedProps: {},
    memoizedState: hook(false, hook([true], hook('hot', hook(null, null)))),
  };
  expect(open([element({ __reactContainer$1: fiber })]).find('React')).toEqual(['React:Kiln state3']);
});

test('a component whose name a build took is told by what it keeps, each thing by the word for it', () => {
  const hook = (memoizedState: unknown, next: object | null): object => ({ memoizedState, queue: {}, next });
  const states = hook('xs', hook(806, hook({ harbour: { ships: 3 }, open: true }, null)));
  const fiber = (type: object) => ({ type, memoizedProps: {}, memoizedState: states });
  const told = (type: object) => open([element({ __reactContainer$1: fiber(type) })]).find('React');
  expect(told(new Function('return function Hd(){}')() as object)).toEqual(['React:harbour harbour', 'React:component state3']);
  expect(told(function Quay() {})).toEqual(['React:Quay state1,state2,state3']);
});

test('the workings of Angular and of RxJS are no state, what a subject keeps is', () => {
  const { values } = open();
  const view = Array.from({ length: 30 }, (_, i) => (i === 1 ? { blueprint: [], directiveRegistry: [] } : 'part'));
  const service = {
    open: true,
    injector: { records: new Map([['token', 'x']]), _ngOnDestroyHooks: [] },
    zone: { hasPendingMacrotasks: false, isStable: true },
    view,
    changes: { closed: false, isStopped: false, hasError: false, currentObservers: null },
    chosen: { _value: 'north', closed: false, isStopped: false, currentObservers: [] },
  };
  expect(values.read('service', service)?.children).toMatchObject([
    { name: 'open', value: true },
    { name: 'chosen', value: 'north' },
  ]);
});

test('of what Angular draws, the components of the application are told by their elements, and widgets are not', () => {
  const view = (host: object | null, context: object | null, ...parts: unknown[]): unknown[] =>
    Array.from({ length: 30 }, (_, i) => (i === 0 ? host : i === 1 ? { blueprint: [] } : i === 8 ? context : parts[i - 20]));
  class e {
    chosen = 2;
  }
  class Held {
    static ɵcmp = { exportAs: ['matTable'], hostAttrs: null };
    rows = 3;
  }
  class Drawn {
    static ɵcmp = { exportAs: null, hostAttrs: ['role', 'row', 1, 'tile'], hostVars: 4 };
    ripple = 3;
  }
  class Card {
    static ɵcmp = { exportAs: null, hostAttrs: [1, 'block'], hostVars: 0 };
    open = true;
  }
  const root = new e();
  const water = { temperature: 17 };
  const board = view(
    element({}, { tag: 'beach-board' }),
    root,
    view({}, water),
    view(element({}, { tag: 'table' }), new Held()),
    view(element({}, { tag: 'mat-tile' }), new Drawn()),
    view(element({}, { tag: 'app-card' }), new Card()),
  );
  const { find, collector } = open([element({ __ngContext__: view(null, root, board) }, { tag: 'beach-board' })]);
  expect(find('Angular')).toEqual(['Angular:board chosen', 'Angular:Card open']);
  // What a part on a condition is about is told where the application keeps it.
  expect(collector.seen.has(water)).toBe(false);
});

test('a field of a form of Angular is what is in it', () => {
  const { values } = open();
  expect(values.unwrap({ _rawValidators: null, value: { name: 'Ida' }, controls: {} })).toEqual({ name: 'Ida' });
});

test('what a library hands on by a context that it named is told as far as it is near, and ids that React made are not', () => {
  const provider = (displayName: string, value: object, child: object | null = null): object => ({
    type: { displayName, _currentValue: value },
    memoizedProps: { value },
    child,
  });
  const styles = { root: 'kit-tabs__root', list: 'kit-tabs__list', trigger: 'kit-tabs__trigger' };
  const system = { value: 'new', config: { theme: { recipes: { badge: { size: 'sm' } } } } };
  const { find, collector, values } = open([
    element({ __reactContainer$1: provider('TabsContext', system, provider('TabsClassContext', styles)) }),
  ]);
  expect(find('React')).toEqual(['React:Tabs value,config']);
  expect(collector.components[0]?.maxDepth).toBe(3);
  expect(values.read('field', { label: 'field::«r1»::label', control: ':r4:', name: 'Paper' })?.children).toMatchObject([
    { name: 'name', value: 'Paper' },
  ]);
});

test('a custom element that Vue made tells what it was given and what its component keeps, and no workings', () => {
  const row = { type: { name: 'MessageRow' }, data: { open: false }, subTree: {}, vnode: {} };
  const chat = element(
    {
      _def: { name: 'ChatBox' },
      _connected: true,
      _instance: {
        type: { name: 'ChatBox' },
        props: { rooms: [{ name: 'Crew' }] },
        setupState: { draft: 'Hello' },
        subTree: { children: [{ component: row }] },
        vnode: {},
      },
    },
    { tag: 'chat-box' },
  );
  const { find } = open([chat]);
  expect(find('Vue')).toEqual(['Vue:ChatBox rooms,draft', 'Vue:MessageRow open']);
  expect(find('Web Components')).toEqual(['Vue:ChatBox rooms,draft', 'Vue:MessageRow open']);
});

test('a component of Vue that can be set up in very many ways is a library, with what it draws itself and not with what it is handed', () => {
  const instance = (name: string, state: object, ctx: object | null, props = 0) => ({
    type: { name },
    setupState: state,
    propsOptions: [Object.fromEntries(Array.from({ length: props }, (_, i) => [`prop${i}`, {}])), []],
    subTree: { children: [] as object[] },
    vnode: { ctx },
  });
  const board = instance('Board', { tide: 'rising' }, null);
  const table = instance('DataTable', { prefix: 'n' }, board, 20);
  const body = instance('TableBody', { striped: true }, table);
  const boat = instance('Boat', { taken: 3 }, board, 2);
  board.subTree.children.push({ component: table });
  table.subTree.children.push({ component: body }, { component: boat });
  const app = element({ __vue_app__: { _context: {} }, _vnode: { component: board } });
  expect(open([app]).find('Vue')).toEqual(['Vue:Board tide', 'Vue:Boat taken']);
});

test('stores without a name are told apart by what they hold, in whichever order they are met, and by what they held first', () => {
  const redux = (state: object) => ({ getState: () => state, dispatch: nothing, subscribe: nothing });
  const zustand = (state: object) => ({ getState: () => state, setState: nothing, subscribe: nothing });
  class Shelf {
    static make = (attributes: object) => Object.assign(new Shelf(), { cid: 'c1', attributes, changed: {} });
    wipe(): void {}
  }
  const users: Record<string, unknown> = { 17: 'Ida', 18: 'Jon' };
  const all = [
    redux({ cart: 1, user: null }),
    redux({ drag: null }),
    redux(users),
    zustand({ open: true, show: nothing }),
    zustand({ open: true, pay: nothing }),
    Shelf.make({ dust: 3 }),
    Shelf.make({}),
  ];
  const addressesIn = (order: readonly object[], world = open()): unknown[] => {
    for (const one of order) world.holders.adopt(one);
    return all.map((one) => {
      const held = 'getState' in one ? one.getState() : one.attributes;
      return world.collector.places.find(({ value }) => value === held)?.address;
    });
  };
  const told = ['redux:cart', 'redux:drag', 'redux:', 'zustand:open,show', 'zustand:open,pay'];
  const shelves = ['backbone:model:dust', 'backbone:model:wipe'];
  expect(addressesIn(all)).toEqual([...told, ...shelves]);
  expect(addressesIn([...all].reverse())).toEqual([...told, ...shelves]);
  const world = open();
  addressesIn(all, world);
  world.collector.reset();
  delete users[17];
  delete users[18];
  users.first = 'Kay';
  expect(addressesIn(all, world)).toEqual([...told, ...shelves]);
});

test('who listens to a collection of Backbone leads on to the view and to what that holds', () => {
  const books: Record<string, unknown> = { models: [{ cid: 'c1', attributes: { title: 'Emma' } }], _byId: {} };
  const reader = { cid: 'c7', attributes: { name: 'Ida' }, changed: {} };
  const view = { cid: 'view3', $el: {}, el: { id: '' }, collection: books, reader, query: 'poems', render: nothing };
  const shown = { cid: 'c1', attributes: {}, changed: {}, collection: books };
  const row = { cid: 'view4', $el: {}, el: {}, model: shown, open: true };
  books._events = { add: [{ ctx: view }, { ctx: row }] };
  const { adopt, collector } = open();
  expect(adopt(books)).toEqual(['backbone:collection', 'backbone:reader', 'backbone:view:query']);
  expect(collector.places.at(-1)?.value).toEqual({ query: 'poems' });
});

test('listeners of Solid hang on elements, and a store tells its fields when it is asked', () => {
  const listener = (): string => 'add';
  const { collector, find, values } = open([element({ $$click: listener })]);
  find('Solid');
  expect([...collector.functions]).toEqual([listener]);
  const raw = { limit: 900, items: [{ name: 'Rent' }] };
  const mark = Symbol('solid-proxy');
  const asked = (target: object): object => {
    const proxy: object = new Proxy(target, {
      get: (of, key) => {
        const held = Reflect.get(of, key) as unknown;
        return typeof held === 'object' && held !== null && key !== mark ? asked(held) : held;
      },
      getOwnPropertyDescriptor: (of, key) => {
        const found = Reflect.getOwnPropertyDescriptor(of, key);
        if (!found?.configurable) return found;
        return { configurable: true, enumerable: found.enumerable ?? false, get: () => Reflect.get(proxy, key) as unknown };
      },
    });
    if (!Object.getOwnPropertySymbols(target).includes(mark)) Object.defineProperty(target, mark, { value: proxy });
    return proxy;
  };
  expect(values.read('budget', asked(raw), {})).toMatchObject({
    children: [
      { name: 'limit', value: 900 },
      { name: 'items', children: [{ children: [{ name: 'name', value: 'Rent' }] }] },
    ],
  });
});

/** A chain of fibers: each is the only child of the one before. */
const chain = (...fibers: readonly object[]): object =>
  fibers.reduceRight<object | undefined>((child, fiber) => ({ memoizedProps: {}, ...fiber, child }), undefined) as object;
const hooksOf = (...held: readonly object[]): object =>
  held.reduceRight<object | null>((next, hook) => ({ ...hook, next }), null) as object;
const unnamed = (): void => undefined;

test('a state of React that has lost its name is called as it is handed on, and a context tells what it holds beside it', () => {
  const members = [{ name: 'Ines', fee: 40 }];
  const dispatch = (): void => undefined;
  const state = { memoizedState: members, queue: { dispatch } };
  const context = { $$typeof: 1, _currentValue: null };
  const value = { members, dispatch, coach: 'Maud' };
  const world = open([
    element({
      __reactContainer$1: chain(
        { type: unnamed, memoizedState: hooksOf(state) },
        { type: context, memoizedProps: { value } },
        { type: unnamed, memoizedProps: { roster: members } },
      ),
    }),
  ]);
  expect(world.find('React')).toEqual(['React:unnamed members', 'React:context coach']);
  // A context of nothing that is state may be a theme.
  const theme = open([
    element({ __reactContainer$1: chain({ type: context, memoizedProps: { value: { dark: true, gap: 4 } } }) }),
  ]);
  expect(theme.find('React')).toEqual([]);
  // And what sets a yes or no is what a library hands on.
  const setter = { memoizedState: hooksOf({ memoizedState: false, queue: { dispatch } }), type: unnamed };
  const field = { type: context, memoizedProps: { value: { dispatch, size: 'medium' } } };
  expect(open([element({ __reactContainer$1: chain(setter, field) })]).find('React')).toEqual(['React:unnamed state']);
});

test('what a component of React keeps beside its state is told: fields of an instance, references, and snapshots of a store', () => {
  const instance = {
    updater: {},
    props: {},
    state: { on: true },
    trays: [{ bread: 'rye', minutes: 35 }],
    timer: 7,
    heat: nothing,
    // What works for it.
    rows: { at: () => instance.timer, next: () => instance.trays, span: () => instance.timer * 2, first: () => 0 },
  };
  const found = open([
    element({
      __reactContainer$1: chain(
        { type: function Oven() {}, stateNode: instance },
        {
          type: function Counter() {
            // Its source is what names them.
            return () => 'timer = useRef(), anchor = useRef(), label = useRef()';
          },
          memoizedState: hooksOf(
            { memoizedState: { flour: 12, eggs: 60 }, queue: { getSnapshot: nothing } },
            { memoizedState: { current: { shift: 'night', hours: 8 } }, queue: null },
            { memoizedState: { current: nothing }, queue: null },
            { memoizedState: { current: 'noon' }, queue: null },
          ),
        },
      ),
    }),
  ]).find('React');
  expect(found).toEqual(['React:Oven on,trays', 'React:Counter snapshot,timer,label']);
});

test('Preact is read the same way', () => {
  const members = [{ name: 'Ines', fee: 40 }];
  const hook = { __: [members, nothing], __c: {} };
  const app = { type: unnamed, __c: { props: {}, __H: { __: [hook] } } };
  const given = { props: { value: { members, coach: 'Maud' } }, getChildContext: nothing };
  const lane = { type: function Lane() {}, __c: { props: {}, state: { open: true }, pace: { seconds: 95, stroke: 'crawl' } } };
  const mount = { ...app, __k: [{ type: unnamed, __c: given, __k: [lane] }] };
  expect(open([element({ __k: mount })]).find('Preact')).toEqual([
    'Preact:unnamed members',
    'Preact:context coach',
    'Preact:Lane open,pace',
  ]);
});

test('Preact signals that are handed on together are a store', () => {
  const signal = (v: unknown) => Object.assign(Object.create({ brand: Symbol('signal') }) as object, { v });
  const store = { level: signal(3), keeper: { name: signal('Ines') }, raise: nothing };
  const app = { type: unnamed, __c: { props: { store } } };
  const { find, collector } = open([element({ __k: app })]);
  find('Preact');
  expect(collector.places.map(({ address }) => address)).toEqual(['signals:level,raise']);
  expect([...collector.callables.keys()]).toEqual(['signals:level,raise/raise()']);
});

test('MobX is read where its own build took the names of its fields', () => {
  const box = (value: unknown) => ({ enhancer: nothing, tt: 'heat', equals: nothing, wt: false, Ot: value, dehancer: undefined });
  const computed = { Ot: true, tt: 'warm', derivation: nothing };
  const admin = {
    jt: {},
    At: new Map<string, object>([
      ['warm', computed],
      ['heat', box(20)],
    ]),
    kt: 'Kiln',
  };
  expect(open().values.unwrap(marked('mobx administration', admin))).toEqual({ warm: true, heat: 20 });
  expect(open().values.unwrap(box(7))).toBe(7);
});

test('Vue tells what a component provides to those below, and what it is declared in is looked into', () => {
  const setup = (): void => undefined;
  const appContext = { provides: {} };
  const vnode = { appContext, key: null };
  const root = { type: { setup }, vnode, parent: null, setupState: {}, provides: { crew: { mate: 'Odd', deckhands: 4 } } };
  const below = { type: { name: 'Gauge' }, vnode, parent: root, setupState: { knots: 14 }, provides: root.provides };
  const tree = { ...root, subTree: { component: { ...below, subTree: null }, children: null } };
  const mount = element({ __vue_app__: { _context: appContext }, _vnode: { component: tree, children: null } });
  const world = open([mount]);
  expect(world.find('Vue')).toEqual(['Vue:component crew', 'Vue:Gauge knots']);
  expect([...world.collector.tops]).toEqual([setup]);
});

test('elements hear by way of a library what it listens to at the top', () => {
  const props = { __reactProps$7x: { onClick: nothing, onContextMenu: nothing, onScroll: nothing, children: [] } };
  const drawn = [element({}, { id: 'plain' }), element(props, { id: 'row' }), element({ __reactProps$7x: {} }, { id: 'quiet' })];
  expect(open(drawn).heard('React')).toEqual(['row click', 'row contextmenu']);
  const own = element({ __dblclick: nothing, __attributes: {} }, { id: 'cell' });
  expect(open([own, element({ $$click: [nothing, 3] }, { id: 'star' })]).heard('Svelte')).toEqual([
    'cell dblclick',
    'star click',
  ]);
  const [one, two] = [element({}, { id: 'one' }), element({}, { id: 'two' })];
  const events = {
    click: [{ selector: '.row', handler: nothing }, { handler: nothing }, { selector: ':eq(0)', handler: nothing }],
  };
  const querySelectorAll = (selector: string): object[] => {
    if (selector.startsWith(':')) throw new Error('no selector');
    return [one, two];
  };
  expect(open([{ ...element({ jQuery350112: { events } }), querySelectorAll }]).heard('jQuery')).toEqual([
    'one click',
    'two click',
  ]);
});

test('of the stores of MobX that hold each other the whole is told, in whichever order they are met; a part with a name of its own is one too', () => {
  const observable = (fields: object, on: object = {}) =>
    marked(
      'mobx administration',
      { values_: new Map(Object.entries(fields).map(([name, value_]) => [name, { value_, enhancer: nothing }])) },
      on,
    );
  class Barge {}
  class Crane {}
  const barges = [1, 2].map((berth) => observable({ berth }, new Barge()));
  const lock = observable({ gate: 'open' });
  const crane = observable({ lifts: 4 }, new Crane());
  const harbour = observable({ barges: marked('mobx administration', { values_: barges }, []), lock, crane });
  for (const order of [
    [harbour, ...barges, lock, crane],
    [...barges, lock, crane, harbour],
  ]) {
    const { holders, adopt } = open();
    for (const one of order) holders.adopt(one);
    expect(adopt({})).toEqual(['mobx:barges', 'mobx:Crane']);
  }
});

test('what a component keeps that names its package is not the application', () => {
  const keeps = (displayName: string) => {
    const type = Object.assign(function Slider() {}, { displayName });
    const fiber = { type, stateNode: { updater: {}, state: { thumb: 2 } }, memoizedProps: {} };
    return open([element({ __reactContainer$1: fiber })]).find('React');
  };
  expect([keeps('@kit/core/Slider'), keeps('Slider')]).toEqual([[], ['React:Slider thumb']]);
});
