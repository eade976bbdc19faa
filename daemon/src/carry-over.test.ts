import type { CaptureCounts, RawCapture, RawNode, RawRoot } from '@substrate/core';
import { scriptedCapture } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { carriedMs, carryOver, type Earlier } from './carry-over.js';

const value = (name: string, held: number): RawNode => ({ name, kind: 'value', value: held });
const object = (address: string, ...children: RawNode[]): RawRoot => ({
  address,
  source: 'store',
  name: address,
  kind: 'object',
  children,
});
const counts = (over: Partial<CaptureCounts> = {}): CaptureCounts => ({
  rootsKnown: 2,
  rootsReached: 2,
  nodesRead: 10,
  nodesCut: 0,
  nodesFailed: 0,
  ...over,
});
const capture = (roots: readonly RawRoot[], over: Partial<RawCapture> = {}): RawCapture =>
  scriptedCapture({ roots, counts: counts(), ...over });
const at = (time: number, read: RawCapture, earlier?: Earlier): Earlier => ({ ...carryOver(earlier, read, time), at: time });
const addresses = ({ capture: { roots } }: Earlier): string[] => roots.map((root) => root.address);

const cart = object('cart', value('total', 3));
const user = object('user', value('age', 36));
const first = at(0, capture([cart, user]));
const silent = (over: Partial<RawCapture> = {}): RawCapture =>
  capture([cart], { unreached: ['user'], counts: counts({ rootsReached: 1 }), actions: [], hints: {}, ...over });

describe('what a cycle did not reach', () => {
  test('stays as it was, the very nodes, and is said to be old', () => {
    const second = at(2000, silent(), first);
    expect(second.capture.roots[1]).toBe(user);
    expect([...second.stale]).toEqual([['user', 0]]);
    const third = at(4000, silent(), second);
    expect([...third.stale]).toEqual([['user', 0]]);
    expect(third.capture.roots).toBe(second.capture.roots);
  });

  test('goes after thirty seconds, counted from when it was read', () => {
    let now = first;
    for (let time = 2000; time <= carriedMs; time += 2000) now = at(time, silent(), now);
    expect(addresses(now)).toEqual(['cart', 'user']);
    now = at(carriedMs + 2000, silent(), now);
    expect(addresses(now)).toEqual(['cart']);
    expect(now.stale.size).toBe(0);
    expect(addresses(at(carriedMs + 4000, silent(), now))).toEqual(['cart']);
  });

  test('is no longer old once it was read, and old again from then', () => {
    const back = at(20_000, capture([cart, user]), at(2000, silent(), first));
    expect(back.stale.size).toBe(0);
    expect([...at(22_000, silent(), back).stale]).toEqual([['user', 20_000]]);
  });

  test('is gone at once when nothing says that it is still there', () => {
    expect(addresses(at(2000, capture([cart]), first))).toEqual(['cart']);
  });

  test('keeps its actions and the view with it', () => {
    const second = at(2000, silent(), { ...first, capture: { ...first.capture, hints: { heading: 'Cart' } } });
    expect(second.capture.actions).toEqual(first.capture.actions);
    expect(second.capture.hints).toEqual({ heading: 'Cart' });
    expect(at(2000, capture([cart], { actions: [] }), first).capture.actions).toEqual([]);
  });

  test('of another site is not carried over', () => {
    const shop = { ...first, capture: { ...first.capture, site: 'https://shop.test' } };
    expect(addresses(at(2000, silent({ site: 'https://bank.test' }), shop))).toEqual(['cart']);
    expect(addresses(at(2000, silent({ site: 'https://shop.test' }), shop))).toEqual(['cart', 'user']);
  });
});

describe('what a budget left out of a root', () => {
  const whole = object(
    'cart',
    value('total', 3),
    { name: 'lines', kind: 'object', children: [value('tea', 1)] },
    value('paid', 0),
  );
  const before = at(0, capture([whole]));
  const left = (...children: RawNode[]): RawCapture =>
    capture([{ ...object('cart', ...children), size: 3 }], { counts: counts({ nodesCut: 1 }) });

  test('is put back', () => {
    const now = at(2000, left(value('total', 4), { name: 'lines', kind: 'omitted', omitted: 'budget' }), before);
    expect(now.capture.roots[0]?.children).toEqual([value('total', 4), whole.children?.[1], value('paid', 0)]);
    expect([...now.stale.keys()]).toEqual(['cart/lines', 'cart/paid']);
  });

  test('goes after thirty seconds', () => {
    const now = at(carriedMs + 1, left(value('total', 4), { name: 'lines', kind: 'omitted', omitted: 'budget' }), before);
    expect(now.capture.roots[0]?.children?.map(({ kind }) => kind)).toEqual(['value', 'omitted']);
    expect(now.stale.size).toBe(0);
  });

  test('is not looked for in a cycle that came to its end', () => {
    const now = at(2000, capture([object('cart', value('total', 4))]), before);
    expect(now.capture.roots[0]?.children).toEqual([value('total', 4)]);
  });
});
