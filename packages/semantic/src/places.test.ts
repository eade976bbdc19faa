import { defaultBudget, type RawRoot } from '@substrate/core';
import { scriptedCut, scriptedRead } from '@substrate/core/testing';
import { describe, expect, it } from 'vitest';
import { capture, type Literal, root } from '../test/captures.js';
import { interpret } from './interpret.js';
import { learn } from './learn.js';
import { extentsOf, keysAt, keysOfRead, placesOf, truncatedOf } from './places.js';

const order = (i: number): Literal => ({ id: i + 1, status: i % 7 === 0 ? 'open' : 'paid', lines: [{ sku: `s${i}`, qty: 1 }] });
const orders = (count: number): Literal[] => Array.from({ length: count }, (_, i) => order(i));

const shop = root('redux#0', 'store', 'store', {
  orders: orders(1500),
  done: [],
  user: { name: 'Ada', password: 'hunter2hunter2', bio: 'x'.repeat(9000) },
});
const cut = (whole: RawRoot) => scriptedCut(whole, 200);
const interpreted = interpret(capture([cut(shop)]));

/** Reads as a daemon would. */
const read = (key: string, part?: { from: number; to: number }, over = interpreted, roots = [shop]) => {
  const found: Record<string, unknown> = {};
  for (const place of placesOf(over, key)) {
    const from = part?.from ?? 0;
    const limit = part ? part.to - part.from : 100;
    const node = scriptedRead(roots, {
      root: place.root,
      path: place.path,
      from,
      limit,
      budget: { ...defaultBudget, maxString: 65_536 },
    });
    if (node) Object.assign(found, keysOfRead(over, place, node, part).objects);
  }
  return found;
};

describe('what was not read', () => {
  it('is told of every list, with its true length', () => {
    const extents = extentsOf(interpreted);
    expect(extents.get('orders')).toEqual({ kind: 'list', size: 1500, read: [[0, 200]] });
    expect(extents.get('done')).toEqual({ kind: 'list', size: 0 });
    expect(extents.get('orders[3].lines')).toEqual({ kind: 'list', size: 1 });
    expect(extents.get('user.bio')).toEqual({ kind: 'text', size: 9000 });
    expect(interpreted.objects['orders.count']).toBe(1500);
    expect(interpreted.objects['done.count']).toBe(0);
  });

  it('is told with how much is served, the largest first', () => {
    const [first, second] = truncatedOf(interpreted);
    const served = new Set(Object.keys(interpreted.objects).flatMap((key) => /^orders\[\d+\]/.exec(key) ?? []));
    expect([first, second]).toEqual([
      { path: 'user.bio', shown: 4096, total: 9000, reason: 'text' },
      { path: 'orders', shown: served.size, total: 1500, reason: 'list' },
    ]);
  });

  it('is nothing where all is served', () => {
    expect(truncatedOf(interpret(capture([root('redux#0', 'store', 'store', { cart: [{ id: 1 }], user: null })])))).toEqual([]);
  });

  it('follows from cycle to cycle', () => {
    const before = truncatedOf(interpreted);
    const same = interpret(capture([...[cut(shop)]]), { previous: interpreted });
    expect(truncatedOf(same)).toEqual(before);
    const fewer = interpret(capture([cut(root('redux#0', 'store', 'store', { orders: orders(3), done: [], user: null }))]), {
      previous: interpreted,
    });
    expect(extentsOf(fewer).get('orders')).toEqual({ kind: 'list', size: 3 });
    expect(truncatedOf(fewer)).toEqual([]);
  });

  it('says which depth or budget left something out', () => {
    const some = interpret(
      capture([
        root(
          'redux#0',
          'store',
          'store',
          { cart: { total: 3 } },
          {
            children: [
              {
                name: 'cart',
                kind: 'object',
                children: [
                  { name: 'total', kind: 'value', value: 3 },
                  { name: 'history', kind: 'omitted', omitted: 'budget' },
                ],
              },
              { name: 'tree', kind: 'omitted', omitted: 'depth' },
              { name: 'secret', kind: 'omitted', omitted: 'getter' },
            ],
          },
        ),
      ]),
    );
    expect(truncatedOf(some)).toEqual([
      { path: 'cart.history', shown: 0, total: null, reason: 'budget' },
      { path: 'tree', shown: 0, total: null, reason: 'depth' },
    ]);
  });
});

