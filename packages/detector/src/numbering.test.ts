import { expect, test } from 'vitest';
import { createNumbering, programOf } from './numbering.js';

test('numbers stay with their process and the lowest free one is taken', () => {
  const numbering = createNumbering();
  expect([numbering.take('shop'), numbering.take('shop'), numbering.take('shop')]).toEqual(['shop', 'shop~2', 'shop~3']);
  numbering.release('shop~2');
  expect(numbering.take('shop')).toBe('shop~2');
  numbering.release('shop');
  expect(numbering.take('shop')).toBe('shop');
  expect(numbering.take('other')).toBe('other');
});

test('a program is the id without its number', () => {
  expect(programOf('shop~12')).toBe('shop');
  expect(programOf('shop')).toBe('shop');
});
