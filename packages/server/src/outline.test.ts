import type { Objects } from '@substrate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from './outline.js';

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const shop: Objects = {
  'cart.total': 3,
  'cart.items[0].name': 'Tea',
  'cart.items[0].price': 2,
  'cart.items[1].name': 'Milk',
  'cart.items[1].price': 1,
  'user.profile.name': 'Ada',
  'user.profile.vip': true,
  note: null,
};

describe('the outline', () => {
  it('has every key by itself where there is room', () => {
    expect(outlineOf(shop, 4096).map(({ path }) => path)).toEqual(Object.keys(shop));
  });

  it('folds lists first, and says what is below', () => {
    expect(outlineOf(shop, 420)).toEqual([
      { path: 'cart.total', keys: 1, type: 'number', example: 3 },
      { path: 'cart.items', keys: 4, type: 'array', example: '[0].name: "Tea", [0].price: 2, [1].name: "Milk", [1].price: 1' },
      { path: 'user.profile.name', keys: 1, type: 'string', example: 'Ada' },
      { path: 'user.profile.vip', keys: 1, type: 'boolean', example: true },
      { path: 'note', keys: 1, type: 'null', example: null },
    ]);
  });

  it('folds whole branches when it must', () => {
    expect(outlineOf(shop, 300).map(({ path, keys, type }) => [path, keys, type])).toEqual([
      ['cart', 5, 'object'],
      ['user.profile', 2, 'object'],
      ['note', 1, 'null'],
    ]);
  });

  it('tells what found no room as one branch without a name', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`value_${i}`, i]));
    const outline = outlineOf(many, 1000);
    expect(size(outline)).toBeLessThanOrEqual(1000);
    expect(outline.at(-1)).toMatchObject({ path: '', type: 'object' });
    expect(outline.reduce((keys, entry) => keys + entry.keys, 0)).toBe(500);
  });

  it('cuts long texts', () => {
    const [entry] = outlineOf({ text: 'x'.repeat(5000) }, 4096);
    expect(String(entry?.example).length).toBeLessThanOrEqual(80);
  });

  it('fits, and accounts for every key, whatever the state', () => {
    const segment = fc.oneof(
      fc.constantFrom('a', 'b', 'cart', 'items'),
      fc.nat(5).map((n) => n),
      fc.constant('ü x'),
    );
    const key = fc.array(segment, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, fc.oneof(fc.string(), fc.integer(), fc.constant(null)))),
        fc.integer({ min: 200, max: 3000 }),
        (list, max) => {
          const objects: Record<string, string | number | null> = {};
          for (const [path, value] of list) {
            const text = path
              .map((one, i) =>
                typeof one === 'number'
                  ? i === 0
                    ? `n${one}`
                    : `[${one}]`
                  : one === 'ü x'
                    ? '["ü x"]'
                    : i === 0
                      ? one
                      : `.${one}`,
              )
              .join('');
            if (!Object.keys(objects).some((other) => other.startsWith(text) || text.startsWith(other))) objects[text] = value;
          }
          const outline = outlineOf(objects, max);
          expect(size(outline)).toBeLessThanOrEqual(max);
          expect(outline.reduce((keys, entry) => keys + entry.keys, 0)).toBe(Object.keys(objects).length);
        },
      ),
    );
  });
});
