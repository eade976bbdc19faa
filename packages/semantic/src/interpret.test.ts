import type { RootSource } from '@substrate/core';
import { describe, expect, it } from 'vitest';
import { capture, root } from '../test/captures.js';
import { interpret } from './interpret.js';

describe('interpret', () => {
  it('names the facts of a store by their path', () => {
    const result = interpret(
      capture([root('redux#0', 'store', 'store', { cart: { items: [{ name: 'Tea', qty: 2 }], total: 3 }, user: null })]),
    );
    expect({ ...result.objects }).toEqual({
      'cart.items[0].name': 'Tea',
      'cart.items[0].qty': 2,
      'cart.items.count': 1,
      'cart.total': 3,
      user: null,
    });
  });

  it('leaves a wrapper out where its fields are clear without it, and keeps it where they are not', () => {
    const leaf = { id: 'leaf 1', body: { id: 'scan 1', format: 'image/png' } };
    const { objects } = interpret(
      capture([
        root('redux#0', 'store', 'store', { state: { page: 2 }, leaves: [leaf], note: { text: 'torn', data: { by: 'Ilse' } } }),
      ]),
    );
    expect(objects).toMatchObject({
      page: 2,
      'leaves[0].id': 'leaf 1',
      'leaves[0].body.id': 'scan 1',
      'leaves[0].body.format': 'image/png',
      'note.by': 'Ilse',
    });
  });

  it('leaves out what has no name where it is all there is, and keeps it beside others', () => {
    const hive = { _: { soul: 'lime', seen: 1908 }, race: 'Buckfast' };
    const { objects, overflow } = interpret(capture([root('scope:relay.js/graph', 'module', 'graph', { _: { hive } })]));
    expect(objects).toMatchObject({ 'graph.hive.race': 'Buckfast' });
    expect(Object.keys(overflow).filter((key) => key.startsWith('graph.hive.unknown_'))).toHaveLength(2);
  });
});

describe('records', () => {
  const nodes = [
    { id: 'n1', type: 'inject', name: 'tick', x: 100, wires: ['n2'] },
    { id: 'n2', type: 'function', name: 'double it', x: 240, wires: [] },
  ];
  it('that have no name are not served, whatever speaks for them', () => {
    const argv = { $0: '/srv/nursery/bin/serve.js', port: 3000, watch: true, files: [{ name: 'plants.json', size: 12 }] };
    const { objects, overflow } = interpret(capture([root('closure:argv', 'closure', 'argv', argv)]));
    expect(objects).toMatchObject({ 'argv.port': 3000 });
    expect(Object.keys(objects).filter((key) => key.includes('unknown_'))).toEqual([]);
    expect(Object.values(overflow)).toContain(argv.$0);
  });
  const controller = { served: 3, catsService: { cats: [{ name: 'Tom', age: 3 }] } };
  const sources = ['closure', 'instance', 'global', 'module', 'component', 'store', 'static', 'endpoint'] as const;
  it.each([...sources, 'file' as RootSource])('are served from a %s, whatever holds them is called', (source) => {
    const { objects } = interpret(
      capture([
        root(`${source}:nodes`, source, 'sockets', nodes),
        root(`${source}:cats`, source, 'CatsController', controller),
        root(`${source}:w`, source, 'worker', { busy: false, jobs: 77 }),
      ]),
    );
    for (const value of ['double it', 'inject', 240, 'Tom', 77]) expect(Object.values(objects)).toContain(value);
  });
});

