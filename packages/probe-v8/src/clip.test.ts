import type { RawNode } from '@substrate/core';
import { expect, test } from 'vitest';
import { clipTree } from './clip.js';

const leaf = (name: string, value: string | number): RawNode => ({ name, kind: 'value', value });

test('a tree made here is brought within the budget', () => {
  const budget = { maxNodes: 4, maxDepth: 9, maxString: 4, maxElements: 2, maxBytes: 1000, hostMs: 5 };
  const children = [leaf('a', 'longer'), leaf('b', 1), leaf('c', 2)];
  const clip = (kind: 'list' | 'object', maxNodes = 4) =>
    clipTree({ name: 'o', kind, children }, { ...budget, maxNodes }, { nodes: 0 });
  expect(clip('list')).toEqual({ name: 'o', kind: 'list', size: 3, children: [leaf('a', 'lon…'), leaf('b', 1)] });
  // Fields are no elements.
  expect(clip('object')).toEqual({ name: 'o', kind: 'object', children: [leaf('a', 'lon…'), leaf('b', 1), leaf('c', 2)] });
  expect(clip('object', 2)).toMatchObject({ size: 3, children: [leaf('a', 'lon…')] });
  const small = { name: 'o', kind: 'object' as const, children: [leaf('a', 'fits'), leaf('b', 1)] };
  expect(clipTree(small, budget, { nodes: 0 })).toBe(small);
});
