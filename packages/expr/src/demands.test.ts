import type { Demand, Extent, Objects, Primitive, Supply } from '@substrate/core';
import { describe, expect, test } from 'vitest';
import { compile, type Outcome, type Scope, supplied } from './index.js';

const context = { url: null, location: null, view: null, window_title: null, window_id: null };

/** Orders with the ids 1, 2, …, of which the first are read. */
const orders = (from: number, to: number): Record<string, Primitive> =>
  Object.fromEntries(
    Array.from({ length: to - from }, (_, at) => from + at).flatMap((i) => [
      [`orders[${i}].id`, i + 1],
      [`orders[${i}].status`, i % 7 === 0 ? 'open' : 'paid'],
    ]),
  );

const total = 1500;
const scope: Scope = {
  context,
  objects: { ...orders(0, 50), 'orders.count': total, 'done.count': 0, 'log.text': 'a b …', 'user.name': 'Ada' },
  overflow: orders(50, 200),
  extents: new Map<string, Extent>([
    ['orders', { kind: 'list', size: total, read: [[0, 200]] }],
    ['done', { kind: 'list', size: 0 }],
    ['far', { kind: 'list', size: 3, read: [] }],
    ['log.text', { kind: 'text', size: 9000 }],
    ['user', { kind: 'object', size: 3 }],
    ['deep', { kind: 'object', size: null }],
  ]),
};

const evaluate = (source: string, over = scope): Outcome => compile(source).evaluate(over);
const demands = (source: string): readonly Demand[] => evaluate(source).demands;

describe('lists', () => {
  test.each([
    ['orders.length === 1500 && orders.length === orders.count', true],
    ['done.length === 0 && done.length === done.count', true],
    ['Array.isArray(done) && done.every(x => x.ok) && !done.some(x => x)', true],
    ['done.length > 0', false],
    ['far.length === 3 && Array.isArray(far)', true],
  ])('%s', (source, passed) => {
    expect(evaluate(source)).toMatchObject({ passed, demands: [] });
  });

  test('a list that nothing is known of has the length of its keys', () => {
    expect(evaluate('a.length === 2', { context, objects: { 'a[1].x': 1 } }).passed).toBe(true);
  });
});

describe('what was not read is never taken for absent', () => {
  const rest = [{ path: 'orders', from: 200, to: total }];
  test.each<[string, readonly Demand[]]>([
    ['orders.every(o => o.id <= 200)', rest],
    ['!orders.some(o => o.id === 1000)', rest],
    ['orders.find(o => o.id === 1000) === undefined', rest],
    ['orders.findIndex(o => o.id === 1000) === -1', rest],
    ['orders.filter(o => o.id > 200).length === 0', rest],
    ['orders.map(o => o.id).includes(1000)', rest],
    ['orders.reduce((sum, o) => sum + o.id, 0) === 20100', rest],
    ['orders.includes(7)', rest],
    ['orders.indexOf(7) < 0', rest],
    ['orders.join() === ""', rest],
    ['orders.flat().length > 0', rest],
    ['orders.slice(199, 300).length > 0', [{ path: 'orders', from: 200, to: 300 }]],
    ['orders.at(-1).id === 1500', [{ path: 'orders', from: 1499, to: 1500 }]],
    ['orders[700].status !== "open"', [{ path: 'orders', from: 700, to: 701 }]],
    ['orders[700] === undefined', [{ path: 'orders', from: 700, to: 701 }]],
    ['!(700 in orders)', [{ path: 'orders', from: 700, to: 701 }]],
    ['Object.keys(orders).length === 200', rest],
    ['Object.values(user).length === 1', [{ path: 'user' }]],
    ['Object.entries(user).length === 1', [{ path: 'user' }]],
    ['user.admin === undefined', [{ path: 'user' }]],
    ['!("admin" in user)', [{ path: 'user' }]],
    ['deep === undefined', [{ path: 'deep' }]],
    ['!deep.inner.value', [{ path: 'deep' }]],
    ['!log.text.includes("z")', [{ path: 'log.text' }]],
    ['far.some(x => true)', [{ path: 'far', from: 0, to: 3 }]],
    ['orders', rest],
  ])('%s', (source, wanted) => {
    const outcome = evaluate(source);
    expect(outcome.demands).toEqual(wanted);
    expect(outcome).toMatchObject({ passed: false, computedValue: null });
    expect(outcome.explanation).toMatch(/^not known, since .*(was|were) not read/);
  });

  test.each([
    'orders.some(o => o.id === 150)',
    '!orders.every(o => o.id < 100)',
    'orders.find(o => o.id === 150).status === "paid"',
    'orders.findIndex(o => o.id === 150) === 149',
    'orders.slice(0, 3).length === 3',
    'orders.at(0).id === 1',
    'orders.at(1500) === undefined && orders[1500] === undefined',
    'orders[199].id === 200',
    'user.name === "Ada"',
    'nobody.here === undefined',
    'user.name === "Ada" || orders.every(o => o.id)',
  ])('%s needs no more than was read', (source) => {
    expect(evaluate(source)).toMatchObject({ passed: true, demands: [] });
  });
});

