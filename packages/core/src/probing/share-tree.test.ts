import { expect, test } from 'vitest';
import type { RawNode, RawRoot } from '../capture.js';
import { shareRoots, shareTree } from './share-tree.js';

const leaf = (name: string, value: number): RawNode => ({ name, kind: 'value', value });
const object = (...children: RawNode[]): RawNode => ({ name: 'o', kind: 'object', children });

test('what did not change is the very node of before', () => {
  const before = object(leaf('a', 1), object(leaf('b', 2)));
  expect(shareTree(before, object(leaf('a', 1), object(leaf('b', 2))))).toBe(before);
  const after = shareTree(before, object(leaf('a', 3), object(leaf('b', 2))));
  expect(after).not.toBe(before);
  expect(after.children?.[1]).toBe(before.children?.[1]);
});

test.each<Partial<RawNode>>([
  { literal: true },
  { fixed: true },
  { shared: 4 },
  { recent: true },
  { foreign: true },
  { length: 9 },
  { label: 'x' },
  { shown: true },
  { size: 4 },
  { type: 'T' },
])('a node with %o is another one', (more) => {
  const before = leaf('a', 1);
  expect(shareTree(before, { ...before, ...more })).not.toBe(before);
});

test('a list keeps elements by place, everything else by name', () => {
  const list = (...values: number[]): RawNode => ({
    name: 'l',
    kind: 'list',
    children: values.map((value, at) => leaf(String(at), value)),
  });
  const before = list(1, 2, 3);
  const after = shareTree(before, list(1, 9, 3));
  expect(after.children?.[0]).toBe(before.children?.[0]);
  expect(after.children?.[1]).not.toBe(before.children?.[1]);
  const swapped = shareTree(object(leaf('a', 1), leaf('b', 2)), object(leaf('b', 2), leaf('a', 1)));
  expect(swapped.children?.map(({ name }) => name)).toEqual(['b', 'a']);
});

test('roots are found by their addresses', () => {
  const root = (address: string, value: number): RawRoot => ({ ...leaf('r', value), address, source: 'module' });
  const before = [root('x', 1), root('y', 2)];
  const after = shareRoots(before, [root('y', 2), root('x', 5)]);
  expect(after[0]).toBe(before[1]);
  expect(after[1]).not.toBe(before[0]);
});

test.each<Partial<RawRoot>>([
  { file: 'a.js' },
  { ofRuntime: true },
  { sought: true },
  { qualifiedName: 'a.B' },
  { element: { of: 'x', at: 2 } },
  { library: 'l' },
  { source: 'store' },
])('a root with %o is another one', (more) => {
  const before: RawRoot = { ...leaf('r', 1), address: 'x', source: 'module', element: { of: 'x', at: 1 } };
  expect(shareTree(before, { ...before, element: { of: 'x', at: 1 } })).toBe(before);
  expect(shareTree(before, { ...before, ...more })).not.toBe(before);
});

test('fields that come in another order, or that went, are told', () => {
  const before = object(leaf('a', 1), leaf('b', 2));
  const swapped = shareTree(before, object(leaf('b', 2), leaf('a', 1)));
  expect(swapped.children?.[0]).toBe(before.children?.[1]);
  expect(shareTree(before, object(leaf('a', 1))).children).toHaveLength(1);
});