describe('one fact', () => {
  const store = (title: string) =>
    root('redux#0', 'store', 'store', { todos: [{ id: 1, title, done: false }], ui: { open: true } });
  const page = (title: string) => root('dom:list[todos]', 'dom', 'todos', [{ title, done: false }], { shown: true });

  it('is called as the screen calls it where the variable that keeps it has lost its name', () => {
    const said = 'Skagen lighthouse, north';
    const { objects } = interpret(
      capture([
        root('module:main.js/q', 'module', 'q', said),
        root('dom:page[page]', 'dom', 'page', { station: { name: said, keeper: 'Inge Holm' } }),
      ]),
    );
    expect(objects).toMatchObject({ 'page.station.name': said });
    expect(Object.values(objects).filter((value) => value === said)).toHaveLength(1);
  });

  it('is served once, under the name of the place that keeps it', () => {
    const { objects } = interpret(capture([store('Buy oat milk'), page('Buy oat milk')]));
    expect(Object.keys(objects).filter((key) => key.endsWith('title'))).toEqual(['todos[0].title']);
    expect(Object.keys(objects).filter((key) => key.endsWith('count'))).toEqual(['todos.count']);
  });

  it('is served from the other place when the first is gone', () => {
    const both = interpret(capture([store('Buy oat milk'), page('Buy oat milk')]));
    const { objects } = interpret(capture([page('Buy oat milk')]), { previous: both });
    expect(Object.values(objects)).toContain('Buy oat milk');
  });

  it('keeps its name when a second window comes that shows the same, and when that goes', () => {
    const shown = { title: 'jotter - regatta.txt', status: { caret: '1,1 (0/43)' } };
    const window = (address: string) => root(address, 'window', 'View', shown, { type: 'jotter.View', shown: true });
    const one = interpret(capture([window('window:jotter.View')]));
    const two = interpret(capture([window('window:jotter.View'), window('window:jotter.View#1')]), { previous: one });
    const closed = interpret(capture([window('window:jotter.View')]), { previous: two });
    expect(Object.keys(two.objects)).toEqual(expect.arrayContaining(Object.keys(one.objects)));
    expect(closed.objects).toEqual(one.objects);
  });

  it('turns out to be two when the values part for three cycles', () => {
    let last = interpret(capture([store('Buy oat milk'), page('Buy oat milk')]));
    const keys = Object.keys(last.objects).length;
    for (let i = 0; i < 2; i++) last = interpret(capture([store('Buy oat milk'), page('Walk the dog')]), { previous: last });
    expect(Object.keys(last.objects).length).toBe(keys);
    last = interpret(capture([store('Buy oat milk'), page('Walk the dog')]), { previous: last });
    expect(Object.values(last.objects)).toContain('Walk the dog');
    const again = interpret(capture([store('Buy oat milk'), page('Buy oat milk')]), { previous: last });
    expect(Object.keys(again.objects)).toEqual(Object.keys(last.objects));
  });
});

describe('what is worth serving', () => {
  it('serves what a thread works with, though its class is called after machinery', () => {
    const dispatcher = { state: 'Running', keepAlive: '00:10:00' };
    const { objects } = interpret(
      capture([root('thread:ServerDispatcher', 'task', 'ServerDispatcher', dispatcher, { type: 'ServerDispatcher' })]),
    );
    expect(Object.values(objects).sort()).toEqual(['00:10:00', 'Running']);
  });

  it('serves a global that is kept out of the way when it holds records', () => {
    const kept = { todos: [{ title: 'Rent', owner: 'Ada' }], visits: 3 };
    const globals = [
      root('global/__store', 'global', '__householdStore', kept),
      root('global/__n', 'global', '__flag', { on: 77 }),
    ];
    const { objects } = interpret(capture([...globals, root('store#0', 'store', 'store', { orders: 3 })]));
    expect(Object.values(objects)).toEqual(expect.arrayContaining(['Rent', 'Ada', 3]));
  });

  it('serves what was typed into a field of a window', () => {
    const window = { Heading: { Text: 'My notes' }, DraftBox: { Text: 'call Ada' } };
    const { objects } = interpret(capture([root('window:main', 'window', 'NotesView', window)]));
    expect(Object.values(objects)).toContain('call Ada');
  });

  it('keeps to the budget, and cuts long lists with their length told', () => {
    const rows = Array.from({ length: 190 }, (_, i) => ({
      name: `Row ${i}`,
      qty: i,
      price: i,
      city: 'B',
      open: true,
      note: 'x',
      a1: 1,
      b1: 2,
    }));
    const result = interpret(capture([root('redux#0', 'store', 'store', { rows })]), { maxKeys: 120 });
    expect(Object.keys(result.objects)).toHaveLength(14 * 8 + 1);
    expect(result.objects['rows[0].name']).toBe('Row 0');
    expect(result.objects['rows.count']).toBe(190);
    expect(result.overflow['rows[180].name']).toBe('Row 180');
  });
});

