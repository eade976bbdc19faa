import type { RawNode } from '@substrate/core';
import { expect, test } from 'vitest';
import { clipTree } from './clip.js';

const leaf = (name: string, value: string | number): RawNode => ({ name, kind: 'value', value });

test('a tree made here is brought within the budget', () => {
  const budget = { maxNodes: 4, maxDepth: 9, maxString: 4, maxElements: 2, maxBytes: 1000, hostMs: 5 };
  const clipped = clipTree({ name: 'o', kind: 'object', children: [leaf('a', 'longer'), leaf('b', 1), leaf('c', 2)] }, budget, {
    nodes: 0,
  });
  expect(clipped).toEqual({ name: 'o', kind: 'object', size: 3, children: [leaf('a', 'lon…'), leaf('b', 1)] });
});
