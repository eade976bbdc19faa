import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Primitive } from './capture.js';
import { changedKeys, diffObjects } from './diff.js';

describe('diffObjects', () => {
  it('§2.7: changed has path, before and after; added and removed have path and value', () => {
    expect(diffObjects({ a: 1, b: 'x', c: null }, { a: 2, b: 'x', d: true })).toEqual({
      changed: [{ path: 'a', before: 1, after: 2 }],
      added: [{ path: 'd', value: true }],
      removed: [{ path: 'c', value: null }],
    });
  });

  it.each([
    ['null and absent', { a: null }, {}],
    ['text and number', { a: '1' }, { a: 1 }],
    ['false and null', { a: false }, { a: null }],
    ['empty text and null', { a: '' }, { a: null }],
  ])('tells %s apart', (_, before, after) => {
    expect(changedKeys(diffObjects(before as Record<string, Primitive>, after as Record<string, Primitive>))).toEqual(['a']);
  });

  it('finds nothing between equal maps, whatever their order', () => {
    expect(changedKeys(diffObjects({ a: 1, b: 2 }, { b: 2, a: 1 }))).toEqual([]);
    const same = { a: 1 };
    expect(changedKeys(diffObjects(same, same))).toEqual([]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('takes %s for a key like any other', (name) => {
    const having = JSON.parse(`{"${name}":1}`);
    expect(diffObjects({}, having)).toEqual({ changed: [], added: [{ path: name, value: 1 }], removed: [] });
    expect(diffObjects(having, {})).toEqual({ changed: [], added: [], removed: [{ path: name, value: 1 }] });
  });

  it('as many keys went as came: both are found', () => {
    expect(diffObjects({ a: 1, b: 1 }, { a: 1, c: 1 })).toEqual({
      changed: [],
      added: [{ path: 'c', value: 1 }],
      removed: [{ path: 'b', value: 1 }],
    });
  });

  it('applied to the map before gives the map after', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const map = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd.e', 'f[0]'), value);
    fc.assert(
      fc.property(map, map, (before, after) => {
        const { changed, added, removed } = diffObjects(before, after);
        const result: Record<string, unknown> = { ...before };
        for (const { path, after: value } of changed) result[path] = value;
        for (const { path, value } of added) result[path] = value;
        for (const { path } of removed) delete result[path];
        expect(result).toEqual({ ...after });
      }),
    );
  });
});
