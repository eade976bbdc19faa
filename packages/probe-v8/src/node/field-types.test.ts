import type { RawNode, RawRoot } from '@substrate/core';
import { expect, test } from 'vitest';
import { readFieldTypes } from './field-types.js';

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
