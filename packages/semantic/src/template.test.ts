import { expect, it } from 'vitest';
import { below, elementText, formatTemplate, listElement, mapEntry, parseTemplate, render, templatePieces } from './template.js';

it.each([
  'cart.total',
  'cart.items[*].name',
  'users.*.name',
  'grid[*][*]',
  'a["b c"].d',
  'a[3].b',
  'm.*[*]["x y"]',
  'имя[*].größe',
])('%s reads as it is written', (text) => {
  expect(formatTemplate(parseTemplate(text) ?? [])).toBe(text);
});

it('knows elements from entries', () => {
  expect(parseTemplate('a[*].*')).toEqual(['a', listElement, mapEntry]);
});

it('fills in its elements in order', () => {
  expect(render(templatePieces('orders[*].lines[*].sku'), ['[2]', '[0]'])).toBe('orders[2].lines[0].sku');
  expect(render(templatePieces('users.*.name'), [elementText('a b')])).toBe('users["a b"].name');
  expect(render(templatePieces('users.*'), [elementText('bob')])).toBe('users.bob');
  expect(render(templatePieces('total'), [])).toBe('total');
});

it('goes down', () => {
  expect(below('a.b', 'c')).toBe('a.b.c');
  expect(below('', 'c')).toBe('c');
  expect(below('a', 'b c')).toBe('a["b c"]');
});
