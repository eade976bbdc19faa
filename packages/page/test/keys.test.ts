import { describe, expect, test } from 'vitest';
import { asExpression, completionsOf, partsOf, rowsOf, treeOf, wordAt } from '../site/keys.js';

describe('the parts of a key', () => {
  test.each([
    ['cart', ['cart']],
    ['cart.items[0].name', ['cart', '.items', '[0]', '.name']],
    ['a["b.c[0]"].d', ['a', '["b.c[0]"]', '.d']],
    ['a["q\\"]x"][12]', ['a', '["q\\"]x"]', '[12]']],
    ['["odd key"].x', ['["odd key"]', '.x']],
  ])('%s', (key, parts) => {
    expect(partsOf(key)).toEqual(parts);
    expect(partsOf(key).join('')).toBe(key);
  });
});

describe('the tree', () => {
  const keys = ['cart.items[0].name', 'cart.items[0].price', 'cart.items[1].name', 'cart.total', 'user'];

  test('shows what is small, each leaf once, with its place among its siblings', () => {
    const rows = rowsOf(treeOf(keys), new Map());
    expect(rows.filter((row) => row.isLeaf).map((row) => row.key)).toEqual(keys);
    expect(rows[0]).toMatchObject({ text: 'cart', level: 1, isLeaf: false, isOpen: true, leaves: 4, position: 1, siblings: 2 });
    expect(rows.find((row) => row.key === 'cart.items[0].price')).toMatchObject({ text: 'price', level: 4 });
  });

  test('keeps what somebody folded or opened', () => {
    const folded = rowsOf(treeOf(keys), new Map([['cart', false]]));
    expect(folded.map((row) => row.key)).toEqual(['cart', 'user']);
    const many = Array.from({ length: 100 }, (_, at) => `list[${at}]`);
    expect(rowsOf(treeOf(many), new Map())).toHaveLength(1);
    expect(rowsOf(treeOf(many), new Map([['list', true]]))).toHaveLength(101);
  });
});

test('a key and its value as an expression', () => {
  expect(asExpression('order.status', 'a "b"')).toBe('order.status === "a \\"b\\""');
  expect(asExpression('x', undefined)).toBe('x === null');
});

test('completion takes the word that is being typed', () => {
  expect(wordAt('cart.total > 1 && or', 20)).toEqual({ word: 'or', from: 18 });
  expect(wordAt('!cart.items[0].na', 17)).toEqual({ word: 'cart.items[0].na', from: 1 });
  expect(completionsOf(['order.id', 'border', 'order.status'], 'or')).toEqual(['order.id', 'order.status', 'border']);
  expect(completionsOf(['order.id'], '')).toEqual([]);
});