it('shows no secret anywhere', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
  const result = interpret(
    capture(
      [
        root('redux#0', 'store', 'store', { password: 'hunter2', note: token, cookies: { theme: 'dark-hunter2' } }),
        root(
          'scope:s.js/sessions',
          'module',
          'sessions',
          { [token]: { user: 'a' }, b7d1e0c4a9f84e21: { user: 'b' } },
          { kind: 'map' },
        ),
      ],
      { context: { url: `http://x/?token=${token}`, location: '/', view: null, window_title: null, window_id: null } },
    ),
  );
  const text = JSON.stringify([result.objects, result.overflow, result.context, result.schema]);
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain('dozjgNryP4J3');
  expect(text).not.toContain('b7d1e0c4a9f84e21');
  expect(result.objects.password).toBe('[redacted]');
});

it('names the view', () => {
  const viewOf = (extra: Parameters<typeof capture>[1]) => interpret(capture([], extra)).context.view;
  expect(viewOf({ hints: { route: '/orders/42/edit' } })).toBe('orders_edit');
  expect(viewOf({ hints: { route: '#/inbox' } })).toBe('inbox');
  expect(viewOf({ hints: { route: '/', heading: 'Welcome back' } })).toBe('welcome_back');
  expect(viewOf({ hints: { dialog: 'Delete account?', route: '/settings' } })).toBe('delete_account_dialog');
  expect(viewOf({ hints: { windowClass: 'com.acme.MainWindow' } })).toBe('main_window');
  expect(viewOf({ hints: { route: '/' } })).toBe('home');
  expect(viewOf({})).toBeNull();
});

describe('a schema of an earlier labelling', () => {
  const given = capture([root('redux#0', 'store', 'store', { cart: { total: 3 }, rows: [{ q: 1 }], list: [{ z: 2 }] })]);
  const now = interpret(given).schema;
  const older = (extra: Record<string, object> = {}) => ({
    ...now,
    labelling: 1,
    keys: {
      ...now.keys,
      'redux#0/rows/*/q': { key: 'rows[*].unknown_0x1', type: 'number' as const, confidence: 0.1 },
      'redux#0/cart/total': { key: 'cart.sum', type: 'number' as const, confidence: 0.99 },
      ...extra,
    },
  });

  it('keeps its names, gets one for what had none, and a new minor version', () => {
    const { objects, schema } = interpret(given, { schema: older() });
    expect(objects['cart.sum']).toBe(3);
    expect(objects['rows[0].q']).toBe(1);
    expect(schema.version).toBe('1.1.0');
    expect(interpret(given, { schema }).schema.version).toBe('1.1.0');
  });

  it('keeps what a person confirmed, and its version where nothing is renamed', () => {
    const confirmed = { key: 'rows[*].unknown_0x1', type: 'number', confidence: 1, confirmed: true };
    const { objects, schema } = interpret(given, { schema: older({ 'redux#0/rows/*/q': confirmed }) });
    expect(objects['rows[0].unknown_0x1']).toBe(1);
    expect(schema.version).toBe('1.0.0');
  });
});

it('lets a part of the page yield its name to a store that is found later', () => {
  const page = root('dom:region[Cart]', 'dom', 'Cart', { total: '0.00 €', rows: [{ article: 'Tea', sum: '4.50 €' }] });
  const store = root('redux#0', 'store', 'store', { cart: { items: [{ id: 'tea' }], coupon: null }, user: 'ada' });
  const first = interpret(capture([page]));
  expect(first.objects['cart.total']).toBe('0.00 €');
  const second = interpret(capture([page, store]), { previous: first });
  expect(second.objects['cart.items[0].id']).toBe('tea');
  expect(second.objects['cart_page.total']).toBe('0.00 €');
  expect(second.objects['cart_page.rows[0].article']).toBe('Tea');
  expect(second.schema.version).toBe('1.1.0');
  expect(Object.keys(interpret(capture([store, page]), { schema: second.schema }).objects)).toEqual(Object.keys(second.objects));
});

it('calls the entries of a table by their numbers', () => {
  const stacks = root('redux#0', 'store', 'store', { stacks: { 0: 7, top: 3, bottom: 4, sum: 11 } });
  const { objects } = interpret(capture([stacks]));
  expect(objects).toMatchObject({ 'stacks["0"]': 7, 'stacks.top': 3 });
});
