import type { RawNode, RawRoot, ReadRequest } from '@substrate/core';
import { scriptedCapture, scriptedCut, scriptedRead } from '@substrate/core/testing';
import { interpret } from '@substrate/semantic';
import { describe, expect, test } from 'vitest';
import { type SupplyOptions, supplyDemands } from './supply.js';

const value = (name: string, held: string | number): RawNode => ({ name, kind: 'value', value: held });
const order = (i: number): RawNode => ({
  name: String(i),
  kind: 'object',
  children: [value('id', i + 1), value('status', i % 7 === 0 ? 'open' : 'paid')],
});
const shop = (count: number): RawRoot => ({
  address: 'redux#0',
  source: 'store',
  name: 'store',
  kind: 'object',
  children: [
    { name: 'orders', kind: 'list', children: Array.from({ length: count }, (_, i) => order(i)) },
    { name: 'user', kind: 'object', children: [value('name', 'Ada'), value('bio', 'x'.repeat(9000))] },
  ],
});

const supply = async (
  count: number,
  demands: SupplyOptions['demands'],
  over: Partial<SupplyOptions> & { maxLeaves?: number; maxElements?: number } = {},
) => {
  const whole = shop(count);
  const asked: ReadRequest[] = [];
  const troubles: string[] = [];
  const answer = await supplyDemands({
    read: async (request) => {
      asked.push(request);
      return scriptedRead([whole], request);
    },
    interpretation: interpret(scriptedCapture({ roots: [scriptedCut(whole, 200)] })),
    demands,
    limits: { maxElements: over.maxElements ?? 20_000, maxLeaves: over.maxLeaves ?? 100_000, timeoutMs: 5000 },
    signal: new AbortController().signal,
    onTrouble: (message) => troubles.push(message),
    ...over,
  });
  return { answer, asked, troubles };
};

describe('supplyDemands', () => {
  test('reads the rest of a list, some elements at a time', async () => {
    const { answer, asked } = await supply(1500, [{ path: 'orders', from: 200, to: 1500 }]);
    expect(asked.map(({ from, limit }) => [from, limit])).toEqual([
      [200, 500],
      [700, 500],
      [1200, 300],
    ]);
    expect(answer.objects['orders[1499].id']).toBe(1500);
    expect(answer.objects['orders[199].id']).toBeUndefined();
    expect(answer.met).toEqual([{ path: 'orders', from: 200, to: 1500 }]);
    expect(answer.extents.get('orders')).toMatchObject({
      size: 1500,
      read: [
        [200, 700],
        [700, 1200],
        [1200, 1500],
      ],
    });
  });

  test('reads one element, one field, one text', async () => {
    const { answer } = await supply(1500, [{ path: 'orders[700].status' }, { path: 'user.bio' }]);
    expect({ ...answer.objects }).toEqual({ 'orders[700].status': 'open', 'user.bio': 'x'.repeat(9000) });
    expect(answer.met).toHaveLength(2);
  });

  test('stops at its limits, and says how far it came', async () => {
    const few = await supply(1500, [{ path: 'orders' }], { maxLeaves: 900 });
    expect(few.answer.met).toEqual([{ path: 'orders', from: 0, to: 500 }]);
    const elements = await supply(1500, [{ path: 'orders', from: 0, to: 1500 }], { maxElements: 600 });
    expect(elements.answer.met).toEqual([{ path: 'orders', from: 0, to: 600 }]);
  });

  test('a list that ends earlier now is read to its end', async () => {
    const whole = shop(250);
    const { answer } = await supply(1500, [{ path: 'orders', from: 200, to: 1500 }], {
      read: async (request) => scriptedRead([whole], request),
    });
    expect(answer.met).toHaveLength(1);
    expect(answer.extents.get('orders')).toMatchObject({ size: 250 });
    expect(Object.keys(answer.objects).filter((key) => key.endsWith('.id'))).toHaveLength(50);
  });

  test('what is not there any more is met with nothing; what nothing knows of is not met', async () => {
    const { answer } = await supply(1500, [{ path: 'orders' }, { path: 'nobody.here' }], { read: async () => null });
    expect(answer.met).toEqual([{ path: 'orders' }]);
    expect({ ...answer.objects }).toEqual({});
  });

  test.each<[string, SupplyOptions['read']]>([
    ['fails', async () => Promise.reject(new Error('the process is busy'))],
    ['never answers', () => new Promise(() => {})],
    ['answers rubbish', async () => ({ name: 7 }) as never],
    ['answers a flood', async () => ({ name: 'x', kind: 'list', children: Array.from({ length: 90_000 }, (_, i) => order(i)) })],
  ])('a probe that %s meets nothing', async (_, read) => {
    const { answer, troubles } = await supply(1500, [{ path: 'orders', from: 200, to: 300 }], {
      read,
      limits: { maxElements: 100, maxLeaves: 1000, timeoutMs: 60 },
    });
    expect(answer.met).toEqual([]);
    expect(troubles.join()).toContain('orders could not be read');
  });

  test('elements that a probe numbers from nought have the numbers of the whole', async () => {
    const { answer } = await supply(1500, [{ path: 'orders', from: 700, to: 702 }], {
      read: async () => ({ name: 'orders', kind: 'list', size: 1500, children: [order(0), order(1)] }),
    });
    expect(Object.keys(answer.objects)).toEqual(expect.arrayContaining(['orders[700].id', 'orders[701].id']));
  });
});
