import type { RawNode, RawRoot } from '@substrate/core';
import { expect, test } from 'vitest';
import { oneOf, readFieldTypes, readRecords } from './field-types.js';

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

test('a field is what a description of it says, and a path is the key of nothing', () => {
  const described = (name: string, type: string): RawNode => ({
    name,
    kind: 'object',
    children: [leaf('type', type), leaf('x', 1)],
  });
  const asked: RawNode = { name: 'day', kind: 'object', children: [leaf('in', 'query'), described('schema', 'string')] };
  const root: RawRoot = {
    name: 'api',
    kind: 'object',
    children: [
      described('berthId', 'string'),
      described('metres', 'integer'),
      described('lamp', 'brass'),
      described('/berth/open', 'get'),
      asked,
    ],
    address: 'x',
    source: 'module',
  };
  expect(Object.fromEntries(readFieldTypes([root]))).toMatchObject({
    berthId: 'string',
    metres: 'number',
    lamp: 'object',
    day: 'string',
  });
  expect(readRecords([root]).has('berth')).toBe(false);
});

test('the fields of records, by what one of them is called', () => {
  const root: RawRoot = { ...tree(1), name: 'boxes', address: 'x', source: 'module' };
  expect(Object.fromEntries(readRecords([root]))).toEqual({ box: ['id', 'title'] });
  expect(['tools', 'cities', 'Boxes', 'glass', 'tea-boxes'].map(oneOf)).toEqual(['tool', 'city', 'box', 'glass', 'teabox']);
  const one = (name: string, field: string): RawNode => ({ name, kind: 'object', children: [leaf(field, 'x')] });
  const berths: RawNode = { name: 'berths', kind: 'object', children: [one('north', 'boat'), one('south', 'boat')] };
  const parts: RawNode = { name: 'parts', kind: 'object', children: [one('mail', 'host'), one('shop-guest:17', 'bed')] };
  const all = { name: 'all', kind: 'object', children: [berths, parts], address: 'y', source: 'module' } satisfies RawRoot;
  expect(Object.fromEntries(readRecords([all]))).toEqual({ berth: ['boat'], guest: ['bed'] });
});
