import { describe, expect, test } from 'vitest';
import { toJson, toNode, toRoot, type WireRoot } from './tree.js';

const cart = (quantity: number, title = 'Tea'): WireRoot => ({
  a: 'di:Shop.Cart',
  f: 'bean',
  d: {
    n: 'Cart',
    t: 'Cart',
    o: [
      {
        n: '_lines',
        t: 'List<Line>',
        l: [
          {
            t: 'Line',
            o: [
              { n: 'Sku', v: 'tea' },
              { n: 'Quantity', v: quantity },
            ],
          },
        ],
      },
      { n: 'Labels', m: [{ n: 'title', v: title }] },
      { n: 'Photo', x: 'binary', s: 2048 },
      { n: 'ApiKey', r: 1, v: '[redacted]' },
    ],
  },
});

describe('roots', () => {
  test('read as the vocabulary has them', () => {
    expect(toRoot(cart(2))).toEqual({
      address: 'di:Shop.Cart',
      source: 'bean',
      qualifiedName: 'Shop.Cart',
      name: 'Cart',
      kind: 'object',
      type: 'Cart',
      children: [
        {
          name: '_lines',
          kind: 'list',
          type: 'List<Line>',
          children: [
            {
              name: '0',
              kind: 'object',
              type: 'Line',
              children: [
                { name: 'Sku', kind: 'value', value: 'tea' },
                { name: 'Quantity', kind: 'value', value: 2 },
              ],
            },
          ],
        },
        { name: 'Labels', kind: 'map', children: [{ name: 'title', kind: 'value', value: 'Tea' }] },
        { name: 'Photo', kind: 'omitted', omitted: 'binary', size: 2048 },
        { name: 'ApiKey', kind: 'value', value: '[redacted]', secret: true },
      ],
    });
  });

  test('what did not change is the same object, what did is not', () => {
    const before = toRoot(cart(2));
    expect(toRoot(cart(2), before)).toBe(before);
    const after = toRoot(cart(3), before);
    expect(after).not.toBe(before);
    expect(after.children?.[0]).not.toBe(before.children?.[0]);
    expect(after.children?.[1]).toBe(before.children?.[1]);
    expect(after.children?.[0]?.children?.[0]?.children?.[0]).toBe(before.children?.[0]?.children?.[0]?.children?.[0]);
  });

  test('two children of one name have an address each', () => {
    const node = toNode(
      {
        o: [
          { n: 'i', v: 1 },
          { n: 'i', v: 2 },
          { n: 'i', v: 3 },
        ],
      },
      'Main',
    );
    expect(node.children?.map((child) => child.id ?? child.name)).toEqual(['i', 'i#2', 'i#3']);
  });
});

test('a result is told as plain JSON', () => {
  const node = toNode(
    {
      o: [
        { n: 'Id', v: 7 },
        { n: 'Tags', l: [{ v: 'a' }, { v: null }] },
        { n: 'Raw', x: 'binary' },
      ],
    },
    'value',
  );
  expect(toJson(node)).toEqual({ Id: 7, Tags: ['a', null], Raw: null });
});
