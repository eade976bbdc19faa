import { expect, test } from 'vitest';
import { formatHash, hashKey } from './key-hash.js';

test('the hash is BLAKE3, by the vector of its authors', () => {
  expect(formatHash(hashKey(''))).toBe('blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262');
});
