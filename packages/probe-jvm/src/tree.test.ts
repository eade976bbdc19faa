import { expect, test } from 'vitest';
import { decodeActions, decodeNodes, decodeRoots, type WireItem } from './tree.js';

const first: WireItem[] = [
  {
    n: 'Shop',
    k: 'o',
    a: 'static:Shop',
    s: 'static',
    t: 'Shop',
    c: [
      { n: 'open', k: 'v', v: true },
      { n: 'items', k: 'l', c: [{ n: '0', k: 'v', v: 'tea' }], z: 9 },
    ],
  },
  {
    n: 'keys',
    k: 'o',
    a: 'static:Keys',
    s: 'static',
    c: [
      { n: 'key', k: 'v', v: '[redacted]', x: 1 },
      { n: 'raw', k: 'x', o: 'binary', z: 3 },
    ],
  },
];

test('a first answer is the whole tree', () => {
  expect(decodeRoots(first, [])).toEqual([
    {
      name: 'Shop',
      kind: 'object',
      address: 'static:Shop',
      source: 'static',
      qualifiedName: 'Shop',
      type: 'Shop',
      children: [
        { name: 'open', kind: 'value', value: true },
        { name: 'items', kind: 'list', size: 9, children: [{ name: '0', kind: 'value', value: 'tea' }] },
      ],
    },
    {
      name: 'keys',
      kind: 'object',
      address: 'static:Keys',
      source: 'static',
      qualifiedName: 'Keys',
      children: [
        { name: 'key', kind: 'value', value: '[redacted]', secret: true },
        { name: 'raw', kind: 'omitted', omitted: 'binary', size: 3 },
      ],
    },
  ]);
});

test('what did not change stays the same object', () => {
  const before = decodeRoots(first, []);
  const after = decodeRoots(
    [{ n: 'Shop', k: 'o', a: 'static:Shop', s: 'static', t: 'Shop', c: [{ n: 'open', k: 'v', v: false }, 1] }, 1],
    before,
  );
  expect(after[0]).not.toBe(before[0]);
  expect(after[0]?.children?.[0]).toEqual({ name: 'open', kind: 'value', value: false });
  expect(after[0]?.children?.[1]).toBe(before[0]?.children?.[1]);
  expect(after[1]).toBe(before[1]);
});

test('what is past the end is gone, and a reference to nothing is an error', () => {
  const before = decodeRoots(first, []);
  expect(decodeRoots([1], before)).toEqual([before[0]]);
  expect(decodeRoots([], before)).toEqual([]);
  expect(() => decodeRoots([3], before)).toThrow(/never sent/);
});

test('a value that is null is null', () => {
  expect(decodeRoots([{ n: 'a', k: 'v', a: 'a', s: 'static' }], [])[0]).toMatchObject({ kind: 'value', value: null });
});

test.each([
  ['no name', [{ k: 'v', v: 1 }]],
  ['an object for a value', [{ n: 'a', k: 'v', v: {} }]],
  ['a text for a size', [{ n: 'a', k: 'l', z: 'many' }]],
  ['children that are none', [{ n: 'a', k: 'o', c: 7 }]],
  ['null', [null]],
  ['less than none unchanged', [-1]],
  ['half of one unchanged', [0.5]],
])('%s is refused', (_, items) => expect(() => decodeNodes(items as unknown as WireItem[], [])).toThrow('the agent'));

test('a root has an address and a source, an action all that it needs', () => {
  expect(() => decodeRoots([{ n: 'a', k: 'o' }], [])).toThrow('root');
  expect(() => decodeRoots([{ n: 'a', k: 'o', a: 'x', s: 'moon' as 'static' }], [])).toThrow('root');
  const action = { address: 'a', name: 'a', kind: 'button', source: 'window', parameters: [], certainty: 1 } as const;
  expect(decodeActions([action])).toEqual([{ ...action, typed: true }]);
  for (const wrong of [null, { ...action, name: 7 }, { ...action, parameters: [{}] }, { ...action, source: 'moon' }])
    expect(() => decodeActions([wrong as unknown as typeof action])).toThrow('action');
});

test('where something comes from is told in fields', () => {
  const [bean, order] = decodeRoots(
    [
      { n: 'Memory', k: 'o', a: 'mbean:java.lang:type=Memory', s: 'mbean' },
      { n: 'Order', k: 'o', a: 'instance:shop.Order[3]', s: 'instance' },
    ],
    [],
  );
  expect(bean).toMatchObject({ ofRuntime: true, qualifiedName: 'java.lang:type=Memory' });
  expect(order).toMatchObject({ element: { of: 'instance:shop.Order[*]', at: 3 }, qualifiedName: 'shop.Order' });
  expect(order?.ofRuntime).toBeUndefined();
  const action = {
    address: 'mbean-call:mbean:java.lang:type=Memory#gc()',
    name: 'gc',
    kind: 'operation',
    source: 'mbean',
    parameters: [],
    certainty: 1,
  } as const;
  expect(decodeActions([action])[0]).toMatchObject({ typed: true, ofRuntime: true });
});