describe('supplied', () => {
  const supply = (objects: Objects, extents: [string, Extent][] = []): Omit<Supply, 'met'> => ({
    objects,
    extents: new Map(extents),
    truncated: [],
  });
  const settle = (source: string, answer: () => Omit<Supply, 'met'>, met = true): Outcome => {
    const { demands } = evaluate(source);
    return compile(source).evaluate(supplied(scope, { ...answer(), met: met ? demands : [] }));
  };
  const whole = (size: number) => supply(orders(200, size), [['orders', { kind: 'list', size, read: [[200, size]] }]]);

  test('decides what was open', () => {
    expect(settle('orders.every(o => o.id <= 200)', () => whole(total))).toMatchObject({
      passed: false,
      computedValue: false,
      demands: [],
    });
    expect(settle('orders.some(o => o.id === 1000)', () => whole(total))).toMatchObject({ passed: true, demands: [] });
    expect(settle('orders.filter(o => o.status === "open").length', () => whole(total)).computedValue).toBe(215);
    expect(settle('user.admin === undefined', () => supply({ 'user.name': 'Ada', 'user.age': 36 }))).toMatchObject({
      passed: true,
      demands: [],
    });
    expect(settle('deep === undefined', () => supply({})).passed).toBe(true);
    expect(settle('log.text.includes("z")', () => supply({ 'log.text': 'a b z' })).passed).toBe(true);
  });

  test('a list that became shorter meanwhile ends where it ends now', () => {
    const short = supply({ 'orders.count': 120 }, [['orders', { kind: 'list', size: 120, read: [[200, 120]] }]]);
    expect(settle('orders.every(o => o.id <= 120) && orders.length === 120 && orders.count === 120', () => short).passed).toBe(
      true,
    );
  });

  test('elements that hold nothing are read all the same', () => {
    const empty = supply({}, [['far', { kind: 'list', size: 3, read: [[0, 3]] }]]);
    expect(settle('far.every(x => x === undefined)', () => empty)).toMatchObject({ passed: true, demands: [] });
  });

  test('what was asked for and not brought stays open', () => {
    const outcome = settle('orders.every(o => o.id > 0)', () => supply({}), false);
    expect(outcome.passed).toBe(false);
    expect(outcome.demands).toEqual([{ path: 'orders', from: 200, to: total }]);
  });

  test('many elements may be looked at, as many as were read', () => {
    const big = supply(orders(200, total), [['orders', { kind: 'list', size: 20_000, read: [[200, 20_000]] }]]);
    expect(settle('orders.every(o => o === undefined || o.id > 0)', () => big).passed).toBe(true);
  });

  test('an element read alone leaves the others to be read', () => {
    const one = supplied(scope, {
      ...supply(orders(700, 701), [['orders', { kind: 'list', size: total, read: [[700, 701]] }]]),
      met: demands('orders[700].id === 701'),
    });
    expect(compile('orders[700].id === 701').evaluate(one).passed).toBe(true);
    expect(compile('orders[701].id === 702').evaluate(one).demands).toEqual([{ path: 'orders', from: 701, to: 702 }]);
    expect(compile('orders.every(o => o.id)').evaluate(one).demands).toEqual([{ path: 'orders', from: 200, to: total }]);
  });
});
