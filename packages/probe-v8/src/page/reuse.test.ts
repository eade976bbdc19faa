import type { RawNode } from '@substrate/core';
import { expect, test } from 'vitest';
import { reuse } from './reuse.js';

const value = (name: string, held: string): RawNode => ({ name, kind: 'value', value: held });
const tree = (...children: RawNode[]): RawNode => ({ name: 'root', kind: 'object', children });

test('an equal tree is the old one', () => {
  const before = tree(value('a', '1'), tree(value('b', '2')));
  expect(reuse(before, tree(value('a', '1'), tree(value('b', '2'))))).toBe(before);
});

test('only the path to a change is new', () => {
  const before = tree(value('a', '1'), tree(value('b', '2')));
  const after = reuse(before, tree(value('a', 'x'), tree(value('b', '2'))));
  expect(after).not.toBe(before);
  expect(after.children?.[0]?.value).toBe('x');
  expect(after.children?.[1]).toBe(before.children?.[1]);
});

test('a removed child makes a new parent', () => {
  const before = tree(value('a', '1'), value('b', '2'));
  const after = reuse(before, tree(value('b', '2')));
  expect(after.children).toHaveLength(1);
  expect(after.children?.[0]).toBe(before.children?.[1]);
});

test('a field that changed beside equal children makes a new node', () => {
  const before: RawNode = { name: 'l', kind: 'list', children: [], size: 3 };
  expect(reuse(before, { name: 'l', kind: 'list', children: [], size: 4 }).size).toBe(4);
});