describe('a place', () => {
  it('is found by any key, served or not', () => {
    expect(placesOf(interpreted, 'orders')[0]).toMatchObject({ root: 'redux#0', path: ['orders'], kind: 'list', size: 1500 });
    expect(placesOf(interpreted, 'orders[3].status')[0]).toMatchObject({ path: ['orders', '3', 'status'], kind: 'value' });
    expect(placesOf(interpreted, 'orders[700].status')[0]).toMatchObject({ path: ['orders', '700', 'status'], kind: undefined });
    expect(placesOf(interpreted, 'nobody.here')).toEqual([]);
  });

  it('is read under the names that captured elements have', () => {
    expect(read('orders[700].status')).toEqual({ 'orders[700].status': 'open' });
    expect(read('orders[701]')).toEqual({
      'orders[701].id': 702,
      'orders[701].status': 'paid',
      'orders[701].lines[0].sku': 's701',
      'orders[701].lines[0].qty': 1,
      'orders[701].lines.count': 1,
    });
    const page = read('orders', { from: 200, to: 203 });
    expect(Object.keys(page)).toEqual(expect.arrayContaining(['orders[200].id', 'orders[202].lines[0].qty', 'orders.count']));
    expect(page['orders[200].id']).toBe(201);
    expect(page['orders.count']).toBe(1500);
    expect(page['orders[203].id']).toBeUndefined();
  });

  it('is read with its secrets cut out', () => {
    expect(read('user')).toMatchObject({ 'user.name': 'Ada', 'user.password': '[redacted]' });
    expect(String(read('user.bio')['user.bio'])).toHaveLength(9000);
  });

  it('has the names that people gave to the field of every element', () => {
    const learned = learn(interpreted.schema, interpreted, {
      capture_id: '018f0000-0000-7000-8000-000000000000',
      schema_version: interpreted.schema.version,
      feedback_type: 'label_correction',
      corrections: [
        { observed_key: 'orders[0].status', correct_label: 'orders[0].payment', correct_type: 'string', confidence: 1 },
      ],
    });
    const next = interpret(capture([cut(shop)]), { schema: learned.schema, previous: interpreted });
    expect(read('orders[700].payment', undefined, next)).toEqual({ 'orders[700].payment': 'open' });
    expect(read('orders[700]', undefined, next)).not.toHaveProperty(['orders[700].status']);
  });

  it('is found through what lends its place', () => {
    const wrapped = root('redux#0', 'store', 'store', { state: { data: { todos: { items: orders(300) } } } });
    const made = interpret(capture([cut(wrapped)]));
    const [list] = [...extentsOf(made)].filter(([, { size }]) => size === 300);
    expect(list?.[0]).toBeDefined();
    const key = `${list?.[0]}[250].id`;
    expect(read(key, undefined, made, [wrapped])).toEqual({ [key]: 251 });
  });

  it('reaches deeper than was captured', () => {
    const deep = root('redux#0', 'store', 'store', {
      report: { pages: 1, summary: { totals: { sold: 42, days: [1, 2] } } },
      year: 1,
    });
    const shallow: RawRoot = {
      ...deep,
      children: [
        {
          name: 'report',
          kind: 'object',
          children: [
            { name: 'pages', kind: 'value', value: 1 },
            { name: 'summary', kind: 'omitted', omitted: 'depth' },
          ],
        },
        { name: 'year', kind: 'value', value: 1 },
      ],
    };
    const made = interpret(capture([shallow]));
    expect(extentsOf(made).get('report.summary')).toEqual({ kind: 'object', size: null });
    const below = read('report.summary', undefined, made, [deep]);
    expect(Object.values(below)).toEqual(expect.arrayContaining([42, 1, 2]));
    const [key] = Object.entries(below).find(([, value]) => value === 42) ?? [''];
    expect(read(key, undefined, made, [deep])).toEqual({ [key]: 42 });
  });

  it('leaves the interpretation as it is', () => {
    const again = interpret(capture([cut(shop)]), { previous: interpreted });
    read('orders[900]');
    expect(interpret(capture([cut(shop)]), { previous: again }).schema).toBe(again.schema);
  });
});

describe('keysAt', () => {
  it('tells what the keys of a root begin with', () => {
    const many = interpret(
      capture([
        root('scope:a.js/cart', 'module', 'cart', { total: 3, paid: true }),
        root('scope:a.js/user', 'module', 'user', { name: 'Ada', age: 3 }),
      ]),
    );
    expect(keysAt(many, ['scope:a.js/user'])).toEqual(['user']);
    expect(keysAt(many, [])).toEqual([]);
  });
});
