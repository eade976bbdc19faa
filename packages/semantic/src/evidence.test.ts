import { expect, test } from 'vitest';
import { bitsOfValue, valueBits } from './evidence.js';

test('addresses, paths and times are places, and a pattern that looks for such is none', () => {
  const isPlace = (text: string): boolean => (bitsOfValue(text) & valueBits.place) !== 0;
  expect(['https://a.example/b', '/home/ane/orchard/', 'C:\\Users\\ane', '2026-05-04'].every(isPlace)).toBe(true);
  expect([String.raw`/^\/login-basic$/`, '/^((?:ftp|https?):\\/\\/|www\\.)/i', '/x*/g'].some(isPlace)).toBe(false);
});
