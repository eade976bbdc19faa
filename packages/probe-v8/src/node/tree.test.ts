import type { RawNode, RawRoot } from '@substrate/core';
import { expect, test } from 'vitest';
import { clipTree } from './clip.js';
import { readFieldTypes, shareTree } from './tree.js';

const leaf = (name: string, value: RawNode['value']): RawNode => ({
  name,
  kind: 'value',
  ...(value === undefined ? {} : { value }),
});
const tree = (count: number): RawNode => ({
  name: 'list',
  kind: 'list',
  children: [
    { name: '0', kind: 'object', children: [leaf('id', 1), leaf('title', 'a')] },
    { name: '1', kind: 'object', children: [leaf('id', 2), leaf('count', count)] },
  ],
});

test('what did not change is the node of before', () => {
  const before = tree(1);
  expect(shareTree(before, tree(1))).toBe(before);
  const after = shareTree(before, tree(2));
  expect(after).not.toBe(before);
  expect(after.children?.[0]).toBe(before.children?.[0]);
  expect(after.children?.[1]?.children?.[0]).toBe(before.children?.[1]?.children?.[0]);
  expect(after).toEqual(tree(2));
});

test('fields that come in another order, or that went, are told', () => {
  const object = (...children: RawNode[]): RawNode => ({ name: 'o', kind: 'object', children });
  const before = object(leaf('a', 1), leaf('b', 2));
  const swapped = shareTree(before, object(leaf('b', 2), leaf('a', 1)));
  expect(swapped.children?.map((child) => child.name)).toEqual(['b', 'a']);
  expect(swapped.children?.[0]).toBe(before.children?.[1]);
  expect(shareTree(before, object(leaf('a', 1))).children).toHaveLength(1);
  expect(shareTree(before, { ...before, size: 9 }).size).toBe(9);
});

test('types of fields, where they agree', () => {
  const root: RawRoot = { ...tree(1), address: 'x', source: 'module' };
  const other: RawRoot = {
    name: 'o',
    kind: 'object',
    children: [leaf('title', 3), leaf('id', 4)],
    address: 'y',
    source: 'module',
  };
  expect(Object.fromEntries(readFieldTypes([root, other]))).toEqual({ id: 'number', count: 'number' });
});

test('a tree made here is brought within the budget', () => {
  const budget = { maxNodes: 4, maxDepth: 9, maxString: 4, maxElements: 2, maxBytes: 1000, hostMs: 5 };
  const clipped = clipTree({ name: 'o', kind: 'object', children: [leaf('a', 'longer'), leaf('b', 1), leaf('c', 2)] }, budget, {
    nodes: 0,
  });
  expect(clipped).toEqual({ name: 'o', kind: 'object', size: 3, children: [leaf('a', 'lon…'), leaf('b', 1)] });
});
